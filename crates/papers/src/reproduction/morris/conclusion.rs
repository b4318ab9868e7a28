//! Times compared with the paper's, and the verdicts on its claims.

use super::lines::{AB, MM};
use super::{READINGS, Repeated};
use crate::reproduction::chapter::{Chapter, Verdict};

fn of<'a>(lines: &'a [Repeated], table: &str) -> Option<&'a Repeated> {
    lines.iter().find(|line| line.pairing.tables.contains(&table))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The paper's times and ours, where both players search alike.
pub(super) fn times(chapter: &mut Chapter, lines: &[Repeated]) {
    chapter.say("\n**Times.** The paper prints times of whole games and no numbers of positions. Where both players search alike, they make this much a move:");
    chapter.head(&[
        "search",
        "table",
        "paper, s a game",
        "paper, ms a move",
        "here, s a game",
        "here, ms a move",
        "the paper's are longer by",
    ]);
    let mut moves = Vec::new();
    for (search, depth, table) in [(AB, 3, "I"), (MM, 3, "V"), (AB, 5, "II"), (MM, 5, "VI")] {
        let Some(line) = of(lines, table) else { continue };
        let paper = mean(&line.pairing.seconds);
        let plies: u32 = line.pairing.moves.iter().sum();
        let theirs = 1000.0 * line.pairing.seconds.iter().sum::<f64>() / f64::from(plies);
        let ours = 1000.0 * line.seconds / line.mean_plies();
        moves.push((search, depth, theirs, ours));
        chapter.row(&[
            format!("{search}, depth {depth}"),
            table.to_owned(),
            format!("{paper:.1}"),
            format!("{theirs:.0}"),
            format!("{:.3}", line.seconds),
            format!("{ours:.3}"),
            format!("{:.0} times", theirs / ours),
        ]);
    }
    for wanted in [3, 5] {
        let a_move = |name: &str| {
            moves.iter().find(|(search, depth, ..)| *search == name && *depth == wanted)
        };
        let (Some(pruned), Some(plain)) = (a_move(AB), a_move(MM)) else { continue };
        chapter.claim(
            &format!(
                "at depth {wanted} minimax takes {:.1} times as long a move as alpha-beta",
                plain.2 / pruned.2
            ),
            format!("{:.1} times as long", plain.3 / pruned.3),
            Verdict::of_ratio(plain.2 / pruned.2, plain.3 / pruned.3),
        );
    }
}

pub(super) fn claims(chapter: &mut Chapter, repeated: &[Vec<Repeated>], explained: &str) {
    let lines = &repeated[0];
    for (reading, lines) in READINGS.iter().zip(repeated) {
        let unlikely: Vec<String> =
            lines.iter().filter(|one| one.p < 0.05).map(|one| one.pairing.name()).collect();
        let mut here = format!(
            "{} of {} have results that our shares make likely (*p* at least 5 %)",
            lines.len() - unlikely.len(),
            lines.len()
        );
        if !unlikely.is_empty() {
            here += &format!("; unlikely are {}", unlikely.join("; "));
        }
        chapter.claim(
            &format!("line by line, with {}", reading.rules),
            here,
            Verdict::Open("one to five games a line tell little: see all of them together"),
        );
    }
    let (mut same, mut compared) = (0, 0);
    for (pruned, plain) in [("I", "V"), ("III", "VII")] {
        if let (Some(pruned), Some(plain)) = (of(lines, pruned), of(lines, plain)) {
            let pairs = || pruned.games.iter().zip(&plain.games);
            same += pairs().filter(|(a, b)| a == b).count();
            compared += pairs().count();
        }
    }
    chapter.claim(
        "minimax and alpha-beta have other results in tables I and V, III and VII",
        format!("of {compared} pairs of games with equal seeds {same} are the same move by move: the two differ in time alone, and the paper's differences are chance"),
        Verdict::of(same < compared),
    );
    let longest = |lines: &[Repeated]| {
        lines.iter().filter_map(|one| one.plies.last().copied()).max().unwrap_or_default()
    };
    let kept = repeated[..2].iter().map(|lines| longest(lines)).max().unwrap_or_default();
    let program = repeated[2..].iter().map(|lines| longest(lines)).max().unwrap_or_default();
    chapter.claim(
        "games of 605 and 807 moves",
        format!("with fifty moves without a mill as a draw, a rule the paper states and its program does not keep, the longest has {kept}; without it {program}"),
        Verdict::of(program >= 605),
    );
    chapter.conclude("What the paper says, and what was found");
    chapter.say(format!("\n**What explains the paper's numbers** (a two-sided 5 % for each): {explained}. These are sixteen tests, so one may be off by chance. The bonus of half a win for a draw counts for player 1 whoever is better off, as in the paper's program: player 1 seeks draws and player 2 avoids them. The published program does more that no reading here repeats: its search forgets the men that were taken before, and men that fly do not move ([papers.md](papers.md)); whether the tables were made so nobody can say."));
}
