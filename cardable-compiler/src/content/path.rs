//! Paths that cannot leave their root.

use std::fmt;

/// Why a text is no [`ContentPath`].
///
/// See [`ContentPath`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// It begins with a slash or a drive.
    #[error("it is absolute")]
    Absolute,
    /// It goes up further than down.
    #[error("it leaves the folder it starts in")]
    Leaves,
    /// It has a backslash.
    #[error("it has a backslash; folders are separated by `/`")]
    Backslash,
    /// It has a character that cannot be seen.
    #[error("it has a control character")]
    Control,
    /// It is too long.
    #[error("it is longer than {} bytes", ContentPath::LONGEST)]
    TooLong,
}

/// A path below the root of some [`Files`](super::Files), with `/` between its parts and without
/// `.` and `..`.
///
/// ```
/// use cardable_core::content::{ContentPath, PathError};
///
/// let path = ContentPath::new("skull/./pictures/../cardset.json").unwrap();
/// assert_eq!(path.as_str(), "skull/cardset.json");
/// assert_eq!(path.parent().unwrap().join("decks").unwrap().as_str(), "skull/decks");
/// assert_eq!(ContentPath::new("skull/../../secret"), Err(PathError::Leaves));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentPath(Box<str>);

impl ContentPath {
    /// The longest path, in bytes.
    pub const LONGEST: usize = 1024;

    /// The root itself.
    pub fn root() -> ContentPath {
        ContentPath("".into())
    }

    /// Takes a text as a path below the root.
    pub fn new(text: &str) -> Result<ContentPath, PathError> {
        ContentPath::root().join(text)
    }

    /// The path that leads from here to `text`. It may go up with `..`, but not above the root.
    pub fn join(&self, text: &str) -> Result<ContentPath, PathError> {
        if text.starts_with('/') {
            return Err(PathError::Absolute);
        }
        if text.contains('\\') {
            return Err(PathError::Backslash);
        }
        if text.contains(char::is_control) {
            return Err(PathError::Control);
        }
        let mut parts: Vec<&str> = self.parts().collect();
        for part in text.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop().ok_or(PathError::Leaves)?;
                }
                _ if is_drive(part) => return Err(PathError::Absolute),
                _ => parts.push(part),
            }
        }
        let joined = parts.join("/");
        if joined.len() > ContentPath::LONGEST {
            return Err(PathError::TooLong);
        }
        Ok(ContentPath(joined.into()))
    }

    /// The path as text; empty for the root.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The names of the folders on the way and of the last entry.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.0.split('/').filter(|part| !part.is_empty())
    }

    /// The folder that holds this; nothing for the root.
    pub fn parent(&self) -> Option<ContentPath> {
        let folder = self.0.rsplit_once('/').map_or("", |(folder, _)| folder);
        (!self.0.is_empty()).then(|| ContentPath(folder.into()))
    }

    /// The last part; nothing for the root.
    pub fn file_name(&self) -> Option<&str> {
        self.0.rsplit('/').next().filter(|name| !name.is_empty())
    }

    /// Whether this is below `folder`, or `folder` itself.
    pub fn is_in(&self, folder: &ContentPath) -> bool {
        folder.0.is_empty()
            || self
                .0
                .strip_prefix(&*folder.0)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// `C:` would start anew at a drive on some systems, wherever in the path it stands.
fn is_drive(part: &str) -> bool {
    matches!(part.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

impl fmt::Display for ContentPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let check = |text: &str, expected: Result<&str, PathError>| {
            let found = ContentPath::new(text);
            assert_eq!(
                found.as_ref().map(ContentPath::as_str).map_err(|e| *e),
                expected,
                "{text:?}"
            );
        };
        check("", Ok(""));
        check(".", Ok(""));
        check("a//b/", Ok("a/b"));
        check("a/../b", Ok("b"));
        check("Skull & Flowers/ä.png", Ok("Skull & Flowers/ä.png"));
        check("...", Ok("..."));
        check("..", Err(PathError::Leaves));
        check("a/../../b", Err(PathError::Leaves));
        check("/etc/passwd", Err(PathError::Absolute));
        check("C:/x", Err(PathError::Absolute));
        check("a/c:", Err(PathError::Absolute));
        check("c:x", Err(PathError::Absolute));
        check("a\\..\\b", Err(PathError::Backslash));
        check("a\0b", Err(PathError::Control));
        check(&"x".repeat(2000), Err(PathError::TooLong));
    }

    #[test]
    fn joining_stays_below_the_root() {
        let base = ContentPath::new("sets/skull").unwrap();
        assert_eq!(base.join("../x").unwrap().as_str(), "sets/x");
        assert_eq!(base.join("../../../x"), Err(PathError::Leaves));
        assert_eq!(base.join("/x"), Err(PathError::Absolute));
        assert!(base.join("a/b").unwrap().is_in(&base));
        assert!(!ContentPath::new("sets/skulls").unwrap().is_in(&base));
        assert!(base.is_in(&ContentPath::root()));
        assert_eq!(ContentPath::root().parent(), None);
        assert_eq!(ContentPath::root().file_name(), None);
    }
}
