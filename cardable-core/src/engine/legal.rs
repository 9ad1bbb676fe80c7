//! What every seat may do now.

use super::Engine;
use super::fault::Run;
use super::interpret::interpret;
use super::reader::{Evaluation, Reader, Stop, whole};
use super::scene::{Awaits, Cause, Form, Question};
use crate::ids::{ActionId, CardId, Seat, SeatSet, ZoneId};
use crate::program::{
    ActionDef, Actors, Code, Legal, Op, PickDef, PickFrom, PickOnly, PickWhat, Plan, Quick, StateType,
    TypeTest, Who, ZoneName,
};
use crate::value::Value;
use smallvec::SmallVec;

/// Something that may be picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    /// A card, zone, seat or deck, or the place in a list.
    pub(crate) raw: u16,
    /// Any one card of the zone `raw` that the seat cannot see.
    pub(crate) hidden: bool,
}

impl Candidate {
    /// In a drag, where cards and zones stand side by side, zones have the
    /// numbers that no card can have.
    const FIRST_ZONE: u16 = crate::game::MAX_CARDS as u16;

    /// How many zones a game with drags may have.
    pub(crate) const MOST_ZONES: usize = (u16::MAX - Candidate::FIRST_ZONE) as usize;

    /// A zone in a drag.
    pub(crate) fn dragged_zone(zone: ZoneId) -> Candidate {
        Candidate {
            raw: Candidate::FIRST_ZONE.saturating_add(zone.0),
            hidden: false,
        }
    }

    /// The zone that it is in a drag; nothing when it is a card.
    pub(crate) fn as_dragged_zone(self) -> Option<ZoneId> {
        let zone = self.raw.checked_sub(Candidate::FIRST_ZONE)?;
        (!self.hidden).then_some(ZoneId(zone))
    }
}

/// What an offer is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// An action.
    Act(ActionId),
    /// The suspended action of that place.
    Prompt(u16),
    /// Nothing to do, but asked all the same.
    Pass,
}

/// The choices of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    /// Just one.
    One,
    /// A whole number.
    Range { min: i64, max: i64 },
    /// Some of the candidates. `ruled` means that not every number of them that
    /// fits is allowed; `ordered` that it matters in which order they come.
    Choose {
        min: u16,
        max: u16,
        ruled: bool,
        ordered: bool,
    },
}

impl Space {
    /// One of the candidates.
    const ONE_OF: Space = Space::Choose {
        min: 1,
        max: 1,
        ruled: false,
        ordered: false,
    };
}

/// One thing a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    pub(crate) seat: Seat,
    pub(crate) source: Source,
    pub(crate) space: Space,
    pub(crate) first: u16,
    pub(crate) len: u16,
}

/// A choice as the engine takes it: what was offered, and what of it is meant.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) offer: Offer,
    pub(crate) picked: SmallVec<[Candidate; 4]>,
    /// The number that was answered; 0 where none is asked for.
    pub(crate) number: i64,
}

/// All that all seats may do now.
#[derive(Clone, Debug, Default)]
pub(crate) struct LegalSet {
    pub(crate) offers: SmallVec<[Offer; 6]>,
    pub(crate) candidates: SmallVec<[Candidate; 24]>,
    pub(crate) seats: SeatSet,
}

impl LegalSet {
    pub(crate) fn clear(&mut self) {
        self.offers.clear();
        self.candidates.clear();
        self.seats = SeatSet::EMPTY;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.offers.is_empty()
    }

    /// Whether a seat may do anything.
    #[inline]
    pub(crate) fn has(&self, seat: Seat) -> bool {
        self.seats.contains(seat)
    }

    #[inline]
    fn push(&mut self, seat: Seat, source: Source, space: Space, first: usize) {
        let len = self.candidates.len() - first;
        self.seats.insert(seat);
        self.offers.push(Offer {
            seat,
            source,
            space,
            first: first as u16,
            len: len as u16,
        });
    }

