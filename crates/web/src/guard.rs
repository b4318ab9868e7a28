//! Access checks for every request, and headers for every answer.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use ninefold_core::Phrase;

use crate::access::{ADDRESSES, Audience};
use crate::app::{App, fresh_name};
use crate::assets::is_embedded;
use crate::calendar::http_date;
use crate::entrance::{self, wants_page};
use crate::identity::{self, Caller};
use crate::log::{LogLevel, log, tells};
use crate::pace::A_SECOND;
use crate::problem::Problem;
use crate::refusals::{
    JSON_ONLY, LOCALHOST_ONLY, MANY_REQUESTS, NEEDS_TOKEN, NO_HOST, OWN_PAGE_ONLY, WRONG_ADDRESS,
    WRONG_METHOD,
};
use crate::visitor::{Peer, Visitor, browser_name, cookie};

/// The settings of the checks.
#[derive(Clone)]
pub(crate) struct Guard {
    /// The token that every request needs when the server listens to other machines, or is
    /// configured to require one.
    pub(crate) token: Option<Arc<str>>,
    /// Whether the server listens to its own machine alone.
    pub(crate) is_local: bool,
    /// The host name under which a proxy on this machine admits others.
    pub(crate) public_host: Option<Arc<str>>,
    /// The host name under which a TLS proxy admits others.
    pub(crate) encrypted_host: Option<Arc<str>>,
    /// Trusted proxies.
    pub(crate) proxies: Arc<[IpAddr]>,
    /// The shared state, for identification and metrics.
    pub(crate) app: Arc<App>,
}

/// The cookie for the token.
const COOKIE: &str = "ninefold_token";

/// Scripts, styles and connections from this server alone, and no frames.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// The same for a board embedded in other sites' pages.
const EMBEDDED_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                               form-action 'none'; frame-ancestors *";

/// The length of a browser's name.
const NAME_LENGTH: usize = 20;

/// Admits or rejects a request, and adds the headers of every answer.
pub(crate) async fn guard(
    State(guard): State<Guard>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let asks_api = request.uri().path().starts_with("/api/");
    let is_known = browser_name(request.headers()).is_some();
    let asked =
        tells(LogLevel::Debug).then(|| format!("{} {}", request.method(), request.uri().path()));
    let method = request.method().clone();
    let policy = match is_embedded(request.uri().path()) {
        true => EMBEDDED_POLICY,
        false => POLICY,
    };
    let peer = request.extensions().get().map_or(Ipv4Addr::LOCALHOST.into(), |&Peer(peer)| peer);
    let is_encrypted = guard.is_encrypted(request.headers(), peer);
    let caller = guard.caller(request.headers()).await;
    let visitor = Visitor::of(request.headers(), peer, &guard.proxies).known_as(&caller);
    request.extensions_mut().insert(visitor);
    if guard.token.is_some() {
        guard.app.neighbours.saw(visitor.address, &caller);
    }
    let refusal = guard.refusal(&request, &caller);
    request.extensions_mut().insert(caller);
    let mut response = match refusal {
        Some(refusal) => refusal,
        None => next.run(request).await,
    };
    if asks_api && is_wordless(&response) {
        response = in_words(&response, method.as_str());
    }
    guard.app.metrics.answered(response.status(), begun.elapsed());
    if let Some(asked) = asked {
        let millis = begun.elapsed().as_millis();
        let values: [(&str, &dyn std::fmt::Display); 4] = [
            ("asked", &asked),
            ("status", &response.status().as_u16()),
            ("ms", &millis),
            ("address", &visitor.address),
        ];
        log(LogLevel::Debug, "request", &values);
    }
    let is_page = response.headers().get(header::CONTENT_TYPE).is_some_and(is_html);
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(date) = http_date(SystemTime::now()).parse() {
        headers.insert(header::DATE, date);
    }
    if is_page
        && !is_known
        && let Ok(name) = fresh_name(NAME_LENGTH)
        && let Ok(cookie) = cookie(&name).parse()
    {
        headers.append(header::SET_COOKIE, cookie);
    }
    if is_encrypted {
        keep_secure(headers);
    }
    response
}

