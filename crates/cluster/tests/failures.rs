//! One sentence for everything that is not as it should be, and nothing lost.

use std::sync::Arc;

use ninefold_arena::{End, FixedJobs, RunHandle};
use ninefold_cluster::{
    Access, BuildId, Cluster, ClusterError, JOBS, RESULTS, RunFacts, STATE, Status, Try, forget,
    jobs_stream, results_stream,
};

use crate::common::*;

fn refusal(address: &str) -> String {
    let access = Access { address: address.to_owned(), ..Access::default() };
    let error = Cluster::connect(&access).err().expect("it is refused");
    let told = error.to_string();
    assert!(!told.contains('\n') && told.len() < 250, "{told}");
    told
}

#[test]
fn an_address_without_a_server_is_named() {
    let told = refusal("nats://127.0.0.1:1");
    assert!(told.starts_with("no NATS server answers at nats://127.0.0.1:1: "), "{told}");
    let told = refusal("nats://no.such.host.invalid:4222");
    assert!(told.starts_with("no NATS server answers at nats://no.such.host.invalid"), "{told}");
    let told = refusal("127.0.0.1:4222");
    assert_eq!(
        told,
        "the cluster \"127.0.0.1:4222\" is no address: wanted one such as nats://host:4222"
    );
}

#[test]
fn a_server_that_keeps_nothing_is_told_apart() {
    let server = Server::with(&[]);
    let told = refusal(&server.url());
    let wanted =
        format!("the server at {} has no JetStream: start it with nats-server -js", server.url());
    assert_eq!(told, wanted);
}

#[test]
fn a_worker_of_another_release_takes_nothing() {
    let server = Server::new();
    let shelf = Shelf::default();
    let handle = start(&server, "release", FixedJobs(jobs(60)), &shelf);
    until("it is out", || Status::ask(&connect(&server)).is_ok_and(|status| status.jobs > 0));
    for other in [BuildId::new("1.2.4", 7), BuildId::new("1.2.3", 8)] {
        let nothing: Try = Arc::new(|_, _| panic!("no job is for this worker"));
        let worker = Hired::of(connect(&server), other.clone(), nothing);
        let error = worker.leaves().expect_err("it is refused");
        assert!(matches!(error, ClusterError::OtherRelease { .. }));
        let told = error.to_string();
        assert!(told.contains(&format!("this is ninefold {other}")), "{told}");
        assert!(told.contains("are played by ninefold 1.2.3 (rules 0000000000000007)"), "{told}");
    }
    let _worker = Hired::new(&server, attempt());
    let (end, _) = handle.wait();
    is_whole(&end, &shelf, 60);
}

#[test]
fn a_full_queue_of_jobs_is_waited_for() {
    let server = Server::new();
    let cluster = connect(&server);
    let mut form = jobs_stream(1);
    form.max_messages = 2;
    cluster.block_on(cluster.jetstream().create_stream(form)).expect("a small stream");
    let shelf = Shelf::default();
    let (executor, own) = coordinator(&server, "full jobs");
    let (stages, sink) = (Box::new(FixedJobs(jobs(100))), Box::new(shelf.clone()));
    let handle = RunHandle::start_with(stages, sink, executor);
    let mut news = Vec::new();
    until("it says that there is no room", || {
        news.extend(own.notices().unread());
        news.iter().any(|told| told.contains("is full"))
    });
    let told = news.iter().find(|told| told.contains("is full")).expect("a sentence");
    let wanted =
        format!("the stream {JOBS} at {} is full (maximum messages exceeded", server.url());
    assert!(told.starts_with(&wanted), "{told}");
    let _worker = Hired::new(&server, attempt());
    let (end, _) = handle.wait();
    is_whole(&end, &shelf, 100);
}

