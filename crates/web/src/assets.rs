//! The page's files, embedded in the binary.
//!
//! The page refers to them by an address that changes with any of them, `/~VERSION/app.js`, so that
//! a browser caches them for ever and never asks again; after an upgrade all are new at once, and
//! old files are gone rather than mixed in.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use ninefold_core::{Phrase, mix};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

use crate::problem::Problem;
use crate::refusals::{NO_ADDRESS, NO_FILE};

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// The page itself, which handles routing by the address.
const PAGE: &str = "index.html";

/// A board for embedding in other pages: it does not allow navigation.
const EMBED: &str = "embed.html";

/// Whether an address is that of an embedded board.
pub(crate) fn is_embedded(path: &str) -> bool {
    path == "/embed" || path.starts_with("/embed/")
}

/// Example client programs for bot authors.
const CLIENTS: [(&str, &str); 2] = [
    ("bots/network_bot.py", include_str!("../../../examples/bots/network_bot.py")),
    ("bots/network_bot.rs", include_str!("../../../examples/bots/network_bot.rs")),
];

/// All styles in two files, in cascade order: those for every page, and those for pages loaded
/// later.
const STYLES: [(&str, &[&str]); 2] = [
    ("style/all.css", &["tokens", "page", "board", "table", "pages", "puzzles", "own", "class"]),
    ("style/later.css", &["lab", "together", "league", "review", "explore"]),
];

/// The placeholder for the version of the page's files.
const PLACE: &str = "/~/";

/// The first character of a versioned path.
const MARK: char = '~';

/// The version in debug builds: files are read anew, and none is cached.
const WORKED_ON: &str = "dev";

/// Set by tests to give a debug build a version, so that its files are cached as those of a
/// release.
const NAMED: &str = "NINEFOLD_PAGE_VERSION";

/// The combined version of all files.
static VERSION: LazyLock<String> = LazyLock::new(|| match cfg!(debug_assertions) {
    true => std::env::var(NAMED).unwrap_or_else(|_| WORKED_ON.to_owned()),
    false => {
        let mut names: Vec<_> = Assets::iter().collect();
        names.sort();
        let hashes = names.iter().filter_map(|name| Assets::get(name));
        let all = hashes.flat_map(|file| file.metadata.sha256_hash());
        format!("{:016x}", all.fold(0, |sum, byte| mix(sum ^ u64::from(byte))))
    }
});

/// A file of the page; an address without a dot is a route of the page.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let name = uri.path().trim_start_matches('/');
    if name.starts_with("api/") {
        return Problem::missing(Phrase::of(NO_ADDRESS).with(uri.path())).into_response();
    }
    let (version, name) = match name.strip_prefix(MARK).and_then(|rest| rest.split_once('/')) {
        Some((version, rest)) => (Some(version), rest),
        None => (None, name),
    };
    let name = match name.contains('.') {
        true => name,
        false if is_embedded(uri.path()) => EMBED,
        false => PAGE,
    };
    match find(name) {
        Some(file) if version.is_none_or(|version| version == *VERSION) => {
            send(name, file, &headers, version.is_some() && *VERSION != WORKED_ON)
        }
        _ => Problem::missing(Phrase::of(NO_FILE).with(name)).into_response(),
    }
}

/// A file and its tag.
struct Found {
    data: Cow<'static, [u8]>,
    hash: [u8; 32],
}

fn find(name: &str) -> Option<Found> {
    if let Some((_, sheets)) = STYLES.iter().find(|(file, _)| *file == name) {
        return styles(sheets);
    }
    if let Some((_, text)) = CLIENTS.iter().find(|(file, _)| *file == name) {
        return Some(Found { data: text.as_bytes().into(), hash: Sha256::digest(text).into() });
    }
    let EmbeddedFile { data, metadata } = Assets::get(name)?;
    Some(Found { data, hash: metadata.sha256_hash() })
}

/// A style sheet without comments and indentation, to save bytes.
fn without_comments(sheet: &str) -> String {
    let mut parts = sheet.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts
        .fold(first, |text, part| text + part.split_once("*/").map_or("", |(_comment, rest)| rest));
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The style sheets, concatenated.
fn styles(sheets: &[&str]) -> Option<Found> {
    let mut all = Found { data: Cow::default(), hash: [0; 32] };
    for name in sheets {
        let sheet = find(&format!("style/{name}.css"))?;
        let text = String::from_utf8_lossy(&sheet.data);
        all.data.to_mut().extend_from_slice(without_comments(&text).as_bytes());
        let sums = all.hash.iter_mut().zip(sheet.hash);
        sums.for_each(|(sum, byte)| *sum = sum.wrapping_mul(31) ^ byte);
    }
    Some(all)
}

/// Sends a file, or only that it has not changed.
fn send(name: &str, file: Found, headers: &HeaderMap, for_ever: bool) -> Response {
    let tag: String = file.hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    // The page changes with every file that it refers to.
    let tag = if is_page(name) { format!("\"{tag}-{}\"", *VERSION) } else { format!("\"{tag}\"") };
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let keep = if for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let about = [
        (header::CONTENT_TYPE, kind(name).to_owned()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, keep.to_owned()),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    match is_page(name) {
        true => (about, with_versions(&String::from_utf8_lossy(&file.data))).into_response(),
        false => (about, file.data).into_response(),
    }
}

/// A page with versioned references.
pub(crate) fn with_versions(page: &str) -> String {
    page.replace(PLACE, &format!("/{MARK}{}/", *VERSION))
}

/// Whether a file refers to others by version.
fn is_page(name: &str) -> bool {
    matches!(name, PAGE | EMBED)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("json") => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}
