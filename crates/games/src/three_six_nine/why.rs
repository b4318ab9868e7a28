//! Explanations and previews of moves.

use ninefold_core::{Mark, MarkKind, Notation, Phrase, Rules, listed, new_marks};

use super::rules::cells;
use super::{Cell, Cells, State, ThreeSixNine, words};

/// A line through the stone just dropped.
struct Line {
    cells: Cells,
    /// 0 to 3: row, column, diagonal, anti-diagonal.
    direction: usize,
    /// Stones on it, including the new one.
    stones: usize,
}

impl ThreeSixNine {
    /// The clauses of a move: what it scores, what it opens, what the best reply scores.
    pub(super) fn clauses(&self, state: &State, mv: Cell) -> Vec<Phrase> {
        let mut after = *state;
        self.play(&mut after, mv);
        let lines = self.lines_after(state, mv);
        let mut clauses = vec![self.earnings(&lines, mv)];
        if after.stones() == self.board() {
            clauses.push(self.ending(state, &after));
            return clauses;
        }
        let opened = lines.iter().filter(|line| {
            let room = line.cells.count_ones() as usize > line.stones;
            room && self.points_for(line.stones + 1) > 0
        });
        let opened: Vec<Phrase> = opened.map(|line| self.name(line, mv)).collect();
        if !opened.is_empty() {
            clauses.push(Phrase::of(words::OPENS).with(listed(opened)));
        }
        let empty = self.board() & !after.stones();
        let best = cells(empty).map(|cell| self.gain(after.stones(), cell)).max();
        clauses.push(match best.unwrap_or_default() {
            0 => Phrase::of(words::NO_ANSWER),
            1 => Phrase::of(words::ANSWER_ONE),
            points => Phrase::of(words::ANSWER).with(points),
        });
        clauses
    }

    /// The lines on which the move scores, and every count that changes.
    pub(super) fn marks_of(&self, state: &State, mv: Cell) -> Vec<Mark> {
        let lines = self.lines_after(state, mv);
        let gains = self.scoring(&lines).map(|line| {
            let sites = cells(line.cells).map(|cell| u16::from(cell.0)).collect();
            Mark::new(MarkKind::Gain, sites).valued(self.points_for(line.stones).into())
        });
        gains.chain(new_marks(self, state, mv)).collect()
    }

    fn lines_after(&self, state: &State, mv: Cell) -> Vec<Line> {
        let after = state.stones() | 1 << mv.0;
        let line = |(direction, &cells): (usize, &Cells)| Line {
            cells,
            direction,
            stones: (cells & after).count_ones() as usize,
        };
        self.lines(mv).iter().enumerate().map(line).collect()
    }

    fn scoring<'a>(&'a self, lines: &'a [Line]) -> impl Iterator<Item = &'a Line> {
        lines.iter().filter(|line| self.points_for(line.stones) > 0)
    }

    fn earnings(&self, lines: &[Line], mv: Cell) -> Phrase {
        let stone = |line: &Line| {
            let form = match line.stones {
                3 => words::THIRD,
                6 => words::SIXTH,
                _ => words::NINTH,
            };
            Phrase::of(form).with(self.name(line, mv))
        };
        let stones = listed(self.scoring(lines).map(stone));
        match self.scoring(lines).map(|line| self.points_for(line.stones)).sum::<u16>() {
            0 => Phrase::of(words::NOTHING),
            1 => Phrase::of(words::EARNS_ONE).with(stones),
            points => Phrase::of(words::EARNS).with(points).with(stones),
        }
    }

    fn ending(&self, before: &State, after: &State) -> Phrase {
        let mover = self.to_move(before);
        let [own, other] = [mover, mover.other()].map(|player| after.points[player.index()]);
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => Phrase::of(words::WINS).with(own).with(other),
            std::cmp::Ordering::Less => Phrase::of(words::LOSES).with(own).with(other),
            std::cmp::Ordering::Equal => Phrase::of(words::DRAWS).with(own),
        }
    }

    fn name(&self, line: &Line, mv: Cell) -> Phrase {
        let (row, column) = self.place(mv);
        let mut ends = [None; 2];
        for cell in cells(line.cells) {
            ends = [ends[0].or(Some(cell)), Some(cell)];
        }
        match line.direction {
            0 => Phrase::of(words::ROW).with(row + 1),
            1 => Phrase::of(words::COLUMN).with(column + 1),
            _ => ends
                .into_iter()
                .flatten()
                .fold(Phrase::of(words::DIAGONAL), |name, end| name.with(self.move_text(end))),
        }
    }
}
