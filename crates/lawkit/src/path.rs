//! Playing and undoing games.

use std::collections::HashMap;

use ninefold_core::{Game, Outcome, Path, View};

use crate::case::Subject;
use crate::law::Verdict;
use crate::{Law, Report};

/// All observable state of a path at its end.
#[derive(PartialEq)]
struct Snapshot<S, M> {
    state: S,
    played: Vec<M>,
    occurrences: u32,
    outcome: Option<Outcome>,
}

impl<S: Copy, M: Copy> Snapshot<S, M> {
    fn of<G: Game<State = S, Move = M>>(path: &Path<G>) -> Snapshot<S, M> {
        Snapshot {
            state: *path.state(),
            played: path.played().to_vec(),
            occurrences: path.occurrences(),
            outcome: path.outcome(),
        }
    }
}

/// Plays a legal move and checks the path law for that move.
pub(crate) fn play<G: View>(
    subject: &Subject<G>,
    path: &mut Path<G>,
    mv: G::Move,
    report: &mut Report,
) -> Verdict {
    let before = Snapshot::of(path);
    let mut after = before.state;
    subject.game.play(&mut after, mv);
    path.play(mv);
    let mut require = |state: &G::State, holds: bool, detail: &str| {
        subject.require(report, Law::Path, state, holds, || {
            format!("{detail}: move {}", subject.game.move_text(mv))
        })
    };
    require(&before.state, *path.state() == after, "playing twice gives two positions")?;
    require(&before.state, path.undo() == Some(mv), "another move is taken back")?;
    require(&before.state, Snapshot::of(path) == before, "taking back does not restore")?;
    path.play(mv);
    Ok(())
}

/// Checks the path law for a whole game: undone from its end, every position is unchanged, has occurred as often as
/// its key says, and never occurred before an irreversible move.
pub(crate) fn check<G: View>(subject: &Subject<G>, path: &Path<G>, report: &mut Report) -> Verdict {
    let game = subject.game;
    let counted = game.repetitions_to_draw().is_some();
    let mut path = path.clone();
    let moves = path.played().to_vec();
    let replayed = replay(game, path.origin(), &moves);
    let mut fence = 0;
    let mut times: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut occurrences = Vec::new();
    for (index, state) in replayed.iter().enumerate() {
        if index > 0 && game.irreversible(&replayed[index - 1], moves[index - 1]) {
            fence = index;
        }
        let earlier = times.entry(game.key(state)).or_default();
        let recent = earlier.first().is_none_or(|&first| first >= fence);
        subject.require(report, Law::Path, state, recent, || {
            "it came before and after a move that was called irreversible".into()
        })?;
        earlier.push(index);
        occurrences.push(if counted { earlier.len() as u32 } else { 1 });
    }
    for index in (0..replayed.len()).rev() {
        let now = Snapshot::of(&path);
        let same = now.state == replayed[index] && now.played == moves[..index];
        subject.require(report, Law::Path, &replayed[index], same, || {
            format!("after taking back to move {index} the path is somewhere else")
        })?;
        subject.require(
            report,
            Law::Path,
            &now.state,
            now.occurrences == occurrences[index],
            || format!("it occurred {} times, not {}", occurrences[index], now.occurrences),
        )?;
        path.undo();
    }
    Ok(())
}

/// The positions of a game, including the first.
fn replay<G: Game>(game: &G, origin: &G::State, moves: &[G::Move]) -> Vec<G::State> {
    let mut states = vec![*origin];
    let mut state = *origin;
    for &mv in moves {
        game.play(&mut state, mv);
        states.push(state);
    }
    states
}
