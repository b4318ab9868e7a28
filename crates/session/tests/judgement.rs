//! Laws of the one judgement: whatever is asked about a position, in whatever order, the answers agree.

use std::sync::Arc;
use std::time::Duration;

use ninefold_core::{Host, Path, Random, Symmetry, View};
use ninefold_session::{
    Advice, AnalysisRequest, Effort, EngineOptions, Judgements, Limits, MoveValue, MoveValues,
    Origin, PlayerSpec, ReviewRequest, Session, Setup, StopFlag, games,
};

/// Forms besides those that every game wants searched: small enough to be proved, and too large for it.
const MORE: [&str; 2] = ["369:4", "369:9"];

/// Games of every kind, with and without draw rules, for two to four.
fn specs() -> impl Iterator<Item = &'static str> {
    ninefold_games::searched_specs().chain(MORE)
}
const NODES: u64 = 1_500;

/// How hard to look, with or without a place to keep what was found.
fn effort(kept: Option<&Arc<Judgements>>) -> Effort {
    Effort { nodes: Some(NODES), kept: kept.cloned(), ..Effort::default() }
}

fn open(spec: &str, seed: u64, moves: &[String]) -> Box<dyn Session> {
    let setup = Setup { seed, moves: moves.to_vec(), ..Setup::default() };
    games().open(spec, &setup).unwrap()
}

/// Random moves from the start, the game not over after them.
fn random_moves(spec: &str, seed: u64, plies: usize) -> Vec<String> {
    let mut random = Random::stream(seed, 3);
    let mut session = open(spec, seed, &[]);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = session.moves();
        let mv = legal[random.below(legal.len())].clone();
        session.play(&mv).unwrap();
        if session.status().over {
            break;
        }
        moves.push(mv);
    }
    moves
}

/// Positions of all games, from early to late.
fn positions() -> impl Iterator<Item = (&'static str, u64, Vec<String>)> {
    specs().flat_map(|spec| {
        [0, 3, 8, 15, 24, 40].into_iter().enumerate().map(move |(index, plies)| {
            let seed = index as u64 + 11;
            (spec, seed, random_moves(spec, seed, plies))
        })
    })
}

fn is_certain(share: f32) -> bool {
    [0.0, 0.5, 1.0].contains(&share)
}

/// What must hold between a hint and the values of the same position.
fn agree(hint: &Advice, values: &MoveValues, mover: usize, at: &str) {
    let best = hint.best.as_ref().expect("the game is not over");
    assert!(values.best.contains(best), "{at}: {best} is none of {:?}", values.best);
    assert_eq!(hint.share.as_ref(), Some(&values.share), "{at}: chances differ");
    let of = |text: &String| values.moves.iter().find(|mv| mv.text == *text).unwrap();
    let share = of(best).share.unwrap();
    assert!((share - values.share[mover]).abs() < 1e-6, "{at}: the best badge says {share}");
    for mv in &values.moves {
        assert!(mv.share.unwrap() <= share + 1e-6, "{at}: {mv:?} is better than {best}, {share}");
    }
    // Nothing proved is told as an estimate, and the reverse.
    if values.exact {
        assert!(hint.exact && values.moves.iter().all(|mv| mv.letter.is_some()), "{at}");
    }
    // A win may also be certain though nobody knows by how many points.
    let certain = hint.exact || hint.decided.is_some() || [0.0, 1.0].contains(&share);
    assert_eq!(certain, of(best).letter.is_some(), "{at}: {hint:?}");
    for mv in &values.moves {
        assert!(mv.letter.is_none() || is_certain(mv.share.unwrap()), "{at}: {mv:?}");
        assert!(mv.letter.is_some() || mv.depth.is_some(), "{at}: {mv:?} tells no depth");
        assert_eq!(mv.letter == Some('W'), mv.letter.is_some() && mv.share == Some(1.0), "{at}");
    }
}

