//! Measures how reliably wins are converted: plays random won positions of every phase under draw rules.

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
/// Plays the losing side.
pub type Opponent<'a> = dyn FnMut(&Path<DrawnMorris>) -> Result<Move, TableError> + 'a;

/// The default draw rules.
pub const USUAL_DRAWS: DrawRules = DrawRules { limits: [50, 10], repetitions: 3 };

/// A phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Men are still in hand.
    Placing,
    /// All men are placed, and each side has more than three.
    Moving,
    /// All men are placed, and at least one side has three.
    Flying,
}

impl Phase {
    /// All phases, in the order of a game.
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

/// The plan of a measurement.
#[derive(Clone, Debug)]
pub struct ConversionPlan {
    /// The number of positions; the phases alternate.
    pub positions: usize,
    /// The seed; each position has its own random stream.
    pub seed: u64,
    /// The phases to measure, of those that the tables cover.
    pub phases: Vec<Phase>,
    /// The draw rules.
    pub draws: DrawRules,
}

/// Whether a win is possible under the draw rules, known before playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// By its distance, the win comes before any countdown ends.
    InTime,
    /// With three men each, where the next mill is the last, the win takes longer than the countdown.
    TooLong,
    /// The win takes longer than a countdown, which mills on the way may reset, or its distance is unknown.
    Open,
}

/// How one won position was played.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Its index in the plan.
    pub number: usize,
    /// The first position.
    pub start: Position,
    /// The prospect of a win.
    pub prospect: Prospect,
    /// The moves.
    pub moves: Vec<Move>,
    /// Why the game ended.
    pub reason: &'static str,
    /// Whether the winner won.
    pub won: bool,
    /// Whether the player with distances won it, if that was tried.
    pub won_with_distances: Option<bool>,
    /// The number of the winner's moves that gave away the win by value.
    pub slips: usize,
    /// The time of each of the winner's moves.
    pub times: Vec<Duration>,
}

impl Conversion {
    /// Whether a win is known to be possible: it was in time, or one of the players won it.
    pub fn is_possible(&self) -> bool {
        self.won || self.prospect == Prospect::InTime || self.won_with_distances == Some(true)
    }
}

/// The results for the positions of one phase.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PhaseReport {
    /// The number of positions played.
    pub positions: usize,
    /// The number of wins.
    pub won: usize,
    /// The number of positions not won although a win is known to be possible.
    pub missed: usize,
    /// Excluded: three men each, and farther from the end than the countdown.
    pub too_long: usize,
    /// Excluded: not in time by the distance, and not won by the player with distances either.
    pub unknown: usize,
    /// Missed or excluded, and drawn by repetition.
    pub repeated: usize,
    /// Moves that gave away a win by value.
    pub slips: usize,
}

/// The results for all positions.
#[derive(Clone, Default, Debug)]
pub struct ConversionReport {
    /// By phase, as in [`Phase::ALL`].
    pub phases: [PhaseReport; 3],
    /// The times of the winner's moves, ascending.
    pub times: Vec<Duration>,
    /// Whether the measurement was stopped early.
    pub stopped: bool,
}

impl ConversionReport {
    /// The sum of all phases.
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

    /// The quantile of the move times: the time within which this fraction of the moves was made.
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

/// Plays random won positions with `winner` against `opponent` and counts the wins.
///
/// A win counts as possible if its distance in `distances` is within the countdowns, if `winner` won, or if the
/// player with `distances` won against the same opponent. Other positions are excluded and counted. `watch` is
/// called for every position; after `stop` is raised, the current position is the last.
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

/// A random position of a phase that the side to move wins. During placing it comes from random moves, which also
/// ran down the countdown; later all numbers of men are equally likely, and the countdowns are full.
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

/// A random number of random moves from the start, leaving at least one man in hand.
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
