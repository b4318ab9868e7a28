//! Stage sources for planned tournaments and for fixed jobs.

use crate::{DifferentSets, Job, Pentanomial, Plan, SetResult, Sprt, StageSource};

/// The stages of a tournament plan.
pub struct Tournament {
    plan: Plan,
    run: u64,
    seeds: Vec<u64>,
    test: Counted,
}

/// The pairs counted by a test: copies of a pair count once.
#[derive(Default)]
struct Counted {
    known: DifferentSets,
    pairs: Pentanomial,
}

impl Counted {
    /// The verdict in words after one more set, if the test is over.
    fn told(&mut self, test: &Sprt, set: &SetResult) -> Option<String> {
        if !self.known.is_new(set) {
            return None;
        }
        self.pairs.count(set.points_of(0));
        test.verdict(&self.pairs).map(|verdict| test.told(verdict, &self.pairs))
    }
}

impl Tournament {
    /// Creates the stages of this plan for the run with this number, with the seeds of its openings.
    pub fn new(plan: Plan, run: u64, seeds: Vec<u64>) -> Tournament {
        Tournament { plan, run, seeds, test: Counted::default() }
    }
}

impl StageSource for Tournament {
    fn stage(&mut self, stage: usize, earlier: &[SetResult]) -> Option<Vec<Job>> {
        let goes_on = stage < self.plan.stages();
        goes_on.then(|| self.plan.jobs(self.run, stage, earlier, &self.seeds))
    }

    fn ends(&mut self, so_far: &[SetResult]) -> Option<String> {
        let (test, last) = (self.plan.sprt?, so_far.last()?);
        let said = self.test.told(&test, last)?;
        let [first, second] = [0, 1].map(|entrant| &self.plan.entrants[entrant].name);
        Some(format!("{first} relative to {second}: {said}"))
    }

    fn games(&self) -> u64 {
        self.plan.set_count() * self.plan.games_a_set() as u64
    }
}

/// Fixed jobs that end when a test between their two players is decided.
pub struct Tested {
    jobs: FixedJobs,
    test: Sprt,
    counted: Counted,
}

impl Tested {
    /// Creates the jobs with a test of the first player relative to the second.
    pub fn new(jobs: Vec<Job>, test: Sprt) -> Tested {
        Tested { jobs: FixedJobs(jobs), test, counted: Counted::default() }
    }
}

impl StageSource for Tested {
    fn stage(&mut self, stage: usize, earlier: &[SetResult]) -> Option<Vec<Job>> {
        self.jobs.stage(stage, earlier)
    }

    fn ends(&mut self, so_far: &[SetResult]) -> Option<String> {
        self.counted.told(&self.test, so_far.last()?)
    }

    fn games(&self) -> u64 {
        self.jobs.games()
    }
}

/// Fixed jobs in one stage.
pub struct FixedJobs(pub Vec<Job>);

impl StageSource for FixedJobs {
    fn stage(&mut self, stage: usize, _earlier: &[SetResult]) -> Option<Vec<Job>> {
        (stage == 0).then(|| self.0.clone())
    }

    fn games(&self) -> u64 {
        self.0.iter().map(|job| u64::from(job.games)).sum()
    }
}
