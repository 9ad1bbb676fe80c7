//! `cardable manual`

use crate::end::{End, Failure};
use crate::load;
use crate::paint::{FAINT, STRONG, styled};
use cardable_core::diag::did_you_mean;
use cardable_core::primitives::{self, Signature};
use clap::Args;
use std::io::Write;

/// Print the manual of primitives, the steps and questions that rules are made of
#[derive(Args)]
#[command(after_help = "Examples:
  cardable manual > primitives.md
  cardable manual draw_cards
  cardable manual turn
  cardable manual my-game
  cardable manual my-game deadwood_of")]
pub(crate) struct Manual {
    /// Only the entry of this primitive; a word, for those whose name or text has it; or a ruleset,
    /// for the primitives that it defines itself
    name: Option<String>,
    /// Of a ruleset's own primitives only this one
    own: Option<String>,
}

impl Manual {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let manual = primitives::manual();
        match &self.name {
            None => out.write_all(manual.as_bytes())?,
            Some(name) if primitives::find(name.trim_end_matches("()")).is_none() => match load::find(name) {
                Ok(_) => self.of_ruleset(name, out)?,
                Err(_) => return search(&manual, name, out),
            },
            Some(name) => writeln!(out, "{}", entry(&manual, name)?.trim_end())?,
        }
        Ok(End::Fine)
    }
}

impl Manual {
    fn of_ruleset(&self, name: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let ruleset = load::ruleset(name)?;
        let manual = primitives::manual_of(&ruleset);
        let Some(own) = &self.own else {
            return Ok(out.write_all(manual.as_bytes())?);
        };
        let own = own.trim_end_matches("()");
        match section(&manual, own) {
            Some(entry) => Ok(writeln!(out, "{}", entry.trim_end())?),
            None => {
                let defined = primitives::of_ruleset(&ruleset);
                let known: Vec<&str> = defined.map(|p| &*p.name).collect();
                let known = match known.is_empty() {
                    true => "it defines none".to_owned(),
                    false => format!("it defines {}", known.join(", ")),
                };
                Err(Failure::usage(format!(
                    "`{name}` defines no primitive `{own}`: {known}"
                )))
            }
        }
    }
}

/// Lists primitives with the word in their name or text. Matches in names come first.
fn search(manual: &str, word: &str, out: &mut dyn Write) -> Result<End, Failure> {
    let wanted = word.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&wanted);
    let (named, others): (Vec<&Signature>, Vec<&Signature>) = primitives::all()
        .filter(|p| section(manual, &p.name).is_some_and(has) || has(p.family.title()))
        .partition(|p| p.names().any(has));
    if named.is_empty() && others.is_empty() {
        return entry(manual, word).map(|_| End::Fine);
    }
    // A short word is part of many longer ones. If it occurs by itself, ignore those.
    let whole = |text: &str| {
        let text = text.to_lowercase();
        text.split(|c: char| !c.is_alphanumeric())
            .any(|part| part == wanted)
    };
    let is_whole = |p: &Signature| {
        whole(&p.name) || whole(p.family.title()) || section(manual, &p.name).is_some_and(whole)
    };
    let some_whole = named.iter().chain(&others).any(|p| is_whole(p));
    let mut found: Vec<&Signature> = named.into_iter().chain(others).collect();
    found.retain(|p| is_whole(p) || !some_whole);
    found.sort_by_key(|p| !whole(&p.name));
    for primitive in found {
        let page = section(manual, &primitive.name).unwrap_or_default();
        let signature = page.lines().nth(3).unwrap_or(&primitive.name);
        let doc: String = primitive.doc.split_whitespace().collect::<Vec<_>>().join(" ");
        let first = doc.split_inclusive(". ").next().unwrap_or_default().trim_end();
        writeln!(out, "{}\n  {first}", styled(STRONG, signature))?;
    }
    writeln!(
        out,
        "\n{}",
        styled(FAINT, "cardable manual NAME shows one of them with its examples")
    )?;
    Ok(End::Fine)
}

/// The entry of a primitive by name or synonym, with or without parentheses.
fn entry<'m>(manual: &'m str, name: &str) -> Result<&'m str, Failure> {
    let name = name.trim_end_matches("()");
    let unknown = || {
        let names = primitives::all().flat_map(|p| p.names());
        let help = did_you_mean(name, names).map(|suggestion| format!(": did you mean `{suggestion}`?"));
        Failure::usage(format!(
            "there is no primitive `{name}`{}",
            help.unwrap_or_default()
        ))
    };
    let primitive = primitives::find(name).ok_or_else(unknown)?;
    section(manual, &primitive.name).ok_or_else(unknown)
}

/// The section with this heading.
fn section<'m>(manual: &'m str, name: &str) -> Option<&'m str> {
    let start = manual.find(&format!("\n### `{name}`\n"))?;
    let entry = manual.get(start + 1..)?;
    let ends = ["\n### ", "\n## "]
        .into_iter()
        .filter_map(|heading| entry.find(heading))
        .min();
    entry.get(..ends.unwrap_or(entry.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_primitive_has_an_entry() {
        let manual = primitives::manual();
        for primitive in primitives::all() {
            for name in primitive.names() {
                let entry = entry(&manual, name).unwrap();
                assert_eq!(entry.matches("### `").count(), 1, "{name}");
            }
        }
    }
}
