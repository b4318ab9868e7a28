//! Whatever Ninefold reads, as functions of bytes: texts that people and other programs give it, and files. Each is a law: no
//! input makes it panic, hang or say something untrue.
//!
//! `scripts/fuzz TARGET` looks for inputs that reach code nothing reached before (libFuzzer, on the stable toolchain) and keeps them in `corpus`; the
//! tests run every kept one. A text is read the way users give it, so that a corpus can be read too:
//!
//! ```
//! let target = ninefold_fuzz::TARGETS.iter().find(|target| target.name == "positions").unwrap();
//! (target.run)(b"tictactoe\n120/012/000 1");
//! (target.run)(b"morris\nnonsense");
//! ```

pub mod corpus;
mod files;
mod texts;

/// Something that is read.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What its input is.
    pub about: &'static str,
    /// Reads an input; panics if a law does not hold.
    pub run: fn(&[u8]),
}

/// All there are.
pub const TARGETS: &[Target] = &[
    Target {
        name: "positions",
        about: "a game on the first line, a position of it, ours or another program's, on the rest",
        run: texts::positions,
    },
    Target {
        name: "moves",
        about: "a game on the first line, moves on the rest",
        run: texts::moves,
    },
    Target {
        name: "specifications",
        about: "a game, a player or an opening",
        run: texts::specifications,
    },
    Target { name: "records", about: "a record of a game", run: texts::records },
    Target {
        name: "assignment",
        about: "what the m,n,k assignment sends a program",
        run: texts::assignment,
    },
    Target { name: "bot-lines", about: "what a program says, line by line", run: texts::bot_lines },
    Target {
        name: "engine-lines",
        about: "a game on the first line, what an engine is told on the rest",
        run: texts::engine_lines,
    },
    Target {
        name: "server-lines",
        about: "what a server tells a bot, line by line",
        run: texts::server_lines,
    },
    Target { name: "proofs", about: "a proof of an m,n,k-game", run: files::proofs },
    Target { name: "tournaments", about: "a tournament file", run: files::tournaments },
    Target { name: "exports", about: "an export of a store", run: files::exports },
    Target {
        name: "stores",
        about: "changes to a store's file: two bytes say where, one which bits; what is left over cuts it off",
        run: files::stores,
    },
    Target {
        name: "tables",
        about: "changes to a table of morris endings, in the same form",
        run: files::tables,
    },
    Target {
        name: "books",
        about: "changes to the book of morris openings, in the same form",
        run: files::books,
    },
];
