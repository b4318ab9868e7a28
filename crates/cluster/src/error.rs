//! Errors of a cluster, in sentences.

use std::path::PathBuf;

use ninefold_core::quote;
use thiserror::Error;

/// Why a cluster cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ClusterError {
    /// The address is invalid.
    #[error("the cluster {given} is no address: wanted one such as nats://host:4222")]
    Address {
        /// The address, quoted.
        given: String,
    },
    /// No server answers there.
    #[error("no NATS server answers at {address}: {why}")]
    Unreachable {
        /// The address.
        address: String,
        /// The system's error.
        why: String,
    },
    /// The server denies access.
    #[error(
        "the server at {address} does not let us in: give --creds FILE, or user and password in the address"
    )]
    Refused {
        /// The address.
        address: String,
    },
    /// The certificates do not match.
    #[error(
        "there is no safe connection to {address}: {why} (--tls-ca FILE names who signed its certificate)"
    )]
    Tls {
        /// The address.
        address: String,
        /// What was wrong.
        why: String,
    },
    /// A specified file cannot be used.
    #[error("{} cannot be used as {what}: {why}", quote(&.file.to_string_lossy()))]
    File {
        /// Its purpose.
        what: &'static str,
        /// The file.
        file: PathBuf,
        /// What was wrong.
        why: String,
    },
    /// The server has no persistence.
    #[error("the server at {address} has no JetStream: start it with nats-server -js")]
    NoJetStream {
        /// The address.
        address: String,
    },
    /// A stream with our name has a different configuration.
    #[error(
        "the stream {stream} at {address} is not as this program makes it ({why}): delete it or use another server"
    )]
    Foreign {
        /// The stream.
        stream: String,
        /// The address.
        address: String,
        /// What differs.
        why: &'static str,
    },
    /// A stream cannot be created.
    #[error("the stream {stream} cannot be made at {address}: {why}")]
    Stream {
        /// The stream.
        stream: String,
        /// The address.
        address: String,
        /// The server's error.
        why: String,
    },
    /// All available work needs another version of the program.
    #[error(
        "this is ninefold {own}, but all runs at {address} are played by ninefold {other}: use the same version on every machine"
    )]
    OtherRelease {
        /// Ours.
        own: String,
        /// Theirs.
        other: String,
        /// The address.
        address: String,
    },
    /// The server answered unexpectedly.
    #[error("the server at {address} did not answer as it should: {why}")]
    Server {
        /// The address.
        address: String,
        /// Its answer.
        why: String,
    },
}
