//! Any text is checked without a panic, and what checks can be played.

#![no_main]

use cardable_core::{Loader, Viewer};
use cardable_fuzz::{Bytes, FILES, begin, listed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let checked = Loader::new().roots(&[&*FILES]).check_text("ruleset.json", &text);
    for report in checked.reports() {
        assert!(!report.to_string().is_empty());
    }
    let Some(ruleset) = checked.ruleset else { return };
    // What is left of the text decides how it is played.
    let mut bytes = Bytes(&data[data.len() / 2..]);
    let Some(mut game) = begin(&ruleset, &mut bytes) else {
        return;
    };
    for _ in 0..50 {
        let Some((seat, choice)) = listed(&game, &mut bytes) else {
            break;
        };
        let done = game.submit(seat, &choice);
        assert!(
            !matches!(done, Err(cardable_core::NotApplied::Refused(_))),
            "{choice:?} is listed: {done:?}"
        );
        if done.is_err() {
            break;
        }
    }
    for decision in game.decisions() {
        let _ = (decision.offers(), decision.unavailable());
    }
    let _ = game.view(Viewer::Spectator);
});
