//! What goes wrong, as a status and a sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ninefold_core::SpecError;
use ninefold_session::{EvaluatorError, OpenError, PlayerError, SessionError};
use ninefold_store::StoreError;
use serde_json::json;

/// An answer to a request that cannot be done.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    sentence: String,
}

impl Problem {
    /// What was sent makes no sense.
    pub(crate) fn bad(sentence: impl ToString) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// A problem of another kind.
    pub(crate) fn new(status: StatusCode, sentence: impl ToString) -> Problem {
        Problem { status, sentence: sentence.to_string() }
    }

    /// Too much at once.
    pub(crate) fn busy(sentence: impl ToString) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence)
    }

    /// Somebody else was quicker.
    pub(crate) fn conflict(sentence: impl ToString) -> Problem {
        Problem::new(StatusCode::CONFLICT, sentence)
    }

    /// There is no such thing.
    pub(crate) fn missing(sentence: impl ToString) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, sentence)
    }

    /// The sentence.
    pub(crate) fn sentence(&self) -> &str {
        &self.sentence
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.sentence }))).into_response()
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        let status = match error {
            StoreError::Unknown { .. } | StoreError::NoRun { .. } => StatusCode::NOT_FOUND,
            StoreError::Changed { .. } | StoreError::Playing { .. } => StatusCode::CONFLICT,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Problem::new(status, error)
    }
}

macro_rules! bad_request {
    ($($error:ty),*) => {
        $(impl From<$error> for Problem {
            fn from(error: $error) -> Problem {
                Problem::bad(error)
            }
        })*
    };
}

bad_request!(SpecError, SessionError, OpenError, PlayerError, EvaluatorError);
