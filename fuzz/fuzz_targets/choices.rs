//! A choice that is listed is applied, one that is not is refused, and a refusal changes nothing.

#![no_main]

use cardable_core::{NotApplied, Seat, Viewer};
use cardable_core::decision::Count;
use cardable_fuzz::{Bytes, begin, listed, ruleset, wild};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let ruleset = ruleset(&mut bytes);
    let mut game = begin(ruleset, &mut bytes)
        .expect("a shipped game begins")
        .with_events();
    while !bytes.is_empty() && !game.is_over() {
        let kind = bytes.below(8);
        if kind == 7 {
            let seat = Seat(bytes.byte() % (game.seating().count() as u8 + 1));
            let asked = game.decision(seat).is_some();
            let done = game.timeout(seat);
            assert_eq!(
                done.is_ok(),
                asked,
                "time is up for those who are asked: {done:?}"
            );
        } else if kind >= 4 {
            let (seat, choice) = wild(&game, &mut bytes);
            let decision = game.decision(seat);
            let is_listed = decision.is_some_and(|d| d.index_of(&choice).is_some());
            let exact = decision.is_none_or(|d| matches!(d.count(), Count::Exactly(_)));
            let _ = decision.map(|d| d.extend(&choice));
            let before = game.save();
            let done = game.submit(seat, &choice);
            match (&done, is_listed) {
                (Ok(()), false) => assert!(!exact, "{choice:?} is applied and not listed"),
                (Err(NotApplied::Refused(why)), true) => panic!("{choice:?} is listed and refused: {why}"),
                (Err(NotApplied::Faulted(fault)), _) => panic!("{choice:?} faults: {fault}"),
                (Ok(()), true) | (Err(NotApplied::Refused(_)), false) => {}
            }
            if done.is_err() {
                assert_eq!(before, game.save(), "a refusal changes nothing");
            }
        } else {
            let (seat, choice) = listed(&game, &mut bytes).expect("somebody has a choice");
            let done = game.submit(seat, &choice);
            assert!(done.is_ok(), "{choice:?} is listed: {done:?}");
        }
        let viewer = Viewer::Seat(Seat((game.seq() % game.seating().count() as u64) as u8));
        let _ = (game.view(viewer), game.events(viewer));
    }
});
