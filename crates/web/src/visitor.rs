//! Visitors: an address, and a browser there.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, Ipv4Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use crate::identity::Caller;

/// A visitor who shares the machine with others: long work is divided evenly between visitors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Visitor {
    /// The visitor's address.
    pub(crate) address: IpAddr,
    /// The identity at that address: a guest or bot, one of the host's browsers by its cookie, or
    /// all others together.
    pub(crate) browser: u64,
}

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The cookie that distinguishes the browsers of an address. It is not secret and grants nothing.
const COOKIE: &str = "ninefold_visitor";
/// The longest name a browser can have.
const LONGEST_NAME: usize = 64;

impl Visitor {
    /// The visitor of a request over a connection from `peer`. A trusted proxy's statement about
    /// the address counts.
    pub(crate) fn of(headers: &HeaderMap, peer: IpAddr, proxies: &[IpAddr]) -> Visitor {
        let forwarded = || {
            // Proxies append to the header's line or add a line: only the last value is their own.
            let listed = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            listed.rsplit(',').next()?.trim().parse().ok()
        };
        let address = proxies.contains(&peer).then(forwarded).flatten().unwrap_or(peer);
        Visitor { address, browser: browser_name(headers).map_or(0, hashed) }
    }

    /// The same visitor, distinguished from others at its address by its known identity: made-up
    /// names gain nothing. The host's own browsers are trusted.
    pub(crate) fn known_as(self, caller: &Caller) -> Visitor {
        let browser = match caller.id() {
            Some(id) => hashed(id),
            None if caller.is_host => self.browser,
            None => 0,
        };
        Visitor { browser, ..self }
    }
}

fn hashed(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// The name of a returning browser.
pub(crate) fn browser_name(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let mut cookies = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    let (_, name) = cookies.find(|(name, _)| *name == COOKIE)?;
    (!name.is_empty() && name.len() <= LONGEST_NAME).then_some(name)
}

/// The cookie that gives a browser its name.
pub(crate) fn cookie(name: &str) -> String {
    format!("{COOKIE}={name}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000")
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Visitor, Infallible> {
        let nobody = Visitor { address: Ipv4Addr::LOCALHOST.into(), browser: 0 };
        Ok(parts.extensions.get().copied().unwrap_or(nobody))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_trusted_proxy_speaks_for_others() {
        let [proxy, other]: [IpAddr; 2] =
            ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        let mut headers = HeaderMap::new();
        // The client may write anything in front of what the proxy adds.
        headers.insert("x-forwarded-for", "127.0.0.1, 192.0.2.7".parse().unwrap());
        let seen = |peer, proxies: &[IpAddr]| Visitor::of(&headers, peer, proxies).address;
        assert_eq!(seen(proxy, &[proxy]), "192.0.2.7".parse::<IpAddr>().unwrap());
        assert_eq!(seen(other, &[proxy]), other);
        assert_eq!(seen(proxy, &[]), proxy);
        // Some proxies add another line below the existing ones.
        headers.append("x-forwarded-for", "192.0.2.9".parse().unwrap());
        let seen = Visitor::of(&headers, proxy, &[proxy]).address;
        assert_eq!(seen, "192.0.2.9".parse::<IpAddr>().unwrap());
    }

    #[test]
    fn a_name_that_was_made_up_brings_nothing() {
        let guest = |id: &str| {
            let kind = ninefold_store::ParticipantKind::Guest;
            let name = String::new();
            let known = ninefold_store::Participant {
                id: id.to_owned(),
                kind,
                name,
                created: 0,
                owner: None,
            };
            Caller { is_host: false, participant: Some(known.into()) }
        };
        let [one, other] =
            [1, 2].map(|browser| Visitor { address: Ipv4Addr::LOCALHOST.into(), browser });
        let nobody = Caller::default();
        assert_eq!(one.known_as(&nobody), other.known_as(&nobody));
        assert_eq!(one.known_as(&guest("ada")), other.known_as(&guest("ada")));
        assert_ne!(one.known_as(&guest("ada")), one.known_as(&guest("bob")));
        let host = Caller { is_host: true, participant: None };
        assert_ne!(one.known_as(&host), other.known_as(&host), "the host has several browsers");
    }

    #[test]
    fn browsers_are_told_apart_by_their_cookie() {
        let of = |cookie: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            Visitor::of(&headers, Ipv4Addr::LOCALHOST.into(), &[]).browser
        };
        assert_eq!(of("a=b; ninefold_visitor=abc"), of("ninefold_visitor=abc"));
        assert_ne!(of("ninefold_visitor=abc"), of("ninefold_visitor=abd"));
        let nobody = [
            of("a=b"),
            of("ninefold_visitor="),
            of(&format!("ninefold_visitor={}", "x".repeat(65))),
        ];
        assert_eq!(nobody, [0; 3]);
    }
}
