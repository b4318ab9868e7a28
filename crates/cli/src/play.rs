//! Playing in the terminal: choosing the game and the players, and storing the record.

mod refusal;
mod terminal_game;

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use ninefold_core::{Record, nearest, quote};
use ninefold_session::{Games, PlayerError, PlayerSpec, Programs, Session, Setup};
use ninefold_store::KeptGame;

use self::terminal_game::{Keep, TerminalGame};
use crate::args::PlayArgs;
use crate::kept_games::KeptGames;
use crate::saves::{self, LARGEST_RECORD, shown};
use crate::{Answer, Console};

/// Asks for a game and plays it.
fn choose(games: &Games, kept: KeptGames, console: &mut Console<'_>) -> Result<Answer> {
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
        let data = kept.data().to_owned();
        let setup = Setup { seed: new_seed(), data: Some(data.clone()), ..Setup::default() };
        match games.open(spec, &setup) {
            Ok(session) => {
                let seats = usual_seats(session.players())?;
                let keep = Keep::In(kept);
                return TerminalGame::new(games, session, seats, keep, data)?.play(console);
            }
            Err(error) => writeln!(console.out, "{error}")?,
        }
    }
}

/// Plays the game named in the arguments.
pub(crate) fn run(
    games: &Games,
    args: PlayArgs,
    kept: KeptGames,
    console: &mut Console<'_>,
) -> Result<Answer> {
    if let Some(what) = args.resume {
        let programs = if args.allow_programs { Programs::Allowed } else { Programs::Refused };
        return resume(games, what, args.save, programs, kept, console);
    }
    let Some(game) = args.game else { return choose(games, kept, console) };
    let data = kept.data().to_owned();
    let session = games.open(&game, &args.origin.setup(new_seed(), Some(data.clone())))?;
    let seats = match args.players.as_slice() {
        [] => usual_seats(session.players())?,
        players => seated(players)?,
    };
    let keep = match args.save {
        None => Keep::In(kept),
        Some(file) => Keep::New(unused(file)?),
    };
    TerminalGame::new(games, session, seats, keep, data)?.play(console)
}

/// The players of these specifications.
fn seated(players: &[String]) -> Result<Vec<PlayerSpec>, PlayerError> {
    players.iter().map(|spec| PlayerSpec::parse_with(spec, Programs::Allowed)).collect()
}

/// The players named in a record. A record starts no program unless the user allows it.
fn seated_by_record(players: &[String], programs: Programs) -> Result<Vec<PlayerSpec>> {
    let read = |spec: &String| match PlayerSpec::parse_with(spec, programs) {
        Err(PlayerError::NoPrograms { spec }) => {
            bail!("it names a program, {}: if you trust it, --allow-programs runs it", quote(&spec))
        }
        read => Ok(read?),
    };
    players.iter().map(read).collect()
}

/// Continues the record in a file, the stored game of this name, or the last unfinished one that a
/// person can continue here.
fn resume(
    games: &Games,
    what: Option<PathBuf>,
    save: Option<PathBuf>,
    programs: Programs,
    kept: KeptGames,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let data = kept.data().to_owned();
    let named = match &what {
        Some(name) if name != Path::new("-") && !name.exists() => {
            name.to_str().map(|name| kept.game(games, name)).transpose()?.flatten()
        }
        _ => None,
    };
    let (session, record, keep, shown) = match (what, named) {
        (None, _) => {
            let open = |game: &KeptGame| {
                let is_ours = seated(&game.record.seats).ok()?.iter().any(PlayerSpec::is_human);
                reopen_kept(games, game, &data).ok().filter(|_| is_ours)
            };
            let (game, session) = kept.last_unfinished(games, open)?;
            let shown = game_named(&game.kept.id);
            (session, game.kept.record.clone(), Keep::Game(Box::new(game)), shown)
        }
        (Some(_), Some(game)) => {
            let shown = game_named(&game.kept.id);
            let session = reopen_kept(games, &game.kept, &data).with_context(|| shown.clone())?;
            (session, game.kept.record.clone(), Keep::Game(Box::new(game)), shown)
        }
        (Some(name), None) if name != Path::new("-") && !name.exists() => bail!(
            "there is neither a file nor a kept game {}; `ninefold record list` tells the names of the games",
            quote(&name.to_string_lossy())
        ),
        (Some(file), None) => {
            let text = saves::read(&file, &mut console.input, LARGEST_RECORD)?;
            let record = Record::parse(&text).with_context(|| shown(&file))?;
            let session = reopen(games, &record, &data).with_context(|| shown(&file))?;
            let shown = shown(&file);
            let keep = if file == Path::new("-") { Keep::In(kept) } else { Keep::File(file) };
            (session, record, keep, shown)
        }
    };
    let seats = match record.seats.as_slice() {
        [] => usual_seats(session.players())?,
        players => {
            let is_own = matches!(&keep, Keep::Game(game) if !game.kept.is_imported());
            let programs = if is_own { Programs::Allowed } else { programs };
            seated_by_record(players, programs).with_context(|| shown.clone())?
        }
    };
    let keep = match save {
        Some(new) => Keep::New(unused(new)?),
        None => keep,
    };
    let game = TerminalGame::new(games, session, seats, keep, data).with_context(|| shown)?;
    game.with_tags(record.tags).play(console)
}

/// A stored game's name in sentences.
fn game_named(id: &str) -> String {
    format!("game {}", quote(id))
}

/// A session at the end of a stored game, if it can be continued in a terminal.
fn reopen_kept(games: &Games, game: &KeptGame, data: &Path) -> Result<Box<dyn Session>> {
    if game.is_shared() {
        bail!("others play it from their own devices: go on with it on the page");
    }
    if game.is_timed() {
        bail!("it is played with clocks, which run on the page only: go on with it there");
    }
    if game.is_counted() && game.record.reason.is_none() {
        bail!("it counts in a study, which is played on the page only: go on with it there");
    }
    reopen(games, &game.record, data)
}

fn reopen(games: &Games, record: &Record, data: &Path) -> Result<Box<dyn Session>> {
    if let Some(reason) = &record.reason {
        bail!("the game is over ({})", reason.escape_debug());
    }
    Ok(games.replay(record, Some(data.to_owned()))?)
}

/// The default opponent.
const OPPONENT: &str = "best:time=300ms";

/// A file that does not exist yet: existing files are never overwritten.
fn unused(file: PathBuf) -> Result<PathBuf> {
    if file.exists() {
        bail!("{} exists already; name another file, or go on with --resume", shown(&file));
    }
    Ok(file)
}

/// A person against strong players that answer at once.
fn usual_seats(players: usize) -> Result<Vec<PlayerSpec>> {
    let spec = |seat| if seat == 0 { "human" } else { OPPONENT };
    Ok(seated(&(0..players).map(|seat| spec(seat).to_owned()).collect::<Vec<_>>())?)
}

/// A random seed: another game every time, which its record can still repeat.
fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_millis() as u64)
}

/// One line of input; `None` at its end. Only the beginning of an overlong line is read, so that no
/// input fills the memory.
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

/// The command named by a typed word, in any case.
fn command<'a>(word: &str, commands: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase();
    commands.iter().find(|command| **command == word).copied()
}

/// The command most similar to an unknown word.
fn near_command<'a>(word: &str, commands: &[&'a str]) -> Option<&'a str> {
    nearest(word, commands.iter().copied())
}
