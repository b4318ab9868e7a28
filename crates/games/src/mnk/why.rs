//! Explanations and previews of moves.

use ninefold_core::{Mark, MarkKind, Phrase, Player, Rules, listed, new_marks, quiet};

use super::{Bits, Cell, Mnk, State, words};

/// The maximum number of clauses per move.
const CLAUSES: usize = 3;

/// The shortest winning line for which open lines are mentioned.
const LONG: usize = 4;

impl<const W: usize> Mnk<W> {
    /// The clauses of a move, most important first.
    pub(super) fn clauses(&self, state: &State<W>, mv: Cell) -> Vec<Phrase> {
        let mover = self.to_move(state);
        let mut after = *state;
        self.play(&mut after, mv);
        if after.winner().is_some() {
            let longest = self.directions().map(|step| self.run(after.stones(mover), mv, step));
            let longest = longest.into_iter().max().unwrap_or_default();
            return vec![Phrase::of(words::WINS).with(longest)];
        }
        let mut clauses = Vec::new();
        if self.outcome(&after).is_some() {
            clauses.push(Phrase::of(words::FILLS));
        }
        clauses.extend(self.defence(state, mv, &after));
        clauses.extend(self.attack(mv, &after));
        if clauses.is_empty() {
            clauses.extend(self.place_of(mv));
            clauses.extend(self.progress(state, mv, &after));
        }
        if clauses.is_empty() {
            clauses.push(quiet());
        }
        clauses.truncate(CLAUSES);
        clauses
    }

    /// The line that wins, or where the next turn would win.
    pub(super) fn marks_of(&self, state: &State<W>, mv: Cell) -> Vec<Mark> {
        let mover = self.to_move(state);
        let mut after = *state;
        self.play(&mut after, mv);
        let mut marks = new_marks(self, state, mv);
        let wins = self.wins(&after, mover);
        if after.winner().is_none() && !wins.is_empty() {
            let sites = wins.into_iter().map(|cell| self.site(cell)).collect();
            marks.push(Mark::new(MarkKind::Threat, sites).owned(mover));
        }
        marks
    }

    /// The threats of the opponent that the move stops, and those that it leaves.
    fn defence(&self, state: &State<W>, mv: Cell, after: &State<W>) -> Vec<Phrase> {
        let other = self.to_move(after);
        let could = self.wins(state, other);
        let mut clauses = Vec::new();
        if could.contains(&mv.index()) {
            clauses.push(Phrase::of(words::STOPS).with(self.name(other)).with(self.k()));
        } else if could.is_empty() {
            let mut there = *state.stones(other);
            there.insert(mv.index());
            if self.wins_of(&there, state).len() > 1 {
                clauses.push(Phrase::of(words::SPOILS).with(self.name(other)));
            }
        }
        let can = self.wins(after, other);
        if !can.is_empty() {
            clauses.push(Phrase::of(words::LEAVES).with(self.name(other)).with(self.cells(&can)));
        }
        clauses
    }

    /// Where the mover could win next, or at least threaten to win in two ways.
    fn attack(&self, mv: Cell, after: &State<W>) -> Option<Phrase> {
        let mover = self.to_move(after).other();
        let wins = self.wins(after, mover);
        match wins.len() {
            0 => self.open_lines(mv, after, mover),
            1 => Some(Phrase::of(words::THREATENS).with(self.cells(&wins))),
            _ => Some(Phrase::of(words::THREATENS_MORE).with(self.cells(&wins))),
        }
    }

    /// Lines through the stone in which one more stone would threaten to win in two ways.
    fn open_lines(&self, mv: Cell, after: &State<W>, mover: Player) -> Option<Phrase> {
        if self.k() < LONG {
            return None;
        }
        let opens = |&step: &usize| {
            let line = self.track(mv, step);
            let free = |&&cell: &&usize| self.is_free(after, cell);
            line.iter().filter(free).any(|&next| {
                let mut stones = *after.stones(mover);
                stones.insert(next);
                let wins = |&&cell: &&usize| {
                    cell != next && self.is_free(after, cell) && {
                        let mut there = stones;
                        there.insert(cell);
                        self.run(&there, Cell(cell as u16), step) >= self.k()
                    }
                };
                line.iter().filter(wins).count() > 1
            })
        };
        let count = self.directions().iter().filter(|step| opens(step)).count();
        let stones = self.k() - 2;
        match count {
            0 => None,
            1 => Some(Phrase::of(words::OPEN).with(stones)),
            _ => Some(Phrase::of(words::OPEN_MORE).with(count).with(stones)),
        }
    }

    /// The best line that the stone extends, and the best line of the opponent that it blocks.
    fn progress(&self, state: &State<W>, mv: Cell, after: &State<W>) -> Vec<Phrase> {
        let (mover, other) = (self.to_move(state), self.to_move(after));
        let own = self.best_window(after, mv, mover);
        let theirs = self.best_window(state, mv, other);
        let builds = (own > 1).then(|| Phrase::of(words::BUILDS).with(own).with(self.k()));
        let hinders =
            (theirs > 1).then(|| Phrase::of(words::HINDERS).with(self.name(other)).with(theirs));
        builds.into_iter().chain(hinders).collect()
    }

