//! The game that is played: by its log, or edited by its author, so that no log leads there.

use crate::say::spoken;
use cardable_core::log::Entry;
use cardable_core::{Choice, Game, Log, Match, NotApplied, Seat, ViewEvent, Viewer};

/// A game with what leads back from it. It is told in the language that the terminal speaks.
pub(crate) struct Playing {
    /// The game as far as it follows from its log.
    table: Match,
    /// What it has become by editing, with the games before each choice and edit since then.
    edited: Option<Edited>,
}

struct Edited {
    game: Game,
    before: Vec<Before>,
}

/// The game before a choice; before an edit, where there is no entry.
struct Before {
    game: Game,
    entry: Option<Entry>,
}

/// What was taken back.
pub(crate) struct TakenBack {
    /// Whose choice; None where it was an edit.
    pub(crate) by: Option<Seat>,
    /// Seats that had learned faces by it, and how many.
    pub(crate) learned: Vec<(Seat, usize)>,
}

impl Playing {
    pub(crate) fn new(mut table: Match) -> Playing {
        table.set_language(spoken());
        Playing { table, edited: None }
    }

    pub(crate) fn game(&self) -> &Game {
        match &self.edited {
            Some(edited) => &edited.game,
            None => self.table.game(),
        }
    }

    /// The log of the game before it was edited.
    pub(crate) fn begun(&self) -> &Log {
        self.table.log()
    }

    /// The log, where the game follows from it.
    pub(crate) fn log(&self) -> Option<&Log> {
        self.edited.is_none().then(|| self.table.log())
    }

    /// The choices since the game began or was edited, the newest first.
    pub(crate) fn choices(&self) -> impl Iterator<Item = &Entry> {
        let edited = self.edited.iter().flat_map(|edited| &edited.before);
        let of_log = self.log().into_iter().flat_map(|log| &log.entries);
        edited
            .filter_map(|before| before.entry.as_ref())
            .rev()
            .chain(of_log.rev())
    }

    pub(crate) fn events(&self, viewer: Viewer) -> Vec<ViewEvent> {
        match &self.edited {
            Some(edited) => edited.game.events(viewer),
            None => self.table.events(viewer),
        }
    }

    pub(crate) fn submit(&mut self, seat: Seat, choice: &Choice) -> Result<(), NotApplied> {
        let Some(edited) = &mut self.edited else {
            return self.table.submit(seat, choice);
        };
        let game = edited.game.clone();
        edited.game.submit(seat, choice)?;
        let choice = choice.clone();
        let entry = Some(Entry::Choice { seat, choice });
        edited.before.push(Before { game, entry });
        Ok(())
    }

    /// Goes on with another game, which an edit has made of this one.
    pub(crate) fn edit(&mut self, game: Game) {
        let mut game = game.with_events();
        game.set_language(spoken());
        match &mut self.edited {
            Some(edited) => {
                let game = std::mem::replace(&mut edited.game, game);
                edited.before.push(Before { game, entry: None });
            }
            None => {
                self.edited = Some(Edited {
                    game,
                    before: Vec::new(),
                });
            }
        }
    }

    /// Takes the last choice or edit back.
    pub(crate) fn undo(&mut self) -> Option<TakenBack> {
        let Some(edited) = &mut self.edited else {
            let undone = self.table.undo()?;
            return Some(TakenBack {
                by: Some(by(&undone.entry)),
                learned: undone.learned,
            });
        };
        let entry = match edited.before.pop() {
            Some(before) => {
                edited.game = before.game;
                before.entry
            }
            // The first edit: before it the game was as its log says.
            None => {
                self.edited = None;
                None
            }
        };
        Some(TakenBack {
            by: entry.as_ref().map(by),
            learned: Vec::new(),
        })
    }
}

/// Whose entry it is.
pub(crate) fn by(entry: &Entry) -> Seat {
    match entry {
        Entry::Choice { seat, .. } | Entry::Timeout { seat } => *seat,
    }
}
