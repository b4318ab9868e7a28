//! The learnt evaluator of morris beside exact values that come with the program.

use ninefold_core::{Arguments, Context, Evaluator, Game, Notation, Random, Rules};
use ninefold_games::morris::{Morris, Point};
use ninefold_solve::morris::{Book, Value};

fn evaluator(id: &str) -> Box<dyn Evaluator<Morris>> {
    let game = Morris::default();
    let entries = game.knowledge().evaluators;
    let entry = entries.iter().find(|entry| entry.info.id == id).expect("an evaluator");
    (entry.build)(&game, &Arguments::parse(entry.info.parameters, "").expect("its usual"), 0)
}

/// A random position with so many men of White, who moves, and of Black; none in hand.
fn position(random: &mut Random, men: [usize; 2]) -> String {
    let mut points: Vec<usize> = (0..Point::COUNT).collect();
    let mut board = ['.'; Point::COUNT];
    for (side, count) in ['w', 'b'].into_iter().zip(men) {
        for _ in 0..count {
            board[points.swap_remove(random.below(points.len()))] = side;
        }
    }
    let ends = [3, 6, 9, 15, 18, 21];
    let rows = board.iter().enumerate().flat_map(|(index, &symbol)| {
        let end = ends.contains(&index).then_some('/');
        end.into_iter().chain([symbol])
    });
    format!("{} w 0,0", rows.collect::<String>())
}

/// Of two endings with as many men, one better than the other for the side to move, it tells the better one more often
/// than the evaluator whose weights were fitted to games.
#[test]
fn it_tells_the_better_of_two_endings() {
    let (game, book) = (Morris::default(), Book::own().expect("a whole book"));
    let evaluators = ["learnt", "mills"].map(evaluator);
    let (mut random, mut told, mut pairs) = (Random::new(1), [0, 0], 0);
    for men in [[3, 3], [3, 4], [4, 3], [4, 4], [5, 4], [4, 5], [5, 5]] {
        let mut known: Vec<(Value, [i32; 2])> = Vec::new();
        for _ in 0..200 {
            let state = game.parse_position(&position(&mut random, men)).expect("a position");
            if game.outcome(&state).is_some() {
                continue;
            }
            let value = book.value(&state).expect("an ending of the book");
            let judged =
                [0, 1].map(|index| evaluators[index].values(&game, &state, Context::default())[0]);
            known.push((value, judged));
        }
        for (better, high) in &known {
            for (_, low) in known.iter().filter(|(worse, _)| worse < better) {
                pairs += 1;
                for index in 0..2 {
                    told[index] += usize::from(high[index] > low[index]);
                }
            }
        }
    }
    assert!(pairs > 10_000, "{pairs}");
    assert!(told[0] * 100 > pairs * 85 && told[0] > told[1], "{told:?} of {pairs}");
}
