//! Files that a command writes once it has its result.

use crate::end::Failure;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Fails if a file could not be written, so that nobody waits for a result that has no place. It leaves what is there
/// as it is, and nothing where nothing was.
pub(crate) fn try_file(path: &Path) -> Result<(), Failure> {
    let open = |options: &mut OpenOptions| options.open(path).map(drop);
    let tried = match fs::metadata(path) {
        Ok(about) if about.is_file() || about.is_dir() => open(OpenOptions::new().append(true)),
        // Whoever reads from a pipe would take its closing for the end.
        Ok(_) => Ok(()),
        // A link to what is not there yet would go away with the file.
        Err(_) if path.is_symlink() => Ok(()),
        Err(_) => open(OpenOptions::new().write(true).create_new(true)).and_then(|()| fs::remove_file(path)),
    };
    tried.map_err(|error| unwritable(path, &error))
}

/// The same for a file that must not be there yet: what somebody wrote by hand may be in it.
pub(crate) fn try_new_file(path: &Path) -> Result<(), Failure> {
    match path.is_file() {
        true => Err(Failure::problem(format!(
            "`{}` is there already: name a file that is not, and copy what you need of it into this one",
            path.display()
        ))),
        false => try_file(path),
    }
}

/// Makes a folder for files of these names, and fails if they could not be written there.
pub(crate) fn try_folder<'n>(path: &Path, names: impl IntoIterator<Item = &'n str>) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| unwritable(path, &error))?;
    names.into_iter().try_for_each(|name| try_file(&path.join(name)))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| unwritable(path, &error))
}

/// Writes a file, which is replaced only if that is asked for.
pub(crate) fn write_new(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true);
    match force {
        true => options.create(true).truncate(true),
        false => options.create_new(true),
    };
    let written = options
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        let path = path.display();
        Failure::problem(match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("`{path}` is there already: name another file with `--output`, or replace it with `--force`")
            }
            ErrorKind::NotFound => {
                format!("`{path}` cannot be written: its folder is not there; make the folder first")
            }
            _ => format!("`{path}` cannot be written: {error}; name another file with `--output`"),
        })
    })
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::problem(format!("`{}` cannot be written: {error}", path.display()))
}
