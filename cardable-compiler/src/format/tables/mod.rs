//! Card-games data: `NAME.game.json`, decks and zones without rules of play, to be played with as at a table.

#[cfg(feature = "tables")]
mod rules;

#[cfg(feature = "tables")]
pub use rules::fields;

use crate::content::{Dialect, Ending, Format, Missing};
use crate::text::json::Node;

/// Decks and zones without rules of play, to be played with as at a table: `NAME.game.json`.
#[derive(Debug)]
pub struct Tables;

impl Dialect for Tables {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn about(&self) -> &'static str {
        "Decks and zones to play with as at a table: NAME.game.json"
    }

    fn ending(&self) -> Ending {
        Ending::After(".game.json")
    }

    fn holds(&self, root: &Node) -> bool {
        root.get("shared_zones").is_some() || root.get("player_zones").is_some()
    }

    /// Decks are named by the paths of their texts.
    fn paths<'n>(&self, root: &'n Node) -> Vec<&'n Node> {
        let decks = root.get("decks").map_or(&[][..], Node::items);
        let sources = decks.iter().filter_map(|deck| deck.get("source"));
        sources.filter(|source| source.as_str().is_some()).collect()
    }

    fn paths_mut<'n>(&self, root: &'n mut Node) -> Vec<&'n mut Node> {
        let decks = root.get_mut("decks").map_or(&mut [][..], Node::items_mut);
        let sources = decks.iter_mut().filter_map(|deck| deck.get_mut("source"));
        sources.filter(|source| source.as_str().is_some()).collect()
    }

    #[cfg(feature = "tables")]
    fn format(&self) -> Result<Format, Missing> {
        Ok(Format {
            title: "Card game",
            fields: &fields::GAME,
            beside: Some(("Deck of a card game", &fields::DECK)),
            fields_of: None,
            compile: |of| rules::build(of.package, of.file_stem()),
        })
    }

    #[cfg(not(feature = "tables"))]
    fn format(&self) -> Result<Format, Missing> {
        Err(Missing("tables"))
    }
}
