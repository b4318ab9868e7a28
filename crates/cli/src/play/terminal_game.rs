//! One game at the terminal.

use std::path::{Path, PathBuf};

use anyhow::Result;
use ninefold_core::{Payoffs, Player, Record};
use ninefold_session::{Effort, PlayerSpec, Session};

use super::{ask, command, near_command};
use crate::saves::{self, Saves};
use crate::{Answer, Console, draw, ending_table, words};

const HELP: &str = "  a move      play it
  moves       list the legal moves
  hint        what to play and what it is worth; `hint alphabeta:depth=5` asks that computer
  undo        take back your last move and the answers to it
  show        draw the board again
  save FILE   write the record to a new file
  resign      give the game up (two players)
  quit        stop; the game is kept and `ninefold play --resume` goes on with it
";

const COMMANDS: &[&str] =
    &["help", "moves", "hint", "undo", "show", "save", "resign", "quit", "exit"];

/// Where the record goes.
pub(super) enum Keep {
    /// Into the folder of saved games, under a name not yet chosen.
    In(Saves),
    /// Into this file, which must not exist yet.
    New(PathBuf),
    /// Into this file, which holds an earlier state of the game.
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
pub(super) struct TerminalGame {
    session: Box<dyn Session>,
    seats: Vec<PlayerSpec>,
    keep: Keep,
    tags: Vec<(String, String)>,
    resigned: Option<Player>,
    /// The folder of tables, if one is known.
    data: Option<PathBuf>,
}

impl TerminalGame {
    /// A game with a player on every seat.
    pub(super) fn new(
        mut session: Box<dyn Session>,
        seats: Vec<PlayerSpec>,
        keep: Keep,
    ) -> Result<TerminalGame> {
        session.seat(&seats)?;
        // Games between computers repeat from their seed; only people's are kept unasked.
        let keep = match keep {
            Keep::In(_) if !seats.iter().any(PlayerSpec::is_human) => Keep::Nowhere,
            keep => keep,
        };
        Ok(TerminalGame { session, seats, keep, tags: Vec::new(), resigned: None, data: None })
    }

    /// The game with the tags its record had.
    pub(super) fn with_tags(self, tags: Vec<(String, String)>) -> TerminalGame {
        TerminalGame { tags, ..self }
    }

    /// The game with a folder of tables for those who look into them.
    pub(super) fn with_data(self, data: PathBuf) -> TerminalGame {
        TerminalGame { data: Some(data), ..self }
    }

    /// Plays until the game is over or somebody stops it.
    pub(super) fn play(mut self, console: &mut Console<'_>) -> Result<Answer> {
        let people = self.seats.iter().any(PlayerSpec::is_human);
        let over = |game: &TerminalGame| game.resigned.is_some() || game.session.status().over;
        if people && !over(&self) {
            self.show(console)?;
            writeln!(console.out, "Type a move, or help.")?;
        }
        while !over(&self) {
            let on_turn = self.session.status().to_move.checked_sub(1);
            if on_turn.is_some_and(|seat| self.seats[seat].looks_into_tables()) {
                // Without a table there is still the search.
                let _ = ending_table::for_position(&*self.session, self.data.as_deref(), console);
            }
            if let Some(mv) = self.session.think() {
                writeln!(console.out, "{}: {mv}", self.mover())?;
                self.session.play(&mv)?;
                self.save(console)?;
                if self.is_persons_turn() {
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
                self.resigned = Some(Player::new(loser));
                self.save(console)?;
            }
            (Some("resign"), _) => writeln!(console.out, "only one of two players can resign")?,
            (Some(_), _) => return self.stop(console),
        }
        Ok(Next::GoOn)
    }

    fn try_move(&mut self, text: &str, console: &mut Console<'_>) -> Result<()> {
        match self.session.play(text) {
            Ok(()) => {
                self.save(console)?;
                if self.is_persons_turn() {
                    self.show(console)?;
                }
            }
            Err(error) => {
                let meant = near_command(text, COMMANDS)
                    .map_or(String::new(), |near| format!("; or did you mean {near}?"));
                writeln!(console.out, "{error}{meant} (type moves to list them)")?;
            }
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
        match spec {
            "" => {
                let mover = self.session.status().to_move.saturating_sub(1);
                writeln!(console.out, "{best}: {}", words::worth(&advice, &self.mover(), mover))?;
            }
            spec => {
                let values: Vec<String> = advice.values.iter().map(i32::to_string).collect();
                writeln!(console.out, "{spec} would play {best} (values {})", values.join(" "))?;
            }
        }
        if let Some(why) = advice.why {
            writeln!(console.out, "  {}", why.sentence)?;
        }
        Ok(())
    }

    /// Takes back until a person is on turn again; nothing when only computers have moved.
    fn undo(&mut self, console: &mut Console<'_>) -> Result<()> {
        let before = self.record().moves;
        while self.session.undo() {
            if self.is_persons_turn() {
                self.save(console)?;
                return self.show(console);
            }
        }
        for mv in &before {
            self.session.play(mv)?;
        }
        writeln!(console.out, "there is no move of yours to take back")?;
        Ok(())
    }

    fn stop(&mut self, console: &mut Console<'_>) -> Result<Next> {
        match &self.keep {
            _ if self.session.ply() == 0 => {}
            Keep::File(file) => {
                let file = saves::shell_word(file);
                writeln!(console.out, "kept in {file}")?;
                writeln!(console.out, "go on with: ninefold play --resume {file}")?;
            }
            _ => writeln!(console.out, "the game is not kept")?,
        }
        Ok(Next::Stop)
    }

    /// Keeps the record; a full disk does not end the game.
    fn save(&mut self, console: &mut Console<'_>) -> Result<()> {
        let record = self.record();
        let kept = match &self.keep {
            Keep::Nowhere => Ok(None),
            Keep::File(file) => saves::replace(file, &record).map(|()| None),
            Keep::New(file) => saves::create(file, &record).map(|()| Some(file.clone())),
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
        let mut record = self.session.record(&self.seats);
        record.tags.clone_from(&self.tags);
        if let Some(player) = self.resigned {
            record.result = Some(Payoffs::win(player.other()).seats(2).to_vec());
            record.reason = Some(Record::RESIGNED.into());
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
