//! A position and its images.

use ninefold_core::{Symmetry, View};

use crate::case::{Case, Subject};
use crate::law::Verdict;
use crate::{Law, Report};

/// The number of moves of a position that are played in each of its images.
const PLAYED: usize = 32;

/// The symmetries of a game, the identity first.
pub(crate) fn symmetries<G: View>(game: &G) -> impl Iterator<Item = Symmetry> {
    (0..game.symmetries()).map(|index| Symmetry(index as u8))
}

/// Checks the law of symmetry.
///
/// The order of the moves must already be verified.
pub(crate) fn check<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    check_identity(case, report)?;
    for symmetry in symmetries(case.game) {
        check_image(case, symmetry, report)?;
    }
    Ok(())
}

fn check_identity<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let same_state = case.game.map(&case.state, Symmetry(0)) == case.state;
    let same_moves = case.moves.iter().all(|&mv| case.game.map_move(mv, Symmetry(0)) == mv);
    case.require(report, Law::Group, same_state && same_moves, || {
        "symmetry 0 is not the identity".into()
    })
}

/// The image has the images of the moves, and playing one gives the image of the result here.
fn check_image<G: View>(case: &Case<G>, symmetry: Symmetry, report: &mut Report) -> Verdict {
    let Case { game, state, moves, outcome, .. } = case;
    let image = Case::new(case.subject, game.map(state, symmetry));
    let mut require = |holds: bool, detail: &dyn Fn() -> String| {
        case.require(report, Law::Symmetry, holds, || {
            let image = game.position_text(&image.state);
            format!("under symmetry {} the image is {image:?} and {}", symmetry.0, detail())
        })
    };
    require(image.outcome == *outcome, &|| {
        format!("the outcome is {:?}, not {outcome:?}", image.outcome)
    })?;
    let (there, here) = (game.to_move(&image.state), game.to_move(state));
    require(there == here, &|| format!("{there:?} is to move, not {here:?}"))?;
    let (there, here) = (game.points(&image.state), game.points(state));
    require(there == here, &|| format!("the points are {there:?}, not {here:?}"))?;

    let images: Vec<G::Move> = moves.iter().map(|&mv| game.map_move(mv, symmetry)).collect();
    let mut sorted = images.clone();
    sorted.sort();
    require(sorted == image.moves, &|| {
        format!("its moves are {:?}, but the images of the moves {sorted:?}", image.moves)
    })?;
    for index in case.sample(PLAYED) {
        let (mv, mapped) = (moves[index], images[index]);
        let played = game.map(&case.after(mv), symmetry);
        require(played == image.after(mapped), &|| {
            let there = game.position_text(&image.after(mapped));
            let wanted = game.position_text(&played);
            let (mv, mapped) = (game.move_text(mv), game.move_text(mapped));
            format!("{mapped}, the image of {mv}, leads to {there:?}, not to {wanted:?}")
        })?;
    }
    Ok(())
}

/// Checks the law of the canonical position. The symmetries must already be verified to be a group.
pub(crate) fn check_canonical<G: View>(
    subject: &Subject<G>,
    state: &G::State,
    report: &mut Report,
) -> Verdict {
    let game = subject.game;
    let mut require = |holds: bool, detail: &dyn Fn() -> String| {
        subject.require(report, Law::Canonical, state, holds, detail)
    };
    let canonical = game.canonical(state);
    let name = || game.position_text(&canonical);
    let mut is_image = false;
    for symmetry in symmetries(game) {
        let image = game.map(state, symmetry);
        is_image |= image == canonical;
        let other = game.canonical(&image);
        require(other == canonical, &|| {
            let (other, index) = (game.position_text(&other), symmetry.0);
            format!("{:?} represents it, but {other:?} its image under symmetry {index}", name())
        })?;
    }
    require(is_image, &|| format!("{:?} represents it, but is none of its images", name()))?;
    require(game.canonical(&canonical) == canonical, &|| {
        format!("{:?} represents it, but not itself", name())
    })
}
