//! Whole packages from texts in memory, with everything that can be wrong in them.

mod card_rules;
mod decks;
mod packages;
mod pictures;
mod sets;
mod tables;
mod wild;

use crate::content::{ContentPath, Files, MemoryFiles, Package};
use crate::text::diag::Diagnostics;
use crate::text::report::Report;
use crate::text::source::Sources;

/// What came out of loading: the package, and its problems in a short form.
struct Outcome {
    package: Option<Package>,
    reports: Vec<Report>,
}

impl Outcome {
    fn package(&self) -> &Package {
        self.package.as_ref().unwrap()
    }

    /// Each problem as place, code and message.
    fn problems(&self) -> Vec<String> {
        let short = |r: &Report| {
            let told = format!("{} {}", r.code.as_str(), r.message);
            match &r.place {
                Some(place) => format!("{}:{}:{} {told}", place.file, place.line, place.column),
                None => told,
            }
        };
        self.reports.iter().map(short).collect()
    }

    fn codes(&self) -> Vec<&str> {
        self.reports.iter().map(|report| report.code.as_str()).collect()
    }
}

fn load_text(text: &str, roots: &[&dyn Files]) -> Outcome {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let package = Package::from_text("g.json", text, roots.into(), &mut sources, &mut diags);
    Outcome {
        package,
        reports: diags.reports(&sources),
    }
}

fn load_files(files: &dyn Files, path: &str, roots: &[&dyn Files]) -> Outcome {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let path = ContentPath::new(path).unwrap();
    let package = Package::from_files(files, &path, roots.into(), &mut sources, &mut diags);
    Outcome {
        package,
        reports: diags.reports(&sources),
    }
}

fn memory(name: &str, files: &[(&str, &str)]) -> MemoryFiles {
    let mut memory = MemoryFiles::named(name);
    for (path, text) in files {
        memory.add(path, *text).unwrap();
    }
    memory
}

/// A card set with two cards, called as asked for.
fn coin(name: &str) -> String {
    format!(
        "{{set_name: '{name}', cards: [{{card_name: 'Heads', card_id: 0}}, \
         {{card_name: 'Tails', card_id: 1}}]}}"
    )
}
