//! Collecting what may be picked.

use crate::fault::Run;
use crate::ids::{CardId, Seat, SeatSet, ZoneId};
use crate::play::legal_set::Candidate;
use crate::program::{Code, Legal, PickDef, PickFrom, PickOnly, PickWhat, Sides, StateType, Who};
use crate::value::Value;
use crate::vm::engine::Reader;
use crate::vm::kinds::truth;
use crate::vm::select::Wide;
use crate::world::table::Table;
use smallvec::SmallVec;

impl Reader<'_> {
    /// Collects what may be picked. Tells whether some of it is a hidden card,
    /// of which several look alike.
    #[inline]
    pub(super) fn gather(
        &self,
        seat: Seat,
        pick: &PickDef,
        out: &mut SmallVec<[Candidate; 24]>,
    ) -> Run<bool> {
        let first = out.len();
        let mut alike = false;
        for from in &pick.from {
            let playing = self.playing();
            match from {
                PickFrom::OwnZone(at) => {
                    let zone = self.table.seat_zone(seat, *at);
                    alike |= self.gather_copies(seat, pick, zone, out);
                }
                PickFrom::SharedZone(at) => {
                    alike |= self.gather_copies(seat, pick, self.table.shared_zone(*at), out);
                }
                PickFrom::EveryonesZone(at) => {
                    for other in playing {
                        let zone = self.table.seat_zone(other, *at);
                        alike |= self.gather_copies(seat, pick, zone, out);
                    }
                }
                PickFrom::OthersZone(at) => {
                    for other in playing.minus(SeatSet::one(seat)) {
                        let zone = self.table.seat_zone(other, *at);
                        alike |= self.gather_copies(seat, pick, zone, out);
                    }
                }
                PickFrom::Code(code) => {
                    let value = self.eval(*code)?;
                    alike |= self.gather_value(seat, pick, value, out)?;
                }
            }
        }
        if let Some(legal) = &pick.legal
            && self.keep_by_rule(pick, legal, first, out).is_none()
        {
            self.keep_legal(pick, legal, first, out)?;
        }
        Ok(alike && pick.max > 1)
    }

    /// Keeps the candidates from `first` on that are legal, all asked at once; None where that cannot be done.
    fn keep_by_rule(
        &self,
        pick: &PickDef,
        legal: &Legal,
        first: usize,
        out: &mut SmallVec<[Candidate; 24]>,
    ) -> Option<()> {
        let rule = legal.rule().filter(|_| pick.what == PickWhat::Card)?;
        let candidates = out.get(first..)?;
        // Of a card that the seat cannot tell from others only the zone is known.
        if candidates.iter().any(|candidate| candidate.hidden) {
            return None;
        }
        let cards: SmallVec<[u16; 24]> = candidates.iter().map(|candidate| candidate.raw).collect();
        let mut kept = SmallVec::new();
        if self.program().types.len() <= 64 {
            self.keep_passing_of_few(rule, &cards, &mut kept)?;
        } else {
            self.keep_passing::<Wide>(rule, &cards, &mut kept)?;
        }
        out.truncate(first);
        out.extend_from_slice(&kept);
        Some(())
    }

    /// Keeps the candidates from `first` on that are legal, asking one after the other.
    fn keep_legal(
        &self,
        pick: &PickDef,
        legal: &Legal,
        first: usize,
        out: &mut SmallVec<[Candidate; 24]>,
    ) -> Run<()> {
        let mut kept = first;
        for at in first..out.len() {
            let candidate = out[at];
            if self.candidate_is_legal(legal.code, pick, candidate, Value::Nothing)? {
                out[kept] = candidate;
                kept += 1;
            }
        }
        out.truncate(kept);
        Ok(())
    }

    #[inline]
    pub(crate) fn sees_face(&self, seat: Seat, card: CardId) -> bool {
        self.world
            .face_audience(self.table, card)
            .contains(crate::ids::Viewer::Seat(seat))
    }

    /// The same; that it does not is kept for the reasons that are told.
    fn sees_or_notes(&self, seat: Seat, card: CardId) -> bool {
        let seen = self.sees_face(seat, card);
        if !seen {
            self.temp.met_unseen.set(true);
        }
        seen
    }

    /// Whether one candidate is legal with these picked already.
    pub(crate) fn candidate_is_legal(
        &self,
        code: Code,
        pick: &PickDef,
        candidate: Candidate,
        picked: Value,
    ) -> Run<bool> {
        let (value, zone) = match self.candidate_value(pick, candidate) {
            Some(Value::Card(card)) => (
                Value::Card(card),
                Value::Zone(self.world.zone_of(self.table, card)),
            ),
            Some(Value::Zone(zone)) => (Value::Zone(zone), Value::Zone(zone)),
            Some(other) => (other, Value::Nothing),
            // A card that the seat cannot see: only its zone is known.
            None => (Value::Nothing, Value::Zone(ZoneId(candidate.raw))),
        };
        let holds = self.in_passing(|| self.eval_with(code, &[value, zone, picked]).and_then(truth));
        self.forgiving(holds)
    }

    /// The value a candidate stands for; `None` for a hidden card.
    pub fn candidate_value(&self, pick: &PickDef, candidate: Candidate) -> Option<Value> {
        if candidate.hidden {
            return None;
        }
        Some(match pick.what {
            PickWhat::Card => Value::Card(CardId(candidate.raw)),
            PickWhat::Zone => Value::Zone(ZoneId(candidate.raw)),
            PickWhat::Seat => Value::Seat(Seat(candidate.raw as u8)),
            PickWhat::Deck => Value::Deck(crate::ids::DeckId(candidate.raw)),
            PickWhat::Drag => match candidate.as_dragged_zone() {
                Some(zone) => Value::Zone(zone),
                None => Value::Card(CardId(candidate.raw)),
            },
            PickWhat::Option => {
                let items = pick.from.iter().filter_map(|from| match from {
                    PickFrom::Code(code) => self.eval(*code).and_then(|v| self.items(v)).ok(),
                    _ => None,
                });
                items
                    .flatten()
                    .nth(candidate.raw as usize)
                    .unwrap_or(Value::Nothing)
            }
        })
    }

    pub(super) fn gather_value(
        &self,
        seat: Seat,
        pick: &PickDef,
        value: Value,
        out: &mut SmallVec<[Candidate; 24]>,
    ) -> Run<bool> {
        let mut alike = false;
        let start = out.len();
        for item in self.each_item(value) {
            match (pick.what, item) {
                (PickWhat::Card | PickWhat::Drag, Value::Zone(zone)) => {
                    alike |= self.gather_zone(seat, pick, zone, out);
                }
                (PickWhat::Card | PickWhat::Drag, Value::Card(card)) => {
                    if !pick.reads_face() || self.sees_or_notes(seat, card) {
                        out.push(Candidate::plain(card.0));
                    }
                }
                (PickWhat::Zone, Value::Zone(zone)) => {
                    if self.controls(seat, zone) && self.world.is_open(self.table, zone) {
                        out.push(Candidate {
                            raw: zone.0,
                            hidden: false,
                        });
                    }
                }
                (PickWhat::Seat, Value::Seat(other)) => out.push(Candidate {
                    raw: other.0.into(),
                    hidden: false,
                }),
                (PickWhat::Deck, Value::Deck(deck)) => out.push(Candidate {
                    raw: deck.0,
                    hidden: false,
                }),
                (PickWhat::Option, _) => out.push(Candidate {
                    raw: (out.len() - start) as u16,
                    hidden: false,
                }),
                (_, found) => {
                    return Err(crate::fault::FaultKind::WrongKind {
                        wanted: "something that can be picked",
                        found,
                    }
                    .into());
                }
            }
        }
        Ok(alike)
    }

    /// A zone that is named in a rule stands for all its open copies.
    #[inline]
    pub(super) fn gather_copies(
        &self,
        seat: Seat,
        pick: &PickDef,
        zone: ZoneId,
        out: &mut SmallVec<[Candidate; 24]>,
    ) -> bool {
        if !self.table.traits[zone.index()].several {
            return self.gather_zone(seat, pick, zone, out);
        }
        let mut alike = false;
        for copy in self.open_copies(zone) {
            alike |= self.gather_zone(seat, pick, copy, out);
        }
        alike
    }

    #[inline]
    pub(super) fn gather_zone(
        &self,
        seat: Seat,
        pick: &PickDef,
        zone: ZoneId,
        out: &mut SmallVec<[Candidate; 24]>,
    ) -> bool {
        if !self.controls(seat, zone) {
            return false;
        }
        if pick.what == PickWhat::Zone {
            out.push(Candidate::plain(zone.0));
            return false;
        }
        let traits = &self.table.traits[zone.index()];
        if pick.what == PickWhat::Drag {
            out.push(Candidate::dragged_zone(zone));
        }
        let cards = self.world.zone_cards(self.table, zone);
        let only = match pick.only {
            PickOnly::ByOrder if traits.any_order => PickOnly::All,
            PickOnly::ByOrder => PickOnly::Top,
            only @ (PickOnly::All | PickOnly::Top | PickOnly::Bottom) => only,
        };
        let cards = match only {
            PickOnly::All => cards,
            PickOnly::Top if traits.fifo => &cards[..cards.len().min(1)],
            PickOnly::Bottom if !traits.fifo => &cards[..cards.len().min(1)],
            PickOnly::Top | PickOnly::Bottom | PickOnly::ByOrder => &cards[cards.len().saturating_sub(1)..],
        };
        let plain = |c: &u16| Candidate::plain(*c);
        // The next card of a draw pile is one that anybody can point at.
        let viewer = crate::ids::Viewer::Seat(seat);
        let tells = only != PickOnly::All
            || (!pick.blind && self.world.places(self.table, zone).contains(viewer))
            || (pick.blind && traits.ordered);
        let reads_face = pick.reads_face();
        if tells {
            let all_seen =
                !reads_face || traits.shown_by == 0 && self.world.sees(self.table, zone).contains(viewer);
            if all_seen {
                out.extend(cards.iter().map(plain));
            } else {
                let seen = cards.iter().filter(|c| self.sees_or_notes(seat, CardId(**c)));
                out.extend(seen.map(plain));
            }
            return false;
        }
        let mut hidden = 0;
        let first = out.len();
        for c in cards {
            let card = CardId(*c);
            let seen = !pick.blind && self.sees_face(seat, card);
            if seen {
                out.push(plain(c));
            } else {
                hidden += 1;
            }
        }
        // Who cannot tell places is not told them by what is listed first.
        let listed = out.get_mut(first..).unwrap_or_default();
        listed.sort_unstable_by_key(|c| (self.world.type_of(self.table, CardId(c.raw)), c.raw));
        if reads_face && hidden > 0 {
            self.temp.met_unseen.set(true);
        }
        let shown = match reads_face {
            true => 0,
            false if pick.max <= 1 => hidden.min(1),
            false => hidden,
        };
        out.extend(std::iter::repeat_n(
            Candidate {
                raw: zone.0,
                hidden: true,
            },
            shown,
        ));
        shown > 1
    }

    /// Who may use a zone now: as a designation it bears says, the running state, or it itself.
    pub(super) fn control_of(&self, zone: ZoneId) -> Who {
        let def = self.table.zone_def(zone);
        let bits = self.world.designations(self.table, zone);
        if bits != 0 {
            let borne = def
                .designations()
                .enumerate()
                .filter(|(at, _)| bits >> at & 1 == 1);
            if let Some(who) = borne.filter_map(|(_, d)| d.control).next() {
                return who;
            }
        }
        let state = self.world.scene.state;
        let of_state = def.control_in.iter().find(|(s, _)| *s == state);
        of_state.map_or(def.control, |(_, who)| *who)
    }

    /// Whether a seat may pick from a zone.
    #[inline(always)]
    pub(crate) fn controls(&self, seat: Seat, zone: ZoneId) -> bool {
        self.table.traits[zone.index()].free || self.is_let_use(seat, zone)
    }

    /// The same where not everybody always may.
    #[inline(never)]
    fn is_let_use(&self, seat: Seat, zone: ZoneId) -> bool {
        let traits = &self.table.traits[zone.index()];
        let turn = match self.state_type() {
            StateType::RoundRobin | StateType::Grandstand => self.world.scene.turn,
            StateType::Auto | StateType::Concurrent => None,
        };
        let sides = SidesOfChooser {
            table: self.table,
            owner: traits.owner,
            turn,
        };
        match self.control_of(zone) {
            Who::Group(group) => group.seats(&sides).contains(seat),
            Who::Face => true,
            Who::When(code) => self.holds(code).unwrap_or(false),
            Who::Several(set) => {
                let role = self.table.role(seat);
                role.is_some_and(|role| set.roles.contains(role))
                    || set.groups.each().any(|group| group.seats(&sides).contains(seat))
            }
        }
    }
}

/// How seats stand to a zone while somebody chooses; all are on turn where there are no turns.
struct SidesOfChooser<'t> {
    table: &'t Table,
    owner: Option<Seat>,
    turn: Option<Seat>,
}

impl Sides for SidesOfChooser<'_> {
    fn all(&self) -> SeatSet {
        SeatSet::first(32)
    }

    fn owner(&self) -> SeatSet {
        self.owner.map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn on_turn(&self) -> SeatSet {
        self.turn.map_or(self.all(), SeatSet::one)
    }

    fn allies(&self) -> SeatSet {
        self.turn.map_or(self.all(), |turn| self.table.allies(turn))
    }
}
