//! What one seat may do now: listed, counted, numbered, drawn from, and picked
//! step by step.

use crate::choice::{Choice, Count, Extensions, Pick, Picks};
use crate::engine::Reader;
use crate::engine::choose::{LIST_LIMIT, Places, nth_way, number_of_way, ways};
use crate::engine::legal::{Candidate, Chosen, LegalSet, Offer, Source, Space};
use crate::engine::reader::TempLists;
use crate::engine::scene::Form;
use crate::engine::table::Table;
use crate::engine::world::World;
use crate::error::Refusal;
use crate::ids::{ActionId, CardId, DeckId, Seat, SeatSet, Viewer, ZoneId};
use crate::program::{ActionKind, PickDef, PickWhat};
use crate::text;
use crate::view::slot_of;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What one seat may do now.
#[derive(Clone, Copy)]
pub struct Decision<'g> {
    pub(crate) table: &'g Table,
    pub(crate) world: &'g World,
    pub(crate) legal: &'g LegalSet,
    pub(crate) seat: Seat,
}

impl std::fmt::Debug for Decision<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decision")
            .field("seat", &self.seat)
            .field("offers", &self.offer_slice())
            .finish()
    }
}

/// An offer of a decision, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offered {
    /// An action.
    Action {
        /// The action.
        action: ActionId,
        /// What its button says.
        label: String,
        /// What it asks the seat to do.
        kind: ActionKind,
        /// What is picked, and how many.
        pick: Option<PickOffered>,
    },
    /// A question that wants a number.
    Number {
        /// What the seat reads.
        label: String,
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A question that wants a yes (1) or no (0).
    Confirm {
        /// What the seat reads.
        label: String,
    },
    /// A question that wants entries of a list.
    Items {
        /// What the seat reads.
        label: String,
        /// The entries, as texts.
        items: Vec<String>,
        /// Fewest.
        min: u16,
        /// Most.
        max: u16,
    },
    /// Nothing to do: just pass.
    Pass,
}

/// What an action lets the seat pick.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PickOffered {
    /// What is picked.
    pub what: PickWhat,
    /// Fewest.
    pub min: u16,
    /// Most.
    pub max: u16,
    /// Whether not every number of candidates that fits is allowed: ask
    /// [`Decision::extend`] step by step.
    pub ruled: bool,
    /// The candidates.
    pub candidates: Vec<Pick>,
    /// Entries of a list as texts, where such are picked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}

/// An action that is not offered, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unavailable {
    /// The action.
    pub action: ActionId,
    /// What its button says.
    pub label: String,
    /// Why.
    pub reason: String,
}

impl<'g> Decision<'g> {
    /// The seat that decides.
    pub fn seat(&self) -> Seat {
        self.seat
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
        let temp = TempLists::default();
        f(&Reader {
            table: self.table,
            world: self.world,
            temp: &temp,
            player: Some(self.seat),
        })
    }

