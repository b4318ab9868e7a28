//! The page for newcomers: a field for a code, without any script.

use axum::extract::Query;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::assets;
use crate::codes::typed_code;

/// The page, with placeholders.
const PAGE: &str = include_str!("entrance.html");
/// The longest code that is checked, in characters.
const LONGEST: usize = 60;

/// The page's texts in a language.
struct Words {
    language: &'static str,
    title: &'static str,
    about: &'static str,
    label: &'static str,
    enter: &'static str,
    host: &'static str,
    /// No game, league or class has this code.
    unknown: &'static str,
    /// Too many wrong codes, or too many visitors.
    busy: &'static str,
    /// Everything else.
    broken: &'static str,
}

const ENGLISH: Words = Words {
    language: "en",
    title: "Join with a code",
    about: "The person who invited you has a code for you, such as the one on the class's screen.",
    label: "Code",
    enter: "Join",
    host: "Do you run this server? Open the address that it printed at startup, including the token.",
    unknown: "No game, league or class has this code: check it, or ask for a new one.",
    busy: "Too many wrong codes or visitors from your address: try again in a minute.",
    broken: "That did not work: try again in a moment.",
};

const GERMAN: Words = Words {
    language: "de",
    title: "Mit einem Code dazukommen",
    about: "Wer dich eingeladen hat, hat einen Code für dich, etwa den auf der Leinwand der Klasse.",
    label: "Code",
    enter: "Dazukommen",
    host: "Gehört dieses Ninefold dir? Öffne die Adresse, die es beim Start genannt hat, mit dem Token.",
    unknown: "Keine Partie, keine Liga und keine Klasse hat diesen Code: Sieh noch einmal nach, oder lass dir einen neuen geben.",
    busy: "Von hier kamen zu viele falsche Codes oder Besucher: Versuch es in einer Minute noch einmal.",
    broken: "Das ging nicht: Versuch es gleich noch einmal.",
};

/// Whether the client is a browser that shows pages.
pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// The page, with the result for the typed code.
pub(crate) fn page(headers: &HeaderMap, status: StatusCode, typed: &str) -> Response {
    let words = if prefers_german(headers) { &GERMAN } else { &ENGLISH };
    let problem = match status {
        StatusCode::OK | StatusCode::UNAUTHORIZED => None,
        StatusCode::NOT_FOUND => Some(words.unknown),
        StatusCode::TOO_MANY_REQUESTS => Some(words.busy),
        _ => Some(words.broken),
    };
    let problem = problem.map(|text| format!("<p class=\"error\" role=\"alert\">{text}</p>"));
    let typed: String = typed.chars().take(LONGEST).collect();
    let places = [
        ("{language}", words.language),
        ("{title}", words.title),
        ("{about}", words.about),
        ("{label}", words.label),
        ("{enter}", words.enter),
        ("{host}", words.host),
        ("{problem}", problem.as_deref().unwrap_or_default()),
        // User input comes last, so that nothing in it acts as a placeholder.
        ("{typed}", &escaped(&typed)),
    ];
    let text = places.iter().fold(PAGE.to_owned(), |page, (place, text)| page.replace(place, text));
    let about = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::VARY, "accept, accept-language, cookie"),
    ];
    (status, about, assets::with_versions(&text)).into_response()
}

#[derive(Deserialize)]
pub(crate) struct Typed {
    #[serde(default)]
    code: String,
}

/// The page, or a redirect to what a code opens; guesses are counted.
pub(crate) async fn entrance(headers: HeaderMap, Query(typed): Query<Typed>) -> Response {
    let code = typed_code(&typed.code);
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
    let plain: String = code.chars().filter(is_plain).take(LONGEST).collect();
    match plain.is_empty() {
        true => page(&headers, StatusCode::OK, ""),
        false => Redirect::to(&format!("/join/{plain}")).into_response(),
    }
}

/// Escapes text for an attribute.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut all, letter| {
        match letter {
            '&' => all.push_str("&amp;"),
            '<' => all.push_str("&lt;"),
            '>' => all.push_str("&gt;"),
            '"' => all.push_str("&quot;"),
            '\'' => all.push_str("&#39;"),
            letter => all.push(letter),
        }
        all
    })
}

/// Whether a browser prefers German to English, and to languages that are not available here.
fn prefers_german(headers: &HeaderMap) -> bool {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let weight_of = |language: &str| {
        let ranges = wanted.unwrap_or_default().split(',').filter_map(|range| {
            let (name, rest) = range.split_once(';').unwrap_or((range, ""));
            let primary = name.trim().split('-').next().unwrap_or_default();
            let weight =
                rest.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.trim().parse().ok());
            weight.filter(|_| primary.eq_ignore_ascii_case(language))
        });
        ranges.fold(0.0, f32::max)
    };
    weight_of("de") > weight_of("en")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn the_page_is_for_browsers_in_their_language() {
        let accepts = |value: &str| wants_page(&with(header::ACCEPT, value));
        assert!(accepts("text/html,application/xhtml+xml,*/*;q=0.8"));
        assert!(!accepts("*/*") && !accepts("application/json") && !wants_page(&HeaderMap::new()));
        let german = |value: &str| prefers_german(&with(header::ACCEPT_LANGUAGE, value));
        for given in ["de", "de-AT,de;q=0.9,en;q=0.8", "fr, DE;q=0.5", "en;q=0.3,de;q=0.4"] {
            assert!(german(given), "{given}");
        }
        for given in ["en-GB,en;q=0.9,de;q=0.8", "fr", "", "den", "de;q=x", "en,de"] {
            assert!(!german(given), "{given}");
        }
    }

    #[test]
    fn what_was_typed_is_text() {
        assert_eq!(escaped("<a href='x'>\"&"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;");
    }
}
