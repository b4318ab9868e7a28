//! Queries and bodies, read with bounds; what is wrong with them is said in a sentence.

use std::collections::HashMap;
use std::str::FromStr;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use ninefold_core::quote;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// The largest body, which only a record needs.
pub(crate) const LARGEST_BODY: usize = 1 << 20;

/// The parameters of a query.
pub(crate) struct Params(HashMap<String, String>);

impl Params {
    /// The text of a parameter; nothing when it is missing or empty.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// The text of a parameter that must be there.
    pub(crate) fn needed(&self, name: &str) -> Result<&str, Problem> {
        self.text(name).ok_or_else(|| Problem::bad(format!("the query needs {name}=")))
    }

    /// A parameter that is a whole number.
    pub(crate) fn number<N: FromStr>(&self, name: &str) -> Result<Option<N>, Problem> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let number = text.parse();
        number.map(Some).map_err(|_| {
            Problem::bad(format!("{name} is {}, wanted a whole number in its range", quote(text)))
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Params {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params, Problem> {
        let query = Query::<HashMap<String, String>>::from_request_parts(parts, state).await;
        let Query(params) =
            query.map_err(|_| Problem::bad("the query is not written as name=value&name=value"))?;
        Ok(Params(params))
    }
}

/// A body in JSON; an empty one is `{}`.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        let bytes = Bytes::from_request(request, state).await.map_err(too_large)?;
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        let read = serde_json::from_slice(text);
        read.map(Body)
            .map_err(|error| Problem::bad(format!("the body is not what is wanted: {error}")))
    }
}

fn too_large(rejection: BytesRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the body is larger than {} MB", LARGEST_BODY >> 20),
        ),
        _ => Problem::bad("the body did not arrive whole"),
    }
}
