//! Where the positions of a set come from.

use std::any::Any;
use std::collections::BTreeSet;

use ninefold_arena::opening;
use ninefold_core::{Counted, MAX_PLAYERS, Path, Random, StopFlag, View, mix, quote};
use ninefold_games::morris;

use super::{DataError, DataPlan, DrawnFrom};
use crate::PlayerSpec;
use crate::best::GameContext;
use crate::thinker::Thinker;

/// The most positions that are listed.
const MOST_LISTED: usize = 2_000_000;
/// How many games or boards are looked at for one position of a phase.
const MOST_TRIES: u64 = 1000;
/// Random moves before players begin, so that no two games are the same.
const OPENING: u32 = 2;
/// The points of a morris board.
const POINTS: usize = 24;

/// A position of a set.
pub(super) struct DrawnPosition<G: View> {
    /// The game up to it.
    pub(super) path: Path<G>,
    /// What everybody got in the end, where it comes from a game that came to one.
    pub(super) payoffs: Option<[i16; MAX_PLAYERS]>,
}

/// The positions of a set, by their number.
pub(super) struct Drawn<G: View> {
    game: G,
    plan: DataPlan,
    players: Vec<PlayerSpec>,
    /// All of them, where they are listed.
    listed: Option<Vec<G::State>>,
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
                if spec.thinker(game, GameContext::new(&plan.game, None), 0, seat)?.is_none() {
                    return Err(DataError::Missing("a person cannot play these games".into()));
                }
                players.push(spec);
            }
        }
        if plan.from == DrawnFrom::Men {
            let [few, many] = plan.men;
            if !is_morris(game) {
                let told = format!("men are put on the board of morris, not of {}", plan.game);
                return Err(DataError::Missing(told));
            }
            if few < 3 || many < few || many > 9 {
                let told = format!("men is {few}-{many}, wanted a range within 3-9");
                return Err(DataError::Missing(told));
            }
        }
        let listed = (plan.from == DrawnFrom::All).then(|| listed(game, stop)).transpose()?;
        let mut drawn =
            Drawn { game: game.clone(), plan: plan.clone(), players, listed, stop: stop.clone() };
        drawn.keep_phase()?;
        Ok(drawn)
    }

    /// Leaves other phases out of what is listed; otherwise asks whether there are positions of the phase at all.
    fn keep_phase(&mut self) -> Result<(), DataError> {
        let Some(phase) = self.plan.phase.clone() else { return Ok(()) };
        let is_there = match self.listed.take() {
            Some(all) => {
                let of_phase = |state: &G::State| self.game.scene(state).phase == phase;
                let kept: Vec<G::State> = all.into_iter().filter(of_phase).collect();
                let is_there = !kept.is_empty();
                self.listed = Some(kept);
                is_there
            }
            None => self.path(0).is_some() || self.stop.is_raised(),
        };
        match is_there {
            true => Ok(()),
            false => Err(DataError::Missing(format!(
                "no position of the phase {} is found; wanted one of the column phase, such as {}",
                quote(&phase),
                quote(&self.game.scene(&self.game.start(self.plan.seed)).phase)
            ))),
        }
    }

    fn is_of_phase(&self, path: &Path<G>) -> bool {
        let of = |phase: &String| self.game.scene(path.state()).phase == *phase;
        self.plan.phase.as_ref().is_none_or(of)
    }

    /// How many there are, where they are listed.
    pub(super) fn len(&self) -> Option<u64> {
        self.listed.as_ref().map(|listed| listed.len() as u64)
    }

    /// The position of a number; nothing beyond the last, or when it was stopped.
    pub(super) fn path(&self, index: u64) -> Option<DrawnPosition<G>> {
        let seed = mix(self.plan.seed ^ mix(index));
        if self.plan.from == DrawnFrom::All {
            let state = *self.listed.as_ref()?.get(usize::try_from(index).ok()?)?;
            return Some(DrawnPosition {
                path: Path::new(self.game.clone(), state),
                payoffs: None,
            });
        }
        // A game or a board may have nothing of the phase: then another is tried.
        (0..MOST_TRIES)
            .take_while(|_| !self.stop.is_raised())
            .find_map(|tried| self.drawn(if tried == 0 { seed } else { mix(seed ^ tried) }))
    }

    /// A position of the phase; nothing if there is none in this game or on this board.
    fn drawn(&self, seed: u64) -> Option<DrawnPosition<G>> {
        match self.plan.from {
            DrawnFrom::All => None,
            DrawnFrom::Men => {
                let text = men(&mut Random::new(seed), self.plan.men);
                let path = Path::new(self.game.clone(), self.game.parse_position(&text).ok()?);
                self.is_of_phase(&path).then_some(DrawnPosition { path, payoffs: None })
            }
            DrawnFrom::Random => self.within(self.random_game(seed), seed),
            DrawnFrom::Games => self.within(self.played_game(seed)?, seed),
        }
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
            path.play(seats[player.index()].choose(&path, &self.stop)?);
        }
        Some(path)
    }

    /// A position of a game, at a ply drawn evenly from those of the phase in which somebody is to move.
    fn within(&self, mut path: Path<G>, seed: u64) -> Option<DrawnPosition<G>> {
        let payoffs = path.outcome().map(|outcome| outcome.payoffs.0);
        if payoffs.is_some() {
            path.undo();
        }
        let mut random = Random::stream(seed, 1);
        let ply = match self.plan.phase {
            None => random.below(path.played().len() + 1),
            Some(_) => {
                let mut plies = Vec::new();
                let mut earlier = path.clone();
                loop {
                    if self.is_of_phase(&earlier) {
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
        Some(DrawnPosition { path, payoffs })
    }
}

/// Every position that can be reached and in which somebody is to move, in the order of turns.
fn listed<G: View>(game: &G, stop: &StopFlag) -> Result<Vec<G::State>, DataError> {
    let start = game.start(0);
    let (mut all, mut seen) = (vec![start], BTreeSet::from([start]));
    let (mut next, mut moves) = (0, Vec::new());
    while let Some(&state) = all.get(next).filter(|_| !stop.is_raised()) {
        next += 1;
        moves.clear();
        game.moves(&state, &mut moves);
        for &mv in &moves {
            let mut after = state;
            game.play(&mut after, mv);
            if game.outcome(&after).is_none() && seen.insert(after) {
                all.push(after);
            }
        }
        if all.len() > MOST_LISTED {
            return Err(DataError::Missing(format!(
                "more than {MOST_LISTED} positions can be reached: draw some of them, or take a smaller board"
            )));
        }
    }
    match stop.is_raised() {
        true => Err(DataError::Stopped),
        false => Ok(all),
    }
}

fn is_morris<G: View>(game: &G) -> bool {
    let start = game.start(0);
    let state: &dyn Any = &start;
    state.is::<morris::State>() || state.is::<Counted<morris::State>>()
}

/// A random board of morris with empty hands: the men of each side drawn evenly from a range, then their points, then who is
/// on turn.
fn men(random: &mut Random, [few, many]: [u32; 2]) -> String {
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
