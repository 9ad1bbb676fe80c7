//! `cardable new`

use crate::end::{End, Failure};
use crate::paint::{STRONG, styled};
use crate::start;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Begin a game: a folder with rules that can be played at once, and comments that explain them
#[derive(Args)]
#[command(after_help = "Example:
  cardable new my-game
  cardable play my-game")]
pub(crate) struct New {
    /// What the game and its folder are called
    name: String,
    /// The folder in which the new one is made
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

impl New {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let name = self.name.trim();
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
        if name.is_empty() || name.starts_with('.') || name.len() > 60 || !name.chars().all(is_plain) {
            return Err(Failure::usage(format!(
                "`{name}` cannot be the name of a folder: take up to 60 letters, digits, blanks, `-` and `_`"
            )));
        }
        let folder = self.dir.join(name);
        if folder.exists() {
            return Err(Failure::problem(format!(
                "`{}` is there already",
                folder.display()
            )));
        }
        let files = start::files(name);
        for (path, text) in &files {
            write(&folder.join(path), text)?;
        }
        let shown = folder.strip_prefix(".").unwrap_or(&folder).display().to_string();
        writeln!(out, "{} is a game now:", styled(STRONG, &shown))?;
        for (path, what) in start::ABOUT {
            writeln!(out, "  {path:22} {what}")?;
        }
        let shown = if shown.contains(' ') {
            format!("\"{shown}\"")
        } else {
            shown
        };
        writeln!(out, "\nNext:")?;
        for command in ["play", "check", "test", "simulate"] {
            writeln!(out, "  cardable {command} {shown}")?;
        }
        Ok(End::Fine)
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(path);
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text));
    written.map_err(|error| Failure::problem(format!("`{}` cannot be written: {error}", path.display())))
}
