//! The tests of the commands, in one program.

mod check;
mod online;
mod others;
mod pack;
mod play;
mod simulate;
mod support;
