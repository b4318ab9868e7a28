//! Walks through a game and checks every position.

use std::collections::{BTreeMap, VecDeque};

use ninefold_core::{Agent, Game, MoveRule, Path, Random, RandomAgent, View};

use crate::case::{Case, Subject};
use crate::group::Witnesses;
use crate::law::Verdict;
use crate::text::Keys;
use crate::{
    Law, Report, Violation, insight, move_rules, moves, path, payoffs, record, steps, symmetry,
    text, view,
};

/// A run over one game: the positions seen, by key and in order, and the report so far.
pub(crate) struct Survey<'a, G: Game> {
    subject: &'a Subject<'a, G>,
    seen: BTreeMap<G::State, u64>,
    visited: Vec<G::State>,
    keys: Keys<G::State>,
    witnesses: Witnesses<G>,
    report: Report,
}

impl<'a, G: View> Survey<'a, G> {
    pub fn new(subject: &'a Subject<'a, G>) -> Survey<'a, G> {
        Survey {
            subject,
            seen: BTreeMap::new(),
            visited: Vec::new(),
            keys: Keys::new(),
            witnesses: Witnesses::new(),
            report: Report::default(),
        }
    }

    /// Checks the laws that need no walk.
    pub fn rules(&mut self, start: &G::State) -> Verdict {
        let Survey { subject, report, .. } = self;
        let players = subject.game.players();
        subject.require(report, Law::Table, start, (2..=4).contains(&players), || {
            format!("{players} players, wanted 2 to 4")
        })?;
        text::check_form(subject, start, report)?;
        view::check_board(subject, start, report)?;
        move_rules::check_names(subject, start, report)
    }

    /// Visits up to `limit` new positions, breadth first from `root`.
    pub fn tree(&mut self, root: G::State, limit: u64) -> Verdict {
        let full = self.report.states + limit;
        let mut queue = VecDeque::from([root]);
        while let Some(state) = queue.pop_front() {
            if self.report.states >= full {
                break;
            }
            let case = Case::new(self.subject, state);
            if self.visit(&case)? || state == root {
                queue.extend(case.moves.iter().map(|&mv| case.after(mv)));
            }
        }
        Ok(())
    }

    /// Plays a random game from the start of `seed`, at most `plies` long. `move_rule` restricts its choices.
    pub fn game(
        &mut self,
        seed: u64,
        move_rule: Option<MoveRule<G>>,
        plies: u32,
    ) -> Result<Path<G>, Violation> {
        let subject = self.subject;
        let mut path = Path::new(subject.game.clone(), subject.game.start(seed));
        let mut agent = RandomAgent::new(Random::stream(seed, 1), move_rule);
        loop {
            self.visit(&Case::new(subject, *path.state()))?;
            self.ending(&path)?;
            if path.played().len() >= plies as usize {
                break;
            }
            let Some(mv) = agent.choose(&path) else { break };
            path::play(subject, &mut path, mv, &mut self.report)?;
        }
        path::check(subject, &path, &mut self.report)?;
        record::check(subject, &path, seed, &mut self.report)?;
        self.report.games += 1;
        Ok(path)
    }

    /// Checks the laws of symmetry for every position visited.
    ///
    /// These compare positions after play, so errors in playing must be found before.
    pub fn symmetries(&mut self, start: &G::State) -> Verdict {
        let Survey { subject, visited, witnesses, report, .. } = self;
        for &state in &*visited {
            symmetry::check(&Case::new(subject, state), report)?;
        }
        witnesses.check(subject, start, report)?;
        for state in visited {
            symmetry::check_canonical(subject, state, report)?;
        }
        Ok(())
    }

    /// The report.
    pub fn report(self) -> Report {
        self.report
    }

    /// With its history, too, a game is over exactly if there are no moves.
    fn ending(&mut self, path: &Path<G>) -> Verdict {
        let mut moves = Vec::new();
        path.moves(&mut moves);
        let outcome = path.outcome();
        let agree = moves.is_empty() == outcome.is_some();
        self.subject.require(&mut self.report, Law::Ending, path.state(), agree, || {
            format!("{} moves continue the path, but its outcome is {outcome:?}", moves.len())
        })?;
        let Some(outcome) = outcome else {
            return Ok(());
        };
        payoffs::check_outcome(self.subject, path.state(), &outcome, &mut self.report)?;
        view::check_explanation(self.subject, path.state(), &outcome, &mut self.report)
    }

    /// Checks the laws of a single position, and returns whether it is new.
    ///
    /// Laws that others rely on come first, so that the right law is reported.
    fn visit(&mut self, case: &Case<G>) -> Result<bool, Violation> {
        let report = &mut self.report;
        let key = case.game.key(&case.state);
        if let Some(&known) = self.seen.get(&case.state) {
            case.require(report, Law::Key, key == known, || {
                format!("reached in two ways it has the keys {known:#x} and {key:#x}")
            })?;
            return Ok(false);
        }
        moves::check(case, report)?;
        moves::check_texts(case, report)?;
        steps::check(case, report)?;
        payoffs::check(case, report)?;
        text::check(case, report)?;
        self.keys.check(case, report)?;
        view::check(case, report)?;
        insight::check(case, report)?;
        move_rules::check(case, report)?;
        self.witnesses.meet(case);
        report.states += 1;
        report.finished += u64::from(case.outcome.is_some());
        report.moves += case.moves.len() as u64;
        self.seen.insert(case.state, key);
        self.visited.push(case.state);
        Ok(true)
    }
}
