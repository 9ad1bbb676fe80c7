//! What one seat may do now: listed, counted, numbered, drawn from, and picked
//! step by step.

mod extend;
mod keys;
mod offered;
mod resolve;
mod ruled;
mod shown;

pub use keys::{ChoiceKey, KeyedChoice};
pub(crate) use keys::{Taken, TakenChoice, each_taken, source_key};
pub use offered::Labelled;
pub use shown::{Offered, PickOffered, Unavailable};

use self::ruled::{all_ruled, count_ruled, ruled, ruled_picks};
use crate::choice::{Choice, Count, Extensions, Pick, Picks};
use crate::error::Refusal;
use crate::ids::{ActionId, CardId, DeckId, Seat, SeatSet, Viewer, ZoneId};
use crate::language::{Language, Sentence};
use crate::play::legal_set::{Candidate, Candidates, Chosen, LegalSet, Offer, Source, Space};
use crate::play::valid::Picking;
use crate::play::ways::{LIST_LIMIT, Places};
use crate::play::{answers, backs};
use crate::program::{ActionKind, PickDef, PickWhat};
use crate::value::Value;
use crate::view::slot_of;
use crate::vm::engine::{LinkedTable, Reader};
use crate::vm::temp::TempLists;
use crate::vm::wording;
use crate::world::scene::{AnswerRule, Form};
use crate::world::whole::World;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;

/// What one seat may do now, borrowed from its game: cheap to get and to copy. [`DecisionRef::to_decision`]
/// makes a [`Decision`](crate::Decision) of it that can be kept and sent.
///
/// ```
/// # use cardable_core::{Game, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let decision = game.next_decision().expect("somebody decides");
/// let (seat, choice) = (decision.seat(), decision.nth(0).expect("a decision has a choice"));
/// assert_eq!(decision.index_of(&choice), Some(0));
/// game.submit(seat, &choice)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[doc(alias = "legal_actions")]
pub struct DecisionRef<'g> {
    pub(crate) table: &'g LinkedTable,
    pub(crate) world: &'g World,
    pub(crate) legal: &'g LegalSet,
    pub(crate) seat: Seat,
    pub(crate) language: Language,
}

impl std::fmt::Debug for DecisionRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DecisionRef")
            .field("seat", &self.seat)
            .field("offers", &self.offer_slice())
            .finish()
    }
}

/// A choice drawn at random, and how many cards and items were looked at to list those that it was drawn from.
pub(crate) struct Drawn {
    pub(crate) chosen: Chosen,
    pub(crate) looked_at: usize,
}

