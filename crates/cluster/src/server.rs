//! The connection to the servers.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::{self, ErrorCode};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event};
use tokio::runtime::Runtime;

use crate::{ClusterError, Notices, address, streams};

/// The servers and the credentials.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// One address, or several of one cluster separated by commas.
    pub address: String,
    /// A credentials file, as written by the tools of NATS.
    pub creds: Option<PathBuf>,
    /// A file with the CA certificates for the servers.
    pub tls_ca: Option<PathBuf>,
}

/// A connection. It reconnects automatically.
#[derive(Clone)]
pub struct Cluster {
    // The runtime that tasks run on; a task must not own it.
    runtime: Arc<Runtime>,
    link: Link,
}

/// The part of a connection that tasks need.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) client: Client,
    pub(crate) jetstream: jetstream::Context,
    pub(crate) address: String,
    pub(crate) notices: Notices,
}

impl Cluster {
    /// Connects, and checks that the server supports streams.
    pub fn connect(access: &Access) -> Result<Cluster, ClusterError> {
        let servers = address::servers(&access.address)?;
        let shown = address::shown(&access.address);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|problem| unreachable_at(&shown, problem.to_string()))?;
        let notices = Notices::default();
        let (client, jetstream) = runtime.block_on(async {
            let options = options(access, &shown, notices.clone()).await?;
            let client = options.connect(servers).await;
            let client = client.map_err(|error| refusal(&shown, &error))?;
            let jetstream = jetstream::new(client.clone());
            has_jetstream(&jetstream, &shown).await?;
            Ok((client, jetstream))
        })?;
        let link = Link { client, jetstream, address: shown, notices };
        Ok(Cluster { runtime: Arc::new(runtime), link })
    }

    /// Creates the streams of runs with this number of replicas, unless they exist. Call this
    /// before a run begins, so that errors show up first.
    pub fn prepare(&self, replicas: usize) -> Result<(), ClusterError> {
        self.block_on(streams::prepare(&self.link, replicas))
    }

    /// The address, without a password.
    pub fn address(&self) -> &str {
        &self.link.address
    }

    /// The messages about the connection and its users.
    pub fn notices(&self) -> &Notices {
        &self.link.notices
    }

    /// Blocks until a future completes.
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
    }

    pub(crate) fn link(&self) -> &Link {
        &self.link
    }

    /// The JetStream interface.
    pub fn jetstream(&self) -> &jetstream::Context {
        &self.link.jetstream
    }
}

impl Link {
    pub(crate) fn problem(&self, error: &(dyn Error + 'static)) -> ClusterError {
        ClusterError::Server { address: self.address.clone(), why: jetstream_error(error) }
    }
}

async fn options(
    access: &Access,
    shown: &str,
    notices: Notices,
) -> Result<ConnectOptions, ClusterError> {
    let place = shown.to_owned();
    let mut options = ConnectOptions::new()
        .name("ninefold")
        .connection_timeout(Duration::from_secs(5))
        .reconnect_delay_callback(|attempts| {
            Duration::from_millis((50 * attempts as u64).min(2000))
        })
        .event_callback(move |event| {
            let (notices, place) = (notices.clone(), place.clone());
            async move {
                match event {
                    Event::Disconnected => notices.tell(format!(
                        "the connection to {place} is lost; nothing is, and it is tried again"
                    )),
                    Event::Connected if notices.told_anything() => {
                        notices.tell(format!("the connection to {place} is back"));
                    }
                    _ => {}
                }
            }
        });
    match address::login(&access.address) {
        Some((user, Some(password))) => options = options.user_and_password(user, password),
        Some((token, None)) => options = options.token(token),
        None => {}
    }
    if let Some(file) = &access.creds {
        let wrong = |problem: std::io::Error| ClusterError::File {
            what: "credentials",
            file: file.clone(),
            why: problem.to_string(),
        };
        options = options.credentials_file(file).await.map_err(wrong)?;
    }
    if let Some(file) = &access.tls_ca {
        let wrong =
            |why: String| ClusterError::File { what: "a certificate", file: file.clone(), why };
        let text = std::fs::read_to_string(file).map_err(|problem| wrong(problem.to_string()))?;
        if !text.contains("-----BEGIN CERTIFICATE-----") {
            return Err(wrong("it has no certificate in PEM form".into()));
        }
        options = options.add_root_certificates(file.clone()).require_tls(true);
    }
    Ok(options)
}

fn refusal(address: &str, error: &async_nats::ConnectError) -> ClusterError {
    let address = address.to_owned();
    let why = innermost(error);
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            ClusterError::Refused { address }
        }
        ConnectErrorKind::Tls => ClusterError::Tls { address, why },
        ConnectErrorKind::ServerParse => ClusterError::Address { given: address },
        // The TLS layer's messages if the other side does not use TLS, or not with a trusted
        // certificate.
        _ if ["certificate", "tls", "TLS", "corrupt message"]
            .iter()
            .any(|sign| why.contains(sign)) =>
        {
            ClusterError::Tls { address, why }
        }
        _ => unreachable_at(&address, why),
    }
}

fn unreachable_at(address: &str, why: String) -> ClusterError {
    ClusterError::Unreachable { address: address.to_owned(), why }
}

/// Checks whether the server has JetStream; one without it says so, or there is no answer.
async fn has_jetstream(context: &jetstream::Context, address: &str) -> Result<(), ClusterError> {
    use jetstream::context::RequestErrorKind::{NoResponders, TimedOut};
    let address = address.to_owned();
    // Parsed as a plain value, since the other fields differ between server versions.
    match context.request::<_, _, serde_json::Value>("INFO", &()).await {
        Ok(answer) if answer["error"].is_null() => Ok(()),
        Ok(answer) => {
            let code = answer["error"]["err_code"].as_u64().map(ErrorCode);
            let missing =
                [ErrorCode::JETSTREAM_NOT_ENABLED, ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT];
            let why = answer["error"]["description"].as_str().unwrap_or_default().to_owned();
            Err(match code.is_some_and(|code| missing.contains(&code)) {
                true => ClusterError::NoJetStream { address },
                false => ClusterError::Server { address, why },
            })
        }
        Err(error) if matches!(error.kind(), NoResponders | TimedOut) => {
            Err(ClusterError::NoJetStream { address })
        }
        Err(error) => Err(ClusterError::Server { address, why: jetstream_error(&error) }),
    }
}

/// The server's error inside a client error.
pub(crate) fn of_server<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a jetstream::Error> {
    chain(error).find_map(|error| error.downcast_ref::<jetstream::Error>())
}

/// The message of the server, or else of the innermost cause.
pub(crate) fn jetstream_error(error: &(dyn Error + 'static)) -> String {
    match of_server(error) {
        Some(error) => error.to_string(),
        None => innermost(error),
    }
}

fn innermost(error: &(dyn Error + 'static)) -> String {
    chain(error).last().map_or_else(String::new, ToString::to_string).replace('\n', " ")
}

/// An error and its causes.
fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| (*error).source())
}
