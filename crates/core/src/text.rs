//! Helpers for messages that quote user input.

/// The text in quotation marks, shortened if it is long and with control characters escaped, so that an error stays
/// on one line.
///
/// ```
/// assert_eq!(ninefold_core::quote("a\nb"), r#""a\nb""#);
/// ```
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// The candidate most similar to `text`, if any is similar at all.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const ALIKE: f64 = 0.5;
    let lowered = text.to_lowercase();
    // Lengths that differ by more than a factor of two are less than half similar; skipping them keeps long texts
    // cheap.
    let length = lowered.chars().count();
    let comparable = |candidate: &&str| {
        let other = candidate.chars().count();
        length <= 2 * other && other <= 2 * length
    };
    candidates
        .into_iter()
        .filter(comparable)
        .map(|candidate| (strsim::normalized_damerau_levenshtein(&lowered, candidate), candidate))
        .filter(|&(likeness, _)| likeness >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}
