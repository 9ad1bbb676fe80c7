//! The benchmark of instructions tells what has become slower.

#![allow(clippy::print_stdout, reason = "parts of the benchmark are tried here")]

#[path = "../benches/instructions/callgrind.rs"]
#[allow(dead_code, reason = "nothing is measured here")]
mod callgrind;
#[path = "../benches/instructions/parts.rs"]
#[allow(dead_code, reason = "nothing is printed here")]
mod parts;
#[path = "../benches/instructions/recorded.rs"]
#[allow(dead_code, reason = "only the comparison is tried")]
mod recorded;

use callgrind::Count;
use parts::{Part, Parts};
use recorded::{Circumstances, Recorded, Verdict};

fn counts(of: &[(&str, f64)]) -> Vec<Count> {
    let count = |&(name, each): &(&str, f64)| Count {
        name: name.to_owned(),
        each,
        parts: Parts::new(),
    };
    of.iter().map(count).collect()
}

fn circumstances(compiler: &str, processor: &str, valgrind: &str) -> Circumstances {
    Circumstances {
        compiler: compiler.to_owned(),
        processor: processor.to_owned(),
        valgrind: valgrind.to_owned(),
    }
}

#[test]
fn figures_are_held_to_two_percent_above_the_recorded_ones() {
    let here = || circumstances("rustc 1", "a processor", "valgrind 1");
    let before = counts(&[("a choice", 1_000.0), ("a choice, by hand", 90.0), ("fork", 50.0)]);
    let recorded = Recorded::new(here(), &before);
    // What is measured, whether that is all, and what is told of it.
    type Case = (&'static [(&'static str, f64)], bool, &'static [&'static str]);
    let cases: &[Case] = &[
        (
            &[("a choice", 1_000.0), ("fork", 50.0), ("a choice, by hand", 90.0)],
            true,
            &[],
        ),
        (
            &[("a choice", 1_019.9), ("fork", 50.9), ("a choice, by hand", 90.0)],
            true,
            &[],
        ),
        (
            &[("a choice", 100.0), ("fork", 5.0), ("a choice, by hand", 9.0)],
            true,
            &[],
        ),
        // A yardstick is not held.
        (
            &[("a choice", 1_000.0), ("fork", 50.0), ("a choice, by hand", 99.0)],
            true,
            &[],
        ),
        (
            &[("a choice", 1_021.0), ("fork", 50.0)],
            false,
            &["a choice: 1021.0 instructions, 2.1 % more than the 1000.0 that were recorded"],
        ),
        (
            &[("a choice", 1_500.0), ("fork", 60.0)],
            false,
            &[
                "a choice: 1500.0 instructions, 50.0 % more than the 1000.0 that were recorded",
                "fork: 60.0 instructions, 20.0 % more than the 50.0 that were recorded",
            ],
        ),
        (
            &[("a choice", 1_000.0)],
            true,
            &[
                "a choice, by hand: recorded, but not measured any more",
                "fork: recorded, but not measured any more",
            ],
        ),
        (&[("a choice", 1_000.0)], false, &[]),
        (&[("a view", 7.0)], false, &["a view: no figure was recorded"]),
    ];
    for (measured, all, told) in cases {
        let expected = match told {
            [] => Verdict::Held,
            told => Verdict::Broken(told.iter().map(|line| (*line).to_owned()).collect()),
        };
        assert_eq!(
            recorded.check(&here(), &counts(measured), *all),
            expected,
            "{measured:?}"
        );
    }
}

#[test]
fn figures_of_other_circumstances_are_not_compared() {
    let recorded = Recorded::new(
        circumstances("rustc 1", "a processor", "valgrind 1"),
        &counts(&[("a choice", 1_000.0)]),
    );
    for here in [
        circumstances("rustc 2", "a processor", "valgrind 1"),
        circumstances("rustc 1", "another", "valgrind 1"),
        circumstances("rustc 1", "a processor", "valgrind 2"),
    ] {
        let measured = counts(&[("a choice", 9_000.0)]);
        assert_eq!(
            recorded.check(&here, &measured, true),
            Verdict::OtherCircumstances
        );
    }
}

#[test]
fn the_recorded_figures_can_be_read() {
    let recorded = Recorded::read().unwrap_or_else(|error| panic!("{error}"));
    for game in ["Crazy Eights, 4 seats", "Euchre, 4 seats", "Big Two, 4 seats"] {
        let figure = recorded.get(&format!("{game}: a choice"));
        assert!(figure.is_some_and(|figure| figure > 100.0), "{game}: {figure:?}");
    }
}

#[test]
fn instructions_are_added_up_by_the_source_that_they_were_compiled_from() {
    let engine = "/a/cardable-engine/src";
    let dump = format!(
        "fl=(1) {engine}/vm/interpret.rs\nfn=(1) one\n10 100\n\
         fi=(2) /rustc/library/core/src/iter.rs\n20 7\n\
         fi=(3) {engine}/vm/select/flow.rs\n+2 30\n\
         fe=(1)\n* 5\n\
         cfi=(4) {engine}/play/turns.rs\ncfn=(2) two\ncalls=1 50\n11 999\n12 1\n\
         fl=(4)\nfn=(2)\n50 40\n\
         fl=(5) /libc/malloc.c\nfn=(3) malloc\n1 9\n\
         fl=(6) /registry/rand_chacha-0.10.0/src/chacha.rs\nfn=(4) generate\n1 8\n"
    );
    let expected = [
        (Part::Code, 113.0),
        (Part::Predicates, 30.0),
        (Part::Turns, 40.0),
        (Part::Chance, 8.0),
        (Part::Rest, 9.0),
    ];
    assert_eq!(parts::add_up(&dump), Parts::from(expected));
}
