//! Every input that was ever kept, read again.

use std::fs;

use ninefold_fuzz::{TARGETS, corpus};

#[test]
fn no_kept_input_breaks_a_law() {
    for target in TARGETS {
        let kept = fs::read_to_string(corpus::file(target)).expect("every target has a corpus");
        assert!(kept.lines().count() >= 5, "{} has next to no corpus", target.name);
        for line in kept.lines() {
            let input = corpus::read(line);
            let input = input.unwrap_or_else(|| panic!("{}: {line}", target.name));
            let broken = std::panic::catch_unwind(|| (target.run)(&input)).is_err();
            assert!(!broken, "{}: {line}", target.name);
        }
    }
}

#[test]
fn a_line_is_read_as_it_was_written() {
    for byte in 0..=255 {
        assert_eq!(
            corpus::read(&corpus::written(&[b'a', byte, b'b'])),
            Some(vec![b'a', byte, b'b'])
        );
    }
    assert!(["\\", "\\q", "\\x", "\\xg0"].iter().all(|line| corpus::read(line).is_none()));
}

#[test]
fn every_corpus_belongs_to_a_target() {
    let folder = corpus::file(&TARGETS[0]);
    let mut names: Vec<String> = fs::read_dir(folder.parent().expect("a folder"))
        .expect("the corpora")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut wanted: Vec<String> =
        TARGETS.iter().map(|target| format!("{}.txt", target.name)).collect();
    wanted.sort();
    assert_eq!(names, wanted);
}
