//! Where rulesets are read from: folders, memory, or what a program supplies itself.
//!
//! You need it when a ruleset is more than one text: its card sets, decks and scripts come through [`Files`], from a
//! directory (feature `fs`), from [`MemoryFiles`], or from your own storage. [`Roots`] are the places where names are
//! looked up that the ruleset does not bring along.
//!
//! ```
//! use cardable_core::{Loader, content::{ContentPath, MemoryFiles}};
//! let mut files = MemoryFiles::new();
//! files.add("tiny.json", cardable_core::testing::TINY)?;
//! let checked = Loader::new().check_files(&files, &ContentPath::new("tiny.json")?);
//! assert!(checked.into_result().is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "fs")]
#[doc(inline)]
pub use cardable_compiler::content::Directory;
#[doc(inline)]
pub use cardable_compiler::content::{
    ContentPath, Dialect, Ending, Entry, Files, FilesError, Kind, MemoryFiles, PathError, Roots, is_hidden,
};
#[doc(inline)]
pub use cardable_compiler::format::{DIALECTS, dialect_of_name};
#[doc(inline)]
pub use cardable_compiler::text::json::MAX_BYTES;
#[doc(inline)]
pub use cardable_compiler::{CollectedDeck, CollectedSet, Collection, Contents, Imported, Packed};
