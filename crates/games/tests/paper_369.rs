//! The complete game printed in "3-6-9: Prolog Game" (Hassan, Samir, Vo), move by move.

use ninefold_core::{Arguments, Game, Path, Rules, find_move};
use ninefold_games::three_six_nine::ThreeSixNine;

/// The moves in order and, in brackets, the mover's points where the report prints them.
const GAME: &str = "1,1 2,3 1,2 1,3(1) 3,3(1) 2,2(2) 2,1(2) 4,4 3,1(4) 3,2(4) 4,5(5) 4,3(6) 1,4(6) \
    3,4(7) 2,4 4,2(8) 5,1 6,5 1,5(7) 1,6(11) 2,5 2,6(13) 3,5(9) 3,6(17) 5,5(11) 6,1 4,1(13) 5,2(20) \
    4,6(15) 6,2(23) 6,6(17) 5,6(25) 5,3(18) 5,4(28) 6,3(21) 6,4(33)";

fn printed() -> impl Iterator<Item = (&'static str, Option<i32>)> {
    GAME.split_whitespace().map(|word| match word.split_once('(') {
        Some((mv, points)) => (mv, points.strip_suffix(')').and_then(|points| points.parse().ok())),
        None => (word, None),
    })
}

#[test]
fn every_printed_score_follows_from_whole_lines() {
    let game = ThreeSixNine::new(6, [1, 2, 3]);
    let mut path = Path::new(game, game.start(0));
    let mut agreed = 0;
    for (text, points) in printed() {
        let mover = game.to_move(path.state()).index();
        let before = game.points(path.state())[mover];
        path.play(find_move(&path, text).unwrap());
        let after = game.points(path.state())[mover];
        assert_eq!(points.unwrap_or(before), after, "after {text}");
        agreed += usize::from(points.is_some());
    }
    assert_eq!((path.played().len(), agreed), (36, 27));
    assert_eq!(game.points(path.state())[..2], [21, 33]);
}

/// H2 makes all of the computer's moves, and so does H3; H1 leaves the game at its third move.
#[test]
fn the_heuristics_choose_the_printed_moves() {
    let game = ThreeSixNine::new(6, [1, 2, 3]);
    let agreements = game.knowledge().heuristics.into_iter().map(|entry| {
        let usual = Arguments::parse(entry.info.parameters, "").unwrap();
        let heuristic = (entry.build)(&game, &usual);
        let mut path = Path::new(game, game.start(0));
        let mut agreed = 0;
        for (ply, (text, _)) in printed().enumerate() {
            let mv = find_move(&path, text).unwrap();
            let mut moves = Vec::new();
            path.moves(&mut moves);
            let choice = heuristic.choose(&game, path.state(), &moves);
            agreed += usize::from(ply % 2 == 0 && choice == Some(mv));
            path.play(mv);
        }
        agreed
    });
    assert_eq!(agreements.collect::<Vec<_>>(), [11, 18, 18]);
}
