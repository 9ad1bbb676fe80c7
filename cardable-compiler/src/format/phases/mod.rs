//! Games in phases, with expressions in strings: `NAME.cardgame.json`.

#[cfg(feature = "phases")]
mod rules;

#[cfg(feature = "phases")]
pub use rules::fields;

use crate::content::{Dialect, Ending, Format, Missing};
use crate::text::json::Node;

/// A game in phases with expressions: `NAME.cardgame.json`.
#[derive(Debug)]
pub struct CardGame;

impl Dialect for CardGame {
    fn name(&self) -> &'static str {
        "cardgame"
    }

    fn about(&self) -> &'static str {
        "Games in phases: NAME.cardgame.json"
    }

    fn ending(&self) -> Ending {
        Ending::After(".cardgame.json")
    }

    fn holds(&self, root: &Node) -> bool {
        root.get("phases").is_some() && root.get("meta").is_some()
    }

    #[cfg(feature = "phases")]
    fn format(&self) -> Result<Format, Missing> {
        Ok(Format {
            title: "Card game in phases",
            fields: &fields::FILE,
            beside: None,
            fields_of: None,
            compile: rules::build,
        })
    }

    #[cfg(not(feature = "phases"))]
    fn format(&self) -> Result<Format, Missing> {
        Err(Missing("phases"))
    }
}
