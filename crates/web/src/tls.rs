//! TLS: the server's certificate and key, and the handshake with clients.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, RwLock};
use std::time::SystemTime;

use ninefold_core::quote;
use thiserror::Error;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{Error as RustlsError, ServerConfig};

use crate::log::{LogLevel, log};

/// The server's certificate and key, as PEM files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsFiles {
    /// The certificate, followed by its chain to one that browsers trust.
    pub certificate: PathBuf,
    /// Its private key, without a password.
    pub key: PathBuf,
}

/// Why a file cannot be read, as part of a sentence.
fn reason(problem: &io::Error) -> String {
    match problem.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        kind => kind.to_string(),
    }
}

/// Why a certificate cannot be used.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("cannot read {}: {}", shown(file), reason(problem))]
    Read {
        /// The file.
        file: PathBuf,
        /// The system's error.
        problem: io::Error,
    },
    /// A file contains no certificate.
    #[error("{} holds no certificate: wanted a PEM file with BEGIN CERTIFICATE", shown(file))]
    NoCertificate {
        /// The file.
        file: PathBuf,
    },
    /// A file contains no key.
    #[error(
        "{} holds no private key: wanted a PEM file with BEGIN PRIVATE KEY, without a password",
        shown(file)
    )]
    NoKey {
        /// The file.
        file: PathBuf,
    },
    /// The key does not match the certificate.
    #[error("the key {} is not that of the certificate {}", shown(&files.key), shown(&files.certificate))]
    Mismatch {
        /// The files.
        files: TlsFiles,
    },
    /// The certificate or the key is of an unsupported kind.
    #[error("the certificate {} cannot be used with the key {}: {problem}", shown(&files.certificate), shown(&files.key))]
    Unusable {
        /// The files.
        files: TlsFiles,
        /// What is wrong with them.
        problem: RustlsError,
    },
}

fn shown(file: &Path) -> String {
    quote(&file.to_string_lossy())
}

fn read(file: &Path) -> Result<Vec<u8>, TlsError> {
    std::fs::read(file).map_err(|problem| TlsError::Read { file: file.to_owned(), problem })
}

/// A certificate that is reloaded when its files change, so that the server need not restart.
pub(crate) struct Certificate {
    files: TlsFiles,
    acceptor: RwLock<TlsAcceptor>,
    /// The state of the files at the last check.
    seen: Mutex<Stamps>,
}

/// Modification time and length of two files; `None` for a missing one.
type Stamps = [Option<(SystemTime, u64)>; 2];

fn stamps(files: &TlsFiles) -> Stamps {
    [&files.certificate, &files.key].map(|file| {
        let about = std::fs::metadata(file).ok()?;
        Some((about.modified().ok()?, about.len()))
    })
}

impl Certificate {
    /// The certificate of these files.
    pub(crate) fn read(files: TlsFiles) -> Result<Certificate, TlsError> {
        let seen = Mutex::new(stamps(&files));
        let acceptor = RwLock::new(acceptor(&files)?);
        Ok(Certificate { files, acceptor, seen })
    }

    /// The TLS acceptor with it.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.read().unwrap_or_else(|broken| broken.into_inner()).clone()
    }

    /// Reloads the files if they have changed. An invalid pair is reported once and the previous
    /// one stays: the other file may not be written yet.
    pub(crate) fn renew(&self) {
        let now = stamps(&self.files);
        let mut seen = self.seen.lock().unwrap_or_else(|broken| broken.into_inner());
        if *seen == now {
            return;
        }
        *seen = now;
        match acceptor(&self.files) {
            Ok(new) => {
                *self.acceptor.write().unwrap_or_else(|broken| broken.into_inner()) = new;
                log(LogLevel::Info, "certificate_renewed", &[]);
            }
            Err(problem) => log(LogLevel::Warn, "certificate_kept", &[("problem", &problem)]),
        }
    }
}

/// The TLS acceptor with the certificate of these files.
fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, TlsError> {
    let chain: Vec<CertificateDer<'static>> =
        CertificateDer::pem_slice_iter(&read(&files.certificate)?).filter_map(Result::ok).collect();
    if chain.is_empty() {
        return Err(TlsError::NoCertificate { file: files.certificate.clone() });
    }
    let key = PrivateKeyDer::from_pem_slice(&read(&files.key)?)
        .map_err(|_| TlsError::NoKey { file: files.key.clone() })?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key));
    let mut config = config.map_err(|problem| match problem {
        RustlsError::InconsistentKeys(_) => TlsError::Mismatch { files: files.clone() },
        problem => TlsError::Unusable { files: files.clone(), problem },
    })?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_files_is_said_in_a_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).expect("written");
            file
        };
        let missing = folder.path().join("missing.pem");
        let empty = file("empty.pem", "nothing\n");
        let told = |certificate: &Path, key: &Path| {
            let files = TlsFiles { certificate: certificate.to_owned(), key: key.to_owned() };
            acceptor(&files).err().expect("refused").to_string()
        };
        assert!(told(&missing, &empty).ends_with("missing.pem\": there is no such file"));
        assert!(told(&empty, &missing).contains("empty.pem\" holds no certificate"));
    }
}
