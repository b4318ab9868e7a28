//! The positions a game went through, for finding other games with the same ones.
//!
//! A position and its mirror images are one place: moves are written as in the representative
//! image. Countdowns are ignored.

use ninefold_core::{Path, View, mix};

use crate::judgement::Orientation;

/// The version of the position keys. An index must be rebuilt when this changes.
pub const PLACES_FORM: u32 = 1;

/// A position, and the names of its legal moves in the representative image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The key of the position.
    pub position: u64,
    /// Each legal move: its text there, and its text here.
    pub moves: Vec<(String, String)>,
}

/// A position of a game, and the move played in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The key of the position.
    pub position: u64,
    /// The move as written in the representative image.
    pub played: String,
}

/// The place at the end of a path.
pub(crate) fn place<G: View>(path: &Path<G>, spec: &str) -> Place {
    let orientation = Orientation::of(path);
    let game = path.game();
    let name = |mv| (game.move_text(orientation.there(mv)), game.move_text(mv));
    let moves = path.legal_moves().into_iter().map(name).collect();
    Place { position: number(&orientation, spec), moves }
}

/// The places of a path, each with the move played there.
pub(crate) fn visits<G: View>(path: &Path<G>, spec: &str) -> Vec<Visit> {
    let mut walked = Path::new(path.game().clone(), *path.origin());
    let visit = |&mv: &G::Move| {
        let orientation = Orientation::of(&walked);
        let played = path.game().move_text(orientation.there(mv));
        walked.play(mv);
        Visit { position: number(&orientation, spec), played }
    };
    path.played().iter().map(visit).collect()
}

fn number<G: View>(orientation: &Orientation<G>, spec: &str) -> u64 {
    let rules = spec.bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte)));
    let path = &orientation.path;
    mix(rules ^ path.game().key(path.state()))
}

#[cfg(test)]
mod tests {
    use crate::{Setup, games};

    fn open(game: &str, moves: &str) -> Box<dyn crate::Session> {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        games().open(game, &Setup { moves, ..Setup::default() }).expect("a legal game")
    }

    #[test]
    fn mirror_images_and_transpositions_are_one_place() {
        let place = |moves: &str| open("morris", moves).place().position;
        assert_eq!(place("a7 d6 g1"), place("g1 d6 a7"));
        assert_eq!(place("a7 d7"), place("g7 d7"));
        assert_ne!(place("a7 d7"), place("a7 d6"));
        // Whose turn it is matters, and so do the rules.
        assert_ne!(place("a7 d7"), place("d7 a7"));
        let named = |game: &str| open(game, "1,1").place().position;
        assert_ne!(named("mnk:3,3,3"), named("mnk:4,4,3"));
    }

    #[test]
    fn a_visit_names_the_move_as_its_place_does() {
        for game in ["morris", "mnk:3,3,3", "369:3", "9tka:3", "connect4"] {
            let mut session = open(game, "");
            for turn in 0..5 {
                let moves = session.moves();
                let text = moves[turn % moves.len()].clone();
                let place = session.place();
                session.play(&text).expect("a legal move");
                let visits = session.visits();
                let last = visits.last().expect("a move was played");
                assert_eq!(visits.len(), turn + 1);
                assert_eq!(last.position, place.position, "{game}");
                let here = place.moves.iter().find(|(there, _)| *there == last.played);
                assert_eq!(here.map(|(_, here)| here), Some(&text), "{game}");
            }
        }
    }
}
