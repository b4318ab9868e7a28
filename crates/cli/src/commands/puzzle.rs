//! `puzzle`: positions with exactly one right move.

use std::path::Path;

use anyhow::{Context, Result, bail};
use ninefold_puzzles::{Collection, Finder, Numbered, Puzzle, THEMES, Wanted, verify};
use ninefold_session::{Games, Origin, Setup};
use serde_json::json;

use super::print_json;
use crate::args::PuzzleArgs;
use crate::interrupt::{serve_another, stop_flag};
use crate::saves::{read as read_file, shown};
use crate::{Answer, Console};

/// Prints a puzzle, finds new ones, or verifies those that come with the program.
pub(super) fn puzzle(
    games: &Games,
    wanted: &PuzzleArgs,
    data: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let family = games.family(&wanted.game)?.id;
    if let Some(theme) = wanted.theme.as_ref().filter(|theme| !THEMES.contains(&&***theme)) {
        bail!("there is no theme \"{theme}\"; themes: {}", THEMES.join(", "));
    }
    if let Some(count) = wanted.count {
        return find(games, wanted, count, data, console);
    }
    let puzzles: Vec<&Numbered> = Collection::shipped().of(family).collect();
    if puzzles.is_empty() {
        bail!("{family} has no puzzles; games with puzzles: {}", families().join(", "));
    }
    if wanted.verify {
        return verify_all(games, &puzzles, data, json, console);
    }
    let fits = |puzzle: &&&Numbered| {
        wanted.level.is_none_or(|level| puzzle.level() == level)
            && wanted.theme.as_ref().is_none_or(|theme| puzzle.themes.contains(theme))
            && (wanted.game == family || puzzle.game == wanted.game)
    };
    let fitting: Vec<&&Numbered> = puzzles.iter().filter(fits).collect();
    let Some(place) = wanted.seed.checked_rem(fitting.len() as u64) else {
        writeln!(console.err, "ninefold: no puzzle of this kind comes with the program")?;
        return Ok(Answer::No);
    };
    print(games, fitting[place as usize], wanted.solution, json, console)
}

/// The families that have puzzles.
fn families() -> Vec<&'static str> {
    let mut families: Vec<&str> = Collection::shipped()
        .all()
        .iter()
        .filter_map(|puzzle| puzzle.game.split(':').next())
        .collect();
    families.dedup();
    families
}

fn print(
    games: &Games,
    puzzle: &Numbered,
    solution: bool,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let origin = Origin::Position(puzzle.position.clone());
    let session = games.open(&puzzle.game, &Setup { origin, ..Setup::default() })?;
    let right = session.moves().swap_remove(puzzle.solution());
    let best = puzzle.best();
    if json {
        let answer = json!({
            "position": puzzle.position,
            "solution": right,
            "level": puzzle.level(),
            "plies": best.plies,
            "id": puzzle.id,
            "game": puzzle.game,
            "themes": puzzle.themes,
            "grade": puzzle.grade,
            "value": best.value,
        });
        print_json(console, &answer)?;
        return Ok(Answer::Yes);
    }
    writeln!(console.out, "game     {}", puzzle.game)?;
    writeln!(console.out, "position {}", puzzle.position)?;
    writeln!(console.out, "level    {}", puzzle.level())?;
    writeln!(console.out, "theme    {}", puzzle.themes.join(", "))?;
    if let Some(plies) = best.plies {
        writeln!(console.out, "plies    {plies}")?;
    }
    if solution {
        writeln!(console.out, "solution {right}")?;
    }
    Ok(Answer::Yes)
}

/// Finds new puzzles, none of them an image of one that comes with the program.
fn find(
    games: &Games,
    wanted: &PuzzleArgs,
    count: usize,
    data: &Path,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let stop = stop_flag();
    if wanted.child {
        serve_another(&stop);
    }
    let looked_for = Wanted {
        game: games.kind(&wanted.game)?.spec().to_owned(),
        theme: wanted.theme.clone(),
        seed: wanted.seed,
        data: Some(data.to_owned()),
    };
    let known = Collection::shipped().all().iter().map(|numbered| &numbered.puzzle);
    let more = wanted.without.as_deref().map(read).transpose()?.unwrap_or_default();
    let known = known.chain(&more).filter(|puzzle| puzzle.game == looked_for.game);
    let mut finder = Finder::new(games, looked_for.clone(), stop).without(known)?;
    for found in 1..=count {
        let Some(puzzle) = finder.next_puzzle()? else {
            writeln!(console.err, "ninefold: stopped after {} of {count} puzzles", found - 1)?;
            return Ok(Answer::Stopped);
        };
        writeln!(console.out, "{puzzle}")?;
        console.out.flush()?;
        if console.live {
            write!(console.err, "\r{found} of {count} puzzles found")?;
        }
    }
    if console.live {
        writeln!(console.err)?;
    }
    Ok(Answer::Yes)
}

/// The largest file of puzzles, in bytes.
const LARGEST_FILE: u64 = 64 << 20;

/// The puzzles of a file, one per line.
fn read(file: &Path) -> Result<Vec<Puzzle>> {
    let text = read_file(file, &mut std::io::empty(), LARGEST_FILE)?;
    let lines = text.lines().enumerate();
    let puzzles = lines.map(|(index, line)| {
        line.parse().with_context(|| format!("line {} of {}", index + 1, shown(file)))
    });
    puzzles.collect()
}

fn verify_all(
    games: &Games,
    puzzles: &[&Numbered],
    data: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let (mut right, mut unknown, mut wrong) = (0, 0, Vec::new());
    for (index, puzzle) in puzzles.iter().enumerate() {
        match verify(games, puzzle, Some(data.to_owned())) {
            Ok(Some(())) => right += 1,
            Ok(None) => unknown += 1,
            Err(problem) => wrong.push(format!("{}: {problem}", puzzle.id)),
        }
        if console.live {
            write!(console.err, "\r{} of {} puzzles looked at", index + 1, puzzles.len())?;
        }
    }
    if console.live {
        writeln!(console.err)?;
    }
    let answer = if wrong.is_empty() { Answer::Yes } else { Answer::No };
    if json {
        print_json(console, &json!({ "right": right, "unknown": unknown, "wrong": wrong }))?;
        return Ok(answer);
    }
    writeln!(console.out, "{right} puzzles are right, {} wrong", wrong.len())?;
    if unknown > 0 {
        writeln!(console.out, "{unknown} need tables that are not there")?;
    }
    for problem in wrong {
        writeln!(console.out, "{problem}")?;
    }
    Ok(answer)
}
