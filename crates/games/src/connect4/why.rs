//! Explanations and previews of moves.

use ninefold_core::{Mark, MarkKind, Phrase, Player, Rules, Word, listed, new_marks, quiet};

use super::rules::each;
use super::windows::Windows;
use super::{Cells, Column, ConnectFour, State, words};

/// The maximum number of clauses per move.
const CLAUSES: usize = 3;

impl ConnectFour {
    /// The clauses of a move, most important first.
    pub(super) fn clauses(&self, state: &State, mv: Column) -> Vec<Phrase> {
        let (cell, after) = (self.landing(state.all(), mv), self.after(state, mv));
        if self.winner(&after).is_some() {
            return vec![
                Phrase::of(words::WINS).with(self.longest(after.discs(state.mover), cell)),
            ];
        }
        let mut clauses = Vec::new();
        if self.outcome(&after).is_some() {
            clauses.push(Phrase::of(words::FILLS));
        }
        clauses.extend(self.defence(state, cell, &after));
        clauses.extend(self.attack(state, &after));
        if clauses.is_empty() {
            let middle = 2 * u32::from(mv.0) + 1 == self.columns();
            clauses.extend(middle.then(|| Phrase::of(words::MIDDLE)));
            clauses.extend(self.progress(state, cell, &after));
        }
        if clauses.is_empty() {
            clauses.push(quiet());
        }
        clauses.truncate(CLAUSES);
        clauses
    }

    /// The line that wins, or where the next turn would win.
    pub(super) fn marks_of(&self, state: &State, mv: Column) -> Vec<Mark> {
        let after = self.after(state, mv);
        let mut marks = new_marks(self, state, mv);
        let wins = self.wins(&after, state.mover);
        if self.winner(&after).is_none() && wins != 0 {
            marks.push(Mark::new(MarkKind::Threat, self.sites(wins)).owned(state.mover));
        }
        marks
    }

    /// The threats of the opponent that the move stops, and those that it leaves.
    fn defence(&self, state: &State, cell: Cells, after: &State) -> Vec<Phrase> {
        let other = after.mover;
        let mut clauses = Vec::new();
        if self.completing(state, other) & cell != 0 {
            clauses.push(Phrase::of(words::STOPS).with(name(other)).with(self.line()));
        }
        let wins = self.wins(after, other);
        let above = cell << 1 & wins;
        if above != 0 {
            clauses.push(Phrase::of(words::ENABLES).with(name(other)));
        }
        if wins != above {
            let left = wins & !above;
            let form = if left.count_ones() > 1 { words::LEAVES_MORE } else { words::LEAVES };
            clauses.push(Phrase::of(form).with(name(other)).with(self.columns_of(left)));
        }
        clauses
    }

    /// Where the mover could win next or later.
    fn attack(&self, before: &State, after: &State) -> Option<Phrase> {
        let mover = before.mover;
        let wins = self.wins(after, mover);
        match wins.count_ones() {
            0 => {
                let new = self.completing(after, mover) & !self.completing(before, mover);
                let (column, row) = self.place(each(new).next()?);
                Some(Phrase::of(words::LATER).with(column + 1).with(row + 1))
            }
            1 => Some(Phrase::of(words::THREATENS).with(self.columns_of(wins))),
            _ => Some(Phrase::of(words::THREATENS_MORE).with(self.columns_of(wins))),
        }
    }

    /// The best line that the disc extends, and the best line of the opponent that it blocks.
    fn progress(&self, state: &State, cell: Cells, after: &State) -> Vec<Phrase> {
        let windows = Windows::new(self);
        let most = |own: Cells, other: Cells| {
            let open = windows.through(cell).iter().filter(|&&window| window & other == 0);
            open.map(|window| (window & own).count_ones()).max().unwrap_or_default()
        };
        let (mover, other) = (state.mover, after.mover);
        let own = most(after.discs(mover), after.discs(other));
        let theirs = most(state.discs(other), state.discs(mover));
        let builds = (own > 1).then(|| Phrase::of(words::BUILDS).with(own).with(self.line()));
        let hinders =
            (theirs > 1).then(|| Phrase::of(words::HINDERS).with(name(other)).with(theirs));
        builds.into_iter().chain(hinders).collect()
    }

    /// The empty cells that would complete a player's line.
    fn completing(&self, state: &State, player: Player) -> Cells {
        let discs = state.discs(player);
        let completes = |cell: &Cells| self.has_line(discs | cell);
        each(self.board() & !state.all()).filter(completes).fold(0, |all, cell| all | cell)
    }

    /// Where a player would win immediately if it were that player's turn.
    fn wins(&self, state: &State, player: Player) -> Cells {
        self.completing(state, player) & self.landings(state.all())
    }

    /// The length of the longest line through an occupied cell.
    fn longest(&self, discs: Cells, cell: Cells) -> u32 {
        let along = |step: u32| {
            let run = |next: &dyn Fn(Cells) -> Cells| {
                let cells = std::iter::successors(Some(next(cell)), |&cell| Some(next(cell)));
                cells.take_while(|cell| cell & discs != 0).count() as u32
            };
            run(&|cell| cell << step) + 1 + run(&|cell| cell >> step)
        };
        self.directions().into_iter().map(along).max().unwrap_or_default()
    }

    /// The columns of some cells, as words.
    fn columns_of(&self, cells: Cells) -> Word {
        listed(each(cells).map(|cell| (self.place(cell).0 + 1).to_string()))
    }
}

fn name(player: Player) -> Phrase {
    Phrase::of([words::RED, words::YELLOW][player.index()])
}
