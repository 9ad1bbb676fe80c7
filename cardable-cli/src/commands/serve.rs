//! `cardable serve`

use crate::end::{End, Failure};
use cardable_net::program::Options;
use clap::Args;

/// Host games: rooms, a protocol over websockets, and a table for the browser
#[derive(Args)]
#[command(after_help = "Examples:
  cardable serve
  cardable serve --listen 0.0.0.0:7777 --rulesets my-games
  cardable serve --config cardable-host.toml")]
pub(crate) struct Serve {
    #[command(flatten)]
    options: Options,
}

impl Serve {
    pub(crate) fn run(&self) -> Result<End, Failure> {
        self.options.run().map(|()| End::Fine).map_err(Failure::problem)
    }
}
