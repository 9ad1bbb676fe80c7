//! Files of the system.

use std::{
    fs, io,
    io::Read,
    path::{Path, PathBuf},
};

use super::{
    ContentPath, Entry, Files, FilesError, Kind,
    files::{MAX_ENTRIES, is_hidden},
};

/// A directory of the system. Links that lead out of it are not followed.
///
/// ```
/// use cardable_core::content::{ContentPath, Directory, Files, Kind};
/// let package = Directory::open(env!("CARGO_MANIFEST_DIR"))?;
/// assert_eq!(package.kind(&ContentPath::new("src")?), Some(Kind::Folder));
/// assert!(package.read(&ContentPath::new("Cargo.toml")?, 1 << 20).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Directory {
    name: String,
    /// Without links and `..`, so that what lies in it can be told from what does not.
    root: PathBuf,
}

impl Directory {
    /// Takes an existing directory as a root.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Directory> {
        let path = path.as_ref();
        let root = path.canonicalize()?;
        if !root.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        let name = path.display().to_string();
        let inner = name.trim_end_matches(['/', '\\']).trim_start_matches("./");
        let name = if inner.is_empty() { &*name } else { inner };
        let name = if name == "." { "" } else { name };
        Ok(Directory {
            name: name.to_owned(),
            root,
        })
    }

    /// The path without links, if it exists and lies in the root.
    fn resolve(&self, path: &ContentPath) -> Result<PathBuf, FilesError> {
        let mut full = self.root.clone();
        full.extend(path.parts());
        let full = full.canonicalize().map_err(|error| from_io(&error))?;
        if full.starts_with(&self.root) {
            Ok(full)
        } else {
            Err(FilesError::Outside)
        }
    }
}

impl Files for Directory {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&self, path: &ContentPath, limit: u64) -> Result<Vec<u8>, FilesError> {
        let full = self.resolve(path)?;
        let about = fs::metadata(&full).map_err(|error| from_io(&error))?;
        // Also keeps from opening a pipe, which would wait for somebody to write.
        if !about.is_file() {
            return Err(FilesError::WrongKind("a file"));
        }
        if about.len() > limit {
            return Err(FilesError::TooLarge { limit });
        }
        let file = fs::File::open(&full).map_err(|error| from_io(&error))?;
        let mut bytes = Vec::with_capacity(usize::try_from(about.len()).unwrap_or(0));
        let mut bounded = file.take(limit.saturating_add(1));
        bounded.read_to_end(&mut bytes).map_err(|error| from_io(&error))?;
        if bytes.len() as u64 > limit {
            return Err(FilesError::TooLarge { limit });
        }
        Ok(bytes)
    }

    fn list(&self, path: &ContentPath) -> Result<Vec<Entry>, FilesError> {
        let full = self.resolve(path)?;
        if !full.is_dir() {
            return Err(FilesError::WrongKind("a folder"));
        }
        let mut entries = Vec::new();
        for (count, entry) in fs::read_dir(full).map_err(|error| from_io(&error))?.enumerate() {
            if count >= MAX_ENTRIES {
                return Err(FilesError::TooMany { limit: MAX_ENTRIES });
            }
            let entry = entry.map_err(|error| from_io(&error))?;
            // What has no readable name, is not an author's, or leads out of the root, is not there.
            let Some(name) = entry
                .file_name()
                .into_string()
                .ok()
                .filter(|name| !is_hidden(name))
            else {
                continue;
            };
            let Ok(inner) = path.join(&name) else {
                continue;
            };
            if let Some(kind) = self.kind(&inner) {
                entries.push(Entry {
                    name: name.into(),
                    kind,
                });
            }
        }
        entries.sort();
        Ok(entries)
    }

    fn links_out(&self, folder: &ContentPath) -> Vec<Box<str>> {
        let Ok(full) = self.resolve(folder) else {
            return Vec::new();
        };
        let entries = fs::read_dir(full).into_iter().flatten().take(MAX_ENTRIES);
        let mut names: Vec<Box<str>> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| {
                let inner = folder.join(name);
                !is_hidden(name)
                    && inner.is_ok_and(|inner| matches!(self.resolve(&inner), Err(FilesError::Outside)))
            })
            .map(Into::into)
            .collect();
        names.sort();
        names
    }

    fn kind(&self, path: &ContentPath) -> Option<Kind> {
        let about = fs::metadata(self.resolve(path).ok()?).ok()?;
        match (about.is_file(), about.is_dir()) {
            (true, _) => Some(Kind::File),
            (_, true) => Some(Kind::Folder),
            _ => None,
        }
    }
}

fn from_io(error: &io::Error) -> FilesError {
    match error.kind() {
        io::ErrorKind::NotFound => FilesError::NotFound,
        io::ErrorKind::NotADirectory => FilesError::WrongKind("a folder"),
        _ => FilesError::Other(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of its own for each test, gone when the test is over.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("cardable-{}-{name}", std::process::id()));
            fs::create_dir_all(path.join("root/sets")).unwrap();
            fs::write(path.join("secret.json"), "{}").unwrap();
            fs::write(path.join("root/sets/a.json"), "[1, 2]").unwrap();
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn path(text: &str) -> ContentPath {
        ContentPath::new(text).unwrap()
    }

    #[test]
    fn reads_and_lists() {
        let scratch = Scratch::new("reads");
        let files = Directory::open(scratch.0.join("root")).unwrap();
        assert_eq!(files.read(&path("sets/a.json"), 6).unwrap(), b"[1, 2]");
        assert_eq!(
            files.read(&path("sets/a.json"), 5),
            Err(FilesError::TooLarge { limit: 5 })
        );
        assert_eq!(files.read(&path("sets"), 5), Err(FilesError::WrongKind("a file")));
        assert_eq!(files.read(&path("b.json"), 5), Err(FilesError::NotFound));
        let sets = Entry {
            name: "sets".into(),
            kind: Kind::Folder,
        };
        assert_eq!(files.list(&ContentPath::root()).unwrap(), [sets]);
        assert!(Directory::open(scratch.0.join("root/sets/a.json")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out() {
        let scratch = Scratch::new("links");
        let link = |to: &Path, name: &str| {
            std::os::unix::fs::symlink(to, scratch.0.join("root").join(name)).unwrap();
        };
        link(&scratch.0.join("secret.json"), "out.json");
        link(&scratch.0, "up");
        link(Path::new("sets/a.json"), "in.json");
        link(Path::new("round"), "round");
        let files = Directory::open(scratch.0.join("root")).unwrap();
        assert_eq!(files.read(&path("out.json"), 100), Err(FilesError::Outside));
        assert_eq!(files.read(&path("up/secret.json"), 100), Err(FilesError::Outside));
        assert_eq!(files.list(&path("up")), Err(FilesError::Outside));
        assert!(files.read(&path("round"), 100).is_err());
        assert_eq!(files.read(&path("in.json"), 100).unwrap(), b"[1, 2]");
        let listed = files.list(&ContentPath::root()).unwrap();
        let names: Vec<&str> = listed.iter().map(|entry| &*entry.name).collect();
        assert_eq!(names, ["in.json", "sets"]);
        let out = files.links_out(&ContentPath::root());
        assert_eq!(out, ["out.json".into(), "up".into()]);
    }
}
