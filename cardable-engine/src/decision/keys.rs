//! Keys of choices: which choices are the same to the seat, here and in other games that it cannot tell apart.

use super::ruled::RuledPicks;
use super::{DecisionRef, LIST_LIMIT, pick_def, ruled};
use crate::choice::Choice;
use crate::ids::{CardId, Viewer, ZoneId};
use crate::mix::{mix, mix_bytes};
use crate::play::legal_set::{Candidates, Offer, Source, Space};
use crate::play::valid::{candidate_value, option_values};
use crate::program::{PickDef, PickWhat, Strings};
use crate::value::Value;
use crate::vm::engine::Reader;
use crate::world::card_data;
use crate::world::scene::Form;
use serde::{Deserialize, Serialize};

/// What a choice is, apart from where things lie just now: an action with the kinds of the cards picked, an answer.
///
/// Equal cards in a zone make equal keys, as do the backs that a seat cannot tell apart. The choice that a seat has in
/// its own game has the same key in every game that [`Game::imagine`](crate::Game::imagine) makes of it, so a search
/// can add up what it learns about a choice over many imagined games. Keys are of one ruleset; two choices have the
/// same key by accident about as often as two random numbers of 64 bits are equal.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, Viewer};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let decision = game.next_decision().ok_or("somebody decides")?;
/// let imagined = game.imagine(Viewer::Seat(decision.seat()), Seed::from(1));
/// let same = imagined.next_decision().ok_or("the same seat decides")?;
/// assert_eq!(decision.keys(), same.keys());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
#[doc(alias = "action_id")]
pub struct ChoiceKey(pub u64);

/// The choices of a decision that have one key.
///
/// ```
/// use cardable_core::{Game, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let decision = game.next_decision().ok_or("somebody decides")?;
/// let ways: u64 = decision.keys().iter().map(|keyed| u64::from(keyed.ways)).sum();
/// assert_eq!(ways, decision.count().get());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyedChoice {
    /// The key.
    pub key: ChoiceKey,
    /// The lowest number of a choice that has it, for [`DecisionRef::nth`] and
    /// [`Game::submit_nth`](crate::Game::submit_nth).
    pub number: u64,
    /// How many numbers have it.
    pub ways: u32,
}

impl DecisionRef<'_> {
    /// The choices that differ to the seat, in the order of their numbers. Of an offer with more than 4,096 choices,
    /// such as a number asked for without bounds, only so many are looked at.
    ///
    /// See [`ChoiceKey`] for an example.
    pub fn keys(&self) -> Vec<KeyedChoice> {
        let mut keys = Vec::new();
        self.keys_into(&mut keys);
        keys
    }

    /// [`DecisionRef::keys`], into memory that is there already.
    pub fn keys_into(&self, keys: &mut Vec<KeyedChoice>) {
        keys.clear();
        let mut number = 0;
        self.with_reader(|reader| {
            for offer in self.offer_slice() {
                number = keys_of_offer(self, &Keyer::new(self, reader, offer), number, keys).after;
            }
        });
    }

    /// The key of the choice of a number below [`DecisionRef::count`]; None where there is none. One key takes less time
    /// than all of them.
    ///
    /// ```
    /// use cardable_core::{Game, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let decision = game.next_decision().ok_or("somebody decides")?;
    /// for keyed in decision.keys() {
    ///     assert_eq!(decision.key_of_nth(keyed.number), Some(keyed.key));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn key_of_nth(&self, number: u64) -> Option<ChoiceKey> {
        let mut left = number;
        for offer in self.offer_slice() {
            let here = match offer.plain_count() {
                Some(count) => u64::from(count),
                None => self.count_offer(offer).get(),
            };
            if left < here {
                return self.with_reader(|reader| Keyer::new(self, reader, offer).nth(self, left));
            }
            left -= here;
        }
        None
    }

    /// The key of a choice; None where it is not legal.
    pub fn key_of(&self, choice: &Choice) -> Option<ChoiceKey> {
        let (offer, places) = self.resolve(choice).ok()?;
        let key = self.with_reader(|reader| {
            let keyer = Keyer::new(self, reader, offer);
            match choice {
                Choice::Number(n) => keyer.number(*n),
                Choice::Act { .. } | Choice::Items(_) | Choice::Pass => keyer.picks(&places),
            }
        });
        Some(key)
    }
}

/// The key of the action or question of an offer alone.
pub(crate) fn source_key(decision: &DecisionRef<'_>, offer: &Offer) -> ChoiceKey {
    decision.with_reader(|reader| Keyer::new(decision, reader, offer).source)
}

