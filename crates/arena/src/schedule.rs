//! The seating of tables.

use std::collections::BTreeSet;

use crate::{Plan, Schedule, SetResult};

/// The tables of the stage that follows these results.
pub(crate) fn tables(plan: &Plan, earlier: &[SetResult]) -> Vec<Vec<usize>> {
    let entrants = plan.entrants.len();
    match plan.schedule {
        Schedule::RoundRobin => choices(entrants, plan.seats),
        Schedule::Gauntlet { challengers } => choices(entrants, plan.seats)
            .into_iter()
            .filter(|table| table.iter().filter(|&&entrant| entrant < challengers).count() == 1)
            .collect(),
        Schedule::Swiss { .. } => swiss(entrants, plan.seats, earlier),
    }
}

/// A table in one of its cyclic orders, by number. With three or four players the order matters, and it favours no
/// player if every order is played. Each order is followed by its reverse.
pub(crate) fn in_order(table: &[usize], number: usize) -> Vec<usize> {
    let places: &[&[usize]] = match table.len() {
        3 => &[&[0, 1, 2], &[0, 2, 1]],
        4 => &[
            &[0, 1, 2, 3],
            &[0, 3, 2, 1],
            &[0, 2, 3, 1],
            &[0, 1, 3, 2],
            &[0, 3, 1, 2],
            &[0, 2, 1, 3],
        ],
        _ => return table.to_vec(),
    };
    places[number % places.len()].iter().map(|&place| table[place]).collect()
}

/// All ascending combinations of `size` out of `count`, in order.
fn choices(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| {
        choices(last, size - 1).into_iter().map(move |mut table| {
            table.push(last);
            table
        })
    };
    let mut tables: Vec<Vec<usize>> = (0..count).flat_map(with_last).collect();
    tables.sort();
    tables
}

/// Tables of neighbours in the standings that have not met, as far as possible. Entrants left over sit out with an
/// even share of the points: those who have sat out least, the lowest first.
fn swiss(entrants: usize, seats: usize, earlier: &[SetResult]) -> Vec<Vec<usize>> {
    let mut met = BTreeSet::new();
    let mut played = vec![0_usize; entrants];
    let mut points = vec![0.0_f64; entrants];
    for result in earlier {
        let table = result.entrants();
        for &entrant in &table {
            played[entrant] += result.games.len();
            points[entrant] += result.points_of(entrant);
            met.extend(table.iter().map(|&other| (entrant, other)));
        }
    }
    let most = played.iter().copied().max().unwrap_or_default();
    for (points, played) in points.iter_mut().zip(&played) {
        *points += (most - played) as f64 / seats as f64;
    }
    let mut order: Vec<usize> = (0..entrants).collect();
    order.sort_by(|&a, &b| points[b].total_cmp(&points[a]).then(a.cmp(&b)));
    for _ in 0..entrants % seats {
        // The entrant who has sat out least, the lowest on ties.
        let most = order.iter().map(|&entrant| played[entrant]).max().unwrap_or_default();
        if let Some(place) = order.iter().rposition(|&entrant| played[entrant] == most) {
            order.remove(place);
        }
    }
    let mut tables = Vec::new();
    let mut steps = 0;
    if !pair(&order, seats, &met, &mut tables, &mut steps) {
        tables = order.chunks(seats).map(<[usize]>::to_vec).collect();
    }
    tables
}

/// Seats the first remaining entrant with the nearest ones it has not met, backtracking as needed. Returns false if
/// there is no such round, or none was found within a bounded number of steps.
fn pair(
    left: &[usize],
    seats: usize,
    met: &BTreeSet<(usize, usize)>,
    tables: &mut Vec<Vec<usize>>,
    steps: &mut usize,
) -> bool {
    const MOST_STEPS: usize = 100_000;
    let Some((&first, rest)) = left.split_first() else { return true };
    for others in choices(rest.len(), seats - 1) {
        *steps += 1;
        if *steps > MOST_STEPS {
            return false;
        }
        let mut table = vec![first];
        table.extend(others.iter().map(|&place| rest[place]));
        let strangers =
            table.iter().all(|a| table.iter().all(|b| a == b || !met.contains(&(*a, *b))));
        if !strangers {
            continue;
        }
        let remaining: Vec<usize> =
            rest.iter().copied().filter(|entrant| !table.contains(entrant)).collect();
        tables.push(table);
        if pair(&remaining, seats, met, tables, steps) {
            return true;
        }
        tables.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three have two cyclic orders, four have six: (n − 1)!. Each is followed by its reverse.
    #[test]
    fn every_cyclic_order_comes() {
        for (seats, orders) in [(3, 2), (4, 6)] {
            let table: Vec<usize> = (0..seats).collect();
            let all: Vec<Vec<usize>> = (0..orders).map(|number| in_order(&table, number)).collect();
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), orders);
            for pair in all.chunks(2) {
                let mut reverse = pair[1].clone();
                reverse[1..].reverse();
                assert_eq!(reverse, pair[0]);
            }
            assert_eq!(in_order(&table, orders), all[0]);
        }
        assert_eq!(in_order(&[4, 7], 1), [4, 7]);
    }
}
