//! Who plays, and by which house rules.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The seed of a game: all its randomness follows from it.
///
/// ```
/// use cardable_core::Seed;
/// assert_eq!(Seed::from(7), Seed::from(7));
/// let secret = Seed([0x5e; 32]); // a host draws all 32 bytes
/// assert_ne!(secret, Seed::from(7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
#[doc(alias = "random")]
#[doc(alias = "rng")]
pub struct Seed(pub [u8; 32]);

impl From<u64> for Seed {
    /// A seed for tests and command lines: the number, and zeros after it.
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

/// A value of an option.
///
/// ```
/// use cardable_core::setup::OptionValue;
/// assert_eq!(OptionValue::from(50), OptionValue::Int(50));
/// assert_eq!(serde_json::from_str::<OptionValue>("\"short\"")?, OptionValue::from("short"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "an option is true or false, a number or a text")]
pub enum OptionValue {
    /// On or off.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A text.
    Text(String),
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionValue::Bool(flag) => write!(f, "{flag}"),
            OptionValue::Int(whole) => write!(f, "{whole}"),
            OptionValue::Float(number) => write!(f, "{number}"),
            OptionValue::Text(text) => write!(f, "`{text}`"),
        }
    }
}

/// Where a game's chance comes from.
///
/// ```
/// use cardable_core::{Setup, setup::Generator};
/// let setup = Setup::seats(2).rng(Generator::Mulberry32);
/// assert_eq!(setup.game.rng, Generator::Mulberry32);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Generator {
    /// ChaCha with eight rounds, from all 32 bytes of the seed.
    #[default]
    ChaCha8,
    /// mulberry32, from the first four bytes of the seed: to shuffle as programs do that
    /// `.cardgame.json` comes from. It can be guessed, so hosts refuse it.
    Mulberry32,
}

/// How a game is run, beside its rules.
///
/// See [`Generator`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct GameOptions {
    /// Where its chance comes from.
    #[serde(default)]
    pub rng: Generator,
}

impl GameOptions {
    fn are_usual(&self) -> bool {
        *self == GameOptions::default()
    }
}

/// Who plays, and by which house rules.
///
/// ```
/// use cardable_core::Setup;
/// let setup = Setup::named(["Ada", "Grace", "Edsger"]).option("rematch", true);
/// assert_eq!(setup.seats.len(), 3);
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[doc(alias = "config")]
#[doc(alias = "parameters")]
pub struct Setup {
    /// The name of every seat, in table order.
    pub seats: Vec<String>,
    /// The team of every seat, as a number from 0, where teams can be chosen;
    /// nothing for the ruleset's own arrangement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<u8>,
    /// The role of every seat by its name, where there are roles; nothing for the
    /// usual ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// Options that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// How the game is run; it is part of the log.
    #[serde(default, skip_serializing_if = "GameOptions::are_usual")]
    pub game: GameOptions,
}

impl Setup {
    /// So many seats, called `Seat 1` and so on.
    pub fn seats(n: usize) -> Setup {
        Setup {
            seats: (1..=n).map(|i| format!("Seat {i}")).collect(),
            ..Setup::default()
        }
    }

    /// Seats with these names.
    pub fn named<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Setup {
        Setup {
            seats: names.into_iter().map(Into::into).collect(),
            ..Setup::default()
        }
    }

    /// Chooses the team of every seat.
    #[must_use]
    pub fn teams(mut self, teams: impl IntoIterator<Item = u8>) -> Setup {
        self.teams = teams.into_iter().collect();
        self
    }

    /// Chooses the role of every seat.
    #[must_use]
    pub fn roles<S: Into<String>>(mut self, roles: impl IntoIterator<Item = S>) -> Setup {
        self.roles = roles.into_iter().map(Into::into).collect();
        self
    }

    /// Says where chance comes from.
    #[must_use]
    pub fn rng(mut self, rng: Generator) -> Setup {
        self.game.rng = rng;
        self
    }

    /// Sets an option.
    #[must_use]
    pub fn option(mut self, key: &str, value: impl Into<OptionValue>) -> Setup {
        self.options.insert(key.to_owned(), value.into());
        self
    }
}

impl From<bool> for OptionValue {
    fn from(value: bool) -> OptionValue {
        OptionValue::Bool(value)
    }
}

impl From<i64> for OptionValue {
    fn from(value: i64) -> OptionValue {
        OptionValue::Int(value)
    }
}

impl From<&str> for OptionValue {
    fn from(value: &str) -> OptionValue {
        OptionValue::Text(value.to_owned())
    }
}

impl From<i32> for OptionValue {
    fn from(value: i32) -> OptionValue {
        OptionValue::Int(value.into())
    }
}

impl From<f64> for OptionValue {
    fn from(value: f64) -> OptionValue {
        OptionValue::Float(value)
    }
}

impl From<String> for OptionValue {
    fn from(value: String) -> OptionValue {
        OptionValue::Text(value)
    }
}
