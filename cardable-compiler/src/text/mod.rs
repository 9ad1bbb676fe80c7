//! Texts: what they are read from and to, and what is said of them.

pub(crate) mod span;
pub mod diag;
pub mod json;
pub mod source;
pub mod report;
pub mod fields;