    /// The candidates of an offer.
    #[inline]
    pub(crate) fn of(&self, offer: &Offer) -> &[Candidate] {
        &self.candidates[offer.first as usize..offer.first as usize + offer.len as usize]
    }
}

/// Why something is not offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unmet {
    /// Its condition does not hold.
    Condition,
    /// There are fewer candidates than it needs.
    Candidates { found: u16, needed: u16 },
    /// No pick of the candidates is right.
    Valid,
    /// The question it begins with has no answer.
    Prompt,
    /// A zone that it lays cards into has no room for them.
    Full { zone: ZoneId },
}

impl Engine<'_> {
    /// Lists what every seat may do, in every scene.
    #[inline]
    pub(crate) fn list_legal(&mut self, legal: &mut LegalSet) -> Run<()> {
        legal.clear();
        if self.world.suspended.is_empty() && self.world.rare.is_none() {
            return self.reader().offer_scene(legal);
        }
        for at in 0..self.world.suspended.len() {
            let waiting = self.world.suspended[at].waiting();
            for seat in waiting {
                let newest = self
                    .world
                    .suspended
                    .iter()
                    .rposition(|s| s.waiting().contains(seat));
                if newest == Some(at) {
                    self.reader().offer_prompt(seat, at, legal)?;
                }
            }
        }
        if self.world.rare.as_ref().is_none_or(|r| r.scenes.is_empty()) {
            return self.reader().offer_scene(legal);
        }
        let scenes = self.scenes();
        for scene in &scenes {
            self.focus(*scene);
            self.reader().offer_scene(legal)?;
        }
        self.focus(scenes[0]);
        Ok(())
    }
}

