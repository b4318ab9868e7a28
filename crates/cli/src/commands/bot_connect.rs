//! `bot connect`: a player of this machine on the server of another, by the addresses of docs/bots.md.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use ninefold_core::{Fault, quote};
use ninefold_session::{Games, Origin, PlayerSpec, Programs, Session, Setup};
use serde::Deserialize;
use serde_json::{Value, json};
use ureq::Agent;

use crate::{Answer, Console};

/// How long a silent server counts as there: it shows that it lives every ten seconds.
const SILENCE: Duration = Duration::from_secs(30);
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long one waits before trying again, at first and at most.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// What is asked for.
pub(super) struct Joining {
    pub(super) url: String,
    pub(super) player: String,
    pub(super) code: Option<String>,
    pub(super) name: String,
    pub(super) token: Option<String>,
    pub(super) most: Option<u32>,
}

/// What the server tells, a line each.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Told {
    Hello,
    Ping,
    GameStart(Start),
    Turn {
        game: String,
        version: u64,
        moves: Vec<String>,
    },
    GameOver {
        game: String,
        result: Option<Vec<i16>>,
        reason: Option<String>,
    },
    #[serde(other)]
    Unknown,
}

#[derive(Deserialize, Clone)]
struct Start {
    game: String,
    spec: String,
    seed: u64,
    seat: usize,
    players: usize,
    start: Option<String>,
}

/// A game that is played there.
struct Playing {
    start: Start,
    session: Box<dyn Session>,
    /// Whether it was given up, so that nothing more is said in it.
    is_given_up: bool,
}

/// Joins, plays until it is stopped, and comes back when the connection breaks off.
pub(super) fn run(
    games: &Games,
    joining: Joining,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    if json {
        bail!("bot connect has no JSON form: its games are kept by the server");
    }
    let player = PlayerSpec::parse_with(&joining.player, Programs::Allowed)?;
    if player.is_human() {
        bail!("a person cannot play through bot connect: open the link in a browser");
    }
    let server = Server::new(&joining.url)?;
    let token = match (&joining.token, &joining.code) {
        (Some(token), _) => token.clone(),
        (None, Some(code)) => {
            // Whoever pastes the whole link means its end.
            let code = code.rsplit('/').next().unwrap_or(code);
            let joined =
                server.post("", "/api/bot/join", json!({ "code": code, "name": joining.name }))?;
            let token = joined["token"].as_str().unwrap_or_default().to_owned();
            writeln!(
                console.out,
                "joined as {}; to go on later: --token {token}",
                quote(&joining.name)
            )?;
            token
        }
        (None, None) => bail!("wanted --code or --token"),
    };
    let mut bot = Connection { games, player, server, token, playing: HashMap::new(), over: 0 };
    bot.play(joining.most, console)?;
    Ok(Answer::Yes)
}

/// The server's addresses.
struct Server {
    base: String,
    agent: Agent,
}

impl Server {
    fn new(url: &str) -> Result<Server> {
        let base = url.split("/?").next().unwrap_or(url).trim_end_matches('/').to_owned();
        if !base.starts_with("http://") {
            bail!(
                "the server is {}, wanted an address such as http://192.168.1.7:9369",
                quote(url)
            );
        }
        let config = Agent::config_builder().http_status_as_error(false);
        let config = config.timeout_connect(Some(PATIENCE)).timeout_recv_response(Some(PATIENCE));
        // A connection that rests while the other side thinks may be closed just when it is used again.
        let config = config.max_idle_connections(0);
        Ok(Server { base, agent: config.build().new_agent() })
    }

    /// What the server answers, or the sentence with which it refuses.
    fn post(&self, token: &str, path: &str, body: Value) -> Result<Value> {
        let send = || {
            let request = self.agent.post(format!("{}{path}", self.base));
            let request = request.header("content-type", "application/json");
            let request = match token {
                "" => request,
                token => request.header("authorization", format!("Bearer {token}")),
            };
            request.send(body.to_string())
        };
        // What was done although the answer was lost is refused the second time, by its version.
        let mut answer = send();
        let mut wait = FIRST_WAIT;
        while answer.is_err() && wait < LONGEST_WAIT {
            thread::sleep(wait);
            wait *= 2;
            answer = send();
        }
        let mut answer = answer?;
        let status = answer.status();
        let text = answer.body_mut().read_to_string()?;
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        match (status.is_success(), value["error"].as_str()) {
            (true, _) => Ok(value),
            (false, Some(sentence)) => bail!("the server refuses: {sentence}"),
            (false, None) => bail!("the server answers {status}"),
        }
    }