#[test]
fn the_hint_is_among_the_best_of_the_values_and_gives_the_same_chances() {
    let mut proved = 0;
    let mut estimated = 0;
    for (spec, seed, moves) in positions() {
        let session = open(spec, seed, &moves);
        let mover = session.status().to_move - 1;
        let at = format!("{spec} after {moves:?}");
        let (hint, values) = (session.hint(&effort(None)), session.values(&effort(None)));
        assert_eq!(values.moves.len(), session.moves().len(), "{at}");
        agree(&hint, &values, mover, &at);
        if values.exact { proved += 1 } else { estimated += 1 }
    }
    assert!(proved >= 10 && estimated >= 20, "{proved} proved, {estimated} estimated");
}

/// In whichever order things are asked, kept or not, the numbers are the same.
#[test]
fn asking_twice_changes_nothing_unless_somebody_looks_deeper() {
    for (spec, seed, moves) in positions() {
        let session = open(spec, seed, &moves);
        let mover = session.status().to_move - 1;
        let at = format!("{spec} after {moves:?}");
        let kept = Arc::new(Judgements::default());
        let fresh = (session.hint(&effort(None)), session.values(&effort(None)));
        let values = session.values(&effort(Some(&kept)));
        let hint = session.hint(&effort(Some(&kept)));
        assert_eq!((&hint.best, &hint.share), (&fresh.0.best, &fresh.0.share), "{at}");
        assert_eq!((&values.moves, &values.best), (&fresh.1.moves, &fresh.1.best), "{at}");
        assert_eq!(session.values(&effort(Some(&kept))), values, "{at}");
        assert_eq!(session.hint(&effort(Some(&kept))), hint, "{at}");
        let more = Effort { nodes: Some(4 * NODES), ..effort(Some(&kept)) };
        let deeper = session.hint(&more);
        assert!(deeper.depth >= hint.depth || deeper.exact, "{at}");
        // Who asks for less is told what is known already.
        let after = session.values(&effort(Some(&kept)));
        agree(&deeper, &after, mover, &at);
    }
}

/// What an analysis has found out, the badges tell.
#[test]
fn a_line_that_an_analysis_proves_is_proved_in_the_badges() {
    let mut decided = 0;
    for (spec, seed, moves) in positions() {
        let session = open(spec, seed, &moves);
        let mover = session.status().to_move - 1;
        let at = format!("{spec} after {moves:?}");
        let kept = Arc::new(Judgements::default());
        let request = AnalysisRequest {
            lines: 3,
            evaluator: None,
            limits: Limits { nodes: Some(6 * NODES), ..Limits::default() },
            options: EngineOptions { every_move: true, ..EngineOptions::default() },
            stop: StopFlag::default(),
            kept: Some(Arc::clone(&kept)),
        };
        // Badges that were there before the analysis learn from it, and a deeper look at the best move alone forgets
        // nothing that is proved of others.
        session.values(&effort(Some(&kept)));
        let seen = session.analyse(&request, &mut |_| {}).unwrap();
        let deeper = Effort { nodes: Some(24 * NODES), ..effort(Some(&kept)) };
        session.hint(&deeper);
        let values = session.values(&effort(Some(&kept)));
        agree(&session.hint(&effort(Some(&kept))), &values, mover, &at);
        for line in seen.lines.iter().filter(|line| line.decided.is_some()) {
            let badge = values.moves.iter().find(|mv| mv.text == line.moves[0]).unwrap();
            let letter = if line.decided.unwrap() > 0 { 'W' } else { 'L' };
            assert_eq!(badge.letter, Some(letter), "{at}: {line:?} {badge:?}");
            decided += 1;
        }
        // And the other way round: what the badges prove, the lines tell, and none of the best is left out for a worse.
        for line in &seen.lines {
            let badge = values.moves.iter().find(|mv| mv.text == line.moves[0]).unwrap();
            if badge.letter.is_some() && badge.depth.is_none() {
                assert_eq!(line.letter, badge.letter, "{at}: {line:?} {badge:?}");
                let share = line.share.as_ref().map(|shares| shares[mover]);
                assert_eq!(share, badge.share, "{at}: {line:?} {badge:?}");
            }
        }
        let proved = values.moves.iter().filter(|mv| values.best.contains(&mv.text));
        if proved.clone().any(|mv| mv.letter.is_some() && mv.depth.is_none()) {
            assert!(values.best.contains(&seen.lines[0].moves[0]), "{at}: {:?}", seen.lines[0]);
        }
    }
    assert!(decided >= 10, "{decided} lines were decided");
}

