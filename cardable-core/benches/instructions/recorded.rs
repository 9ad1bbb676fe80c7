//! The figures that were recorded, and what they are of.

use crate::callgrind::Count;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::process::Command;

/// By how much a figure may be higher than recorded.
pub(crate) const TOLERANCE: f64 = 0.02;

/// How names of figures of games by hand end. They are a yardstick: no change of the engine can slow them down,
/// while what the compiler inlines into them varies with what stands elsewhere, so they are not held.
pub(crate) const BY_HAND: &str = ", by hand";

/// What figures depend on besides the code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Circumstances {
    pub(crate) compiler: String,
    pub(crate) processor: String,
    /// It also stands for the C library, for both come with the same system.
    pub(crate) valgrind: String,
}

impl Circumstances {
    pub(crate) fn of_this_machine() -> Result<Circumstances, String> {
        let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let processor = told
            .lines()
            .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
            .map_or(std::env::consts::ARCH, |(_, name)| name.trim());
        Ok(Circumstances {
            compiler: version(&compiler)?,
            processor: processor.to_owned(),
            valgrind: version("valgrind")?,
        })
    }
}

fn version(program: &str) -> Result<String, String> {
    let output = Command::new(program)
        .arg("--version")
        .output()
        .map_err(|error| format!("`{program}` cannot be run ({error}): install it"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

impl fmt::Display for Circumstances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}", self.compiler, self.processor, self.valgrind)
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Recorded {
    pub(crate) with: Circumstances,
    instructions: BTreeMap<String, f64>,
}

impl Recorded {
    pub(crate) fn new(with: Circumstances, counts: &[Count]) -> Recorded {
        let figure = |count: &Count| (count.name.clone(), (count.each * 10.0).round() / 10.0);
        Recorded {
            with,
            instructions: counts.iter().map(figure).collect(),
        }
    }

    fn path() -> PathBuf {
        [
            env!("CARGO_MANIFEST_DIR"),
            "benches",
            "instructions",
            "recorded.json",
        ]
        .iter()
        .collect()
    }

    pub(crate) fn read() -> Result<Recorded, String> {
        let path = Self::path();
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    pub(crate) fn write(&self) -> Result<(), String> {
        let path = Self::path();
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(&path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
    }

    pub(crate) fn get(&self, name: &str) -> Option<f64> {
        self.instructions.get(name).copied()
    }

    /// By which part a figure differs from the recorded one.
    pub(crate) fn change(&self, count: &Count) -> Option<f64> {
        Some(count.each / self.get(&count.name)? - 1.0)
    }

    /// Holds figures against the recorded ones. Where not all games were measured, none can be missing.
    pub(crate) fn check(&self, here: &Circumstances, counts: &[Count], all: bool) -> Verdict {
        if *here != self.with {
            return Verdict::OtherCircumstances;
        }
        let mut wrong: Vec<String> = counts.iter().filter_map(|count| self.complaint(count)).collect();
        if all {
            let is_gone = |name: &&String| counts.iter().all(|count| count.name != **name);
            let gone = self.instructions.keys().filter(is_gone);
            wrong.extend(gone.map(|name| format!("{name}: recorded, but not measured any more")));
        }
        match wrong.is_empty() {
            true => Verdict::Held,
            false => Verdict::Broken(wrong),
        }
    }

    fn complaint(&self, count: &Count) -> Option<String> {
        let Some(recorded) = self.get(&count.name) else {
            return Some(format!("{}: no figure was recorded", count.name));
        };
        let change = count.each / recorded - 1.0;
        let is_held = !count.name.ends_with(BY_HAND);
        (is_held && change > TOLERANCE).then(|| {
            format!(
                "{}: {:.1} instructions, {:.1} % more than the {recorded:.1} that were recorded",
                count.name,
                count.each,
                change * 100.0,
            )
        })
    }
}

/// How figures compare with the recorded ones.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// They do not: another compiler, processor or valgrind made those.
    OtherCircumstances,
    Held,
    /// What is wrong, figure by figure.
    Broken(Vec<String>),
}
