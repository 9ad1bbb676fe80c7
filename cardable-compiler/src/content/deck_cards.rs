//! The cards of a set that a deck asks for by what they are called.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    CardSet, CardType, CardValue, Scalar,
    called::{Called, Rank, folded},
    fields::{CardWord, DeckEntry},
};
use crate::text::diag::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::text::fields::read::{At, Items, Placed};
use crate::text::source::Span;

/// What stands at the end of a word for any further letters.
const ANY: char = '*';

/// The names that a card has of one kind.
type Naming<'n> = &'n dyn Fn(&CardType) -> Vec<String>;

/// The names of the cards of a set.
pub(super) struct CardNames<'s> {
    set: &'s CardSet,
    /// The cards by each name, as it is compared. What is nearer to what is printed stands first: a word means the cards
    /// of the first of these that has it.
    ways: Vec<BTreeMap<String, Vec<usize>>>,
}

impl<'s> CardNames<'s> {
    pub(super) fn new(set: &'s CardSet) -> CardNames<'s> {
        let named: [Naming<'_>; 5] = [
            &|card| vec![called(set, card).full(), card.name.to_string()],
            &|card| suit_of(set, card).map(str::to_owned).into_iter().collect(),
            &|card| {
                let rank = card.rank.as_deref().map(str::to_owned);
                rank.into_iter()
                    .chain(called(set, card).sign(Rank::Index))
                    .collect()
            },
            &|card| {
                let ranks = [Rank::Name, Rank::Index, Rank::Letter].into_iter();
                ranks.flat_map(|rank| called(set, card).with_suit(rank)).collect()
            },
            &|card| {
                let mut names = called(set, card).with_suit(Rank::Value);
                names.extend(called(set, card).sign(Rank::Value));
                names
            },
        ];
        let ways = named.into_iter().map(|names| {
            let mut cards: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (at, card) in set.cards.iter().enumerate() {
                let names: BTreeSet<String> = names(card).iter().map(|name| folded(name)).collect();
                for name in names {
                    cards.entry(name).or_default().push(at);
                }
            }
            cards
        });
        CardNames {
            set,
            ways: ways.collect(),
        }
    }

    /// The cards that a word means.
    fn of(&self, word: &str) -> Vec<usize> {
        let wanted = folded(word);
        if word == &*self.set.name {
            return (0..self.set.cards.len()).collect();
        }
        let begins = wanted.strip_suffix(ANY);
        let found = self.ways.iter().map(|cards| match begins {
            Some(begin) => cards
                .range(begin.to_owned()..)
                .take_while(|(name, _)| name.starts_with(begin))
                .flat_map(|(_, cards)| cards.iter().copied())
                .collect(),
            None => cards.get(&wanted).cloned().unwrap_or_default(),
        });
        found
            .into_iter()
            .find(|cards: &Vec<usize>| !cards.is_empty())
            .unwrap_or_default()
    }

    /// The cards that an entry of a deck asks for, each once, in the order of the set; nothing where something is wrong
    /// with it.
    pub(super) fn chosen(&self, entry: DeckEntry<'_>, diags: &mut Diagnostics) -> Option<Vec<usize>> {
        let errors = diags.error_count();
        let all = self.named(entry.all(), diags, |_, _| None);
        let known = &all;
        let without = self.named(entry.without(), diags, |word, cards| {
            let is_vain = cards.iter().all(|card| !known.contains(card)) && !known.is_empty();
            is_vain.then(|| {
                let message = format!("{word} takes nothing away: `all` has no such card");
                (message, "take it out, or name it in `all` as well".to_owned())
            })
        });
        if diags.error_count() > errors {
            return None;
        }
        let left: Vec<usize> = all.difference(&without).copied().collect();
        if left.is_empty() && !all.is_empty() {
            let message = "`without` takes away all cards that `all` names";
            let help = "take out some of its words, or leave the entry out";
            diags.warning(Code::EmptyDeck, entry.node.span, message, help);
        }
        Some(left)
    }

    /// The cards that a list names. `vain` tells what is wrong with a word that names some.
    fn named<'n>(
        &self,
        words: Items<'n, At<CardWord<'n>>>,
        diags: &mut Diagnostics,
        vain: impl Fn(&str, &[usize]) -> Option<(String, String)>,
    ) -> BTreeSet<usize> {
        let mut cards = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for word in words {
            let is_new = match word.value {
                Some(CardWord::Called(text)) => seen.insert(folded(text.as_str())),
                Some(CardWord::Id(_)) | None => true,
            };
            let Some((shown, found)) = is_new.then(|| self.word(word, diags)).flatten() else {
                continue;
            };
            if let Some((message, help)) = vain(&shown, &found) {
                diags.error(Code::UnknownCard, word.span(), message, help);
            }
            cards.extend(found);
        }
        cards
    }

