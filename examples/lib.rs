//! Each example is a program of its own; the library only runs the one in the README of the repository.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
