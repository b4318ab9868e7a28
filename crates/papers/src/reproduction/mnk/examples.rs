//! The assignment's printed examples, run word for word.

use anyhow::{Result, anyhow};

use crate::assignment;
use crate::reproduction::chapter::{Chapter, Verdict};

/// The name of an example in the text, its input, and the printed answer.
const EXAMPLES: [(&str, &str, &str); 8] = [
    (
        "all moves of the empty board, in order",
        "GEN_ALL_POS_MOV 3 3 3 1 0 0 0 0 0 0 0 0 0",
        "9 1 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 1",
    ),
    (
        "\"possible moves count = 4\"",
        "GEN_ALL_POS_MOV 3 3 3 2 1 0 0 1 0 1 2 0 2",
        "4 1 2 0 1 0 1 2 0 2 1 0 2 1 0 1 2 0 2 1 0 0 1 2 1 2 0 2 1 0 0 1 0 1 2 2 2",
    ),
    (
        "the same cut at the win, \"possible moves count = 1\"",
        "GEN_ALL_POS_MOV_CUT_IF_GAME_OVER 3 3 3 2 1 0 0 1 0 1 2 0 2",
        "1 1 0 0 1 0 1 2 2 2",
    ),
    (
        "test example (1)",
        "GEN_ALL_POS_MOV 3 3 3 1 1 2 0 0 0 0 0 0 0",
        "7 1 2 1 0 0 0 0 0 0 1 2 0 1 0 0 0 0 0 1 2 0 0 1 0 0 0 0 1 2 0 0 0 1 0 0 0 1 2 0 0 0 0 1 0 0 1 2 0 0 0 0 0 1 0 1 2 0 0 0 0 0 0 1",
    ),
    (
        "test example (2)",
        "GEN_ALL_POS_MOV_CUT_IF_GAME_OVER 3 3 3 1 0 2 1 2 2 1 0 1 0",
        "1 0 2 1 2 2 1 0 1 1",
    ),
    ("test example (3a)", "SOLVE_GAME_STATE 3 3 3 2 1 0 0 0 0 0 0 0 0", "BOTH_PLAYERS_TIE"),
    ("test example (3b)", "SOLVE_GAME_STATE 3 3 3 1 1 2 0 0 0 0 0 0 0", "FIRST_PLAYER_WINS"),
    (
        "\"the cross player wins on his next move\": two crosses on a diagonal, open at both ends",
        "SOLVE_GAME_STATE 4 4 3 2 0 0 0 0 0 0 1 0 0 1 2 0 0 0 0 0",
        "FIRST_PLAYER_WINS",
    ),
];

/// Every example with its answer, and a claim about all.
pub(super) fn all(chapter: &mut Chapter) -> Result<()> {
    chapter.say("**The printed examples**, asked as printed and compared word by word:");
    chapter.head(&["example", "command", "printed", "here"]);
    let mut same = 0;
    for (name, input, printed) in EXAMPLES {
        let mut answer = Vec::new();
        assignment::run(&mut input.as_bytes(), &mut answer)
            .map_err(|error| anyhow!("{name}: {error}"))?;
        let answer = String::from_utf8(answer)?;
        let equal = answer.split_whitespace().eq(printed.split_whitespace());
        same += usize::from(equal);
        // For a list of boards the number is enough for a reader; the verdict covers the rest.
        let short = |text: &str| match text.split_whitespace().collect::<Vec<_>>()[..] {
            [] => "nothing".to_owned(),
            [word] => format!("`{word}`"),
            ["1", ..] => "1 board".to_owned(),
            [count, ..] => format!("{count} boards"),
        };
        let here = if equal { "the same".to_owned() } else { format!("**{}**", short(&answer)) };
        let command = input.split_whitespace().take(5).collect::<Vec<_>>().join(" ");
        chapter.row(&[name.to_owned(), format!("`{command} …`"), short(printed), here]);
    }
    chapter.claim(
        "the printed examples",
        format!("{same} of {} have the printed answer", EXAMPLES.len()),
        Verdict::of(same == EXAMPLES.len()),
    );
    Ok(())
}
