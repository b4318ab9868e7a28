//! Generating the positions of a set.

use std::any::Any;
use std::collections::BTreeSet;

use ninefold_arena::opening;
use ninefold_core::{Counted, MAX_PLAYERS, Path, Player, Random, StopFlag, View, mix, quote};
use ninefold_games::morris;
use ninefold_solve::{Unit, solver};

use super::listed::{Known, Listed};
use super::lot::Lot;
use super::{DataError, DataPlan, DrawnFrom, Label};
use crate::best::GameContext;
use crate::thinker::Thinker;
use crate::{Limits, PlayerSpec};

/// The number of games or boards to try for one matching position.
const MOST_TRIES: u64 = 1000;
/// The number of tries to find out which phases exist.
const LOOKED_AT: u64 = 20;
/// Random moves before the players begin, so that no two games are the same.
const OPENING: u32 = 2;
/// The points of a morris board.
const POINTS: usize = 24;

/// A position of a set.
pub(super) struct DrawnPosition<G: View> {
    /// The game up to the position.
    pub(super) path: Path<G>,
    /// The payoffs, if the position is from a finished game.
    pub(super) payoffs: Option<[i16; MAX_PLAYERS]>,
    /// Its value, if known for all listed positions.
    pub(super) known: Option<Known>,
}

/// The positions of a set, by number.
pub(super) struct Drawn<G: View> {
    game: G,
    plan: DataPlan,
    players: Vec<PlayerSpec>,
    /// All positions, if they are listed, with their values if requested and known.
    listed: Option<Vec<(G::State, Option<Known>)>>,
    /// Which of them, where not all are asked for.
    lot: Option<Lot>,
    stop: StopFlag,
}

impl<G: View> Drawn<G> {
    pub(super) fn new(game: &G, plan: &DataPlan, stop: &StopFlag) -> Result<Drawn<G>, DataError> {
        let mut players = Vec::new();
        if plan.from == DrawnFrom::Games {
            let (found, wanted) = (plan.players.len(), game.players());
            if found != 1 && found != wanted {
                return Err(DataError::Missing(format!(
                    "{found} players are named, wanted one for all seats or {wanted}"
                )));
            }
            for seat in 0..wanted {
                let spec: PlayerSpec = plan.players[seat % found].parse()?;
                if spec.takes_its_time() || spec.threads() > 1 {
                    return Err(DataError::Missing(format!(
                        "{} thinks for a time or with several threads, so that no two runs make the same set; wanted a depth or nodes, such as engine:nodes=3000",
                        quote(&plan.players[seat % found])
                    )));
                }
                if spec.thinker(game, GameContext::new(&plan.game, None), 0, seat)?.is_none() {
                    return Err(DataError::Missing("a person cannot play these games".into()));
                }
                players.push(spec);
            }
        }
        let is_morris = morris_of::<G>(&game.start(0)).is_some();
        let of_board = (plan.from == DrawnFrom::Men).then_some(plan.men);
        if let Some([few, many]) = plan.only_men.or(of_board)
            && (few < 3 || many < few || many > 9)
        {
            let told = format!("men is {few}-{many}, wanted a range within 3-9");
            return Err(DataError::Missing(told));
        }
        if plan.only_men.is_some() && !is_morris {
            let told = format!("men are counted in morris, not in {}", plan.game);
            return Err(DataError::Missing(told));
        }
        if plan.from == DrawnFrom::Men && !is_morris {
            let told = format!("men are put on the board of morris, not of {}", plan.game);
            return Err(DataError::Missing(told));
        }
        let listed = (plan.from == DrawnFrom::All).then(|| listed(game, plan, stop)).transpose()?;
        let (game, plan, stop) = (game.clone(), plan.clone(), stop.clone());
        let mut drawn = Drawn { game, plan, players, listed, lot: None, stop };
        drawn.keep_wanted()?;
        drawn.lot = drawn
            .len()
            .filter(|&all| drawn.plan.positions.is_some_and(|wanted| wanted < all))
            .map(|all| Lot::new(all, drawn.plan.seed));
        Ok(drawn)
    }

