//! The scripts that mean harm, and how calls of them end.

use super::Small;
use cardable_engine::script::{ScriptEnd, ScriptFault, ScriptFaultKind};
use std::path::Path;

/// A script that means harm.
pub struct Attack {
    /// Its file and its name.
    pub name: String,
    pub script: String,
    /// What should come of it.
    pub outcome: String,
}

pub fn attacks() -> Vec<Attack> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    let mut all: Vec<Attack> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for part in text.split("--# ").skip(1) {
            let (head, script) = part.split_once('\n').unwrap();
            let (name, outcome) = head.split_once(" => ").unwrap_or_else(|| panic!("{head}"));
            let class = file.file_stem().unwrap().to_string_lossy();
            all.push(Attack {
                name: format!("{class}: {name}"),
                script: script.to_owned(),
                outcome: outcome.trim().to_owned(),
            });
        }
    }
    all
}

/// How a call ended, as it is written beside attacks.
pub fn show(table: &Small, result: Result<cardable_core::value::Value, ScriptEnd>) -> String {
    match result {
        Ok(value) => format!("returns {}", table.show(value)),
        Err(ScriptEnd::Stopped) => "stopped".to_owned(),
        Err(ScriptEnd::Fault(fault)) => {
            assert!(
                fault.message.len() <= ScriptFault::LONGEST,
                "{}",
                fault.message.len()
            );
            assert!(fault.traceback.len() <= ScriptFault::DEEPEST);
            assert!(!fault.message.contains("0x0"), "an address: {}", fault.message);
            if let ScriptFaultKind::Ticks | ScriptFaultKind::Memory | ScriptFaultKind::Time = fault.kind {
                let place = fault.traceback.first();
                let told =
                    place.is_some_and(|at| at.file.as_deref() == Some("rules.luau") && at.line.is_some());
                if !told {
                    return format!("limit {:?} without a place", fault.kind);
                }
            }
            match fault.kind {
                ScriptFaultKind::Ticks => "limit ticks".to_owned(),
                ScriptFaultKind::Memory => "limit memory".to_owned(),
                ScriptFaultKind::Time => "limit time".to_owned(),
                ScriptFaultKind::Error | ScriptFaultKind::Crossing(_) | ScriptFaultKind::Result => {
                    format!("error {}", fault.message)
                }
            }
        }
    }
}
