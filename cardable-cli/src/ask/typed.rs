//! What a person types besides choices.

use crate::say::say;

/// What can be asked for at any time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    Table,
    Log,
    /// The rules of the game.
    Rules,
    /// What is printed on the cards.
    Cards,
    Hint,
    Undo,
    /// That others go first.
    Wait,
    Help,
    Quit,
}

impl Typed {
    const ALL: [Typed; 9] = [
        Typed::Table,
        Typed::Log,
        Typed::Rules,
        Typed::Cards,
        Typed::Hint,
        Typed::Undo,
        Typed::Wait,
        Typed::Help,
        Typed::Quit,
    ];

    /// What a line asks for: by its letter, which is the same in all languages, or by its word in English or in the language
    /// that the terminal speaks.
    pub(crate) fn read(line: &str) -> Option<Typed> {
        let is_meant = |typed: &Typed| {
            typed.letters().contains(&line) || typed.english() == line || typed.word() == line
        };
        Typed::ALL.into_iter().find(is_meant)
    }

    fn letters(self) -> &'static [&'static str] {
        match self {
            Typed::Table => &["", "t"],
            Typed::Log => &["l"],
            Typed::Rules | Typed::Cards | Typed::Hint => &[],
            Typed::Undo => &["u"],
            Typed::Wait => &["w"],
            Typed::Help => &["?", "h"],
            Typed::Quit => &["q"],
        }
    }

    fn english(self) -> &'static str {
        match self {
            Typed::Table => "table",
            Typed::Log => "log",
            Typed::Rules => "rules",
            Typed::Cards => "cards",
            Typed::Hint => "hint",
            Typed::Undo => "undo",
            Typed::Wait => "wait",
            Typed::Help => "help",
            Typed::Quit => "quit",
        }
    }

    /// Its word in the language that the terminal speaks.
    pub(crate) fn word(self) -> String {
        match self {
            Typed::Table => say!("table"),
            Typed::Log => say!("log"),
            Typed::Rules => say!("rules"),
            Typed::Cards => say!("cards"),
            Typed::Hint => say!("hint"),
            Typed::Undo => say!("undo"),
            Typed::Wait => say!("wait"),
            Typed::Help => say!("help"),
            Typed::Quit => say!("quit"),
        }
    }
}

/// Whether a person agrees to what was asked.
pub(crate) fn is_yes(typed: &str) -> bool {
    let typed = typed.to_lowercase();
    ["y", "yes"].contains(&&*typed) || [say!("y"), say!("yes")].contains(&typed)
}

/// Whether a person refuses what was asked.
pub(crate) fn is_no(typed: &str) -> bool {
    let typed = typed.to_lowercase();
    ["n", "no"].contains(&&*typed) || [say!("n"), say!("no")].contains(&typed)
}
