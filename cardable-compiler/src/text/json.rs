//! Of the compiler: reading JSON5 so that every value knows where it stands.
//!
//! The reader accepts all of JSON5 but infinities, NaN and repeated keys. It does not stop at a
//! mistake: the place is reported, a [`Value::Invalid`] stands in for what could not be read, and
//! reading goes on behind it, so that one run shows every mistake of a file.
//!
//! Large and malicious texts meet limits: [`MAX_BYTES`], [`MAX_DEPTH`] and [`MAX_VALUES`].

mod decode;
mod escape;
mod node;
mod number;
mod object;
mod parser;
mod space;
mod string;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use decode::utf8;
pub use decode::{DecodeError, decode};
pub use escape::string_offset;
pub use node::{Member, Node, Number, Value};
pub(crate) use write::write;

use crate::text::diag::Diagnostics;
use crate::text::span::FileId;

/// What to do about a text that is more than is read.
pub(crate) const DIVIDE: &str = "divide it among several files, such as one for each card set and deck";

/// The largest text that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// How deep lists and objects may be nested.
pub const MAX_DEPTH: usize = 128;

/// How many values a text may hold.
pub const MAX_VALUES: usize = 1_000_000;

/// Reads a text of JSON5. What is wrong with it goes to `diags`.
///
/// ```
/// use cardable_compiler::text::{diag::Diagnostics, json, source::Sources};
///
/// let text = "{ name: 'Skull', seats: [3, 6], } // and so on";
/// let mut sources = Sources::new();
/// let file = sources.add("skull.json", text);
/// let mut diags = Diagnostics::new();
/// let root = json::parse(file, text, &mut diags);
/// assert!(diags.is_empty());
/// assert_eq!(root.get("name").and_then(|name| name.as_str()), Some("Skull"));
/// let seats: Vec<_> = root.get("seats").unwrap().items().iter().map(|n| n.as_i64()).collect();
/// assert_eq!(seats, [Some(3), Some(6)]);
/// ```
pub fn parse(file: FileId, text: &str, diags: &mut Diagnostics) -> Node {
    parser::Parser::new(file, text, diags).file()
}
