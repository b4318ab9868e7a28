//! The companion of a search: running tables, and what they say about moves.

use ninefold_core::{Context, ForcedWin, Forcing, Game, Guide, Player, Values};

use super::super::{Bits, Cell, Mnk, State};
use super::fours::Fours;
use super::narrow::Choice;
use super::shape::Threat;
use super::standing::Standing;
use super::{Threats, values};

/// Boards with at most so many cells are searched without guessing which moves matter.
const SMALL: usize = 25;

/// The guide of [`Threats`].
pub(super) struct ThreatGuide<'a, const W: usize> {
    threats: &'a Threats<W>,
    standing: Standing<'a, W>,
    fours: Fours,
    /// The stones put since the search began: whose, and where.
    history: Vec<(usize, usize)>,
    /// For every position since then, the cells near a stone.
    near: Vec<Bits<W>>,
}

impl<'a, const W: usize> ThreatGuide<'a, W> {
    /// A guide that begins at `state`.
    pub(super) fn new(
        threats: &'a Threats<W>,
        game: &Mnk<W>,
        state: &State<W>,
    ) -> ThreatGuide<'a, W> {
        let standing = Standing::new(&threats.plan, game, state);
        let stones = Player::all(2).flat_map(|player| state.stones(player).cells());
        let near = stones.fold(Bits::EMPTY, |all: Bits<W>, cell| all.or(&threats.near[cell]));
        let most = game.rows() * game.columns() + 1;
        let mut guide = ThreatGuide {
            threats,
            standing,
            fours: Fours::new(),
            history: Vec::with_capacity(most),
            near: Vec::with_capacity(most),
        };
        guide.near.push(near);
        guide
    }

    /// The cells near a stone; the middle of an empty board.
    fn near(&self) -> &Bits<W> {
        let near = &self.near[self.near.len() - 1];
        if near.is_empty() { &self.threats.middle } else { near }
    }
}

impl<const W: usize> Guide<Mnk<W>> for ThreatGuide<'_, W> {
    fn play(&mut self, game: &Mnk<W>, before: &State<W>, mv: Cell, _after: &State<W>) {
        let player = game.to_move(before).index();
        self.standing.put(player, mv.index());
        self.history.push((player, mv.index()));
        let near = self.near[self.near.len() - 1].or(&self.threats.near[mv.index()]);
        self.near.push(near);
    }

    fn undo(&mut self) {
        if let Some((player, cell)) = self.history.pop() {
            self.standing.lift(player, cell);
            self.near.pop();
        }
    }

    fn values(&self, game: &Mnk<W>, state: &State<W>, _context: Context) -> Values {
        values(game, state, || self.standing.lead(game.to_move(state).index(), self.threats.tempo))
    }

    /// A cell is promising for what it would be to either player.
    fn promise(&self, game: &Mnk<W>, state: &State<W>, mv: Cell) -> i32 {
        let (mover, cell) = (game.to_move(state).index(), mv.index());
        let own =
            self.standing.worth_of(mover, cell) + urgency(self.standing.threat_of(mover, cell));
        let others = self.standing.worth_of(1 - mover, cell);
        2 * own + others + urgency(self.standing.threat_of(1 - mover, cell))
    }

    /// What [`Standing::choice`] proves to be enough. Where it leaves everything: on a small board the
    /// cells through which a line can still be filled, since a stone never hurts and one elsewhere is a
    /// pass; on a larger one those of them that are near a stone, which is a habit and no proof.
    fn narrow(&self, game: &Mnk<W>, state: &State<W>, moves: &mut Vec<Cell>, first: usize) {
        match self.standing.choice(game.to_move(state).index()) {
            Choice::Among(cells) => keep(moves, first, |cell| cells.has(cell)),
            Choice::Free => {
                keep(moves, first, |cell| !self.standing.is_dead(cell));
                if game.rows() * game.columns() > SMALL {
                    let near = self.near();
                    if moves[first..].iter().any(|mv| near.has(mv.index())) {
                        keep(moves, first, |cell| near.has(cell));
                    }
                }
            }
        }
    }

    fn forced_win(&mut self, game: &Mnk<W>, state: &State<W>, effort: u64) -> Forcing<Cell> {
        if game.outcome(state).is_some() {
            return Forcing { win: None, positions: 0 };
        }
        let (mover, key) = (game.to_move(state).index(), game.key(state));
        let (win, positions) = self.fours.search(&mut self.standing, mover, key, effort);
        let win = win.map(|win| ForcedWin { mv: Cell(win.cell as u16), turns: win.turns });
        Forcing { win, positions }
    }
}

/// Keeps the moves from `first` on to cells that are wanted; where there are none, the first.
fn keep(moves: &mut Vec<Cell>, first: usize, wanted: impl Fn(usize) -> bool) {
    let mut end = first;
    for index in first..moves.len() {
        if wanted(moves[index].index()) {
            moves[end] = moves[index];
            end += 1;
        }
    }
    moves.truncate(end.max((first + 1).min(moves.len())));
}

/// How much earlier a threat is looked at than the worth of its lines says.
fn urgency(threat: Threat) -> i32 {
    match threat {
        Threat::Five => 1 << 20,
        Threat::Double => 1 << 16,
        Threat::FourThree => 1 << 14,
        _ => 0,
    }
}
