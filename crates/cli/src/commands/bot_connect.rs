//! `bot connect`: a local player on another machine's server, using the addresses of docs/bots.md.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use ninefold_core::{Fault, quote};
use ninefold_session::{
    BotClock, BotGame, BotPool, BotTold, Games, PlayerSpec, Programs, Session, Setup,
};
use serde_json::{Value, json};

use super::bot_server::{FIRST_WAIT, LONGEST_WAIT, Refused, Server, plain};
use super::bot_tokens::Tokens;
use crate::{Answer, Console};

/// How long a server may be silent before it counts as gone: it sends a heartbeat every ten
/// seconds.
const SILENCE: Duration = Duration::from_secs(30);

/// The options of the command.
pub(super) struct Joining {
    pub(super) url: String,
    pub(super) player: String,
    pub(super) code: Option<String>,
    pub(super) name: String,
    pub(super) token: Option<String>,
    pub(super) most: Option<u32>,
    /// The author's name for this version.
    pub(super) label: Option<String>,
    /// An additional trusted certificate.
    pub(super) tls_ca: Option<PathBuf>,
}

/// An unfinished game there.
struct Playing {
    start: BotGame,
    session: Box<dyn Session>,
    /// Whether it was given up, so that no more moves are sent.
    is_given_up: bool,
}

/// Joins, plays until stopped, and reconnects when the connection breaks.
pub(super) fn run(
    games: &Games,
    joining: Joining,
    data: Option<PathBuf>,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let player = PlayerSpec::parse_with(&joining.player, Programs::Allowed)?;
    if player.is_human() {
        bail!("a person cannot play through bot connect: open the link in a browser");
    }
    let server = Server::new(&joining.url, joining.tls_ca.as_deref())?;
    let tokens = Tokens::of(data.as_deref(), &server.base, &joining);
    let mut joined = Value::Null;
    let known = match &joining.token {
        Some(token) => Some(token.clone()),
        None => match tokens.read()? {
            // The bot was removed, say: it comes back as another one, if the code still opens.
            Some(kept) if joining.code.is_some() && server.refuses(&kept) => {
                tokens.forget(&kept);
                None
            }
            kept => kept,
        },
    };
    let token = match (known, &joining.code) {
        (Some(token), _) => token,
        (None, Some(code)) => {
            let body = json!({ "code": code_of(code), "name": joining.name });
            joined = server.post("", "/api/bot/join", body)?;
            let token = joined["token"].as_str().unwrap_or_default().to_owned();
            let mut later = format!("--token {}", plain(&token));
            if let Some(page) = joined["page"].as_str() {
                writeln!(console.out, "your bot's page: {}", plain(page))?;
                // A league lasts: the next start resumes as the same bot.
                match tokens.keep(&token) {
                    Ok(()) => later += ", or the same --code and --name",
                    Err(problem) => writeln!(console.err, "ninefold: {problem}")?,
                }
            }
            writeln!(console.out, "joined as {}; to go on later: {later}", quote(&joining.name))?;
            token
        }
        (None, None) => bail!("wanted --code or --token"),
    };
    let mut bot = Connection {
        games,
        player,
        server,
        token,
        label: joining.label,
        bots: Arc::default(),
        playing: HashMap::new(),
        over: 0,
    };
    if bot.player.is_program()
        && let Some(spec) = bot.known_game(&joined)
    {
        bot.try_out(&spec, console)?;
    }
    let played = bot.play(joining.most, console);
    let refused = played.as_ref().err().and_then(|problem| problem.downcast_ref());
    if matches!(refused, Some(Refused::Token)) {
        // The next start joins anew.
        tokens.forget(&bot.token);
    }
    played.map(|()| Answer::Yes)
}

/// The code itself: in a pasted link it is the last part.
pub(super) fn code_of(code: &str) -> &str {
    code.rsplit('/').next().unwrap_or(code)
}

/// A bot and its games.
struct Connection<'a> {
    games: &'a Games,
    player: PlayerSpec,
    server: Server,
    token: String,
    label: Option<String>,
    /// Programs that wait between two games.
    bots: Arc<BotPool>,
    playing: HashMap<String, Playing>,
    over: u32,
}

