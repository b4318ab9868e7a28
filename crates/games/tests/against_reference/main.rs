//! Random games and positions, ply by ply beside the slow references.

#[path = "../common/mod.rs"]
mod common;
mod grids;
mod morris;
mod ninetka;
#[path = "../reference/mod.rs"]
mod reference;

use common::Table;
use ninefold_core::Random;
use reference::Reference;

/// Two implementations of one game that play the same random moves.
struct Pair<'a> {
    table: &'a mut dyn Table,
    slow: &'a mut dyn Reference,
    random: &'a mut Random,
    /// Whether a man is taken whenever one can be.
    eager: bool,
}

impl Pair<'_> {
    /// Compares everything before each of up to `plies` moves, and gives the reason if the game ended
    /// within them.
    fn follow(&mut self, plies: usize) -> Option<&'static str> {
        for _ in 0..plies {
            let moves = self.compare();
            if let Some((_, reason)) = self.slow.outcome() {
                return Some(reason);
            }
            let captures: Vec<&String> = moves.iter().filter(|mv| mv.contains('x')).collect();
            let mv = if self.eager && !captures.is_empty() {
                self.random.pick(&captures)
            } else {
                &moves[self.random.below(moves.len())]
            };
            self.table.play(mv);
            self.slow.play(mv);
        }
        self.compare();
        None
    }

    /// Position, turn, end and moves, which are given.
    fn compare(&self) -> Vec<String> {
        let here = self.slow.position();
        assert_eq!(self.table.position(), here);
        assert_eq!(self.table.to_move(), self.slow.to_move(), "{here}");
        let end = self.slow.outcome().map(|(payoffs, reason)| {
            let payoffs: Vec<i64> = payoffs.into_iter().map(i64::from).collect();
            (payoffs, reason)
        });
        assert_eq!(self.table.outcome(), end, "{here}");
        let moves = self.slow.moves();
        assert_eq!(self.table.moves(), moves, "{here}");
        moves
    }
}
