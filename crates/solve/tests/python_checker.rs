//! The second checker, written in Python from the rules, says the same as `proof check` of every proof, true or forged.

use std::path::Path;
use std::process::Command;

use ninefold_solve::mnk::{Budget, check, write_proof};
use tempfile::TempDir;

use crate::solver_support::{Random, question};

/// What `examples/check_mnk_proof.py` prints of a proof, or what it has against it.
fn by_python(folder: &Path, text: &str) -> Result<String, String> {
    let file = folder.join("a.proof");
    std::fs::write(&file, text).unwrap();
    of_file(&[&file])
}

/// The same of a file, or of whatever is given.
fn of_file(arguments: &[&Path]) -> Result<String, String> {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/check_mnk_proof.py");
    let run = Command::new("python3").arg(checker).args(arguments).output();
    let run = run.expect("python3 is installed");
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    let error = told(&run.stderr);
    assert!(!error.contains("Traceback"), "{error}");
    match run.status.code() {
        Some(0) => Ok(told(&run.stdout)),
        code => {
            assert_eq!((code, error.lines().count()), (Some(1), 1), "{error}");
            Err(error)
        }
    }
}

fn whole_game(size: [usize; 3]) -> String {
    let (mut file, board) = (Vec::new(), vec![0; size[0] * size[1]]);
    let budget = Budget { memory: 16 << 20, ..Budget::default() };
    write_proof(&question(size, &board, 1), &budget, &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

/// A proof with one change: a line left out, told twice or exchanged with the next; a word left out or made another.
fn changed(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // The first four lines say what is proved; a third of the changes is there.
    let at = match random.below(3) {
        0 => random.below(4),
        _ => 4 + random.below(lines.len() - 5),
    };
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
    let word = random.below(words.len());
    match random.below(6) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, at + 1),
        3 if words.len() > 1 => {
            words.remove(word);
            lines[at] = words.join(" ");
        }
        _ => {
            let digits: Vec<usize> = lines[at]
                .match_indices(|letter: char| letter.is_ascii_digit())
                .map(|(place, _)| place)
                .collect();
            match digits.is_empty() {
                true => drop(lines.remove(at)),
                false => {
                    let place = digits[random.below(digits.len())];
                    let digit = (1 + random.below(7)).to_string();
                    lines[at].replace_range(place..=place, &digit);
                }
            }
        }
    }
    lines.join("\n") + "\n"
}

/// 7,7,5 and 6,6,5, published draws, hold by both; of changed ones both think the same. Many of those still are proofs: a line told
/// twice, answers in another order, a digit that was the same before.
#[test]
fn both_checkers_agree() {
    let folder = TempDir::new().unwrap();
    let mut random = Random(4);
    for (size, forged) in [([7, 7, 5], 20), ([6, 6, 5], 100)] {
        let text = whole_game(size);
        let [rows, columns, k] = size;
        let told = by_python(folder.path(), &text).unwrap_or_else(|problem| panic!("{problem}"));
        assert!(told.starts_with(&format!("mnk:{rows},{columns},{k} ")), "{told}");
        assert!(told.contains("player 1 cannot win"), "{told}");
        let checked = check(&text).unwrap();
        assert_eq!(checked.value, Some(0));
        assert!(told.contains(&format!(", {} nodes in ", checked.nodes)), "{told}");
        let mut refused = 0;
        for number in 0..forged {
            let text = changed(&text, &mut random);
            let (here, there) = (check(&text), by_python(folder.path(), &text));
            assert_eq!(here.is_ok(), there.is_ok(), "{size:?} {number}: {here:?} {there:?}");
            refused += usize::from(here.is_err());
        }
        assert!((forged / 4..forged).contains(&refused), "{refused} of {forged} were refused");
    }
}

/// What is no proof is told in one line, whatever is wrong with it.
#[test]
fn what_is_no_proof_is_told() {
    let folder = TempDir::new().unwrap();
    let good = "ninefold mnk proof 3\ngame mnk:1,5,3\nposition 00000 1\nclaim player 1 cannot win\n-\n1,3 .\n1,2 1,4-1,5 .\nend\n";
    assert!(by_python(folder.path(), good).is_ok() && check(good).is_ok());
    let last = good.trim_end_matches("end\n");
    for wrong in [
        good.replace("00000 1", "00000 3"),
        good.replace("00000 1", "00000"),
        good.replace("00000 1", "0000 1"),
        good.replace("1,5,3", "1,5"),
        good.replace("1,5,3", "1,5,0"),
        good.replace("1,5,3", "0,5,3"),
        good.replace("1,5,3", "1,5,x"),
        good.replace("ninefold mnk proof 3", "3"),
        good.replace("ninefold mnk proof 3", "ninefold mnk proof 4"),
        good.replace("game mnk:1,5,3", "1,5,3"),
        good.replace("position ", ""),
        good.replace("player 1 cannot win", "player 1 wins"),
        good.replace("1,4-1,5", "1,4"),
        good.replace("1,4-1,5", "1,4-1,6"),
        good.replace("1,4-1,5", " "),
        good.replace("1,3 .", ""),
        format!("{last}1,1 =7/0\nend\n"),
        format!("{last}1,1 =/\nend\n"),
        format!("{last}1,1 #x\nend\n"),
        last.to_owned(),
        String::new(),
    ] {
        let (here, there) = (check(&wrong), by_python(folder.path(), &wrong));
        assert!(here.is_err() && there.is_err(), "{wrong} {here:?} {there:?}");
    }
    let file = folder.path().join("cut.gz");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut packed, good.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    std::fs::write(&file, &packed).unwrap();
    assert!(of_file(&[&file]).is_ok());
    for most in (1..packed.len()).step_by(9) {
        std::fs::write(&file, &packed[..most]).unwrap();
        assert!(of_file(&[&file]).is_err(), "{most} bytes");
    }
    for strange in [folder.path().join("nowhere"), folder.path().to_owned()] {
        assert!(of_file(&[&strange]).unwrap_err().contains("cannot be read"), "{strange:?}");
    }
    assert!(of_file(&[]).unwrap_err().starts_with("usage: "));
}
