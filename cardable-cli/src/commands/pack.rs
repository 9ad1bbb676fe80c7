//! `cardable pack`

use crate::end::{End, Failure};
use crate::load;
use crate::paint::{STRONG, styled};
use crate::simulate::text::quoted;
use clap::Args;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Write one file with all that a game needs
///
/// The file holds the rules with their card sets, decks and scripts, wherever these come from. Every
/// command and every host reads it, alone and in any folder, and by the same rules: a saved game goes
/// on with it. Comments, pictures of cards, RULES.md and README.md stay behind.
#[derive(Args)]
#[command(after_help = "Examples:
  cardable pack my-game                     writes my-game.json
  cardable pack euchre --output cards.json
  cardable pack euchre --output - | wc -c")]
pub(crate) struct Pack {
    /// A file, a folder, or the name of a game that comes with the program
    ruleset: String,
    /// The file to write, or - for the output; the game's name with .json when left out
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

impl Pack {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let packed = load::pack(&load::find(&self.ruleset)?).map_err(|checked| {
            load::tell_errors(&checked);
            Failure::Reported
        })?;
        let path = match &self.output {
            Some(path) if path.as_os_str() == "-" => {
                out.write_all(packed.text.as_bytes())?;
                return Ok(End::Fine);
            }
            Some(path) => path.clone(),
            None => PathBuf::from(&packed.file_name),
        };
        self.write(&path, &packed.text)?;
        let shown = path.display().to_string();
        writeln!(
            out,
            "{} has all of {}: cardable play {}",
            styled(STRONG, &shown),
            packed.ruleset.name(),
            quoted(&shown)
        )?;
        Ok(End::Fine)
    }

    fn write(&self, path: &Path, text: &str) -> Result<(), Failure> {
        let mut options = OpenOptions::new();
        options.write(true);
        match self.force {
            true => options.create(true).truncate(true),
            false => options.create_new(true),
        };
        let written = options
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| {
            let path = path.display();
            Failure::problem(match error.kind() {
                ErrorKind::AlreadyExists => format!(
                    "`{path}` is there already: name another file with `--output`, or replace it with `--force`"
                ),
                ErrorKind::NotFound => {
                    format!("`{path}` cannot be written: its folder is not there; make the folder first")
                }
                _ => format!("`{path}` cannot be written: {error}; name another file with `--output`"),
            })
        })
    }
}
