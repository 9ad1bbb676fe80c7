//! The numbers that a person types for listed things.

use crate::paint::{KEY, styled};

/// Assigns a number to each name. A name that is a number keeps it; the others are counted from 1, skipping
/// those numbers. So nobody who types 2 bids 1.
pub(super) fn keys<'n>(names: impl Iterator<Item = &'n str>) -> Vec<i64> {
    let own: Vec<Option<i64>> = names.map(|name| name.parse().ok()).collect();
    let mut left = (1..).filter(|n| !own.contains(&Some(*n)));
    let mut given = Vec::with_capacity(own.len());
    for (at, number) in own.iter().enumerate() {
        let key = number.filter(|n| !own[..at].contains(&Some(*n)));
        given.extend(key.or_else(|| left.next()));
    }
    given
}

/// A listed item with its number.
pub(super) fn numbered(key: i64, text: &str) -> String {
    match text.parse() == Ok(key) {
        true => styled(KEY, key).to_string(),
        // Without colours, the parenthesis separates the number from the text.
        false => format!("{}) {text}", styled(KEY, key)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_numbers_are_typed_as_they_are() {
        let cases: [(&[&str], &[i64]); 5] = [
            (&["7 of Hearts", "Pass"], &[1, 2]),
            (&["0", "1", "2"], &[0, 1, 2]),
            (&["3", "2", "1", "Pass"], &[3, 2, 1, 4]),
            (&["Pass", "-1", "2"], &[1, -1, 2]),
            // Equal texts need different numbers.
            (&["5", "5"], &[5, 1]),
        ];
        for (names, wanted) in cases {
            assert_eq!(keys(names.iter().copied()), wanted, "{names:?}");
        }
    }
}
