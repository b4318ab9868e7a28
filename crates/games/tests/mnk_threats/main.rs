//! The evaluator `threats` of m,n,k-games and the companion it gives to a search.

mod forced_wins;
mod guide;
mod hand_made;

mod narrowing;

use ninefold_core::{Arguments, Evaluator, Game, Host, Random, View};
use ninefold_games::mnk::Mnk;
use ninefold_games::registry;

/// Boards of every width of sets, with K from 1 to more than fits.
const BOARDS: [&str; 20] = [
    "mnk:1,1,1",
    "mnk:1,1,2",
    "mnk:2,2,2",
    "mnk:3,3,3",
    "mnk:3,3,9",
    "mnk:1,7,3",
    "mnk:4,4,3",
    "mnk:5,4,4",
    "mnk:6,6,4",
    "mnk:7,7,5",
    "mnk:8,7,6",
    "mnk:9,9,5",
    "mnk:9,9,2",
    "mnk:11,11,7",
    "mnk:15,15,5",
    "mnk:19,19,5",
    "mnk:19,19,19",
    "mnk:19,19,361",
    "mnk:20,20,5",
    "mnk:20,20,400",
];

/// A question about a game of any size.
trait Ask {
    fn ask<const W: usize>(&self, game: &Mnk<W>, threats: &dyn Evaluator<Mnk<W>>);
}

/// Asks about the board with this specification.
fn ask(spec: &str, question: &impl Ask) {
    let sizes: Vec<usize> =
        spec[4..].split(',').map(|size| size.parse().expect("a size")).collect();
    let [rows, columns, k] = sizes[..] else { panic!("{spec} has three sizes") };
    match ninefold_games::mnk::Bits::<1>::words_for(rows, columns) {
        1 => put(question, &Mnk::<1>::new(rows, columns, k)),
        2 => put(question, &Mnk::<2>::new(rows, columns, k)),
        3..=5 => put(question, &Mnk::<5>::new(rows, columns, k)),
        _ => put(question, &Mnk::<8>::new(rows, columns, k)),
    }
}

fn put<const W: usize>(question: &impl Ask, game: &Mnk<W>) {
    question.ask(game, &*threats(game));
}

/// The evaluator with its default weights.
fn threats<const W: usize>(game: &Mnk<W>) -> Box<dyn Evaluator<Mnk<W>>> {
    let entries = game.knowledge().evaluators;
    let entry = entries.iter().find(|entry| entry.info.id == "threats").expect("it is registered");
    let arguments = Arguments::parse(entry.info.parameters, "").expect("defaults are in range");
    (entry.build)(game, &arguments, 0)
}

/// The legal moves.
fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// A position after so many random moves, or fewer if the game ends before.
fn scattered<G: Game>(game: &G, stones: usize, random: &mut Random) -> G::State {
    let mut state = game.start(0);
    for _ in 0..stones {
        let moves = moves(game, &state);
        if moves.is_empty() {
            break;
        }
        let mut next = state;
        game.play(&mut next, random.pick(&moves));
        if game.outcome(&next).is_some() {
            break;
        }
        state = next;
    }
    state
}

#[test]
fn lines_stays_the_default() {
    struct Ids;
    impl Host for Ids {
        type Output = Vec<&'static str>;
        fn receive<G: View>(self, game: G, _spec: String) -> Self::Output {
            game.knowledge().evaluators.iter().map(|entry| entry.info.id).collect()
        }
    }
    assert_eq!(
        registry().open("gomoku", Ids).expect("a known game"),
        ["lines", "threats", "learnt"]
    );
}