/// The choices that differ to the seat, those of one offer if it is given, with what each takes.
pub(crate) fn each_taken(
    decision: &DecisionRef<'_>,
    only: Option<&Offer>,
    mut see: impl FnMut(&Offer, TakenChoice),
) {
    let mut keys = Vec::new();
    let mut first = 0;
    decision.with_reader(|reader| {
        for offer in decision.offer_slice() {
            if only.is_some_and(|only| !std::ptr::eq(only, offer)) {
                first += decision.count_offer(offer).get();
                continue;
            }
            keys.clear();
            let keyer = Keyer::new(decision, reader, offer);
            let listed = keys_of_offer(decision, &keyer, first, &mut keys);
            for keyed in &keys {
                let taken = keyer.taken(keyed.number - first, listed.ruled.as_ref());
                let choice = TakenChoice {
                    keyed: *keyed,
                    source: keyer.source,
                    taken,
                };
                see(offer, choice);
            }
            first = listed.after;
        }
    });
}

/// A choice with what it takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakenChoice {
    pub(crate) keyed: KeyedChoice,
    /// The key of its action or question alone.
    pub(crate) source: ChoiceKey,
    pub(crate) taken: Taken,
}

/// What a choice takes for its action or its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Taken {
    Nothing,
    /// An answer, counted from the lowest one.
    Number(u64),
    /// Any card of a zone that the seat cannot see.
    Unseen(ZoneId),
    One(Value),
    Several,
}

/// What was found when the keys of an offer were listed.
struct Listed {
    /// The number after that of its last choice.
    after: u64,
    /// Its picks, where a rule says which go together.
    ruled: Option<RuledPicks>,
}

/// Adds the keys of an offer, whose first choice has a number.
fn keys_of_offer(
    decision: &DecisionRef<'_>,
    keyer: &Keyer<'_>,
    first: u64,
    keys: &mut Vec<KeyedChoice>,
) -> Listed {
    let offer = keyer.offer;
    let before = keys.len();
    let mut ruled_picks = None;
    let mut add = |number: u64, key: ChoiceKey| {
        keys.push(KeyedChoice {
            key,
            number: first + number,
            ways: 1,
        });
    };
    let count = match offer.space {
        Space::One => {
            add(0, keyer.source);
            1
        }
        Space::Range { min, .. } => {
            let count = decision.count_offer(offer).get();
            let looked_at = count.min(LIST_LIMIT as u64);
            (0..looked_at).for_each(|n| add(n, keyer.number(min.wrapping_add_unsigned(n))));
            count
        }
        Space::Choose {
            min, max, ordered, ..
        } => match ruled(decision, offer) {
            Some(ruled) => {
                let numbered = ruled.picks.iter().zip(0..);
                numbered.for_each(|(places, n)| add(n, keyer.picks(places)));
                ruled_picks.insert(ruled).picks.len() as u64
            }
            None => {
                let count = decision.count_offer(offer).get();
                let ways = offer.ways(min, max, ordered);
                // The first ones of many orders begin alike: some are looked at all over.
                let apart = match ordered {
                    true => count.div_ceil(LIST_LIMIT as u64).max(1),
                    false => 1,
                };
                for n in (0..count.min(LIST_LIMIT as u64)).map_while(|n| n.checked_mul(apart)) {
                    match (min, max) {
                        _ if n >= count => break,
                        (1, 1) => add(n, keyer.picks(&[n as u16])),
                        _ => add(n, keyer.picks(&ways.nth(n))),
                    }
                }
                count
            }
        },
    };
    merge(keys, before);
    Listed {
        after: first + count,
        ruled: ruled_picks,
    }
}

/// Merges equal keys from a place on.
fn merge(keys: &mut Vec<KeyedChoice>, from: usize) {
    if keys.len() - from < 2 {
        return;
    }
    keys[from..].sort_unstable_by_key(|keyed| (keyed.key, keyed.number));
    let mut last = from;
    for at in from + 1..keys.len() {
        if keys[at].key == keys[last].key {
            keys[last].ways = keys[last].ways.saturating_add(1);
        } else {
            last += 1;
            keys[last] = keys[at];
        }
    }
    keys.truncate(last + 1);
    keys[from..].sort_unstable_by_key(|keyed| keyed.number);
}

/// Makes the keys of one offer.
struct Keyer<'d> {
    reader: &'d Reader<'d>,
    offer: &'d Offer,
    source: ChoiceKey,
    candidates: Candidates<'d>,
    what: CandidatesAre<'d>,
}

