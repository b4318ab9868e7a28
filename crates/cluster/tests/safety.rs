//! Passwords, credentials files and certificates.

use std::process::Command;

use ninefold_arena::FixedJobs;
use ninefold_cluster::{Access, Cluster};
use tempfile::TempDir;

use crate::common::*;

fn refusal(access: &Access) -> String {
    Cluster::connect(access).err().expect("it is refused").to_string()
}

#[test]
fn whoever_has_no_password_stays_outside() {
    let server = Server::with(&["-js", "--user", "me", "--pass", "secret"]);
    let told = refusal(&access(&server));
    assert!(told.contains("does not let us in: give --creds FILE"), "{told}");
    let address = server.url().replace("nats://", "nats://me:secret@");
    let cluster = Cluster::connect(&Access { address, ..Access::default() }).expect("it is let in");
    assert_eq!(cluster.address(), server.url(), "no password is shown");
}

#[test]
fn files_that_are_none_are_named() {
    let server = Server::new();
    let folder = TempDir::new().expect("a folder");
    let nonsense = folder.path().join("nonsense");
    std::fs::write(&nonsense, "nothing of use").expect("a file");
    let missing = folder.path().join("missing");
    for file in [&nonsense, &missing] {
        let told = refusal(&Access { creds: Some(file.clone()), ..access(&server) });
        assert!(told.contains("cannot be used as credentials: "), "{told}");
        let told = refusal(&Access { tls_ca: Some(file.clone()), ..access(&server) });
        assert!(told.contains("cannot be used as a certificate: "), "{told}");
    }
}

/// Runs openssl, which must be there.
fn openssl(folder: &TempDir, line: &str) {
    let mut command = Command::new("openssl");
    command.args(line.split(' ')).current_dir(folder.path());
    let output = command.output().expect("openssl is needed: apt-get install openssl");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// An authority, a certificate by it for this machine, and the authority of somebody else.
fn certificates() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for name in ["ca", "other"] {
        openssl(
            &folder,
            &format!(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout {name}.key -out {name}.pem -subj /CN={name} -days 2"
            ),
        );
    }
    openssl(
        &folder,
        "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout server.key -out server.csr -subj /CN=localhost",
    );
    let names = "subjectAltName=DNS:localhost,IP:127.0.0.1\n";
    std::fs::write(folder.path().join("names"), names).expect("a file");
    openssl(
        &folder,
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -out server.pem -days 2",
    );
    folder
}

#[test]
fn a_run_over_an_encrypted_connection() {
    let folder = certificates();
    let file = |name: &str| folder.path().join(name);
    let text = |name: &str| file(name).to_string_lossy().into_owned();
    let server = Server::with(&[
        "-js",
        "--tls",
        "--tlscert",
        &text("server.pem"),
        "--tlskey",
        &text("server.key"),
    ]);
    let told = refusal(&Access { tls_ca: Some(file("other.pem")), ..access(&server) });
    assert!(told.starts_with("there is no safe connection to "), "{told}");
    let told = refusal(&access(&server));
    assert!(told.starts_with("there is no safe connection to "), "{told}");
    let safe = Access { tls_ca: Some(file("ca.pem")), ..access(&server) };
    let cluster = Cluster::connect(&safe).expect("it is safe");
    let _worker = Hired::of(cluster.clone(), release(), attempt());
    let shelf = Shelf::default();
    let (end, _) = start_on(cluster, "tls", FixedJobs(jobs(20)), &shelf).wait();
    is_whole(&end, &shelf, 20);
    // A server that offers nothing of the kind is refused when it is asked for.
    let plain = Server::new();
    let told = refusal(&Access { tls_ca: Some(file("ca.pem")), ..access(&plain) });
    assert!(told.starts_with("there is no safe connection to "), "{told}");
}

/// A credentials file and a server that trusts its issuer, made as the tools of NATS make them.
mod issue {
    use std::path::PathBuf;

    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use nkeys::KeyPair;
    use serde_json::{Value, json};
    use tempfile::TempDir;

    fn token(issuer: &KeyPair, subject: &KeyPair, name: &str, nats: Value) -> String {
        let claims = json!({
            "jti": name, "iat": 1_700_000_000, "iss": issuer.public_key(),
            "name": name, "sub": subject.public_key(), "nats": nats,
        });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let head = part(&json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
        let body = format!("{head}.{}", part(&claims));
        let signature = issuer.sign(body.as_bytes()).expect("a key that signs");
        format!("{body}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// Writes `server.conf` and `user.creds` into a folder.
    pub fn into(folder: &TempDir) -> (PathBuf, PathBuf) {
        let (operator, account) = (KeyPair::new_operator(), KeyPair::new_account());
        let (system, user) = (KeyPair::new_account(), KeyPair::new_user());
        let of_account = |storage: i64| {
            json!({ "limits": {
                "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1,
                "wildcards": true, "conn": -1, "leaf": -1,
                "mem_storage": storage, "disk_storage": storage, "streams": storage, "consumer": storage,
            }, "type": "account", "version": 2 })
        };
        let of_user =
            json!({ "subs": -1, "data": -1, "payload": -1, "type": "user", "version": 2 });
        let of_operator =
            json!({ "system_account": system.public_key(), "type": "operator", "version": 2 });
        let config = format!(
            "operator: {}\nresolver: MEMORY\nsystem_account: {}\nresolver_preload: {{\n  {}: {}\n  {}: {}\n}}\n",
            token(&operator, &operator, "operator", of_operator),
            system.public_key(),
            account.public_key(),
            token(&operator, &account, "games", of_account(-1)),
            system.public_key(),
            token(&operator, &system, "system", of_account(0)),
        );
        let creds = format!(
            "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
            token(&account, &user, "worker", of_user),
            user.seed().expect("a seed"),
        );
        let (conf, file) = (folder.path().join("server.conf"), folder.path().join("user.creds"));
        std::fs::write(&conf, config).expect("a file");
        std::fs::write(&file, creds).expect("a file");
        (conf, file)
    }
}

#[test]
fn a_credentials_file_opens_the_door() {
    let folder = TempDir::new().expect("a folder");
    let (conf, creds) = issue::into(&folder);
    let server = Server::with(&["-js", "-c", &conf.to_string_lossy()]);
    let told = refusal(&access(&server));
    assert!(told.contains("does not let us in: give --creds FILE"), "{told}");
    let known = Access { creds: Some(creds), ..access(&server) };
    let cluster = Cluster::connect(&known).expect("it is let in");
    let _worker = Hired::of(cluster.clone(), release(), attempt());
    let shelf = Shelf::default();
    let (end, _) = start_on(cluster, "creds", FixedJobs(jobs(20)), &shelf).wait();
    is_whole(&end, &shelf, 20);
}
