//! The stages of a planned tournament, and of jobs that are known from the start.

use crate::{Job, Pentanomial, Plan, SetResult, Sprt, StageSource};

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
        let said = test.told(test.verdict(&self.pairs)?, &self.pairs);
        let [first, second] = [0, 1].map(|entrant| &self.plan.entrants[entrant].name);
        Some(format!("{first} relative to {second}: {said}"))
    }

    fn games(&self) -> u64 {
        self.plan.set_count() * self.plan.games_a_set() as u64
    }
}

/// Jobs that are known from the start and end when a test between their two players is decided.
pub struct Tested {
    jobs: FixedJobs,
    test: Sprt,
    pairs: Pentanomial,
}

impl Tested {
    /// These jobs with a test of the first player relative to the second.
    pub fn new(jobs: Vec<Job>, test: Sprt) -> Tested {
        Tested { jobs: FixedJobs(jobs), test, pairs: Pentanomial::default() }
    }
}

impl StageSource for Tested {
    fn stage(&mut self, stage: usize, earlier: &[SetResult]) -> Option<Vec<Job>> {
        self.jobs.stage(stage, earlier)
    }

    fn ends(&mut self, so_far: &[SetResult]) -> Option<String> {
        self.pairs.count(so_far.last()?.points_of(0));
        self.test.verdict(&self.pairs).map(|verdict| self.test.told(verdict, &self.pairs))
    }

    fn games(&self) -> u64 {
        self.jobs.games()
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
