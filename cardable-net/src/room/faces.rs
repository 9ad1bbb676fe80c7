//! The names of bots. They tell how well a bot plays.

use crate::protocol::BotLevel;
use crate::store::RoomId;

const EASY: [&str; 6] = ["Pip", "Molly", "Toby", "Poppy", "Jonah", "Daisy"];
const MEDIUM: [&str; 6] = ["Clara", "Hugo", "Marion", "Felix", "Tessa", "Oscar"];
const HARD: [&str; 6] = ["Ingrid", "Magnus", "Sybil", "Conrad", "Octavia", "Leopold"];

/// A name for the bot on a seat of a room, always the same one where the same names are taken.
pub(super) fn name(level: BotLevel, room: RoomId, seat: usize, taken: impl Fn(&str) -> bool) -> String {
    let names = match level {
        BotLevel::Easy => EASY,
        BotLevel::Medium => MEDIUM,
        BotLevel::Hard => HARD,
    };
    let first = (room.0 % names.len() as u64) as usize + seat;
    let in_turn = |at: usize| names.get(at % names.len()).copied().unwrap_or_default();
    let plain = (first..first + names.len()).map(|at| in_turn(at).to_owned());
    // More bots than names.
    let numbered = (2..=u32::from(u8::MAX)).map(|n| format!("{} {n}", in_turn(first)));
    plain
        .chain(numbered)
        .find(|name| !taken(name))
        .unwrap_or_default()
}

/// Whether people would take two names for one.
pub(super) fn is_alike(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_levels_and_are_no_others() {
        let levels = [BotLevel::Easy, BotLevel::Medium, BotLevel::Hard];
        let all: std::collections::BTreeSet<&str> =
            EASY.iter().chain(&MEDIUM).chain(&HARD).copied().collect();
        assert_eq!(
            all.len(),
            EASY.len() * levels.len(),
            "no name stands for two levels"
        );
        for (level, names) in levels.into_iter().zip([EASY, MEDIUM, HARD]) {
            for room in [0, 5, u64::MAX] {
                let mut held: Vec<String> = vec![names[1].to_uppercase()];
                for seat in 0..32 {
                    let taken = |name: &str| held.iter().any(|other| is_alike(other, name));
                    let named = name(level, RoomId(room), seat, taken);
                    assert_eq!(named, name(level, RoomId(room), seat, taken));
                    assert!(names.iter().any(|name| named.starts_with(name)), "{named}");
                    assert!(!taken(&named), "{named}");
                    held.push(named);
                }
            }
        }
    }
}
