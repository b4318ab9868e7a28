//! How fast and how strong the searches are, in one run.
//!
//! ```text
//! cargo bench -p ninefold-session --bench search [-- PART …]
//! ```
//!
//! Parts: `depth`, `placing`, `games`, `maxn`, `369`, `threads`, `time`, `stop`; all of them by default. Times are those of
//! this machine now; what compares is the nodes and the ratios.

mod depth;
mod games;
mod limits;
mod maxn;
mod placing;
mod strength;
mod threads;

/// The parts in the order of printing.
const PARTS: [(&str, fn()); 8] = [
    ("depth", depth::run),
    ("placing", placing::run),
    ("games", games::run),
    ("maxn", maxn::run),
    ("369", strength::run),
    ("threads", threads::run),
    ("time", limits::run),
    ("stop", limits::stop),
];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for (name, run) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|part| part == name) {
            println!("== {name}");
            run();
            println!();
        }
    }
}
