//! Finds what a player would play if it were that player's turn.

use ninefold_core::{Path, View};
use ninefold_search::{Engine, EngineOptions, Limits, StopFlag};
use serde::{Deserialize, Serialize};

use crate::best::strongest_evaluator;
use crate::insight::{Why, why};
use crate::view::{LegalMove, legal_move, line_shown};

/// What the next player would do if the one to move passed. An estimate only, since no rule defines
/// such a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Threat {
    /// The threatening player, counted from 1.
    pub player: usize,
    /// The move, with its clicks.
    #[serde(rename = "move")]
    pub threatened: LegalMove,
    /// What it does.
    pub why: Why,
    /// The continuation, starting with the move itself.
    pub line: Vec<String>,
    /// The same as shown in a move list, if that is more than the texts.
    pub shown: Vec<String>,
}

/// The node limit of the search for a threat, and the size of its table.
const NODES: u64 = 60_000;
const TABLE: usize = 4 << 20;

/// The next player's threat; `None` if no other player could move.
pub(crate) fn threat<G: View>(path: &Path<G>, stop: &StopFlag) -> Option<Threat> {
    let (game, state) = (path.game(), path.state());
    let mover = path.to_move()?;
    let players = game.players();
    let others =
        std::iter::successors(Some(mover.next(players)), |player| Some(player.next(players)));
    let others = others.take_while(|&player| player != mover);
    let given = others.map(|player| game.with_turn(state, player)).find_map(|given| given)?;
    let given = Path::new(game.clone(), given);
    let options = EngineOptions { table: TABLE, selective: true, ..EngineOptions::default() };
    let mut engine = Engine::new(strongest_evaluator(game), options);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let report = engine.think(&given, limits, 1, stop.clone(), &mut |_| {});
    let line = report.lines.into_iter().next()?.moves;
    let &first = line.first()?;
    Some(Threat {
        player: game.to_move(given.state()).number(),
        threatened: legal_move(game, given.state(), first),
        why: why(&given, first),
        shown: line_shown(game, given.state(), &line),
        line: line.iter().map(|&mv| game.move_text(mv)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use ninefold_search::StopFlag;

    use crate::{Setup, games};

    fn threat(game: &str, moves: &str) -> Option<super::Threat> {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        let setup = Setup { moves, ..Setup::default() };
        games().open(game, &setup).expect("a legal game").threat(&StopFlag::default())
    }

    #[test]
    fn an_open_line_is_a_threat_to_close_it() {
        let found = threat("tictactoe", "1,1 2,1 1,2").expect("the first could move");
        assert_eq!((found.player, found.threatened.text.as_str()), (1, "1,3"));
        assert_eq!(
            threat("connect4", "1 2 1 2 1").expect("somebody could move").threatened.text,
            "1"
        );
    }

    #[test]
    fn a_game_that_is_over_threatens_nothing() {
        assert_eq!(threat("tictactoe", "1,1 2,1 1,2 2,2 1,3"), None);
    }
}
