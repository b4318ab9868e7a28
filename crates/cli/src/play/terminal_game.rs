//! One game at the terminal.

use std::path::{Path, PathBuf};

use anyhow::Result;
use ninefold_core::{Payoffs, Player, Record, quote};
use ninefold_session::{Effort, Games, PlayerSpec, Session};
use ninefold_store::StoreError;

use super::{ask, command, near_command, refusal, seated};
use crate::interrupt::leave_with;
use crate::kept_games::{KeptGames, StoredGame};
use crate::saves::{self, data_option};
use crate::{Answer, Console, draw, ending_table, words};

const HELP: &str = "  a move      play it
  moves       list the legal moves
  hint        what to play and what it is worth; `hint alphabeta:depth=5` asks that computer
  undo        take back your last move and the answers to it
  show        draw the board again
  save FILE   write the record to a new file
  resign      give the game up (two players)
  quit        stop, like Ctrl-C; the game is kept and `ninefold play --resume` goes on with it
";

const COMMANDS: &[&str] =
    &["help", "moves", "hint", "undo", "show", "save", "resign", "quit", "exit"];

/// Where the game is stored.
pub(super) enum Keep {
    /// In the store, under a name not chosen yet.
    In(KeptGames),
    /// In the store.
    Game(Box<StoredGame>),
    /// In this file, which must not exist yet.
    New(PathBuf),
    /// In this file, which contains an earlier state of the game.
    File(PathBuf),
    /// Nowhere.
    Nowhere,
}

/// The effect of a typed line.
enum Next {
    GoOn,
    Stop,
}

/// A game at the terminal.
pub(super) struct TerminalGame<'a> {
    games: &'a Games,
    session: Box<dyn Session>,
    seats: Vec<PlayerSpec>,
    keep: Keep,
    tags: Vec<(String, String)>,
    /// The player who resigned, and the reason in the record.
    given_up: Option<(Player, String)>,
    /// The folder of tables.
    data: PathBuf,
}

