//! What a dialect is: how its files are told, how they are read, and the package that it is given.

use super::texts::Translations;
use super::{Beside, CardSet, ContentPath, Deck};
use crate::expr::Names;
use crate::hir::build::Builder;
use crate::text::fields::ObjectSpec;
use crate::text::json::Node;
use crate::text::source::{FileId, Sources};
use cardable_engine::ids::StateId;
use cardable_engine::primitives::Callee;
use cardable_engine::script::{ScriptFile, ScriptLimits, ScriptSources};
use std::sync::Arc;

/// A way to write rules down.
///
/// ```
/// use cardable_core::content::{DIALECTS, Dialect, Ending};
/// let told = |dialect: &&dyn Dialect| (dialect.name(), dialect.ending());
/// let all: Vec<_> = DIALECTS.iter().map(told).collect();
/// assert_eq!(all[0], ("cardable", Ending::Name("ruleset.json")));
/// assert!(all.contains(&("tables", Ending::After(".game.json"))));
/// ```
pub trait Dialect: std::fmt::Debug + Sync {
    /// The word for it.
    fn name(&self) -> &'static str;

    /// What one writes in it, in a few words.
    fn about(&self) -> &'static str;

    /// What its files are called.
    fn ending(&self) -> Ending;

    /// Whether a text of another name is written in it.
    #[doc(hidden)]
    fn holds(&self, root: &Node) -> bool;

    /// Whether card sets and decks stand beside the rules, and are named by them.
    fn has_content(&self) -> bool {
        false
    }

    /// Where a text names further ones that belong to it, by their paths.
    #[doc(hidden)]
    fn paths<'n>(&self, root: &'n Node) -> Vec<&'n Node> {
        let _ = root;
        Vec::new()
    }

    /// The same, to be changed.
    #[doc(hidden)]
    fn paths_mut<'n>(&self, root: &'n mut Node) -> Vec<&'n mut Node> {
        let _ = root;
        Vec::new()
    }

    /// How its rules are read.
    #[doc(hidden)]
    fn format(&self) -> Result<Format, Missing>;
}

/// What the files of a dialect are called.
///
/// ```
/// use cardable_core::content::Ending;
/// assert!(Ending::After(".game.json").fits("rummy.game.json"));
/// assert!(!Ending::Name("ruleset.json").fits("rules.json"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All of them the same.
    Name(&'static str),
    /// As their author likes, with this behind it.
    After(&'static str),
}

/// How the rules of a dialect are read.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// What schemas call such a file.
    pub title: &'static str,
    /// The object that holds the rules. It says which fields their hash is made of.
    pub fields: &'static ObjectSpec,
    /// What schemas call a text that it names by its path, and what such a text holds.
    pub beside: Option<(&'static str, &'static ObjectSpec)>,
    /// What an object may hold that stands where anything may. Without this, its keys are names.
    pub fields_of: Option<fn(&Node) -> Option<&'static ObjectSpec>>,
    /// Reads the rules.
    pub compile: fn(&Reading<'_>) -> Builder,
}

/// The feature without which this build cannot read a dialect.
#[derive(Clone, Copy, Debug)]
pub struct Missing(pub &'static str);

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
    /// Translations of what people read, the nearest first.
    pub(crate) texts: Vec<Translations>,
    /// Every text that the game depends on, under a name that does not depend on where it was
    /// found; the ruleset's own text first. What it is hashed by.
    pub inputs: Vec<(String, Arc<str>)>,
}

/// The card sets and decks of a package as they were written, in its order.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) sets: Vec<Node>,
    pub(crate) decks: Vec<Node>,
}

/// The scripts of a package.
#[derive(Clone, Debug)]
pub struct PackageScripts {
    /// The texts; the first is the one that the ruleset names.
    pub sources: ScriptSources,
    /// The files that they are for messages, in the same order.
    pub files: Vec<FileId>,
}

impl PackageScripts {
    /// Those that do not stand in the ruleset itself.
    pub(super) fn own_files(&self) -> impl Iterator<Item = &ScriptFile> {
        self.sources.files.iter().filter(|file| file.name != INLINE)
    }
}

/// What a script's text is called that stands in the ruleset itself.
pub(super) const INLINE: &str = "script";

/// What is read, and what the program brings along for it.
pub struct Reading<'a> {
    /// The package with the rules.
    pub package: &'a Package,
    /// The texts, for places in them.
    pub sources: &'a Sources,
    /// Primitives of the program.
    pub primitives: &'a [Callee],
    /// What a single call of a script may use at most.
    pub cap: ScriptLimits,
    /// What reads an expression in the words of the rules, once they are read.
    pub asked: Option<Asked<'a>>,
}

/// An expression that somebody asks of a game. A dialect whose expressions have words of their own says what these mean.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The state that runs.
    pub state: StateId,
    /// Reads the expression.
    pub read: &'a dyn Fn(&mut Builder, &dyn Names),
}

impl Reading<'_> {
    /// The name of a game that does not say it: that of its file, without folders and endings.
    pub(crate) fn file_stem(&self) -> &str {
        let path = self.sources.name(self.package.main);
        let file = path.rsplit('/').next().unwrap_or(path);
        file.split('.').next().unwrap_or(file)
    }
}

impl Ending {
    /// Whether a file may be called so.
    pub fn fits(self, name: &str) -> bool {
        match self {
            Ending::Name(all) => name == all,
            Ending::After(end) => name.ends_with(end),
        }
    }
}

impl dyn Dialect {
    /// What a file of this dialect is called by its author; None where all are called the same.
    ///
    /// ```
    /// use cardable_core::content::dialect_of_name;
    /// let stem = |name| dialect_of_name(name).and_then(|dialect| dialect.stem(name));
    /// assert_eq!(stem("rummy.game.json"), Some("rummy"));
    /// assert_eq!(stem("ruleset.json"), None);
    /// ```
    pub fn stem<'n>(&self, name: &'n str) -> Option<&'n str> {
        let stem = match self.ending() {
            Ending::Name(_) => None,
            Ending::After(end) => name.strip_suffix(end),
        };
        stem.filter(|stem| !stem.is_empty())
    }
}
