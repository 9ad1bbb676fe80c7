//! The figures that were recorded, and what they are of.

use crate::callgrind::Count;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::process::Command;

/// By how much a figure may be higher than recorded.
pub(crate) const TOLERANCE: f64 = 0.02;

/// What figures depend on besides the code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Circumstances {
    compiler: String,
    processor: String,
    /// It also stands for the C library, for both come with the same system.
    valgrind: String,
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

/// The recorded figures.
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
        std::fs::write(&path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))?;
        println!("written to {}", path.display());
        Ok(())
    }

    pub(crate) fn get(&self, name: &str) -> Option<f64> {
        self.instructions.get(name).copied()
    }

    /// By which part a figure differs from the recorded one.
    pub(crate) fn change(&self, count: &Count) -> Option<f64> {
        Some(count.each / self.get(&count.name)? - 1.0)
    }

    /// What is wrong with some figures, or with the recorded ones. Where not everything was measured, none
    /// can be missing.
    pub(crate) fn complaints(&self, counts: &[Count], everything: bool) -> Vec<String> {
        let mut complaints = Vec::new();
        for count in counts {
            match self.change(count) {
                Some(change) if change > TOLERANCE => complaints.push(format!(
                    "{}: {:.1} instructions, {:.1} % more than the {:.1} that were recorded",
                    count.name,
                    count.each,
                    change * 100.0,
                    self.get(&count.name).unwrap_or_default(),
                )),
                Some(_) => {}
                None => complaints.push(format!("{}: no figure was recorded", count.name)),
            }
        }
        if everything {
            let is_gone = |name: &&String| counts.iter().all(|count| count.name != **name);
            let gone = self.instructions.keys().filter(is_gone);
            complaints.extend(gone.map(|name| format!("{name}: recorded, but not measured any more")));
        }
        complaints
    }
}
