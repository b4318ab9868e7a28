//! `bot connect`: a player of this machine on the server of another, by the addresses of docs/bots.md.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ninefold_core::{Fault, quote};
use ninefold_session::{BotGame, BotTold, Games, PlayerSpec, Programs, Session};
use serde_json::{Value, json};
use ureq::Agent;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

use crate::{Answer, Console};

/// How long a silent server counts as there: it shows that it lives every ten seconds.
const SILENCE: Duration = Duration::from_secs(30);
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long one waits before trying again, at first and at most.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// The longest line that a server may send: a position of the largest board with all its moves is far shorter.
const LONGEST_LINE: u64 = 1 << 20;
/// How many lines wait here at most; the others wait with the server.
const MOST_LINES: usize = 64;

/// What is asked for.
pub(super) struct Joining {
    pub(super) url: String,
    pub(super) player: String,
    pub(super) code: Option<String>,
    pub(super) name: String,
    pub(super) token: Option<String>,
    pub(super) most: Option<u32>,
    /// What its author calls this version.
    pub(super) label: Option<String>,
    /// A certificate to trust besides those of the system.
    pub(super) tls_ca: Option<PathBuf>,
}

/// A game that is played there.
struct Playing {
    start: BotGame,
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
    let server = Server::new(&joining.url, joining.tls_ca.as_deref())?;
    let token = match (&joining.token, &joining.code) {
        (Some(token), _) => token.clone(),
        (None, Some(code)) => {
            // Whoever pastes the whole link means its end.
            let code = code.rsplit('/').next().unwrap_or(code);
            let joined =
                server.post("", "/api/bot/join", json!({ "code": code, "name": joining.name }))?;
            let token = joined["token"].as_str().unwrap_or_default().to_owned();
            if let Some(page) = joined["page"].as_str() {
                writeln!(console.out, "your bot's page: {}", plain(page))?;
            }
            writeln!(
                console.out,
                "joined as {}; to go on later: --token {}",
                quote(&joining.name),
                plain(&token)
            )?;
            token
        }
        (None, None) => bail!("wanted --code or --token"),
    };
    let label = joining.label;
    let mut bot =
        Connection { games, player, server, token, label, playing: HashMap::new(), over: 0 };
    bot.play(joining.most, console)?;
    Ok(Answer::Yes)
}

/// The server's addresses.
struct Server {
    base: String,
    agent: Agent,
}

impl Server {
    fn new(url: &str, tls_ca: Option<&Path>) -> Result<Server> {
        let base = url.split("/?").next().unwrap_or(url).trim_end_matches('/').to_owned();
        let is_encrypted = base.starts_with("https://");
        if !is_encrypted && !base.starts_with("http://") {
            bail!(
                "the server is {}, wanted an address such as http://192.168.1.7:9369",
                quote(url)
            );
        }
        let mut config = Agent::config_builder().http_status_as_error(false);
        if is_encrypted {
            config = config.tls_config(trusted(tls_ca)?);
        } else if tls_ca.is_some() {
            bail!("--tls-ca is for an address that begins with https://, not for {}", quote(url));
        }
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
        while answer.as_ref().is_err_and(|problem| !is_untrusted(problem)) && wait < LONGEST_WAIT {
            thread::sleep(wait);
            wait *= 2;
            answer = send();
        }
        if answer.as_ref().is_err_and(is_untrusted) {
            bail!("the certificate of {} is not trusted: name it with --tls-ca", quote(&self.base));
        }
        let mut answer = answer?;
        let status = answer.status();
        let text = answer.body_mut().read_to_string()?;
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        match (status.is_success(), value["error"].as_str()) {
            (true, _) => Ok(value),
            (false, Some(sentence)) => bail!("the server refuses: {}", plain(sentence)),
            (false, None) => bail!("the server answers {status}"),
        }
    }

