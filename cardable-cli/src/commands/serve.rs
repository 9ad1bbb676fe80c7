//! `cardable serve`

use crate::end::{End, Failure};
use clap::Args;

/// Host games: rooms, a protocol over websockets, and a table for the browser
#[cfg(feature = "net")]
#[derive(Args)]
#[command(after_help = "Examples:
  cardable serve
  cardable serve --listen 0.0.0.0:7777 --rulesets my-games
  cardable serve --config cardable-host.toml")]
pub(crate) struct Serve {
    #[command(flatten)]
    options: cardable_net::program::Options,
}

#[cfg(feature = "net")]
impl Serve {
    pub(crate) fn run(&self) -> Result<End, Failure> {
        self.options.run().map(|()| End::Fine).map_err(Failure::problem)
    }
}

/// Host games (not in this program: it was built without the network)
#[cfg(not(feature = "net"))]
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Serve {
    /// What the program with the network takes.
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

#[cfg(not(feature = "net"))]
impl Serve {
    pub(crate) fn run(&self) -> Result<End, Failure> {
        let with = match &self.options[..] {
            [] => "`cardable serve`".to_owned(),
            options => format!("`cardable serve {}`", options.join(" ")),
        };
        Err(Failure::without_net(&with))
    }
}
