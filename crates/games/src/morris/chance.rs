//! Random moves without a list of all moves: the moves are counted, and only the one with the drawn number is built.

use ninefold_core::{Evenly, Random};

use super::rules::State;
use super::sets::{
    MIDDLES, closers, in_reading_order, neighbours, nth, nth_in_reading_order, turned,
};
use super::{Morris, Move, Point, Points};

/// The maximum number of men that can slide.
const MOST: usize = Morris::MEN as usize;

impl Morris {
    /// A random move of a game that is not over by the number of men; `None` if no man can move.
    pub(super) fn drawn(&self, state: &State, evenly: Evenly, random: &mut Random) -> Option<Move> {
        match evenly {
            Evenly::Steps => self.random_step(state, random),
            Evenly::Turns => self.random_turn(state, random),
        }
    }

    /// Draws a step, then the man it takes.
    fn random_step(&self, state: &State, random: &mut Random) -> Option<Move> {
        let takeable = self.takeable(state);
        if takeable == 0 {
            // A step that closes a mill without taking a man is not a complete move.
            return self.random_turn(state, random);
        }
        let steps = Steps::of(self, state);
        let count = steps.count();
        if count == 0 {
            return None;
        }
        let (from, to) = steps.nth(random.below(count as usize) as u32);
        let closes = closers(state.own.men() & !from) & to != 0;
        let men = takeable.count_ones() as usize;
        let taken = closes.then(|| point(nth(takeable, random.below(men) as u32)));
        let from = (from != 0).then(|| point(from));
        Some(Move::new(from, point(to), taken))
    }

    /// Draws a turn: the one at the drawn index in the list of all.
    fn random_turn(&self, state: &State, random: &mut Random) -> Option<Move> {
        let (men, empty) = (state.own.men(), state.empty());
        let takeable = self.takeable(state);
        let captures = takeable.count_ones();
        let turns = |targets: Points, closing: Points| {
            (targets & !closing).count_ones() + (targets & closing).count_ones() * captures
        };
        let mut draw = |count: u32| random.below(count as usize) as u32;
        if state.own.hand() > 0 {
            let closing = closers(men);
            let number = draw(turns(empty, closing));
            return Some(turn(None, empty, closing, takeable, number));
        }
        // For each man: its point, its targets, and which of them close a mill.
        let mut movers = [(Point::new(0), 0, 0, 0); MOST];
        let (mut length, mut count) = (0, 0);
        let flies = self.flies(state);
        let able = if flies { men } else { men & neighbours(empty) };
        for (mover, from) in movers.iter_mut().zip(in_reading_order(able)) {
            let targets = if flies { empty } else { neighbours(from.set()) & empty };
            let closing = closers(men & !from.set());
            let turns = turns(targets, closing);
            *mover = (from, targets, closing, turns);
            count += turns;
            length += 1;
        }
        if count == 0 {
            return None;
        }
        let mut number = draw(count);
        for &(from, targets, closing, turns) in &movers[..length] {
            if number < turns {
                return Some(turn(Some(from), targets, closing, takeable, number));
            }
            number -= turns;
        }
        None
    }
}

/// The turn with this number among those that move one man to the targets.
fn turn(
    from: Option<Point>,
    targets: Points,
    closing: Points,
    takeable: Points,
    mut number: u32,
) -> Move {
    if targets & closing == 0 {
        return Move::new(from, nth_in_reading_order(targets, number), None);
    }
    let captures = takeable.count_ones();
    for to in in_reading_order(targets) {
        let closes = to.set() & closing != 0;
        let turns = if closes { captures } else { 1 };
        if number < turns {
            let taken = closes.then(|| nth_in_reading_order(takeable, number));
            return Move::new(from, to, taken);
        }
        number -= turns;
    }
    unreachable!("the number is below the number of turns")
}

fn point(set: Points) -> Point {
    Point::at_bit(set.trailing_zeros() as usize)
}

/// The ways to move a man to a point, regardless of what is then taken.
enum Steps {
    /// A man in hand can be placed on any of these points.
    Place(Points),
    /// Any of these men can fly to any of these points.
    Fly(Points, Points),
    /// A man slides to a neighbouring point: the points that men reach clockwise, counterclockwise, one ring
    /// outwards and one ring inwards, and their numbers.
    Slide([Points; 4], [u32; 4]),
}

impl Steps {
    #[inline]
    fn of(game: &Morris, state: &State) -> Steps {
        let (men, empty) = (state.own.men(), state.empty());
        if state.own.hand() > 0 {
            return Steps::Place(empty);
        }
        if game.flies(state) {
            return Steps::Fly(men, empty);
        }
        let middles = men & MIDDLES;
        let targets =
            [turned::<1>(men), turned::<7>(men), middles << 8, middles >> 8].map(|to| to & empty);
        Steps::Slide(targets, targets.map(Points::count_ones))
    }

