//! From what is offered to choices and their texts, without the game.

use super::{Offered, PickOffered};
use crate::choice::{Choice, Pick, Picks};
use crate::language::{Language, Sentence};
use crate::play::ways::Ways;
use serde::{Deserialize, Serialize};

/// A choice and what players read of it.
///
/// ```
/// # use cardable_core::{Game, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let decision = game.next_decision().expect("somebody decides");
/// for labelled in decision.labelled().take(10) {
///     println!("{}: {:?}", labelled.text, labelled.choice);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Labelled {
    /// The choice.
    pub choice: Choice,
    /// What players read of it, such as `Play: Eight of Hearts`.
    pub text: String,
}

impl Offered {
    /// What the button or the question says. `None` where a question says nothing, and for a pass.
    pub fn label(&self) -> Option<&str> {
        match self {
            Offered::Action { label, .. } => Some(label),
            Offered::Number { label, .. } | Offered::Confirm { label } | Offered::Items { label, .. } => {
                label.as_deref()
            }
            Offered::Pass => None,
        }
    }

    /// How many choices it stands for. `None` where a rule says which picks go together: what may be
    /// picked then is asked of [`DecisionRef`](crate::DecisionRef).
    pub fn count(&self) -> Option<u64> {
        Some(match self {
            Offered::Action { pick: None, .. } | Offered::Pass => 1,
            Offered::Action { pick: Some(pick), .. } if pick.ruled => return None,
            Offered::Action { pick: Some(pick), .. } => {
                ways(pick.candidates.len(), pick.min, pick.max, pick.ordered).count()
            }
            Offered::Number { min, max, .. } if min > max => 0,
            Offered::Number { min, max, .. } => max.abs_diff(*min).saturating_add(1),
            Offered::Confirm { .. } => 2,
            Offered::Items { ruled: true, .. } => return None,
            Offered::Items {
                items,
                min,
                max,
                ordered,
                ..
            } => ways(items.len(), *min, *max, *ordered).count(),
        })
    }

    /// The choice of a number below [`Offered::count`].
    pub fn nth(&self, index: u64) -> Option<Choice> {
        if index >= self.count()? {
            return None;
        }
        Some(match self {
            Offered::Pass => Choice::Pass,
            Offered::Action {
                action, pick: None, ..
            } => Choice::act(*action),
            Offered::Action {
                action,
                pick: Some(pick),
                ..
            } => {
                let mut picks = Picks::new();
                for at in ways(pick.candidates.len(), pick.min, pick.max, pick.ordered).nth(index) {
                    let candidate = pick.candidates.get(usize::from(at))?;
                    picks.push(next_unseen(*candidate, &picks));
                }
                Choice::Act {
                    action: *action,
                    picks,
                }
            }
            Offered::Number { min, .. } => Choice::Number(min.wrapping_add_unsigned(index)),
            Offered::Confirm { .. } => Choice::Number(i64::from(index != 0)),
            Offered::Items {
                items,
                min,
                max,
                ordered,
                ..
            } => Choice::items(ways(items.len(), *min, *max, *ordered).nth(index)),
        })
    }

    /// All choices it stands for, each made when it is asked for; none where [`Offered::count`] says
    /// `None`.
    pub fn choices(&self) -> impl Iterator<Item = Choice> {
        (0..self.count().unwrap_or(0)).map_while(|index| self.nth(index))
    }

    /// The choice that picks these things. `None` where the offer wants something else, or where what is
    /// picked is not offered; whether the picks go together, only the game knows.
    ///
    /// ```
    /// use cardable_core::{Choice, Pick, decision::Offered};
    /// let asked = Offered::Items {
    ///     label: Some("Which suit?".into()),
    ///     items: vec!["Clubs".into(), "Hearts".into()],
    ///     min: 1,
    ///     max: 1,
    ///     ruled: false,
    ///     ordered: false,
    /// };
    /// assert_eq!(asked.pick([Pick::Option(1)]), Some(Choice::items([1])));
    /// assert_eq!(asked.pick([Pick::Option(2)]), None);
    /// ```
    pub fn pick(&self, picks: impl IntoIterator<Item = Pick>) -> Option<Choice> {
        let picks: Picks = picks.into_iter().collect();
        let twice = |(at, one): (usize, &Pick)| picks.iter().take(at).any(|before| before == one);
        if picks.iter().enumerate().any(twice) {
            return None;
        }
        let fits = |min: u16, max: u16| (usize::from(min)..=usize::from(max)).contains(&picks.len());
        match self {
            Offered::Action {
                action, pick: None, ..
            } => picks.is_empty().then(|| Choice::act(*action)),
            Offered::Action {
                action,
                pick: Some(pick),
                ..
            } => {
                let offered = picks.iter().all(|one| pick.place(*one).is_some());
                (offered && fits(pick.min, pick.max)).then_some(Choice::Act {
                    action: *action,
                    picks,
                })
            }
            Offered::Items { items, min, max, .. } if fits(*min, *max) => {
                let place = |pick: &Pick| match pick {
                    Pick::Option(at) if usize::from(*at) < items.len() => Some(*at),
                    _ => None,
                };
                Some(Choice::Items(picks.iter().map(place).collect::<Option<_>>()?))
            }
            Offered::Pass => picks.is_empty().then_some(Choice::Pass),
            Offered::Items { .. } | Offered::Number { .. } | Offered::Confirm { .. } => None,
        }
    }

