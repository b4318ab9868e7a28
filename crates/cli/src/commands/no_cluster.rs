//! Replaces `cluster.rs` in a build for one machine only: every command and option is still known,
//! and says how to get a full build.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use ninefold_arena::{Executor, Play};
use ninefold_session::{Arena, Games};
use ninefold_solve::mnk::KeptTree;

use super::parts::Watch;
use super::run_on::Identity;
use crate::args::cluster::{ClusterCommand, SpreadArgs, WorkerArgs};
use crate::{Answer, Console};

const ABSENT: &str = "this ninefold was built for one machine; with `cargo build --release --features cluster` it plays on many";

/// A cluster; there is none in this build.
pub(super) enum Spread {}

impl Spread {
    pub(super) fn connect(_: &Games, _: &str, _: &SpreadArgs) -> Result<Spread> {
        bail!(ABSENT)
    }

    pub(super) fn coordinator(
        &self,
        _: &Identity,
        _: Arc<dyn Arena>,
        _: Play,
    ) -> Result<Box<dyn Executor>> {
        match *self {}
    }

    pub(super) fn check_programs(&self, _: &str, _: &[&str]) -> Result<()> {
        match *self {}
    }

    pub(super) fn solve(&self, _: &str, _: &mut KeptTree, _: &mut Watch<'_>) -> Result<()> {
        match *self {}
    }

    pub(super) fn forget(&self, _: &Identity) {
        match *self {}
    }

    pub(super) fn unread(&self) -> Vec<String> {
        match *self {}
    }

    pub(super) fn strength(&self) -> String {
        match *self {}
    }

    pub(super) fn options(&self) -> &str {
        match *self {}
    }
}

pub(super) fn worker(
    _: &Games,
    _: &WorkerArgs,
    _: Option<PathBuf>,
    _: bool,
    _: &mut Console<'_>,
) -> Result<Answer> {
    bail!(ABSENT)
}

pub(super) fn run(_: ClusterCommand, _: bool, _: &mut Console<'_>) -> Result<Answer> {
    bail!(ABSENT)
}
