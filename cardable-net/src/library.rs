//! The rulesets that new rooms can be made of, and the texts that old rooms keep.

/// The rulesets of a host. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Library {}
