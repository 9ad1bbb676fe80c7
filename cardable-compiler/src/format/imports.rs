//! Fragments, for rulesets that are no texts: the one dialect that reads them hands them on here.

pub(crate) use super::ruleset::Imports;
