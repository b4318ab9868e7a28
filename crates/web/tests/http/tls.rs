//! A server with a certificate of its own.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use ninefold_web::{Options, Server, TlsFiles};
use tempfile::TempDir;
use tokio_rustls::rustls::crypto::ring;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::common::{agent, serve_with};
use crate::leagues::until;

/// Two certificates for this machine, each with its key: `own` and `other`.
fn certificates() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["own", "other"] {
        let line = format!(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout {name}.key \
             -out {name}.pem -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -addext \
             basicConstraints=critical,CA:FALSE -days 2"
        );
        let mut command = Command::new("openssl");
        command.args(line.split_whitespace()).current_dir(folder.path());
        let output = command.output().expect("openssl is needed: apt-get install openssl");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    folder
}

fn files(folder: &Path, certificate: &str, key: &str) -> TlsFiles {
    TlsFiles { certificate: folder.join(certificate), key: folder.join(key) }
}

/// Whoever trusts a certificate.
fn trusting(file: &Path) -> Agent {
    let text = std::fs::read(file).unwrap();
    let certificate = Certificate::from_pem(&text).unwrap();
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::new_with_certs(&[certificate]))
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .build();
    let config = Agent::config_builder().http_status_as_error(false).tls_config(tls);
    config.max_redirects(0).max_redirects_will_error(false).build().new_agent()
}

