//! Runs over workers, with everything that can happen to them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ninefold_arena::{End, FixedJobs, Job, RunHandle, SetResult, StageSource};
use ninefold_cluster::{Attempt, JOBS, RESULTS, RunFacts, Status};

use crate::common::*;

#[test]
fn a_run_over_three_workers_is_what_one_thread_plays() {
    let server = Server::new();
    let played = Arc::new(AtomicU64::new(0));
    let _workers: Vec<Hired> = (0..3).map(|_| Hired::new(&server, counting(&played))).collect();
    let shelf = Shelf::default();
    let (end, results) = start(&server, "three", FixedJobs(jobs(120)), &shelf).wait();
    is_whole(&end, &shelf, 120);
    assert_eq!(results, shelf.results());
    let played = played.load(Ordering::Relaxed);
    assert!(played > 60 && played <= 120, "{played} sets were played by workers");
    // Nothing is left at the server.
    let status = Status::ask(&connect(&server)).expect("it answers");
    assert_eq!((status.jobs, status.results, status.runs.len()), (0, 0, 0));
    assert_eq!(status.workers.len(), 3);
}

#[test]
fn a_server_killed_and_started_again_loses_nothing() {
    let mut server = Server::new();
    let _workers: Vec<Hired> = (0..2).map(|_| Hired::new(&server, attempt())).collect();
    let shelf = Shelf::default();
    let handle = start(&server, "server", FixedJobs(jobs(200)), &shelf);
    until("some results", || shelf.count() > 60);
    server.kill();
    server.start();
    let (end, _) = handle.wait();
    is_whole(&end, &shelf, 200);
}

#[test]
fn a_server_that_forgot_everything_is_told_again() {
    // The second stage begins after everything was forgotten, what was written down of the first included.
    let stages = || TwoStages { sets: 100, enough: None };
    let wanted = alone(stages());
    let mut server = Server::new();
    let _worker = Hired::new(&server, attempt());
    let shelf = Shelf::default();
    let handle = start(&server, "amnesia", stages(), &shelf);
    until("some results", || shelf.count() > 40);
    server.kill();
    std::fs::remove_dir_all(server.store()).expect("the store");
    server.start();
    let (end, results) = handle.wait();
    assert!(matches!(end, End::Finished(_)), "{end:?}");
    assert!(results == wanted && shelf.results() == wanted, "the results are others");
    assert_eq!(shelf.look(|kept| kept.repeated), 0, "every set counts once");
}

#[test]
fn a_coordinator_that_comes_back_plays_what_its_store_lacks() {
    let server = Server::new();
    let played = Arc::new(AtomicU64::new(0));
    let shelf = Shelf::default();
    let worker = Hired::new(&server, counting(&played));
    let handle = start(&server, "again", FixedJobs(jobs(150)), &shelf);
    until("some results", || shelf.count() > 60);
    handle.stop();
    let (end, _) = handle.wait();
    assert_eq!(end, End::Stopped);
    assert!(shelf.count() < 150);
    // What was begun is played to its end, and its result waits.
    let tally = worker.dismiss().expect("it worked");
    assert!(tally.bundles > 0);
    let waited = Status::ask(&connect(&server)).expect("it answers");
    assert_eq!(waited.jobs, 0, "what nobody began was taken back");
    assert_eq!(waited.runs.len(), 1, "the run is known");
    let _worker = Hired::new(&server, counting(&played));
    let (end, _) = start(&server, "again", FixedJobs(jobs(150)), &shelf).wait();
    is_whole(&end, &shelf, 150);
    let played = played.load(Ordering::Relaxed);
    assert!(played <= 150, "{played} sets were played, some of them twice");
}

#[test]
fn whoever_claims_a_run_last_has_it() {
    let server = Server::new();
    let shelf = Shelf::default();
    let first = start(&server, "claimed", FixedJobs(jobs(100)), &shelf);
    until("it is out", || Status::ask(&connect(&server)).is_ok_and(|status| status.jobs > 0));
    let second = start(&server, "claimed", FixedJobs(jobs(100)), &shelf);
    let (end, _) = first.wait();
    let End::Incomplete(why) = end else { panic!("{end:?}") };
    assert!(why.contains("coordinates this run now"), "{why}");
    let status = Status::ask(&connect(&server)).expect("it answers");
    assert!(status.jobs > 0, "what is out is the second's, and the first leaves it alone");
    let _worker = Hired::new(&server, attempt());
    let (end, _) = second.wait();
    assert_eq!(end, End::Finished(ninefold_arena::ALL_PLAYED.into()));
    assert_eq!(shelf.count(), 100);
}

