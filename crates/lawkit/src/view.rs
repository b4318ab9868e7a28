//! The data that a front end draws.

use std::collections::BTreeSet;
use std::fmt::Debug;

use ninefold_core::{Outcome, Player, Scene, View};

use crate::case::{Case, Subject};
use crate::law::Verdict;
use crate::{Law, Report};

/// The colours that every terminal has.
const COLOURS: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// Checks the law of the view for the seats and the board.
pub(crate) fn check_board<G: View>(
    subject: &Subject<G>,
    start: &G::State,
    report: &mut Report,
) -> Verdict {
    let (seats, layout) = (subject.game.seats(), subject.game.layout());
    let on_board = |&site: &u16| usize::from(site) < layout.sites.len();
    let mut require =
        |holds: bool, detail: String| subject.require(report, Law::View, start, holds, || detail);

    let players = subject.game.players();
    require(seats.len() == players, format!("{} seats for {players} players", seats.len()))?;
    require(distinct(seats.iter().map(|seat| &seat.name)), "two seats share a name".into())?;
    require(distinct(seats.iter().map(|seat| seat.letter)), "two seats share a letter".into())?;
    for seat in &seats {
        let named = !seat.name.is_empty() && !seat.piece.is_empty();
        require(named, format!("{seat:?} lacks a name"))?;
        let known = COLOURS.contains(&seat.colour.as_str());
        require(known, format!("{seat:?} has none of the colours {}", COLOURS.join(", ")))?;
    }

    let sites = &layout.sites;
    require(distinct(sites.iter().map(|site| &site.name)), "two sites share a name".into())?;
    for site in sites {
        let placed = !site.name.is_empty() && site.x.is_finite() && site.y.is_finite();
        require(placed, format!("{site:?} lacks a name or a place"))?;
    }
    for edge in &layout.edges {
        let joins = edge.iter().all(on_board) && edge[0] != edge[1];
        require(joins, format!("the edge {edge:?} does not join two sites of the board"))?;
    }
    let regions = &layout.regions;
    require(
        distinct(regions.iter().map(|region| &region.name)),
        "two regions share a name".into(),
    )?;
    for region in regions {
        let fits = region.sites.iter().all(on_board) && distinct(&region.sites);
        require(fits, format!("{region:?} has a site twice or off the board"))?;
    }
    for lane in &layout.lanes {
        let fits = lane.iter().all(on_board) && distinct(lane);
        require(fits, format!("the lane {lane:?} has a site twice or off the board"))?;
    }
    Ok(())
}

/// Checks the law of the view for one position.
pub(crate) fn check<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let scene = case.game.scene(&case.state);
    check_pieces(case, &scene, report)?;
    let players = case.game.players();
    let mut require =
        |holds: bool, detail: String| case.require(report, Law::View, holds, || detail);
    let lengths = [scene.hands.len(), scene.lost.len(), scene.scores.len()];
    for (length, what) in lengths.into_iter().zip(["hands", "lost", "scores"]) {
        let fits = length == 0 || length == players;
        require(fits, format!("{what} has {length} numbers for {players} players"))?;
    }
    let named = scene.scores.is_empty() || !scene.score_name.is_empty();
    require(named, "there are scores, but no name for a point".into())?;
    for countdown in &scene.countdowns {
        let fits = countdown.left <= countdown.of && !countdown.name.is_empty();
        require(fits, format!("{countdown:?} has no name or more left than there is"))?;
    }
    check_lanes(case, report)?;
    match &case.outcome {
        Some(outcome) => check_explanation(case.subject, &case.state, outcome, report),
        None => Ok(()),
    }
}

/// A click on a lane must be unambiguous: at most one of its sites starts a turn.
fn check_lanes<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let lanes = case.game.layout().lanes;
    if lanes.is_empty() {
        return Ok(());
    }
    let mut moves = Vec::new();
    case.game.moves(&case.state, &mut moves);
    let steps = moves.into_iter().map(|mv| case.game.steps(&case.state, mv));
    let begin: BTreeSet<u16> =
        steps.filter_map(|turn| turn.first().map(|step| step.site)).collect();
    for lane in lanes {
        let open = lane.iter().filter(|site| begin.contains(site)).count();
        case.require(report, Law::View, open < 2, || {
            format!("{open} sites of the lane {lane:?} begin a turn")
        })?;
    }
    Ok(())
}

fn check_pieces<G: View>(case: &Case<G>, scene: &Scene, report: &mut Report) -> Verdict {
    let on_board = |&site: &u16| usize::from(site) < case.subject.sites;
    let at_table =
        |owner: Option<Player>| owner.is_none_or(|owner| owner.index() < case.game.players());
    for piece in &scene.pieces {
        let fits = on_board(&piece.site) && at_table(piece.owner);
        case.require(report, Law::View, fits, || format!("{piece:?} has no such site or owner"))?;
    }
    let apart = distinct(scene.pieces.iter().map(|piece| piece.site));
    case.require(report, Law::View, apart, || {
        format!("two pieces share a site: {:?}", scene.pieces)
    })?;
    for mark in &scene.marks {
        let fits = mark.sites.iter().all(on_board) && at_table(mark.owner);
        case.require(report, Law::View, fits, || format!("{mark:?} has no such site or owner"))?;
    }
    Ok(())
}

/// Checks the law of the view for the explanation of one end of a game.
pub(crate) fn check_explanation<G: View>(
    subject: &Subject<G>,
    state: &G::State,
    outcome: &Outcome,
    report: &mut Report,
) -> Verdict {
    let clause = subject.game.explain(state, outcome);
    let explained = clause.is_whole() && !clause.to_string().trim().is_empty();
    subject
        .require(report, Law::View, state, explained, || format!("{outcome:?} is not explained"))?;
    let known = subject.game.forms();
    let unknown = clause.forms().into_iter().find(|form| !known.contains(form));
    subject.require(report, Law::View, state, unknown.is_none(), || {
        format!("the form {unknown:?} is not among the forms of the game")
    })
}

fn distinct<T: Ord + Debug>(items: impl IntoIterator<Item = T>) -> bool {
    let mut seen = BTreeSet::new();
    items.into_iter().all(|item| seen.insert(item))
}
