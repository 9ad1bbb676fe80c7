//! Each example is a program of its own. This library only tests the code in the repository's README.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
