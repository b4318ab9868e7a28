//! How surely wins are won: random won positions of every phase, played out under draw rules.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use ninefold_core::{DrawRules, Path, Player, Random, Rules, StopFlag, WithDraws};
use ninefold_games::morris::{Morris, Move, State};

use super::countdowns::Countdowns;
use super::file::TableError;
use super::judge::uncovered;
use super::policy::Situation;
use super::pursuit::three_each;
use super::sample::random_position;
use super::tables::{Tables, Value, in_hand};
use crate::InTime;

/// The game with its draw rules.
pub type DrawnMorris = WithDraws<Morris>;
/// A position with its countdowns.
pub type Position = <DrawnMorris as Rules>::State;
/// Whoever answers for the losing side.
pub type Opponent<'a> = dyn FnMut(&Path<DrawnMorris>) -> Result<Move, TableError> + 'a;

/// The draw rules of a game that says nothing else.
pub const USUAL_DRAWS: DrawRules = DrawRules { limits: [50, 10], repetitions: 3 };

/// A part of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Men are still in hand.
    Placing,
    /// All men are placed, and each side has more than three.
    Moving,
    /// All men are placed, and a side has three.
    Flying,
}

impl Phase {
    /// All of them, in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Placing, Phase::Moving, Phase::Flying];

    /// The phase of a position.
    pub fn of(state: &State) -> Phase {
        let sides = [Player::FIRST, Player::SECOND];
        if in_hand(state) > 0 {
            Phase::Placing
        } else if sides.iter().any(|&side| state.men_left(side) == 3) {
            Phase::Flying
        } else {
            Phase::Moving
        }
    }
}

/// What is measured.
#[derive(Clone, Debug)]
pub struct ConversionPlan {
    /// How many positions are played, the phases in turn.
    pub positions: usize,
    /// Where chance begins; each position has a stream of its own.
    pub seed: u64,
    /// The phases, of those that the tables cover.
    pub phases: Vec<Phase>,
    /// When games are drawn.
    pub draws: DrawRules,
}

/// Whether a win is possible under the draw rules, before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// By its distance it comes before any countdown ends.
    InTime,
    /// With three men each, where the next mill is the last, it takes longer than the countdown.
    TooLong,
    /// It takes longer than a countdown, which mills on the way may set back, or its distance is not known.
    Open,
}

/// How one won position was played.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The place in the plan.
    pub number: usize,
    /// Where it began.
    pub start: Position,
    /// What was known of it.
    pub prospect: Prospect,
    /// The moves.
    pub moves: Vec<Move>,
    /// Why the game ended.
    pub reason: &'static str,
    /// Whether the winner won.
    pub won: bool,
    /// Whether the player with distances won it, where that was tried.
    pub won_with_distances: Option<bool>,
    /// Moves of the winner that gave the win away by value.
    pub slips: usize,
    /// How long each of the winner's moves took.
    pub times: Vec<Duration>,
}

impl Conversion {
    /// Whether a win is known to be possible: it was in time, or somebody won it.
    pub fn is_possible(&self) -> bool {
        self.won || self.prospect == Prospect::InTime || self.won_with_distances == Some(true)
    }
}

/// What became of the positions of one phase.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PhaseReport {
    /// How many were played.
    pub positions: usize,
    /// How many were won.
    pub won: usize,
    /// How many were not, though it is known to be possible.
    pub missed: usize,
    /// Left out: three men each, and further from the end than the countdown.
    pub too_long: usize,
    /// Left out: not in time by the distance, and the player with distances did not win either.
    pub unknown: usize,
    /// Missed or left out, and drawn by repetition.
    pub repeated: usize,
    /// Moves that gave a win away by value.
    pub slips: usize,
}

/// What became of all positions.
#[derive(Clone, Default, Debug)]
pub struct ConversionReport {
    /// By phase, as in [`Phase::ALL`].
    pub phases: [PhaseReport; 3],
    /// How long the winner's moves took, ascending.
    pub times: Vec<Duration>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

impl ConversionReport {
    /// All phases together.
    pub fn total(&self) -> PhaseReport {
        self.phases.iter().fold(PhaseReport::default(), |sum, phase| PhaseReport {
            positions: sum.positions + phase.positions,
            won: sum.won + phase.won,
            missed: sum.missed + phase.missed,
            too_long: sum.too_long + phase.too_long,
            unknown: sum.unknown + phase.unknown,
            repeated: sum.repeated + phase.repeated,
            slips: sum.slips + phase.slips,
        })
    }

    /// The time within which this share of the moves was made.
    pub fn time(&self, share: f64) -> Duration {
        let last = self.times.len().saturating_sub(1) as f64;
        self.times.get((last * share) as usize).copied().unwrap_or_default()
    }

