//! The log of a match.

use cardable_core::{Match, NotApplied, Refusal, Seed, Setup};

#[test]
fn a_log_gets_no_longer_than_can_be_read() {
    let ruleset = cardable_core::testing::tiny_ruleset();
    let table = Match::new(&ruleset, &Setup::seats(2), Seed::from(3)).unwrap();
    let mut table = table.at_most(2);
    let mut entered = 0;
    let refused = loop {
        let decision = table.game().next_decision().unwrap();
        let (seat, choice) = (decision.seat(), decision.nth(0).unwrap());
        let before = table.game().save();
        let full = Err(NotApplied::Refused(Refusal::LogFull));
        if entered == 2 {
            assert_eq!(table.submit_seen(seat, &choice, 0), full);
            assert_eq!(table.timeout(seat), full);
        }
        match table.submit(seat, &choice) {
            Ok(()) => entered += 1,
            Err(refused) => {
                assert_eq!(before, table.game().save());
                break refused;
            }
        }
    };
    assert_eq!((entered, refused), (2, Refusal::LogFull.into()));
    assert!(table.undo().is_some());
}
