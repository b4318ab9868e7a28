//! `man`: the manual pages, one per command, generated from the same definition as the help.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::saves::shown;
use crate::{Answer, Console, definition};

/// Writes `ninefold.1`, `ninefold-play.1` and so on to a folder, which is created if necessary.
pub(super) fn write(folder: &Path, console: &mut Console<'_>) -> Result<Answer> {
    let cannot = || format!("cannot write to {}", shown(folder));
    fs::create_dir_all(folder).with_context(cannot)?;
    let mut command = definition();
    command.build();
    let written = pages(&command, folder).with_context(cannot)?;
    writeln!(console.out, "{written} pages are in {}", shown(folder))?;
    Ok(Answer::Yes)
}

/// Writes the pages of a command and its subcommands; returns their number.
fn pages(command: &clap::Command, folder: &Path) -> Result<usize> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone().name(name.clone())).render(&mut page)?;
    fs::write(folder.join(format!("{name}.1")), page)?;
    let is_shown = |inner: &&clap::Command| !inner.is_hide_set() && inner.get_name() != "help";
    let below = command.get_subcommands().filter(is_shown).map(|inner| pages(inner, folder));
    below.sum::<Result<usize>>().map(|below| below + 1)
}
