//! Reloads a ruleset under development while its game is played.

use crate::ask::Terminal;
use crate::end::Failure;
use crate::load::{self, Found};
use crate::say::say;
use cardable_core::log::Entry;
use cardable_core::{Game, Log, Match, Ruleset, cases};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Limits for watched folders: maximum depth and number of files.
const DEEPEST: usize = 4;
const MOST: usize = 2_000;

/// A file's path, modification time and size.
type Seen = (PathBuf, Option<SystemTime>, u64);

/// The watched files of a ruleset.
pub(crate) struct Watch {
    found: Found,
    folder: PathBuf,
    seen: Vec<Seen>,
    /// Whether the ruleset was valid at the start.
    readable: bool,
}

impl Watch {
    pub(crate) fn new(found: Found) -> Result<Watch, Failure> {
        let Found::Path(path) = &found else {
            return Err(Failure::usage(
                "this game comes with the program: `--watch` wants a file or a folder",
            ));
        };
        let folder = match path.is_dir() {
            true => path.clone(),
            false => path.parent().map(Path::to_path_buf).unwrap_or_default(),
        };
        let folder = match folder.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => folder,
        };
        let seen = files_of(&folder);
        let readable = load::check(&found).ruleset.is_some();
        Ok(Watch {
            found,
            folder,
            seen,
            readable,
        })
    }

    /// Whether the files have changed since the last check.
    pub(crate) fn is_changed(&mut self) -> bool {
        let now = files_of(&self.folder);
        let changed = now != self.seen;
        self.seen = now;
        changed
    }

    /// Whether an invalid ruleset has become valid without changes in its folder. Its card sets can be in other
    /// folders.
    pub(crate) fn is_mended_elsewhere(&self) -> bool {
        !self.readable && load::check(&self.found).ruleset.is_some()
    }

    /// The ruleset, if its files have changed and it is valid. Its errors are shown once.
    pub(super) fn changed(&mut self) -> Option<Ruleset> {
        if !self.is_changed() {
            return None;
        }
        let checked = load::check(&self.found);
        if checked.ruleset.is_none() {
            load::tell_errors(&checked);
        }
        checked.ruleset
    }
}

/// Waits until the author has fixed the rules. Returns false if they quit.
pub(crate) fn wait(terminal: &mut Terminal<'_>) -> Result<bool, Failure> {
    let answer = terminal.read(&format!(
        "{} ",
        say!("Mend the rules, save the file and press Enter; q leaves the game.")
    ))?;
    Ok(!matches!(answer.as_deref(), None | Some("q" | "quit")))
}

/// The text files below a folder, sorted.
fn files_of(folder: &Path) -> Vec<Seen> {
    let mut found = Vec::new();
    look_into(folder, 0, &mut found);
    found.sort();
    found
}

fn look_into(folder: &Path, depth: usize, found: &mut Vec<Seen>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(about) = entry.metadata() else { continue };
        if found.len() >= MOST {
            return;
        }
        if about.is_dir() && depth < DEEPEST {
            look_into(&path, depth + 1, found);
        } else if path
            .extension()
            .is_some_and(|e| e == "json" || e == "json5" || e == "luau" || e == "csv")
        {
            found.push((path, about.modified().ok(), about.len()));
        }
    }
}

/// Replays a log with the ruleset as far as possible. Also returns a message about it.
pub(super) fn carried_over(ruleset: &Ruleset, log: &Log) -> Result<(Match, String), String> {
    let mut table = Match::new(ruleset, &log.setup, log.seed).map_err(|e| e.to_string())?;
    let all = log.entries.len();
    for (at, entry) in log.entries.iter().enumerate() {
        let done = match entry {
            Entry::Choice { seat, choice } => table.submit(*seat, choice),
            Entry::Timeout { seat } => table.timeout(*seat),
        };
        if let Err(why) = done {
            let word = match at {
                0 => format!("The ruleset has changed; the game begins again: {why}"),
                _ => format!("The ruleset has changed; the game goes on after {at} of {all} choices: {why}"),
            };
            return Ok((table, word));
        }
    }
    Ok((
        table,
        "The ruleset has changed; the game goes on by it.".to_owned(),
    ))
}

/// An edited game by other rules, as it stands: by the names of what is in it.
pub(super) fn edits_carried_over(ruleset: &Ruleset, game: &Game, begun: &Log) -> Result<Game, String> {
    let text = cases::given(game, &begun.setup, begun.seed).map_err(|why| why.to_string())?;
    cases::set_up(ruleset, &text, &begun.setup, begun.seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardable_core::testing::TINY;
    use cardable_core::{Seed, Setup};

    fn ruleset(text: &str) -> Ruleset {
        cardable_core::parse(text).unwrap()
    }

    /// A match after this many choices.
    fn begun(ruleset: &Ruleset, choices: usize) -> Match {
        let mut table = Match::new(ruleset, &Setup::seats(2), Seed::from(3)).unwrap();
        for _ in 0..choices {
            let decision = table.game().next_decision().unwrap();
            let (seat, choice) = (decision.seat(), decision.nth(0).unwrap());
            table.submit(seat, &choice).unwrap();
        }
        table
    }

    #[test]
    fn a_game_goes_on_as_far_as_its_choices_can_be_made() {
        let old = begun(&ruleset(TINY), 3);
        let words = ruleset(&TINY.replace("Take a stone", "Take one"));
        let (table, word) = carried_over(&words, old.log()).unwrap();
        assert_eq!(table.log().entries.len(), 3);
        assert!(word.ends_with("goes on by it."), "{word}");
        // Now a seat takes two at once, so the deck of six is empty before the fourth choice.
        let quick = TINY.replace(
            "{ \"endpoint\": \"add_score()\"",
            "{ \"endpoint\": \"draw_cards()\", \"params\": [\"$player\", 2, \"deck\", \"$player.hand\"] }, { \"endpoint\": \"add_score()\"",
        );
        let (table, word) = carried_over(&ruleset(&quick), old.log()).unwrap();
        assert_eq!(table.log().entries.len(), 2);
        assert!(word.contains("after 2 of 3 choices"), "{word}");
    }

    #[test]
    fn changes_of_files_are_seen_once() {
        let folder = std::env::temp_dir().join(format!("cardable-watch-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("ruleset.json");
        std::fs::write(&file, TINY).unwrap();
        let mut watch = Watch::new(Found::Path(folder.clone())).unwrap();
        assert!(watch.changed().is_none());
        std::fs::write(&file, TINY.replace("Take a stone", "Take one of the stones")).unwrap();
        assert!(watch.changed().is_some());
        assert!(watch.changed().is_none());
        std::fs::write(&file, "{").unwrap();
        assert!(
            watch.changed().is_none(),
            "what cannot be played is told, and the old rules stay"
        );
        std::fs::write(&file, TINY).unwrap();
        assert!(watch.changed().is_some());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
