//! Best-reply search of a game small enough to search by hand, and against a plain one.

use crate::common;

use common::{Coarse, find, positions, to_depth};
use ninefold_core::{
    Context, Evaluator, Game, Outcome, Path, Player, Recurring, Rules, Symmetric, Values,
};
use ninefold_games::ninetka::Ninetka;
use ninefold_lawkit::PseudoRandom;
use ninefold_search::Algorithm;

/// Three players with a hand of numbers each. A turn adds one of the own numbers to a sum, which is all
/// that the first player wants; who has none left is passed over.
#[derive(Clone)]
struct Sums {
    hands: [&'static [i32]; 3],
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Sum {
    sum: i32,
    /// The numbers played, a bit each.
    played: [u8; 3],
    mover: usize,
}

impl Sums {
    fn numbers(&self, state: &Sum, player: usize) -> Vec<usize> {
        let left = |index: &usize| state.played[player] & (1 << index) == 0;
        (0..self.hands[player].len()).filter(left).collect()
    }
}

impl Rules for Sums {
    type State = Sum;
    type Move = usize;

    fn players(&self) -> usize {
        3
    }

    fn start(&self, _seed: u64) -> Sum {
        Sum { sum: 0, played: [0; 3], mover: 0 }
    }

    fn to_move(&self, state: &Sum) -> Player {
        Player::new(state.mover)
    }

    fn with_turn(&self, state: &Sum, player: Player) -> Option<Sum> {
        let can = !self.numbers(state, player.index()).is_empty();
        can.then_some(Sum { mover: player.index(), ..*state })
    }

    fn moves(&self, state: &Sum, moves: &mut Vec<usize>) {
        moves.extend(self.numbers(state, state.mover));
    }

    fn play(&self, state: &mut Sum, mv: usize) {
        state.sum += self.hands[state.mover][mv];
        state.played[state.mover] |= 1 << mv;
        let round = (1..=3).map(|turn| (state.mover + turn) % 3);
        let able = round.clone().find(|&player| !self.numbers(state, player).is_empty());
        state.mover = able.unwrap_or_default();
    }

    fn outcome(&self, state: &Sum) -> Option<Outcome> {
        let over = (0..3).all(|player| self.numbers(state, player).is_empty());
        over.then_some(Outcome::draw("over"))
    }

    fn key(&self, state: &Sum) -> u64 {
        let [first, second, third] = state.played.map(u64::from);
        first | second << 8 | third << 16 | (state.mover as u64) << 24
    }

    fn move_index(&self, mv: usize) -> u16 {
        mv as u16
    }
}

impl Symmetric for Sums {}

impl Recurring for Sums {}

impl Game for Sums {}

struct Total;

impl Evaluator<Sums> for Total {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, _game: &Sums, state: &Sum, _context: Context) -> Values {
        [state.sum, 0, 0, 0]
    }
}

fn sums(hands: [&'static [i32]; 3]) -> Path<Sums> {
    let game = Sums { hands };
    let start = game.start(0);
    Path::new(game, start)
}

/// Only the move that hurts most is played against each own one: the third player's −4, then the
/// second's −2; nobody plays the 5 or the 0 that the other players would have to play in turn.
#[test]
fn only_the_worst_reply_is_played() {
    let path = sums([&[3, 1], &[-2, 5], &[-4, 0]]);
    for (depth, value) in [(1, 3), (2, 3 - 4), (3, 3 - 4 + 1), (4, 3 - 4 + 1 - 2)] {
        let found = find(&path, &Total, Algorithm::BestReply, to_depth(depth));
        assert_eq!(found.values, [value, 0, 0, 0], "depth {depth}");
        assert_eq!(found.line[0], 0, "depth {depth}");
    }
    // In league, but each in its turn, they play −2 and −4, and then the first player 1.
    let found = find(&path, &Total, Algorithm::Paranoid, to_depth(4));
    assert_eq!(found.values, [3 - 2 - 4 + 1, 0, 0, 0]);
}

/// Once the others have nothing left the first player goes on alone, and the other way round.
#[test]
fn a_side_that_cannot_move_is_passed_over() {
    let found = find(&sums([&[1, 2, 4], &[-3], &[]]), &Total, Algorithm::BestReply, to_depth(9));
    assert_eq!((found.values, found.line.len()), ([4, 0, 0, 0], 4));
    let found = find(&sums([&[1], &[-3, 7], &[-5]]), &Total, Algorithm::BestReply, to_depth(9));
    assert_eq!(found.values, [0, 0, 0, 0]);
}

/// The third player's reply cannot be played in the game before the second has moved, so the line ends
/// there.
#[test]
fn the_line_is_what_can_be_played() {
    let path = sums([&[3, 1], &[9], &[2, -4]]);
    let found = find(&path, &Total, Algorithm::BestReply, to_depth(3));
    assert_eq!((found.values, found.line), ([3 - 4 + 1, 0, 0, 0], vec![0]));
}

/// After 3 − 4 the first player is sure of −1, so of the replies to its 1 the first that leaves it no
/// more is enough: the third player's −2 and −4 are not looked at.
#[test]
fn replies_are_cut() {
    let path = sums([&[3, 1], &[-2], &[-2, -4]]);
    let found = find(&path, &Total, Algorithm::BestReply, to_depth(2));
    assert_eq!((found.values, found.nodes, found.cuts), ([-1, 0, 0, 0], 1 + 4 + 2, 0));
}

/// Best-reply search that looks at everything.
fn plain(
    game: &Ninetka,
    state: &<Ninetka as Rules>::State,
    evaluator: &dyn Evaluator<Ninetka>,
    depth: u32,
    hero: Player,
    of_hero: bool,
) -> i32 {
    let context = Context { outcome: game.outcome(state), progress: false };
    if depth == 0 || context.outcome.is_some() {
        return evaluator.values(game, state, context)[hero.index()];
    }
    let mut values = Vec::new();
    for player in Player::all(game.players()).filter(|&player| (player == hero) == of_hero) {
        let Some(given) = game.with_turn(state, player) else { continue };
        let mut moves = Vec::new();
        game.moves(&given, &mut moves);
        for mv in moves {
            let mut after = given;
            game.play(&mut after, mv);
            values.push(plain(game, &after, evaluator, depth - 1, hero, !of_hero));
        }
    }
    let best = if of_hero { values.iter().max() } else { values.iter().min() };
    best.copied().unwrap_or_else(|| plain(game, state, evaluator, depth, hero, !of_hero))
}

#[test]
fn more_players_get_the_value_of_a_plain_search() {
    for players in [3, 4] {
        let game = Ninetka::new(players);
        for path in positions(&game, 30) {
            let hero = path.to_move().expect("a move to make");
            let seed = game.key(path.state());
            let evaluators: [&dyn Evaluator<Ninetka>; 2] =
                [&PseudoRandom { seed }, &Coarse { seed }];
            for evaluator in evaluators {
                let placing = path.state().placing();
                for depth in 1..=if placing { 2 } else { 3 } {
                    let found = find(&path, evaluator, Algorithm::BestReply, to_depth(depth));
                    let value = plain(&game, path.state(), evaluator, depth, hero, true);
                    assert_eq!(found.values[hero.index()], value, "{players} to depth {depth}");
                }
            }
        }
    }
}
