//! Workers that leave, coordinators that do not come back, and what they leave behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use ninefold_arena::{End, FixedJobs};
use ninefold_cluster::{
    Attempt, BuildId, Cluster, JOBS, RunFacts, Status, Try, WorkerFacts, forget,
};

use crate::common::server::PATIENCE;
use crate::common::*;

/// Plays until it is halted. `begun` counts how often.
fn endless(begun: &Arc<AtomicU64>) -> Try {
    let begun = begun.clone();
    Arc::new(move |_, stop| {
        begun.fetch_add(1, Ordering::Relaxed);
        let end = Instant::now() + PATIENCE;
        while !stop.is_raised() {
            if Instant::now() > end {
                return Attempt::Failed("nobody halted it".into());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Attempt::Halted
    })
}

/// How many bundles are with workers.
fn held(cluster: &Cluster) -> usize {
    cluster.block_on(async {
        let jobs = cluster.jetstream().get_stream(JOBS).await.expect("the stream");
        let consumer = jobs.consumers().next().await.expect("a consumer");
        consumer.expect("its facts").num_ack_pending
    })
}

#[test]
fn whoever_leaves_gives_back_what_it_has_not_begun_and_then_the_rest() {
    let server = Server::new();
    let cluster = connect(&server);
    let shelf = Shelf::default();
    let handle = start(&server, "leaving", FixedJobs(jobs(60)), &shelf);
    let begun = Arc::default();
    let leaver = Hired::new(&server, endless(&begun));
    until("it plays one and holds another", || {
        begun.load(Ordering::Relaxed) > 0 && held(&cluster) == 2
    });
    leaver.ask();
    let _other = Hired::new(&server, attempt());
    until("all but one are played", || {
        shelf.count() > 40 && Status::ask(&cluster).is_ok_and(|status| status.jobs == 1)
    });
    leaver.ask();
    let tally = leaver.leaves().expect("it leaves, though it would play for long");
    assert_eq!((tally.bundles, begun.load(Ordering::Relaxed)), (0, 1));
    let (end, _) = handle.wait();
    is_whole(&end, &shelf, 60);
}

/// A worker that fails once, and then plays until it leaves.
fn fails_once(failed: &Arc<AtomicU64>, begun: &Arc<AtomicU64>) -> Try {
    let (failed, endless, first) = (failed.clone(), endless(begun), AtomicU64::new(0));
    Arc::new(move |job, stop| {
        if first.fetch_add(1, Ordering::Relaxed) > 0 {
            return endless(job, stop);
        }
        failed.fetch_add(1, Ordering::Relaxed);
        Attempt::Failed("it is difficult".into())
    })
}

#[test]
fn leaving_does_not_count_as_a_failure_and_failures_are_not_forgotten() {
    let server = Server::new();
    let shelf = Shelf::default();
    // One bundle, beside what the coordinator plays itself.
    let handle = start(&server, "patience", FixedJobs(jobs(4)), &shelf);
    let (tries, failed) = (u64::from(settings().tries), Arc::default());
    let leave = |play: &dyn Fn(&Arc<AtomicU64>) -> Try| {
        let begun = Arc::default();
        let leaver = Hired::new(&server, play(&begun));
        until("it plays", || begun.load(Ordering::Relaxed) > 0);
        leaver.ask();
        leaver.ask();
        leaver.leaves().expect("it leaves");
    };
    (0..=tries).for_each(|_| leave(&endless));
    (1..tries).for_each(|_| leave(&|begun| fails_once(&failed, begun)));
    assert!(handle.progress().end.is_none(), "nobody gave it up");
    let _last = Hired::new(&server, fails_once(&failed, &Arc::default()));
    let (end, _) = handle.wait();
    let End::Incomplete(why) = end else { panic!("{end:?}") };
    assert!(why.contains(&format!("it failed {tries} times")), "{why}");
    assert_eq!(failed.load(Ordering::Relaxed), tries);
}

#[test]
fn a_forgotten_run_leaves_nothing_and_its_games_end() {
    let server = Server::new();
    let cluster = connect(&server);
    let shelf = Shelf::default();
    let handle = start(&server, "forgotten", FixedJobs(jobs(60)), &shelf);
    let begun = Arc::default();
    let _worker = Hired::new(&server, endless(&begun));
    until("it plays", || begun.load(Ordering::Relaxed) > 0);
    handle.stop();
    handle.wait();
    let key = RunFacts::new("forgotten", "", "").key;
    cluster.block_on(async {
        // A result that nobody collected, and a stage that was written down.
        let subject = format!("ninefold.results.{key}.50");
        let sent = cluster.jetstream().publish(subject, "result".into()).await;
        sent.expect("it is sent").await.expect("it is kept");
    });
    let known = Status::ask(&cluster).expect("it answers");
    assert_eq!((known.results, known.runs.len(), known.workers[0].playing), (1, 1, 1));
    assert!(forget(&cluster, &key).expect("it answers"));
    until("nobody plays it", || {
        Status::ask(&cluster).is_ok_and(|status| status.workers[0].playing == 0)
    });
    let left = Status::ask(&cluster).expect("it answers");
    assert_eq!((left.jobs, left.results, left.runs.len()), (0, 0, 0));
    assert!(!forget(&cluster, &key).expect("it answers"), "there is nothing to forget");
}

#[test]
fn one_unreadable_answer_does_not_hide_the_other_workers() {
    let server = Server::new();
    let cluster = connect(&server);
    let facts = WorkerFacts {
        name: "honest".into(),
        build_id: BuildId::new("1.2.3", 7),
        threads: 2,
        playing: 0,
        bundles: 0,
        games: 0,
        programs: false,
    };
    let answers = ["of another version".into(), serde_json::to_vec(&facts).expect("JSON")];
    let client = cluster.jetstream().client();
    let mut calls = cluster.block_on(client.subscribe("ninefold.who")).expect("it listens");
    let asking = std::thread::spawn(move || Status::ask(&cluster));
    let replies = connect(&server);
    replies.block_on(async {
        let call = calls.next().await.expect("a call");
        for answer in answers {
            let reply = call.reply.clone().expect("an address");
            client.publish(reply, answer.into()).await.expect("it is sent");
        }
    });
    let status = asking.join().expect("it does not panic").expect("it answers");
    assert_eq!(status.workers, [facts]);
}
