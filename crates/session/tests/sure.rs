//! What is sure without a value, and what only looks so: bounds, images of one move, wins that a countdown spoils.

use ninefold_core::{Host, Symmetry, View};
use ninefold_session::{
    Effort, Mistake, Origin, Review, ReviewRequest, Session, Setup, StopFlag, games,
};

fn effort() -> Effort {
    Effort { nodes: Some(3_000), ..Effort::default() }
}

fn open(spec: &str, moves: &str) -> Box<dyn Session> {
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    games().open(spec, &Setup { moves, ..Setup::default() }).unwrap()
}

fn review(session: &dyn Session) -> Review {
    review_with(session, 3_000)
}

fn review_with(session: &dyn Session, nodes: u64) -> Review {
    let request = ReviewRequest { nodes, stop: StopFlag::default(), kept: None };
    session.review(&request, &mut |_| {})
}

/// Finds the moves of a position that are images of each other, and holds what is told of them side by side.
struct ImagesOfMoves<'a> {
    moves: &'a str,
}

impl Host for ImagesOfMoves<'_> {
    type Output = usize;

    fn receive<G: View>(self, game: G, spec: String) -> usize {
        let session = open(&spec, self.moves);
        let state = game.parse_position(&session.status().position).unwrap();
        let values = session.values(&effort());
        let told = |text: &str| {
            let of = values.moves.iter().find(|mv| mv.text == text).unwrap();
            (of.share, of.value, of.letter, values.best.iter().any(|best| best == text))
        };
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let all = (1..game.symmetries()).map(|index| Symmetry(index as u8));
        let mut pairs = 0;
        for symmetry in all.filter(|&symmetry| game.map(&state, symmetry) == state) {
            for &mv in &moves {
                let [one, other] = [mv, game.map_move(mv, symmetry)].map(|mv| game.move_text(mv));
                assert_eq!(told(&one), told(&other), "{spec} {}: {one} and {other}", self.moves);
                pairs += usize::from(one != other);
            }
        }
        pairs
    }
}

#[test]
fn moves_that_are_images_of_each_other_are_told_alike() {
    let positions = [
        ("connect4", ""),
        ("connect4", "4 4 4"),
        ("gomoku", "8,8 9,9 7,7 6,6"),
        ("mnk:7,7,5", "4,4"),
        ("369:9", ""),
    ];
    for (spec, moves) in positions {
        let pairs = ninefold_games::registry().open(spec, ImagesOfMoves { moves }).unwrap();
        assert!(pairs > 5, "{spec} {moves}: only {pairs} pairs of images");
    }
}

/// Whoever has taken the centre of 3-6-9 on 9 × 9 answers by images and wins by eight at least; on 8 × 8 the second player
/// can do so from the start. Both sides must be told.
#[test]
fn a_win_that_is_sure_is_a_loss_for_the_other_side() {
    for (spec, moves, shares) in [
        ("369:9", "", [1.0, 0.0]),
        ("369:9", "5,5", [1.0, 0.0]),
        ("369:9", "5,5 1,1", [1.0, 0.0]),
        ("369:8", "", [0.0, 1.0]),
        ("369:8", "3,7", [0.0, 1.0]),
    ] {
        let session = open(spec, moves);
        let (hint, values) = (session.hint(&effort()), session.values(&effort()));
        assert_eq!(hint.share, Some(shares.to_vec()), "{spec} {moves}");
        assert_eq!(values.share, shares, "{spec} {moves}");
        let mover = session.status().to_move - 1;
        let best = hint.best.unwrap();
        let note = hint.note.unwrap();
        match shares[mover] > 0.5 {
            // The note names the move that is shown.
            true => assert!(note.contains(&format!("sure by {best} ")), "{note}: {best}"),
            false => {
                assert!(note.starts_with("the opponent is sure of 8 points"), "{note}");
                assert!(values.moves.iter().all(|mv| mv.letter == Some('L')), "{moves}");
            }
        }
    }
    let told = review(&*open("369:9", "5,5 1,1 9,9 1,2 9,8"));
    let second: Vec<_> = told.plies.iter().skip(1).step_by(2).collect();
    assert!(second.iter().all(|ply| ply.mark.is_none() && ply.loss == 0.0), "{second:?}");
}

/// Three men each may play on for ten plies without a mill, and this win takes twenty-one: whoever misses it misses a draw.
/// The same board without draw rules is a win that was thrown away.
#[test]
fn a_win_that_comes_after_the_countdown_is_not_missed() {
    let position = ".../w../.../....wb/.w./bb./... w 0,0";
    for (spec, tail, marked) in [("morris", " 50,10", false), ("morris:draws=off", "", true)] {
        let origin = Origin::Position(format!("{position}{tail}"));
        let setup = Setup { origin, moves: vec!["d3-f2".into()], ..Setup::default() };
        let session = games().open(spec, &setup).unwrap();
        let ply = review(&*session).plies.remove(0);
        assert_eq!(ply.mark.is_some(), marked, "{spec}: {ply:?}");
        assert!(ply.exact_loss, "{spec}: both are in the book");
    }
}

/// Moves of proved endings that give something away, with what is known of them on a machine without tables: the length of no win.
/// Guesses say which wins come before a countdown ends, and what rests on one is no proof.
#[test]
fn a_result_thrown_away_in_time_is_marked() {
    let positions = [
        // A win in 9 plies becomes a loss.
        (".../..b/wbw/....../w../..b/..b", "e5-c4xd5", 1.0, Some(Mistake::Blunder)),
        // A win in 21 becomes a draw; five men each, 50 plies left.
        ("bw./.../.../bw.bb./.w./.w./b.w", "d7-g7", 0.5, Some(Mistake::Blunder)),
        // Draws become losses, in 38 and in 32 plies.
        ("w../bb./.../ww..../..b/bb./w.w", "g1-d1", 0.5, Some(Mistake::Blunder)),
        (".bw/.../.../b.w.bw/.../.bb/w.w", "c4-c5", 0.5, Some(Mistake::Blunder)),
        // Three men win against five in the pure game, but the countdown of three men each comes before.
        ("..w/..w/.../w...w./wb./b.b/...", "c3-c4", 0.0, None),
    ];
    for (position, mv, loss, mark) in positions {
        let reviewed = |spec: &str, tail: &str| {
            let origin = Origin::Position(format!("{position} w 0,0{tail}"));
            let setup = Setup { origin, moves: vec![mv.into()], ..Setup::default() };
            let session = games().open(spec, &setup).unwrap();
            review_with(&*session, 100_000).plies.remove(0)
        };
        let ply = reviewed("morris", " 50,10");
        assert_eq!((ply.loss, ply.mark, ply.exact_loss), (loss, mark, false), "{ply:?}");
        let pure = reviewed("morris:draws=off", "");
        assert_eq!((pure.mark, pure.exact_loss), (Some(Mistake::Blunder), true), "{pure:?}");
    }
}