    fn add(&mut self, played: &Conversion) {
        let phase = &mut self.phases[Phase::of(&played.start.inner) as usize];
        phase.positions += 1;
        phase.slips += played.slips;
        match () {
            () if played.won => phase.won += 1,
            () if played.is_possible() => phase.missed += 1,
            () if played.prospect == Prospect::TooLong => phase.too_long += 1,
            () => phase.unknown += 1,
        }
        phase.repeated += usize::from(played.reason == ninefold_core::Outcome::REPETITION);
        self.times.extend(&played.times);
    }
}

/// Plays random won positions with `winner` against `opponent` and counts what was won.
///
/// A win counts as possible if its distance in `distances` is within the countdowns, or if `winner` won, or if the
/// player of `distances` won against the same opponent. The others are left out and counted. `watch` hears of every
/// position; once `stop` is set the position in progress is the last.
pub fn measure_conversion(
    winner: &Tables,
    distances: &Tables,
    plan: &ConversionPlan,
    opponent: &mut Opponent<'_>,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&Conversion),
) -> Result<ConversionReport, TableError> {
    let rules = DrawnMorris::new(super::rules(), plan.draws);
    let mut report = ConversionReport::default();
    for number in 0..plan.positions {
        if stop.is_raised() || plan.phases.is_empty() {
            report.stopped = true;
            break;
        }
        let phase = plan.phases[number % plan.phases.len()];
        let mut random = Random::stream(plan.seed, number as u64);
        let start = won_position(winner, &rules, phase, &mut random)?;
        let mut played = convert(winner, &rules, start, opponent)?;
        played.number = number;
        played.prospect = prospect(distances, &start)?;
        if !played.won && played.prospect == Prospect::Open {
            played.won_with_distances = Some(convert(distances, &rules, start, opponent)?.won);
        }
        report.add(&played);
        watch(&played);
    }
    report.times.sort_unstable();
    Ok(report)
}

/// A random position of a phase that the side to move wins. While men are placed it comes from random moves, and the
/// countdown has run with them; later all numbers of men are as likely, and the countdowns are full.
pub fn won_position(
    tables: &Tables,
    rules: &DrawnMorris,
    phase: Phase,
    random: &mut Random,
) -> Result<Position, TableError> {
    loop {
        let position = match phase {
            Phase::Placing => random_placing(rules, random),
            Phase::Moving => {
                let men = [0; 2].map(|_| 4 + random.below(tables.men() as usize - 3) as u32);
                let mover = Player::new(random.below(2));
                rules.fresh(random_position(random, men, 18, mover))
            }
            Phase::Flying => {
                let mut men = [3, 3 + random.below(tables.men() as usize - 2) as u32];
                if random.below(2) == 0 {
                    men.reverse();
                }
                let mover = Player::new(random.below(2));
                rules.fresh(random_position(random, men, 18, mover))
            }
        };
        if rules.outcome(&position).is_none() && Phase::of(&position.inner) == phase {
            match tables.value(&position.inner)? {
                Some(Value::Win) => return Ok(position),
                Some(_) => {}
                None => return Err(uncovered(&position.inner)),
            }
        }
    }
}

/// Random moves from the start, as many as leave a man in hand.
fn random_placing(rules: &DrawnMorris, random: &mut Random) -> Position {
    let (mut position, mut moves) = (rules.start(0), Vec::new());
    for _ in 0..random.below(18) {
        moves.clear();
        rules.moves(&position, &mut moves);
        if !moves.is_empty() {
            rules.play(&mut position, random.pick(&moves));
        }
    }
    position
}

/// Whether a won position can be won under the draw rules, by its distance.
fn prospect(distances: &Tables, position: &Position) -> Result<Prospect, TableError> {
    let [mills, three_men] = position.left.map(u32::from);
    let left = Countdowns { mills, three_each: three_men };
    let (state, winner) = (&position.inner, position.inner.to_move());
    let Some(plies) = distances.probe(&position.inner)?.and_then(|verdict| verdict.plies) else {
        return Ok(Prospect::Open);
    };
    Ok(match three_each(state) {
        true if plies > left.nearest(state) => Prospect::TooLong,
        _ if left.allow(state, winner, plies) >= InTime::Likely => Prospect::InTime,
        _ => Prospect::Open,
    })
}

/// Plays a won position to the end of the game.
pub fn convert(
    winner: &Tables,
    rules: &DrawnMorris,
    start: Position,
    opponent: &mut Opponent<'_>,
) -> Result<Conversion, TableError> {
    let mut path = Path::new(rules.clone(), start);
    let side = start.inner.to_move();
    let (mut slips, mut times) = (0, Vec::new());
    let outcome = loop {
        if let Some(outcome) = path.outcome() {
            break outcome;
        }
        if rules.to_move(path.state()) != side {
            let reply = opponent(&path)?;
            path.play(reply);
            continue;
        }
        let begun = Instant::now();
        let mv = choose(winner, &path)?;
        times.push(begun.elapsed());
        path.play(mv);
        slips += usize::from(winner.value(&path.state().inner)? != Some(Value::Loss));
    };
    Ok(Conversion {
        number: 0,
        start,
        prospect: Prospect::Open,
        moves: path.played().to_vec(),
        reason: outcome.reason,
        won: outcome.payoffs.of(side) > 0,
        won_with_distances: None,
        slips,
        times,
    })
}

/// The best move at the end of a path.
fn choose(tables: &Tables, path: &Path<DrawnMorris>) -> Result<Move, TableError> {
    let (game, position) = (*path.game().pure(), path.state());
    let mut times: HashMap<u64, u32> = HashMap::new();
    for earlier in path.earlier().chain([position]) {
        *times.entry(game.key(&earlier.inner)).or_default() += 1;
    }
    let [mills, three_each] = position.left.map(|left| Some(u32::from(left)));
    let situation = Situation {
        seen: &|state| times.get(&game.key(state)).copied().unwrap_or(0),
        mills,
        three_each,
        repetitions: Some(path.game().rules().repetitions),
        stop: None,
    };
    let choice = tables.best_move(&position.inner, &situation)?;
    choice.map(|choice| choice.mv).ok_or_else(|| uncovered(&position.inner))
}
