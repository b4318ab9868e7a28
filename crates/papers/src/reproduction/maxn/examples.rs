//! The paper's two worked evaluations, 605 and 785, term by term.

use anyhow::{Result, anyhow};
use ninefold_session::{Origin, Setup};

use crate::reproduction::chapter::{Chapter, Verdict};
use crate::reproduction::lab::Lab;
use crate::reproduction::open;

/// Figure 3 (a), rebuilt from the listed moves: the second player is to move.
const START: &str = "02212222210/20000000001/10505000002/20000000502/20000000002/10000500502/20500000002/20000005002/10050050001/10000000001/01111111110 2";

/// Where the example is, its moves, and the printed values: sections held, counters blocked, the
/// sum of y, and the value.
const EXAMPLES: [(&str, &str, [i64; 4]); 2] = [
    ("figure 3 (c)", "1,0 10,1 0,2 0,3 0,6", [2, 2, 225, 605]),
    ("figure 4", "1,0 5,0 0,1 2,0 0,2", [2, 4, 225, 785]),
];

pub(super) fn all(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    chapter.say("\n**The worked evaluations.** Figure 3 (a) rebuilt from the listed moves, then five moves; the value is the second player's, 100 a section held, 90 a counter blocked, and y, which is 30 a section less 15 a counter in it:");
    chapter.head(&[
        "leaf",
        "moves",
        "held, printed",
        "here",
        "blocked, printed",
        "here",
        "sum of y, printed",
        "here",
        "eva, printed",
        "here",
    ]);
    for (place, moves, printed) in EXAMPLES {
        let setup = Setup {
            origin: Origin::Position(START.to_owned()),
            moves: moves.split(' ').map(str::to_owned).collect(),
            ..Setup::default()
        };
        let session = open(lab.games, ("9tka:2".to_owned(), setup))?;
        let evaluation = session.explain("eva")?;
        let explained = evaluation.explained().ok_or_else(|| anyhow!("eva has no parts"))?;
        let player =
            explained.players.get(1).ok_or_else(|| anyhow!("there is no second player"))?;
        let sum =
            |name: &str, products: bool| -> i64 {
                let terms = player.terms.iter().filter(|term| term.name == name);
                terms
                    .map(|term| {
                        if products {
                            term.product.into()
                        } else {
                            term.count.as_i64().unwrap_or(0)
                        }
                    })
                    .sum()
            };
        let own = sum("own counters blocked", false);
        let here = [
            sum("held", false),
            sum("counters of others blocked", false) - own,
            sum("not crowded", true) + sum("own counters in it", true),
            player.sum.into(),
        ];
        let mut cells = vec![place.to_owned(), moves.to_owned()];
        for (printed, here) in printed.iter().zip(here) {
            cells.extend([printed.to_string(), here.to_string()]);
        }
        chapter.row(&cells);
        chapter.claim(
            &format!("eva is {} at the leaf of {place}", printed[3]),
            format!("{}, and every term as printed", here[3]),
            Verdict::of(here == printed),
        );
    }
    Ok(())
}
