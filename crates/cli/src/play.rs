//! Playing in the terminal: any mix of people and computers, with undo, save and resume.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use ninefold_core::{Payoffs, Player, Record};
use ninefold_desk::{Games, Opener, PlayerSpec, Setup, Table};

use crate::args::PlayArgs;
use crate::commands::read_text;
use crate::saves::{self, Saves};
use crate::{Answer, Console, draw};

const HELP: &str = "  a move      play it
  moves       list the legal moves
  undo        take back your last move and the answers to it
  show        draw the board again
  save FILE   write the record to a file
  resign      give the game up (two players)
  quit        stop; the game is kept and `ninefold play --resume` goes on with it
";

/// Asks for a game and plays it.
pub(crate) fn choose(games: &Games, saves: Saves, console: &mut Console<'_>) -> Result<Answer> {
    writeln!(console.out, "Ninefold: which game? (type its name, or just Enter for the first)\n")?;
    for family in games.families() {
        writeln!(console.out, "  {:<20} {}", family.form(), family.summary)?;
    }
    loop {
        let Some(line) = ask("\ngame: ", console)? else { return Ok(Answer::Yes) };
        let spec = match line.trim() {
            "" => games.families().next().map_or("", |family| family.id),
            typed => typed,
        };
        let setup = Setup { seed: new_seed(), ..Setup::default() };
        match games.open(spec, Opener::Setup(setup)) {
            Ok(table) => return Session::new(table?, None, Keep::In(saves))?.play(console),
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
        let (file, record) = match file {
            None => saves.last_unfinished()?,
            Some(file) => {
                let record = Record::parse(&read_text(&file, console)?);
                let record = record.with_context(|| file.display().to_string())?;
                (file, record)
            }
        };
        if let (Some(_), Some(reason)) = (&record.result, &record.reason) {
            bail!("the game in {} is over ({reason})", file.display());
        }
        let (spec, seats) = (record.game.clone(), record.seats.clone());
        let table = games.open(&spec, Opener::Record(Box::new(record)))?;
        let table = table.with_context(|| file.display().to_string())?;
        let keep = Keep::File(args.save.unwrap_or(file));
        return Session::new(table, Some(&seats), keep)?.play(console);
    }
    let Some(game) = args.game else { return choose(games, saves, console) };
    let table = games.open(&game, args.origin.opener(new_seed()))??;
    let players = (!args.players.is_empty()).then_some(args.players.as_slice());
    let keep = args.save.map_or(Keep::In(saves), Keep::File);
    Session::new(table, players, keep)?.play(console)
}

/// Where the record goes.
enum Keep {
    /// Into the folder of saved games, under a name not yet chosen.
    In(Saves),
    /// Into this file.
    File(PathBuf),
    /// Nowhere.
    Nowhere,
}

/// What a typed line led to.
enum Next {
    GoOn,
    Stop,
}

/// A game at the terminal.
struct Session {
    table: Box<dyn Table>,
    seats: Vec<PlayerSpec>,
    keep: Keep,
    resigned: Option<Player>,
}

impl Session {
    fn new(mut table: Box<dyn Table>, players: Option<&[String]>, keep: Keep) -> Result<Session> {
        let seats = match players {
            Some(players) => {
                players.iter().map(|spec| PlayerSpec::parse(spec)).collect::<Result<Vec<_>, _>>()?
            }
            None => {
                let spec = |seat| if seat == 0 { "human" } else { "random" };
                (0..table.players())
                    .map(|seat| PlayerSpec::parse(spec(seat)))
                    .collect::<Result<_, _>>()?
            }
        };
        table.seat(&seats)?;
        // Games between computers repeat from their seed; only people's are kept unasked.
        let keep = match keep {
            Keep::In(_) if !seats.iter().any(PlayerSpec::is_human) => Keep::Nowhere,
            keep => keep,
        };
        Ok(Session { table, seats, keep, resigned: None })
    }

    fn play(mut self, console: &mut Console<'_>) -> Result<Answer> {
        let people = self.seats.iter().any(PlayerSpec::is_human);
        if people {
            self.show(console)?;
            writeln!(console.out, "Type a move, or help.")?;
        }
        while self.resigned.is_none() && !self.table.status().over {
            if let Some(mv) = self.table.think() {
                writeln!(console.out, "{}: {mv}", self.mover())?;
                self.table.play(&mv)?;
                self.save(console)?;
                if people && self.is_persons_turn() {
                    self.show(console)?;
                }
            } else if let Next::Stop = self.take_line(console)? {
                return Ok(Answer::Yes);
            }
        }
        self.show(console)?;
        if let Some(player) = self.resigned {
            writeln!(console.out, "  {} resigns.", self.name(player))?;
        }
        Ok(Answer::Yes)
    }

    /// One line from the person on turn.
    fn take_line(&mut self, console: &mut Console<'_>) -> Result<Next> {
        let Some(line) = ask(&format!("{} to move: ", self.mover()), console)? else {
            writeln!(console.out)?;
            return self.stop(console);
        };
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match (word, rest.trim()) {
            ("", _) => {}
            ("help" | "?", _) => write!(console.out, "{HELP}")?,
            ("moves", _) => writeln!(console.out, "{}", self.table.moves().join(" "))?,
            ("show", _) => self.show(console)?,
            ("undo", _) => self.undo(console)?,
            ("save", "") => writeln!(console.out, "save where? For example: save game.txt")?,
            ("save", file) => match saves::replace(Path::new(file), &self.record()) {
                Ok(()) => writeln!(console.out, "saved to {file}")?,
                Err(error) => writeln!(console.out, "{error:#}")?,
            },
            ("resign", _) if self.seats.len() == 2 => {
                let loser = self.table.status().to_move - 1;
                self.resigned = Some(Player::new(loser));
                self.save(console)?;
            }
            ("resign", _) => writeln!(console.out, "only one of two players can resign")?,
            ("quit" | "exit", _) => return self.stop(console),
            _ => self.try_move(line.trim(), console)?,
        }
        Ok(Next::GoOn)
    }

    fn try_move(&mut self, text: &str, console: &mut Console<'_>) -> Result<()> {
        match self.table.play(text) {
            Ok(()) => {
                self.save(console)?;
                if self.is_persons_turn() {
                    self.show(console)?;
                }
            }
            Err(error) => writeln!(console.out, "{error} (type moves to list them)")?,
        }
        Ok(())
    }

    /// Takes back until a person is on turn again.
    fn undo(&mut self, console: &mut Console<'_>) -> Result<()> {
        let mut taken_back = 0;
        while self.table.undo() {
            taken_back += 1;
            if self.is_persons_turn() {
                break;
            }
        }
        if taken_back == 0 {
            writeln!(console.out, "there is nothing to take back")?;
            return Ok(());
        }
        self.save(console)?;
        self.show(console)
    }

    fn stop(&mut self, console: &mut Console<'_>) -> Result<Next> {
        if let (Keep::File(file), true) = (&self.keep, self.table.ply() > 0) {
            writeln!(console.out, "kept in {}", file.display())?;
            writeln!(console.out, "go on with: ninefold play --resume {}", file.display())?;
        }
        Ok(Next::Stop)
    }

    /// Keeps the record; a full disk does not end the game.
    fn save(&mut self, console: &mut Console<'_>) -> Result<()> {
        let record = self.record();
        let kept = match &self.keep {
            Keep::Nowhere => Ok(None),
            Keep::File(file) => saves::replace(file, &record).map(|()| None),
            Keep::In(saves) => saves.create(&record).map(Some),
        };
        match kept {
            Ok(Some(file)) => self.keep = Keep::File(file),
            Ok(None) => {}
            Err(error) => {
                writeln!(console.err, "ninefold: {error:#}; the game goes on without being kept")?;
                self.keep = Keep::Nowhere;
            }
        }
        Ok(())
    }

    fn record(&self) -> Record {
        let mut record = self.table.record(&self.seats);
        if let Some(player) = self.resigned {
            record.result = Some(Payoffs::win(player.other()).seats(2).to_vec());
            record.reason = Some(Record::RESIGNED.into());
        }
        record
    }

    fn is_persons_turn(&self) -> bool {
        match self.table.status().to_move {
            0 => false,
            number => self.seats[number - 1].is_human(),
        }
    }

    fn mover(&self) -> String {
        self.name(Player::new(self.table.status().to_move.saturating_sub(1)))
    }

    fn name(&self, player: Player) -> String {
        self.table.view().seats[player.index()].name.clone()
    }

    fn show(&self, console: &mut Console<'_>) -> Result<()> {
        write!(console.out, "\n{}", draw::table(&self.table.view(), console.colour))?;
        Ok(())
    }
}

/// A seed nobody chose: another game every time, which its record can still repeat.
fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_millis() as u64)
}

/// One line of input, or nothing at its end.
fn ask(prompt: &str, console: &mut Console<'_>) -> Result<Option<String>> {
    write!(console.out, "{prompt}")?;
    console.out.flush()?;
    let mut line = Vec::new();
    // No sensible line is longer, and no input may fill the memory.
    let read = std::io::Read::take(&mut *console.input, 4096).read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}
