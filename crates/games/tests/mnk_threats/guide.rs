//! The running tables say what the evaluator says from scratch.

use allocation_counter::measure;
use ninefold_core::{Context, Evaluator, Game, Player, Random, Rules, Symmetric, Symmetry};
use ninefold_games::mnk::{Mnk, State};

use crate::{Ask, BOARDS, ask, moves, scattered};

fn context<G: Game>(game: &G, state: &G::State) -> Context {
    Context { outcome: game.outcome(state), progress: false }
}

struct Follows;

impl Ask for Follows {
    fn ask<const W: usize>(&self, game: &Mnk<W>, threats: &dyn Evaluator<Mnk<W>>) {
        let mut random = Random::new(3);
        for stones in [0, 1, 7, 40] {
            let begin = scattered(game, stones, &mut random);
            let mut guide = threats.guide(game, &begin);
            let mut path = vec![begin];
            let check = |guide: &dyn ninefold_core::Guide<Mnk<W>>, state: &State<W>| {
                let context = context(game, state);
                assert_eq!(
                    guide.values(game, state, context),
                    threats.values(game, state, context)
                );
            };
            // More forward than back, until the game is over; then back to the beginning.
            loop {
                let state = path[path.len() - 1];
                check(&*guide, &state);
                let moves = moves(game, &state);
                if moves.is_empty() {
                    break;
                }
                if random.below(4) == 0 && path.len() > 1 {
                    path.pop();
                    guide.undo();
                } else {
                    let mv = random.pick(&moves);
                    let mut next = state;
                    game.play(&mut next, mv);
                    guide.play(game, &state, mv, &next);
                    path.push(next);
                }
            }
            while let Some(state) = path.pop() {
                check(&*guide, &state);
                guide.undo();
            }
        }
    }
}

#[test]
fn running_values_are_those_from_scratch() {
    for spec in BOARDS {
        ask(spec, &Follows);
    }
}

struct Fair;

impl Ask for Fair {
    fn ask<const W: usize>(&self, game: &Mnk<W>, threats: &dyn Evaluator<Mnk<W>>) {
        assert!(threats.is_symmetric() && threats.is_zero_sum());
        let mut random = Random::new(4);
        for stones in 0..30 {
            let state = scattered(game, stones, &mut random);
            let values = |state: &State<W>| threats.values(game, state, context(game, state));
            let [first, second, ..] = values(&state);
            assert_eq!(first, -second);
            for index in 0..game.symmetries() {
                let image = game.map(&state, Symmetry(index as u8));
                assert_eq!(values(&image)[0], first, "{state:?} and {image:?}");
            }
            // The same stones in the other colours.
            let [ours, theirs] =
                [Player::FIRST, Player::SECOND].map(|player| *state.stones(player));
            let mover = game.to_move(&state).other();
            let swapped = game.state([theirs, ours], mover).expect("nobody has a line");
            assert_eq!(values(&swapped)[1], first);
        }
    }
}

#[test]
fn images_are_worth_the_same_and_colours_do_not_matter() {
    for spec in BOARDS {
        ask(spec, &Fair);
    }
}

struct Frugal;

impl Ask for Frugal {
    fn ask<const W: usize>(&self, game: &Mnk<W>, threats: &dyn Evaluator<Mnk<W>>) {
        let mut random = Random::new(5);
        let mut state = game.start(0);
        let mut guide = threats.guide(game, &state);
        let mut legal = Vec::with_capacity(1000);
        let mut plies = 0;
        let measured = measure(|| {
            while game.outcome(&state).is_none() {
                legal.clear();
                game.moves(&state, &mut legal);
                guide.values(game, &state, Context::default());
                guide.promise(game, &state, legal[0]);
                guide.forced_win(game, &state, 100);
                let mv = random.pick(&legal);
                guide.narrow(game, &state, &mut legal, 0);
                let before = state;
                game.play(&mut state, mv);
                guide.play(game, &before, mv, &state);
                plies += 1;
            }
            for _ in 0..plies {
                guide.undo();
            }
        });
        assert_eq!(measured.count_total, 0, "{plies} plies");
    }
}

#[test]
fn nothing_is_allocated_on_the_way() {
    for spec in BOARDS {
        ask(spec, &Frugal);
    }
}
