//! What a seat may do, action by action.

use super::*;

impl Reader<'_> {
    pub(super) fn offer_prompt(&self, seat: Seat, at: usize, legal: &mut LegalSet) -> Run<()> {
        let Some(question) = self.world.suspended[at].question() else {
            return Ok(());
        };
        let first = legal.candidates.len();
        let space = self.answers(question, legal)?;
        legal.push(seat, Source::Prompt(at as u16), space, first);
        Ok(())
    }

    pub(super) fn answers(&self, question: &Question, legal: &mut LegalSet) -> Run<Space> {
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
    pub(super) fn offer_scene(&self, legal: &mut LegalSet) -> Run<()> {
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

    pub(super) fn on_turn(&self, seat: Seat) -> bool {
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
    pub(super) fn offer(&self, seat: Seat, id: ActionId, legal: &mut LegalSet) -> Run<()> {
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
    pub(super) fn offer_card(
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
    pub(super) fn try_picks(
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
            Some((most, unmet)) if most < min => return Ok(Err(unmet)),
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

    pub(super) fn number_to_pick(&self, code: Code) -> Run<u16> {
        Ok(whole(self.eval(code)?)?.clamp(0, i64::from(u16::MAX)) as u16)
    }

    /// Works out an action's opening question without acting.
    pub(super) fn opening_prompt_has_answer(&self, body: Code) -> Run<bool> {
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

    pub(super) fn prompt_has_answer(&self, op: Option<Op>, r: &[Value]) -> Run<bool> {
        if let Some(Op::Script { n, site, args, .. }) = op {
            let row = self
                .program()
                .operands
                .get(args as usize..args as usize + n as usize);
            return self.script_can_open(r, site, row.unwrap_or_default());
        }
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
        self.can_be_answered(&run(self, &args)?)
    }

    /// Whether a question has an answer.
    pub(in crate::engine) fn can_be_answered(&self, question: &Question) -> Run<bool> {
        Ok(match question.form {
            Form::Number { min, max } => min <= max,
            Form::Confirm => true,
            Form::OneOf { list } => !self.items(list)?.is_empty(),
            Form::Several { list, min, max } => min <= max && self.items(list)?.len() >= min as usize,
        })
    }
}
