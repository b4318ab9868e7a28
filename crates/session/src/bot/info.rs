//! Reads the `info` lines of an engine: `info depth 10 score cp 12 nodes 14832 pv d6 f4`.

use ninefold_core::{Path, View, WON, find_move};
use ninefold_search::SearchResult;

use crate::protocol::{Told, told};
use crate::thinker::{Thought, values_here};

/// The player an engine's score refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// The player to move.
    Mover,
    /// The first player.
    First,
}

/// The latest information.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Info {
    depth: u32,
    nodes: u64,
    score: Option<Score>,
    /// The words of the best line.
    line: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    /// In the engine's own units.
    Value(i32),
    /// A win, or a loss if negative, in this many of the player's own turns.
    Mate(i32),
}

impl Info {
    /// Records a line. Fields it omits keep their previous values, and lines about second choices
    /// are ignored.
    pub(super) fn hear(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let mut heard = self.clone();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            match word {
                "depth" => heard.depth = number().map_or(heard.depth, count),
                "nodes" => heard.nodes = number().map_or(heard.nodes, |n| n.max(0) as u64),
                "multipv" if number().is_some_and(|rank| rank > 1) => return,
                "cp" => heard.score = number().map(|n| Score::Value(bounded(n))),
                "mate" => heard.score = number().filter(|&n| n != 0).map(|n| Score::Mate(turns(n))),
                "pv" => {
                    let line = words.by_ref().take_while(|word| !ENDS.contains(word));
                    heard.line = line.map(str::to_owned).collect();
                    break;
                }
                "string" | "bestmove" => break,
                _ => {}
            }
        }
        *self = heard;
    }

    /// Converts the information of an engine that chose this move at the end of a path.
    pub(super) fn thought<G: View>(
        &self,
        path: &Path<G>,
        chosen: G::Move,
        whose: Whose,
    ) -> Thought<G::Move> {
        let mut values = values_here(path);
        let mover = path.to_move().map_or(0, |player| player.index());
        let mut decided = None;
        // With two players, one score determines both values.
        if let (Some(score), 2) = (self.score, path.game().players()) {
            let sign = if whose == Whose::First && mover == 1 { -1 } else { 1 };
            let own = match score {
                Score::Value(value) => value * sign,
                Score::Mate(turns) => {
                    let own = turns * sign;
                    decided = Some(if own > 0 { 2 * own - 1 } else { 2 * own });
                    if own > 0 { WON } else { -WON }
                }
            };
            (values[mover], values[1 - mover]) = (own, -own);
        }
        let line = self.moves(path, chosen);
        let found = SearchResult { values, line, depth: self.depth, nodes: self.nodes, cuts: 0 };
        Thought { decided, ..Thought::of(found) }
    }

    /// The legal part of the best line; the move alone if the line begins with another.
    fn moves<G: View>(&self, path: &Path<G>, chosen: G::Move) -> Vec<G::Move> {
        let (mut here, mut part, mut line) = (path.clone(), String::new(), Vec::new());
        for word in &self.line {
            let mut legal = Vec::new();
            here.moves(&mut legal);
            let legal: Vec<String> = legal.iter().map(|&mv| here.game().move_text(mv)).collect();
            match told(&part, word, &legal) {
                Told::Part(longer) => part = longer,
                Told::Nothing => break,
                Told::Turn(turn) => {
                    let Ok(mv) = find_move(&here, &turn) else { break };
                    line.push(mv);
                    here.play(mv);
                    part.clear();
                }
            }
        }
        if line.first() == Some(&chosen) { line } else { vec![chosen] }
    }
}

/// Words that end a line of moves.
const ENDS: [&str; 2] = ["string", "bestmove"];

/// The most turns to a win that are accepted: no game is longer.
const MOST_TURNS: i64 = 5_000;

/// Turns to a win, or to a loss if negative.
fn turns(number: i64) -> i32 {
    number.clamp(-MOST_TURNS, MOST_TURNS) as i32
}

/// How deep a search went.
fn count(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// Clamps a number so that no evaluation mistakes it for a won game.
fn bounded(number: i64) -> i32 {
    number.clamp(1 - i64::from(WON), i64::from(WON) - 1) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_about_the_best_move_counts() {
        let mut info = Info::default();
        info.hear("info depth 3 score cp -12 nodes 500 pv d6 f4 string proved");
        info.hear("info depth 4 multipv 2 score cp 99 pv a1");
        info.hear("info string depth 9 score cp 77");
        info.hear("depth 9");
        let line = vec!["d6".to_owned(), "f4".to_owned()];
        let score = Some(Score::Value(-12));
        assert_eq!(info, Info { depth: 3, nodes: 500, score, line });
        info.hear("info depth 5 score mate 2 nodes 900 bestmove d6");
        assert_eq!((info.depth, info.score, info.line.len()), (5, Some(Score::Mate(2)), 2));
        info.hear("info score cp 99999999999999");
        assert_eq!(info.score, Some(Score::Value(WON - 1)));
        info.hear("info depth 4294967297 score mate 999999999999");
        assert_eq!((info.depth, info.score), (u32::MAX, Some(Score::Mate(5_000))));
        info.hear("info score mate 0");
        assert_eq!(info.score, None, "nothing that one can tell");
    }
}
