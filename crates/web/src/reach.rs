//! The server's address for links.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use axum::http::{HeaderMap, header};

use crate::app::App;
use crate::guard::is_loopback;

/// A documentation address (RFC 5737); nothing is sent to it.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// This machine's address in its current network, which may change; `None` without a network.
pub(crate) fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // The system chooses the route, and so the address; a connection of this kind sends nothing.
    socket.connect(ELSEWHERE).ok()?;
    let found = socket.local_addr().ok()?.ip();
    (!found.is_unspecified() && !found.is_loopback()).then_some(found)
}

/// The address at which devices in the same network reach a listening socket: `None` if it listens
/// to its own machine only.
pub(crate) fn seen_from_elsewhere(listening: SocketAddr) -> Option<SocketAddr> {
    match listening.ip() {
        address if address.is_loopback() => None,
        address if address.is_unspecified() => {
            own_address().map(|found| SocketAddr::new(found, listening.port()))
        }
        _ => Some(listening),
    }
}

/// The server's public address.
pub(crate) struct Reach {
    /// The start of links.
    pub(crate) base: String,
    /// Whether only this machine can open them.
    pub(crate) is_local: bool,
}

impl Reach {
    /// The configured address; otherwise the one the caller uses, unless that name means the local
    /// machine everywhere.
    pub(crate) fn of(app: &App, headers: &HeaderMap) -> Reach {
        if let Some(base) = &app.public_url {
            return Reach { base: base.clone(), is_local: app.is_local };
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let host = host.unwrap_or_default();
        let is_own_name = is_loopback(host) || is_unspecified(host);
        let elsewhere = app.listening.filter(|_| is_own_name).and_then(seen_from_elsewhere);
        let host = elsewhere.map_or_else(|| host.to_owned(), |found| found.to_string());
        Reach {
            base: format!("{}://{host}", app.scheme()),
            is_local: app.is_local || is_own_name && elsewhere.is_none(),
        }
    }
}

/// Whether a host is the wildcard address, which browsers treat as the local machine.
fn is_unspecified(host: &str) -> bool {
    ["0.0.0.0", "[::]"].iter().any(|name| {
        host.strip_prefix(name).is_some_and(|port| port.is_empty() || port.starts_with(':'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_machine_has_two_names_for_all_its_addresses() {
        for host in ["0.0.0.0", "0.0.0.0:9369", "[::]:9369"] {
            assert!(is_unspecified(host), "{host}");
        }
        for host in ["0.0.0.0.example.org", "10.0.0.0", "[::1]:9369", ""] {
            assert!(!is_unspecified(host), "{host}");
        }
    }

    #[test]
    fn a_server_is_seen_where_it_listens() {
        let seen = |address: &str| seen_from_elsewhere(address.parse().unwrap());
        assert_eq!(seen("127.0.0.1:9369"), None);
        assert_eq!(seen("192.0.2.7:9369"), "192.0.2.7:9369".parse().ok());
        let anywhere = seen("0.0.0.0:9369");
        assert_eq!(anywhere, own_address().map(|own| SocketAddr::new(own, 9369)));
        assert!(anywhere.is_none_or(|found| !found.ip().is_loopback()));
    }
}