impl Connection<'_> {
    /// The game to be played, if the server names it before the first one: that of the joined game,
    /// or of the league.
    fn known_game(&self, joined: &Value) -> Option<String> {
        let told = match joined["game"].as_str() {
            Some(game) => vec![self.server.get(&self.token, &format!("/api/games/{game}")).ok()?],
            None => {
                let told = self.server.get(&self.token, "/api/leagues").ok()?;
                let mut leagues = told["leagues"].as_array()?.clone();
                leagues.retain(|league| {
                    joined["league"].is_null() || league["id"] == joined["league"]
                });
                leagues
            }
        };
        // With several candidates, as for everybody on the server's machine, it is unclear which is
        // meant.
        let spec = told.first()?["game"].as_str()?;
        let is_known =
            told.iter().all(|other| other["game"] == spec) && self.games.kind(spec).is_ok();
        is_known.then(|| spec.to_owned())
    }

    /// Starts a program before the first game and asks it for a move, so that no turn waits for its
    /// start. Faults are reported; it is tried again when it is to move.
    fn try_out(&self, spec: &str, console: &mut Console<'_>) -> Result<()> {
        let mut session = self.games.open(spec, &Setup::default())?;
        let seats = vec![self.player.clone(); session.players()];
        session.seat_with(&seats, &self.bots)?;
        if session.think().is_none()
            && let Some(fault) = session.fault()
        {
            writeln!(console.err, "ninefold: before the first game: {}", in_words(&fault))?;
        }
        Ok(())
    }

    fn play(&mut self, most: Option<u32>, console: &mut Console<'_>) -> Result<()> {
        let mut wait = FIRST_WAIT;
        loop {
            match self.server.listen(&self.token, self.label.as_deref()) {
                Ok(lines) => {
                    wait = FIRST_WAIT;
                    if self.hear(&lines, most, console)? {
                        return Ok(());
                    }
                }
                Err(problem) if problem.is::<Refused>() => return Err(problem),
                Err(problem) if wait == FIRST_WAIT => {
                    writeln!(console.err, "ninefold: {problem}; trying again")?;
                }
                Err(_) => {}
            }
            thread::sleep(wait);
            wait = (2 * wait).min(LONGEST_WAIT);
        }
    }

    /// Reads lines until the connection breaks; true once enough games were played.
    fn hear(
        &mut self,
        lines: &mpsc::Receiver<String>,
        most: Option<u32>,
        console: &mut Console<'_>,
    ) -> Result<bool> {
        loop {
            let line = match lines.recv_timeout(SILENCE) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return Ok(false);
                }
            };
            // Messages of newer servers are ignored.
            let Some(told) = BotTold::read(&line) else { continue };
            match told {
                BotTold::Hello | BotTold::Ping | BotTold::Unknown => {}
                BotTold::GameStart(start) => {
                    writeln!(
                        console.out,
                        "{}: {}, seat {} of {}",
                        plain(&start.game),
                        plain(&start.spec),
                        start.seat,
                        start.players
                    )?;
                    let session = self.open(&start)?;
                    self.playing
                        .insert(start.game.clone(), Playing { start, session, is_given_up: false });
                }
                BotTold::Turn { game, version, moves, clock } => {
                    self.answer(&game, version, &moves, clock.as_ref(), console)?
                }
                BotTold::Message { game, text } => {
                    writeln!(console.out, "{}: {}", plain(&game), plain(&text))?;
                }
                BotTold::GameOver { game, result, reason } => {
                    let played = self.playing.remove(&game);
                    let own =
                        played.and_then(|playing| playing.start.own_result(result.as_deref()?));
                    let how = match own {
                        Some(1..) => "won",
                        Some(0) => "drawn",
                        Some(_) => "lost",
                        None => "over",
                    };
                    let reason = reason.unwrap_or_default();
                    writeln!(console.out, "{}: {how} ({})", plain(&game), plain(&reason))?;
                    self.over += 1;
                    if most.is_some_and(|most| self.over >= most) {
                        return Ok(true);
                    }
                }
            }
            console.out.flush()?;
        }
    }

    /// A session of a game at its start, with the player seated.
    fn open(&self, start: &BotGame) -> Result<Box<dyn Session>> {
        let mut session = start.open(self.games)?;
        start.sit_down_with(&mut *session, &self.player, &self.bots)?;
        Ok(session)
    }

    /// Plays a move, restarting the program if it has failed.
    fn answer(
        &mut self,
        game: &str,
        version: u64,
        moves: &[String],
        clock: Option<&BotClock>,
        console: &mut Console<'_>,
    ) -> Result<()> {
        for _ in 0..2 {
            let playing = self.playing.get_mut(game).filter(|playing| !playing.is_given_up);
            let Some(playing) = playing else { return Ok(()) };
            playing.session.follow(moves)?;
            let limits = playing.start.limits(clock);
            if let Some(text) = playing.session.think_within(limits) {
                let path = format!("/api/bot/games/{game}/move");
                // A move may have been taken back meanwhile: the next line tells.
                let body = json!({ "move": text, "version": version });
                if let Err(problem) = self.server.post(&self.token, &path, body) {
                    writeln!(console.err, "ninefold: {problem}")?;
                }
                return Ok(());
            }
            let start = playing.start.clone();
            let told =
                playing.session.fault().map_or("no move".to_owned(), |fault| in_words(&fault));
            writeln!(console.err, "ninefold: {game}: {told}")?;
            let path = format!("/api/bot/games/{game}/error");
            let _ = self.server.post(&self.token, &path, json!({ "text": told }));
            let session = self.open(&start)?;
            self.playing.insert(game.to_owned(), Playing { start, session, is_given_up: false });
        }
        if let Some(playing) = self.playing.get_mut(game) {
            playing.is_given_up = true;
        }
        writeln!(console.err, "ninefold: {game}: it failed twice and resigns")?;
        let path = format!("/api/bot/games/{game}/resign");
        // The game may have ended meanwhile: the next line tells.
        if let Err(problem) = self.server.post(&self.token, &path, json!({})) {
            writeln!(console.err, "ninefold: {problem}")?;
        }
        Ok(())
    }
}

/// A fault, with the program's last words.
fn in_words(fault: &Fault) -> String {
    match fault.said.is_empty() {
        true => format!("the program {}", fault.why),
        false => format!("the program {}\n{}", fault.why, fault.said),
    }
}