/// All moves that keep a draw are as good against perfect play; against anybody else a search chooses better than a table, and
/// hint and player choose alike.
#[test]
fn in_positions_that_are_even_by_table_the_hint_is_what_best_plays() {
    let best = PlayerSpec::parse(&format!("best:nodes={NODES}")).unwrap();
    let (mut chosen, mut several) = (0, 0);
    for seed in 0..24 {
        let session = open("morris", seed, &random_moves("morris", seed, 1 + seed as usize % 8));
        let hint = session.hint(&effort(None));
        if !hint.exact || hint.share != Some(vec![0.5, 0.5]) {
            continue;
        }
        let played = session.advise(&best).unwrap();
        assert_eq!((&hint.best, hint.nodes), (&played.best, played.nodes), "{seed}");
        let values = session.values(&effort(None));
        assert!(values.best.contains(hint.best.as_ref().unwrap()), "{seed}: {hint:?}");
        // Whoever asks for values alone does not wait for a choice; whoever chose tells what it cost.
        assert_eq!(values.nodes, 1, "{seed}");
        several += usize::from(values.best.len() > 1);
        chosen += usize::from(hint.nodes > NODES / 4);
        assert!(hint.nodes <= NODES, "{seed}: {hint:?}");
        // An analysis that looks no longer puts the same move first, and what it learns is what is told from then on.
        let kept = Arc::new(Judgements::default());
        session.hint(&effort(Some(&kept)));
        let request = |nodes| AnalysisRequest {
            lines: 3,
            evaluator: None,
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            options: EngineOptions::default(),
            stop: StopFlag::default(),
            kept: Some(Arc::clone(&kept)),
        };
        for nodes in [NODES / 4, 4 * NODES] {
            let seen = session.analyse(&request(nodes), &mut |_| {}).unwrap();
            let told = session.hint(&effort(Some(&kept)));
            assert_eq!(told.best.as_ref(), Some(&seen.lines[0].moves[0]), "{seed}: {nodes}");
        }
    }
    assert!(several >= 8 && chosen >= several / 2, "{chosen} chosen, {several} with a choice");
}

/// The moves of every line of an analysis were looked at to the same depth, also at its end.
#[test]
fn an_analysis_ends_on_the_last_depth_that_was_finished() {
    for nodes in [700, 1_900, 5_300] {
        let session = open("morris", 1, &random_moves("morris", 5, 6));
        let request = AnalysisRequest {
            lines: 4,
            evaluator: None,
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            options: EngineOptions { every_move: true, ..EngineOptions::default() },
            stop: StopFlag::default(),
            kept: None,
        };
        let mut last = None;
        let found = session.analyse(&request, &mut |seen| last = Some(seen.clone())).unwrap();
        let last = last.expect("one depth was finished");
        assert_eq!((found.depth, &found.lines), (last.depth, &last.lines), "{nodes} nodes");
        // The same depth with more time left gives the same values.
        let limits = Limits { nodes: Some(20 * nodes), ..Limits::default() };
        let mut whole = None;
        let request = AnalysisRequest { limits, ..request };
        session
            .analyse(&request, &mut |seen| {
                whole = whole.take().or_else(|| (seen.depth == found.depth).then(|| seen.clone()));
            })
            .unwrap();
        let whole = whole.expect("the same depth is finished");
        let values = |lines: &[ninefold_session::AnalysedLine]| {
            lines.iter().map(|line| line.values.clone()).collect::<Vec<_>>()
        };
        assert_eq!(values(&found.lines), values(&whole.lines), "{nodes} nodes");
    }
}

/// Judges a random position and all its images.
struct Images {
    seed: u64,
    plies: usize,
}

impl Host for Images {
    type Output = usize;

