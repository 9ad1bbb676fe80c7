//! Compiles Luau with flags and a header of ours, and links all of it.
//!
//! Luau's source crate takes flags only from the environment variable `LUAU_CXXFLAGS`. A workspace can set it
//! in its configuration, but programs that embed the engine would then compile another Luau. So this script
//! runs itself once more, with the variable set. What the environment says in it comes last, and wins.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::io::{Error as IoError, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[path = "src/longest_number.rs"]
#[allow(unreachable_pub, reason = "the library shows it")]
mod longest_number;

/// Set in the process that compiles.
const COMPILES: &str = "CARDABLE_LUAU_COMPILES";

/// How the source crate says which library to link.
const LINK: &str = "cargo:rustc-link-lib=static=";

/// The header that stands before every file of Luau's: which texts are read as numbers.
const HEADER: &str = "cardable_numbers.h";

/// The folder in which it is.
const FOLDER: &str = "include";

fn main() -> Result<(), Box<dyn Error>> {
    if env::var_os(COMPILES).is_some() {
        luau0_src::Build::new().build().print_cargo_metadata();
        return Ok(());
    }
    let mut command = Command::new(env::current_exe()?);
    command
        .env(COMPILES, "1")
        .env("LUAU_CXXFLAGS", flags())
        .env("LUAU_INCLUDE_DIRS", folders()?)
        .stderr(Stdio::inherit());
    // An interpreter that is not optimised is several times slower, in programs under development too. The highest
    // level and tables for a debugger take a third longer to compile, and nobody here debugs Luau.
    command.env("OPT_LEVEL", "2").env("DEBUG", "false");
    let compiled = command.output()?;
    if !compiled.status.success() {
        return Err("Luau was not compiled; a C++17 compiler is needed".into());
    }
    told(&String::from_utf8(compiled.stdout)?)?;
    Ok(())
}

/// The flags: ours, then those of the environment.
fn flags() -> String {
    let is = |name: &str, wanted: &str| env::var(name).is_ok_and(|value| value == wanted);
    let mut flags = match is("CARGO_CFG_TARGET_ENV", "msvc") {
        true => vec!["/DNDEBUG", "/fp:precise", "/FI", HEADER],
        // Compilers for processors with a fused multiply-add use it unless they are told not to; it rounds
        // once where two operations round twice. Luau's own assertions are for those who work on Luau.
        false => vec!["-DNDEBUG", "-ffp-contract=off", "-include", HEADER],
    };
    let longest = format!("-DCARDABLE_LONGEST_NUMBER={}", longest_number::LONGEST_NUMBER);
    flags.push(&longest);
    // The older instructions of this family compute with more digits than they store.
    if is("CARGO_CFG_TARGET_ARCH", "x86") && !is("CARGO_CFG_TARGET_ENV", "msvc") {
        flags.extend(["-msse2", "-mfpmath=sse"]);
    }
    let more = env::var("LUAU_CXXFLAGS").unwrap_or_default();
    flags.extend(more.split_whitespace());
    flags.join(" ")
}

/// The folders in which headers are looked for: ours, then those of the environment.
fn folders() -> Result<OsString, Box<dyn Error>> {
    let ours =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("Cargo runs build scripts")?).join(FOLDER);
    let more = env::var_os("LUAU_INCLUDE_DIRS").unwrap_or_default();
    Ok(env::join_paths(
        [ours].into_iter().chain(env::split_paths(&more)),
    )?)
}

/// Hands on what the source crate tells Cargo.
fn told(lines: &str) -> Result<(), IoError> {
    let mut out = std::io::stdout().lock();
    for line in lines.lines() {
        // `mlua-sys`, which calls these libraries, may come after them in the linker's command; a linker that
        // goes once from left to right would leave out what nobody asked for yet.
        match line.strip_prefix(LINK) {
            Some(library) => writeln!(out, "cargo:rustc-link-lib=static:+whole-archive={library}")?,
            None => writeln!(out, "{line}")?,
        }
    }
    for file in ["build.rs", "src/longest_number.rs", FOLDER] {
        writeln!(out, "cargo:rerun-if-changed={file}")?;
    }
    Ok(())
}