    /// What a word is called in messages, and the cards that it means. It is an error when there are none.
    fn word(&self, word: Placed<'_, CardWord<'_>>, diags: &mut Diagnostics) -> Option<(String, Vec<usize>)> {
        match word.value? {
            CardWord::Id(id) => match self.set.index_of(id) {
                Some(index) => Some((format!("the card {id}"), vec![index])),
                None => {
                    self.missing(diags, || unknown_card(id, word.span(), self.set));
                    None
                }
            },
            CardWord::Called(text) => {
                let text = text.as_str();
                let found = self.of(text);
                if found.is_empty() {
                    self.missing(diags, || {
                        let message = format!("no card of `{}` is called `{text}`", self.set.name);
                        Diagnostic::error(Code::UnknownCard, word.span(), message).help(self.help(text))
                    });
                    return None;
                }
                Some((format!("`{text}`"), found))
            }
        }
    }

    /// Tells of a card that is not there, unless it may be one that could not be read.
    fn missing(&self, diags: &mut Diagnostics, told: impl FnOnce() -> Diagnostic) {
        if !self.set.complete {
            return;
        }
        // Counted, but not worth looking for a help.
        match diags.is_full() {
            true => diags.further_error(),
            false => diags.push(told()),
        }
    }

    fn help(&self, text: &str) -> String {
        let cards = self.set.cards.iter();
        let names = cards.clone().flat_map(|card| {
            let rank = card.rank.as_deref().map(str::to_owned);
            let suit = suit_of(self.set, card).map(str::to_owned);
            let names = [
                Some(card.name.to_string()),
                suit,
                rank,
                Some(called(self.set, card).full()),
            ];
            names.into_iter().flatten()
        });
        let names: Vec<String> = names.collect();
        if let Some(near) = did_you_mean(text, names.iter().map(String::as_str)) {
            return format!("did you mean `{near}`?");
        }
        let Some(first) = self.set.cards.first() else {
            return "name the cards of the set in its `cards`".to_owned();
        };
        let mut ways = vec![called(self.set, first).full(), first.name.to_string()];
        ways.extend(suit_of(self.set, first).map(str::to_owned));
        ways.dedup();
        let ways: Vec<String> = ways.iter().map(|way| format!("`{way}`")).collect();
        format!(
            "write names, suits, ranks or ids, such as {}; `*` at the end stands for anything",
            ways.join(", ")
        )
    }
}

fn suit_of<'s>(set: &'s CardSet, card: &CardType) -> Option<&'s str> {
    Some(&*set.suits.get(card.suit?)?.name)
}

fn called<'s>(set: &'s CardSet, card: &'s CardType) -> Called<'s> {
    Called {
        name: &card.name,
        suit: suit_of(set, card),
        index: match card.attribute("index") {
            Some(Scalar::Text(index)) => Some(index),
            Some(Scalar::Number(_) | Scalar::Bool(_) | Scalar::List(_)) | None => None,
        },
        value: match &card.value {
            CardValue::Fixed(value) => value.as_i64(),
            CardValue::Dual { .. } | CardValue::Choice(_) | CardValue::None => None,
        },
    }
}

pub(super) fn unknown_card(id: u32, span: Span, set: &CardSet) -> Diagnostic {
    let message = format!("the card set `{}` has no card with the id {id}", set.name);
    let help = match (set.cards.first(), set.cards.last()) {
        (Some(first), Some(last)) => {
            let nearest = set.cards.iter().min_by_key(|card| card.id.abs_diff(id));
            let gaps = (last.id - first.id) as usize + 1 != set.cards.len();
            let nearest = nearest
                .filter(|_| gaps)
                .map(|card| format!("; the nearest is {} (`{}`)", card.id, card.name));
            let nearest = nearest.unwrap_or_default();
            format!("its ids go from {} to {}{nearest}", first.id, last.id)
        }
        _ => "name the cards of the set in its `cards`".to_owned(),
    };
    Diagnostic::error(Code::UnknownCard, span, message).help(help)
}