impl<'g> DecisionRef<'g> {
    /// The seat that decides.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The same decision with its labels, questions and reasons in another language; where the ruleset has no texts in
    /// it, in its own. It costs nothing: texts are looked up when they are asked for.
    ///
    /// ```
    /// use cardable_core::content::{ContentPath, MemoryFiles};
    /// use cardable_core::{Game, Language, Loader, Seed, Setup};
    ///
    /// let mut files = MemoryFiles::new();
    /// files.add("tiny/ruleset.json", cardable_core::testing::TINY)?;
    /// files.add("tiny/texts/de.json5", r#"{ "Stones": "Steine", "Take a stone": "Stein nehmen" }"#)?;
    /// let ruleset = Loader::new().check_files(&files, &ContentPath::new("tiny")?).into_result()?;
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let decision = game.next_decision().ok_or("somebody decides")?.in_language(Language::German);
    /// assert_eq!(decision.labelled().next().map(|first| first.text).as_deref(), Some("Stein nehmen"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_language(self, language: Language) -> DecisionRef<'g> {
        DecisionRef {
            language: self.table.program.language_for(language),
            ..self
        }
    }

    /// How many choices had been applied when it came up, as `View::seq` counts them.
    pub fn seq(&self) -> u64 {
        self.world.step
    }

    pub(crate) fn offer_slice(&self) -> &'g [Offer] {
        let offers = &self.legal.offers;
        if self.legal.seats == SeatSet::one(self.seat) {
            return offers;
        }
        let first = offers.iter().position(|o| o.seat == self.seat).unwrap_or(0);
        let n = offers[first..].iter().take_while(|o| o.seat == self.seat).count();
        &offers[first..first + n]
    }

    /// The actions that are offered; none while a question is open.
    pub fn actions(&self) -> impl Iterator<Item = ActionId> + 'g {
        self.offer_slice().iter().filter_map(|offer| match offer.source {
            Source::Act(action) => Some(action),
            Source::Prompt(_) | Source::Pass => None,
        })
    }

    pub(crate) fn with_reader<T>(&self, f: impl FnOnce(&Reader<'_>) -> T) -> T {
        let temp = TempLists::in_language(self.language);
        f(&Reader {
            table: self.table,
            world: self.world,
            temp: &temp,
            player: Some(self.seat),
        })
    }

    /// The rule for the answer to a question, and the list that it shows.
    fn answer_rule(&self, offer: &Offer) -> Option<(AnswerRule, Value)> {
        let Source::Prompt(at) = offer.source else {
            return None;
        };
        match self.world.suspended.get(usize::from(at))?.question()?.form {
            Form::Several {
                list,
                rule: Some(rule),
                ..
            } => Some((rule, list)),
            Form::Several { rule: None, .. } | Form::OneOf { .. } | Form::Number { .. } | Form::Confirm => {
                None
            }
        }
    }

    /// The candidates of an offer.
    pub(crate) fn candidates(&self, offer: &Offer) -> Candidates<'g> {
        self.legal.candidates(self.table, self.world, offer)
    }

    /// How many choices there are.
    #[inline]
    pub fn count(&self) -> Count {
        let mut total = 0u64;
        let mut exact = true;
        for offer in self.offer_slice() {
            let count = self.count_offer(offer);
            exact &= matches!(count, Count::Exactly(_));
            total = total.saturating_add(count.get());
        }
        if exact {
            Count::Exactly(total)
        } else {
            Count::AtLeast(total)
        }
    }

    #[inline(always)]
    pub(crate) fn count_offer(&self, offer: &Offer) -> Count {
        match offer.space {
            Space::One => Count::Exactly(1),
            Space::Range { min, max } => Count::Exactly(numbers(min, max)),
            Space::Choose { ruled: true, .. } => count_ruled(self, offer),
            Space::Choose {
                min,
                max,
                ordered,
                ruled: false,
                ..
            } => Count::Exactly(offer.ways(min, max, ordered).count()),
        }
    }

    /// The pairs of things of a drag.
    pub(crate) fn pairs(&self, offer: &Offer) -> Vec<(Pick, Pick)> {
        let mut pairs = Vec::new();
        for places in ruled_picks(self, offer).picks {
            if let Choice::Act { picks, .. } = choice(self, offer, &places)
                && let [from, to] = picks[..]
            {
                pairs.push((from, to));
            }
        }
        pairs
    }

    /// All choices that have a number, in its order. Where picks have a rule for all of them together
    /// this is much faster than to ask for each number, which looks for those picks each time.
    ///
    /// ```
    /// # use cardable_core::{Game, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let decision = game.next_decision().expect("somebody decides");
    /// let choices: Vec<_> = decision.choices().collect();
    /// assert_eq!(choices.len() as u64, decision.count().get());
    /// assert_eq!(choices.first(), decision.nth(0).as_ref());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choices(&self) -> impl Iterator<Item = Choice> + use<'g> {
        let decision = *self;
        let offers = decision.offer_slice().iter();
        offers.flat_map(move |offer| choices_of(&decision, offer))
    }

    /// The choice of a number below [`DecisionRef::count`].
    pub fn nth(&self, index: u64) -> Option<Choice> {
        let mut left = index;
        for offer in self.offer_slice() {
            if let Space::Choose { ruled: true, .. } = offer.space {
                let picks = ruled_picks(self, offer).picks;
                match picks.get(left as usize) {
                    Some(places) => return Some(choice(self, offer, places)),
                    None => left -= picks.len() as u64,
                }
                continue;
            }
            let here = self.count_offer(offer).get();
            if left < here {
                return Some(nth_of_offer(self, offer, left));
            }
            left -= here;
        }
        None
    }

    /// The name of a choice as the engine takes it.
    pub(crate) fn choice_of(&self, chosen: &Chosen) -> Choice {
        let offer = &chosen.offer;
        match offer.space {
            Space::One => nth_of_offer(self, offer, 0),
            Space::Range { .. } => Choice::Number(chosen.number),
            Space::Choose { .. } => {
                let all = self.candidates(offer);
                let place = |picked| all.iter().position(|candidate| candidate == picked);
                let places = chosen.picked.iter().filter_map(place);
                let places: SmallVec<[u16; 8]> = places.map(|at| at as u16).collect();
                choice(self, offer, &places)
            }
        }
    }

    /// What the choice of a number below [`DecisionRef::count`] means.
    #[inline]
    pub(crate) fn locate(&self, index: u64) -> Option<Chosen> {
        locate_among(self, index, |_, offer| Cow::Owned(ruled_picks(self, offer).picks))
    }

    /// A random choice as the engine takes it, each as likely as the others; nothing when there is
    /// none. It draws as [`DecisionRef::locate`] numbers. Actions are told of which the search for picks did not
    /// look at all.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut impl Rng, unexhausted: impl FnMut(ActionId)) -> Option<Drawn> {
        let offers = self.offer_slice();
        let mut total = 0u32;
        for offer in offers {
            match offer.plain_count() {
                Some(n) => total += n,
                None => return draw_any(self, rng, unexhausted),
            }
        }
        if total == 0 {
            return None;
        }
        let mut left = rng.random_range(0..total);
        for offer in offers {
            let here = offer.plain_count().unwrap_or(0);
            if left < here {
                let mut picked = SmallVec::new();
                if offer.space != Space::One {
                    let one = self.legal.nth(self.table, self.world, offer, left as usize);
                    picked.push(one?);
                }
                let chosen = Chosen {
                    offer: *offer,
                    picked,
                    number: 0,
                };
                return Some(Drawn { chosen, looked_at: 0 });
            }
            left -= here;
        }
        None
    }

    /// What a choice means that has been found among the offers.
    #[doc(hidden)]
    pub fn chosen(&self, choice: &Choice) -> Result<Chosen, Refusal> {
        let (offer, places) = self.resolve(choice)?;
        let all = self.candidates(offer);
        Ok(Chosen {
            offer: *offer,
            picked: places
                .iter()
                .filter_map(|p| all.get(*p as usize).copied())
                .collect(),
            number: match choice {
                Choice::Number(n) => *n,
                Choice::Act { .. } | Choice::Items(_) | Choice::Pass => 0,
            },
        })
    }

    /// The name that the seat has for a candidate.
    pub(crate) fn name_of(&self, offer: &Offer, candidate: Candidate, before: &[Pick]) -> Pick {
        let what = pick_def(self, offer).map_or(PickWhat::Card, |p| p.what);
        if candidate.is_hidden() {
            let zone = ZoneId(candidate.raw);
            let of = hidden_places(self, zone, candidate.back());
            let first = of.start;
            let used = before
                .iter()
                .filter(|p| matches!(p, Pick::Card { zone: z, index } if *z == zone && of.contains(index)));
            return Pick::Card {
                zone,
                index: first + used.count() as u16,
            };
        }
        match what {
            PickWhat::Drag if candidate.as_dragged_zone().is_some() => {
                Pick::Zone(candidate.as_dragged_zone().unwrap_or(ZoneId(0)))
            }
            PickWhat::Card | PickWhat::Drag => {
                let (zone, index) = slot_of(
                    self.table,
                    self.world,
                    Viewer::Seat(self.seat),
                    CardId(candidate.raw),
                );
                Pick::Card { zone, index }
            }
            PickWhat::Zone => Pick::Zone(ZoneId(candidate.raw)),
            PickWhat::Seat => Pick::Seat(Seat(candidate.raw as u8)),
            PickWhat::Deck => Pick::Deck(DeckId(candidate.raw)),
            PickWhat::Option => Pick::Option(candidate.raw),
        }
    }

    /// The number of a choice; nothing when it is not among them. Where [`DecisionRef::count`] says
    /// [`Count::AtLeast`], the seat may submit choices that have no number.
    pub fn index_of(&self, choice: &Choice) -> Option<u64> {
        let (offer, places) = self.resolve(choice).ok()?;
        let mut before = 0;
        for other in self.offer_slice() {
            if std::ptr::eq(other, offer) {
                break;
            }
            before += self.count_offer(other).get();
        }
        let within = match (offer.space, choice) {
            (Space::One, _) => 0,
            (Space::Range { min, .. }, Choice::Number(n)) => n.abs_diff(min),
            (Space::Range { .. }, _) => return None,
            (
                Space::Choose {
                    min,
                    max,
                    ordered,
                    ruled: false,
                    ..
                },
                _,
            ) => offer.ways(min, max, ordered).number(&places)?,
            (Space::Choose { .. }, _) => {
                let picks = ruled_picks(self, offer).picks;
                picks.iter().position(|p| *p == places)? as u64
            }
        };
        Some(before + within)
    }

    /// A random choice, each that has a number as likely as the others; nothing when none was found,
    /// which can only be where [`DecisionRef::count`] says [`Count::AtLeast`].
    pub fn sample(&self, rng: &mut impl Rng) -> Option<Choice> {
        let drawn = self.draw(rng, |_| {})?;
        Some(self.choice_of(&drawn.chosen))
    }
}