/// What the candidates of an offer stand for.
enum CandidatesAre<'d> {
    /// Things to be picked for an action.
    Picked(&'d PickDef),
    /// Entries of the lists that an action is picked from.
    Options(Vec<Value>),
    /// Entries of the list that a question shows.
    Items(Vec<Value>),
    Nothing,
}

impl<'d> Keyer<'d> {
    fn new(decision: &'d DecisionRef<'d>, reader: &'d Reader<'d>, offer: &'d Offer) -> Keyer<'d> {
        let (source, what) = match offer.source {
            Source::Act(action) => (
                mix(1, u64::from(action.0)),
                match pick_def(decision, offer) {
                    Some(pick) if pick.what == PickWhat::Option => {
                        CandidatesAre::Options(option_values(reader, pick).collect())
                    }
                    Some(pick) => CandidatesAre::Picked(pick),
                    None => CandidatesAre::Nothing,
                },
            ),
            Source::Prompt(at) => {
                let suspended = decision.world.suspended.get(usize::from(at));
                // Which question it is: two actions that ask alike are told apart.
                let asked_at = suspended.map_or(0, |suspended| u64::from(suspended.pc));
                let form = suspended
                    .and_then(|s| s.question())
                    .map(|question| &question.form);
                let items = match form {
                    Some(Form::OneOf { list, .. } | Form::Several { list, .. }) => {
                        CandidatesAre::Items(reader.items(*list).unwrap_or_default().into_vec())
                    }
                    Some(Form::Number { .. } | Form::Confirm) | None => CandidatesAre::Nothing,
                };
                (mix(2, asked_at), items)
            }
            Source::Pass => (mix(3, 0), CandidatesAre::Nothing),
        };
        Keyer {
            reader,
            offer,
            source: ChoiceKey(source),
            candidates: decision.candidates(offer),
            what,
        }
    }

    /// The key of a choice of the offer by its number.
    fn nth(&self, decision: &DecisionRef<'_>, n: u64) -> Option<ChoiceKey> {
        Some(match self.offer.space {
            Space::One => self.source,
            Space::Range { min, .. } => self.number(min.wrapping_add_unsigned(n)),
            Space::Choose {
                min, max, ordered, ..
            } => match (ruled(decision, self.offer), min, max) {
                (Some(ruled), ..) => self.picks(ruled.picks.get(usize::try_from(n).ok()?)?),
                (None, 1, 1) => self.picks(&[u16::try_from(n).ok()?]),
                (None, ..) => self.picks(&self.offer.ways(min, max, ordered).nth(n)),
            },
        })
    }

    /// What the choice of a number within the offer takes.
    fn taken(&self, n: u64, ruled: Option<&RuledPicks>) -> Taken {
        let of = |places: &[u16]| match places {
            [] => Taken::Nothing,
            [place] => self.taken_at(*place),
            _ => Taken::Several,
        };
        match (self.offer.space, ruled) {
            (Space::One, _) => Taken::Nothing,
            (Space::Range { .. }, _) => Taken::Number(n),
            (Space::Choose { .. }, Some(ruled)) => {
                of(ruled.picks.get(n as usize).map_or(&[], |places| places))
            }
            (Space::Choose { min: 1, max: 1, .. }, None) => self.taken_at(n as u16),
            (Space::Choose { min: 2.., .. }, None) => Taken::Several,
            (
                Space::Choose {
                    min, max, ordered, ..
                },
                None,
            ) => of(&self.offer.ways(min, max, ordered).nth(n)),
        }
    }

    fn taken_at(&self, place: u16) -> Taken {
        let at = usize::from(place);
        let value = match (&self.what, self.candidates.get(at)) {
            (CandidatesAre::Picked(pick), Some(candidate)) => match candidate {
                candidate if candidate.is_hidden() => return Taken::Unseen(ZoneId(candidate.raw)),
                candidate => candidate_value(self.reader, pick, *candidate),
            },
            (CandidatesAre::Options(values), Some(candidate)) => {
                values.get(usize::from(candidate.raw)).copied()
            }
            (CandidatesAre::Items(items), _) => items.get(at).copied(),
            (CandidatesAre::Picked(_) | CandidatesAre::Options(_), None) | (CandidatesAre::Nothing, _) => {
                None
            }
        };
        Taken::One(value.unwrap_or_default())
    }

    fn number(&self, n: i64) -> ChoiceKey {
        ChoiceKey(mix(self.source.0, n as u64))
    }

    fn picks(&self, places: &[u16]) -> ChoiceKey {
        if places.is_empty() {
            return self.source;
        }
        let is_drag = matches!(self.what, CandidatesAre::Picked(pick) if pick.what == PickWhat::Drag);
        let is_ordered = is_drag || matches!(self.offer.space, Space::Choose { ordered: true, .. });
        let mut together: u64 = places.len() as u64;
        for place in places {
            let one = self.candidate(*place);
            together = match is_ordered {
                true => mix(together, one),
                // Adding does not mind the order.
                false => together.wrapping_add(mix(one, 0)),
            };
        }
        ChoiceKey(mix(self.source.0, together))
    }

    fn candidate(&self, place: u16) -> u64 {
        match &self.what {
            CandidatesAre::Picked(pick) => match self.candidates.get(usize::from(place)) {
                Some(candidate) if candidate.is_hidden() => {
                    let here = self.unseen_card(ZoneId(candidate.raw));
                    candidate
                        .back()
                        .map_or(here, |back| mix(here, u64::from(back) + 1))
                }
                Some(candidate) => {
                    let value = candidate_value(self.reader, pick, *candidate);
                    self.value(value.unwrap_or_default())
                }
                None => 0,
            },
            CandidatesAre::Options(values) => {
                let candidate = self.candidates.get(usize::from(place));
                let value = candidate.and_then(|candidate| values.get(usize::from(candidate.raw)));
                self.value(value.copied().unwrap_or_default())
            }
            CandidatesAre::Items(items) => {
                let item = items.get(usize::from(place)).copied();
                self.value(item.unwrap_or_default())
            }
            CandidatesAre::Nothing => place.into(),
        }
    }

    fn unseen_card(&self, zone: ZoneId) -> u64 {
        mix(12, zone.0.into())
    }

    /// A card by its zone, its type and whether everybody sees its face; one that the seat does not know by its zone and, where
    /// it can tell places, its place.
    fn card(&self, card: CardId) -> u64 {
        let (t, world) = (self.reader.table, self.reader.world);
        let viewer = Viewer::Seat(self.offer.seat);
        let zone = world.zone_of(t, card);
        if world.knows(t, card).contains(viewer) {
            let ty = u64::from(world.type_of(t, card).0);
            // How it lies counts where it can be seen: in a hand nobody minds which way up a card came.
            let lies = u64::from(world.face_audience(t, card).contains(Viewer::Spectator));
            let key = mix(mix(11, zone.0.into()), ty << 16 | lies);
            return match t.card_data.each {
                0 => key,
                _ => self.with_data(key, card, viewer),
            };
        }
        let here = self.unseen_card(zone);
        if !world.places(t, zone).contains(viewer) {
            return here;
        }
        let place = world
            .zone_cards(t, zone)
            .iter()
            .position(|other| *other == card.0);
        mix(here, place.map_or(0, |place| place as u64))
    }

    /// The key of a card with the data that the seat sees of it.
    #[cold]
    fn with_data(&self, key: u64, card: CardId, viewer: Viewer) -> u64 {
        let (t, world) = (self.reader.table, self.reader.world);
        let seen = card_data::changed(world, t, card);
        let seen = seen.filter(|(item, _)| card_data::is_open(world, t, card, *item, viewer));
        seen.fold(key, |key, (item, value)| {
            let value = match value {
                // Cards may be attached to each other in a circle.
                Value::Card(other) => mix(13, world.zone_of(t, other).0.into()),
                value => self.value(value),
            };
            mix(mix(key, item.into()), value)
        })
    }

    fn value(&self, value: Value) -> u64 {
        match value {
            Value::Nothing => mix(20, 0),
            Value::Bool(yes) => mix(21, yes.into()),
            // Numbers that are the same to rules are the same here.
            Value::Int(n) => mix(22, (n as f64).to_bits()),
            Value::Float(n) => mix(22, (n + 0.0).to_bits()),
            Value::Str(id) if id.0 < Strings::DYNAMIC => mix(23, id.0.into()),
            Value::Str(id) => mix(24, mix_bytes(self.reader.text(id).as_bytes())),
            Value::Seat(seat) => mix(25, seat.0.into()),
            Value::Card(card) => self.card(card),
            Value::Zone(zone) => mix(26, zone.0.into()),
            Value::Deck(deck) => mix(27, deck.0.into()),
            Value::List(_) => {
                let items = self.reader.items(value).unwrap_or_default();
                let first = mix(28, items.len() as u64);
                items
                    .into_iter()
                    .fold(first, |sum, item| mix(sum, self.value(item)))
            }
        }
    }
}
