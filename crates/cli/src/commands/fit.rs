//! `fit`: finds the numbers of an evaluator that best predict the values of positions.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use ninefold_arena::plots::{Axes, Series, lines};
use ninefold_session::{FittedEvaluator, Games, Label, example_source, fit_evaluator};
use serde_json::json;

use super::parallel::in_parts;
use super::print_json;
use crate::args::FitArgs;
use crate::interrupt::stop_flag;
use crate::saves::shown;
use crate::{Answer, Console};

/// The default number of positions.
const USUAL_POSITIONS: u64 = 10_000;
/// The number of positions per thread before progress is shown and Ctrl-C is checked.
const AT_ONCE: u64 = 64;

/// Evaluates positions and fits the evaluator to them.
pub(super) fn run(
    games: &Games,
    args: &FitArgs,
    data: Option<PathBuf>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let spec = games.kind(&args.game)?.spec().to_owned();
    let plan = args.drawn.plan(&spec, args.against.into(), None, USUAL_POSITIONS)?;
    let stop = stop_flag();
    let source = example_source(&plan, &args.evaluator, data, stop.clone())?;
    let threads = args.drawn.threads();
    let (all, mut done, mut examples, mut last) = (source.len(), 0, Vec::new(), Instant::now());
    while done < all {
        let until = all.min(done + AT_ONCE * threads as u64);
        examples.extend(in_parts(done..until, threads, |part| source.examples(part))?);
        if stop.is_raised() {
            writeln!(
                console.err,
                "ninefold: stopped after {done} of {all} positions; nothing is fitted"
            )?;
            return Ok(Answer::Stopped);
        }
        done = until;
        if console.live && last.elapsed() > Duration::from_millis(200) {
            last = Instant::now();
            let _ = write!(console.err, "\r\x1b[K{done} of {all} positions ");
            let _ = console.err.flush();
        }
    }
    if console.live {
        write!(console.err, "\r\x1b[K")?;
    }
    let fitted = fit_evaluator(&*source, &examples, args.ridge)?;
    if let Some(file) = &args.curve {
        fs::write(file, curve(&args.evaluator, &fitted))
            .with_context(|| format!("{} cannot be written", shown(file)))?;
    }
    if json {
        print_json(console, &summary(&spec, args, &fitted))?;
    } else {
        tell(&spec, plan.label, args, &fitted, console)?;
    }
    Ok(Answer::Yes)
}

fn summary(spec: &str, args: &FitArgs, fitted: &FittedEvaluator) -> serde_json::Value {
    let [new, old, blind] = fitted.losses;
    let numbers = fitted.numbers.iter().map(|(number, value, error)| {
        json!({ "name": number.name, "was": number.value, "is": value, "error": error })
    });
    let curve = fitted.curve.iter().map(|(examples, own, held_out)| {
        json!({ "examples": examples, "loss": own, "held_out": held_out })
    });
    json!({
        "game": spec,
        "evaluator": args.evaluator,
        "fitted": fitted.spec,
        "player": player(fitted),
        "examples": fitted.examples[0],
        "held_out": fitted.examples[1],
        "loss": { "fitted": new, "as_it_is": old, "without_looking": blind },
        "gain": fitted.gain,
        "numbers": numbers.collect::<Vec<_>>(),
        "curve": curve.collect::<Vec<_>>(),
    })
}

/// A player that uses it.
fn player(fitted: &FittedEvaluator) -> String {
    format!("alphabeta:depth=3,eval={}", fitted.spec)
}

fn tell(
    spec: &str,
    label: Label,
    args: &FitArgs,
    fitted: &FittedEvaluator,
    console: &mut Console<'_>,
) -> Result<()> {
    let against = match label {
        Label::Exact => "exact values",
        Label::Search => "searches",
        Label::Result => "results",
    };
    let out = &mut console.out;
    let ([rows, held], [new, old, blind]) = (fitted.examples, fitted.losses);
    writeln!(
        out,
        "{} of {spec} against {against}: {rows} positions, {held} more held out",
        args.evaluator
    )?;
    let [gain, low, high] = fitted.gain;
    writeln!(
        out,
        "log-loss of the held out: {new:.4} fitted, {old:.4} as it is, {blind:.4} without looking"
    )?;
    writeln!(out, "better by {gain:.4} [{low:.4}, {high:.4}]")?;
    writeln!(out)?;
    let width = fitted.numbers.iter().map(|(number, ..)| number.name.chars().count()).max();
    let width = width.unwrap_or_default().max("number".len());
    writeln!(out, "{:width$}  {:>8}  {:>8}  {:>8}", "number", "was", "is", "error")?;
    for (number, value, error) in &fitted.numbers {
        writeln!(out, "{:width$}  {:>8}  {value:>8}  {error:>8.1}", number.name, number.value)?;
    }
    writeln!(out)?;
    writeln!(out, "player: {}", player(fitted))?;
    Ok(())
}

fn curve(evaluator: &str, fitted: &FittedEvaluator) -> String {
    let line = |loss: fn(&(usize, f64, f64)) -> f64| {
        fitted.curve.iter().map(|point| ((point.0 as f64).log2(), loss(point))).collect()
    };
    let title = format!("What {evaluator} learns from more positions");
    let axes = Axes {
        title: &title,
        x: "positions, as a power of two",
        y: "log-loss",
        logarithmic: false,
    };
    let series = [
        Series::line("fitted to", line(|point| point.1)),
        Series::line("held out", line(|point| point.2)),
        Series::line("held out, numbers as they are", {
            let ends = [fitted.curve.first(), fitted.curve.last()].into_iter().flatten();
            ends.map(|point| ((point.0 as f64).log2(), fitted.losses[1])).collect()
        }),
    ];
    lines(&axes, &series)
}
