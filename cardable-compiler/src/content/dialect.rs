//! Which dialect a text is written in: told by the end of its name, else by what it holds.

use crate::text::json::Node;

/// A way to write rules down.
///
/// ```
/// use cardable_core::content::Dialect;
/// let names: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.name()).collect();
/// assert_eq!(names, ["cardable", "tables", "cardgame"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// The engine's own: `ruleset.json`.
    Cardable,
    /// Decks and zones without rules of play, to be played with as at a table: `NAME.game.json`.
    Tables,
    /// A game in phases with expressions: `NAME.cardgame.json`.
    CardGame,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: &'static [Dialect] = &[Dialect::Cardable, Dialect::Tables, Dialect::CardGame];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Cardable => "cardable",
            Dialect::Tables => "tables",
            Dialect::CardGame => "cardgame",
        }
    }

    /// The dialect of a file with rules, by its name alone. Files of other names may hold rules as
    /// well: [`Contents`](super::Contents) tells by what they hold.
    ///
    /// ```
    /// use cardable_core::content::Dialect;
    /// assert_eq!(Dialect::of_name("rummy/rummy.game.json"), Some(Dialect::Tables));
    /// assert_eq!(Dialect::of_name("rummy/deck.json"), None);
    /// ```
    pub fn of_name(path: &str) -> Option<Dialect> {
        let name = path.rsplit('/').next().unwrap_or(path);
        if name == "ruleset.json" {
            Some(Dialect::Cardable)
        } else if name.ends_with(".cardgame.json") {
            Some(Dialect::CardGame)
        } else if name.ends_with(".game.json") {
            Some(Dialect::Tables)
        } else {
            None
        }
    }

    /// What a file of this dialect is called by its author; None where all are called the same.
    ///
    /// ```
    /// use cardable_core::content::Dialect;
    /// assert_eq!(Dialect::Tables.stem("rummy.game.json"), Some("rummy"));
    /// assert_eq!(Dialect::Cardable.stem("ruleset.json"), None);
    /// ```
    pub fn stem(self, name: &str) -> Option<&str> {
        let stem = match self {
            Dialect::Cardable => None,
            Dialect::Tables => name.strip_suffix(".game.json"),
            Dialect::CardGame => name.strip_suffix(".cardgame.json"),
        };
        stem.filter(|stem| !stem.is_empty())
    }

    /// The dialect of a text that may hold rules; `None` when it holds none.
    pub(crate) fn of(path: &str, root: &Node) -> Option<Dialect> {
        Dialect::of_name(path).or_else(|| {
            let has = |key| root.get(key).is_some();
            if has("ruleset") || has("game_state") {
                Some(Dialect::Cardable)
            } else if has("phases") && has("meta") {
                Some(Dialect::CardGame)
            } else if has("shared_zones") || has("player_zones") {
                Some(Dialect::Tables)
            } else {
                None
            }
        })
    }

    /// Where a text names further ones that belong to it, by their paths.
    pub(super) fn paths(self, root: &Node) -> Vec<&Node> {
        match self {
            Dialect::Cardable | Dialect::CardGame => Vec::new(),
            Dialect::Tables => {
                let decks = root.get("decks").map_or(&[][..], Node::items);
                let sources = decks.iter().filter_map(|deck| deck.get("source"));
                sources.filter(|source| source.as_str().is_some()).collect()
            }
        }
    }

    /// The same, to be changed.
    pub(super) fn paths_mut(self, root: &mut Node) -> Vec<&mut Node> {
        match self {
            Dialect::Cardable | Dialect::CardGame => Vec::new(),
            Dialect::Tables => {
                let decks = root.get_mut("decks").map_or(&mut [][..], Node::items_mut);
                let sources = decks.iter_mut().filter_map(|deck| deck.get_mut("source"));
                sources.filter(|source| source.as_str().is_some()).collect()
            }
        }
    }
}
