//! Small helpers for sentences that name what the user typed.

/// The text in quotation marks, shortened when it is long and with control characters escaped, so
/// that an error stays one line.
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

/// The candidate that looks most like `text`, if any looks like it at all.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const ALIKE: f64 = 0.5;
    let lowered = text.to_lowercase();
    // Twice as long is less than half alike, and a long text must not cost long.
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
