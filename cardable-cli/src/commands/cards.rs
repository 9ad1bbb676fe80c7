//! `cardable cards`

use crate::end::{End, Failure};
use crate::paint::{STRONG, styled};
use crate::{load, outputs};
use cardable_core::content::{Collection, ContentPath, Directory, Files, MAX_BYTES};
use cardable_core::diag::{Diagnostics, Sources};
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Make a card set of a table, or print the cards of a game
#[derive(Args)]
#[command(after_help = "Examples:
  cardable cards import town.csv      a card set of a table
  cardable cards sheet market         the cards of a game to print and cut out")]
pub(crate) struct Cards {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Import(Import),
    Sheet(Sheet),
}

impl Cards {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        match &self.what {
            What::Import(args) => args.run(out),
            What::Sheet(args) => args.run(out),
        }
    }
}

/// Write the JSON card set of a table of cards
///
/// The table is a CSV file, as spreadsheets write it. Its first line names the columns: name, value, suit, rank, text, colour
/// and id are fields of cards, and every other column is an attribute. A card set can also name the file itself:
/// "cards": "cards.csv".
#[derive(Args)]
#[command(after_help = "Examples:
  cardable cards import town.csv                      writes town.json
  cardable cards import town.csv --name guilds -o my-game/cardset.json")]
struct Import {
    /// The CSV file
    table: PathBuf,
    /// What the card set is called; the name of the file when left out
    #[arg(long)]
    name: Option<String>,
    /// The file to write, or - for the output; the name of the table with .json when left out
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

impl Import {
    fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let shown = self.table.display().to_string();
        let stem = self.table.file_stem().and_then(|stem| stem.to_str());
        let name = self.name.as_deref().or(stem).unwrap_or("cards").trim();
        if name.is_empty() {
            return Err(Failure::usage(
                "a card set needs a name: write one after `--name`",
            ));
        }
        let text = read(&self.table)?;
        let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
        let file = sources.add(shown.as_str(), text.as_str());
        let set = Collection::import(name, file, &text, &mut diagnostics);
        load::tell_all(&diagnostics, &sources);
        let Some(set) = set else {
            if diagnostics.has_errors() {
                return Err(Failure::Reported);
            }
            return Err(Failure::problem(format!(
                "`{shown}` has no cards: write one in each line below the header"
            )));
        };
        let path = match &self.output {
            Some(path) if path.as_os_str() == "-" => {
                out.write_all(set.text.as_bytes())?;
                return Ok(End::Fine);
            }
            Some(path) => path.clone(),
            None => self.table.with_extension("json"),
        };
        outputs::write_new(&path, &set.text, self.force)?;
        let path = path.display().to_string();
        writeln!(
            out,
            "{} has the {} cards of `{name}`",
            styled(STRONG, &path),
            set.cards
        )?;
        Ok(End::Fine)
    }
}

/// The text of a table.
fn read(table: &Path) -> Result<String, Failure> {
    let failed = |problem: &dyn std::fmt::Display| {
        Failure::problem(format!("`{}` cannot be read: {problem}", table.display()))
    };
    let folder = match table.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    };
    let name = table
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let files = Directory::open(folder).map_err(|error| failed(&error))?;
    let path = ContentPath::new(name).map_err(|error| failed(&error))?;
    let bytes = files
        .read(&path, MAX_BYTES as u64)
        .map_err(|error| failed(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| failed(&"it is not UTF-8; save it as UTF-8"))?;
    Ok(text.trim_start_matches('\u{FEFF}').to_owned())
}

/// Write a printable sheet of the cards of a game, as one HTML file without network
///
/// Every card is drawn as at the table in the browser, as often as a new game has it, in the size that its card set says in
/// millimetres. Pictures of cards are not used.
#[derive(Args)]
#[command(after_help = "Examples:
  cardable cards sheet market                         writes market.html
  cardable cards sheet my-game --once -o cards.html")]
struct Sheet {
    /// A file, a folder, or the name of a game that comes with the program
    ruleset: String,
    /// Each card once
    #[arg(long)]
    once: bool,
    /// The file to write, or - for the output; the game's name with .html when left out
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

#[cfg(feature = "net")]
impl Sheet {
    fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        use cardable_core::view::CardSeen;
        use cardable_core::{Game, Seed, Setup, Viewer};
        use std::collections::BTreeMap;

        let ruleset = load::ruleset(&self.ruleset)?;
        let seats = *ruleset.seats().start();
        let game = Game::new(&ruleset, &Setup::seats(seats), Seed::from(1)).map_err(Failure::problem)?;
        let mut copies: BTreeMap<usize, usize> = BTreeMap::new();
        for card in game
            .view(Viewer::Omniscient)
            .zones
            .iter()
            .flat_map(|zone| &zone.cards)
        {
            if let CardSeen::Face(face) = card {
                let count = copies.entry(face.index()).or_default();
                *count = if self.once { 1 } else { *count + 1 };
            }
        }
        let copies: Vec<(usize, usize)> = copies.into_iter().collect();
        let count: usize = copies.iter().map(|(_, copies)| copies).sum();
        let page = cardable_net::sheet(&ruleset.info(), &copies);
        let page =
            page.ok_or_else(|| Failure::problem("the drawings of cards cannot be joined into one page"))?;
        let path = match &self.output {
            Some(path) if path.as_os_str() == "-" => {
                out.write_all(page.as_bytes())?;
                return Ok(End::Fine);
            }
            Some(path) => path.clone(),
            None => {
                let found = self.ruleset.trim_end_matches('/');
                let stem = Path::new(found).file_stem().and_then(|stem| stem.to_str());
                PathBuf::from(stem.unwrap_or("cards")).with_extension("html")
            }
        };
        outputs::write_new(&path, &page, self.force)?;
        let path = path.display().to_string();
        writeln!(
            out,
            "{} has the {count} cards of {}: open it and print it",
            styled(STRONG, &path),
            ruleset.name()
        )?;
        Ok(End::Fine)
    }
}

#[cfg(not(feature = "net"))]
impl Sheet {
    fn run(&self, _out: &mut dyn Write) -> Result<End, Failure> {
        Err(Failure::without_table(&format!(
            "`cardable cards sheet {}`",
            self.ruleset
        )))
    }
}