    fn pick_def(&self, offer: &Offer) -> Option<&'g PickDef> {
        match offer.source {
            Source::Act(action) => self.table.program.action(action).pick.as_ref(),
            Source::Prompt(_) | Source::Pass => None,
        }
    }

    // --- counting

    /// How many choices there are.
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
            Space::Range { min, max } => Count::Exactly((max - min) as u64 + 1),
            Space::Choose {
                min,
                max,
                ruled: false,
                ..
            } => Count::Exactly(ways(offer.len.into(), min, max)),
            Space::Choose { .. } => self.count_ruled(offer),
        }
    }

    #[inline(never)]
    fn count_ruled(&self, offer: &Offer) -> Count {
        let (picks, all) = self.ruled_picks(offer);
        let n = picks.len() as u64;
        if all { Count::Exactly(n) } else { Count::AtLeast(n) }
    }

    /// All allowed picks of a ruled offer, up to a limit.
    fn ruled_picks(&self, offer: &Offer) -> (Vec<Places>, bool) {
        let Some(pick) = self.pick_def(offer) else {
            return (Vec::new(), true);
        };
        let candidates = self.legal.of(offer);
        let mut found = Vec::new();
        let all = self.with_reader(|reader| {
            reader
                .each_pick(pick, candidates, offer.space, |places| {
                    found.push(Places::from_slice(places));
                    found.len() < LIST_LIMIT
                })
                .unwrap_or(false)
        });
        let all = all && found.len() < LIST_LIMIT;
        (found, all)
    }

    /// The pairs of things of a drag.
    pub(crate) fn pairs(&self, offer: &Offer) -> Vec<(Pick, Pick)> {
        let mut pairs = Vec::new();
        for places in self.ruled_picks(offer).0 {
            if let Choice::Act { picks, .. } = self.choice(offer, &places)
                && let [from, to] = picks[..]
            {
                pairs.push((from, to));
            }
        }
        pairs
    }

    /// The choice of a number below [`Decision::count`].
    pub fn nth(&self, index: u64) -> Option<Choice> {
        let mut left = index;
        for offer in self.offer_slice() {
            if let Space::Choose { ruled: true, .. } = offer.space {
                let (picks, _) = self.ruled_picks(offer);
                match picks.get(left as usize) {
                    Some(places) => return Some(self.choice(offer, places)),
                    None => left -= picks.len() as u64,
                }
                continue;
            }
            let here = self.count_offer(offer).get();
            if left < here {
                return Some(self.nth_of_offer(offer, left));
            }
            left -= here;
        }
        None
    }

    #[inline]
    fn nth_of_offer(&self, offer: &Offer, index: u64) -> Choice {
        match offer.space {
            Space::One => match offer.source {
                Source::Act(action) => Choice::act(action),
                Source::Prompt(_) | Source::Pass => Choice::Pass,
            },
            Space::Range { min, .. } => Choice::Number(min.wrapping_add(index as i64)),
            Space::Choose { min: 1, max: 1, .. } => self.choice(offer, &[index as u16]),
            Space::Choose { min, max, .. } => self.choice(offer, &nth_way(offer.len, min, max, index)),
        }
    }

    /// What the choice of a number below [`Decision::count`] means.
    #[inline]
    pub(crate) fn locate(&self, index: u64) -> Option<Chosen> {
        let mut left = index;
        for offer in self.offer_slice() {
            let all = self.legal.of(offer);
            let chosen = |picked, number| Chosen {
                offer: *offer,
                picked,
                number,
            };
            let named = |places: &[u16]| {
                places
                    .iter()
                    .filter_map(|p| all.get(*p as usize).copied())
                    .collect()
            };
            let here = match offer.space {
                Space::Choose { ruled: true, .. } => {
                    let (picks, _) = self.ruled_picks(offer);
                    if let Some(places) = picks.get(left as usize) {
                        return Some(chosen(named(places), 0));
                    }
                    picks.len() as u64
                }
                Space::Choose { min: 1, max: 1, .. } => {
                    if let Some(one) = all.get(left as usize) {
                        return Some(chosen(smallvec::smallvec![*one], 0));
                    }
                    offer.len.into()
                }
                Space::Choose { min, max, .. } => {
                    let here = ways(offer.len.into(), min, max);
                    if left < here {
                        return Some(chosen(named(&nth_way(offer.len, min, max, left)), 0));
                    }
                    here
                }
                Space::Range { min, max } => {
                    let here = (max - min) as u64 + 1;
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

    /// What a choice means that has been found among the offers.
    pub(crate) fn chosen(&self, choice: &Choice) -> Result<Chosen, Refusal> {
        let (offer, places) = self.resolve(choice)?;
        let all = self.legal.of(offer);
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

    fn choice(&self, offer: &Offer, places: &[u16]) -> Choice {
        match offer.source {
            Source::Act(action) => {
                let candidates = self.legal.of(offer);
                let mut picks = Picks::new();
                for place in places {
                    if let Some(candidate) = candidates.get(*place as usize) {
                        let pick = self.name_of(offer, *candidate, &picks);
                        picks.push(pick);
                    }
                }
                Choice::Act { action, picks }
            }
            Source::Prompt(_) => Choice::Items(places.iter().copied().collect()),
            Source::Pass => Choice::Pass,
        }
    }

    /// The name that the seat has for a candidate.
    pub(crate) fn name_of(&self, offer: &Offer, candidate: Candidate, before: &[Pick]) -> Pick {
        let what = self.pick_def(offer).map_or(PickWhat::Card, |p| p.what);
        if candidate.hidden {
            let zone = ZoneId(candidate.raw);
            let first = self.first_hidden(zone);
            let used = before
                .iter()
                .filter(|p| matches!(p, Pick::Card { zone: z, index } if *z == zone && *index >= first));
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

    /// The first place of a zone, as the seat's view lists it, whose face the
    /// seat does not see; 0 where it sees them all and picks blindly.
    fn first_hidden(&self, zone: ZoneId) -> u16 {
        let viewer = Viewer::Seat(self.seat);
        if self.world.places(self.table, zone).contains(viewer) {
            return 0;
        }
        let cards = self.world.zone_cards(self.table, zone);
        cards
            .iter()
            .filter(|c| self.world.face_audience(self.table, CardId(**c)).contains(viewer))
            .count() as u16
    }

    /// The number of a choice; nothing when it is not among them.
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
            (Space::Range { min, .. }, Choice::Number(n)) => (n - min) as u64,
            (Space::Range { .. }, _) => return None,
            (
                Space::Choose {
                    min,
                    max,
                    ruled: false,
                    ..
                },
                _,
            ) => number_of_way(offer.len, min, max, &places)?,
            (Space::Choose { .. }, _) => self.ruled_picks(offer).0.iter().position(|p| *p == places)? as u64,
        };
        Some(before + within)
    }

    /// A random choice, each as likely as the others.
    pub fn sample(&self, rng: &mut impl Rng) -> Option<Choice> {
        let offers = self.offer_slice();
        if let [offer] = offers
            && !matches!(offer.space, Space::Choose { ruled: true, .. })
        {
            let n = self.count_offer(offer).get();
            return Some(self.nth_of_offer(offer, draw(rng, n.max(1))));
        }
        let n = self.count().get();
        if n == 0 { None } else { self.nth(draw(rng, n)) }
    }

    // --- resolving

    /// Finds the offer that a choice is for and the candidates it names.
    pub(crate) fn resolve(&self, choice: &Choice) -> Result<(&'g Offer, Places), Refusal> {
        let offers = self.offer_slice();
        match choice {
            Choice::Act { action, picks } => {
                let offer = offers.iter().find(|o| o.source == Source::Act(*action));
                let Some(offer) = offer else {
                    let asked = offers.iter().any(|o| matches!(o.source, Source::Prompt(_)));
                    return Err(if asked {
                        Refusal::WrongKind
                    } else {
                        self.not_offered(*action)
                    });
                };
                self.resolve_picks(offer, picks)
            }
            Choice::Number(n) => {
                let offer = offers.iter().find(|o| matches!(o.source, Source::Prompt(_)));
                let offer = offer.ok_or(Refusal::WrongKind)?;
                let Space::Range { min, max } = offer.space else {
                    return Err(Refusal::WrongKind);
                };
                if *n < min || *n > max {
                    return Err(Refusal::OutOfRange { min, max });
                }
                Ok((offer, Places::new()))
            }
            Choice::Items(items) => {
                let offer = offers.iter().find(|o| matches!(o.source, Source::Prompt(_)));
                let offer = offer.ok_or(Refusal::WrongKind)?;
                let Space::Choose { .. } = offer.space else {
                    return Err(Refusal::WrongKind);
                };
                let mut places: Places = items.iter().copied().collect();
                places.sort_unstable();
                places.dedup();
                if places.len() != items.len() || places.iter().any(|p| *p >= offer.len) {
                    return Err(Refusal::NotACandidate {
                        reason: "there is no such entry".into(),
                    });
                }
                self.check_count(offer, &places)?;
                Ok((offer, places))
            }
            Choice::Pass => {
                let offer = offers
                    .iter()
                    .find(|o| o.source == Source::Pass)
                    .ok_or(Refusal::WrongKind)?;
                Ok((offer, Places::new()))
            }
        }
    }

    fn resolve_picks(&self, offer: &'g Offer, picks: &Picks) -> Result<(&'g Offer, Places), Refusal> {
        let mut places = Places::new();
        let (ordered, ruled) = match offer.space {
            Space::Choose { ordered, ruled, .. } => (ordered, ruled),
            Space::One | Space::Range { .. } => {
                return if picks.is_empty() {
                    Ok((offer, places))
                } else {
                    Err(Refusal::WrongCount {
                        min: 0,
                        max: 0,
                        found: picks.len(),
                    })
                };
            }
        };
        for pick in picks {
            match self.place_of_pick(offer, *pick, &places) {
                Some(place) => places.push(place),
                None => return Err(self.not_a_candidate(offer)),
            }
        }
        self.check_count(offer, &places)?;
        if !ordered {
            places.sort_unstable();
        }
        if ruled && let Some(def) = self.pick_def(offer) {
            self.check_rules(offer, def, ordered, &places)?;
        }
        Ok((offer, places))
    }

    fn check_count(&self, offer: &Offer, places: &Places) -> Result<(), Refusal> {
        let Space::Choose { min, max, .. } = offer.space else {
            return Ok(());
        };
        if places.len() < min as usize || places.len() > max as usize {
            return Err(Refusal::WrongCount {
                min,
                max,
                found: places.len(),
            });
        }
        Ok(())
    }

    fn check_rules(
        &self,
        offer: &Offer,
        def: &PickDef,
        ordered: bool,
        places: &Places,
    ) -> Result<(), Refusal> {
        let candidates = self.legal.of(offer);
        self.with_reader(|reader| {
            if ordered {
                for at in 0..places.len() {
                    if !reader
                        .may_add(def, candidates, &places[..at], places[at])
                        .unwrap_or(false)
                    {
                        return Err(self.not_a_candidate(offer));
                    }
                }
            }
            if reader.is_valid(def, candidates, places).unwrap_or(false) {
                return Ok(());
            }
            let reason = def.valid_message.as_ref().map(|m| text::render(reader, m));
            Err(Refusal::NotValid {
                reason: reason.unwrap_or_else(|| "these do not go together".into()),
            })
        })
    }

    /// The candidate that a pick names, leaving out those picked already.
    #[inline]
    fn place_of_pick(&self, offer: &Offer, pick: Pick, taken: &Places) -> Option<u16> {
        let what = self.pick_def(offer)?.what;
        let candidates = self.legal.of(offer);
        let find = |wanted: Candidate| {
            let mut at = candidates
                .iter()
                .enumerate()
                .filter(|(_, c)| **c == wanted)
                .map(|(at, _)| at as u16);
            at.find(|at| !taken.contains(at))
        };
        let plain = |raw: u16| find(Candidate { raw, hidden: false });
        match (what, pick) {
            (PickWhat::Card | PickWhat::Drag, Pick::Card { zone, index }) => {
                if zone.index() >= self.table.zones {
                    return None;
                }
                let viewer = Viewer::Seat(self.seat);
                let cards = self.world.zone_cards(self.table, zone);
                let seen = |c: u16| self.world.face_audience(self.table, CardId(c)).contains(viewer);
                if self.world.places(self.table, zone).contains(viewer) {
                    let card = *cards.get(index as usize)?;
                    return plain(card).or_else(|| {
                        find(Candidate {
                            raw: zone.0,
                            hidden: true,
                        })
                    });
                }
                let first_hidden = self.first_hidden(zone);
                if index < first_hidden {
                    let slot = |c: &u16| slot_of(self.table, self.world, viewer, CardId(*c)).1 == index;
                    return plain(*cards.iter().find(|c| slot(c))?);
                }
                if index as usize >= cards.len() {
                    return None;
                }
                find(Candidate {
                    raw: zone.0,
                    hidden: true,
                })
                .or_else(|| cards.iter().filter(|c| !seen(**c)).find_map(|c| plain(*c)))
            }
            (PickWhat::Zone, Pick::Zone(zone)) => plain(zone.0),
            (PickWhat::Drag, Pick::Zone(zone)) => find(Candidate::dragged_zone(zone)),
            (PickWhat::Seat, Pick::Seat(seat)) => plain(seat.0.into()),
            (PickWhat::Deck, Pick::Deck(deck)) => plain(deck.0),
            (PickWhat::Option, Pick::Option(at)) => plain(at),
            (
                PickWhat::Card
                | PickWhat::Zone
                | PickWhat::Seat
                | PickWhat::Deck
                | PickWhat::Option
                | PickWhat::Drag,
                _,
            ) => None,
        }
    }

    fn not_offered(&self, action: ActionId) -> Refusal {
        let known = self.table.program.actions.get(action.index());
        let reason = match known {
            None => "there is no such action".to_owned(),
            Some(def) => {
                let scene = self.world.scene.state;
                if def.state != scene {
                    "that action belongs to another part of the game".to_owned()
                } else {
                    self.reason(action)
                }
            }
        };
        Refusal::NotOffered { reason }
    }

    fn not_a_candidate(&self, offer: &Offer) -> Refusal {
        let message = self.pick_def(offer).and_then(|p| p.legal_message.as_ref());
        let reason = match message {
            Some(message) => self.with_reader(|reader| text::render(reader, message)),
            None => "that cannot be picked".to_owned(),
        };
        Refusal::NotACandidate { reason }
    }

    fn reason(&self, action: ActionId) -> String {
        self.with_reader(|reader| text::unmet(reader, self.seat, self.table.program.action(action)))
    }

    // --- showing

    /// Everything that is offered, as it is shown.
    pub fn offers(&self) -> Vec<Offered> {
        self.offer_slice().iter().map(|offer| self.shown(offer)).collect()
    }

    fn shown(&self, offer: &Offer) -> Offered {
        match offer.source {
            Source::Pass => Offered::Pass,
            Source::Act(action) => {
                let def = self.table.program.action(action);
                let pick = match (offer.space, &def.pick) {
                    (Space::Choose { min, max, ruled, .. }, Some(pick)) => Some(PickOffered {
                        what: pick.what,
                        min,
                        max,
                        ruled,
                        candidates: self
                            .legal
                            .of(offer)
                            .iter()
                            .map(|c| self.name_of(offer, *c, &[]))
                            .collect(),
                        texts: self.option_texts(offer, pick),
                    }),
                    _ => None,
                };
                let label = self.table.program.str(def.label).to_owned();
                Offered::Action {
                    action,
                    label,
                    kind: def.kind,
                    pick,
                }
            }
            Source::Prompt(at) => self.shown_prompt(at, offer),
        }
    }

    fn option_texts(&self, offer: &Offer, pick: &PickDef) -> Vec<String> {
        if pick.what != PickWhat::Option {
            return Vec::new();
        }
        self.with_reader(|reader| {
            let values = self
                .legal
                .of(offer)
                .iter()
                .filter_map(|c| reader.candidate_value(pick, *c));
            values
                .map(|v| text::value(reader, Viewer::Seat(self.seat), v))
                .collect()
        })
    }

    fn shown_prompt(&self, at: u16, offer: &Offer) -> Offered {
        let Some(question) = self.world.suspended.get(at as usize).and_then(|s| s.question()) else {
            return Offered::Pass;
        };
        self.with_reader(|reader| {
            let viewer = Viewer::Seat(self.seat);
            let label = match question.label {
                crate::value::Value::Nothing => String::new(),
                label => text::value(reader, viewer, label),
            };
            match question.form {
                Form::Number { min, max } => Offered::Number { label, min, max },
                Form::Confirm => Offered::Confirm { label },
                Form::OneOf { list } | Form::Several { list, .. } => {
                    let items = reader.items(list).unwrap_or_default();
                    let items = items
                        .into_iter()
                        .map(|v| text::value(reader, viewer, v))
                        .collect();
                    let (min, max) = match offer.space {
                        Space::Choose { min, max, .. } => (min, max),
                        Space::One | Space::Range { .. } => (1, 1),
                    };
                    Offered::Items {
                        label,
                        items,
                        min,
                        max,
                    }
                }
            }
        })
    }

    /// The actions of the seat's state that it cannot do now, and why.
    pub fn unavailable(&self) -> Vec<Unavailable> {
        let offers = self.offer_slice();
        if offers.iter().any(|o| matches!(o.source, Source::Prompt(_))) {
            return Vec::new();
        }
        let state = self.table.program.state(self.world.scene.state);
        let missing = state
            .actions
            .iter()
            .filter(|a| !offers.iter().any(|o| o.source == Source::Act(**a)))
            .filter(|a| !state.off_turn || self.with_reader(|reader| reader.may_do(self.seat, **a)));
        missing
            .map(|action| Unavailable {
                action: *action,
                label: self
                    .table
                    .program
                    .str(self.table.program.action(*action).label)
                    .to_owned(),
                reason: self.reason(*action),
            })
            .collect()
    }

    /// For interfaces that pick step by step: what may be added to the picks of
    /// an unfinished choice, and whether it may be submitted as it is.
    pub fn extend(&self, partial: &Choice) -> Option<Extensions> {
        let Choice::Act { action, picks } = partial else {
            return self.resolve(partial).ok().map(|_| Extensions {
                next: Vec::new(),
                complete: true,
            });
        };
        let offer = self
            .offer_slice()
            .iter()
            .find(|o| o.source == Source::Act(*action))?;
        let complete = self.resolve(partial).is_ok();
        let Space::Choose {
            max, ruled, ordered, ..
        } = offer.space
        else {
            return Some(Extensions {
                next: Vec::new(),
                complete,
            });
        };
        let mut taken = Places::new();
        for pick in picks {
            taken.push(self.place_of_pick(offer, *pick, &taken)?);
        }
        let mut next: Vec<Pick> = Vec::new();
        if taken.len() < max as usize {
            let reachable = if ruled {
                Some(self.ruled_picks(offer).0)
            } else {
                None
            };
            for place in 0..offer.len {
                if taken.contains(&place) {
                    continue;
                }
                let leads = reachable.as_ref().is_none_or(|all| {
                    all.iter().any(|p| {
                        if ordered {
                            p.len() > taken.len() && p[..taken.len()] == taken[..] && p[taken.len()] == place
                        } else {
                            p.contains(&place) && taken.iter().all(|t| p.contains(t))
                        }
                    })
                });
                let pick = self.name_of(offer, self.legal.of(offer)[place as usize], picks);
                if leads && !next.contains(&pick) {
                    next.push(pick);
                }
            }
        }
        Some(Extensions { next, complete })
    }
}

/// A random number below `n`.
#[inline]
fn draw(rng: &mut impl Rng, n: u64) -> u64 {
    match u32::try_from(n) {
        Ok(n) => rng.random_range(0..n).into(),
        Err(_) => rng.random_range(0..n),
    }
}
