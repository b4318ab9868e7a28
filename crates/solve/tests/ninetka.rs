//! 9tka against brute force that shares nothing with the solver but the rules.

use ninefold_core::{Player, Random, Rules, StopFlag};
use ninefold_games::ninetka::{Ninetka, Slot, State};
use ninefold_solve::ninetka::{Budget, Wanted, solve, solve_many};

/// A late position of a random game, in which so many counters can move at most.
fn late(game: &Ninetka, movable: u32, random: &mut Random) -> State {
    loop {
        let mut state = game.start(random.below(1 << 30) as u64);
        while game.outcome(&state).is_none() {
            if !state.placing() && game.most_turns(&state) <= movable {
                return state;
            }
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            game.play(&mut state, random.pick(&moves));
        }
    }
}

fn children(game: &Ninetka, state: &State) -> Vec<(Slot, State)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |slot| {
        let mut after = *state;
        game.play(&mut after, slot);
        (slot, after)
    };
    moves.into_iter().map(after).collect()
}

/// The first player's sections less the second's, by trying everything.
fn margin(game: &Ninetka, state: &State) -> i32 {
    let values = children(game, state).into_iter().map(|(_, after)| margin(game, &after));
    let value = if game.to_move(state) == Player::FIRST { values.max() } else { values.min() };
    value.unwrap_or_else(|| {
        let [first, second, ..] = game.sections(state);
        first as i32 - second as i32
    })
}

fn first_wins(game: &Ninetka, state: &State) -> bool {
    margin(game, state) > 0
}

#[test]
fn late_positions_end_as_brute_force_says() {
    let (game, mut random) = (Ninetka::new(2), Random::new(1));
    let (mut wins, mut positions) = (0, 0);
    while positions < 2000 {
        // Nine counters that can move are dear to try out, so most positions have fewer.
        let movable = if positions % 20 == 0 { 9 } else { 5 + positions % 3 };
        let state = late(&game, movable, &mut random);
        let wanted = Wanted { every_move: true, margin: true };
        let found = solve(&game, &state, &Budget::default(), wanted, &mut |_, _| {});
        let mover = game.to_move(&state);
        let sign = if mover == Player::FIRST { 1 } else { -1 };
        let margin = sign * margin(&game, &state);
        assert_eq!(found.margin, Some(margin), "{state:?}");
        let wins_by = |first: bool| first == (mover == Player::FIRST);
        assert_eq!(found.wins, Some(wins_by(first_wins(&game, &state))), "{state:?}");
        for ((slot, after), (known, won)) in children(&game, &state).into_iter().zip(found.moves) {
            assert_eq!((slot, wins_by(first_wins(&game, &after))), (known, won), "{state:?}");
        }
        let mut end = state;
        found.line.iter().for_each(|&slot| game.play(&mut end, slot));
        assert!(game.outcome(&end).is_some(), "best play goes on to the end");
        let [first, second, ..] = game.sections(&end);
        assert_eq!(sign * (first as i32 - second as i32), margin, "{state:?}");
        wins += u32::from(found.wins == Some(true));
        positions += 1;
    }
    assert!((400..1600).contains(&wins), "{wins}");
}

/// Where brute force does not reach: the winner's line wins whatever the loser tries at random.
#[test]
fn won_positions_are_won_against_anybody() {
    let (game, mut random) = (Ninetka::new(2), Random::new(2));
    for _ in 0..25 {
        let start = late(&game, 18, &mut random);
        let ask = |state: &State| {
            solve(&game, state, &Budget::default(), Wanted::default(), &mut |_, _| {})
        };
        let winner = match ask(&start).wins {
            Some(true) => game.to_move(&start),
            _ => game.to_move(&start).other(),
        };
        let mut state = start;
        while game.outcome(&state).is_none() {
            let moves = children(&game, &state);
            let slot = if game.to_move(&state) == winner {
                let found = ask(&state);
                assert_eq!(found.wins, Some(true), "{state:?}");
                found.moves.iter().find(|(_, wins)| *wins).expect("a winning move").0
            } else {
                random.pick(&moves).0
            };
            game.play(&mut state, slot);
        }
        assert!(game.outcome(&state).unwrap().payoffs.of(winner) > 0, "{start:?}");
    }
}

