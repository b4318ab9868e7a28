//! Runs over processes: workers, coordinators and servers that are killed, and what one is told.

use crate::common::{REFUSED, Sandbox, refusals};

use std::process::{Child, Command, Stdio};

#[path = "../../cluster/tests/common/server.rs"]
mod server;

use server::{Server, until};

/// Some seconds of work, in more chunks than three workers can hold.
const CUP: &[&str] = &[
    "tournament",
    "mnk:5,5,4",
    "alphabeta:depth=5",
    "alphabeta:depth=3",
    "minimax:depth=3",
    "--games",
    "24",
    "--seed",
    "9",
];

/// A process of the binary. Dropping it ends it.
struct Process(Child);

impl Process {
    fn start(sandbox: &Sandbox, args: &[&str]) -> Process {
        let log = std::fs::File::create(sandbox.path("log")).expect("a file");
        let mut command = sandbox.command(args);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        Process(command.spawn().expect("the binary runs"))
    }

    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().expect("kill").success());
    }

    /// What Ctrl-C does, and the exit code.
    fn interrupt(mut self) -> Option<i32> {
        self.signal("-INT");
        self.0.wait().expect("its own process").code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A worker in a folder of its own.
fn worker(url: &str) -> (Sandbox, Process) {
    let sandbox = Sandbox::new();
    let process = Process::start(&sandbox, &["worker", "--cluster", url, "-j", "1"]);
    (sandbox, process)
}

fn status(url: &str) -> serde_json::Value {
    Sandbox::new().json(&["cluster", "status", "--cluster", url])
}

fn playing(url: &str) -> usize {
    let status = status(url);
    let workers = status["workers"].as_array().expect("workers").iter();
    workers.filter(|worker| worker["playing"] != 0).count()
}

/// Everything that is kept of the first run, as text.
fn kept(sandbox: &Sandbox) -> [String; 2] {
    [sandbox.answer(&["runs", "export", "1"]), sandbox.answer(&["runs", "show", "1", "--json"])]
}

#[test]
fn workers_coordinators_and_servers_are_killed_and_nothing_happens() {
    let quiet = Sandbox::new();
    quiet.answer(&[CUP, &["-j", "1"]].concat());
    let wanted = kept(&quiet);
    assert_eq!(wanted[0].lines().count(), 72);

    let mut server = Server::new();
    let url = server.url();
    let mut workers: Vec<_> = (0..3).map(|_| worker(&url)).collect();
    until("three workers", || status(&url)["workers"].as_array().map(Vec::len) == Some(3));
    let troubled = Sandbox::new();
    let cup = [CUP, &["--cluster", &url]].concat();
    let mut coordinator = Process::start(&troubled, &cup);
    until("all play", || playing(&url) == 3);
    workers[0].1.kill();
    coordinator.kill();
    // The others sleep meanwhile, so that all that follows happens before the run can end.
    workers[1..].iter().for_each(|(_, worker)| worker.signal("-STOP"));
    let mut coordinator = Process::start(&troubled, &cup);
    until("the run is claimed again", || {
        let status = status(&url);
        status["runs"][0]["owner"]
            .as_str()
            .is_some_and(|owner| owner.contains(&format!("-{}-", coordinator.0.id())))
    });
    assert!(coordinator.0.try_wait().expect("its own process").is_none(), "it is not over");
    server.kill();
    server.start();
    workers[1..].iter().for_each(|(_, worker)| worker.signal("-CONT"));
    let ended = coordinator.0.wait().expect("its own process");
    assert_eq!(ended.code(), Some(0), "{}", troubled.read("log"));
    assert!(troubled.read("log").contains("is lost; nothing is, and it is tried again"));
    assert_eq!(kept(&troubled), wanted);
    // A finished run plays nothing and needs nobody.
    let again = troubled.answer(&[&cup[..], &["--json"]].concat());
    assert_eq!(again, wanted[1]);
    let after = status(&url);
    assert_eq!((&after["jobs"], &after["results"]), (&0.into(), &0.into()), "{after}");
    assert_eq!(after["runs"], serde_json::json!([]));
    let (_, last) = workers.pop().expect("a worker");
    assert_eq!(last.interrupt(), Some(0));
}

/// What a command prints and keeps is the same whoever plays.
#[test]
fn matches_tests_and_evolutions_are_the_same_as_here() {
    let server = Server::new();
    let url = server.url();
    let _workers = [worker(&url), worker(&url)];
    until("two workers", || status(&url)["workers"].as_array().map(Vec::len) == Some(2));
    let spread = ["--cluster", url.as_str()];
    let lines: [&[&str]; 4] = [
        &["match", "mnk:4,4,3", "alphabeta:depth=2", "random", "--games", "60", "--seed", "4"],
        &[
            "match",
            "9tka:3",
            "maxn:depth=1",
            "random",
            "random:place=own",
            "--games",
            "9",
            "--plies",
            "20",
        ],
        &[
            "tournament",
            "mnk:5,5,4",
            "alphabeta:depth=3",
            "alphabeta:depth=2",
            "--games",
            "400",
            "--sprt",
            "0,80",
        ],
        &["evolve", "mnk:3,3,3", "--depth", "1", "--population", "6", "--generations", "3"],
    ];
    for line in lines {
        let (here, there) = (Sandbox::new(), Sandbox::new());
        let wanted = here.json(line);
        assert_eq!(there.json(&[line, &spread[..]].concat()), wanted, "{line:?}");
        if line[0] != "match" {
            assert_eq!(kept(&there), kept(&here), "{line:?}");
        }
    }
}

#[test]
fn a_stopped_run_goes_on_here_or_there() {
    let server = Server::new();
    let url = server.url();
    let sandbox = Sandbox::new();
    let cup = ["tournament", "mnk:4,4,3", "alphabeta:depth=2", "random", "--games", "40"];
    let coordinator = Process::start(&sandbox, &[&cup[..], &["--cluster", &url]].concat());
    until("it waits for workers", || sandbox.read("log").contains("no worker is connected to"));
    assert_eq!(coordinator.interrupt(), Some(130));
    let log = sandbox.read("log");
    let wanted = format!("go on with: ninefold runs resume 1 --cluster {url}");
    assert!(log.contains(&wanted) && log.lines().count() == 2, "{log}");
    assert_eq!(status(&url)["jobs"], 0, "what nobody has begun is taken back");
    let shown = status(&url);
    let key = shown["runs"][0]["key"].as_str().expect("a run is known");
    let told = sandbox.answer(&["cluster", "status", "--cluster", &url]);
    assert!(told.contains(key) && told.contains("no workers"), "{told}");
    sandbox.answer(&["runs", "resume", "1"]);
    let quiet = Sandbox::new();
    quiet.answer(&cup);
    assert_eq!(kept(&sandbox), kept(&quiet));
    sandbox.answer(&["cluster", "forget", key, "--cluster", &url]);
    let again = sandbox.run(&["cluster", "forget", key, "--cluster", &url]);
    assert!(
        again.code == 1 && again.err.contains("no run of the cluster has the key"),
        "{again:?}"
    );
}

#[test]
fn what_cannot_be_is_said_before_anything_is_begun() {
    let sandbox = Sandbox::new();
    let plain = Server::with(&[]);
    let keeping = Server::new();
    let lines = [
        "tournament tictactoe random level:1 --cluster somewhere".to_owned(),
        "tournament tictactoe random level:1 --cluster nats://127.0.0.1:1".to_owned(),
        "match tictactoe random level:1 --cluster nats://127.0.0.1:1".to_owned(),
        "evolve mnk:3,3,3 --cluster nats://127.0.0.1:1".to_owned(),
        "worker --cluster nats://127.0.0.1:1".to_owned(),
        "cluster status --cluster nats://127.0.0.1:1".to_owned(),
        format!("worker --cluster {}", plain.url()),
        format!("tournament tictactoe random level:1 --cluster {}", plain.url()),
        format!("tournament tictactoe random 'cmd(./bot)' --cluster {}", keeping.url()),
        format!("tournament tictactoe random level:1 --adjudicate --cluster {}", keeping.url()),
        format!("tournament tictactoe random level:1 --replicas 3 --cluster {}", keeping.url()),
        format!("evolve mnk:3,3,3 --replicas 3 --cluster {}", keeping.url()),
        format!("match tictactoe random level:1 --replicas 3 --cluster {}", keeping.url()),
        format!("match tictactoe random --cluster {}", keeping.url()),
        "worker".to_owned(),
        "worker --cluster nats://a -j 0".to_owned(),
        "tournament tictactoe random level:1 --cluster nats://a -j 2".to_owned(),
        "tournament tictactoe random level:1 --creds file".to_owned(),
        "tournament tictactoe random level:1 --cluster nats://a --replicas 0".to_owned(),
        "cluster".to_owned(),
    ];
    let told = refusals(&sandbox, REFUSED, &lines);
    for wanted in [
        "the cluster \"somewhere\" is no address: wanted one such as nats://host:4222",
        "no NATS server answers at nats://127.0.0.1:1",
        "has no JetStream: start it with nats-server -js",
        "adjudicate needs the tables of one machine; play this run without --cluster",
        "player \"cmd(./bot)\": with --cluster a program is run by the workers, and none is there",
    ] {
        assert!(told.contains(wanted), "{told}");
    }
    assert_eq!(told.matches("the stream NINEFOLD_JOBS cannot be made at").count(), 3, "{told}");
    assert_eq!(told.matches("no NATS server answers at nats://127.0.0.1:1").count(), 5, "{told}");
    assert_eq!(sandbox.json(&["runs", "list"]), serde_json::json!({ "runs": [] }));
    let after = status(&keeping.url());
    assert_eq!(after["runs"], serde_json::json!([]), "{after}");
}

/// A board is solved by workers while one of them, and whoever coordinates, is killed; then once more alone from what was
/// kept halfway.
#[test]
fn a_board_is_solved_by_workers_that_come_and_go() {
    let server = Server::new();
    let url = server.url();
    let mut workers: Vec<_> = (0..2).map(|_| worker(&url)).collect();
    until("two workers", || status(&url)["workers"].as_array().map(Vec::len) == Some(2));
    let sandbox = Sandbox::new();
    let solve = ["solve", "mnk:8,7,5", "--cluster", &url];
    let mut coordinator = Process::start(&sandbox, &solve);
    let tree = |sandbox: &Sandbox| sandbox.path("data/solving/mnk-8,7,5-0-0-attack.tree");
    until("some leaves are solved", || {
        let kept = std::fs::read_to_string(tree(&sandbox));
        kept.is_ok_and(|kept| kept.matches("\ntook ").count() > 2)
    });
    coordinator.kill();
    let halfway = Sandbox::new();
    let kept = std::fs::read(tree(&sandbox)).expect("the tree is kept");
    std::fs::create_dir_all(tree(&halfway).parent().expect("a folder")).expect("it is made");
    std::fs::write(tree(&halfway), kept).expect("a copy");
    workers[0].1.kill();
    let answer = sandbox.json(&solve);
    assert_eq!((&answer["value"], &answer["exact"]), (&0.into(), &true.into()), "{answer}");
    let after = status(&url);
    assert_eq!((&after["jobs"], &after["runs"]), (&0.into(), &serde_json::json!([])), "{after}");
    // What is settled needs nobody, and what was kept halfway goes on here.
    workers.clear();
    assert_eq!(sandbox.json(&solve)["value"], 0);
    let alone = halfway.json(&["solve", "mnk:8,7,5", "--local", "--jobs", "2"]);
    assert_eq!((&alone["value"], &alone["exact"]), (&0.into(), &true.into()), "{alone}");
}

/// A program that does not run where the workers are is refused before the first game, and nothing of it stays; one that
/// does plays.
#[test]
fn programs_are_tried_by_a_worker_first() {
    let server = Server::new();
    let url = server.url();
    let workplace = Sandbox::new();
    workplace.write(
        "bot",
        "#!/bin/sh\nwhile read word rest; do case $word in go) echo move z9;; esac; done\n",
    );
    let work = ["worker", "--cluster", &url, "-j", "1", "--allow-programs"];
    let mut worker = Process::start(&workplace, &work);
    until("a worker", || status(&url)["workers"].as_array().map(Vec::len) == Some(1));
    let sandbox = Sandbox::new();
    let told = refusals(
        &sandbox,
        REFUSED,
        &[
            format!("tournament tictactoe 'cmd(./nope)' random --games 4 --cluster {url}"),
            format!("match tictactoe random 'cmd(./nope)' --games 4 --cluster {url}"),
        ],
    );
    assert_eq!(told.matches("there is no program \"./nope\"").count(), 2, "{told}");
    assert_eq!(told.matches("so says a worker of the cluster").count(), 2, "{told}");
    assert_eq!(sandbox.json(&["runs", "list"]), serde_json::json!({ "runs": [] }));
    assert_eq!(status(&url)["runs"], serde_json::json!([]));
    let player = format!("cmd(sh {})", workplace.path("bot").display());
    let plays =
        ["match", "tictactoe", &player, "random", "--games", "2", "--cluster", &url, "--json"];
    let run = sandbox.run(&plays);
    let shown: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(shown["fault_kinds"], serde_json::json!([{ "illegal_move": 2 }, {}]), "{run:?}");
    worker.kill();
}
