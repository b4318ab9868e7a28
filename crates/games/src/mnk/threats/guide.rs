//! The guide of a search: incremental tables, and what they imply about moves.

use ninefold_core::{Context, ForcedWin, Forcing, Guide, Habits, Player, Rules, Tension, Values};

use super::super::{Bits, Cell, LONGEST_SIDE, Mnk, State};
use super::board_threats::BoardThreats;
use super::fours::Fours;
use super::instant_wins::{Duty, Win};
use super::narrow::Choice;
use super::shape::Threat;
use super::tried::Tried;
use super::{Threats, values};

/// Boards with at most this many cells are searched without leaving moves out by guess.
const SMALL: usize = 25;
/// The number of moves searched on a larger board when no immediate reply is needed, plus those as promising as the
/// last of them.
const BREADTH: usize = 16;

/// The number of cells of the largest board.
const MOST_CELLS: usize = LONGEST_SIDE * LONGEST_SIDE;

/// The guide of [`Threats`].
pub(super) struct ThreatGuide<'a, const W: usize> {
    threats: &'a Threats<W>,
    board: BoardThreats<'a, W>,
    fours: Fours,
    tried: Tried,
    /// The stones placed since the search started: player and cell.
    history: Vec<(usize, usize)>,
    /// For every position since then, the cells near a stone.
    near: Vec<Bits<W>>,
}

impl<'a, const W: usize> ThreatGuide<'a, W> {
    /// Creates a guide for a search from `state`.
    pub(super) fn new(
        threats: &'a Threats<W>,
        game: &Mnk<W>,
        state: &State<W>,
    ) -> ThreatGuide<'a, W> {
        let board = BoardThreats::new(&threats.plan, game, state);
        let stones = Player::all(2).flat_map(|player| state.stones(player).cells());
        let near = stones.fold(Bits::EMPTY, |all: Bits<W>, cell| all.or(&threats.near[cell]));
        let most = game.rows() * game.columns() + 1;
        let mut guide = ThreatGuide {
            threats,
            board,
            fours: Fours::new(),
            tried: Tried::default(),
            history: Vec::with_capacity(most),
            near: Vec::with_capacity(most),
        };
        guide.near.push(near);
        guide
    }

    /// Searches at most `effort` positions for continuous fours of the player to move. Also returns the number of
    /// positions searched.
    fn search_fours(&mut self, game: &Mnk<W>, state: &State<W>, effort: u64) -> (Option<Win>, u64) {
        let (mover, key) = (game.to_move(state).index(), game.key(state));
        self.fours.search(&mut self.board, mover, key, effort)
    }

    /// The cells near a stone, or the middle of an empty board.
    fn near(&self) -> &Bits<W> {
        let near = &self.near[self.near.len() - 1];
        if near.is_empty() { &self.threats.middle } else { near }
    }
}