    /// The lines of the stream, from a thread that ends with it; nothing when the token opens nothing any more.
    fn listen(&self, token: &str) -> Result<Option<mpsc::Receiver<String>>> {
        let request = self.agent.get(format!("{}/api/bot/stream", self.base));
        let answer = request.header("authorization", format!("Bearer {token}")).call()?;
        match answer.status().as_u16() {
            200 => {}
            401 | 403 => return Ok(None),
            status => bail!("the server answers {status}"),
        }
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            let heard = BufReader::new(answer.into_body().into_reader()).lines();
            for line in heard.map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Some(lines))
    }
}

/// A bot and its games.
struct Connection<'a> {
    games: &'a Games,
    player: PlayerSpec,
    server: Server,
    token: String,
    playing: HashMap<String, Playing>,
    over: u32,
}

impl Connection<'_> {
    fn play(&mut self, most: Option<u32>, console: &mut Console<'_>) -> Result<()> {
        let mut wait = FIRST_WAIT;
        loop {
            match self.server.listen(&self.token) {
                Ok(Some(lines)) => {
                    wait = FIRST_WAIT;
                    if self.hear(&lines, most, console)? {
                        return Ok(());
                    }
                }
                Ok(None) => bail!("the token opens nothing there any more"),
                Err(problem) if wait == FIRST_WAIT => {
                    writeln!(console.err, "ninefold: {problem}; trying again")?;
                }
                Err(_) => {}
            }
            thread::sleep(wait);
            wait = (2 * wait).min(LONGEST_WAIT);
        }
    }

    /// Hears lines until the connection breaks off; true once enough games were played.
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
            // What a later server adds is passed over.
            let Ok(told) = serde_json::from_str(&line) else { continue };
            match told {
                Told::Hello | Told::Ping | Told::Unknown => {}
                Told::GameStart(start) => {
                    writeln!(
                        console.out,
                        "{}: {}, seat {} of {}",
                        start.game, start.spec, start.seat, start.players
                    )?;
                    let session = self.open(&start)?;
                    self.playing
                        .insert(start.game.clone(), Playing { start, session, is_given_up: false });
                }
                Told::Turn { game, version, moves } => {
                    self.answer(&game, version, &moves, console)?
                }
                Told::GameOver { game, result, reason } => {
                    let seat = self.playing.remove(&game).map(|playing| playing.start.seat);
                    let own = seat.and_then(|seat| result.as_ref()?.get(seat - 1).copied());
                    let how = match own {
                        Some(1..) => "won",
                        Some(0) => "drawn",
                        Some(_) => "lost",
                        None => "over",
                    };
                    writeln!(console.out, "{game}: {how} ({})", reason.unwrap_or_default())?;
                    self.over += 1;
                    if most.is_some_and(|most| self.over >= most) {
                        return Ok(true);
                    }
                }
            }
            console.out.flush()?;
        }
    }

    /// A session of a game at its start, with the player on its seat.
    fn open(&self, start: &Start) -> Result<Box<dyn Session>> {
        let origin = start.start.clone().map_or(Origin::Start, Origin::Position);
        let setup = Setup { seed: start.seed, origin, ..Setup::default() };
        let mut session = self.games.open(&start.spec, &setup)?;
        let human = PlayerSpec::parse("human")?;
        let seats: Vec<PlayerSpec> = (1..=start.players)
            .map(|seat| if seat == start.seat { self.player.clone() } else { human.clone() })
            .collect();
        session.seat(&seats)?;
        Ok(session)
    }

    /// Plays a move, with a program started anew if the one there was has failed.
    fn answer(
        &mut self,
        game: &str,
        version: u64,
        moves: &[String],
        console: &mut Console<'_>,
    ) -> Result<()> {
        for _ in 0..2 {
            let playing = self.playing.get_mut(game).filter(|playing| !playing.is_given_up);
            let Some(playing) = playing else { return Ok(()) };
            follow(&mut *playing.session, moves)?;
            if let Some(text) = playing.session.think() {
                let path = format!("/api/bot/games/{game}/move");
                // Somebody may have taken back meanwhile: the next line tells.
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
        self.server.post(&self.token, &path, json!({})).map(drop)
    }
}

/// Leads a session to the end of these moves.
fn follow(session: &mut dyn Session, moves: &[String]) -> Result<()> {
    let have = session.record(&[]).moves;
    let common = have.iter().zip(moves).take_while(|(have, want)| have == want).count();
    while session.ply() > common {
        session.undo();
    }
    for text in &moves[common..] {
        session.play(text)?;
    }
    Ok(())
}

/// What went wrong, with the program's last words.
fn in_words(fault: &Fault) -> String {
    match fault.said.is_empty() {
        true => format!("the program {}", fault.why),
        false => format!("the program {}\n{}", fault.why, fault.said),
    }
}
