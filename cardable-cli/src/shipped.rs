//! The rulesets that come with the program.

use cardable_core::content::{Dialect, MemoryFiles};
use std::sync::LazyLock;

/// Their texts: path and content.
static TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// All of them, as files.
pub(crate) fn files() -> &'static MemoryFiles {
    static FILES: LazyLock<MemoryFiles> = LazyLock::new(|| {
        let mut files = MemoryFiles::named("rulesets");
        for (path, text) in TEXTS {
            // A path that cannot be one is left out; the test below would tell.
            let _ = files.add(path, *text);
        }
        files
    });
    &FILES
}

/// The text of a path.
pub(crate) fn text(path: &str) -> Option<&'static str> {
    TEXTS
        .iter()
        .find(|(known, _)| *known == path)
        .map(|(_, text)| *text)
}

/// The games among them.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    TEXTS
        .iter()
        .filter(|(path, _)| Dialect::of_name(path).is_some())
        .filter_map(|(path, _)| Some(path.rsplit_once('/')?.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardable_core::content::ContentPath;

    #[test]
    fn every_shipped_game_can_be_played() {
        for name in names() {
            let path = ContentPath::new(name).unwrap();
            let checked = crate::load::loader().check_files(files(), &path);
            assert!(checked.ruleset.is_some(), "{name}: {:?}", checked.reports());
        }
    }
}
