//! Playing in the terminal: which game, which players, and where its record goes.

mod terminal_game;

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use ninefold_core::{Record, nearest};
use ninefold_session::{Games, PlayerSpec, Programs, Session, Setup};

use self::terminal_game::{Keep, TerminalGame};
use crate::args::PlayArgs;
use crate::saves::{self, LARGEST_RECORD, Saves, shown};
use crate::{Answer, Console};

/// Asks for a game and plays it.
fn choose(games: &Games, saves: Saves, console: &mut Console<'_>) -> Result<Answer> {
    writeln!(console.out, "Ninefold: which game? (its name, Enter for the first, or quit)\n")?;
    for family in games.families() {
        writeln!(console.out, "  {:<20} {}", family.form(), family.summary)?;
    }
    loop {
        let Some(line) = ask("\ngame: ", console)? else { return Ok(Answer::Yes) };
        let spec = match line.trim() {
            "" => games.families().next().map_or("", |family| family.id),
            "quit" | "exit" => return Ok(Answer::Yes),
            typed => typed,
        };
        let data = saves.data().to_owned();
        let setup = Setup { seed: new_seed(), data: Some(data.clone()), ..Setup::default() };
        match games.open(spec, &setup) {
            Ok(session) => {
                let seats = usual_seats(session.players())?;
                let game = TerminalGame::new(session, seats, Keep::In(saves))?;
                return game.with_data(data).play(console);
            }
            Err(error) => writeln!(console.out, "{error}")?,
        }
    }
}

/// Plays the game the arguments name.
pub(crate) fn run(
    games: &Games,
    args: PlayArgs,
    saves: Saves,
    console: &mut Console<'_>,
) -> Result<Answer> {
    if let Some(file) = args.resume {
        return resume(games, file, args.save, saves, console);
    }
    let Some(game) = args.game else { return choose(games, saves, console) };
    let data = saves.data().to_owned();
    let session = games.open(&game, &args.origin.setup(new_seed(), Some(data.clone())))?;
    let seats = match args.players.as_slice() {
        [] => usual_seats(session.players())?,
        players => players
            .iter()
            .map(|spec| PlayerSpec::parse_with(spec, Programs::Allowed))
            .collect::<Result<_, _>>()?,
    };
    let keep = match args.save {
        None => Keep::In(saves),
        Some(file) => Keep::New(unused(file)?),
    };
    TerminalGame::new(session, seats, keep)?.with_data(data).play(console)
}

/// Goes on with the game in a file, or with the last unfinished one that still can be played.
fn resume(
    games: &Games,
    file: Option<PathBuf>,
    save: Option<PathBuf>,
    saves: Saves,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let (file, session, record) = match file {
        None => {
            let openable = |(file, record): (PathBuf, Record)| {
                let (session, record) = reopen(games, record, &saves).ok()?;
                Some((file, session, record))
            };
            saves.unfinished().find_map(openable).ok_or_else(|| saves.nothing_unfinished())?
        }
        Some(file) => {
            let text = saves::read(&file, &mut console.input, LARGEST_RECORD)?;
            let record = Record::parse(&text).with_context(|| shown(&file))?;
            let (session, record) = reopen(games, record, &saves).with_context(|| shown(&file))?;
            (file, session, record)
        }
    };
    let seats = match record.seats.as_slice() {
        [] => usual_seats(session.players())?,
        players => {
            let seats = players.iter().map(|spec| PlayerSpec::parse_with(spec, Programs::Allowed));
            seats.collect::<Result<_, _>>().with_context(|| shown(&file))?
        }
    };
    let data = saves.data().to_owned();
    let keep = match save {
        Some(new) => Keep::New(unused(new)?),
        None if file == Path::new("-") => Keep::In(saves),
        None => Keep::File(file.clone()),
    };
    let game = TerminalGame::new(session, seats, keep).with_context(|| shown(&file))?;
    game.with_tags(record.tags).with_data(data).play(console)
}

fn reopen(games: &Games, record: Record, saves: &Saves) -> Result<(Box<dyn Session>, Record)> {
    if let Some(reason) = &record.reason {
        bail!("the game is over ({})", reason.escape_debug());
    }
    let session = games.replay(&record, Some(saves.data().to_owned()))?;
    Ok((session, record))
}

/// Who sits opposite when nobody is named.
const OPPONENT: &str = "best:time=300ms";

/// A file that does not exist yet: nothing stored is written over.
fn unused(file: PathBuf) -> Result<PathBuf> {
    if file.exists() {
        bail!("{} exists already; name another file, or go on with --resume", shown(&file));
    }
    Ok(file)
}

/// A person against good players that answer at once.
fn usual_seats(players: usize) -> Result<Vec<PlayerSpec>> {
    let spec = |seat| if seat == 0 { "human" } else { OPPONENT };
    Ok((0..players)
        .map(|seat| PlayerSpec::parse_with(spec(seat), Programs::Allowed))
        .collect::<Result<_, _>>()?)
}

/// A seed nobody chose: another game every time, which its record can still repeat.
fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_millis() as u64)
}

/// One line of input, or nothing at its end. Of a line too long to mean anything only the beginning
/// is kept, so that no input fills the memory.
fn ask(prompt: &str, console: &mut Console<'_>) -> Result<Option<String>> {
    const LONGEST: usize = 4096;
    write!(console.out, "{prompt}")?;
    console.out.flush()?;
    let mut line = Vec::new();
    loop {
        let buffer = console.input.fill_buf()?;
        if buffer.is_empty() {
            let text = String::from_utf8_lossy(&line).into_owned();
            return Ok((!line.is_empty()).then_some(text));
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(buffer.len(), |end| end + 1);
        let room = LONGEST.saturating_sub(line.len());
        line.extend_from_slice(&buffer[..taken.min(room)]);
        console.input.consume(taken);
        if end.is_some() {
            return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }
}

/// The command that a typed word means, whatever its case.
fn command<'a>(word: &str, commands: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase();
    commands.iter().find(|command| **command == word).copied()
}

/// The command that looks like a word that is neither a move nor a command.
fn near_command<'a>(word: &str, commands: &[&'a str]) -> Option<&'a str> {
    nearest(word, commands.iter().copied())
}
