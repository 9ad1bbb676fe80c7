//! Whatever is read as compiled rules can be played: a fault may end it, and nothing else.

#![no_main]

use cardable_core::{Ruleset, Viewer};
use cardable_core::compiled::Links;
use cardable_fuzz::{Bytes, begin, listed, ruleset};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static WRITTEN: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let bytes = |at: u8| ruleset(&mut Bytes(&[at])).to_bytes().ok();
    (0..=u8::MAX).filter_map(bytes).collect()
});

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let which = usize::from(bytes.byte()) % WRITTEN.len();
    let mut rules = WRITTEN[which].clone();
    for _ in 0..1 + bytes.below(4) {
        let at = usize::from(bytes.word()) << 2 | bytes.below(4);
        let at = at % rules.len();
        rules[at] = bytes.byte();
    }
    let Ok(read) = Ruleset::from_bytes(&rules, Links::default()) else {
        return;
    };
    let Some(mut game) = begin(&read, &mut bytes) else {
        return;
    };
    for _ in 0..20 {
        let _ = game.view(Viewer::Spectator);
        let Some((seat, choice)) = listed(&game, &mut bytes) else {
            break;
        };
        if game.submit(seat, &choice).is_err() {
            break;
        }
    }
});
