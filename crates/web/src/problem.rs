//! Errors: a status, and a phrase that the page can translate.

use std::fmt;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ninefold_core::Phrase;
use serde::Serialize;

/// The answer to a request that fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    phrase: Phrase,
}

/// A problem as sent to the page: the sentence, a word for its kind, and the sentence in parts.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Refusal {
    error: String,
    code: &'static str,
    #[serde(flatten)]
    phrase: Phrase,
}

impl Problem {
    /// Whether something was not found.
    pub(crate) fn is_missing(&self) -> bool {
        self.status == StatusCode::NOT_FOUND
    }

    /// The status of the answer.
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// An invalid request.
    pub(crate) fn bad(phrase: impl Into<Phrase>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, phrase)
    }

    /// A problem of another kind.
    pub(crate) fn new(status: StatusCode, phrase: impl Into<Phrase>) -> Problem {
        Problem { status, phrase: phrase.into() }
    }

    /// An untranslated English sentence.
    pub(crate) fn in_words(status: StatusCode, sentence: impl fmt::Display) -> Problem {
        Problem::new(status, in_words(sentence))
    }

    /// Too many requests.
    pub(crate) fn busy(phrase: impl Into<Phrase>) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, phrase)
    }

    /// A conflicting change.
    pub(crate) fn conflict(phrase: impl Into<Phrase>) -> Problem {
        Problem::new(StatusCode::CONFLICT, phrase)
    }

    /// Not found.
    pub(crate) fn missing(phrase: impl Into<Phrase>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, phrase)
    }

    /// The sentence.
    pub(crate) fn sentence(&self) -> String {
        self.phrase.to_string()
    }

    /// The problem as sent to the page.
    pub(crate) fn refusal(&self) -> Refusal {
        Refusal { error: self.sentence(), code: code(self.status), phrase: self.phrase.clone() }
    }
}

/// A sentence as an untranslated phrase.
pub(crate) fn in_words(sentence: impl fmt::Display) -> Phrase {
    Phrase::of("{0}").with(sentence.to_string())
}

/// The word for a kind of problem.
fn code(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "bad_request",
        StatusCode::UNAUTHORIZED => "no_token",
        StatusCode::FORBIDDEN => "forbidden",
        StatusCode::NOT_FOUND => "not_found",
        StatusCode::METHOD_NOT_ALLOWED => "wrong_method",
        StatusCode::REQUEST_TIMEOUT => "too_slow",
        StatusCode::CONFLICT => "conflict",
        StatusCode::PAYLOAD_TOO_LARGE => "too_large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "wrong_kind",
        StatusCode::TOO_MANY_REQUESTS => "busy",
        StatusCode::SERVICE_UNAVAILABLE => "store",
        _ => "broken",
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self.refusal())).into_response()
    }
}
