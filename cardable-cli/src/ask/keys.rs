//! The numbers that are typed for what is listed.

use crate::paint::{KEY, styled};

/// A number for each of some names. A name that is a number itself is typed as it is; the others are
/// counted from 1, leaving those numbers out: so that nobody bids 1 who types 2.
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

/// Something listed, with its number before it.
pub(super) fn numbered(key: i64, text: &str) -> String {
    match text.parse() == Ok(key) {
        true => styled(KEY, key).to_string(),
        // The sign tells numbers from what they stand for, where there are no colours.
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
            // Equal texts need a number to tell them apart.
            (&["5", "5"], &[5, 1]),
        ];
        for (names, wanted) in cases {
            assert_eq!(keys(names.iter().copied()), wanted, "{names:?}");
        }
    }
}
