//! Texts with places for values.

use super::kind::{Kind, Text};
use super::value::{Expr, Val};

/// A text, and the values that are shown in its places.
///
/// See [`filled`] for an example.
#[derive(Clone, Debug)]
pub struct Filled {
    pub(super) text: Expr,
    pub(super) values: Vec<Expr>,
}

impl<T: Into<Val<Text>>> From<T> for Filled {
    #[track_caller]
    fn from(text: T) -> Filled {
        Filled {
            text: text.into().expr,
            values: Vec::new(),
        }
    }
}

/// A text with places: `{0}` to `{3}` stand for the values that [`Filled::with`] gives, in their order, and
/// `{0|card|cards}` for a word that goes with how many they are.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let score = rules.scores();
/// let won = summarise(filled("{0} wins: {1} {1|point|points}").with(player()).with(score.mine()));
/// # let _ = won;
/// ```
#[track_caller]
pub fn filled(text: impl Into<Val<Text>>) -> Filled {
    Filled::from(text)
}

impl Filled {
    /// With the value for the next place.
    #[must_use]
    #[track_caller]
    pub fn with<K: Kind>(mut self, value: impl Into<Val<K>>) -> Filled {
        self.values.push(value.into().expr);
        self
    }

    /// The text and the values, as primitives take them.
    pub(super) fn args(self) -> Vec<Expr> {
        let mut args = vec![self.text];
        args.extend(self.values);
        args
    }
}
