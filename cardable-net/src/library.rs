//! The rulesets that new rooms can be made of, and the texts that old rooms keep.
