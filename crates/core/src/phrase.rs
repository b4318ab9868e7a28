//! Sentences as templates and values, so that they can be translated.
//!
//! A [`Phrase`] is a form such as `closes the mill {0}` and the values that go into it. The form is its own key: a
//! translation is a table from each form to a form in the other language, with the same placeholders in any order,
//! filled with the same values. A value is either another [`Phrase`], which is translated too, or a text that is
//! the same in every language: a move, the name of a site, a number. [`View::forms`](crate::View::forms) lists
//! every form that a game can use.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A translatable clause.
///
/// ```
/// use ninefold_core::{Phrase, sentence};
///
/// let colour = Phrase::of("White");
/// let closes = Phrase::of("closes the mill {0}").with("a7-d7-g7");
/// let leaves = Phrase::of("leaves {0} {1} men").with(colour).with(4);
/// assert_eq!(sentence(&[closes, leaves]), "Closes the mill a7-d7-g7; leaves White 4 men.");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Phrase {
    /// English text with numbered placeholders: `closes the mill {0}`.
    pub form: Cow<'static, str>,
    /// The value of each placeholder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Word>,
}

/// The value of a placeholder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Word {
    /// The same text in every language.
    Text(String),
    /// A phrase to be translated.
    Phrase(Phrase),
}

/// The last two items of a list.
const AND: &str = "{0} and {1}";
/// An item followed by more items.
const MORE: &str = "{0}, {1}";

/// The forms used for lists.
pub(crate) const LIST_FORMS: [&str; 2] = [AND, MORE];

impl Phrase {
    /// A form with its placeholders still empty.
    pub fn of(form: &'static str) -> Phrase {
        Phrase { form: Cow::Borrowed(form), values: Vec::new() }
    }

    /// Fills the next placeholder.
    pub fn with(mut self, word: impl Into<Word>) -> Phrase {
        self.values.push(word.into());
        self
    }

    /// Whether every placeholder has a value and every value a placeholder, recursively.
    pub fn is_whole(&self) -> bool {
        let mut used = vec![false; self.values.len()];
        for (_, place) in parts(&self.form) {
            match place.and_then(|place| used.get_mut(place?)) {
                Some(place) => *place = true,
                None if place.is_none() => {}
                None => return false,
            }
        }
        used.into_iter().all(|used| used) && self.inner().all(Phrase::is_whole)
    }

    /// The forms of this phrase and of the phrases inside it.
    pub fn forms(&self) -> Vec<&str> {
        let inner = self.inner().flat_map(Phrase::forms);
        std::iter::once(&*self.form).chain(inner).collect()
    }

    fn inner(&self) -> impl Iterator<Item = &Phrase> {
        self.values.iter().filter_map(|word| match word {
            Word::Phrase(phrase) => Some(phrase),
            Word::Text(_) => None,
        })
    }
}

/// The text pieces of a form, each with the placeholder that follows it: `None` at the end, `Some(None)` if the
/// brackets hold no number.
fn parts(form: &str) -> Vec<(&str, Option<Option<usize>>)> {
    let mut parts = Vec::new();
    let mut rest = form;
    while let Some((text, after)) = rest.split_once('{') {
        let (place, tail) = after.split_once('}').unwrap_or((after, ""));
        parts.push((text, Some(place.parse().ok())));
        rest = tail;
    }
    parts.push((rest, None));
    parts
}

/// The English text.
impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (text, place) in parts(&self.form) {
            f.write_str(text)?;
            if let Some(word) = place.flatten().and_then(|place| self.values.get(place)) {
                write!(f, "{word}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Text(text) => f.write_str(text),
            Word::Phrase(phrase) => write!(f, "{phrase}"),
        }
    }
}

/// A form without placeholders.
impl From<&'static str> for Phrase {
    fn from(form: &'static str) -> Phrase {
        Phrase::of(form)
    }
}

impl From<Phrase> for Word {
    fn from(phrase: Phrase) -> Word {
        Word::Phrase(phrase)
    }
}

impl From<String> for Word {
    fn from(text: String) -> Word {
        Word::Text(text)
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word::Text(text.to_owned())
    }
}

macro_rules! from_numbers {
    ($($number:ty)+) => {
        $(impl From<$number> for Word {
            fn from(number: $number) -> Word {
                Word::Text(number.to_string())
            }
        })+
    };
}

from_numbers!(i32 u16 u32 u64 usize);

/// Joins values into one: "a", "a and b", "a, b and c"; an empty text for none.
pub fn listed(words: impl IntoIterator<Item = impl Into<Word>>) -> Word {
    let mut words: Vec<Word> = words.into_iter().map(Into::into).collect();
    let Some(last) = words.pop() else { return Word::Text(String::new()) };
    let join = |form| move |tail: Word, head: Word| Phrase::of(form).with(head).with(tail).into();
    let pair = match words.pop() {
        Some(head) => join(AND)(last, head),
        None => last,
    };
    words.into_iter().rev().fold(pair, join(MORE))
}

/// Joins clauses into one English sentence.
pub fn sentence(clauses: &[Phrase]) -> String {
    let clauses: Vec<String> = clauses.iter().map(Phrase::to_string).collect();
    let joined = clauses.join("; ");
    let mut letters = joined.chars();
    // The name of a site keeps its case: "g1 is taken."
    let is_place = joined.split(' ').next().is_some_and(|word| word.contains(char::is_numeric));
    match letters.next() {
        Some(_) if is_place => format!("{joined}."),
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => joined,
    }
}

/// Defines named forms and lists them all in `FORMS`, visible to the parent module.
///
/// ```
/// mod words {
///     ninefold_core::forms! {
///         TAKES = "takes {0}";
///         WINS = "wins";
///     }
/// }
/// assert_eq!(words::FORMS, ["takes {0}", "wins"]);
/// # assert_eq!((words::TAKES, words::WINS), ("takes {0}", "wins"));
/// ```
#[macro_export]
macro_rules! forms {
    ($($name:ident = $form:literal;)+) => {
        $(pub(super) const $name: &str = $form;)+

        /// Every form.
        pub(super) const FORMS: &[&str] = &[$($form),+];
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_as_english() {
        let listed = |words: &[&str]| listed(words.iter().copied()).to_string();
        assert_eq!(listed(&[]), "");
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c", "d"]), "a, b, c and d");
    }

    #[test]
    fn places_may_come_in_any_order() {
        let phrase = Phrase::of("{1} before {0}").with("b").with(7);
        assert_eq!(phrase.to_string(), "7 before b");
        assert!(phrase.is_whole());
    }

    #[test]
    fn a_place_or_a_word_too_many_is_noticed() {
        assert!(!Phrase::of("takes {0}").is_whole());
        assert!(!Phrase::of("wins").with("e5").is_whole());
        assert!(!Phrase::of("takes {x}").with("e5").is_whole());
        assert!(!Phrase::of("so {0}").with(Phrase::of("takes {0}")).is_whole());
        assert!(Phrase::of("wins").is_whole());
    }

    #[test]
    fn a_sentence_has_a_capital_and_a_stop() {
        assert_eq!(sentence(&[Phrase::of("wins")]), "Wins.");
        assert_eq!(sentence(&[]), "");
    }

    #[test]
    fn phrases_travel_as_json() {
        let phrase = Phrase::of("{0} loses {1}").with(Phrase::of("Black")).with("e5");
        let json = serde_json::to_string(&phrase).unwrap();
        assert_eq!(json, r#"{"form":"{0} loses {1}","values":[{"form":"Black"},"e5"]}"#);
        assert_eq!(serde_json::from_str::<Phrase>(&json).unwrap(), phrase);
    }
}
