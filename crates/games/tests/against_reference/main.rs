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
    style: Style,
}

/// How moves are picked.
#[derive(Clone, Copy)]
enum Style {
    /// Evenly.
    Even,
    /// A man is taken whenever one can be.
    Eager,
    /// A man mostly goes back where it came from.
    Shuttling,
}

impl Pair<'_> {
    /// Compares everything before each of up to `plies` moves, and gives the reason if the game ended
    /// within them.
    fn follow(&mut self, plies: usize) -> Option<&'static str> {
        let mut played = Vec::new();
        for _ in 0..plies {
            let moves = self.compare();
            if let Some((_, reason)) = self.slow.outcome() {
                return Some(reason);
            }
            let mv = self.pick(&moves, &played);
            self.table.play(mv);
            self.slow.play(mv);
            played.push(mv.clone());
        }
        self.compare();
        None
    }

    fn pick<'m>(&mut self, moves: &'m [String], played: &[String]) -> &'m String {
        let own = played.iter().rev().nth(1).and_then(|mv| mv.split_once('-'));
        let back = own.map(|(from, to)| format!("{to}-{from}"));
        let preferred = |mv: &&String| match self.style {
            Style::Even => false,
            Style::Eager => mv.contains('x'),
            Style::Shuttling => Some(*mv) == back.as_ref(),
        };
        let preferred: Vec<&String> = moves.iter().filter(preferred).collect();
        let shuttles = matches!(self.style, Style::Shuttling);
        if preferred.is_empty() || shuttles && self.random.below(4) == 0 {
            return &moves[self.random.below(moves.len())];
        }
        self.random.pick(&preferred)
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
