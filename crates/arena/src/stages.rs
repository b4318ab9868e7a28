//! The stages of a planned tournament, and of jobs that are known from the start.

use crate::{Job, Pentanomial, Plan, SetResult, StageSource, Verdict};

/// A tournament by its plan.
pub struct Tournament {
    plan: Plan,
    run: u64,
    seeds: Vec<u64>,
    pairs: Pentanomial,
}

impl Tournament {
    /// The stages of this plan as the run of this number, with the seeds of its openings.
    pub fn new(plan: Plan, run: u64, seeds: Vec<u64>) -> Tournament {
        Tournament { plan, run, seeds, pairs: Pentanomial::default() }
    }
}

impl StageSource for Tournament {
    fn stage(&mut self, stage: usize, earlier: &[SetResult]) -> Option<Vec<Job>> {
        let goes_on = stage < self.plan.stages();
        goes_on.then(|| self.plan.jobs(self.run, stage, earlier, &self.seeds))
    }

    fn ends(&mut self, so_far: &[SetResult]) -> Option<String> {
        let (test, last) = (self.plan.sprt?, so_far.last()?);
        self.pairs.count(last.points_of(0));
        let said = match test.verdict(&self.pairs)? {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
        };
        Some(format!(
            "{} relative to {}: {:+} Elo {said} against {:+}, log-likelihood ratio {:.2} (bounds {:.2}, {:.2})",
            self.plan.entrants[0].name,
            self.plan.entrants[1].name,
            test.elo1,
            test.elo0,
            test.ratio(&self.pairs),
            test.lower(),
            test.upper(),
        ))
    }

    fn games(&self) -> u64 {
        self.plan.set_count() * self.plan.seats as u64
    }
}

/// Jobs that are known from the start, in one stage.
pub struct FixedJobs(pub Vec<Job>);

impl StageSource for FixedJobs {
    fn stage(&mut self, stage: usize, _earlier: &[SetResult]) -> Option<Vec<Job>> {
        (stage == 0).then(|| self.0.clone())
    }

    fn games(&self) -> u64 {
        self.0.iter().map(|job| u64::from(job.games)).sum()
    }
}
