//! A short storm, with one fault of each kind and some more.

use crate::programs::quick;
use crate::storm::{Options, rage};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_doubled_forked_or_stale_in_a_storm() {
    let options = Options {
        faults: 16,
        seed: 1,
        hosts: 3,
        tables: 6,
        lease: 1,
        longest: Duration::from_secs(3),
        program: vec![env!("CARGO_BIN_EXE_cardable-host").to_owned()],
        config: quick().replacen("lease = 1\n", "", 1),
    };
    let Some(outcome) = rage(options, |line| println!("{line}")).await else {
        return;
    };
    println!("{outcome:?}");
    assert_eq!(outcome.broken, []);
    assert!(outcome.stuck.is_empty(), "{:?}", outcome.stuck);
    assert!(outcome.goes_on, "nobody can play after the last fault");
    assert!(outcome.views > 0 && outcome.chosen > 0 && outcome.finished > 0 && !outcome.away.is_empty());
    assert_eq!(outcome.faults.len(), 13, "each kind has happened");
}
