//! A ruleset with all that it is played with.

use std::sync::Arc;

use super::{Beside, CardSet, ContentPath, Deck, Dialect, PackageScripts, pack::Written};
use crate::text::json::Node;
use crate::text::source::FileId;

/// A ruleset as it was read, with its card sets and decks resolved.
///
/// ```
/// use cardable_compiler::{content::{Package, Roots}, text::{diag::Diagnostics, source::Sources}};
///
/// let text = r#"{
///     cardset: {
///         set_name: "Coins",
///         cards: [{card_name: "Heads", card_id: 0}, {card_name: "Tails", card_id: 1}],
///     },
///     ruleset: {ruleset_name: "Toss", cardsets: "Coins", game_state: []},
/// }"#;
/// let mut sources = Sources::new();
/// let mut diags = Diagnostics::new();
/// let package = Package::from_text("toss.json", text, Roots::NONE, &mut sources, &mut diags).unwrap();
/// assert!(diags.is_empty());
/// // Without a deck, there is one of every card.
/// assert_eq!(&*package.decks[0].name, "Coins");
/// assert_eq!(package.decks[0].cards, [0, 1]);
/// ```
#[derive(Debug)]
pub struct Package {
    /// The file that the ruleset is in.
    pub main: FileId,
    /// The dialect that the rules are written in.
    pub dialect: &'static dyn Dialect,
    /// The folder of that file; nothing when it was given as a text.
    pub folder: Option<ContentPath>,
    /// The rules: what stands under `ruleset`, or the outermost object, without the card sets and
    /// decks beside the rules, when it has `game_state` itself.
    pub ruleset: Node,
    /// The card sets that the ruleset and its decks name, those of the ruleset first.
    pub card_sets: Vec<CardSet>,
    /// The decks, in the order in which the ruleset names them.
    pub decks: Vec<Deck>,
    /// The card sets and decks as they were written.
    pub(crate) written: Written,
    /// Further texts that the rules name by their paths, in dialects that do so.
    pub beside: Vec<Beside>,
    /// Whether a card set or deck that was asked for is missing, so that it is not known what can be
    /// read of cards. It has been reported.
    pub is_incomplete: bool,
    /// The scripts that the rules name.
    pub scripts: Option<PackageScripts>,
    /// Whether a script that the rules name cannot be read. It has been reported.
    pub(crate) lacks_script: bool,
    /// Scripts that stand in the same file, by their paths.
    pub(crate) fat_scripts: Option<Node>,
    /// Every text that the game depends on, under a name that does not depend on where it was
    /// found; the ruleset's own text first. What it is hashed by.
    pub inputs: Vec<(String, Arc<str>)>,
}