    #[inline]
    fn count(&self) -> u32 {
        match self {
            Steps::Place(empty) => empty.count_ones(),
            Steps::Fly(men, empty) => men.count_ones() * empty.count_ones(),
            Steps::Slide(_, counts) => counts.iter().sum(),
        }
    }

    /// The step with a number below the count: the origin, empty for a man from the hand, and the target.
    #[inline]
    fn nth(&self, number: u32) -> (Points, Points) {
        match *self {
            Steps::Place(empty) => (0, nth(empty, number)),
            Steps::Fly(men, empty) => {
                let targets = empty.count_ones();
                (nth(men, number / targets), nth(empty, number % targets))
            }
            Steps::Slide(targets, counts) => {
                // The direction is random, so branch prediction would fail: all are computed and one is selected.
                let before =
                    [0, counts[0], counts[0] + counts[1], counts[0] + counts[1] + counts[2]];
                let direction = before[1..].iter().filter(|&&before| number >= before).count();
                let to = nth(targets[direction], number - before[direction]);
                ([turned::<7>(to), turned::<1>(to), to >> 8, to << 8][direction], to)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use ninefold_core::{Notation, Rules};

    use super::*;

    const FORMS: [Morris; 4] = [
        Morris { flying: true, protect: true },
        Morris { flying: false, protect: true },
        Morris { flying: true, protect: false },
        Morris { flying: false, protect: false },
    ];

    /// Calls `meet` for every position of some random games, with its moves.
    fn along_games(mut meet: impl FnMut(&Morris, &State, &[Move])) {
        let mut random = Random::new(3);
        for (game, seed) in FORMS.iter().zip(0..).cycle().take(200) {
            let mut state = game.start(seed);
            for _ in 0..200 {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                meet(game, &state, &moves);
                if moves.is_empty() {
                    break;
                }
                game.play(&mut state, random.pick(&moves));
            }
        }
    }

    #[test]
    fn every_step_of_the_list_has_one_number() {
        along_games(|game, state, moves| {
            if game.outcome(state).is_some() {
                return;
            }
            let steps = Steps::of(game, state);
            let numbered: Vec<_> = (0..steps.count()).map(|number| steps.nth(number)).collect();
            let listed = moves.iter().map(|mv| (Point::optional_set(mv.from()), mv.to().set()));
            let listed: BTreeSet<_> = listed.collect();
            assert_eq!(numbered.len(), listed.len(), "{state:?}");
            assert_eq!(numbered.into_iter().collect::<BTreeSet<_>>(), listed, "{state:?}");
        });
    }

    #[test]
    fn what_is_drawn_by_steps_is_legal() {
        let mut seed = 0;
        along_games(|game, state, moves| {
            let mut scratch = Vec::new();
            for _ in 0..3 {
                seed += 1;
                let drawn = game.draw(state, Evenly::Steps, &mut Random::new(seed), &mut scratch);
                assert_eq!(drawn.is_none(), moves.is_empty());
                assert!(drawn.is_none_or(|mv| moves.contains(&mv)), "{drawn:?} in {state:?}");
            }
        });
    }

    #[test]
    fn turns_are_those_that_a_list_would_give() {
        let mut seed = 0;
        along_games(|game, state, moves| {
            seed += 1;
            let drawn = game.draw(state, Evenly::Turns, &mut Random::new(seed), &mut Vec::new());
            let picked = (!moves.is_empty()).then(|| Random::new(seed).pick(moves));
            assert_eq!(drawn, picked, "{state:?}");
        });
    }

    /// White closes a mill from g4 and may take any of three men: together these occur as often as any other step.
    #[test]
    fn a_step_that_takes_one_of_several_counts_once() {
        let game = Morris { flying: false, protect: true };
        let text = "ww./..b/.../.....w/.../.b./..b w 0,0";
        let state = game.parse_position(text).expect("a position");
        let steps = Steps::of(&game, &state).count();
        let mut counts = BTreeMap::<Move, u32>::new();
        let (mut random, mut scratch) = (Random::new(5), Vec::new());
        const DRAWS: u32 = 100_000;
        for _ in 0..DRAWS {
            let drawn = game.draw(&state, Evenly::Steps, &mut random, &mut scratch);
            *counts.entry(drawn.expect("a move")).or_default() += 1;
        }
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert_eq!(counts.len(), moves.len());
        assert_eq!(moves.iter().filter(|mv| mv.taken().is_some()).count(), 3);
        for (mv, count) in counts {
            let alike =
                moves.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to()));
            let share = 1.0 / f64::from(steps) / alike.count() as f64;
            let expected = share * f64::from(DRAWS);
            let off = f64::from(count) - expected;
            assert!(off.abs() < 6.0 * expected.sqrt(), "{mv:?}: {count} times, wanted {expected}");
        }
    }
}