/// Cookies set over an encrypted connection never go out over another.
fn keep_secure(headers: &mut HeaderMap) {
    if let header::Entry::Occupied(mut cookies) = headers.entry(header::SET_COOKIE) {
        for cookie in cookies.iter_mut() {
            let secure = cookie.to_str().map(|text| format!("{text}; Secure"));
            if let Some(secure) = secure.ok().and_then(|text| text.parse().ok()) {
                *cookie = secure;
            }
        }
    }
}

fn is_html(kind: &HeaderValue) -> bool {
    kind.as_bytes().starts_with(b"text/html")
}

/// Whether a rejection lacks the sentence that ours have, because a library made it.
fn is_wordless(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    response.status().is_client_error() && kind.is_none_or(|kind| kind != "application/json")
}

fn in_words(response: &Response, method: &str) -> Response {
    let status = response.status();
    let refused = match status {
        StatusCode::METHOD_NOT_ALLOWED => {
            let ways = text(response.headers(), header::ALLOW).unwrap_or_default();
            let ways = ways.split(',').map(str::trim).filter(|way| *way != "HEAD");
            let ways = ways.collect::<Vec<_>>().join(" or ");
            Problem::new(status, Phrase::of(WRONG_METHOD).with(ways).with(method))
        }
        StatusCode::BAD_REQUEST => Problem::new(status, WRONG_ADDRESS),
        _ => {
            Problem::in_words(status, status.canonical_reason().unwrap_or("the request is refused"))
        }
    };
    let mut answer = refused.into_response();
    if let Some(ways) = response.headers().get(header::ALLOW) {
        answer.headers_mut().insert(header::ALLOW, ways.clone());
    }
    answer
}

impl Guard {
    /// Whether the client's connection is encrypted: by the server, or by a proxy in front of it,
    /// according to its public name or its headers. A browser ignores secure cookies set over any
    /// other connection.
    fn is_encrypted(&self, headers: &HeaderMap, peer: IpAddr) -> bool {
        let forwarded = || text(headers, header::HeaderName::from_static("x-forwarded-proto"));
        let host = text(headers, header::HOST);
        self.app.is_encrypted
            || self
                .encrypted_host
                .as_deref()
                .zip(host)
                .is_some_and(|(name, host)| name.eq_ignore_ascii_case(host))
            || self.proxies.contains(&peer) && forwarded() == Some("https")
    }

    /// The caller of a request.
    async fn caller(&self, headers: &HeaderMap) -> Caller {
        let is_host = self.token.as_ref().is_none_or(|token| brings(token, headers));
        let participant = match identity::secret(headers) {
            Some(secret) => self.app.participants.find(&self.app.store, secret).await,
            None => None,
        };
        Caller { is_host, participant }
    }

    fn refusal(&self, request: &Request, caller: &Caller) -> Option<Response> {
        let headers = request.headers();
        let Some(host) = text(headers, header::HOST) else {
            return Some(Problem::bad(NO_HOST).into_response());
        };
        // Another site's page could use a name that resolves to this machine.
        let is_public =
            self.public_host.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(host));
        if self.is_local && !is_loopback(host) && !is_public {
            let refused = Problem::new(StatusCode::FORBIDDEN, LOCALHOST_ONLY);
            return Some(refused.into_response());
        }
        let path = request.uri().path();
        if let Some(token) = &self.token
            && !caller.is_host
            && let Some(answer) = with_token(token, request)
        {
            return Some(answer);
        }
        if caller.is_nobody() && !is_for_everybody(request) {
            if !path.starts_with("/api/") && wants_page(headers) {
                return Some(entrance::page(headers, StatusCode::UNAUTHORIZED, ""));
            }
            return Some(Problem::new(StatusCode::UNAUTHORIZED, NEEDS_TOKEN).into_response());
        }
        if !path.starts_with("/api/") {
            return None;
        }
        if caller.id().is_some_and(|id| !self.app.pace.allows(id)) {
            return Some(Problem::busy(Phrase::of(MANY_REQUESTS).with(A_SECOND)).into_response());
        }
        // Reading is no safer than writing: a query about a position starts a search.
        let may_encrypt = self.app.is_encrypted || !self.proxies.is_empty();
        if is_foreign(headers, host, may_encrypt, self.encrypted_host.as_deref()) {
            return Some(Problem::new(StatusCode::FORBIDDEN, OWN_PAGE_ONLY).into_response());
        }
        is_form(headers)
            .then(|| Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, JSON_ONLY).into_response())
    }
}

