//! The figures as a table for people.

use crate::callgrind::Count;
use crate::parts::Part;
use crate::recorded::{BY_HAND, Recorded, TOLERANCE};

pub(crate) fn print(counts: &[Count], recorded: &Recorded) {
    println!(
        "{:62} {:>12} {:>9} {:>7} {:>12} {:>9}",
        "instructions", "", "by hand", "times", "recorded", "change"
    );
    for count in counts.iter().filter(|count| !count.name.ends_with(BY_HAND)) {
        let by_hand = counts
            .iter()
            .find(|other| other.name.strip_suffix(BY_HAND) == Some(count.name.as_str()));
        let (by_hand_figure, times) = by_hand.map_or((String::new(), String::new()), |by_hand| {
            (grouped(by_hand.each), format!("{:.1}", count.each / by_hand.each))
        });
        println!(
            "{:62} {:>12} {by_hand_figure:>9} {times:>7} {:>12} {:>9}",
            count.name,
            grouped(count.each),
            recorded.get(&count.name).map_or("-".to_owned(), grouped),
            change(recorded, count),
        );
        if let Some(by_hand) = by_hand
            && recorded
                .change(by_hand)
                .is_none_or(|change| change.abs() > TOLERANCE)
        {
            println!("{:>117}", format!("by hand: {}", change(recorded, by_hand)));
        }
    }
}

/// What the figures are spent on.
pub(crate) fn print_parts(counts: &[Count]) {
    println!();
    print!("{:62}", "spent on");
    Part::ALL.iter().for_each(|part| print!(" {:>10}", part.name()));
    println!();
    for count in counts.iter().filter(|count| !count.name.ends_with(BY_HAND)) {
        print!("{:62}", count.name);
        for part in Part::ALL {
            print!(" {:>10}", grouped(count.parts.get(&part).copied().unwrap_or(0.0)));
        }
        println!();
    }
}

fn change(recorded: &Recorded, count: &Count) -> String {
    recorded
        .change(count)
        .map_or("new".to_owned(), |change| format!("{:+.1} %", change * 100.0))
}

fn grouped(n: f64) -> String {
    let digits = format!("{n:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