/// The instruction that asks, where it is the answer to a question that is decided.
pub(crate) fn asked_at(decision: &DecisionRef<'_>) -> Option<u32> {
    decision
        .offer_slice()
        .iter()
        .find_map(|offer| match offer.source {
            Source::Prompt(at) => decision.world.suspended.get(usize::from(at))?.waits_at(),
            Source::Act(_) | Source::Pass => None,
        })
}

fn pick_def<'g>(decision: &DecisionRef<'g>, offer: &Offer) -> Option<&'g PickDef> {
    match offer.source {
        Source::Act(action) => decision.table.program.action(action).pick.as_ref(),
        Source::Prompt(_) | Source::Pass => None,
    }
}

/// Those of one offer.
fn choices_of<'g>(decision: &DecisionRef<'g>, offer: &'g Offer) -> impl Iterator<Item = Choice> + use<'g> {
    let decision = *decision;
    let ruled = ruled(&decision, offer).map(|ruled| ruled.picks);
    let n = match &ruled {
        Some(picks) => picks.len() as u64,
        None => decision.count_offer(offer).get(),
    };
    (0..n).map(move |index| match &ruled {
        Some(picks) => choice(&decision, offer, &picks[index as usize]),
        None => nth_of_offer(&decision, offer, index),
    })
}

