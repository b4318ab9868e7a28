//! Every forced win is played out by the plain rules against every defence.

use std::collections::BTreeMap;

use ninefold_core::{Evaluator, Player, Random, Rules};
use ninefold_games::mnk::{Mnk, State};

use crate::{Ask, ask, moves, scattered};

/// More than any of these positions needs.
const EFFORT: u64 = 1_000_000;

/// Whether the player on turn wins within `turns` by doing what a guide says, whatever the other does.
pub(crate) fn is_won<const W: usize>(
    game: &Mnk<W>,
    threats: &dyn Evaluator<Mnk<W>>,
    state: &State<W>,
    turns: u32,
) -> bool {
    let Some(win) = threats.guide(game, state).forced_win(game, state, EFFORT).win else {
        return false;
    };
    let hero = game.to_move(state);
    let mut after = *state;
    game.play(&mut after, win.mv);
    if after.winner() == Some(hero) {
        return turns >= 1;
    }
    let answers = moves(game, &after);
    turns > 2
        && !answers.is_empty()
        && answers.into_iter().all(|answer| {
            let mut next = after;
            game.play(&mut next, answer);
            next.winner().is_none() && is_won(game, threats, &next, turns - 2)
        })
}

/// Whether the player on turn can complete a line at once.
fn completes<const W: usize>(game: &Mnk<W>, state: &State<W>) -> bool {
    let mover = game.to_move(state);
    moves(game, state).into_iter().any(|mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        next.winner() == Some(mover)
    })
}

/// The same position with the other player to move.
fn passed<const W: usize>(game: &Mnk<W>, state: &State<W>) -> State<W> {
    let stones = [Player::FIRST, Player::SECOND].map(|player| *state.stones(player));
    game.state(stones, game.to_move(state).other()).expect("nobody has a line")
}

/// Whether the player on turn wins by stones that each complete a line or threaten to, by trying all
/// moves of both.
fn wins_by_fours<const W: usize>(
    game: &Mnk<W>,
    state: &State<W>,
    known: &mut BTreeMap<State<W>, bool>,
) -> bool {
    if completes(game, state) {
        return true;
    }
    if let Some(&known) = known.get(state) {
        return known;
    }
    let won = moves(game, state).into_iter().any(|mv| {
        let mut after = *state;
        game.play(&mut after, mv);
        game.outcome(&after).is_none()
            && completes(game, &passed(game, &after))
            && !completes(game, &after)
            && moves(game, &after).into_iter().all(|answer| {
                let mut next = after;
                game.play(&mut next, answer);
                game.outcome(&next).is_none() && wins_by_fours(game, &next, known)
            })
    });
    known.insert(*state, won);
    won
}

/// Random positions with these numbers of stones.
struct Scattered {
    stones: std::ops::Range<usize>,
    positions: usize,
}

impl Ask for Scattered {
    fn ask<const W: usize>(&self, game: &Mnk<W>, threats: &dyn Evaluator<Mnk<W>>) {
        let mut random = Random::new(6);
        let (mut wins, mut longest) = (0, 0);
        for _ in 0..self.positions {
            let stones = self.stones.start + random.below(self.stones.len());
            let state = scattered(game, stones, &mut random);
            let found = threats.guide(game, &state).forced_win(game, &state, EFFORT);
            if let Some(win) = found.win {
                wins += 1;
                longest = longest.max(win.turns);
                assert!(is_won(game, threats, &state, win.turns), "{win:?} in {state:?}");
            }
        }
        assert!(wins > 0 && longest >= 5, "{wins} wins, at most {longest} turns");
    }
}

#[test]
fn claimed_wins_are_wins() {
    for (spec, stones, positions) in [
        ("mnk:4,4,3", 2..8, 200),
        ("mnk:6,6,4", 8..20, 500),
        ("mnk:7,7,5", 14..32, 1000),
        ("mnk:8,9,6", 30..50, 2000),
        ("mnk:15,15,5", 50..110, 300),
    ] {
        ask(spec, &Scattered { stones, positions });
    }
}

struct AsTrying {
    stones: std::ops::Range<usize>,
    positions: usize,
}

impl Ask for AsTrying {
    fn ask<const W: usize>(&self, game: &Mnk<W>, threats: &dyn Evaluator<Mnk<W>>) {
        let mut random = Random::new(7);
        let mut known = BTreeMap::new();
        let mut wins = 0;
        for _ in 0..self.positions {
            let stones = self.stones.start + random.below(self.stones.len());
            let state = scattered(game, stones, &mut random);
            let won = wins_by_fours(game, &state, &mut known);
            let mut guide = threats.guide(game, &state);
            let found = guide.forced_win(game, &state, EFFORT).win;
            assert_eq!(found.is_some(), won, "{state:?}");
            wins += usize::from(won);
            // A smaller effort never turns a win up where there is none, and is kept.
            for effort in [0, 1, 5] {
                let forcing = threats.guide(game, &state).forced_win(game, &state, effort);
                assert!(forcing.positions <= effort);
                assert!(won || forcing.win.is_none());
            }
            // What a short search could not finish is not remembered as refuted.
            let mut guide = threats.guide(game, &state);
            guide.forced_win(game, &state, 2);
            assert_eq!(guide.forced_win(game, &state, EFFORT).win.is_some(), won);
        }
        assert!(wins > 0 && wins < self.positions);
    }
}

struct LookedForOnce;

impl Ask for LookedForOnce {
    fn ask<const W: usize>(&self, game: &Mnk<W>, threats: &dyn Evaluator<Mnk<W>>) {
        let mut random = Random::new(8);
        let (mut wins, mut hard, mut hopeless) = (0, 0, 0);
        for _ in 0..1_500 {
            let state = scattered(game, 40 + random.below(60), &mut random);
            let mut patient = threats.guide(game, &state);
            let all = patient.forced_win(game, &state, EFFORT);
            let mut guide = threats.guide(game, &state);
            let short = guide.forced_win_if_new(game, &state, 2);
            assert_eq!(short, threats.guide(game, &state).forced_win(game, &state, 2));
            let again = guide.forced_win_if_new(game, &state, 7);
            let longer = guide.forced_win_if_new(game, &state, EFFORT);
            let last = guide.forced_win_if_new(game, &state, 1);
            if short.positions == 2 && short.win.is_none() {
                // Less than four times the effort is not worth another look; much more is.
                hard += 1;
                assert_eq!((again.win, again.positions), (None, 0));
            }
            assert_eq!(longer.win.is_some(), all.win.is_some(), "{state:?}");
            // Whatever was found, or shown not to be there, is told without looking.
            assert_eq!((last.win, last.positions), (longer.win, 0));
            wins += usize::from(longer.win.is_some() && longer.positions > 0);
            hopeless += usize::from(all.win.is_none() && all.positions > 0);
        }
        assert!(wins > 0 && hard > 0 && hopeless > 0, "{wins} wins, {hard} hard, {hopeless} none");
    }
}

#[test]
fn a_search_that_guesses_looks_for_the_same_win_once() {
    ask("mnk:15,15,5", &LookedForOnce);
}

#[test]
fn no_win_by_fours_is_missed() {
    for (spec, stones, positions) in [
        ("mnk:2,2,2", 0..2, 5),
        ("mnk:3,3,3", 0..6, 100),
        ("mnk:4,4,3", 0..8, 100),
        ("mnk:4,5,4", 2..14, 200),
        ("mnk:5,5,4", 4..14, 200),
        ("mnk:6,6,4", 6..20, 150),
        ("mnk:7,7,5", 14..36, 150),
    ] {
        ask(spec, &AsTrying { stones, positions });
    }
}
