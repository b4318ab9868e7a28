//! Identities: the host, a guest with a cookie, a bot with a token, or an unknown caller.

use std::convert::Infallible;
use std::fmt::Write;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use ninefold_store::{Participant, ParticipantKind, Store};
use sha2::{Digest, Sha256};

use crate::app::fresh_name;
use crate::problem::Problem;

/// The sender of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    /// Whether it is the host: anybody on this machine, or anybody with the server's token.
    pub(crate) is_host: bool,
    /// The guest or bot identified by a cookie or token. A host may be a guest as well.
    pub(crate) participant: Option<Arc<Participant>>,
}

impl Caller {
    /// The identifier of the guest or bot.
    pub(crate) fn id(&self) -> Option<&str> {
        self.participant.as_deref().map(|participant| participant.id.as_str())
    }

    /// Whether the caller is unknown.
    pub(crate) fn is_nobody(&self) -> bool {
        !self.is_host && self.participant.is_none()
    }

    /// Whether it is a bot.
    pub(crate) fn is_bot(&self) -> bool {
        self.participant.as_deref().is_some_and(|known| known.kind == ParticipantKind::Bot)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Caller, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// The cookie for a guest's secret.
const COOKIE: &str = "ninefold_guest";
/// The length of a secret: 32 characters out of 32 make 160 bits.
const SECRET_LENGTH: usize = 32;
/// The length of a participant's name in addresses.
const ID_LENGTH: usize = 10;

/// The secret in a request: a browser's cookie, or a program's header.
pub(crate) fn secret(headers: &HeaderMap) -> Option<&str> {
    let text = |name| headers.get(name)?.to_str().ok();
    let bearer = text(header::AUTHORIZATION).and_then(|given| given.strip_prefix("Bearer "));
    let cookies = text(header::COOKIE).unwrap_or_default();
    let mut cookies = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    let cookie = || cookies.find(|(name, _)| *name == COOKIE).map(|(_, value)| value);
    bearer.map(str::trim).or_else(cookie).filter(|secret| secret.len() == SECRET_LENGTH)
}

/// The cookie for a secret. It is also sent when the browser follows a link from another site.
pub(crate) fn cookie(secret: &str) -> String {
    format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000")
}

/// The stored form of a secret. It is long and random, so it needs no salt.
fn hash(secret: &str) -> String {
    Sha256::digest(secret).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Guests and bots. The store is read every time, since another server on the same folder may have
/// changed or deleted one.
pub(crate) struct Participants;

impl Participants {
    /// The participant with this secret.
    pub(crate) async fn find(&self, store: &Arc<Store>, secret: &str) -> Option<Arc<Participant>> {
        let (asked, wanted) = (Arc::clone(store), hash(secret));
        let found = tokio::task::spawn_blocking(move || asked.participant_by_secret(&wanted)).await;
        found.ok()?.ok()?.map(Arc::new)
    }

    /// A new participant and its secret, which is shown only once.
    pub(crate) fn make(
        &self,
        store: &Store,
        kind: ParticipantKind,
        name: &str,
        owner: Option<String>,
    ) -> Result<(Arc<Participant>, String), Problem> {
        let secret = fresh_name(SECRET_LENGTH)?;
        let id = fresh_name(ID_LENGTH)?;
        let mut participant = Participant { id, kind, name: name.to_owned(), created: 0, owner };
        let hash = hash(&secret);
        store.keep_participant(&mut participant, &hash)?;
        Ok((Arc::new(participant), secret))
    }

    /// A new secret for a participant, shown only once; the old one becomes invalid.
    pub(crate) fn renew(&self, store: &Store, id: &str) -> Result<String, Problem> {
        let secret = fresh_name(SECRET_LENGTH)?;
        store.renew_secret(id, &hash(&secret))?;
        Ok(secret)
    }

    /// Renames a participant.
    pub(crate) fn rename(&self, store: &Store, id: &str, name: &str) -> Result<(), Problem> {
        Ok(store.rename_participant(id, name)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_comes_as_a_cookie_or_in_a_header() {
        let given = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            secret(&headers).map(str::to_owned)
        };
        let word = "a".repeat(SECRET_LENGTH);
        assert_eq!(given("cookie", &format!("x=y; ninefold_guest={word}")), Some(word.clone()));
        assert_eq!(given("authorization", &format!("Bearer {word}")), Some(word.clone()));
        for (name, value) in [
            ("cookie", "ninefold_guest=short".to_owned()),
            ("cookie", format!("other={word}")),
            ("authorization", format!("Basic {word}")),
        ] {
            assert_eq!(given(name, &value), None, "{value}");
        }
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // The example "abc" of FIPS 180-2.
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