#[test]
fn a_full_stream_of_results_is_waited_for() {
    let server = Server::new();
    let cluster = connect(&server);
    let mut form = results_stream(1);
    form.max_messages = 1;
    cluster.block_on(async {
        cluster.jetstream().create_stream(form).await.expect("a small stream");
        // Somebody else's result takes the only place.
        let sent = cluster.jetstream().publish("ninefold.results.other.0", "x".into()).await;
        sent.expect("it is sent").await.expect("it is kept");
    });
    let worker = Hired::new(&server, attempt());
    let shelf = Shelf::default();
    let handle = start(&server, "full results", FixedJobs(jobs(60)), &shelf);
    let mut news = Vec::new();
    until("the worker says that there is no room", || {
        news.extend(worker.cluster.notices().unread());
        news.iter().any(|told| told.contains("is full"))
    });
    let told = news.iter().find(|told| told.contains("is full")).expect("a sentence");
    assert!(told.starts_with(&format!("the stream {RESULTS} at ")), "{told}");
    cluster.block_on(async {
        let stream = cluster.jetstream().get_stream(RESULTS).await.expect("the stream");
        stream.purge().filter("ninefold.results.other.>").await.expect("room");
    });
    let (end, _) = handle.wait();
    is_whole(&end, &shelf, 60);
}

#[test]
fn a_stream_of_somebody_else_is_left_alone() {
    let server = Server::new();
    let cluster = connect(&server);
    let mut form = jobs_stream(1);
    form.discard_new_per_subject = false;
    cluster.block_on(cluster.jetstream().create_stream(form)).expect("another stream");
    let worker = Hired::new(&server, attempt());
    let told = worker.leaves().expect_err("it is refused").to_string();
    assert!(told.starts_with("the stream NINEFOLD_JOBS at "), "{told}");
    assert!(told.contains("(it does not keep one message a subject)"), "{told}");
}

#[test]
fn more_replicas_than_servers_are_refused_in_one_sentence() {
    let server = Server::new();
    let cluster = connect(&server);
    let facts = RunFacts::new("replicas", "", "");
    let settings = ninefold_cluster::ClusterSettings { replicas: 3, ..settings() };
    let coordinator = ninefold_cluster::Coordinator::new(
        cluster,
        facts,
        release(),
        settings,
        Arc::new(play),
        verify(),
    );
    let told = coordinator.err().expect("one server is not three").to_string();
    assert!(told.starts_with("the stream NINEFOLD_JOBS cannot be made at "), "{told}");
    assert!(told.contains("replicas") && !told.contains('\n'), "{told}");
}

#[test]
fn what_another_version_wrote_is_claimed_or_named() {
    let server = Server::new();
    let cluster = connect(&server);
    cluster.prepare(1).expect("streams");
    let write = |key: String| {
        cluster.block_on(async {
            let bucket = cluster.jetstream().get_key_value(STATE).await.expect("the bucket");
            bucket.put(key, "written in another form".into()).await.expect("it is kept");
        });
    };
    let key = RunFacts::new("versions", "", "").key;
    let shelf = Shelf::default();
    let begin = || {
        let (cluster, shelf) = (connect(&server), shelf.clone());
        let begun =
            std::thread::spawn(move || start_on(cluster, "versions", FixedJobs(jobs(20)), &shelf));
        until("it is claimed", || begun.is_finished());
        begun.join().expect("it does not panic")
    };
    // What a stage began with cannot be compared.
    write(format!("run.{key}"));
    write(format!("generation.{key}.0"));
    let handle = begin();
    until("it says so", || handle.progress().end.is_some());
    let (end, _) = handle.wait();
    let End::Incomplete(why) = end else { panic!("{end:?}") };
    let wanted = format!(
        "stage 1 was begun by another version of ninefold; to begin it anew, first: ninefold cluster forget {key} --cluster {}",
        server.url()
    );
    assert_eq!(why, wanted);
    // That nobody reads what is known of the run is no reason not to forget it.
    write(format!("run.{key}"));
    assert!(forget(&cluster, &key).expect("it answers"));
    let _worker = Hired::new(&server, attempt());
    let (end, _) = begin().wait();
    is_whole(&end, &shelf, 20);
}
