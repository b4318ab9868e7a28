//! The commands, one file per group.

mod advice;
mod analyse;
mod batch;
mod book;
mod bot;
mod bot_connect;
mod bot_server;
mod bot_tokens;
#[cfg_attr(not(feature = "cluster"), path = "no_cluster.rs")]
mod cluster;
mod data;
mod engine;
mod evolve;
mod explanation;
mod export;
mod extend;
mod faults;
mod fit;
mod games;
mod manual;
mod match_games;
mod measure;
mod openings;
mod papers;
mod parallel;
mod parts;
mod position;
mod progress;
mod puzzle;
mod record;
mod report;
mod run_on;
mod runs;
mod serve;
mod solve;
mod sprt;
mod standings;
mod store;
mod tables;
mod tournament;
mod tree;
mod why;

use anyhow::{Result, bail};
use ninefold_papers::assignment::Check;
use ninefold_session::{Games, Session, Setup, TreeRequest};
use serde::Serialize;

use crate::args::MnkCommand;
use crate::args::{Cli, Command, ProofCommand, RecordCommand, ServeArgs, TablesCommand};
use crate::kept_games::KeptGames;
use crate::{Answer, Console, ending_table, play, saves};

/// Runs one command.
pub(crate) fn run(cli: Cli, games: &Games, console: &mut Console<'_>) -> Result<Answer> {
    let kept_games = || KeptGames::new(cli.data.as_deref());
    let serve = |args: &ServeArgs, console: &mut Console<'_>| {
        let data = saves::data_folder(cli.data.as_deref())?;
        serve::serve(games, args, data, cli.json, console)
    };
    // Without a data folder there are no tables, and everything else works.
    let data = saves::data_folder(cli.data.as_deref()).ok();
    match cli.command {
        None => serve(&ServeArgs::default(), console),
        Some(Command::Serve(args)) => serve(&args, console),
        Some(Command::Play(args)) => play::run(games, args, kept_games()?, console),
        Some(Command::Sprt(args)) => sprt::run(&args, cli.json, console),
        Some(Command::Bot { command }) => bot::run(games, command, data, cli.json, console),
        Some(Command::Engine(args)) => engine::run(games, args, data, cli.json, console),
        Some(Command::Match(args)) => {
            let kind = games.kind(&args.game)?;
            let run_on = run_on::RunOn::new(games, &args.spread, args.jobs)?;
            match_games::run(&*kind, &args, &run_on, data.as_deref(), cli.json, console)
        }
        Some(Command::Tournament(args)) => {
            let data = saves::data_folder(cli.data.as_deref())?;
            tournament::run(games, &args, &data, cli.json, console)
        }
        Some(Command::Evolve(args)) => {
            let data = saves::data_folder(cli.data.as_deref())?;
            evolve::run(games, &args, &data, cli.json, console)
        }
        Some(Command::Worker(args)) => cluster::worker(games, &args, data, cli.json, console),
        Some(Command::Cluster { command }) => cluster::run(command, cli.json, console),
        Some(Command::Reproduce(args)) => {
            let data = saves::data_folder(cli.data.as_deref())?;
            papers::reproduce(games, &args, &data, console)
        }
        Some(Command::Measure { command }) => {
            let data = saves::data_folder(cli.data.as_deref())?;
            measure::run(command, &data, cli.json, console)
        }
        Some(Command::Runs { command }) => {
            let data = saves::data_folder(cli.data.as_deref())?;
            runs::run(games, command, &data, cli.json, console)
        }
        Some(Command::Eval { position, evaluator, explain, many }) if many.batch => {
            batch::each_line(games, position.split(data), console, |session, console| {
                advice::eval(session, &evaluator, explain, true, console)
            })
        }
        Some(Command::Eval { position, evaluator, explain, .. }) => {
            let session = open(games, position.split(data))?;
            advice::eval(&*session, &evaluator, explain, cli.json, console)
        }
        Some(Command::Best { position, player, many }) if many.batch => {
            let tables = data.as_deref();
            batch::each_line(games, position.split(data.clone()), console, |session, console| {
                advice::best(session, player.as_deref(), tables, true, console)
            })
        }
        Some(Command::Best { position, player, .. }) => {
            let session = open(games, position.split(data.clone()))?;
            advice::best(&*session, player.as_deref(), data.as_deref(), cli.json, console)
        }
        Some(Command::Analyse { position, analyse }) => {
            let session = open(games, position.split(data.clone()))?;
            // If there can be no table, the search still works.
            let _ = ending_table::for_position(&*session, data.as_deref(), console);
            analyse::analyse(&*session, &analyse, cli.json, console)
        }
        Some(Command::Tree { position, algorithm, depth, eval }) => {
            let request =
                TreeRequest { algorithm, depth, eval, boards: false, time: Some(tree::LONGEST) };
            tree::tree(&*open(games, position.split(data))?, &request, cli.json, console)
        }
        Some(Command::Solve { solve, many, .. }) if many.batch && !solve.is_plain() => {
            bail!("--batch tells values: it goes with no --proof, no --why and no --compare")
        }
        Some(Command::Solve { position, solve, many }) if many.batch => {
            batch::each_line(games, position.split(data.clone()), console, |session, console| {
                ending_table::for_position(session, data.as_deref(), console)?;
                solve::solve(session, &solve, data.clone(), true, console)
            })
        }
        Some(Command::Solve { position, solve, .. }) if solve.parts.is_wanted() => {
            let folder = saves::data_folder(cli.data.as_deref())?;
            let session = open(games, position.split(data))?;
            parts::solve(games, &*session, &solve, &folder, cli.json, console)
        }
        Some(Command::Solve { position, solve, .. }) => {
            let session = open(games, position.split(data.clone()))?;
            ending_table::for_position(&*session, data.as_deref(), console)?;
            solve::solve(&*session, &solve, data, cli.json, console)
        }
        Some(Command::Data(args)) => data::run(games, &args, data, cli.json, console),
        Some(Command::Fit(args)) => fit::run(games, &args, data, cli.json, console),
        Some(Command::Store { command }) => {
            let data = saves::data_folder(cli.data.as_deref())?;
            store::run(&command, &data, cli.json, console)
        }
        Some(Command::Tables { command }) => {
            let data = saves::data_folder(cli.data.as_deref())?;
            match command {
                TablesCommand::Build { game, men, full, distance, threads, child } => {
                    let men = if full { 9 } else { men };
                    let build = tables::Build { men, distance, threads, child };
                    tables::build(&game, &data, build, cli.json, console)
                }
                TablesCommand::Info => tables::info(&data, cli.json, console),
                TablesCommand::Verify { game, sample, seed, all, men, memory, threads } => {
                    let verify = tables::Verify { sample, seed, all, men, memory, threads };
                    tables::verify(&game, &data, &verify, cli.json, console)
                }
                TablesCommand::Book { verify: true, .. } => book::verify(cli.json, console),
                TablesCommand::Book { write, verify: false } => {
                    book::rebuild(&data, write.as_deref(), cli.json, console)
                }
                TablesCommand::Probe { position, many } if many.batch => {
                    batch::each_line(games, position.split(None), console, |session, console| {
                        tables::probe(session, &data, true, console)
                    })
                }
                TablesCommand::Probe { position, .. } => {
                    let session = open(games, position.split(None))?;
                    tables::probe(&*session, &data, cli.json, console)
                }
            }
        }
        Some(Command::Puzzle(wanted)) => {
            let data = saves::data_folder(cli.data.as_deref())?;
            puzzle::puzzle(games, &wanted, &data, cli.json, console)
        }
        Some(Command::Proof { command: ProofCommand::Check { file } }) => {
            solve::check(&file, cli.json, console)
        }
        Some(Command::Mnk { command: None }) => papers::assignment(console),
        Some(Command::Mnk {
            command: Some(MnkCommand::Check { program, seed, commands, time }),
        }) => {
            let check = Check { program, seed, commands, time };
            papers::check(&check, cli.json, console)
        }
        Some(Command::Players) => games::players(games, cli.json, console),
        Some(Command::Games) => games::list(games, cli.json, console),
        Some(Command::Rules { game }) => games::rules(games, &game, cli.json, console),
        Some(Command::Moves(args)) => {
            position::moves(&*open(games, args.split(data))?, cli.json, console)
        }
        Some(Command::Status(args)) => {
            position::status(&*open(games, args.split(data))?, cli.json, console)
        }
        Some(Command::Show(args)) => {
            position::show(&*open(games, args.split(data))?, cli.json, console)
        }
        Some(Command::Perft { position, depth, divide }) => {
            let mut session = open(games, position.split(data))?;
            position::perft(&mut *session, depth, divide, cli.json, console)
        }
        Some(Command::Record { command: RecordCommand::Check { file } }) => {
            record::check(games, &file, cli.json, console)
        }
        Some(Command::Record { command: RecordCommand::List }) => {
            record::list(games, &kept_games()?, cli.json, console)
        }
        Some(Command::Record { command: RecordCommand::Export { name, output } }) => {
            record::export(games, &kept_games()?, &name, output.as_deref(), cli.json, console)
        }
        Some(Command::Record { command: RecordCommand::Import { file } }) => {
            record::import(games, &kept_games()?, &file, cli.json, console)
        }
        Some(Command::Bench) => bench(games, cli.json, console),
        Some(Command::Man { folder }) => manual::write(&folder, console),
        Some(Command::Completions { shell }) => {
            // Written to memory first: the generator panics if its stream breaks.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut crate::definition(), "ninefold", &mut script);
            console.out.write_all(&script)?;
            Ok(Answer::Yes)
        }
    }
}

