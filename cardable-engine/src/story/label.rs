//! What the label of an action says of who does it: `Play a card` is `plays a card`.

/// Verbs that labels of games begin with, in the form they have there, which take cards as their object.
const OF_CARDS: [&str; 19] = [
    "add", "bury", "cover", "discard", "draw", "drop", "give", "keep", "lay", "lead", "meld", "move",
    "place", "play", "put", "return", "show", "take", "throw",
];

/// Other verbs that labels of games begin with.
const OTHERS: [&str; 56] = [
    "accept",
    "answer",
    "ask",
    "attack",
    "begin",
    "bet",
    "bid",
    "build",
    "buy",
    "call",
    "challenge",
    "check",
    "choose",
    "claim",
    "close",
    "collect",
    "continue",
    "cut",
    "deal",
    "declare",
    "decline",
    "defend",
    "do",
    "double",
    "end",
    "exchange",
    "finish",
    "flip",
    "fold",
    "go",
    "guess",
    "hit",
    "knock",
    "leave",
    "name",
    "open",
    "order",
    "pass",
    "pay",
    "pick",
    "raise",
    "reveal",
    "roll",
    "sell",
    "shuffle",
    "skip",
    "split",
    "stand",
    "start",
    "stay",
    "stick",
    "stop",
    "surrender",
    "swap",
    "turn",
    "twist",
];

/// Objects that the cards themselves can stand for.
const CARDS: [&str; 7] = ["", "a card", "the card", "one card", "one", "card", "cards"];

/// A label that says what somebody does.
pub(super) struct Deed<'l> {
    /// The verb, of somebody else: `plays`.
    pub(super) verb: String,
    rest: &'l str,
    takes_cards: bool,
}

impl<'l> Deed<'l> {
    /// What a label says, where it begins with a verb.
    pub(super) fn read(label: &'l str) -> Option<Deed<'l>> {
        let label = label.trim_end_matches(['.', '!']).trim();
        let (verb, rest) = label.split_once(' ').unwrap_or((label, ""));
        let verb = verb.to_lowercase();
        let takes_cards = OF_CARDS.contains(&verb.as_str());
        if !takes_cards && !OTHERS.contains(&verb.as_str()) {
            return None;
        }
        Some(Deed {
            verb: of_another(&verb),
            rest: rest.trim(),
            takes_cards,
        })
    }

    /// Whether it is done with cards.
    pub(super) fn takes_cards(&self) -> bool {
        self.takes_cards
    }

    /// Whether the cards that it moves can stand for its object.
    pub(super) fn stands_for_cards(&self) -> bool {
        self.takes_cards && CARDS.contains(&self.rest.to_lowercase().as_str())
    }

    /// Its object: what is the actor's own is `their` or `your`.
    pub(super) fn rest(&self, is_own: bool) -> String {
        let words = self.rest.split(' ').map(|word| match word {
            "your" | "my" if is_own => "your",
            "your" | "my" => "their",
            other => other,
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// A verb as it is said of another one.
fn of_another(verb: &str) -> String {
    let before_y = verb
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    let hisses = ["s", "x", "z", "ch", "sh", "o"]
        .iter()
        .any(|end| verb.ends_with(end));
    match before_y {
        Some(stem) => format!("{stem}ies"),
        None if hisses => format!("{verb}es"),
        None => format!("{verb}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::Deed;

    #[test]
    fn labels_that_begin_with_a_verb_are_deeds() {
        for (label, said) in [
            ("Play a card", Some("plays a card")),
            ("Pass", Some("passes")),
            ("Go on!", Some("goes on")),
            ("Bury your crib", Some("buries their crib")),
            ("Lay down", Some("lays down")),
            ("Uno!", None),
            ("I am stuck", None),
            ("Karte ziehen", None),
            ("", None),
        ] {
            let deed = Deed::read(label).map(|deed| format!("{} {}", deed.verb, deed.rest(false)));
            assert_eq!(deed.as_deref().map(str::trim_end), said, "{label}");
        }
    }
}