impl<'a> TerminalGame<'a> {
    /// A game with a player on every seat.
    pub(super) fn new(
        games: &'a Games,
        mut session: Box<dyn Session>,
        seats: Vec<PlayerSpec>,
        keep: Keep,
        data: PathBuf,
    ) -> Result<TerminalGame<'a>> {
        session.seat(&seats)?;
        // Games between computers can be repeated from their seed; only people's are stored by
        // default.
        let keep = match keep {
            Keep::In(_) if !seats.iter().any(PlayerSpec::is_human) => Keep::Nowhere,
            keep => keep,
        };
        Ok(TerminalGame { games, session, seats, keep, tags: Vec::new(), given_up: None, data })
    }

    /// The game with the tags of its record.
    pub(super) fn with_tags(self, tags: Vec<(String, String)>) -> TerminalGame<'a> {
        TerminalGame { tags, ..self }
    }

    /// Plays until the game is over or stopped.
    pub(super) fn play(mut self, console: &mut Console<'_>) -> Result<Answer> {
        let people = self.seats.iter().any(PlayerSpec::is_human);
        if people && !self.is_over() {
            self.show(console)?;
            writeln!(console.out, "Type a move, or help.")?;
        }
        while !self.is_over() {
            if people {
                leave_with(self.parting());
            }
            let on_turn = self.session.status().to_move.checked_sub(1);
            if on_turn.is_some_and(|seat| self.seats[seat].looks_into_tables()) {
                // Without a table the search still works.
                let _ = ending_table::for_position(&*self.session, Some(&self.data), console);
            }
            let thinks = console.live && people && !self.is_persons_turn();
            if thinks {
                write!(console.err, "{} is thinking …", self.mover())?;
                console.err.flush()?;
            }
            let thought = self.session.think();
            if thinks {
                write!(console.err, "\r\x1b[K")?;
            }
            if let Some(mv) = thought {
                writeln!(console.out, "{}: {}", self.mover(), self.told(&mv))?;
                let mover = self.session.status().to_move;
                self.session.play(&mv)?;
                self.tell_skipped(mover, console)?;
                if self.save(console)? && self.is_persons_turn() {
                    self.show(console)?;
                }
            } else if let Next::Stop = self.take_line(console)? {
                return Ok(Answer::Yes);
            }
        }
        self.show(console)?;
        if let Some((player, reason)) = &self.given_up {
            let how = if reason == Record::OUT_OF_TIME { "is out of time" } else { "resigns" };
            let winner = self.name(player.other());
            writeln!(console.out, "  {} {how}. {winner} wins.", self.name(*player))?;
        }
        Ok(Answer::Yes)
    }

    fn is_over(&self) -> bool {
        self.given_up.is_some() || self.session.status().over
    }

    /// Reads a line from the player to move.
    fn take_line(&mut self, console: &mut Console<'_>) -> Result<Next> {
        let Some(line) = ask(&format!("{} to move: ", self.mover()), console)? else {
            writeln!(console.out)?;
            return self.stop(console);
        };
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command(word, COMMANDS), rest.trim()) {
            (None, _) if line.is_empty() => {}
            (None, _) if line == "?" => write!(console.out, "{HELP}")?,
            (None, _) => self.try_move(line, console)?,
            (Some("help"), _) => write!(console.out, "{HELP}")?,
            (Some("moves"), _) => writeln!(console.out, "{}", self.session.moves().join(" "))?,
            (Some("show"), _) => self.show(console)?,
            (Some("hint"), spec) => self.hint(spec, console)?,
            (Some("undo"), _) => self.undo(console)?,
            (Some("save"), "") => writeln!(console.out, "save where? For example: save game.txt")?,
            (Some("save"), file) => match saves::create(Path::new(file), &self.record()) {
                Ok(()) => writeln!(console.out, "saved to {file}")?,
                Err(error) => writeln!(console.out, "{error:#}")?,
            },
            (Some("resign"), _) if self.seats.len() == 2 => {
                let loser = self.session.status().to_move - 1;
                self.given_up = Some((Player::new(loser), Record::RESIGNED.to_owned()));
                self.save(console)?;
            }
            (Some("resign"), _) => writeln!(console.out, "only one of two players can resign")?,
            (Some(_), _) => return self.stop(console),
        }
        Ok(Next::GoOn)
    }

    fn try_move(&mut self, text: &str, console: &mut Console<'_>) -> Result<()> {
        let mover = self.session.status().to_move;
        match self.session.play(text) {
            Ok(()) => {
                self.tell_skipped(mover, console)?;
                if self.save(console)? && self.is_persons_turn() {
                    self.show(console)?;
                }
            }
            Err(error) => {
                let meant = near_command(text, COMMANDS)
                    .map_or(String::new(), |near| format!("; or did you mean {near}?"));
                match refusal::reason(&*self.session, text) {
                    Some(reason) => writeln!(console.out, "{reason}")?,
                    None => writeln!(console.out, "{error}{meant} (type moves to list them)")?,
                }
            }
        }
        Ok(())
    }

    /// A move for display: including where a piece stopped, if its text does not say so.
    fn told(&self, text: &str) -> String {
        let legal = self.session.view().legal;
        let shown = legal.into_iter().find(|mv| mv.text == text).and_then(|mv| mv.shown);
        match shown {
            Some(shown) if shown != text => format!("{text} ({shown})"),
            _ => text.to_owned(),
        }
    }

    /// Reports which players could not move after the move of a player, given by number, and were
    /// skipped.
    fn tell_skipped(&self, mover: usize, console: &mut Console<'_>) -> Result<()> {
        let (next, seats) = (self.session.status().to_move, self.seats.len());
        if next == 0 || mover == 0 {
            return Ok(());
        }
        let mut seat = mover % seats + 1;
        while seat != next {
            let name = self.name(Player::new(seat - 1));
            writeln!(console.out, "{name} cannot move and is passed over.")?;
            seat = seat % seats + 1;
        }
        Ok(())
    }

    /// What a computer would play here.
    fn hint(&self, spec: &str, console: &mut Console<'_>) -> Result<()> {
        let advice = match spec {
            "" => Ok(self.session.hint(&Effort::default())),
            spec => PlayerSpec::parse(spec).and_then(|player| self.session.advise(&player)),
        };
        let advice = match advice {
            Ok(advice) => advice,
            Err(error) => return Ok(writeln!(console.out, "{error}")?),
        };
        let best = advice.best.clone().unwrap_or_default();
        let worth = words::known_worth(&advice, &self.session.view(), &self.mover());
        match (spec, worth) {
            ("", worth) => {
                writeln!(console.out, "{best}: {}", worth.unwrap_or(words::UNKNOWN.into()))?
            }
            (spec, Some(worth)) => writeln!(console.out, "{spec} would play {best}: {worth}")?,
            (spec, None) => writeln!(console.out, "{spec} would play {best}")?,
        }
        if let Some(why) = advice.why {
            writeln!(console.out, "  {}", why.sentence)?;
        }
        if let Some(note) = advice.note {
            writeln!(console.out, "  what it is worth: {note}")?;
        }
        Ok(())
    }

    /// Takes back until a person is to move; does nothing if only computers have moved.
    fn undo(&mut self, console: &mut Console<'_>) -> Result<()> {
        let before = self.record().moves;
        while self.session.undo() {
            if self.is_persons_turn() {
                return if self.save(console)? { self.show(console) } else { Ok(()) };
            }
        }
        for mv in &before {
            self.session.play(mv)?;
        }
        writeln!(console.out, "there is no move of yours to take back")?;
        Ok(())
    }

    fn stop(&self, console: &mut Console<'_>) -> Result<Next> {
        write!(console.out, "{}", self.parting())?;
        Ok(Next::Stop)
    }

    /// Where the game is stored and how to continue it; empty before the first move.
    fn parting(&self) -> String {
        match &self.keep {
            _ if self.session.ply() == 0 => String::new(),
            Keep::File(file) => {
                let file = saves::shell_word(file);
                format!("kept in {file}\ngo on with: ninefold play --resume {file}\n")
            }
            Keep::Game(game) => {
                let (name, data) = (&game.kept.id, data_option(&self.data));
                format!("kept as {name}\ngo on with: ninefold play --resume {name}{data}\n")
            }
            _ => "the game is not kept\n".to_owned(),
        }
    }

    /// Stores the game; a full disk does not end it. False if another process has changed it in the
    /// meantime: then its state is loaded.
    fn save(&mut self, console: &mut Console<'_>) -> Result<bool> {
        let record = self.record();
        let kept = match &mut self.keep {
            Keep::Nowhere => Ok(None),
            Keep::File(file) => saves::replace(file, &record).map(|()| None),
            Keep::New(file) => {
                saves::create(file, &record).map(|()| Some(Keep::File(file.clone())))
            }
            Keep::In(kept) => {
                let game = kept.keep_new(self.games, record);
                game.map(|game| Some(Keep::Game(Box::new(game))))
            }
            Keep::Game(game) => match game.keep(record) {
                Ok(()) => Ok(None),
                Err(StoreError::Changed { .. }) => match game.read_again() {
                    Ok(()) => {
                        self.take_up(console)?;
                        return Ok(false);
                    }
                    Err(error) => Err(error.into()),
                },
                Err(error) => Err(error.into()),
            },
        };
        match kept {
            Ok(Some(keep)) => self.keep = keep,
            Ok(None) => {}
            Err(error) => {
                writeln!(console.err, "ninefold: {error:#}; the game goes on without being kept")?;
                self.keep = Keep::Nowhere;
            }
        }
        Ok(true)
    }

    /// Continues with the state that another process has stored.
    fn take_up(&mut self, console: &mut Console<'_>) -> Result<()> {
        let Keep::Game(game) = &self.keep else { return Ok(()) };
        let record = &game.kept.record;
        let mut session = self.games.replay(record, Some(self.data.clone()))?;
        let seats = seated(&record.seats)?;
        session.seat(&seats)?;
        let reason = record.reason.as_ref().filter(|reason| Record::is_given_up(reason));
        let loser = record.result.iter().flatten().position(|&payoff| payoff < 0);
        self.given_up = loser.map(Player::new).zip(reason.cloned());
        self.tags.clone_from(&record.tags);
        writeln!(
            console.err,
            "ninefold: game {} was changed elsewhere in the meantime: what was done here last does not count, and this is how it stands",
            quote(&game.kept.id)
        )?;
        (self.session, self.seats) = (session, seats);
        if self.is_over() { Ok(()) } else { self.show(console) }
    }

    fn record(&self) -> Record {
        let mut record = self.session.record(&self.seats);
        record.tags.clone_from(&self.tags);
        if let Some((player, reason)) = &self.given_up {
            record.result = Some(Payoffs::win(player.other()).seats(2).to_vec());
            record.reason = Some(reason.clone());
        }
        record
    }

    fn is_persons_turn(&self) -> bool {
        match self.session.status().to_move {
            0 => false,
            number => self.seats[number - 1].is_human(),
        }
    }

    fn mover(&self) -> String {
        self.name(Player::new(self.session.status().to_move.saturating_sub(1)))
    }

    fn name(&self, player: Player) -> String {
        self.session.view().seats[player.index()].name.clone()
    }

    fn show(&self, console: &mut Console<'_>) -> Result<()> {
        write!(console.out, "\n{}", draw::table(&self.session.view(), console.colour))?;
        Ok(())
    }
}