#[test]
fn threads_and_small_tables_change_nothing() {
    let (game, mut random) = (Ninetka::new(2), Random::new(3));
    for _ in 0..20 {
        let state = late(&game, 20, &mut random);
        let with = |threads, memory| {
            let budget = Budget { threads, memory, ..Budget::default() };
            let wanted = Wanted { every_move: true, margin: true };
            let found = solve(&game, &state, &budget, wanted, &mut |_, _| {});
            (found.wins, found.margin, found.moves)
        };
        let plain = with(1, 1 << 20);
        assert_eq!(with(2, 1 << 20), plain);
        assert_eq!(with(1, 1 << 10), plain);
    }
}

#[test]
fn limits_are_kept() {
    let (game, mut random) = (Ninetka::new(2), Random::new(5));
    let state = late(&game, 30, &mut random);
    let stopped = Budget { stop: raised(), ..Budget::default() };
    assert_eq!(solve(&game, &state, &stopped, Wanted::default(), &mut |_, _| {}).wins, None);
    let nodes = Budget { nodes: Some(20), ..Budget::default() };
    let found = solve(&game, &state, &nodes, Wanted::default(), &mut |_, _| {});
    assert!(found.wins.is_none() && found.nodes <= 21, "{found:?}");
}

/// Who wins when everybody plays for the own win and takes the first of equal moves, by trying everything.
fn winner_of_many(game: &Ninetka, state: &State) -> Player {
    if let Some(outcome) = game.outcome(state) {
        return Player::all(game.players()).find(|&player| outcome.payoffs.of(player) > 0).unwrap();
    }
    let mover = game.to_move(state);
    let winners = children(game, state).into_iter().map(|(_, after)| winner_of_many(game, &after));
    let winners: Vec<Player> = winners.collect();
    *winners.iter().find(|&&winner| winner == mover).unwrap_or(&winners[0])
}

fn forces(game: &Ninetka, state: &State, player: Player) -> bool {
    if let Some(outcome) = game.outcome(state) {
        return outcome.payoffs.of(player) > 0;
    }
    let mut after =
        children(game, state).into_iter().map(|(_, after)| forces(game, &after, player));
    if game.to_move(state) == player { after.any(|won| won) } else { after.all(|won| won) }
}

#[test]
fn three_and_four_players_end_as_brute_force_says() {
    let mut random = Random::new(6);
    let (mut forced, mut not_forced) = (0, 0);
    for round in 0..400 {
        let game = Ninetka::new(3 + round % 2);
        let state = late(&game, 4 + (round % 4) as u32, &mut random);
        let found = solve_many(&game, &state, &Budget::default(), &mut |_, _| {});
        assert_eq!(found.winner, Some(winner_of_many(&game, &state)), "{state:?}");
        let mover = game.to_move(&state);
        let all = children(&game, &state);
        for (&(slot, after), &known) in all.iter().zip(&found.moves) {
            assert_eq!((slot, winner_of_many(&game, &after)), known, "{state:?}");
        }
        let first = all.iter().find(|(_, after)| forces(&game, after, mover));
        assert_eq!(found.forced, first.map(|&(slot, _)| slot), "{state:?}");
        match (found.forced, found.winner == Some(mover)) {
            (Some(_), wins) => {
                assert!(wins, "whoever can force it wins");
                forced += 1;
            }
            (None, true) => not_forced += 1,
            (None, false) => {}
        }
    }
    assert!(forced > 20 && forced + not_forced < 400, "{forced} {not_forced}");
}

fn raised() -> StopFlag {
    let stop = StopFlag::default();
    stop.raise();
    stop
}
