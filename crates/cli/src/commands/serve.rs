//! `serve`: serves the page.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ninefold_session::Games;
use ninefold_web::{Options, Server, TlsFiles};
use serde_json::json;

use super::print_json;
use crate::args::ServeArgs;
use crate::{Answer, Console, ending_table};

/// How long searches in progress may take to end.
const PATIENCE: Duration = Duration::from_millis(500);

/// Serves the page until stopped.
pub(super) fn serve(
    games: &Games,
    args: &ServeArgs,
    data: PathBuf,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    expect_files()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("the system gives no threads to serve with")?;
    let answer = runtime.block_on(async {
        let endings = ending_table::size()?;
        let files = args.tls_cert.clone().zip(args.tls_key.clone());
        let options = Options {
            tls: files.map(|(certificate, key)| TlsFiles { certificate, key }),
            host: args.host,
            port: args.port,
            endings,
            table_builder: std::env::current_exe().ok(),
            token: args.token,
            new_token: args.new_token,
            proxies: args.trust_proxy.clone(),
            log: args.log,
            public_url: args.public_url.clone(),
            ..Options::local(data)
        };
        let server = Server::bind(games.clone(), options).await?;
        if let Some(told) = untrusted_proxy(args) {
            writeln!(console.err, "ninefold: {told}")?;
        }
        let (address, elsewhere) = (server.address(), server.address_elsewhere());
        match json {
            true => print_json(console, &json!({ "address": address, "elsewhere": elsewhere }))?,
            false => {
                writeln!(console.out, "Ninefold is at {address} (Ctrl-C stops it)")?;
                if let Some(elsewhere) = elsewhere {
                    writeln!(console.out, "Other devices reach it at {elsewhere}")?;
                }
            }
        }
        console.out.flush()?;
        if args.open {
            open(&address, console)?;
        }
        server.run(told_to_stop()).await?;
        Ok(Answer::Yes)
    });
    // A computer may still be thinking; everything is stored, so there is no need to wait.
    runtime.shutdown_timeout(PATIENCE);
    answer
}

/// How many files are open at least before anybody has come: those of the runtime, of the store and the socket.
#[cfg(unix)]
const FILES: usize = 12;

/// Refuses to begin where the system lets the process open too few files: the runtime would break off in the middle.
#[cfg(unix)]
fn expect_files() -> Result<()> {
    let opened: std::io::Result<Vec<_>> = (0..FILES).map(|_| std::fs::File::open("/")).collect();
    // EMFILE and ENFILE, which have no kind of their own.
    let is_lack = |problem: &std::io::Error| matches!(problem.raw_os_error(), Some(23 | 24));
    if opened.is_err_and(|problem| is_lack(&problem)) {
        bail!("the page needs {FILES} more open files to begin with: allow more by ulimit -n");
    }
    Ok(())
}

#[cfg(not(unix))]
fn expect_files() -> Result<()> {
    Ok(())
}

/// What must be known of a public address that only a proxy can encrypt, where none is trusted.
fn untrusted_proxy(args: &ServeArgs) -> Option<String> {
    let url = args.public_url.as_deref().filter(|url| url.starts_with("https://"))?;
    let is_told = args.tls_cert.is_some() || !args.trust_proxy.is_empty();
    (!is_told).then(|| {
        format!(
            "{url} is encrypted by a proxy that is not trusted, so all who come by it count as one visitor: \
             name it with --trust-proxy ADDRESS, or encrypt here with --tls-cert and --tls-key"
        )
    })
}

/// Asks the system to open the address in a browser.
fn open(address: &str, console: &mut Console<'_>) -> Result<()> {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        writeln!(
            console.err,
            "ninefold: {program} is not there to open a browser; open the address yourself"
        )?;
    }
    Ok(())
}

/// Completes on Ctrl-C or a termination signal.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    drop(tokio::signal::ctrl_c().await);
}
