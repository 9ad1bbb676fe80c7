//! What is wrong with a text, where, and what to write instead; and [`Inspection`], for what shows only in play.
//!
//! You need it when you show the problems of a ruleset yourself, as an editor does:
//! [`Checked::reports`](crate::Checked::reports) gives them as texts for people, [`Diagnostics`] as data.
//!
//! ```
//! use cardable_core::{Loader, diag::Severity};
//! let checked = Loader::new().check_text("empty.json", "{}");
//! assert!(checked.diagnostics.sorted().iter().any(|problem| problem.severity == Severity::Error));
//! for report in checked.reports() {
//!     println!("{report}"); // the place, the line, and what to write
//! }
//! ```

#[doc(inline)]
pub use cardable_compiler::diag::{Code, Diagnostic, Diagnostics, Severity, did_you_mean};
#[doc(inline)]
pub use cardable_compiler::report::Report;
#[doc(inline)]
pub use cardable_compiler::text::source::{FileId, Sources, Span};
#[doc(inline)]
pub use cardable_engine::{Inspection, program::Place};
