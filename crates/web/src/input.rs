//! Queries and bodies, parsed within limits; errors are reported as sentences.

use std::collections::HashMap;
use std::str::FromStr;
use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use ninefold_core::{Phrase, quote};
use serde::de::DeserializeOwned;
use tokio_stream::StreamExt;

use crate::problem::Problem;
use crate::refusals::{
    BODY_FORM, LARGE_BODY, LATE_BODY, PART_OF_BODY, QUERY_FORM, QUERY_NEEDS, WHOLE_NUMBER,
};

/// The largest body; only records come close to it.
const LARGEST_BODY: usize = 1 << 20;
/// How much of a larger one is read before the connection is closed.
const MOST_READ: usize = 16 * LARGEST_BODY;
/// The time limit for a body to arrive.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// The parameters of a query.
pub(crate) struct Params(HashMap<String, String>);

impl Params {
    /// The text of a parameter; `None` if it is missing or empty.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// The text of a required parameter.
    pub(crate) fn needed(&self, name: &str) -> Result<&str, Problem> {
        self.text(name).ok_or_else(|| Problem::bad(Phrase::of(QUERY_NEEDS).with(name)))
    }

    /// An integer parameter.
    pub(crate) fn number<N: FromStr>(&self, name: &str) -> Result<Option<N>, Problem> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let number = text.parse();
        number
            .map(Some)
            .map_err(|_| Problem::bad(Phrase::of(WHOLE_NUMBER).with(name).with(quote(text))))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Params {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params, Problem> {
        let query = Query::<HashMap<String, String>>::from_request_parts(parts, state).await;
        let Query(params) = query.map_err(|_| Problem::bad(QUERY_FORM))?;
        Ok(Params(params))
    }
}

/// A body in JSON; an empty one is `{}`.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Body<T>, Problem> {
        let read = tokio::time::timeout(LONGEST_WAIT, whole(request.into_body()));
        let bytes = read
            .await
            .unwrap_or_else(|_| Err(Problem::new(StatusCode::REQUEST_TIMEOUT, LATE_BODY)))?;
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        let read = serde_json::from_slice(text);
        read.map(Body).map_err(|error| Problem::bad(Phrase::of(BODY_FORM).with(error.to_string())))
    }
}

/// A complete body within limits. One that is too large is still read to its end, within reason,
/// since a client that is still sending does not read the answer.
async fn whole(body: axum::body::Body) -> Result<Vec<u8>, Problem> {
    let mut chunks = body.into_data_stream();
    let (mut kept, mut size) = (Vec::new(), 0);
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Problem::bad(PART_OF_BODY))?;
        size += chunk.len();
        if size <= LARGEST_BODY {
            kept.extend_from_slice(&chunk);
        } else if size > MOST_READ {
            break;
        }
    }
    match size <= LARGEST_BODY {
        true => Ok(kept),
        false => Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            Phrase::of(LARGE_BODY).with(LARGEST_BODY >> 20),
        )),
    }
}
