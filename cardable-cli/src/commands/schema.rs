//! `cardable schema`

use crate::end::{End, Failure};
use crate::load;
use cardable_core::schema::{Document, schema, schema_of};
use clap::{Args, ValueEnum};
use std::io::Write;

/// Print a JSON Schema, from which editors complete and check what one writes
///
/// Save it beside the files and name it in them: "$schema": "./ruleset.schema.json".
#[derive(Args)]
#[command(after_help = "Example:
  cardable schema > ruleset.schema.json
  cardable schema my-game > my-game/ruleset.schema.json
  cardable schema --dialect tables > game.schema.json
  cardable schema --dialect cardgame > cardgame.schema.json")]
pub(crate) struct Schema {
    /// A ruleset, whose own primitives are to be suggested too
    ruleset: Option<String>,
    /// What kind of file it is for
    #[arg(long, value_name = "KIND", default_value = "ruleset")]
    what: What,
    /// In which dialect it is written
    #[arg(long, value_name = "DIALECT", default_value = "cardable")]
    dialect: Dialect,
}

#[derive(Clone, Copy, ValueEnum)]
enum Dialect {
    /// Rulesets of the engine's own kind
    Cardable,
    /// Decks and zones to play with as at a table: NAME.game.json
    Tables,
    /// Games in phases: NAME.cardgame.json
    Cardgame,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// A ruleset, with or without card sets and decks in the same file
    Ruleset,
    /// A card set
    Cardset,
    /// A deck
    Deck,
}

impl Schema {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        if let Some(name) = &self.ruleset {
            if !matches!((self.dialect, self.what), (Dialect::Cardable, What::Ruleset)) {
                return Err(Failure::usage(
                    "only rulesets of the engine's own kind define primitives: leave `--what` and `--dialect` out",
                ));
            }
            let ruleset = load::ruleset(name)?;
            writeln!(out, "{:#}", schema_of(&ruleset))?;
            return Ok(End::Fine);
        }
        out.write_all(
            text(match (self.dialect, self.what) {
                (Dialect::Cardable, What::Ruleset) => Document::Ruleset,
                (Dialect::Cardable, What::Cardset) => Document::CardSet,
                (Dialect::Cardable, What::Deck) => Document::Deck,
                (Dialect::Tables, What::Ruleset) => Document::Table,
                (Dialect::Tables, What::Cardset | What::Deck) => Document::TableDeck,
                (Dialect::Cardgame, What::Ruleset) => Document::CardGame,
                (Dialect::Cardgame, What::Cardset | What::Deck) => {
                    return Err(Failure::usage(
                        "in this dialect the cards are in the game's own file: leave `--what` out",
                    ));
                }
            })
            .as_bytes(),
        )?;
        Ok(End::Fine)
    }
}

/// The schema as it is written to a file.
pub(crate) fn text(document: Document) -> String {
    format!("{:#}\n", schema(document))
}
