//! The rulesets that come with the host.

use cardable_core::content::MemoryFiles;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../rulesets"]
struct Shipped;

/// All of them, as files.
pub(super) fn files() -> MemoryFiles {
    let mut files = MemoryFiles::named("rulesets");
    let notes = |path: &str| path.ends_with(".txt");
    for path in Shipped::iter().filter(|path| !notes(path)) {
        if let Some(file) = Shipped::get(&path) {
            // A path that cannot be one is left out; a test would tell.
            let _ = files.add(&path, file.data.into_owned());
        }
    }
    files
}