#[test]
fn a_set_that_breaks_every_worker_is_given_up_and_reported() {
    let server = Server::new();
    let tries = Arc::new(AtomicU64::new(0));
    let counts = tries.clone();
    let _worker = Hired::new(
        &server,
        Arc::new(move |job, stop| {
            if job.set == 77 {
                counts.fetch_add(1, Ordering::Relaxed);
                panic!("this set is cursed");
            }
            play(job, stop).map_or(Attempt::Halted, Attempt::Played)
        }),
    );
    let shelf = Shelf::default();
    let (end, results) = start(&server, "cursed", FixedJobs(jobs(120)), &shelf).wait();
    let End::Incomplete(why) = end else { panic!("{end:?}") };
    assert!(why.contains("could not be played") && why.contains("this set is cursed"), "{why}");
    assert_eq!(
        tries.load(Ordering::Relaxed),
        u64::from(settings().tries),
        "it is not tried for ever"
    );
    // Everything but its bundle is kept, and what comes before it counts.
    assert!(shelf.count() < 120 && shelf.count() >= 100, "{} are kept", shelf.count());
    assert!(results.len() <= 77);
    assert!(shelf.look(|kept| kept.closed.is_none()), "the run is not finished");
    // A worker that can play it ends the run.
    let _other = Hired::new(&server, attempt());
    drop(_worker);
    let (end, _) = start(&server, "cursed", FixedJobs(jobs(120)), &shelf).wait();
    is_whole(&end, &shelf, 120);
}

/// A worker that takes everything and dies each time, as far as the server can see.
#[test]
fn a_set_that_kills_its_workers_is_given_up() {
    let server = Server::new();
    let cluster = connect(&server);
    let shelf = Shelf::default();
    let handle = start(&server, "killer", FixedJobs(jobs(40)), &shelf);
    until("it is out", || Status::ask(&cluster).is_ok_and(|status| status.jobs > 0));
    let lost = {
        // The consumer of all workers comes with the first of them.
        let worker = Hired::new(&server, Arc::new(|_, _| Attempt::Halted));
        worker.dismiss().expect("it was there");
        take_and_forget(&cluster, settings().tries)
    };
    let _worker = Hired::new(&server, attempt());
    let (end, _) = handle.wait();
    let End::Incomplete(why) = end else { panic!("{end:?}") };
    assert!(why.contains(&format!("set {lost}")), "{why}");
    assert!(why.contains("no worker came to an end with it"), "{why}");
}

/// Takes the same bundle so often without an answer, and says which.
fn take_and_forget(cluster: &ninefold_cluster::Cluster, times: u32) -> u64 {
    use async_nats::jetstream::consumer::pull;
    use futures_util::StreamExt;
    cluster.block_on(async {
        let jobs = cluster.jetstream().get_stream(JOBS).await.expect("the stream");
        let mut names = jobs.consumer_names();
        let name = names.next().await.expect("a consumer").expect("its name");
        let queue: async_nats::jetstream::consumer::Consumer<pull::Config> =
            jobs.get_consumer(&name).await.expect("the consumer");
        let mut taken = std::collections::BTreeMap::<u64, u32>::new();
        loop {
            let mut batch = queue.fetch().max_messages(100).messages().await.expect("bundles");
            while let Some(Ok(message)) = batch.next().await {
                let set = message.subject.rsplit('.').next().and_then(|word| word.parse().ok());
                let set: u64 = set.expect("a number");
                let count = taken.entry(set).or_default();
                *count += 1;
                // One of them is never answered, the others are given back.
                let first = taken.keys().next().copied();
                if first != Some(set) {
                    let back = async_nats::jetstream::AckKind::Nak(None);
                    message.ack_with(back).await.expect("the server listens");
                    *taken.entry(set).or_default() = 0;
                } else if taken[&set] >= times {
                    return set;
                }
            }
        }
    })
}

#[test]
fn a_result_that_cannot_be_does_not_count() {
    let server = Server::new();
    let lies = Arc::new(AtomicU64::new(0));
    let told = lies.clone();
    let _liar = Hired::new(
        &server,
        Arc::new(move |job, stop| {
            let Some(mut result) = play(job, stop) else { return Attempt::Halted };
            if job.set % 10 == 9 && told.fetch_add(1, Ordering::Relaxed) == 0 {
                result.games[0].points = vec![0.5, 0.5];
            }
            Attempt::Played(result)
        }),
    );
    let shelf = Shelf::default();
    let (executor, cluster) = coordinator(&server, "lies");
    let (stages, sink) = (Box::new(FixedJobs(jobs(80))), Box::new(shelf.clone()));
    let (end, _) = RunHandle::start_with(stages, sink, executor).wait();
    is_whole(&end, &shelf, 80);
    let news = cluster.notices().unread().join("\n");
    assert!(news.contains("was refused: it is not what comes of the job"), "{news}");
    assert!(lies.load(Ordering::Relaxed) > 1);
}

/// Two stages; the players of the second follow from the results of the first. It may end early.
struct TwoStages {
    sets: u64,
    enough: Option<usize>,
}

