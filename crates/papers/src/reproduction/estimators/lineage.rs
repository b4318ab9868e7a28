//! The ancestry of the best sets: the paper's table 2, and the same for our evolutions.

use ninefold_arena::Generation;

use super::Evolved;
use crate::reproduction::chapter::{Chapter, Verdict};

/// Table 2: the best four of the second tournament, their parents by the text, and their coefficients.
pub(in crate::reproduction) const PRINTED: [(&str, [usize; 2], [i64; 17]); 4] = [
    ("E32", [1, 7], [18, 26, 1, 6, 12, 7, 14, 43, 10, 8, 7, 42, 1086, 10, 1, 16, 1190]),
    ("E34", [1, 2], [18, 26, 1, 6, 21, 7, 42, 28, 16, 8, 24, 19, 949, 23, 18, 5, 1096]),
    ("E30", [1, 4], [18, 26, 1, 6, 12, 7, 14, 43, 10, 1, 30, 40, 958, 6, 32, 7, 1041]),
    ("E46", [3, 7], [14, 37, 4, 14, 20, 2, 16, 43, 11, 8, 7, 42, 1086, 10, 1, 16, 1190]),
];

/// The number of values two sets share at their beginning and at their end.
fn shared(a: &[i64], b: &[i64]) -> [usize; 2] {
    let front = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let back = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    [front, back]
}

/// The parents of the best four, by rank among the best ten of the first tournament.
fn parents(second: &Generation) -> Vec<[usize; 2]> {
    let best = second.ranking.iter().take(4);
    let born = best.filter_map(|&member| second.members[member].birth);
    born.map(|birth| [birth.first, birth.second]).collect()
}

pub(super) fn table(chapter: &mut Chapter, evolved: &[Evolved]) {
    chapter.say("\n**The lineage of the best** (the paper's table 2 and its text). What two sets share at their beginning they have from one parent, what they share at their end from another, so the printed numbers tell whether the stated parents are possible:");
    chapter.head(&["set", "parents", "coefficients", "shared with"]);
    for (name, [first, second], numbers) in PRINTED {
        let mut with = Vec::new();
        for (other, _, others) in PRINTED.iter().filter(|(other, ..)| *other != name) {
            match shared(&numbers, others) {
                [0, 0] => {}
                [front, 0] => with.push(format!("{other}: the first {front}")),
                [0, back] => with.push(format!("{other}: the last {back}")),
                [front, back] => with.push(format!("{other}: the first {front}, the last {back}")),
            }
        }
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        chapter.row(&[
            name.to_owned(),
            format!("E{first}, E{second}"),
            numbers.join(" "),
            with.join("; "),
        ]);
    }
    let [e32, e34, e30, e46] = PRINTED.map(|(_, _, numbers)| numbers);
    let of_first = shared(&e32, &e34)[0].min(shared(&e32, &e30)[0]);
    let of_seventh = shared(&e32, &e46)[1];
    chapter.claim(
        "E32, E34 and E30 begin alike, from E1; E32 and E46 end alike, from E7",
        format!("the printed numbers share their first {of_first} and their last {of_seventh}; E32 is cut after {}", shared(&e32, &e30)[0]),
        Verdict::of(of_first > 0 && shared(&e32, &e30)[0] + of_seventh == e32.len()),
    );
    chapter.say("\nThe best four of our second tournaments, as parent × parent by place in the first tournament (E0 is its best), cut after so many numbers; \"kept\" is one of the best ten itself:");
    chapter.head(&["depth", "ranges", "seed", "first", "second", "third", "fourth"]);
    for one in evolved {
        let second = &one.both[1];
        let born = |&member: &usize| match second.members[member].birth {
            Some(birth) => format!("E{} × E{} at {}", birth.first, birth.second, birth.cut),
            None => format!("E{member}, kept"),
        };
        let mut cells =
            vec![one.depth.to_string(), one.ranges.to_owned(), one.plan.seed.to_string()];
        cells.extend(second.ranking.iter().take(4).map(born));
        chapter.row(&cells);
    }
    let children: Vec<[usize; 2]> = evolved.iter().flat_map(|one| parents(&one.both[1])).collect();
    let of = |parent: usize| children.iter().filter(|pair| pair.contains(&parent)).count();
    let without =
        evolved.iter().filter(|one| parents(&one.both[1]).iter().all(|pair| !pair.contains(&0)));
    chapter.claim(
        "three of the best four are children of E1 and none is of E0",
        format!(
            "of {} in the best fours {} are kept sets, {} children of E0 and {} of E1; in {} of {} evolutions none is of E0",
            4 * evolved.len(),
            4 * evolved.len() - children.len(),
            of(0),
            of(1),
            without.count(),
            evolved.len()
        ),
        Verdict::Open("E0 takes part in ten of twenty crossovers, E1 in seven: the paper's case is one of many"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_of_one_crossover_share_their_ends() {
        let [parent, other] = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]];
        let child = [1, 2, 8, 9, 10];
        assert_eq!(shared(&child, &parent), [2, 0]);
        assert_eq!(shared(&child, &other), [0, 3]);
    }
}
