//! What cards are called for short, in decks and in tests.

/// What of a card its short names are made of.
#[derive(Clone, Copy)]
pub(crate) struct Called<'a> {
    pub(crate) name: &'a str,
    pub(crate) suit: Option<&'a str>,
    /// The sign in its corner, where it has one.
    pub(crate) index: Option<&'a str>,
    pub(crate) value: Option<i64>,
}

/// Which part of a card's short name stands for its rank.
#[derive(Clone, Copy)]
pub(crate) enum Rank {
    Name,
    /// The sign in its corner.
    Index,
    /// The first letter of its name.
    Letter,
    Value,
}

impl Called<'_> {
    /// All of its name, as players read it.
    pub(crate) fn full(&self) -> String {
        match self.suit {
            Some(suit) if !self.name.to_lowercase().contains(&suit.to_lowercase()) => {
                format!("{} of {suit}", self.name)
            }
            Some(_) | None => self.name.to_owned(),
        }
    }

    /// What stands for its rank.
    pub(crate) fn sign(&self, rank: Rank) -> Option<String> {
        match rank {
            Rank::Name => Some(self.name.to_owned()),
            Rank::Index => self.index.map(str::to_owned),
            Rank::Letter => first(self.name),
            Rank::Value => self.value.map(|value| value.to_string()),
        }
    }

    /// Its rank with its suit, before or after it: `AH`, `10S`, `red 7`. The first letter of the suit stands beside short ranks
    /// only, or `Kings` would be the king of spades.
    pub(crate) fn with_suit(&self, rank: Rank) -> Vec<String> {
        let (Some(sign), Some(suit)) = (self.sign(rank), self.suit) else {
            return Vec::new();
        };
        let is_short = sign.chars().count() <= 2;
        let suits = [Some(suit.to_owned()), first(suit).filter(|_| is_short)];
        let both = |suit: String| [format!("{sign}{suit}"), format!("{suit}{sign}")];
        suits.into_iter().flatten().flat_map(both).collect()
    }
}

fn first(text: &str) -> Option<String> {
    text.chars().next().map(String::from)
}

/// A name without case, blanks and the two kinds of apostrophe.
pub(crate) fn folded(text: &str) -> String {
    let kept = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if c == '’' { '\'' } else { c });
    kept.flat_map(char::to_lowercase).collect()
}