fn open(games: &Games, (spec, setup): (String, Setup)) -> Result<Box<dyn Session>> {
    Ok(games.open(&spec, &setup)?)
}

/// The signature of every family, with its default parameters and for each alias.
fn bench(games: &Games, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let mut seen = Vec::new();
    for spec in games.families().flat_map(|family| family.names()) {
        let kind = games.kind(spec)?;
        if seen.contains(&kind.spec().to_owned()) {
            continue;
        }
        seen.push(kind.spec().to_owned());
        let signature = kind.signature();
        if json {
            print_json(console, &signature)?;
        } else {
            writeln!(
                console.out,
                "{:<12} perft {:>2} {:>9}  playouts {:>4} {:>7} plies  keys {}",
                signature.game,
                signature.depth,
                signature.leaves,
                signature.games,
                signature.plies,
                signature.keys,
            )?;
            for search in &signature.searches {
                let (player, nodes, moves) = (&search.player, search.nodes, search.moves.join(" "));
                writeln!(console.out, "  {player:<18} {nodes:>9} nodes  {moves}")?;
            }
        }
    }
    Ok(Answer::Yes)
}

/// One JSON value on a line.
fn print_json<T: Serialize>(console: &mut Console<'_>, value: &T) -> Result<()> {
    writeln!(console.out, "{}", serde_json::to_string(value)?)?;
    Ok(())
}
