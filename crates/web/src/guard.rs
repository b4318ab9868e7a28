//! Who may ask, and what every answer says.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use crate::problem::Problem;
use crate::refusals::{
    LOCALHOST_ONLY, NEEDS_TOKEN, NO_HOST, OWN_PAGE_ONLY, WRONG_ADDRESS, WRONG_METHOD,
};

/// What is asked of every request.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The word that every request must bring when the server listens to other machines.
    pub(crate) token: Option<Arc<str>>,
}

/// The cookie that keeps the token.
const COOKIE: &str = "ninefold_token";

/// Scripts, styles and connections from this server alone, and no frames.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// Lets a request through if it may pass, and adds the headers of every answer.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let asks_api = request.uri().path().starts_with("/api/");
    let mut response = match guard.refusal(&request) {
        Some(refusal) => refusal,
        None => next.run(request).await,
    };
    if asks_api && is_wordless(&response) {
        response = in_words(response.status());
    }
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether a refusal comes without the sentence that every refusal has: one that no address of ours made.
fn is_wordless(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    response.status().is_client_error() && kind.is_none_or(|kind| kind != "application/json")
}

fn in_words(status: StatusCode) -> Response {
    let refused = match status {
        StatusCode::METHOD_NOT_ALLOWED => Problem::new(status, WRONG_METHOD),
        StatusCode::BAD_REQUEST => Problem::new(status, WRONG_ADDRESS),
        _ => {
            Problem::in_words(status, status.canonical_reason().unwrap_or("the request is refused"))
        }
    };
    refused.into_response()
}

impl Guard {
    fn refusal(&self, request: &Request) -> Option<Response> {
        let headers = request.headers();
        let Some(host) = text(headers, header::HOST) else {
            return Some(Problem::bad(NO_HOST).into_response());
        };
        match &self.token {
            // A name that resolves to this machine could belong to somebody else's page.
            None if !is_loopback(host) => {
                let refused = Problem::new(StatusCode::FORBIDDEN, LOCALHOST_ONLY);
                return Some(refused.into_response());
            }
            None => {}
            Some(token) => {
                if let Some(answer) = with_token(token, request) {
                    return Some(answer);
                }
            }
        }
        // Reading is no better than writing: a question about a position starts a search.
        (request.uri().path().starts_with("/api/") && is_foreign(headers, host))
            .then(|| Problem::new(StatusCode::FORBIDDEN, OWN_PAGE_ONLY).into_response())
    }
}

/// An answer to a request that does not bring the token as a cookie.
fn with_token(token: &str, request: &Request) -> Option<Response> {
    let cookies = text(request.headers(), header::COOKIE).unwrap_or_default();
    let brought = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    if brought.into_iter().any(|(name, value)| name == COOKIE && same(value, token)) {
        return None;
    }
    let query = request.uri().query().unwrap_or_default();
    let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    if given.is_some_and(|given| same(given, token)) {
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
        return Some(
            ([(header::SET_COOKIE, cookie)], Redirect::to(request.uri().path())).into_response(),
        );
    }
    Some(Problem::new(StatusCode::UNAUTHORIZED, NEEDS_TOKEN).into_response())
}

/// Compares without telling by the time taken how much was right.
fn same(given: &str, wanted: &str) -> bool {
    let differences = given.bytes().zip(wanted.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == wanted.len() && differences == 0
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || matches!(name, "127.0.0.1" | "::1")
}

/// Whether a browser says that another site's page sends this.
fn is_foreign(headers: &HeaderMap, host: &str) -> bool {
    let by_site = text(headers, header::HeaderName::from_static("sec-fetch-site"))
        .is_some_and(|site| !matches!(site, "same-origin" | "none"));
    let by_origin = text(headers, header::ORIGIN)
        .is_some_and(|origin| origin.split_once("://").is_none_or(|(_, from)| from != host));
    by_site || by_origin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_has_three_names() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:9369", "[::1]:9369", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in
            ["example.org", "localhost.example.org:80", "127.0.0.1.example.org", "[::2]:80", ""]
        {
            assert!(!is_loopback(host), "{host}");
        }
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
            assert!(!is_foreign(&headers(own), host), "{own:?}");
        }
        for foreign in [
            ("origin", "http://example.org"),
            ("origin", "null"),
            ("origin", "http://127.0.0.1:9370"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            assert!(is_foreign(&headers(&[foreign]), host), "{foreign:?}");
        }
    }

    #[test]
    fn a_token_must_be_the_same_to_the_last_letter() {
        assert!(same("abc", "abc"));
        for wrong in ["", "ab", "abd", "abcd"] {
            assert!(!same(wrong, "abc"), "{wrong}");
        }
    }
}
