//! Two threads that judge one position at the same time.

use std::sync::Arc;

use ninefold_core::{Host, Path, View};

use super::{Effort, Judge, Judgements, Orientation, Tried};
use crate::best::GameContext;

/// Judges the start of a game twice at once: the deeper search finishes first.
struct TwoAtOnce;

impl Host for TwoAtOnce {
    type Output = ();

    fn receive<G: View>(self, game: G, spec: String) {
        let path = Path::new(game.clone(), game.start(1));
        let orientation = Orientation::of(&path);
        let kept = Arc::new(Judgements::default());
        let context = GameContext::new(&spec, None);
        let judge = |nodes| {
            let kept = Some(Arc::clone(&kept));
            let effort = Effort { nodes: Some(nodes), kept, ..Effort::default() };
            Judge::new(&game, context, &effort)
        };
        let (few, many) = (200, 20_000);
        let hasty = judge(few).at(&orientation, |hasty, shallow| {
            judge(many).at(&orientation, |thorough, deep| {
                thorough.search(&orientation, deep, Tried::EveryMove);
            });
            hasty.search(&orientation, shallow, Tried::EveryMove);
        });
        let alone = {
            let effort = Effort { nodes: Some(many), ..Effort::default() };
            Judge::new(&game, context, &effort).at(&orientation, |judge, judgement| {
                judge.search(&orientation, judgement, Tried::EveryMove);
            })
        };
        let kept = judge(few).at(&orientation, |_, _| {});
        for known in [&hasty, &kept] {
            assert_eq!(known.head.depth, alone.head.depth, "{spec}");
            assert_eq!(known.head.lines, alone.head.lines, "{spec}");
            assert_eq!(
                (known.each.depth, known.each.lines.len()),
                (alone.each.depth, alone.each.lines.len())
            );
            assert_eq!((known.head.allowed, known.each.allowed), (many, many), "{spec}");
        }
    }
}

#[test]
fn the_deeper_of_two_judgements_stays_whoever_ends_first() {
    for spec in ["mnk:9,9,5", "9tka:2", "9tka:3"] {
        ninefold_games::registry().open(spec, TwoAtOnce).unwrap();
    }
}