    /// Filters listed positions by the plan; otherwise checks that matching positions exist at all.
    fn keep_wanted(&mut self) -> Result<(), DataError> {
        if self.plan.phase.is_none() && self.plan.only_men.is_none() {
            return Ok(());
        }
        let mut phases = BTreeSet::new();
        let is_there = match self.listed.take() {
            Some(mut all) => {
                all.retain(|(state, _)| {
                    phases.insert(self.game.scene(state).phase);
                    self.is_wanted(state)
                });
                let is_there = !all.is_empty();
                self.listed = Some(all);
                is_there
            }
            None => self.path(0).is_some() || self.stop.is_raised(),
        };
        if is_there {
            return Ok(());
        }
        if self.listed.is_none() {
            phases = self.phases();
        }
        let phases: Vec<String> = phases.iter().map(|phase| quote(phase)).collect();
        let mut wanted = Vec::new();
        if let Some(phase) = &self.plan.phase {
            wanted.push(format!("of the phase {}", quote(phase)));
        }
        if let Some([few, many]) = self.plan.only_men {
            wanted.push(format!("with {few} to {many} men a side"));
        }
        Err(DataError::Missing(format!(
            "no position {} is found; the phases here are {}",
            wanted.join(" "),
            phases.join(", ")
        )))
    }

    /// The phases of some positions, without any filter.
    fn phases(&self) -> BTreeSet<String> {
        let phase = |state: &G::State| self.game.scene(state).phase;
        let seeds = (0..LOOKED_AT).map(|number| mix(self.plan.seed ^ mix(number)));
        match self.plan.from {
            DrawnFrom::Men => seeds.filter_map(|seed| Some(phase(&self.board(seed)?))).collect(),
            _ => {
                let of_game = |seed: u64| {
                    let mut path = self.random_game(seed);
                    let mut phases = BTreeSet::new();
                    while path.undo().is_some() {
                        phases.insert(phase(path.state()));
                    }
                    phases
                };
                seeds.flat_map(of_game).collect()
            }
        }
    }

    fn is_wanted(&self, state: &G::State) -> bool {
        let is_of_phase =
            self.plan.phase.as_ref().is_none_or(|phase| self.game.scene(state).phase == *phase);
        let has_men = self.plan.only_men.is_none_or(|[few, many]| {
            let pure = morris_of::<G>(state);
            pure.is_some_and(|state| {
                Player::all(2).all(|player| (few..=many).contains(&state.men_left(player)))
            })
        });
        is_of_phase && has_men
    }

    /// The number of positions, if they are listed.
    pub(super) fn len(&self) -> Option<u64> {
        self.listed.as_ref().map(|listed| listed.len() as u64)
    }

    /// Whether some of those that are listed are drawn.
    pub(super) fn is_sample(&self) -> bool {
        self.lot.is_some()
    }

    /// The position with this number; `None` beyond the last, or if stopped.
    pub(super) fn path(&self, index: u64) -> Option<DrawnPosition<G>> {
        let seed = mix(self.plan.seed ^ mix(index));
        if self.plan.from == DrawnFrom::All {
            let number = self.lot.as_ref().map_or(Some(index), |lot| lot.at(index))?;
            let (state, known) = *self.listed.as_ref()?.get(usize::try_from(number).ok()?)?;
            let path = Path::new(self.game.clone(), state);
            return Some(DrawnPosition { path, payoffs: None, known });
        }
        // A game or a board may contain no matching position: then another is tried.
        (0..MOST_TRIES)
            .take_while(|_| !self.stop.is_raised())
            .find_map(|tried| self.drawn(if tried == 0 { seed } else { mix(seed ^ tried) }))
    }

    /// A matching position; `None` if this game or board has none.
    fn drawn(&self, seed: u64) -> Option<DrawnPosition<G>> {
        match self.plan.from {
            DrawnFrom::All => None,
            DrawnFrom::Men => {
                let path = Path::new(self.game.clone(), self.board(seed)?);
                self.is_wanted(path.state()).then_some(DrawnPosition {
                    path,
                    payoffs: None,
                    known: None,
                })
            }
            DrawnFrom::Random => self.within(self.random_game(seed), seed),
            DrawnFrom::Games => self.within(self.played_game(seed)?, seed),
        }
    }

    /// A random board of morris.
    fn board(&self, seed: u64) -> Option<G::State> {
        self.game.parse_position(&random_men(&mut Random::new(seed), self.plan.men)).ok()
    }

    fn random_game(&self, seed: u64) -> Path<G> {
        let mut random = Random::new(seed);
        let mut path = Path::new(self.game.clone(), self.game.start(seed));
        let mut moves = Vec::new();
        while path.played().len() < self.plan.plies as usize {
            moves.clear();
            path.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            path.play(random.pick(&moves));
        }
        path
    }