/// Whether a request has the token, in a cookie or a header.
fn brings(token: &str, headers: &HeaderMap) -> bool {
    let cookies = text(headers, header::COOKIE).unwrap_or_default();
    let mut brought = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    let bearer = text(headers, header::AUTHORIZATION);
    let bearer = bearer.and_then(|given| given.strip_prefix("Bearer "));
    brought.any(|(name, value)| name == COOKIE && same(value, token))
        || bearer.is_some_and(|given| same(given.trim(), token))
}

/// Whether a request needs no identification: for the page's own files, which contain no personal
/// data, the page behind an invitation, and what [`ADDRESSES`] makes public.
fn is_for_everybody(request: &Request) -> bool {
    let (method, path) = (request.method(), request.uri().path());
    let is_file = !path.starts_with("/api/") && (path.starts_with("/~") || path.contains('.'));
    let open = ADDRESSES.iter().filter(|(_, _, audience)| *audience == Audience::Everybody);
    let is_open = |(by, known, _): &(&str, &str, Audience)| {
        let stem = known.split('{').next().unwrap_or(known);
        method == by && if stem == *known { path == *known } else { path.starts_with(stem) }
    };
    method == Method::GET && is_file || open.into_iter().any(is_open)
}

/// The answer to a request with the token in its address: a cookie, and a redirect to the address
/// without it.
fn with_token(token: &str, request: &Request) -> Option<Response> {
    let query = request.uri().query().unwrap_or_default();
    let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    if given.is_some_and(|given| same(given, token)) {
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
        // Two slashes would lead to another server.
        let path = format!("/{}", request.uri().path().trim_start_matches(['/', '\\']));
        let others: Vec<_> = query.split('&').filter(|pair| !pair.starts_with("token=")).collect();
        let path = match others.is_empty() {
            true => path,
            false => format!("{path}?{}", others.join("&")),
        };
        return Some(([(header::SET_COOKIE, cookie)], Redirect::to(&path)).into_response());
    }
    None
}

/// Compares without revealing by timing how much was right.
fn same(given: &str, wanted: &str) -> bool {
    let differences = given.bytes().zip(wanted.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == wanted.len() && differences == 0
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// The host of the server's public address, if that is not this machine.
pub(crate) fn public_host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    host_of(rest).filter(|host| !is_loopback(host))
}

/// The host of the address of a TLS proxy.
pub(crate) fn encrypted_host(url: &str) -> Option<&str> {
    host_of(url.strip_prefix("https://")?)
}

fn host_of(rest: &str) -> Option<&str> {
    rest.split('/').next().filter(|host| !host.is_empty())
}

pub(crate) fn is_loopback(host: &str) -> bool {
    let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, port)) => (name, port),
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_port = |port: &str| port.bytes().all(|digit| digit.is_ascii_digit());
    let is_whole = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
    let is_own = name.eq_ignore_ascii_case("localhost") || matches!(name, "127.0.0.1" | "::1");
    is_own && is_whole && (name == "::1") == host.starts_with('[')
}

