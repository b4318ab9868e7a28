//! Turns of morris in Sanmill's notation, where a capture is a separate word.

/// Whether a game, by its full specification, is morris.
pub(crate) fn is_morris(spec: &str) -> bool {
    spec == "morris" || spec.starts_with("morris:")
}

/// The words of a turn.
pub(crate) fn parts(turn: &str) -> impl Iterator<Item = &str> {
    let taken = turn.match_indices('x').map(|(at, _)| at);
    let begins: Vec<usize> = std::iter::once(0).chain(taken.filter(|&at| at > 0)).collect();
    let ends: Vec<usize> = begins.iter().skip(1).copied().chain([turn.len()]).collect();
    begins.into_iter().zip(ends).map(|(begin, end)| &turn[begin..end])
}

/// How received words relate to a position with these legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// A complete turn.
    Turn(String),
    /// The beginning of one: the capture is still missing.
    Part(String),
    /// Nothing legal.
    Nothing,
}

/// Extends a partial turn by one more word.
pub(crate) fn told(part: &str, word: &str, legal: &[String]) -> Told {
    let turn = format!("{part}{word}");
    if legal.contains(&turn) {
        return Told::Turn(turn);
    }
    let opens = |mv: &String| mv.strip_prefix(&turn).is_some_and(|rest| rest.starts_with('x'));
    if legal.iter().any(opens) { Told::Part(turn) } else { Told::Nothing }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_taken_apart_and_put_together() {
        let words = |turn| parts(turn).collect::<Vec<_>>();
        assert_eq!(words("d6"), ["d6"]);
        assert_eq!(words("d6-d5xc3"), ["d6-d5", "xc3"]);
        let legal = ["d6-d5xc3".to_owned(), "d6-d7".to_owned()];
        assert_eq!(told("", "d6-d7", &legal), Told::Turn("d6-d7".into()));
        assert_eq!(told("", "d6-d5", &legal), Told::Part("d6-d5".into()));
        assert_eq!(told("d6-d5", "xc3", &legal), Told::Turn("d6-d5xc3".into()));
        assert_eq!(told("d6-d5", "xd2", &legal), Told::Nothing);
        assert_eq!(told("", "d6", &legal), Told::Nothing);
    }
}
