//! `cardable graph`

use crate::end::{End, Failure};
use crate::load;
use clap::Args;
use std::io::Write;

/// Draw the states of a ruleset and the ways between them, as a Mermaid diagram
///
/// Actions that happen by themselves stand in brackets.
#[derive(Args)]
#[command(after_help = "Example:
  cardable graph skullable > skullable.mmd")]
pub(crate) struct Graph {
    /// A file, a folder, or the name of a game that comes with the program
    ruleset: String,
}

impl Graph {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let ruleset = load::ruleset(&self.ruleset)?;
        out.write_all(cardable_core::graph::mermaid(&ruleset).as_bytes())?;
        Ok(End::Fine)
    }
}