#[inline]
fn nth_of_offer(decision: &DecisionRef<'_>, offer: &Offer, index: u64) -> Choice {
    match offer.space {
        Space::One => match offer.source {
            Source::Act(action) => Choice::act(action),
            Source::Prompt(_) | Source::Pass => Choice::Pass,
        },
        Space::Range { min, .. } => Choice::Number(min.wrapping_add(index as i64)),
        Space::Choose { min: 1, max: 1, .. } => choice(decision, offer, &[index as u16]),
        Space::Choose {
            min, max, ordered, ..
        } => choice(decision, offer, &offer.ways(min, max, ordered).nth(index)),
    }
}

/// The same with the allowed picks of offers with a rule for all of them together.
#[inline]
fn locate_among<'p>(
    decision: &DecisionRef<'_>,
    index: u64,
    picks_of: impl Fn(usize, &Offer) -> Cow<'p, [Places]>,
) -> Option<Chosen> {
    let mut left = index;
    for (at, offer) in decision.offer_slice().iter().enumerate() {
        let chosen = |picked, number| Chosen {
            offer: *offer,
            picked,
            number,
        };
        let named = |places: &[u16]| {
            let all = decision.candidates(offer);
            places
                .iter()
                .filter_map(|p| all.get(*p as usize).copied())
                .collect()
        };
        let here = match offer.space {
            Space::Choose { ruled: true, .. } => {
                let picks = picks_of(at, offer);
                if let Some(places) = picks.get(left as usize) {
                    return Some(chosen(named(places), 0));
                }
                picks.len() as u64
            }
            Space::Choose { min: 1, max: 1, .. } => {
                if let Some(one) = decision
                    .legal
                    .nth(decision.table, decision.world, offer, left as usize)
                    && left < u64::from(offer.len)
                {
                    return Some(chosen(smallvec::smallvec![one], 0));
                }
                offer.len.into()
            }
            Space::Choose {
                min, max, ordered, ..
            } => {
                let ways = offer.ways(min, max, ordered);
                let here = ways.count();
                if left < here {
                    return Some(chosen(named(&ways.nth(left)), 0));
                }
                here
            }
            Space::Range { min, max } => {
                let here = numbers(min, max);
                if left < here {
                    return Some(chosen(SmallVec::new(), min.wrapping_add(left as i64)));
                }
                here
            }
            Space::One => {
                if left == 0 {
                    return Some(chosen(SmallVec::new(), 0));
                }
                1
            }
        };
        left -= here;
    }
    None
}

