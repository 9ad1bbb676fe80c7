//! Luau, compiled by the build script of this crate with flags that make it count alike on every platform, and with
//! a bound for the texts that it reads as numbers.
//!
//! There is nothing to call: a crate that depends on this one and names it (`use cardable_luau as _;`) links
//! Luau, which `mlua` with `mlua-sys/external` then finds. The build script explains the flags.
//!
//! One program has one Lua: a program that uses `mlua` itself takes the Luau of this crate, too, and leaves out the
//! feature `vendored`, which stands against `external`.

mod longest_number;

pub use longest_number::LONGEST_NUMBER;