    fn played_game(&self, seed: u64) -> Option<Path<G>> {
        let context = GameContext::new(&self.plan.game, None);
        let mut seats: Vec<Box<dyn Thinker<G>>> = Vec::new();
        for (seat, player) in self.players.iter().enumerate() {
            seats.push(player.thinker(&self.game, context, seed, seat).ok()??);
        }
        let mut path = opening(&self.game, seed, OPENING);
        while let Some(player) = path.to_move() {
            if path.played().len() >= self.plan.plies as usize {
                break;
            }
            if self.stop.is_raised() {
                return None;
            }
            let mover = &mut seats[player.index()];
            path.play(mover.choose(&path, Limits::default(), &self.stop)?);
        }
        Some(path)
    }

    /// A position of a game, at a ply drawn uniformly from those that match and in which a player
    /// is to move.
    fn within(&self, mut path: Path<G>, seed: u64) -> Option<DrawnPosition<G>> {
        let payoffs = path.outcome().map(|outcome| outcome.payoffs.0);
        if payoffs.is_some() {
            path.undo();
        }
        let mut random = Random::stream(seed, 1);
        let ply = match (&self.plan.phase, self.plan.only_men) {
            (None, None) => random.below(path.played().len() + 1),
            _ => {
                let mut plies = Vec::new();
                let mut earlier = path.clone();
                loop {
                    if self.is_wanted(earlier.state()) {
                        plies.push(earlier.played().len());
                    }
                    if earlier.undo().is_none() {
                        break;
                    }
                }
                *plies.get(random.below(plies.len().max(1)))?
            }
        };
        while path.played().len() > ply {
            path.undo();
        }
        Some(DrawnPosition { path, payoffs, known: None })
    }
}

/// A position and its value, if that is the label and a single pass over all positions finds it.
type Labelled<S> = (S, Option<Known>);

/// Every reachable position in which a player is to move, in the order of turns.
fn listed<G: View>(
    game: &G,
    plan: &DataPlan,
    stop: &StopFlag,
) -> Result<Vec<Labelled<G::State>>, DataError> {
    let unit = solver(&plan.game).ok().filter(|_| plan.label == Label::Exact);
    let unit = unit.map(|solver| solver.unit());
    let listed = Listed::new(game, unit.unwrap_or(Unit::Result), stop)?;
    let known = unit.and_then(|unit| listed.known(game, unit));
    let known = |number: usize| known.as_ref().map(|known| known[number]);
    Ok(listed.states.into_iter().enumerate().map(|(at, state)| (state, known(at))).collect())
}

/// The position in the pure game of morris, if it is one.
pub(super) fn morris_of<G: View>(state: &G::State) -> Option<morris::State> {
    let state: &dyn Any = state;
    let counted = || state.downcast_ref::<Counted<morris::State>>().map(|state| state.inner);
    state.downcast_ref::<morris::State>().copied().or_else(counted)
}

/// A random board of morris with empty hands: first the number of men of each side, drawn uniformly
/// from a range, then their points, then the player to move. It matches row `n` of
/// `data --from men` if `random` is stream `n` of the seed.
///
/// ```
/// use ninefold_core::Random;
/// use ninefold_session::{DataPlan, DrawnFrom, data_source, random_men};
///
/// let plan = DataPlan { from: DrawnFrom::Men, seed: 5, ..DataPlan::usual("morris:draws=off") };
/// let row = &data_source(&plan, None, Default::default())?.rows(7..8)?[0];
/// assert_eq!(row.numbers[24..], [row.numbers[24], 0, 0]);
/// # let text = random_men(&mut Random::stream(5, 7), [3, 6]);
/// # assert!(matches!(&row.cells[0], ninefold_session::Cell::Text(cell) if *cell == text));
/// # Ok::<(), ninefold_session::DataError>(())
/// ```
pub fn random_men(random: &mut Random, [few, many]: [u32; 2]) -> String {
    let mut board = ['.'; POINTS];
    let mut points: Vec<usize> = (0..POINTS).collect();
    for side in ['w', 'b'] {
        for _ in 0..few as usize + random.below((many - few + 1) as usize) {
            board[points.swap_remove(random.below(points.len()))] = side;
        }
    }
    let mut text = String::new();
    for (index, symbol) in board.into_iter().enumerate() {
        if index % 3 == 0 && index > 0 && index != 12 {
            text.push('/');
        }
        text.push(symbol);
    }
    let side = ['w', 'b'][random.below(2)];
    format!("{text} {side} 0,0")
}
