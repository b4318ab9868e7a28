//! Compresses answers for clients that support it.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, Mutex};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio_stream::StreamExt;

use crate::problem::Problem;
use crate::refusals::REQUEST_BROKE_OFF;

/// Smaller answers are not worth the work.
const LEAST: usize = 1024;
/// The maximum number of compressed files in memory: more than the page has.
const MOST_KEPT: usize = 512;

/// Compressed files of the page, by their tags.
static KEPT: LazyLock<Mutex<HashMap<HeaderValue, Vec<u8>>>> = LazyLock::new(Mutex::default);

/// Compresses a text answer, if the client supports it.
pub(crate) async fn packed(request: Request, next: Next) -> Response {
    let reads = reads_gzip(request.headers());
    let listens = listens(request.headers());
    let response = next.run(request).await;
    if reads && listens && kind(&response) == EVENTS {
        return packed_events(response);
    }
    if !is_packable(&response) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    head.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !reads {
        return Response::from_parts(head, body);
    }
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Problem::new(StatusCode::INTERNAL_SERVER_ERROR, REQUEST_BROKE_OFF).into_response();
    };
    let small = match head.headers.get(header::ETAG) {
        _ if bytes.len() < LEAST => None,
        Some(tag) => kept(tag, &bytes),
        None => pack(&bytes, Compression::default()),
    };
    let Some(small) = small else { return Response::from_parts(head, Body::from(bytes)) };
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(head, Body::from(small))
}

fn reads_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.unwrap_or_default().split(',').any(|way| {
        let (name, quality) = way.split_once(';').unwrap_or((way, ""));
        name.trim() == "gzip" && quality.trim() != "q=0"
    })
}

/// Endless answers: each part must be sent at once.
const EVENTS: &str = "text/event-stream";
const STREAMS: [&str; 2] = [EVENTS, "application/x-ndjson"];

/// Whether the client is a page: programs read a stream as it comes, and not all of them decompress
/// it incrementally.
fn listens(headers: &HeaderMap) -> bool {
    let wanted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    wanted.unwrap_or_default().contains(EVENTS)
}

/// A compressed stream that flushes after every event. The compressor keeps its window, since one
/// position differs little from the last.
fn packed_events(response: Response) -> Response {
    let (mut head, body) = response.into_parts();
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    let parts = body.into_data_stream().map(move |part| {
        let written = packer.write_all(&part?).and_then(|()| packer.flush());
        written.map_err(axum::Error::new)?;
        Ok::<_, axum::Error>(Bytes::from(std::mem::take(packer.get_mut())))
    });
    head.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(head, Body::from_stream(parts))
}

fn kind(response: &Response) -> &str {
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Whether an answer is complete, has content, and compresses well: text, but no stream.
fn is_packable(response: &Response) -> bool {
    let headers = response.headers();
    let kind = kind(response);
    let packs = kind.starts_with("text/")
        || kind.starts_with("application/") && kind.contains("json")
        || kind == "image/svg+xml";
    packs
        && !STREAMS.contains(&kind)
        && response.status() != StatusCode::NOT_MODIFIED
        && !headers.contains_key(header::CONTENT_ENCODING)
}

/// A file at maximum compression, done once.
fn kept(tag: &HeaderValue, bytes: &[u8]) -> Option<Vec<u8>> {
    let memory = || KEPT.lock().unwrap_or_else(|broken| broken.into_inner());
    if let Some(small) = memory().get(tag) {
        return Some(small.clone());
    }
    let small = pack(bytes, Compression::best())?;
    let mut memory = memory();
    if memory.len() >= MOST_KEPT {
        memory.clear();
    }
    memory.insert(tag.clone(), small.clone());
    Some(small)
}

fn pack(bytes: &[u8], how: Compression) -> Option<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), how);
    packer.write_all(bytes).and_then(|()| packer.finish()).ok()
}