    /// The maximum number of a player's stones in K consecutive cells around a cell that hold none of the opponent's.
    fn best_window(&self, state: &State<W>, mv: Cell, player: Player) -> usize {
        let (own, other) = (state.stones(player), state.stones(player.other()));
        let of_line = |step| {
            let line = self.track(mv, step);
            let clear = |window: &&[usize]| !window.iter().any(|&cell| other.has(cell));
            let stones = |window: &[usize]| window.iter().filter(|&&cell| own.has(cell)).count();
            line.windows(self.k()).filter(clear).map(stones).max().unwrap_or_default()
        };
        self.directions().into_iter().map(of_line).max().unwrap_or_default()
    }

    fn place_of(&self, mv: Cell) -> Option<Phrase> {
        let (row, column) = self.place(mv);
        let (last_row, last_column) = (self.rows() - 1, self.columns() - 1);
        if self.rows() < 3 || self.columns() < 3 {
            return None;
        }
        if 2 * row == last_row && 2 * column == last_column {
            return Some(Phrase::of(words::CENTRE));
        }
        let corner = (row == 0 || row == last_row) && (column == 0 || column == last_column);
        corner.then(|| Phrase::of(words::CORNER))
    }

    /// The cells along a line around a cell, at most K − 1 away.
    fn track(&self, mv: Cell, step: usize) -> Vec<usize> {
        let reach = self.k().min(self.rows().max(self.columns()));
        let cell = mv.index();
        let before = (1..reach).map(|far| cell.wrapping_sub(far * step));
        let before: Vec<usize> = before.take_while(|&cell| self.on_board(cell)).collect();
        let after = (0..reach).map(|far| cell + far * step).take_while(|&cell| self.on_board(cell));
        before.into_iter().rev().chain(after).collect()
    }

    /// The number of stones in a row through an occupied cell.
    fn run(&self, stones: &Bits<W>, mv: Cell, step: usize) -> usize {
        let cell = mv.index();
        let after = (1..).take_while(|far| stones.has(cell + far * step)).count();
        let before = (1..).take_while(|far| stones.has(cell - far * step)).count();
        before + 1 + after
    }

    /// Where a player would win if it were that player's turn.
    fn wins(&self, state: &State<W>, player: Player) -> Vec<usize> {
        self.wins_of(state.stones(player), state)
    }

    /// The empty cells of a position that would win for these stones.
    fn wins_of(&self, stones: &Bits<W>, state: &State<W>) -> Vec<usize> {
        let taken = state.stones(Player::FIRST).or(state.stones(Player::SECOND));
        let empty = self.board().without(&taken, stones);
        let wins = |cell: &usize| {
            let mut there = *stones;
            there.insert(*cell);
            self.line_through(&there, *cell)
        };
        empty.cells().filter(wins).collect()
    }

    fn on_board(&self, cell: usize) -> bool {
        cell < 64 * W && self.board().has(cell)
    }

    fn is_free(&self, state: &State<W>, cell: usize) -> bool {
        Player::all(2).all(|player| !state.stones(player).has(cell))
    }

    fn cells(&self, cells: &[usize]) -> ninefold_core::Word {
        use ninefold_core::Notation;
        listed(cells.iter().map(|&cell| self.move_text(Cell(cell as u16))))
    }

    /// The name of a player on this board, as in its seat.
    fn name(&self, player: Player) -> Phrase {
        let names = if self.is_large() {
            [words::BLACK, words::WHITE]
        } else {
            [words::CROSS, words::NOUGHT]
        };
        Phrase::of(names[player.index()])
    }
}

#[cfg(test)]
mod tests {
    use ninefold_core::{Notation, View};

    use super::*;

    /// A line of four with one closed end: the explanation of the block uses the seat names of that board.
    #[test]
    fn players_are_called_as_their_seats_are() {
        fn told<const W: usize>(game: &Mnk<W>, position: &str, column: usize) -> String {
            let state = game.parse_position(position).unwrap();
            let mv = game.cell(0, column);
            game.why(&state, mv).iter().map(Phrase::to_string).collect::<Vec<_>>().join("; ")
        }
        let rows = |first: &str, columns: usize, rows: usize| {
            let empty = "0".repeat(columns);
            let rest = vec![empty.as_str(); rows - 1].join("/");
            format!("{first}{}/{rest} 2", "0".repeat(columns - first.len()))
        };
        let large = told(&Mnk::<5>::new(15, 15, 5), &rows("21111", 15, 15), 5);
        assert!(large.contains("keeps Black from 5 in a row"), "{large}");
        let small = told(&Mnk::<1>::new(6, 6, 4), &rows("2111", 6, 6), 4);
        assert!(small.contains("keeps X from 4 in a row"), "{small}");
    }
}