#[inline(never)]
fn draw_any(
    decision: &DecisionRef<'_>,
    rng: &mut impl Rng,
    mut unexhausted: impl FnMut(ActionId),
) -> Option<Drawn> {
    let (ruled, count) = all_ruled(decision);
    let mut looked_at = 0;
    for (offer, ruled) in decision.offer_slice().iter().zip(&ruled) {
        let Some(ruled) = ruled else { continue };
        looked_at += ruled.looked_at;
        if let (Source::Act(action), false) = (offer.source, ruled.is_all) {
            unexhausted(action);
        }
    }
    if count == 0 {
        return None;
    }
    let index = random_below(rng, count);
    let chosen = locate_among(decision, index, |at, _| match ruled.get(at) {
        Some(Some(ruled)) => Cow::Borrowed(ruled.picks.as_slice()),
        _ => Cow::Borrowed(&[]),
    })?;
    Some(Drawn { chosen, looked_at })
}

fn choice(decision: &DecisionRef<'_>, offer: &Offer, places: &[u16]) -> Choice {
    match offer.source {
        Source::Act(action) => {
            let candidates = decision.candidates(offer);
            let mut picks = Picks::new();
            for place in places {
                if let Some(candidate) = candidates.get(*place as usize) {
                    let pick = decision.name_of(offer, *candidate, &picks);
                    picks.push(pick);
                }
            }
            Choice::Act { action, picks }
        }
        Source::Prompt(_) => Choice::Items(places.iter().copied().collect()),
        Source::Pass => Choice::Pass,
    }
}

/// The first place of a zone, as the seat's view lists it, whose face the
/// seat does not see; 0 where it sees them all and picks blindly.
fn first_hidden(decision: &DecisionRef<'_>, zone: ZoneId) -> u16 {
    let viewer = Viewer::Seat(decision.seat);
    if decision.world.places(decision.table, zone).contains(viewer) {
        return 0;
    }
    let cards = decision.world.zone_cards(decision.table, zone);
    cards
        .iter()
        .filter(|c| {
            decision
                .world
                .face_audience(decision.table, CardId(**c))
                .contains(viewer)
        })
        .count() as u16
}

/// The places of a zone, as the seat's view lists it, of cards whose faces the seat does not see: of those with a back, where
/// it picks by backs.
fn hidden_places(decision: &DecisionRef<'_>, zone: ZoneId, back: Option<u16>) -> std::ops::Range<u16> {
    let first = first_hidden(decision, zone);
    let Some(back) = back else {
        return first..u16::MAX;
    };
    let backs = hidden_backs(decision, zone);
    let place = |of: &dyn Fn(u16) -> bool| first + backs.partition_point(|other| of(*other)) as u16;
    place(&|other| other < back)..place(&|other| other <= back)
}

/// The backs of the cards of a zone whose faces the seat does not see, in the order of its view.
fn hidden_backs(decision: &DecisionRef<'_>, zone: ZoneId) -> SmallVec<[u16; 24]> {
    let (t, world, viewer) = (decision.table, decision.world, Viewer::Seat(decision.seat));
    let cards = world.zone_cards(t, zone).iter().map(|card| CardId(*card));
    let hidden = cards.filter(|card| !world.face_audience(t, *card).contains(viewer));
    let mut backs: SmallVec<[u16; 24]> = hidden.map(|card| backs::of(t, world, card)).collect();
    backs.sort_unstable();
    backs
}

/// How many whole numbers there are from one to another; the widest range counts one less.
#[inline]
fn numbers(min: i64, max: i64) -> u64 {
    max.abs_diff(min).saturating_add(1)
}

/// A random number below `n`.
#[inline]
fn random_below(rng: &mut impl Rng, n: u64) -> u64 {
    match u32::try_from(n) {
        Ok(n) => rng.random_range(0..n).into(),
        Err(_) => rng.random_range(0..n),
    }
}