    fn receive<G: View>(self, game: G, spec: String) -> usize {
        let mut random = Random::stream(self.seed, 5);
        let mut path = Path::new(game.clone(), game.start(self.seed));
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            path.moves(&mut moves);
            path.play(random.pick(&moves));
            if path.outcome().is_some() {
                path.undo();
                break;
            }
            moves.clear();
        }
        let judged = |state: &G::State| {
            let origin = Origin::Position(game.position_text(state));
            let setup = Setup { origin, ..Setup::default() };
            let session = games().open(&spec, &setup).unwrap();
            (session.hint(&effort(None)), session.values(&effort(None)))
        };
        moves.clear();
        game.moves(path.state(), &mut moves);
        let (hint, values) = judged(path.state());
        for index in 1..game.symmetries() {
            let symmetry = Symmetry(index as u8);
            let (mirrored, images) = judged(&game.map(path.state(), symmetry));
            assert_eq!(hint.share, mirrored.share, "{spec}");
            assert_eq!((hint.exact, hint.decided), (mirrored.exact, mirrored.decided), "{spec}");
            for &mv in &moves {
                let text = game.move_text(mv);
                let image = game.move_text(game.map_move(mv, symmetry));
                let of = |values: &MoveValues, text: &str| {
                    values.moves.iter().find(|mv| mv.text == text).cloned().unwrap()
                };
                let (one, other) = (of(&values, &text), of(&images, &image));
                let told = |mv: &MoveValue| (mv.value, mv.letter, mv.share);
                assert_eq!(told(&one), told(&other), "{spec}: {text} and {image}");
            }
        }
        game.symmetries()
    }
}

#[test]
fn a_position_and_its_mirror_image_are_judged_alike() {
    let mut images = 0;
    for spec in specs() {
        for plies in [2, 7, 14, 22] {
            let host = Images { seed: plies as u64, plies };
            images += ninefold_games::registry().open(spec, host).unwrap();
        }
    }
    assert!(images > 200, "{images} images were looked at");
}

/// A review judges every position as a hint does that may look at as many positions, or, where a move is in doubt, at eight
/// times as many (fewer in games with many moves): nothing is kept between the two, so that they agree by themselves. What
/// it marks by estimate it has looked at twice, and a move that the judgement finds best gives nothing away.
#[test]
fn a_review_tells_the_same_chances_as_a_hint() {
    let (mut marked, mut twice, mut once) = (0, 0, 0);
    for spec in specs() {
        let moves = random_moves(spec, 4, 30);
        let request = ReviewRequest { nodes: NODES, stop: StopFlag::default(), kept: None };
        let review = open(spec, 4, &moves).review(&request, &mut |_| {});
        assert_eq!(review.plies.len(), moves.len());
        let legal = open(spec, 4, &[]).moves().len() as u64;
        let closer = (8 * NODES * 24 / legal.max(24)).max(NODES);
        for (index, ply) in review.plies.iter().enumerate() {
            let at = format!("{spec}, ply {}", ply.ply);
            let session = open(spec, 4, &moves[..index]);
            let hint = |nodes| {
                let hint = session.hint(&Effort { nodes: Some(nodes), ..Effort::default() });
                let depth = (!hint.exact).then_some(hint.depth);
                (hint.share.unwrap(), hint.best.unwrap(), hint.exact, depth)
            };
            let told = (ply.share.clone(), ply.best.clone(), ply.exact, ply.depth);
            let (first, second) = (hint(NODES), hint(closer));
            let estimated = ply.mark.is_some() && !ply.exact_loss;
            assert!(
                told == second || told == first && !estimated,
                "{at}: {told:?} {first:?} {second:?}"
            );
            if told != first {
                twice += 1;
            } else if told != second {
                once += 1;
            }
            if ply.best == ply.text {
                assert!(ply.mark.is_none(), "{at}: {ply:?}");
            }
            if ply.exact_loss {
                assert!(is_certain(ply.loss), "{at}: {ply:?}");
            }
            marked += usize::from(ply.mark.is_some());
        }
        // Twice the same game, twice the same review; and it tells what was kept, whoever found it out.
        let kept = Arc::new(Judgements::default());
        let keeping = ReviewRequest { kept: Some(Arc::clone(&kept)), ..request };
        assert_eq!(open(spec, 4, &moves).review(&keeping, &mut |_| {}), review, "{spec}");
        for (index, ply) in review.plies.iter().enumerate() {
            let at = format!("{spec}, ply {}", ply.ply);
            let values = open(spec, 4, &moves[..index]).values(&effort(Some(&kept)));
            assert_eq!(ply.share, values.share, "{at}");
            assert!(values.best.contains(&ply.best), "{at}");
        }
    }
    assert!(marked > 10, "random moves are not all good: {marked} marked");
    assert!(twice > 10 && once > 10, "{twice} told by a second look, {once} by the first");
}

