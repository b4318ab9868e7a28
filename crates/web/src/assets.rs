//! The page's own files, which lie in the binary.

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use ninefold_core::Phrase;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::Problem;
use crate::refusals::{NO_ADDRESS, NO_FILE};

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// The page itself, which finds its way by the address.
const PAGE: &str = "index.html";

/// A file of the page; an address without a dot is a place on the page.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let name = uri.path().trim_start_matches('/');
    if name.starts_with("api/") {
        return Problem::missing(Phrase::of(NO_ADDRESS).with(uri.path())).into_response();
    }
    let name = if name.contains('.') { name } else { PAGE };
    match Assets::get(name) {
        Some(file) => send(name, file, &headers),
        None => Problem::missing(Phrase::of(NO_FILE).with(name)).into_response(),
    }
}

/// Sends a file, or only that it has not changed.
fn send(name: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let about = [
        (header::CONTENT_TYPE, kind(name).to_owned()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    match known {
        true => (StatusCode::NOT_MODIFIED, about).into_response(),
        false => (about, file.data).into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest") => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}
