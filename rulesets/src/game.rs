//! The games among the files.

use crate::files::files;
use cardable_core::content::{ContentPath, dialect_of_name};
use cardable_core::diag::did_you_mean;
use cardable_core::{Checked, Language, LoadError, Loader, Ruleset};
use std::error::Error;
use std::fmt;

/// A game that comes with Cardable.
///
/// ```
/// let game = cardable_rulesets::game("go-fish")?;
/// assert_eq!(game.title(), "Go Fish");
/// assert!(game.rules().contains("books"));
/// # Ok::<(), cardable_rulesets::UnknownGame>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shipped {
    name: &'static str,
    /// Where its rules begin.
    main: &'static str,
}

/// Every shipped game, by name.
///
/// ```
/// for game in cardable_rulesets::games() {
///     println!("{:16} {}", game.name(), game.description());
/// }
/// ```
pub fn games() -> impl Iterator<Item = Shipped> {
    let rules = files().iter().filter(|(path, _)| dialect_of_name(path).is_some());
    let mut games: Vec<Shipped> = rules
        .filter_map(|(main, _)| {
            Some(Shipped {
                name: main.split_once('/')?.0,
                main,
            })
        })
        .collect();
    // The order of paths is another one: `skullable/` comes after `skullable-luau/`.
    games.sort();
    games.into_iter()
}

/// The shipped game of this name.
pub fn game(name: &str) -> Result<Shipped, UnknownGame> {
    games()
        .find(|game| game.name == name)
        .ok_or_else(|| UnknownGame::new(name))
}

impl Shipped {
    /// The name of its folder: `crazy-eights`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// What players call it: `Crazy Eights`.
    pub fn title(self) -> &'static str {
        let heading = self.rules().lines().next().unwrap_or_default();
        heading.trim_start_matches("# ")
    }

    /// A sentence or two about it, as its ruleset has them ([`Ruleset::description`]).
    pub fn description(self) -> &'static str {
        // The texts are ours, and a test compares: so nothing needs to be read as JSON here.
        let text = text(self.main);
        let field = text
            .split_once("\"description\": \"")
            .and_then(|(_, rest)| rest.split_once('"'));
        field.map_or("", |(description, _)| description)
    }

    /// How it is played, for players, in Markdown: the `RULES.md` of its folder.
    pub fn rules(self) -> &'static str {
        text(&format!("{}/RULES.md", self.name))
    }

    /// The same in a language: the `RULES.de.md` of its folder, and where there is none its `RULES.md`.
    ///
    /// ```
    /// use cardable_core::Language;
    /// let hearts = cardable_rulesets::game("hearts")?;
    /// assert!(hearts.rules_in(Language::German).contains("Pik-Dame"));
    /// assert_eq!(hearts.rules_in(Language::English), hearts.rules());
    /// # Ok::<(), cardable_rulesets::UnknownGame>(())
    /// ```
    pub fn rules_in(self, language: Language) -> &'static str {
        match text(&format!("{}/RULES.{}.md", self.name, language.tag())) {
            "" => self.rules(),
            translated => translated,
        }
    }

    /// Its files, by their paths in its folder. The card sets that it shares with others are not among them.
    pub fn files(self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        files().below(self.name)
    }

    /// Its folder in [`files`].
    pub fn path(self) -> ContentPath {
        // The names of folders are paths.
        ContentPath::new(self.name).unwrap_or_else(|_| ContentPath::root())
    }

    /// Its ruleset. Games with scripts need a loader that can read them: [`Shipped::load_with`].
    pub fn load(self) -> Result<Ruleset, LoadError> {
        self.load_with(&Loader::new())
    }

    /// Its ruleset, read by a loader of yours: with scripts, content roots or primitives.
    pub fn load_with(self, loader: &Loader<'_>) -> Result<Ruleset, LoadError> {
        self.check_with(loader).into_result()
    }

    /// The same, with warnings, and the texts that it was read from.
    pub fn check_with(self, loader: &Loader<'_>) -> Checked {
        let loader = loader.clone().supplied(&[files()]);
        loader.check_files(files(), &self.path())
    }
}

/// The text of a path.
fn text(path: &str) -> &'static str {
    let bytes = files().get(path).unwrap_or_default();
    str::from_utf8(bytes).unwrap_or_default()
}

/// There is no shipped game of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownGame {
    /// The name that was asked for.
    pub name: Box<str>,
    /// What to ask for instead.
    pub help: Box<str>,
}

impl UnknownGame {
    fn new(name: &str) -> UnknownGame {
        let known: Vec<&str> = games().map(Shipped::name).collect();
        let help = match did_you_mean(name, known.iter().copied()) {
            Some(suggestion) => format!("did you mean `{suggestion}`?"),
            None => format!("it is one of {}", known.join(", ")),
        };
        UnknownGame {
            name: name.into(),
            help: help.into(),
        }
    }
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no shipped game `{}`: {}", self.name, self.help)
    }
}

impl Error for UnknownGame {}
