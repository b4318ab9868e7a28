//! The server on which a bot plays: requests with retries, and the stream of lines.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ninefold_core::quote;
use serde_json::Value;
use ureq::http::Response;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body};

/// The time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// The first and the longest pause before a retry.
pub(super) const FIRST_WAIT: Duration = Duration::from_millis(250);
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// The longest line accepted from a server: a position of the largest board with all its moves is
/// far shorter.
const LONGEST_LINE: u64 = 1 << 20;
/// The maximum number of queued lines; further ones wait on the server.
const MOST_LINES: usize = 64;

/// The server's address and HTTP client.
pub(super) struct Server {
    pub(super) base: String,
    agent: Agent,
}

impl Server {
    pub(super) fn new(url: &str, tls_ca: Option<&Path>) -> Result<Server> {
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
        // An idle connection may be closed just as it is used again.
        let config = config.max_idle_connections(0);
        Ok(Server { base, agent: config.build().new_agent() })
    }

    /// The server's answer to a request, or its error message.
    pub(super) fn post(&self, token: &str, path: &str, body: Value) -> Result<Value> {
        let body = body.to_string();
        self.ask(|| {
            let request = self.agent.post(format!("{}{path}", self.base));
            let request = request.header("content-type", "application/json");
            let request = match token {
                "" => request,
                token => request.header("authorization", format!("Bearer {token}")),
            };
            request.send(&body)
        })
    }

    /// The content of an address, or the server's error message.
    pub(super) fn get(&self, token: &str, path: &str) -> Result<Value> {
        self.ask(|| {
            let request = self.agent.get(format!("{}{path}", self.base));
            request.header("authorization", format!("Bearer {token}")).call()
        })
    }

    /// Whether a token opens nothing any more. A server that is away says neither.
    pub(super) fn refuses(&self, token: &str) -> bool {
        let request = self.agent.get(format!("{}/api/bot", self.base));
        let asked = request.header("authorization", format!("Bearer {token}")).call();
        asked.is_ok_and(|answer| matches!(answer.status().as_u16(), 401 | 403))
    }

    /// Sends a request, and repeats it if the connection broke or the server is busy: a change that
    /// was made although the answer was lost is rejected the second time, because of its version.
    fn ask(&self, send: impl Fn() -> Result<Response<Body>, ureq::Error>) -> Result<Value> {
        let mut answer = send();
        let mut wait = FIRST_WAIT;
        while is_worth_repeating(&answer) && wait < LONGEST_WAIT {
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

    /// The lines of the stream, from a thread that ends with it; [`Refused`] if retrying is
    /// pointless.
    pub(super) fn listen(
        &self,
        token: &str,
        label: Option<&str>,
    ) -> Result<mpsc::Receiver<String>> {
        let request = self.agent.get(format!("{}/api/bot/stream", self.base));
        let request = match label {
            Some(label) => request.query("version", label),
            None => request,
        };
        let mut answer = request.header("authorization", format!("Bearer {token}")).call()?;
        match answer.status().as_u16() {
            200 => {}
            // A later attempt may succeed.
            status @ (408 | 429 | 500..) => bail!("the server answers {status}"),
            401 | 403 => return Err(Refused::Token.into()),
            status => {
                let text = answer.body_mut().read_to_string().unwrap_or_default();
                let value: Value = serde_json::from_str(&text).unwrap_or_default();
                let why = value["error"].as_str().map(plain);
                let why = why.unwrap_or_else(|| format!("the server answers {status}"));
                return Err(Refused::Other(why).into());
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

/// A request that the server will always reject.
#[derive(Debug)]
pub(super) enum Refused {
    /// Invalid token.
    Token,
    /// Another error.
    Other(String),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Token => f.write_str("the token opens nothing there any more"),
            Refused::Other(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refused {}

/// Statuses worth a retry: too many requests, or a problem between here and the server.
const BUSY: [u16; 5] = [408, 429, 502, 503, 504];

fn is_worth_repeating(answer: &Result<Response<Body>, ureq::Error>) -> bool {
    match answer {
        Ok(answer) => BUSY.contains(&answer.status().as_u16()),
        Err(problem) => !is_untrusted(problem),
    }
}

/// Whether the server responds with an untrusted certificate.
fn is_untrusted(problem: &ureq::Error) -> bool {
    let inner = match problem {
        ureq::Error::Io(problem) => problem.get_ref().and_then(|inner| inner.downcast_ref()),
        ureq::Error::Rustls(problem) => Some(problem),
        _ => None,
    };
    matches!(inner, Some(tokio_rustls::rustls::Error::InvalidCertificate(_)))
}

/// The trusted certificates: those of the system, and those of a file.
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

/// A server's message, with control characters made harmless for a terminal.
pub(super) fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}
