//! `cardable pack`

use crate::end::{End, Failure};
use crate::load;
use crate::outputs;
use crate::paint::{STRONG, styled};
use crate::simulate::text::quoted;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

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
        outputs::write_new(&path, &packed.text, self.force)?;
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
}
