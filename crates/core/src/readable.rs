//! Sanitizes untrusted text, such as names and the output of bots.

/// Whether a character only affects how others are displayed: control characters, direction marks, zero-width
/// characters.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// The visible part of a name.
pub fn readable_name(given: &str) -> String {
    let name: String = given.chars().filter(|letter| !is_hidden(*letter)).collect();
    name.trim().to_owned()
}

/// The visible part of a multi-line text: at most its last `most` characters.
pub fn readable_end(given: &str, most: usize) -> String {
    let is_read = |letter: &char| !is_hidden(*letter) || matches!(letter, '\n' | '\t');
    let text: Vec<char> = given.chars().filter(is_read).collect();
    text[text.len().saturating_sub(most)..].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_turns_other_letters_is_left_out() {
        // These include the bidirectional marks that Unicode Technical Report 36 warns of.
        for hidden in "\u{7}\u{1b}\u{9b}\u{ad}\u{61c}\u{200b}\u{200e}\u{2028}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}".chars() {
            let given = format!("a{hidden}b");
            assert_eq!((readable_name(&given), readable_end(&given, 9)), ("ab".into(), "ab".into()));
        }
        assert_eq!(readable_name(" Ada\n Łovelace 彩 "), "Ada Łovelace 彩");
        assert_eq!(readable_end("one\n\ttwo\r\n", 9), "one\n\ttwo\n");
        assert_eq!(readable_end("äöü", 2), "öü");
    }
}