/// Whether a browser says that another site's page sends this. The page may be an encrypted one where the server or a proxy
/// encrypts, and is one at the public name of a proxy that does, whatever that calls this server.
fn is_foreign(
    headers: &HeaderMap,
    host: &str,
    may_encrypt: bool,
    encrypted_host: Option<&str>,
) -> bool {
    let by_site = text(headers, header::HeaderName::from_static("sec-fetch-site"))
        .is_some_and(|site| !matches!(site, "same-origin" | "none"));
    let by_origin = headers.get(header::ORIGIN).is_some_and(|origin| {
        let origin = origin.to_str().unwrap_or_default();
        let own = |scheme: &str| origin.strip_prefix(scheme) == Some(host);
        let encrypted = origin.strip_prefix("https://").zip(encrypted_host);
        let is_public = encrypted.is_some_and(|(name, own)| name.eq_ignore_ascii_case(own));
        !(own("http://") || may_encrypt && own("https://") || is_public)
    });
    by_site || by_origin
}

/// Whether a browser's page sends a body that is not JSON. Programs may omit the header.
fn is_form(headers: &HeaderMap) -> bool {
    let is_browser = headers.contains_key("sec-fetch-site") || headers.contains_key(header::ORIGIN);
    let kind = text(headers, header::CONTENT_TYPE);
    let is_json = kind.is_none_or(|kind| {
        let kind = kind.split(';').next().unwrap_or_default();
        kind.trim().eq_ignore_ascii_case("application/json")
    });
    is_browser && !is_json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_has_three_names() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:9369", "[::1]:9369", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "example.org",
            "localhost.example.org:80",
            "127.0.0.1.example.org",
            "[::2]:80",
            "",
            "localhost:1@example.org",
            "[::1].example.org",
            "::1",
            "[localhost]",
            "localhost:x",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn a_public_address_has_a_host() {
        assert_eq!(public_host("https://games.example.org"), Some("games.example.org"));
        assert_eq!(public_host("http://box:9369/class"), Some("box:9369"));
        assert_eq!(public_host("http://localhost:9369"), None);
        assert_eq!(public_host("games.example.org"), None);
        assert_eq!(encrypted_host("https://games.example.org/"), Some("games.example.org"));
        assert_eq!(encrypted_host("http://games.example.org"), None);
    }

    #[test]
    fn another_sites_page_is_foreign() {
        let headers = |pairs: &[(&'static str, &'static str)]| -> HeaderMap {
            pairs
                .iter()
                .map(|&(name, value)| {
                    (header::HeaderName::from_static(name), HeaderValue::from_static(value))
                })
                .collect()
        };
        let host = "127.0.0.1:9369";
        for own in
            [&[][..], &[("origin", "http://127.0.0.1:9369"), ("sec-fetch-site", "same-origin")]]
        {
            assert!(!is_foreign(&headers(own), host, false, None), "{own:?}");
        }
        for foreign in [
            ("origin", "http://example.org"),
            ("origin", "null"),
            ("origin", "https://127.0.0.1:9369"),
            ("origin", "ftp://127.0.0.1:9369"),
            ("origin", "http://127.0.0.1:9370"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            assert!(is_foreign(&headers(&[foreign]), host, false, None), "{foreign:?}");
        }
        // Behind a proxy that encrypts, which may call this server by another name.
        let public = |origin: &'static str| {
            is_foreign(&headers(&[("origin", origin)]), host, false, Some("games.example.org"))
        };
        assert!(!public("https://games.example.org") && !public("http://127.0.0.1:9369"));
        for foreign in ["http://games.example.org", "https://example.org", "https://127.0.0.1:9369"]
        {
            assert!(public(foreign), "{foreign}");
        }
    }

    #[test]
    fn a_page_sends_json() {
        let sent = |kind: &'static str, by: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            headers.insert(by, HeaderValue::from_static("same-origin"));
            is_form(&headers)
        };
        assert!(!sent("application/json; charset=utf-8", "sec-fetch-site"));
        assert!(!sent("Application/JSON", "sec-fetch-site"));
        assert!(sent("text/plain", "sec-fetch-site"));
        assert!(!sent("text/plain", "user-agent"), "a program");
    }

    #[test]
    fn a_token_must_be_the_same_to_the_last_letter() {
        assert!(same("abc", "abc"));
        for wrong in ["", "ab", "abd", "abcd"] {
            assert!(!same(wrong, "abc"), "{wrong}");
        }
    }
}
