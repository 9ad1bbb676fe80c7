//! `cardable schema`

use crate::end::{End, Failure};
use crate::load;
use cardable_core::content::{DIALECTS, Dialect};
use cardable_core::schema::{Document, schema, schema_of, schema_of_tests, schema_of_texts};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use std::io::Write;

/// Print a JSON Schema, from which editors complete and check what one writes
///
/// Save it beside the files and name it in them: "$schema": "./ruleset.schema.json".
#[derive(Args)]
#[command(after_help = "Example:
  cardable schema > ruleset.schema.json
  cardable schema my-game > my-game/ruleset.schema.json
  cardable schema --what fragment > fragment.schema.json
  cardable schema --what tests > tests.schema.json
  cardable schema my-game --what tests > my-game/tests.schema.json
  cardable schema my-game --what texts > my-game/texts.schema.json
  cardable schema --dialect tables > game.schema.json
  cardable schema --dialect cardgame > cardgame.schema.json")]
pub(crate) struct Schema {
    /// A ruleset, whose own names are to be suggested too: zones, states, data, actions, cards
    ruleset: Option<String>,
    /// What kind of file it is for
    #[arg(long, value_name = "KIND", default_value = "ruleset")]
    what: What,
    /// In which dialect it is written
    #[arg(long, value_name = "DIALECT", default_value = "cardable", value_parser = dialects())]
    dialect: String,
}

/// The names of the dialects, with descriptions for the help.
fn dialects() -> PossibleValuesParser {
    let values = DIALECTS.iter();
    PossibleValuesParser::new(values.map(|dialect| PossibleValue::new(dialect.name()).help(dialect.about())))
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// A ruleset, with or without card sets and decks in the same file
    Ruleset,
    /// A card set
    Cardset,
    /// A deck
    Deck,
    /// A fragment of rules: tricks.fragment.json
    Fragment,
    /// Tests of rules
    Tests,
    /// Texts in another language: texts/de.json5
    Texts,
}

impl Schema {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let dialect = DIALECTS
            .iter()
            .copied()
            .find(|dialect| dialect.name() == self.dialect);
        let own = dialect.filter(|dialect| !dialect.has_content());
        if let Some(name) = &self.ruleset {
            let of_game = match (own, self.what) {
                (_, What::Texts) => schema_of_texts,
                (_, What::Tests) => schema_of_tests,
                (None, What::Ruleset) => schema_of,
                (Some(_), What::Ruleset) | (_, What::Cardset | What::Deck | What::Fragment) => {
                    return Err(Failure::usage(
                        "a game gives its names to schemas of rulesets of the engine's own kind, of tests and of texts: leave it out",
                    ));
                }
            };
            writeln!(out, "{:#}", of_game(&load::ruleset(name)?))?;
            return Ok(End::Fine);
        }
        let document = match (own, self.what) {
            (None, What::Ruleset) => Document::Ruleset,
            (None, What::Cardset) => Document::CardSet,
            (None, What::Deck) => Document::Deck,
            (_, What::Fragment) => Document::Fragment,
            (_, What::Tests) => Document::Tests,
            (_, What::Texts) => Document::Texts,
            (Some(dialect), What::Ruleset) => Document::Rules(dialect),
            (Some(dialect), What::Cardset | What::Deck) if has_texts_beside(dialect) => {
                Document::Beside(dialect)
            }
            (Some(_), What::Cardset | What::Deck) => {
                return Err(Failure::usage(
                    "in this dialect the cards are in the game's own file: leave `--what` out",
                ));
            }
        };
        out.write_all(text(document).as_bytes())?;
        Ok(End::Fine)
    }
}

fn has_texts_beside(dialect: &dyn Dialect) -> bool {
    dialect.format().is_ok_and(|format| format.beside.is_some())
}

/// The schema as formatted text.
pub(crate) fn text(document: Document) -> String {
    format!("{:#}\n", schema(document))
}
