//! Calls of functions of a script, and what they may do to the game.
//!
//! [`read_host`] is what a function gets that only reads, [`write_host`] what one gets that may
//! act and ask; both check every argument ([`check`]), and acting ones keep a
//! [journal](crate::world::journal) so that they can go on after a question. [`dry_run`] looks how far a
//! function comes without acting.

// No module imports one that stands after it.
mod errors;
mod check;
pub(crate) mod calls;
mod forms;
mod recorder;
mod pending;
mod read_host;
mod dry_run;
mod write_host;
