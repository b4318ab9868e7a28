//! Rules pages in other languages say as much as the English ones.

use std::collections::BTreeMap;

use ninefold_games::families;

/// How many headings, list items, numbered rules and code blocks a page has, section by section.
fn outline(page: &str) -> Vec<[usize; 4]> {
    let mut sections = vec![[0; 4]];
    let mut in_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
            sections.last_mut().unwrap()[3] += usize::from(in_code);
        } else if in_code {
            continue;
        } else if line.starts_with("## ") {
            sections.push([1, 0, 0, 0]);
        } else if line.starts_with("- ") {
            sections.last_mut().unwrap()[1] += 1;
        } else if line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok()) {
            sections.last_mut().unwrap()[2] += 1;
        }
    }
    sections
}

/// What stands in code blocks, which is the same in every language.
fn blocks(page: &str) -> Vec<&str> {
    page.split("```").skip(1).step_by(2).collect()
}

/// Every run of digits, with separators of thousands and decimals left out, and how often it comes.
fn numbers(page: &str) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let is_inside = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',');
    for word in page.split(|letter: char| !is_inside(letter)) {
        let digits: String = word.chars().filter(char::is_ascii_digit).collect();
        if digits.len() > 2 {
            *found.entry(digits).or_default() += 1;
        }
    }
    found
}

#[test]
fn every_translation_says_as_much_as_the_original() {
    let mut translations = 0;
    for family in families() {
        for (language, page) in family.translated_rules {
            let at = format!("{} in {language}", family.id);
            translations += 1;
            assert_eq!(outline(page), outline(family.rules), "{at}");
            assert_eq!(blocks(page), blocks(family.rules), "{at}");
            assert_eq!(numbers(page), numbers(family.rules), "{at}");
        }
    }
    assert_eq!(translations, families().count(), "every game has its rules in German");
}