/// Morris is a draw while few men stand, by the book; a search that does not know the book must not tell otherwise on the
/// whole, though single positions may look better for one side.
#[test]
fn drawn_openings_of_morris_are_told_as_even() {
    let engine = PlayerSpec::parse("engine:nodes=2000").unwrap();
    let empty = open("morris", 1, &[]);
    let shares = |session: &dyn Session| session.advise(&engine).unwrap().share.unwrap();
    assert_eq!(empty.hint(&effort(None)).share, Some(vec![0.5, 0.5]));
    assert!((shares(&*empty)[0] - 0.5).abs() <= 0.03, "{:?}", shares(&*empty));
    let (mut first, mut mover, mut drawn) = (0.0, 0.0, 0);
    for seed in 0.. {
        let moves = random_moves("morris", seed, 1 + seed as usize % 4);
        let session = open("morris", seed, &moves);
        let known = session.hint(&effort(None));
        assert!(known.exact, "{moves:?}");
        if known.share.unwrap()[0] != 0.5 {
            continue;
        }
        let told = shares(&*session);
        first += f64::from(told[0]) / 200.0;
        mover += f64::from(told[session.status().to_move - 1]) / 200.0;
        drawn += 1;
        if drawn == 200 {
            break;
        }
    }
    assert!((first - 0.5).abs() <= 0.03 && (mover - 0.5).abs() <= 0.03, "{first} and {mover}");
}

/// What a review says of a move by estimate is never more than the step in the chances that it tells, and a move after which its
/// player is known to win gave nothing away. Asked again it says the same, however deep somebody has looked meanwhile.
#[test]
fn a_review_agrees_with_its_own_chances_and_with_itself() {
    let (mut estimated, mut steps) = (0, 0);
    for spec in specs() {
        let moves = random_moves(spec, 5, if spec.starts_with("9tka") { 60 } else { 24 });
        let kept = Some(Arc::new(Judgements::default()));
        let request = ReviewRequest { nodes: NODES, stop: StopFlag::default(), kept: kept.clone() };
        let told = || open(spec, 5, &moves).review(&request, &mut |_| {});
        let first = told();
        let afters = first
            .plies
            .iter()
            .skip(1)
            .map(|next| (&next.share, next.exact, next.exact && next.note.is_none()));
        for (ply, (after, exact, whole)) in first.plies.iter().zip(afters) {
            let (at, mover) = (format!("{spec}, ply {}", ply.ply), ply.player - 1);
            if !ply.exact_loss {
                estimated += usize::from(ply.loss > 0.0);
                assert!(ply.loss <= (ply.share[mover] - after[mover]).max(0.0), "{at}: {ply:?}");
            }
            assert!(!exact || after[mover] < 1.0 || ply.loss == 0.0, "{at}: {ply:?}");
            // Between two positions that are proved the step is the loss.
            if whole && ply.exact && ply.note.is_none() {
                let step = (ply.share[mover] - after[mover]).max(0.0);
                assert_eq!((ply.loss, ply.exact_loss), (step, true), "{at}: {ply:?}");
                steps += usize::from(step > 0.0);
            }
        }
        for plies in [3, 9, 15] {
            let deep = Effort { nodes: Some(20 * NODES), kept: kept.clone(), ..Effort::default() };
            open(spec, 5, &moves[..plies.min(moves.len())]).hint(&deep);
        }
        assert_eq!(told(), first, "{spec}");
    }
    assert!(estimated > 20, "{estimated} losses were estimated");
    assert!(steps > 5, "{steps} losses are steps between proved positions");
}