impl Reader<'_> {
    fn offer_prompt(&self, seat: Seat, at: usize, legal: &mut LegalSet) -> Run<()> {
        let Some(question) = self.world.suspended[at].question() else {
            return Ok(());
        };
        let first = legal.candidates.len();
        let space = self.answers(question, legal)?;
        legal.push(seat, Source::Prompt(at as u16), space, first);
        Ok(())
    }

    fn answers(&self, question: &Question, legal: &mut LegalSet) -> Run<Space> {
        let (list, min, max) = match question.form {
            Form::Number { min, max } => return Ok(Space::Range { min, max }),
            Form::Confirm => return Ok(Space::Range { min: 0, max: 1 }),
            Form::OneOf { list } => (list, 1, 1),
            Form::Several { list, min, max } => (list, min, max),
        };
        let n = self.items(list)?.len();
        legal
            .candidates
            .extend((0..n as u16).map(|raw| Candidate { raw, hidden: false }));
        Ok(Space::Choose {
            min,
            max: max.min(n as u16),
            ruled: false,
            ordered: false,
        })
    }

    /// Members of the scene in play that may act, when they find something to do.
    #[inline]
    pub(crate) fn may_act(&self) -> SeatSet {
        let scene = &self.world.scene;
        let kind = self.program().state(scene.state).kind;
        let mut seats = match kind {
            StateType::Auto => return SeatSet::EMPTY,
            StateType::RoundRobin | StateType::Grandstand if self.program().state(scene.state).off_turn => {
                scene.members
            }
            StateType::RoundRobin | StateType::Grandstand => scene.turn.map_or(SeatSet::EMPTY, SeatSet::one),
            StateType::Concurrent => scene.members.minus(scene.acted),
        };
        seats = seats.minus(self.world.dismissed).minus(self.table.automatic);
        if kind == StateType::RoundRobin {
            seats = seats.minus(scene.out());
        }
        if self.world.suspended.is_empty() {
            return seats;
        }
        for frame in self.world.suspended.iter().filter(|s| s.scene == scene.scene) {
            // A seat in the middle of an action finishes it first; and nobody
            // acts before the automatic actions are through.
            match (frame.cause, frame.actor) {
                (Cause::Act(_), Some(actor)) if frame.awaits != Awaits::Pop => seats.remove(actor),
                (Cause::Auto { .. }, _) if frame.awaits != Awaits::Pop => return SeatSet::EMPTY,
                _ => {}
            }
        }
        for frame in &self.world.suspended {
            seats = seats.minus(frame.waiting());
        }
        seats
    }

    /// Lists what members of the scene in play may do.
    #[inline]
    fn offer_scene(&self, legal: &mut LegalSet) -> Run<()> {
        let def = self.program().state(self.world.scene.state);
        if def.actions.is_empty() && !def.ask_everyone {
            return Ok(());
        }
        for seat in self.may_act() {
            let reader = Reader {
                player: Some(seat),
                ..*self
            };
            for &id in &def.actions {
                if !def.off_turn || reader.may_do(seat, id) {
                    reader.offer(seat, id, legal)?;
                }
            }
            if def.ask_everyone && !legal.has(seat) && (!def.off_turn || self.on_turn(seat)) {
                let first = legal.candidates.len();
                legal.push(seat, Source::Pass, Space::One, first);
            }
        }
        Ok(())
    }

    fn on_turn(&self, seat: Seat) -> bool {
        self.world.scene.turn.is_none_or(|turn| turn == seat)
    }

    /// Whether an action is for a seat, as far as turns go.
    pub(crate) fn may_do(&self, seat: Seat, id: ActionId) -> bool {
        let turn = match self.state_type() {
            StateType::RoundRobin | StateType::Grandstand => self.world.scene.turn,
            StateType::Auto | StateType::Concurrent => None,
        };
        match self.program().action(id).by {
            Actors::Anyone => true,
            Actors::OnTurn => turn.is_none_or(|t| t == seat),
            Actors::OffTurn => turn.is_some_and(|t| t != seat),
        }
    }

    #[inline]
    fn offer(&self, seat: Seat, id: ActionId, legal: &mut LegalSet) -> Run<()> {
        let action = self.program().action(id);
        if let Some(condition) = action.condition
            && !self.allows(condition)?
        {
            return Ok(());
        }
        let first = legal.candidates.len();
        match self.program().plans[id.index()] {
            Plan::Button => {
                legal.push(seat, Source::Act(id), Space::One, first);
                return Ok(());
            }
            Plan::OneCard { from, top } => {
                if self.offer_card(seat, id, from, top, legal)? {
                    return Ok(());
                }
            }
            Plan::Other => {}
        }
        match self.try_picks(seat, action, &mut legal.candidates)? {
            Ok(space) => legal.push(seat, Source::Act(id), space, first),
            Err(_) => legal.candidates.truncate(first),
        }
        Ok(())
    }

    /// Lists the cards of one zone. Tells whether it could: not where the seat has
    /// to be asked card by card what it sees.
    #[inline(always)]
    fn offer_card(
        &self,
        seat: Seat,
        id: ActionId,
        from: ZoneName,
        top: bool,
        legal: &mut LegalSet,
    ) -> Run<bool> {
        let t = self.table;
        let zone = match from {
            ZoneName::Seat(at) => t.seat_zone(seat, at),
            ZoneName::Shared(at) => t.shared_zone(at),
        };
        let traits = &t.traits[zone.index()];
        if !traits.free && !self.controls(seat, zone) {
            return Ok(true);
        }
        let plain = |raw: u16| Candidate { raw, hidden: false };
        let first = legal.candidates.len();
        if top {
            let Some(card) = self.top(zone) else {
                return Ok(true);
            };
            legal.candidates.push(plain(card.0));
        } else {
            let viewer = crate::ids::Viewer::Seat(seat);
            if traits.shown_by != 0 || !self.world.sees(t, zone).contains(viewer) {
                return Ok(false);
            }
            let cards = self.world.zone_cards(t, zone);
            let pick = self.program().action(id).pick.as_ref();
            match pick.and_then(|pick| pick.legal.as_ref()) {
                Some(Legal::Types(test)) if self.program().types.len() <= 64 => {
                    let mask = self.type_word(test, 0)?;
                    let types = self.world.types(t);
                    let passes = |card: &&u16| mask >> (types[**card as usize] & 63) & 1 == 1;
                    legal
                        .candidates
                        .extend(cards.iter().filter(passes).map(|c| plain(*c)));
                }
                Some(_) => return Ok(false),
                None => legal.candidates.extend(cards.iter().map(|c| plain(*c))),
            }
        }
        if legal.candidates.len() > first {
            legal.push(seat, Source::Act(id), Space::ONE_OF, first);
        }
        Ok(true)
    }

    /// The choices an action offers, or why it offers none.
    pub(crate) fn try_offer(
        &self,
        seat: Seat,
        action: &ActionDef,
        candidates: &mut SmallVec<[Candidate; 24]>,
    ) -> Run<Result<Space, Unmet>> {
        if let Some(condition) = action.condition
            && !self.allows(condition)?
        {
            return Ok(Err(Unmet::Condition));
        }
        self.try_picks(seat, action, candidates)
    }

    /// The same for an action whose condition holds.
    fn try_picks(
        &self,
        seat: Seat,
        action: &ActionDef,
        candidates: &mut SmallVec<[Candidate; 24]>,
    ) -> Run<Result<Space, Unmet>> {
        if action.opens_with_prompt && !self.opening_prompt_has_answer(action.body)? {
            return Ok(Err(Unmet::Prompt));
        }
        let mut room = None;
        if !action.fills.is_empty() {
            match self.room_for(seat, &action.fills) {
                Ok(most) => room = most,
                Err(full) => return Ok(Err(full)),
            }
        }
        let Some(pick) = &action.pick else {
            return Ok(Ok(Space::One));
        };
        let first = candidates.len();
        let mut ruled = self.gather(seat, pick, candidates)?;
        let found = candidates.len() - first;
        let (min, max) = match pick.count {
            None => (pick.min, pick.max),
            Some(code) => {
                let n = self.number_to_pick(code)?;
                (n, n)
            }
        };
        let min = pick.least.map_or(Ok(min), |code| self.number_to_pick(code))?;
        let max = pick.most.map_or(Ok(max), |code| self.number_to_pick(code))?;
        let max = match room {
            Some((most, zone)) if most < min => return Ok(Err(Unmet::Full { zone })),
            Some((most, _)) => max.min(most),
            None => max,
        };
        if found < min as usize || max < min || (found == 0 && max > 0) {
            return Ok(Err(Unmet::Candidates {
                found: found as u16,
                needed: min.max(1),
            }));
        }
        let ordered = matches!(
            pick.legal,
            Some(Legal::Each {
                reads_picked: true,
                ..
            })
        );
        ruled |= ordered || pick.valid.is_some();
        let space = Space::Choose {
            min,
            max: max.min(found as u16),
            ruled,
            ordered,
        };
        if ruled && !self.any_pick(seat, pick, &candidates[first..], space)? {
            return Ok(Err(Unmet::Valid));
        }
        Ok(Ok(space))
    }

    fn number_to_pick(&self, code: Code) -> Run<u16> {
        Ok(whole(self.eval(code)?)?.clamp(0, i64::from(u16::MAX)) as u16)
    }

    /// Works out an action's opening question without acting.
    fn opening_prompt_has_answer(&self, body: Code) -> Run<bool> {
        if let Quick::Test(test) = body.quick
            && let Some(has) = self.test(&self.program().tests[test as usize])
        {
            return Ok(has);
        }
        let op = self.program().code.get(body.start as usize);
        if let Some(Op::Ask { .. } | Op::AskAll { .. }) = op {
            return self.prompt_has_answer(op.copied(), &[]);
        }
        let mut registers: SmallVec<[Value; 16]> =
            smallvec::smallvec![Value::Nothing; body.registers as usize];
        let mut opening = Evaluation {
            reader: *self,
            fuel: 10_000,
        };
        let Stop::Acts(op) = interpret(&mut opening, body.start, &mut registers)? else {
            return Ok(true);
        };
        opening.reader.prompt_has_answer(Some(op), &registers)
    }

    fn prompt_has_answer(&self, op: Option<Op>, r: &[Value]) -> Run<bool> {
        let Some(
            Op::Ask {
                n, primitive, args, ..
            }
            | Op::AskAll {
                n, primitive, args, ..
            },
        ) = op
        else {
            return Ok(true);
        };
        let row = &self.program().operands[args as usize..args as usize + n as usize];
        let args = self.arguments(r, row);
        let crate::primitives::Body::Ask(run) = self.program().primitives[primitive as usize].body else {
            return Ok(true);
        };
        Ok(match run(self, &args)?.form {
            Form::Number { min, max } => min <= max,
            Form::Confirm => true,
            Form::OneOf { list } => !self.items(list)?.is_empty(),
            Form::Several { list, min, .. } => self.items(list)?.len() >= min as usize,
        })
    }

    /// Collects what may be picked. Tells whether some of it is a hidden card,
    /// of which several look alike.
    #[inline]
    fn gather(&self, seat: Seat, pick: &PickDef, out: &mut SmallVec<[Candidate; 24]>) -> Run<bool> {
        let first = out.len();
        let mut alike = false;
        let mut types: Option<TypeMask> = None;
        if let Some(Legal::Types(test)) = &pick.legal {
            types = Some(self.type_mask(test)?);
        }
        for from in &pick.from {
            let playing = self.playing();
            match from {
                PickFrom::OwnZone(at) => {
                    let zone = self.table.seat_zone(seat, *at);
                    alike |= self.gather_copies(seat, pick, zone, &types, out)?;
                }
                PickFrom::SharedZone(at) => {
                    alike |= self.gather_copies(seat, pick, self.table.shared_zone(*at), &types, out)?;
                }
                PickFrom::EveryonesZone(at) => {
                    for other in playing {
                        let zone = self.table.seat_zone(other, *at);
                        alike |= self.gather_copies(seat, pick, zone, &types, out)?;
                    }
                }
                PickFrom::OthersZone(at) => {
                    for other in playing.minus(SeatSet::one(seat)) {
                        let zone = self.table.seat_zone(other, *at);
                        alike |= self.gather_copies(seat, pick, zone, &types, out)?;
                    }
                }
                PickFrom::Code(code) => {
                    let value = self.eval(*code)?;
                    alike |= self.gather_value(seat, pick, value, &types, out)?;
                }
            }
        }
        if let Some(Legal::Each { code, reads_face, .. }) = &pick.legal {
            let mut kept = first;
            for at in first..out.len() {
                let candidate = out[at];
                if *reads_face && pick.what == PickWhat::Card && !self.sees_candidate(seat, candidate) {
                    continue;
                }
                if self.candidate_is_legal(*code, pick, candidate, Value::Nothing)? {
                    out[kept] = candidate;
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
        Ok(alike && pick.max > 1)
    }

    fn sees_candidate(&self, seat: Seat, candidate: Candidate) -> bool {
        !candidate.hidden && self.sees_face(seat, CardId(candidate.raw))
    }

    #[inline]
    fn sees_face(&self, seat: Seat, card: CardId) -> bool {
        self.world
            .face_audience(self.table, card)
            .contains(crate::ids::Viewer::Seat(seat))
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
        match self
            .eval_with(code, &[value, zone, picked])
            .and_then(super::reader::truth)
        {
            Err(_) if self.program().manners.forgiving => Ok(false),
            other => other,
        }
    }

    /// The value a candidate stands for; `None` for a hidden card.
    pub(crate) fn candidate_value(&self, pick: &PickDef, candidate: Candidate) -> Option<Value> {
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

    fn gather_value(
        &self,
        seat: Seat,
        pick: &PickDef,
        value: Value,
        types: &Option<TypeMask>,
        out: &mut SmallVec<[Candidate; 24]>,
    ) -> Run<bool> {
        let mut alike = false;
        let start = out.len();
        for item in self.items(value)? {
            match (pick.what, item) {
                (PickWhat::Card | PickWhat::Drag, Value::Zone(zone)) => {
                    alike |= self.gather_zone(seat, pick, zone, types, out)?
                }
                (PickWhat::Card | PickWhat::Drag, Value::Card(card)) => {
                    if types.is_none() || (self.sees_face(seat, card) && self.type_passes(card, types)) {
                        out.push(Candidate {
                            raw: card.0,
                            hidden: false,
                        });
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
                    return Err(super::FaultKind::WrongKind {
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
    fn gather_copies(
        &self,
        seat: Seat,
        pick: &PickDef,
        zone: ZoneId,
        types: &Option<TypeMask>,
        out: &mut SmallVec<[Candidate; 24]>,
    ) -> Run<bool> {
        if !self.table.traits[zone.index()].several {
            return self.gather_zone(seat, pick, zone, types, out);
        }
        let mut alike = false;
        for copy in self.open_copies(zone) {
            alike |= self.gather_zone(seat, pick, copy, types, out)?;
        }
        Ok(alike)
    }

    #[inline]
    fn gather_zone(
        &self,
        seat: Seat,
        pick: &PickDef,
        zone: ZoneId,
        types: &Option<TypeMask>,
        out: &mut SmallVec<[Candidate; 24]>,
    ) -> Run<bool> {
        if !self.controls(seat, zone) {
            return Ok(false);
        }
        if pick.what == PickWhat::Zone {
            out.push(Candidate {
                raw: zone.0,
                hidden: false,
            });
            return Ok(false);
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
        let plain = |c: &u16| Candidate {
            raw: *c,
            hidden: false,
        };
        // The next card of a draw pile is one that anybody can point at.
        let viewer = crate::ids::Viewer::Seat(seat);
        let tells = only != PickOnly::All
            || (!pick.blind && self.world.places(self.table, zone).contains(viewer))
            || (pick.blind && traits.ordered);
        if tells {
            match types {
                None => out.extend(cards.iter().map(plain)),
                Some(mask) if traits.shown_by == 0 && self.world.sees(self.table, zone).contains(viewer) => {
                    let types = self.world.types(self.table);
                    let passes = |c: &&u16| mask.has(types[**c as usize].into());
                    out.extend(cards.iter().filter(passes).map(plain));
                }
                Some(mask) => {
                    // A test of faces is for cards that the seat sees.
                    let passes = |c: &&u16| {
                        let card = CardId(**c);
                        mask.has(self.world.type_of(self.table, card).index()) && self.sees_face(seat, card)
                    };
                    out.extend(cards.iter().filter(passes).map(plain));
                }
            }
            return Ok(false);
        }
        let mut hidden = 0;
        for c in cards {
            let card = CardId(*c);
            let seen = !pick.blind && self.sees_face(seat, card);
            if !seen {
                hidden += 1;
            } else if self.type_passes(card, types) {
                out.push(Candidate {
                    raw: *c,
                    hidden: false,
                });
            }
        }
        let shown = match types {
            Some(_) => 0,
            None if pick.max <= 1 => hidden.min(1),
            None => hidden,
        };
        out.extend(std::iter::repeat_n(
            Candidate {
                raw: zone.0,
                hidden: true,
            },
            shown,
        ));
        Ok(shown > 1)
    }

    fn type_passes(&self, card: CardId, types: &Option<TypeMask>) -> bool {
        let Some(mask) = types else { return true };
        mask.has(self.world.type_of(self.table, card).index())
    }

    /// Who may use a zone now: as a designation it bears says, the running state, or it itself.
    fn control_of(&self, zone: ZoneId) -> Who {
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
    #[inline]
    pub(crate) fn controls(&self, seat: Seat, zone: ZoneId) -> bool {
        let traits = &self.table.traits[zone.index()];
        if traits.free {
            return true;
        }
        let turn = match self.state_type() {
            StateType::RoundRobin | StateType::Grandstand => self.world.scene.turn,
            StateType::Auto | StateType::Concurrent => None,
        };
        match self.control_of(zone) {
            Who::All | Who::Face => true,
            Who::None => false,
            Who::Owner => traits.owner == Some(seat),
            Who::Active => turn.is_none_or(|t| t == seat),
            Who::Inactive => turn.is_some_and(|t| t != seat),
            Who::Allies => turn.is_none_or(|t| self.table.allies(t).contains(seat)),
            Who::Opponents => turn.is_some_and(|t| !self.table.allies(t).contains(seat)),
            Who::When(code) => self.holds(code).unwrap_or(false),
            Who::Several(set) => {
                let role = self.table.role(seat);
                let allied = |t| self.table.allies(t).contains(seat);
                (set.owner && traits.owner == Some(seat))
                    || role.is_some_and(|role| set.roles.contains(role))
                    || (set.active && turn.is_none_or(|t| t == seat))
                    || (set.inactive && turn.is_some_and(|t| t != seat))
                    || (set.allies && turn.is_none_or(allied))
                    || (set.opponents && turn.is_some_and(|t| !allied(t)))
            }
        }
    }

    /// The card types that pass a test.
    pub(crate) fn type_mask(&self, test: &TypeTest) -> Run<TypeMask> {
        let words = self.program().types.len().div_ceil(64);
        if words <= 1 {
            return Ok(TypeMask::Small(self.type_word(test, 0)?));
        }
        let all: Run<Vec<u64>> = (0..words).map(|word| self.type_word(test, word)).collect();
        Ok(TypeMask::Large(all?))
    }

    /// 64 of the card types that pass a test, as bits.
    fn type_word(&self, test: &TypeTest, word: usize) -> Run<u64> {
        match test {
            TypeTest::All(tests) => {
                let mut bits = u64::MAX;
                for test in tests {
                    bits &= self.type_leaf(test, word)?;
                }
                Ok(bits)
            }
            TypeTest::Any(tests) => {
                let mut bits = 0;
                for test in tests {
                    bits |= self.type_leaf(test, word)?;
                }
                Ok(bits)
            }
            TypeTest::Const(_) | TypeTest::Attribute { .. } | TypeTest::SameAs { .. } | TypeTest::When(_) => {
                self.type_leaf(test, word)
            }
        }
    }

    #[inline(always)]
    fn type_leaf(&self, test: &TypeTest, word: usize) -> Run<u64> {
        let attribute = |at: &u16| &self.program().attributes[*at as usize];
        let turned = |bits: u64, not: bool| if not { !bits } else { bits };
        Ok(match test {
            TypeTest::Const(set) => set.0.get(word).copied().unwrap_or(0),
            TypeTest::Attribute {
                attribute: at,
                value,
                not,
            } => {
                let value = match self.at_once(*value) {
                    Some(value) => value,
                    None => match self.eval(*value) {
                        Err(_) if self.program().manners.forgiving => return Ok(0),
                        other => other?,
                    },
                };
                turned(attribute(at).word_having(value, word), *not)
            }
            TypeTest::SameAs {
                attribute: at,
                card,
                not,
            } => {
                let card = match self.at_once(*card) {
                    Some(card) => card,
                    None => self.eval(*card)?,
                };
                let bits = match card {
                    Value::Card(card) => {
                        attribute(at).word_same_as(self.world.type_of(self.table, card), word)
                    }
                    _ => 0,
                };
                turned(bits, *not)
            }
            TypeTest::When(code) => {
                if self.allows(*code)? {
                    u64::MAX
                } else {
                    0
                }
            }
            TypeTest::All(_) | TypeTest::Any(_) => self.type_word(test, word)?,
        })
    }
}

/// A set of card types, as candidates are tested against it.
pub(crate) enum TypeMask {
    /// Of the first 64.
    Small(u64),
    /// Of any.
    Large(Vec<u64>),
}

impl TypeMask {
    #[inline]
    fn has(&self, ty: usize) -> bool {
        match self {
            TypeMask::Small(bits) => bits >> (ty & 63) & 1 == 1,
            TypeMask::Large(words) => words.get(ty / 64).is_some_and(|w| w >> (ty % 64) & 1 == 1),
        }
    }
}
