//! Finding the offer that a choice is for, and why there is none.

use super::*;
use crate::decision;
use crate::play::valid;
use crate::program::Text;

impl<'g> DecisionRef<'g> {
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
                resolve_picks(self, offer, picks)
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
                let Space::Choose { ordered, .. } = offer.space else {
                    return Err(Refusal::WrongKind);
                };
                let mut sorted: Places = items.iter().copied().collect();
                sorted.sort_unstable();
                sorted.dedup();
                if sorted.len() != items.len() || sorted.iter().any(|p| *p >= offer.len) {
                    return Err(Refusal::NotACandidate {
                        reason: "there is no such entry".into(),
                    });
                }
                let places = match ordered {
                    true => items.iter().copied().collect(),
                    false => sorted,
                };
                check_count(self, offer, &places)?;
                check_answer(self, offer, &places)?;
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

    /// The candidate that a pick names, leaving out those picked already.
    #[inline]
    pub(super) fn place_of_pick(&self, offer: &Offer, pick: Pick, taken: &Places) -> Option<u16> {
        let what = decision::pick_def(self, offer)?.what;
        let candidates = self.candidates(offer);
        let find = |wanted: Candidate| {
            let mut at = candidates
                .iter()
                .enumerate()
                .filter(|(_, c)| **c == wanted)
                .map(|(at, _)| at as u16);
            at.find(|at| !taken.contains(at))
        };
        let plain = |raw: u16| find(Candidate::plain(raw));
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
                    return plain(card).or_else(|| find(Candidate::hidden(zone, None)));
                }
                let first_hidden = decision::first_hidden(self, zone);
                if index < first_hidden {
                    let slot = |c: &u16| slot_of(self.table, self.world, viewer, CardId(*c)).1 == index;
                    return plain(*cards.iter().find(|c| slot(c))?);
                }
                if index as usize >= cards.len() {
                    return None;
                }
                let back = match self.table.one_back {
                    Some(_) => None,
                    None => decision::hidden_backs(self, zone)
                        .get(usize::from(index - first_hidden))
                        .copied(),
                };
                let has_back =
                    |c: u16| back.is_none_or(|back| backs::of(self.table, self.world, CardId(c)) == back);
                let mut alike = cards.iter().filter(|c| !seen(**c) && has_back(**c));
                let by_back = back.and_then(|back| find(Candidate::hidden(zone, Some(back))));
                by_back
                    .or_else(|| find(Candidate::hidden(zone, None)))
                    .or_else(|| alike.find_map(|c| plain(*c)))
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

    pub(super) fn not_offered(&self, action: ActionId) -> Refusal {
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
}

pub(super) fn resolve_picks<'g>(
    decision: &DecisionRef<'g>,
    offer: &'g Offer,
    picks: &Picks,
) -> Result<(&'g Offer, Places), Refusal> {
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
        match decision.place_of_pick(offer, *pick, &places) {
            Some(place) => places.push(place),
            None => return Err(not_a_candidate(decision, offer)),
        }
    }
    check_count(decision, offer, &places)?;
    if !ordered {
        places.sort_unstable();
    }
    if ruled && let Some(def) = decision::pick_def(decision, offer) {
        check_rules(decision, offer, def, ordered, &places)?;
    }
    Ok((offer, places))
}

pub(super) fn check_count(
    _decision: &DecisionRef<'_>,
    offer: &Offer,
    places: &Places,
) -> Result<(), Refusal> {
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

/// Whether the entries of an answer go together.
fn check_answer(decision: &DecisionRef<'_>, offer: &Offer, places: &Places) -> Result<(), Refusal> {
    let Some((rule, list)) = decision.answer_rule(offer) else {
        return Ok(());
    };
    let def = decision
        .table
        .program
        .conditions
        .answers
        .get(usize::from(rule.number));
    let message = def.and_then(|def| def.valid_message.as_ref());
    decision.with_reader(|reader| match answers::go_together(reader, &rule, list, places) {
        Ok(true) => Ok(()),
        Ok(false) | Err(_) => Err(not_valid(reader, message)),
    })
}

fn not_valid(reader: &Reader<'_>, message: Option<&Text>) -> Refusal {
    let reason = message.map(|message| wording::render(reader, message));
    Refusal::NotValid {
        reason: reason.unwrap_or_else(|| reader.language().words(Sentence::DoNotGoTogether).into()),
    }
}

pub(super) fn check_rules(
    decision: &DecisionRef<'_>,
    offer: &Offer,
    def: &PickDef,
    ordered: bool,
    places: &Places,
) -> Result<(), Refusal> {
    let candidates = &*decision.candidates(offer);
    let picking = Picking::of(def, candidates);
    decision.with_reader(|reader| {
        if ordered {
            for at in 0..places.len() {
                if !valid::may_add(reader, picking, &places[..at], places[at]).unwrap_or(false) {
                    return Err(not_a_candidate(decision, offer));
                }
            }
        }
        if valid::is_valid(reader, picking, places).unwrap_or(false) {
            return Ok(());
        }
        Err(not_valid(reader, def.valid_message.as_ref()))
    })
}

pub(super) fn not_a_candidate(decision: &DecisionRef<'_>, offer: &Offer) -> Refusal {
    let message = decision::pick_def(decision, offer).and_then(|p| p.legal_message.as_ref());
    let reason = match message {
        Some(message) => decision.with_reader(|reader| wording::render(reader, message)),
        None => decision.language.words(Sentence::CannotBePicked).to_owned(),
    };
    Refusal::NotACandidate { reason }
}