/// A visitor's haste is his own: whatever was cut off by its time or its flag, whoever asks next is told as much as if
/// nobody had asked before.
#[test]
fn what_was_cut_off_does_not_stand_for_what_is_known() {
    let raised = StopFlag::default();
    raised.raise();
    let in_time = |millis| Effort { time: Some(Duration::from_millis(millis)), ..effort(None) };
    let hasty = [in_time(0), in_time(1), in_time(4), Effort { stop: raised, ..effort(None) }];
    let (mut proved, mut estimated) = (0, 0);
    for (spec, seed, moves) in positions() {
        let session = open(spec, seed, &moves);
        let mover = session.status().to_move - 1;
        let at = format!("{spec} after {moves:?}");
        let fresh = (session.hint(&effort(None)), session.values(&effort(None)));
        for analysed in [false, true] {
            let kept = Arc::new(Judgements::default());
            for cut in &hasty {
                let cut = Effort { kept: Some(Arc::clone(&kept)), ..cut.clone() };
                session.values(&cut);
                session.hint(&cut);
                if !analysed {
                    continue;
                }
                let request = AnalysisRequest {
                    lines: 3,
                    evaluator: None,
                    limits: Limits { time: cut.time, ..Limits::default() },
                    options: EngineOptions::default(),
                    stop: cut.stop.clone(),
                    kept: cut.kept.clone(),
                };
                session.analyse(&request, &mut |_| {}).unwrap();
            }
            let first = analysed.then(|| session.values(&effort(Some(&kept))));
            let hint = session.hint(&effort(Some(&kept)));
            let values = first.unwrap_or_else(|| session.values(&effort(Some(&kept))));
            assert_eq!(hint.exact, fresh.0.exact, "{at}: {hint:?} {:?}", fresh.0);
            assert!(hint.exact || hint.depth >= fresh.0.depth, "{at}: {hint:?} {:?}", fresh.0);
            // An analysis of several lines is another search, whose value of the same depth may be another.
            if hint.exact || !analysed && hint.depth == fresh.0.depth {
                assert_eq!(hint.share, fresh.0.share, "{at}");
            }
            agree(&hint, &values, mover, &at);
            assert_eq!(values.exact, fresh.1.exact, "{at}");
            for (told, fresh) in values.moves.iter().zip(&fresh.1.moves) {
                assert!(told.letter == fresh.letter || fresh.letter.is_none(), "{at}: {told:?}");
                // Where an analysis prefers another move, this one is told as deeply as all others are.
                let depth = |mv: &MoveValue| mv.depth.unwrap_or(u32::MAX);
                let is_as_deep = depth(told) >= depth(fresh) || told.letter.is_some();
                assert!(analysed || is_as_deep, "{at}: {told:?}");
            }
        }
        if fresh.0.exact { proved += 1 } else { estimated += 1 }
    }
    assert!(proved >= 10 && estimated >= 20, "{proved} proved, {estimated} estimated");
}

/// Badges that somebody had no time for take nothing from the review of the same game.
#[test]
fn a_review_after_hasty_questions_is_the_review_of_a_fresh_judge() {
    for spec in specs() {
        let moves = random_moves(spec, 6, 30);
        let kept = Arc::new(Judgements::default());
        let request = |kept| ReviewRequest { nodes: NODES, stop: StopFlag::default(), kept };
        for plies in 0..moves.len() {
            let hasty = Effort { time: Some(Duration::ZERO), ..effort(Some(&kept)) };
            open(spec, 6, &moves[..plies]).values(&hasty);
        }
        let review = |kept| open(spec, 6, &moves).review(&request(kept), &mut |_| {});
        assert_eq!(review(Some(kept)), review(None), "{spec}");
    }
}
