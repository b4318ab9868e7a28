//! Tournament files. Errors are reported with their line, before any game.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use ninefold_arena::{EntrantPlan, Plan, Sprt, TimeControl, TimeControlError};
use ninefold_core::quote;
use ninefold_session::{Arena, Games, PlanError, Programs, check_plan};
use serde::Deserialize;
use toml::Spanned;

use super::{arena, assemble};
use crate::args::arena::{ScheduleName, TournamentArgs, TournamentOptions};
use crate::saves::{self, shown};

/// The largest file that is read.
const LARGEST: u64 = 1 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    game: Spanned<String>,
    schedule: Option<Spanned<String>>,
    rounds: Option<Spanned<i64>>,
    challengers: Option<Spanned<i64>>,
    games: Option<Spanned<i64>>,
    seed: Option<Spanned<i64>>,
    opening: Option<Spanned<i64>>,
    plies: Option<Spanned<i64>>,
    anchor: Option<Spanned<String>>,
    adjudicate: Option<Spanned<bool>>,
    #[serde(default)]
    times: bool,
    openings: Option<PathBuf>,
    position: Option<String>,
    #[serde(default)]
    fixed_seats: bool,
    sprt: Option<Spanned<SprtForm>>,
    clock: Option<Spanned<String>>,
    player: Vec<Spanned<PlayerForm>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerForm {
    name: Option<Spanned<String>>,
    spec: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtForm {
    elo0: f64,
    elo1: f64,
    #[serde(default = "usual_error")]
    alpha: f64,
    #[serde(default = "usual_error")]
    beta: f64,
}

fn usual_error() -> f64 {
    0.05
}

/// A text with its name, for error messages.
struct Source<'a> {
    name: String,
    text: &'a str,
}

impl Source<'_> {
    fn wrong(&self, span: Range<usize>, problem: impl std::fmt::Display) -> anyhow::Error {
        let before = &self.text.as_bytes()[..span.start.min(self.text.len())];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        anyhow!("{}, line {line}: {problem}", self.name)
    }

    fn number<T: TryFrom<i64>>(
        &self,
        key: &str,
        value: &Option<Spanned<i64>>,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<Option<T>> {
        let Some(value) = value else { return Ok(None) };
        let given = *value.get_ref();
        let fits = T::try_from(given).ok().filter(|_| range.contains(&given));
        let (low, high) = (range.start(), range.end());
        let wanted = || format!("{key} is {given}, wanted a number from {low} to {high}");
        fits.map(Some).ok_or_else(|| self.wrong(value.span(), wanted()))
    }
}

/// The plan of a file; options on the command line are rejected, so that the file alone defines the
/// tournament.
pub(super) fn read(
    games: &Games,
    file: &Path,
    args: &TournamentArgs,
    data: &Path,
    programs: Programs,
) -> Result<(Arc<dyn Arena>, Plan)> {
    let o = &args.options;
    let begun = o.openings.is_some() || o.position.is_some();
    let switched = o.adjudicate || o.times || o.fixed_seats || begun || o.clock.is_some();
    if switched || o.schedule.is_some() || o.sprt.is_some() || o.anchor.is_some() {
        return Err(anyhow!("{} says what is played: write options there", shown(file)));
    }
    if o.rounds.or(o.challengers).or(o.games).is_some()
        || o.seed.is_some()
        || o.opening.or(o.plies).is_some()
    {
        return Err(anyhow!("{} says what is played: write options there", shown(file)));
    }
    let text = saves::read(file, &mut std::io::empty(), LARGEST)?;
    let source = Source { name: shown(file), text: &text };
    let form: Form = toml::from_str(&text).map_err(|error| {
        let message = error.message().lines().next().unwrap_or("not a tournament").to_owned();
        source.wrong(error.span().unwrap_or_default(), message)
    })?;
    let arena = arena(games, form.game.get_ref(), data, programs)
        .map_err(|error| source.wrong(form.game.span(), error))?;
    let entrants = form
        .player
        .iter()
        .map(|player| {
            let player = player.get_ref();
            let spec = player.spec.get_ref();
            let name = player.name.as_ref().map_or(spec, |name| name.get_ref());
            EntrantPlan { name: name.clone(), player: spec.clone() }
        })
        .collect();
    let options = TournamentOptions {
        schedule: schedule(&source, &form.schedule)?,
        rounds: source.number("rounds", &form.rounds, 1..=1000)?,
        challengers: source.number("challengers", &form.challengers, 1..=1000)?,
        games: source.number("games", &form.games, 1..=1_000_000_000)?,
        seed: source.number("seed", &form.seed, 0..=i64::MAX)?,
        opening: source.number("opening", &form.opening, 0..=1000)?,
        plies: source.number("plies", &form.plies, 1..=1_000_000)?,
        anchor: form.anchor.as_ref().map(|anchor| anchor.get_ref().clone()),
        adjudicate: form.adjudicate.as_ref().is_some_and(|wanted| *wanted.get_ref()),
        times: form.times,
        openings: form.openings.clone(),
        position: form.position.clone(),
        fixed_seats: form.fixed_seats,
        sprt: form.sprt.as_ref().map(|test| {
            let SprtForm { elo0, elo1, alpha, beta } = *test.get_ref();
            Sprt { elo0, elo1, alpha, beta }
        }),
        clock: clock(&source, &form.clock)?,
    };
    let anchor_span = form.anchor.as_ref().map_or(0..0, Spanned::span);
    let kind = games.kind(form.game.get_ref())?;
    let plan = assemble(&*kind, &*arena, entrants, &options)
        .map_err(|error| source.wrong(anchor_span, error))?;
    check_plan(&*arena, &plan).map_err(|error| source.wrong(place(&form, &error), &error))?;
    Ok((arena, plan))
}

fn schedule(source: &Source<'_>, name: &Option<Spanned<String>>) -> Result<Option<ScheduleName>> {
    let Some(name) = name else { return Ok(None) };
    match name.get_ref().as_str() {
        "round-robin" => Ok(Some(ScheduleName::RoundRobin)),
        "gauntlet" => Ok(Some(ScheduleName::Gauntlet)),
        "swiss" => Ok(Some(ScheduleName::Swiss)),
        other => Err(source.wrong(
            name.span(),
            format!("schedule is {}, wanted round-robin, gauntlet or swiss", quote(other)),
        )),
    }
}

fn clock(source: &Source<'_>, text: &Option<Spanned<String>>) -> Result<Option<TimeControl>> {
    let Some(text) = text else { return Ok(None) };
    let read = text.get_ref().parse().map(Some);
    read.map_err(|problem: TimeControlError| source.wrong(text.span(), problem))
}

/// The location of an error's cause.
fn place(form: &Form, error: &PlanError) -> Range<usize> {
    let span = |value: &Option<Spanned<i64>>| value.as_ref().map(Spanned::span);
    match error {
        PlanError::Name { entrant, .. } => {
            let player = form.player[*entrant].get_ref();
            player.name.as_ref().map_or_else(|| player.spec.span(), Spanned::span)
        }
        PlanError::Player { entrant, .. } => form.player[*entrant].get_ref().spec.span(),
        PlanError::Few { .. } => form.player.last().map_or_else(|| form.game.span(), Spanned::span),
        PlanError::Value { key, .. } => match *key {
            "challengers" => span(&form.challengers),
            "rounds" => span(&form.rounds),
            "plies" => span(&form.plies),
            "sprt" => form.sprt.as_ref().map(Spanned::span),
            "adjudicate" => form.adjudicate.as_ref().map(Spanned::span),
            _ => None,
        }
        .unwrap_or_else(|| form.game.span()),
    }
}