impl<const W: usize> Guide<Mnk<W>> for ThreatGuide<'_, W> {
    fn play(&mut self, game: &Mnk<W>, before: &State<W>, mv: Cell, _after: &State<W>) {
        let player = game.to_move(before).index();
        self.board.put(player, mv.index());
        self.history.push((player, mv.index()));
        let near = self.near[self.near.len() - 1].or(&self.threats.near[mv.index()]);
        self.near.push(near);
    }

    fn undo(&mut self) {
        if let Some((player, cell)) = self.history.pop() {
            self.board.lift(player, cell);
            self.near.pop();
        }
    }

    fn values(&self, game: &Mnk<W>, state: &State<W>, _context: Context) -> Values {
        values(game, state, || self.board.lead(game.to_move(state).index()))
    }

    /// A cell is promising if it is valuable to either player.
    fn promise(&self, game: &Mnk<W>, state: &State<W>, mv: Cell) -> i32 {
        let (mover, cell) = (game.to_move(state).index(), mv.index());
        self.board.appeal(mover, cell)
    }

    /// Keeps the moves that [`BoardThreats::choice`] proves sufficient. If it proves nothing: on a small board, the
    /// cells through which a line can still be completed, since a stone never hurts and one elsewhere is a pass; on
    /// a larger board, the most promising cells near a stone, which is a heuristic and not a proof.
    fn narrow(&self, game: &Mnk<W>, state: &State<W>, moves: &mut Vec<Cell>, first: usize) {
        match self.board.choice(game.to_move(state).index()) {
            Choice::Among(cells) => keep(moves, first, |mv| cells.has(mv.index())),
            Choice::Free => {
                keep(moves, first, |mv| !self.board.is_dead(mv.index()));
                let near = self.near();
                let large = game.rows() * game.columns() > SMALL;
                if large && moves[first..].iter().any(|mv| near.has(mv.index())) {
                    keep(moves, first, |mv| near.has(mv.index()));
                    let mut promises = [0; MOST_CELLS];
                    for (promise, &mv) in promises.iter_mut().zip(&moves[first..]) {
                        *promise = self.promise(game, state, mv);
                    }
                    let least = least_of_best(&promises[..moves.len() - first]);
                    let mut promises = promises.into_iter();
                    keep(moves, first, |_| promises.next().is_some_and(|promise| promise >= least));
                }
            }
        }
    }

    /// On a small board no moves are left out by guess.
    fn tension(&self, game: &Mnk<W>, state: &State<W>) -> Tension {
        if game.rows() * game.columns() <= SMALL {
            return Tension::Unknown;
        }
        let mover = game.to_move(state).index();
        match self.board.duty(mover) {
            Duty::Free if self.board.count_of(1 - mover, Threat::Double) > 0 => Tension::Pressed,
            Duty::Free => Tension::Calm { swing: self.threats.manner.swing },
            Duty::Block(_) | Duty::Hopeless => Tension::Forced,
        }
    }

    fn tempo(&self) -> i32 {
        self.threats.manner.tempo
    }

    fn habits(&self) -> Habits {
        self.threats.manner.habits
    }

    fn forced_win(&mut self, game: &Mnk<W>, state: &State<W>, effort: u64) -> Forcing<Cell> {
        if game.outcome(state).is_some() {
            return forcing(None, 0);
        }
        let (win, positions) = self.search_fours(game, state, effort);
        forcing(win, positions)
    }

    fn forced_win_if_new(&mut self, game: &Mnk<W>, state: &State<W>, effort: u64) -> Forcing<Cell> {
        if game.outcome(state).is_some() {
            return forcing(None, 0);
        }
        let key = game.key(state);
        if let Some(known) = self.tried.known(key, effort) {
            return forcing(known, 0);
        }
        let (win, positions) = self.search_fours(game, state, effort);
        // Results that needed no search are as quick to read from the tables again.
        if positions > 0 {
            self.tried.note(key, effort, positions, win);
        }
        forcing(win, positions)
    }
}

/// Converts the result of a search for continuous fours.
fn forcing(win: Option<Win>, positions: u64) -> Forcing<Cell> {
    let win = win.map(|win| ForcedWin { mv: Cell(win.cell as u16), turns: win.turns });
    Forcing { win, positions }
}

/// Keeps the moves from `first` on that satisfy `wanted`, or the first one if none does.
fn keep(moves: &mut Vec<Cell>, first: usize, mut wanted: impl FnMut(Cell) -> bool) {
    let mut end = first;
    for index in first..moves.len() {
        if wanted(moves[index]) {
            moves[end] = moves[index];
            end += 1;
        }
    }
    moves.truncate(end.max((first + 1).min(moves.len())));
}

/// The smallest of the [`BREADTH`] largest numbers; `i32::MIN` if there are fewer.
fn least_of_best(numbers: &[i32]) -> i32 {
    let mut best = [i32::MIN; BREADTH];
    for &number in numbers {
        if number > best[BREADTH - 1] {
            let place = best.partition_point(|&other| other >= number);
            best.copy_within(place..BREADTH - 1, place + 1);
            best[place] = number;
        }
    }
    best[BREADTH - 1]
}
