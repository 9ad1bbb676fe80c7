//! Counting instructions with callgrind, a tool of valgrind.
//!
//! The benchmark runs itself again inside callgrind, once for all figures. callgrind counts only while it is
//! in [`counted`], and writes what it counted each time that function returns; so neither the start of the
//! program nor what is prepared for a measurement is in a figure.

use crate::parts::{self, Parts};
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};

/// Set inside callgrind, to the part of a name that the games to measure have. It is no argument, for reading
/// arguments takes memory by the length of the program's path, and where in memory things then lie changes what
/// copying them costs.
pub(crate) const WORK: &str = "CARDABLE_COUNT_INSTRUCTIONS_OF";

/// `counted`, as callgrind knows it.
const COUNTED: &str = concat!(module_path!(), "::counted");

pub(crate) struct Count {
    pub(crate) name: String,
    /// Instructions for one choice, or one call.
    pub(crate) each: f64,
    /// The same by the parts of the engine.
    pub(crate) parts: Parts,
}

/// Does the work of measurements, inside callgrind, and tells their names in the order in which it did.
pub(crate) struct Counter {
    part: String,
}

impl Counter {
    /// Measures only games with this part in their names.
    pub(crate) fn new(part: &str) -> Counter {
        Counter {
            part: part.to_lowercase(),
        }
    }

    /// Whether a game is to be measured.
    pub(crate) fn wants(&self, game: &str) -> bool {
        game.to_lowercase().contains(&self.part)
    }

    /// Counts some work, which tells how many choices or calls it was.
    pub(crate) fn count(&self, name: &str, mut work: impl FnMut() -> u64) {
        let times = counted(&mut work);
        println!("{times}\t{name}");
    }

    /// Counts a call for each of some things. Each is called once before, so that memory was used already.
    pub(crate) fn count_each<T>(&self, name: &str, of: &mut [T], mut call: impl FnMut(usize, &mut T)) {
        let mut all = || {
            of.iter_mut().enumerate().for_each(|(at, one)| call(at, one));
            of.len() as u64
        };
        all();
        self.count(name, all);
    }
}

/// All that is counted happens in here. What it is called matters: see [`COUNTED`].
#[inline(never)]
fn counted(work: &mut dyn FnMut() -> u64) -> u64 {
    // Where the call were the last thing done, it could become a jump, and callgrind would miss the return.
    black_box(work())
}

/// Measures the games with this part in their names.
pub(crate) fn run(part: &str) -> Result<Vec<Count>, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("instructions-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let counts = count_in(&folder, part);
    // What cannot be removed is in the way of nothing.
    let _ = fs::remove_dir_all(&folder);
    counts
}

fn count_in(folder: &Path, part: &str) -> Result<Vec<Count>, String> {
    let program =
        std::env::current_exe().map_err(|error| format!("the benchmark does not find itself: {error}"))?;
    let written = folder.join("counted");
    let output = Command::new("valgrind")
        .args(["--quiet", "--tool=callgrind", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(format!("--dump-after={COUNTED}"))
        .arg(format!("--callgrind-out-file={}", written.display()))
        .arg(program)
        .env(WORK, part)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| {
            format!(
                "valgrind cannot be run ({error}): install it, with `apt-get install valgrind` or the like"
            )
        })?;
    if !output.status.success() {
        return Err(format!("valgrind ended with {}", output.status));
    }
    let told = String::from_utf8_lossy(&output.stdout);
    let figures = told.lines().zip(1..).map(|(line, number)| {
        let (times, name) = line
            .split_once('\t')
            .and_then(|(times, name)| Some((times.parse::<f64>().ok()?, name)))
            .ok_or_else(|| format!("`{line}` is not what a measurement tells"))?;
        let path = folder.join(format!("counted.{number}"));
        let total =
            total(&path).ok_or_else(|| format!("callgrind has not counted `{name}`: {}", path.display()))?;
        let mut parts = parts::read(&path).unwrap_or_default();
        parts.values_mut().for_each(|part| *part /= times);
        Ok(Count {
            name: name.to_owned(),
            each: total / times,
            parts,
        })
    });
    figures.collect()
}

/// The instructions that a file of callgrind's is about.
fn total(path: &Path) -> Option<f64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("totals:"))?;
    line.trim().parse().ok()
}
