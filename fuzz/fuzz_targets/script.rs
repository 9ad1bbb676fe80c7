//! Any text, as a script of a small ruleset or as the body of a function of one: it is refused, or its
//! function runs under small limits, twice the same from the same game, whatever ran before.

#![no_main]

use cardable_fuzz::{play_scripted, scripted};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for script in [text.to_string(), format!("function attack()\n{text}\nend")] {
        let Some(rules) = scripted(&script) else { continue };
        let (first, second) = (play_scripted(&rules), play_scripted(&rules));
        // How much rubbish there is, and the time, differ from call to call.
        let limited = |told: &[String]| told.iter().any(|t| t.contains("too long") || t.contains("memory"));
        if !limited(&first) && !limited(&second) {
            assert_eq!(first, second, "{script}");
        }
    }
});
