//! The decks that are known by name.

use super::fields::Preset;

/// A printed card as a deck lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Printed {
    pub(super) suit: String,
    pub(super) rank: String,
    pub(super) text: Option<String>,
}

const SUITS: [&str; 4] = ["hearts", "diamonds", "clubs", "spades"];
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const COLOURS: [&str; 4] = ["red", "yellow", "green", "blue"];
const ACTIONS: [&str; 3] = ["Skip", "Reverse", "Draw Two"];
const WILDS: [&str; 2] = ["Wild", "Wild Draw Four"];

/// The cards of a deck, in order; None for one that lists them itself.
pub(super) fn cards(preset: Preset) -> Option<Vec<Printed>> {
    Some(match preset {
        Preset::Standard52 => standard(),
        Preset::Standard54 => {
            let mut cards = standard();
            for _ in 0..2 {
                cards.push(card("joker", "Joker"));
            }
            cards
        }
        Preset::Uno108 => colours(),
        Preset::Custom => return None,
    })
}

fn card(suit: &str, rank: &str) -> Printed {
    Printed {
        suit: suit.to_owned(),
        rank: rank.to_owned(),
        text: None,
    }
}

fn standard() -> Vec<Printed> {
    let suits = SUITS.iter();
    suits
        .flat_map(|suit| RANKS.iter().map(|rank| card(suit, rank)))
        .collect()
}

fn colours() -> Vec<Printed> {
    let mut cards = Vec::with_capacity(108);
    for colour in COLOURS {
        cards.push(card(colour, "0"));
        let numbers = (1..=9).map(|n| n.to_string());
        for rank in numbers.chain(ACTIONS.iter().map(|a| (*a).to_owned())) {
            cards.extend(std::iter::repeat_n(card(colour, &rank), 2));
        }
    }
    for wild in WILDS {
        cards.extend(std::iter::repeat_n(card("wild", wild), 4));
    }
    cards
}

/// What players call a rank.
pub(super) fn rank_name(rank: &str) -> &str {
    match rank {
        "A" => "Ace",
        "J" => "Jack",
        "Q" => "Queen",
        "K" => "King",
        other => other,
    }
}

/// The colour of a suit, as tables draw it.
pub(super) fn colour(suit: &str) -> Option<&'static str> {
    Some(match suit {
        "hearts" | "diamonds" | "red" => "#c62828",
        "clubs" | "spades" => "#212121",
        "yellow" => "#f9a825",
        "green" => "#2e7d32",
        "blue" => "#1565c0",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Preset, cards};

    #[test]
    fn decks_are_complete() {
        let count = |preset, keep: fn(&super::Printed) -> bool| {
            cards(preset).map(|cards| cards.iter().filter(|c| keep(c)).count())
        };
        assert_eq!(count(Preset::Standard52, |_| true), Some(52));
        assert_eq!(count(Preset::Standard54, |c| c.rank == "Joker"), Some(2));
        assert_eq!(count(Preset::Uno108, |_| true), Some(108));
        assert_eq!(count(Preset::Uno108, |c| c.suit == "red"), Some(25));
        assert_eq!(count(Preset::Uno108, |c| c.rank == "0"), Some(4));
        assert_eq!(count(Preset::Uno108, |c| c.suit == "wild"), Some(8));
        assert_eq!(count(Preset::Custom, |_| true), None);
    }
}
