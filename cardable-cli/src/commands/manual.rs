//! `cardable manual`

use crate::end::{End, Failure};
use cardable_core::diag::did_you_mean;
use cardable_core::primitives;
use clap::Args;
use std::io::Write;

/// Print the manual of primitives, the steps and questions that rules are made of
#[derive(Args)]
#[command(after_help = "Examples:
  cardable manual > primitives.md
  cardable manual draw_cards")]
pub(crate) struct Manual {
    /// Only the entry of this primitive
    name: Option<String>,
}

impl Manual {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let manual = primitives::manual();
        match &self.name {
            None => out.write_all(manual.as_bytes())?,
            Some(name) => writeln!(out, "{}", entry(&manual, name)?.trim_end())?,
        }
        Ok(End::Fine)
    }
}

/// The entry of a primitive, by its name or another one, with or without parentheses.
fn entry<'m>(manual: &'m str, name: &str) -> Result<&'m str, Failure> {
    let name = name.trim_end_matches("()");
    let unknown = || {
        let names = primitives::all().flat_map(|p| p.aliases.iter().copied().chain([p.name]));
        let help = did_you_mean(name, names).map(|meant| format!(": did you mean `{meant}`?"));
        Failure::usage(format!(
            "there is no primitive `{name}`{}",
            help.unwrap_or_default()
        ))
    };
    let primitive = primitives::find(name).ok_or_else(unknown)?;
    let start = manual
        .find(&format!("\n### `{}`\n", primitive.name))
        .ok_or_else(unknown)?;
    let entry = manual.get(start + 1..).ok_or_else(unknown)?;
    let ends = ["\n### ", "\n## "]
        .into_iter()
        .filter_map(|heading| entry.find(heading))
        .min();
    entry.get(..ends.unwrap_or(entry.len())).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_primitive_has_an_entry() {
        let manual = primitives::manual();
        for primitive in primitives::all() {
            for name in primitive.aliases.iter().chain([&primitive.name]) {
                let entry = entry(&manual, name).unwrap();
                assert_eq!(entry.matches("### `").count(), 1, "{name}");
            }
        }
    }
}
