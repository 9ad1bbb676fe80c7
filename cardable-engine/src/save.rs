//! Saving a game as it stands, also in the middle of a prompt.
//!
//! A save is JSON: a version, the hash of the rules, the setup, the World, and the texts that it names. What
//! is read back is checked before a game is made of it, because a save may come
//! from anywhere.

mod saved;
mod sound;
mod strings;

use self::saved::Saved;
use crate::error::SetupError;
use crate::game::{Game, list_again, start};
use crate::limits::MAX_SAVE;
use crate::log::{Misfit, told};
use crate::named::Named;
use crate::play::legal_set::LegalSet;
use crate::ruleset::Ruleset;
use crate::setup::{OptionValue, Setup};
use crate::value::{Type, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// The version of the save's format.
pub const SAVE_FORMAT: u32 = 3;

/// Why a save cannot be restored.
///
/// ```
/// use cardable_core::{Game, save::RestoreError};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// assert!(matches!(Game::restore(&ruleset, b"a text"), Err(RestoreError::NotASave(_))));
/// ```
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// It is larger than is read.
    #[error("the save has {found} bytes, more than the {MAX_SAVE} that are read")]
    TooLarge {
        /// How many it has.
        found: usize,
    },
    /// It is no save, or not all of one.
    #[error("this is no save: {0}")]
    NotASave(String),
    /// It is of another version.
    #[error("the save is of format {found}, and this reads format {SAVE_FORMAT}")]
    Format {
        /// Its format.
        found: u32,
    },
    /// It is of another ruleset, or of another version of it.
    #[error("{}", other_ruleset(name.as_deref(), wanted, hash))]
    OtherRuleset {
        /// Its ruleset's name, where the save tells it.
        name: Option<String>,
        /// Its ruleset's hash.
        hash: String,
        /// The name of the ruleset that it was to be restored by.
        wanted: String,
    },
    /// Its setup does not fit.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Something in it cannot be.
    #[error("the save is damaged: {0}")]
    Damaged(&'static str),
}

/// Which ruleset a save is of, and that it is not this one.
fn other_ruleset(name: Option<&str>, wanted: &str, hash: &str) -> String {
    match name {
        None => format!("the save is of another ruleset than this `{wanted}`: of one with hash {hash}"),
        Some(name) if name == wanted => {
            format!("the save is of another version of `{name}`: of the one with hash {hash}")
        }
        Some(name) => format!("the save is of `{name}`, with hash {hash}, and this is `{wanted}`"),
    }
}

#[derive(Serialize, Deserialize)]
struct Save {
    format: u32,
    /// The ruleset's name, for people.
    #[serde(default)]
    ruleset: String,
    hash: String,
    setup: Setup,
    world: Saved,
    /// What the texts of the ruleset say that the World names by their numbers. Labels are texts too, so that
    /// rulesets of the same rules may number them otherwise.
    #[serde(default)]
    texts: BTreeMap<u32, Box<str>>,
    /// What other numbers stand for, so that other rules can tell where they stand for something else.
    #[serde(default)]
    named: Named,
}

impl Game {
    /// The game as it stands, as JSON.
    #[doc(alias = "serialize")]
    #[doc(alias = "snapshot")]
    pub fn save(&self) -> Vec<u8> {
        let mut world = Saved::of(&self.world);
        let texts = strings::named(&mut world, &self.table.program.strings);
        let save = Save {
            format: SAVE_FORMAT,
            ruleset: self
                .table
                .program
                .str(self.table.program.metadata.name)
                .to_owned(),
            hash: self.ruleset().rules().to_string(),
            setup: self.setup(),
            world,
            texts,
            named: Named::of(&self.ruleset()),
        };
        serde_json::to_vec(&save).unwrap_or_default()
    }

    /// The setup it was begun with.
    pub fn setup(&self) -> Setup {
        let program = &self.table.program;
        let mut setup = self.table.who_plays();
        for (def, value) in program.settings.iter().zip(&self.table.settings) {
            if def.value == *value {
                continue;
            }
            let value = match (value, def.ty) {
                (Value::Bool(b), Type::BOOL) => OptionValue::Bool(*b),
                (Value::Int(n), _) => OptionValue::Int(*n),
                (Value::Float(n), _) => OptionValue::Float(*n),
                (Value::Str(id), _) => OptionValue::Text(program.str(*id).to_owned()),
                _ => continue,
            };
            setup.options.insert(program.str(def.name).to_owned(), value);
        }
        setup
    }

    /// A game as it was saved, by the same rules.
    #[doc(alias = "deserialize")]
    #[doc(alias = "load")]
    pub fn restore(ruleset: &Ruleset, bytes: &[u8]) -> Result<Game, RestoreError> {
        let save = read(bytes)?;
        if save.hash != ruleset.rules().to_string() {
            return Err(RestoreError::OtherRuleset {
                name: told(&save.ruleset),
                hash: save.hash,
                wanted: ruleset.name().to_owned(),
            });
        }
        restored(ruleset, save)
    }

    /// The same by rules that may be others. What cannot be as these rules are is an error; where everything
    /// can be, its meaning may still have changed, which is told.
    pub fn restore_anyway(ruleset: &Ruleset, bytes: &[u8]) -> Result<(Game, Vec<Misfit>), RestoreError> {
        let save = read(bytes)?;
        let mut misfits = Vec::new();
        if save.hash != ruleset.rules().to_string() {
            misfits.push(Misfit::Rules {
                name: told(&save.ruleset),
                hash: save.hash.clone(),
            });
            let now = Named::of(ruleset);
            misfits.extend(save.named.renamed(&now).map(Misfit::from));
        }
        Ok((restored(ruleset, save)?, misfits))
    }
}

fn read(bytes: &[u8]) -> Result<Save, RestoreError> {
    if bytes.len() > MAX_SAVE {
        return Err(RestoreError::TooLarge { found: bytes.len() });
    }
    let save: Save = serde_json::from_slice(bytes).map_err(|e| RestoreError::NotASave(e.to_string()))?;
    if save.format != SAVE_FORMAT {
        return Err(RestoreError::Format { found: save.format });
    }
    Ok(save)
}

fn restored(ruleset: &Ruleset, mut save: Save) -> Result<Game, RestoreError> {
    let table = crate::checked_setup::table(ruleset, &save.setup)?;
    strings::renumber(&save.texts, &mut save.world, &table.program.strings);
    let world = sound::world(&table, save.world).map_err(RestoreError::Damaged)?;
    let mut game = start::of_parts(table, world, LegalSet::default());
    list_again(&mut game);
    if !game.world.over && game.legal.is_empty() {
        return Err(RestoreError::Damaged("nobody has anything to decide"));
    }
    Ok(game)
}
