//! Records of games.

use ninefold_core::{Outcome, Path, Record, View};

use crate::case::Subject;
use crate::law::Verdict;
use crate::{Law, Report};

/// Checks the record law for a game from the start of `seed`.
pub(crate) fn check<G: View>(
    subject: &Subject<G>,
    path: &Path<G>,
    seed: u64,
    report: &mut Report,
) -> Verdict {
    let record = write(subject, path, seed);
    let read = Record::parse(&record.to_string());
    subject.require(report, Law::Record, path.state(), read.as_ref() == Ok(&record), || {
        format!("its record\n{record}reads back as {read:?}")
    })?;
    check_replay(subject, path, &record, report)?;
    for (forgery, what) in forgeries(&record) {
        let refused = forgery.replay(subject.game.clone()).is_err();
        subject.require(report, Law::Record, path.state(), refused, || {
            format!("a record with {what} is accepted:\n{forgery}")
        })?;
    }
    check_from_middle(subject, path, &record, report)
}

fn write<G: View>(subject: &Subject<G>, path: &Path<G>, seed: u64) -> Record {
    let players = subject.game.players();
    let outcome = path.outcome();
    Record {
        game: subject.spec.to_owned(),
        seed,
        position: None,
        seats: (1..=players).map(|number| format!("random:seed={number}")).collect(),
        tags: vec![("Event".into(), "a \"law\" \\ kept".into())],
        moves: path.played().iter().map(|&mv| subject.game.move_text(mv)).collect(),
        result: outcome.map(|outcome| outcome.payoffs.seats(players).to_vec()),
        reason: outcome.map(|outcome| outcome.reason.to_owned()),
    }
}

fn check_replay<G: View>(
    subject: &Subject<G>,
    path: &Path<G>,
    record: &Record,
    report: &mut Report,
) -> Verdict {
    let replayed = record.replay(subject.game.clone());
    let same = replayed.as_ref().is_ok_and(|replayed| {
        replayed.path.state() == path.state() && replayed.outcome == path.outcome()
    });
    subject.require(report, Law::Record, path.state(), same, || match &replayed {
        Ok(replayed) => {
            let end = subject.game.position_text(replayed.path.state());
            format!("its record replays to {end:?} with {:?}:\n{record}", replayed.outcome)
        }
        Err(error) => format!("its record is refused: {error}\n{record}"),
    })
}

/// The second half of a game, recorded from its middle position, ends the same way, unless the first half counted
/// towards repetition.
fn check_from_middle<G: View>(
    subject: &Subject<G>,
    path: &Path<G>,
    record: &Record,
    report: &mut Report,
) -> Verdict {
    if path.outcome().is_some_and(|outcome| outcome.reason == Outcome::REPETITION) {
        return Ok(());
    }
    let middle = path.played().len() / 2;
    let mut half = path.clone();
    while half.played().len() > middle {
        half.undo();
    }
    let position = Some(subject.game.position_text(half.state()));
    let moves = record.moves[middle..].to_vec();
    check_replay(subject, path, &Record { position, moves, ..record.clone() }, report)
}

/// Records with false information, each with a description.
fn forgeries(record: &Record) -> Vec<(Record, &'static str)> {
    let mut forgeries = Vec::new();
    let mut forge = |what, change: &dyn Fn(&mut Record)| {
        let mut forgery = record.clone();
        change(&mut forgery);
        forgeries.push((forgery, what));
    };
    if !record.moves.is_empty() {
        let middle = record.moves.len() / 2;
        forge("an illegal move", &|forgery| forgery.moves[middle].push('!'));
    }
    forge("a move too many", &|forgery| forgery.moves.push("!".into()));
    forge("a seat too many", &|forgery| forgery.seats.push("random".into()));
    if record.result.is_some() {
        forge("no result", &|forgery| (forgery.result, forgery.reason) = (None, None));
        forge("another reason", &|forgery| forgery.reason = Some("!".into()));
        forge("other payoffs", &|forgery| {
            forgery.result.iter_mut().flatten().for_each(|payoff| *payoff += 1);
        });
    } else {
        forge("a result too early", &|forgery| {
            forgery.result = Some(vec![0; forgery.seats.len()]);
            forgery.reason = Some("!".into());
        });
    }
    forgeries
}