    /// The lines of the stream, from a thread that ends with it; [`Refused`] where it is no use to ask again.
    fn listen(&self, token: &str, label: Option<&str>) -> Result<mpsc::Receiver<String>> {
        let request = self.agent.get(format!("{}/api/bot/stream", self.base));
        let request = match label {
            Some(label) => request.query("version", label),
            None => request,
        };
        let mut answer = request.header("authorization", format!("Bearer {token}")).call()?;
        match answer.status().as_u16() {
            200 => {}
            // It is busy, or something between it and here: later it may be another answer.
            status @ (408 | 429 | 500..) => bail!("the server answers {status}"),
            401 | 403 => {
                return Err(Refused("the token opens nothing there any more".into()).into());
            }
            status => {
                let text = answer.body_mut().read_to_string().unwrap_or_default();
                let value: Value = serde_json::from_str(&text).unwrap_or_default();
                let why = value["error"].as_str().map(plain);
                let why = why.unwrap_or_else(|| format!("the server answers {status}"));
                return Err(Refused(why).into());
            }
        }
        let (send, lines) = mpsc::sync_channel(MOST_LINES);
        thread::spawn(move || {
            let mut heard = BufReader::new(answer.into_body().into_reader());
            let mut line = String::new();
            while let Ok(1..) = (&mut heard).take(LONGEST_LINE).read_line(&mut line) {
                if !line.ends_with('\n') || send.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        Ok(lines)
    }
}

/// What the server does not want, now or later.
#[derive(Debug)]
struct Refused(String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// Whether the server is there, with a certificate that nobody vouches for.
fn is_untrusted(problem: &ureq::Error) -> bool {
    let inner = match problem {
        ureq::Error::Io(problem) => problem.get_ref().and_then(|inner| inner.downcast_ref()),
        ureq::Error::Rustls(problem) => Some(problem),
        _ => None,
    };
    matches!(inner, Some(tokio_rustls::rustls::Error::InvalidCertificate(_)))
}

/// Which certificates are trusted: those of the system, and those of a file.
fn trusted(tls_ca: Option<&Path>) -> Result<TlsConfig> {
    let mut all: Vec<Certificate<'static>> = rustls_native_certs::load_native_certs()
        .certs
        .iter()
        .map(|certificate| Certificate::from_der(certificate).to_owned())
        .collect();
    if let Some(file) = tls_ca {
        let shown = quote(&file.to_string_lossy());
        let text = fs::read(file).with_context(|| format!("cannot read {shown}"))?;
        let before = all.len();
        all.extend(parse_pem(&text).filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        }));
        if all.len() == before {
            bail!("{shown} holds no certificate: wanted a PEM file with BEGIN CERTIFICATE");
        }
    }
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = TlsConfig::builder().root_certs(RootCerts::new_with_certs(&all));
    Ok(config.unversioned_rustls_crypto_provider(provider).build())
}

/// A bot and its games.
struct Connection<'a> {
    games: &'a Games,
    player: PlayerSpec,
    server: Server,
    token: String,
    label: Option<String>,
    playing: HashMap<String, Playing>,
    over: u32,
}

impl Connection<'_> {
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
                BotTold::Turn { game, version, moves } => {
                    self.answer(&game, version, &moves, console)?
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

    /// A session of a game at its start, with the player on its seat.
    fn open(&self, start: &BotGame) -> Result<Box<dyn Session>> {
        let mut session = start.open(self.games)?;
        start.sit_down(&mut *session, &self.player)?;
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
            playing.session.follow(moves)?;
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
        // Somebody may have ended it meanwhile: the next line tells.
        if let Err(problem) = self.server.post(&self.token, &path, json!({})) {
            writeln!(console.err, "ninefold: {problem}")?;
        }
        Ok(())
    }
}

/// What a server says, without letters that a terminal would obey.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// What went wrong, with the program's last words.
fn in_words(fault: &Fault) -> String {
    match fault.said.is_empty() {
        true => format!("the program {}", fault.why),
        false => format!("the program {}\n{}", fault.why, fault.said),
    }
}
