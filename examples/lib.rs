//! Each example is a program of its own; the library only runs the one in the README of the repository.

/// The README's program.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