#[test]
fn everything_is_encrypted_by_the_certificate() {
    let keys = certificates();
    let data = Arc::new(tempfile::tempdir().unwrap());
    let options = Options {
        host: Ipv4Addr::LOCALHOST.into(),
        port: Some(0),
        token: true,
        tls: Some(files(keys.path(), "own.pem", "own.key")),
        ..Options::local(data.path())
    };
    let server = serve_with(options, data);
    assert!(server.address.starts_with("https://127.0.0.1:"), "{}", server.address);
    let agent = trusting(&keys.path().join("own.pem"));
    let base = server.address.split("/?").next().unwrap();
    let health = agent.get(format!("{base}/healthz")).call().unwrap();
    assert_eq!(health.status(), 200);
    // The token's cookie is never sent over a connection that everybody can read.
    let opened = agent.get(&server.address).call().unwrap();
    let cookie = opened.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("ninefold_token=") && cookie.ends_with("; Secure"), "{cookie}");
    // A browser tells which page asks: that of this server may.
    let moved =
        agent.post(format!("{base}/api/games")).header("cookie", cookie.split(';').next().unwrap());
    let moved = moved.header("origin", base).header("sec-fetch-site", "same-origin");
    let moved = moved.header("content-type", "application/json");
    assert_eq!(moved.send(r#"{"game": "tictactoe"}"#).unwrap().status(), 201);
    // Links say how the server is reached.
    let token = server.address.split_once("?token=").unwrap().1;
    let bearer = format!("Bearer {token}");
    let made = agent.post(format!("{base}/api/leagues")).header("authorization", &bearer);
    let made = made.send(r#"{"name": "Class", "game": "tictactoe"}"#).unwrap();
    let made: serde_json::Value =
        serde_json::from_str(&made.into_body().read_to_string().unwrap()).unwrap();
    let code = format!("{base}/api/leagues/{}/code", made["id"].as_str().unwrap());
    let code = agent.get(code).header("authorization", &bearer).call().unwrap();
    let code = code.into_body().read_to_string().unwrap();
    assert!(code.contains(&format!("\"url\":\"{base}/join/")), "{code}");
    // Whoever trusts another certificate, and whoever speaks without one, hears nothing.
    assert!(
        trusting(&keys.path().join("other.pem")).get(format!("{base}/healthz")).call().is_err()
    );
    let mut plain = TcpStream::connect(base.trim_start_matches("https://")).unwrap();
    plain.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    let mut heard = Vec::new();
    let _ = plain.read_to_end(&mut heard);
    assert!(!String::from_utf8_lossy(&heard).contains("HTTP"), "{heard:?}");
}

#[test]
fn a_renewed_certificate_is_taken_and_a_broken_one_is_not() {
    let keys = certificates();
    let copy = |from: &str, to: &str| {
        // Written beside and renamed, as those do who renew certificates.
        let beside = keys.path().join("beside");
        std::fs::copy(keys.path().join(from), &beside).unwrap();
        std::fs::rename(beside, keys.path().join(to)).unwrap();
    };
    copy("own.pem", "cert.pem");
    copy("own.key", "key.pem");
    let data = Arc::new(tempfile::tempdir().unwrap());
    let options = Options {
        port: Some(0),
        tls: Some(files(keys.path(), "cert.pem", "key.pem")),
        ..Options::local(data.path())
    };
    let server = serve_with(options, data);
    let answers = |name: &str| {
        let agent = trusting(&keys.path().join(name));
        agent.get(format!("{}/healthz", server.address)).call().is_ok()
    };
    assert!(answers("own.pem") && !answers("other.pem"));
    // Half of it has come, and is no reason to stop: the one before stays.
    copy("other.pem", "cert.pem");
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert!(answers("own.pem"));
    copy("other.key", "key.pem");
    until("the new one is taken", || answers("other.pem").then_some(()));
    assert!(!answers("own.pem"));
}

#[test]
fn behind_a_proxy_that_encrypts_cookies_are_secure() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let options = Options {
        port: Some(0),
        public_url: Some("https://games.example.org".to_owned()),
        proxies: vec![Ipv4Addr::LOCALHOST.into()],
        ..Options::local(data.path())
    };
    let server = serve_with(options, data);
    let secure = |headers: &[(&str, &str)]| {
        let mut request = agent().get(&server.address);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let opened = request.call().unwrap();
        let mut cookies = opened.headers().get_all("set-cookie").iter();
        let cookie = cookies.find(|cookie| cookie.to_str().unwrap().starts_with("ninefold_token="));
        cookie.unwrap().to_str().unwrap().ends_with("; Secure")
    };
    assert!(secure(&[("host", "games.example.org")]));
    assert!(secure(&[("x-forwarded-proto", "https")]));
    // Whoever sits at the machine itself comes without encryption.
    assert!(!secure(&[]));
    assert!(!secure(&[("x-forwarded-proto", "http")]));
}

#[test]
fn nobody_may_take_for_ever_over_a_handshake() {
    let keys = certificates();
    let data = Arc::new(tempfile::tempdir().unwrap());
    let options = Options {
        port: Some(0),
        tls: Some(files(keys.path(), "own.pem", "own.key")),
        ..Options::local(data.path())
    };
    let server = serve_with(options, data);
    let mut silent = TcpStream::connect(server.address.trim_start_matches("https://")).unwrap();
    // The first bytes of a hello, and nothing more.
    silent.write_all(&[22, 3, 1]).unwrap();
    let mut heard = Vec::new();
    // It ends: a read that lasted would hang here.
    let _ = silent.read_to_end(&mut heard);
    assert!(heard.is_empty(), "{heard:?}");
}

#[test]
fn a_key_of_another_certificate_is_refused_in_a_sentence() {
    let keys = certificates();
    let data = tempfile::tempdir().unwrap();
    let told = |certificate: &str, key: &str| {
        let tls = Some(files(keys.path(), certificate, key));
        let options = Options { port: Some(0), tls, ..Options::local(data.path()) };
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let bound = runtime.block_on(Server::bind(ninefold_session::games(), options));
        bound.err().expect("refused").to_string()
    };
    let mismatch = told("own.pem", "other.key");
    assert!(
        mismatch.starts_with("the key ") && mismatch.contains("is not that of the certificate "),
        "{mismatch}"
    );
    assert!(told("own.pem", "own.pem").contains("holds no private key"));
    assert!(told("own.key", "own.key").contains("holds no certificate"));
    assert!(told("none.pem", "own.key").contains("cannot read "));
}