impl StageSource for TwoStages {
    fn stage(&mut self, stage: usize, earlier: &[SetResult]) -> Option<Vec<Job>> {
        let won = earlier.iter().filter(|result| result.points_of(0) > 1.0).count();
        let mut jobs = jobs(2 * self.sets).split_off(stage * self.sets as usize);
        jobs.truncate(self.sets as usize);
        jobs.iter_mut().filter(|_| stage == 1).for_each(|job| job.players[0] = format!("of {won}"));
        (stage < 2).then_some(jobs)
    }

    fn ends(&mut self, so_far: &[SetResult]) -> Option<String> {
        (Some(so_far.len()) == self.enough).then(|| "enough".into())
    }

    fn games(&self) -> u64 {
        4 * self.sets
    }
}

/// What comes of these stages on threads of one machine.
fn alone(stages: TwoStages) -> Vec<SetResult> {
    let sink = Box::new(Shelf::default());
    let (end, results) = RunHandle::start(Box::new(stages), sink, Arc::new(play), 4).wait();
    assert!(matches!(end, End::Finished(_)));
    results
}

#[test]
fn a_stage_follows_from_the_one_before_and_is_written_down() {
    let server = Server::new();
    let _worker = Hired::new(&server, attempt());
    let stages = || TwoStages { sets: 60, enough: None };
    let wanted = alone(stages());
    let shelf = Shelf::default();
    let handle = start(&server, "stages", stages(), &shelf);
    until("the second stage", || shelf.count() > 70);
    handle.stop();
    handle.wait();
    let key = RunFacts::new("stages", "", "").key;
    let checkpoint = |stage: usize| {
        let cluster = connect(&server);
        cluster.block_on(async {
            let bucket = cluster.jetstream().get_key_value(ninefold_cluster::STATE).await;
            let bucket = bucket.expect("the bucket");
            bucket.get(format!("generation.{key}.{stage}")).await.expect("an answer")
        })
    };
    assert!(checkpoint(0).is_some() && checkpoint(1).is_some() && checkpoint(2).is_none());
    // A store that lost something of the first stage would lead to another second one.
    let broken = Shelf::default();
    let other = TwoStages { sets: 59, enough: None };
    let (end, _) = start(&server, "stages", other, &broken).wait();
    let End::Incomplete(why) = end else { panic!("{end:?}") };
    assert!(why.contains("stage 1 is not the one that was begun before"), "{why}");
    let (end, results) = start(&server, "stages", stages(), &shelf).wait();
    assert!(matches!(end, End::Finished(_)), "{end:?}");
    assert!(results == wanted, "the results are others");
    assert!(checkpoint(0).is_none(), "a finished run is forgotten");
}

#[test]
fn a_decided_test_stops_the_games_of_all_workers() {
    let server = Server::new();
    let _workers: Vec<Hired> = (0..2).map(|_| Hired::new(&server, attempt())).collect();
    let shelf = Shelf::default();
    let stages = TwoStages { sets: 2000, enough: Some(150) };
    let (end, results) = start(&server, "test", stages, &shelf).wait();
    assert_eq!(end, End::Finished("enough".into()));
    let wanted: Vec<SetResult> = jobs(150).iter().map(result).collect();
    assert!(results == wanted && shelf.results() == wanted);
    let cluster = connect(&server);
    until("nobody plays", || {
        let status = Status::ask(&cluster).expect("it answers");
        status.jobs == 0 && status.workers.iter().all(|worker| worker.playing == 0)
    });
    let stopped = cluster.block_on(async {
        let bucket = cluster.jetstream().get_key_value(ninefold_cluster::STATE).await;
        let bucket = bucket.expect("the bucket");
        bucket.get(format!("stop.{}", RunFacts::new("test", "", "").key)).await
    });
    assert_eq!(stopped.expect("an answer").as_deref(), Some(&b"true"[..]));
}

#[test]
fn a_repeated_result_is_refused_by_the_server() {
    let server = Server::new();
    let cluster = connect(&server);
    cluster.block_on(async {
        let form = ninefold_cluster::results_stream(1);
        let stream = cluster.jetstream().create_stream(form).await.expect("the stream");
        assert_eq!(stream.cached_info().config.name, RESULTS);
        let publish = async |text: &'static str| {
            let sent = cluster.jetstream().publish("ninefold.results.r.1", text.into()).await;
            sent.expect("it is sent").await
        };
        publish("first").await.expect("it is kept");
        let refused = publish("second").await.expect_err("one a subject");
        assert!(format!("{refused:?}").contains("per subject"), "{refused:?}");
        let kept = stream.get_last_raw_message_by_subject("ninefold.results.r.1").await;
        assert_eq!(&kept.expect("it is there").payload[..], b"first");
    });
}
