//! From texts, or from Rust, to the tree of a ruleset. A folder is a dialect, and no dialect
//! knows another; what they share is the language of expressions, how card sets become
//! part of a program, the options of a game, and some shapes of their tables of fields.

mod bots;
mod cards;
mod entries;
mod literals;
mod options;
mod order;
#[cfg(feature = "dsl")]
pub mod dsl;
mod kind;
pub mod phases;
pub mod ruleset;
#[cfg(feature = "dsl")]
mod imports;
mod shapes;
pub mod tables;

use crate::content::{Dialect, is_hidden};
use crate::text::json::Node;

/// Every dialect. What a text holds is asked of each in this order.
pub static DIALECTS: &[&dyn Dialect] = &[USUAL, &phases::CardGame, &tables::Tables];

/// What a text is taken for that no dialect knows.
pub(crate) static USUAL: &dyn Dialect = &ruleset::Cardable;

/// The dialect of a file with rules, by its name alone. Files of other names may hold rules as
/// well; see [`dialect_of`].
///
/// ```
/// use cardable_core::content::dialect_of_name;
/// let name = |path| dialect_of_name(path).map(|dialect| dialect.name());
/// assert_eq!(name("rummy/rummy.game.json"), Some("tables"));
/// assert_eq!(name("rummy/deck.json"), None);
/// ```
pub fn dialect_of_name(path: &str) -> Option<&'static dyn Dialect> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut dialects = DIALECTS.iter().copied().filter(|_| !is_hidden(name));
    dialects.find(|dialect| dialect.ending().fits(name))
}

/// The dialect of a text that may hold rules; None when it holds none.
pub fn dialect_of(path: &str, root: &Node) -> Option<&'static dyn Dialect> {
    dialect_of_name(path).or_else(|| DIALECTS.iter().copied().find(|dialect| dialect.holds(root)))
}