    /// What players read of a choice, in English; `None` where it takes something that is not offered.
    pub fn choice_text(&self, choice: &Choice) -> Option<String> {
        self.choice_text_in(Language::English, choice)
    }

    /// The same in a language, which should be that of the [ruleset](crate::Ruleset::language) that offers it.
    ///
    /// ```
    /// use cardable_core::{Choice, Language, decision::Offered};
    /// let asked = Offered::Confirm { label: None };
    /// assert_eq!(asked.choice_text_in(Language::German, &Choice::Number(1)).as_deref(), Some("ja"));
    /// ```
    pub fn choice_text_in(&self, language: Language, choice: &Choice) -> Option<String> {
        match (self, choice) {
            (
                Offered::Action {
                    action, label, pick, ..
                },
                Choice::Act { action: done, picks },
            ) if action == done => {
                let mut text = label.clone();
                for (at, one) in picks.iter().enumerate() {
                    text += if at == 0 { ": " } else { ", " };
                    let pick = pick.as_ref()?;
                    let place = pick.place(*one)?;
                    match pick.texts.get(place) {
                        Some(name) => text += name,
                        None => text += &pick_text(language, *one),
                    }
                }
                Some(text)
            }
            (Offered::Number { min, max, .. }, Choice::Number(n)) => {
                (min..=max).contains(&n).then(|| n.to_string())
            }
            (Offered::Confirm { .. }, Choice::Number(1)) => Some(language.words(Sentence::Yes).to_owned()),
            (Offered::Confirm { .. }, Choice::Number(0)) => Some(language.words(Sentence::No).to_owned()),
            (Offered::Items { items, .. }, Choice::Items(places)) => {
                let named = places
                    .iter()
                    .map(|at| items.get(usize::from(*at)).map(String::as_str));
                let named: Vec<&str> = named.collect::<Option<_>>()?;
                Some(match named.is_empty() {
                    true => language.words(Sentence::NoEntries).to_owned(),
                    false => named.join(", "),
                })
            }
            (Offered::Pass, Choice::Pass) => Some(language.words(Sentence::Pass).to_owned()),
            _ => None,
        }
    }
}

impl PickOffered {
    /// The candidate that a pick names. Cards that cannot be told apart are all offered by the first place
    /// of theirs; of several that are picked, the next one stands behind it.
    fn place(&self, pick: Pick) -> Option<usize> {
        let exact = self.candidates.iter().position(|candidate| *candidate == pick);
        let Pick::Card { zone, index } = pick else {
            return exact;
        };
        exact.or_else(|| {
            let alike = |candidate: &Pick| match candidate {
                Pick::Card {
                    zone: z,
                    index: first,
                } if *z == zone && *first < index => Some(*first),
                _ => None,
            };
            let first = self.candidates.iter().filter_map(alike).max()?;
            let known = Pick::Card { zone, index: first };
            let as_many = self
                .candidates
                .iter()
                .filter(|candidate| **candidate == known)
                .count();
            let at = self.candidates.iter().position(|candidate| *candidate == known)?;
            (usize::from(index - first) < as_many).then_some(at)
        })
    }
}

/// The ways to choose of a list, as far as its entries have numbers.
fn ways(n: usize, min: u16, max: u16, ordered: bool) -> Ways {
    Ways {
        n: u16::try_from(n).unwrap_or(u16::MAX),
        min,
        max,
        ordered: ordered && max > 1,
    }
}

/// The pick of a candidate when others are picked already.
fn next_unseen(candidate: Pick, picked: &[Pick]) -> Pick {
    let mut pick = candidate;
    while picked.contains(&pick) {
        match &mut pick {
            Pick::Card { index, .. } if *index < u16::MAX => *index += 1,
            _ => break,
        }
    }
    pick
}

/// What can be said of a pick without any names.
fn pick_text(language: Language, pick: Pick) -> String {
    let counted = |at: u16| (u32::from(at) + 1).to_string();
    match pick {
        Pick::Card { zone, index } => {
            language.say(Sentence::CardOfZone, &[&counted(index), &zone.0.to_string()])
        }
        Pick::Zone(zone) => language.say(Sentence::ZoneNumber, &[&zone.0.to_string()]),
        Pick::Seat(seat) => language.say(Sentence::SeatPicked, &[&counted(seat.0.into())]),
        Pick::Deck(deck) => language.say(Sentence::DeckNumber, &[&deck.0.to_string()]),
        Pick::Option(at) => language.say(Sentence::EntryNumber, &[&counted(at)]),
    }
}
