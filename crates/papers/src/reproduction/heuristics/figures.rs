//! The report's examples of points and its five weight matrices, cell by cell.

use anyhow::{Result, anyhow};
use ninefold_session::{Evaluation, Origin, Session, Setup};

use super::{choice, lead};
use crate::reproduction::chapter::{Chapter, Verdict};
use crate::reproduction::lab::Lab;
use crate::reproduction::open;

/// The board of the examples and of the first two figures: eleven stones.
const EXAMPLE: &str = ".x.x.x/..xx../....../....x./....../xxx.xx 0-0 1";

/// A matrix as it is printed, a stone being an x.
struct Figure {
    title: &'static str,
    heuristic: &'static str,
    position: &'static str,
    printed: [&'static str; 6],
    /// The cell that the report says is chosen.
    chosen: &'static str,
    /// A remark on it.
    note: &'static str,
}

const FIGURES: [Figure; 5] = [
    Figure {
        title: "Heuristic 1",
        heuristic: "h1",
        position: EXAMPLE,
        printed: [
            "3 x 3 x 3 x",
            "2 2 x x 2 2",
            "1 2 2 3 2 2",
            "2 1 2 2 x 2",
            "1 2 2 2 2 3",
            "x x x 5 x x",
        ],
        chosen: "6,4",
        note: "[4,2] lies on a diagonal with two stones: a misprint",
    },
    Figure {
        title: "Heuristic 2",
        heuristic: "h2",
        position: EXAMPLE,
        printed: [
            "2 x 2 x 2 x",
            "5 5 x x 5 5",
            "1 5 5 2 5 5",
            "5 1 5 5 x 5",
            "1 5 5 5 5 2",
            "x x x 7 x x",
        ],
        chosen: "6,4",
        note: "the same misprint at [4,2]",
    },
    Figure {
        title: "Heuristic 3, \"Turns = 11\"",
        heuristic: "h3(turns=11)",
        position: ".x.x.x/..xx../....../....../....../xxx.xx 0-0 1",
        printed: [
            "6 x 6 x 6 x",
            "15 15 x x 15 15",
            "3 15 15 15 3 15",
            "15 15 15 15 15 15",
            "3 15 15 15 3 15",
            "x x x 2.3 x x",
        ],
        chosen: "2,1",
        note: "ten stones are drawn, and the numbers are those of eleven turns over these ten; the report names no choice here, the first of the largest is meant",
    },
    Figure {
        title: "Heuristic 3, turn 8",
        heuristic: "h3",
        position: "xx..../.xx.../..x.../...x../....../x....x 0-0 1",
        printed: [
            "x x 20 20 20 20",
            "20 x x 20 20 20",
            "20 20 x 20 4 4",
            "20 20 20 x 20 4",
            "20 20 20 4 1.7 20",
            "x 20 20 20 20 x",
        ],
        chosen: "1,3",
        note: "decimals are cut off after the first",
    },
    Figure {
        title: "Heuristic 3, turn 26",
        heuristic: "h3",
        position: "xxxxxx/.xxxxx/x.xxx./x.xx.x/x.xxx./x..x.x 0-0 1",
        printed: [
            "x x x x x x",
            "5.2 x x x x x",
            "x 0 x x x 0",
            "x 0 x x 0 x",
            "x 5.2 x x x 0",
            "x 0 5.2 x 0 x",
        ],
        chosen: "2,1",
        note: "the report names no cell; the first of the largest is meant",
    },
];

fn at(lab: &Lab<'_>, position: &str) -> Result<Box<dyn Session>> {
    let setup = Setup { origin: Origin::Position(position.to_owned()), ..Setup::default() };
    open(lab.games, ("369:6".to_owned(), setup))
}

/// The examples of the rules and all figures, with a claim about each.
pub(super) fn all(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    chapter.say("**The figures, cell by cell.** A stone is ●. Where the report prints another number than the heuristic gives, the cell has both; printed decimals are cut off after the first.");
    for figure in &FIGURES {
        matrix(lab, chapter, figure)?;
    }
    for (place, cell, printed) in [("[1]", "3,4", 2), ("[2]", "6,4", 3)] {
        let mut session = at(lab, EXAMPLE)?;
        session.play(cell)?;
        let points = lead(&*session)?;
        chapter.claim(
            &format!("a stone at {place} earns {printed} points"),
            format!("{points} at {cell}"),
            Verdict::of(points == printed),
        );
    }
    Ok(())
}

fn matrix(lab: &Lab<'_>, chapter: &mut Chapter, figure: &Figure) -> Result<()> {
    let session = at(lab, figure.position)?;
    let Evaluation::Weights { weights, .. } = session.evaluate(figure.heuristic)? else {
        return Err(anyhow!("{} gives no weights", figure.heuristic));
    };
    chapter.say(format!("\n{} (`{}`), {}:", figure.title, figure.heuristic, figure.note));
    chapter.head(&["", "1", "2", "3", "4", "5", "6"]);
    let (mut cells, mut same) = (0, 0);
    for (row, line) in (1..).zip(figure.printed) {
        let mut shown = vec![format!("**{row}**")];
        for (column, text) in (1..).zip(line.split(' ')) {
            let Some(here) = weights.get(&format!("{row},{column}")).and_then(|w| w.as_f64())
            else {
                shown.push("●".to_owned());
                continue;
            };
            cells += 1;
            // Printed numbers are truncated, not rounded: 1.75 is printed as 1.7.
            let equal =
                text.parse().is_ok_and(|printed: f64| (0.0..0.1).contains(&(here - printed)));
            same += usize::from(equal);
            shown.push(if equal { text.to_owned() } else { format!("{text}, here **{here}**") });
        }
        chapter.row(&shown);
    }
    chapter.claim(
        &format!("{}: the printed matrix", figure.title),
        format!("{same} of {cells} cells (`{}`)", figure.heuristic),
        match (same == cells, cells - same) {
            (true, _) => Verdict::Agrees,
            (_, 1) => Verdict::Open("one misprint, see the figure"),
            _ => Verdict::Differs,
        },
    );
    let found = choice(&*session, figure.heuristic)?.unwrap_or_default();
    let verdict = Verdict::of(found == figure.chosen);
    chapter.claim(&format!("{}: the choice is {}", figure.title, figure.chosen), found, verdict);
    Ok(())
}
