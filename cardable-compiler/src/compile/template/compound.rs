//! Compound actions: several templates that one seat performs in one turn, until one that finishes.

use super::*;

impl Builder {
    pub(super) fn compound_slot(&mut self) -> u16 {
        if let Some(at) = self.compound_slot {
            return at;
        }
        let name = self.intern(COMPOUND);
        let at = self.seat_data.len() as u16;
        self.compound_slot = Some(at);
        self.seat_data.push(cardable_engine::program::DataDef {
            // It is the rules' own: what a seat has begun is seen from what it did.
            visible: cardable_engine::program::DataVisible::None,
            told: true,
            ..cardable_engine::program::DataDef::open(name, Type::STRING, Value::Nothing)
        });
        at
    }

    pub(super) fn own_compound(&mut self, span: Span) -> NodeId {
        let at = self.compound_slot();
        let player = self.node(NodeKind::Player, Type::SEAT, span);
        self.node(NodeKind::SeatData(player, at), Type::STRING, span)
    }

    /// What must hold for a part of a compound action, and what it changes.
    pub(super) fn in_compound(
        &mut self,
        _scope: &Scope,
        compound: &str,
        finishes: bool,
        span: Span,
    ) -> (TestDraft, Vec<Stmt>) {
        let running = self.own_compound(span);
        let nothing = self.constant(Value::Nothing, span);
        let this = self.text(compound, span);
        let begins = self.equal(running, nothing, span);
        let goes_on = self.equal(running, this, span);
        let node = self.any_of(vec![begins, goes_on], span);
        let set = Stmt::Set {
            place: running,
            value: if finishes { nothing } else { this },
            span,
        };
        let message = Some(self.unfinished());
        (TestDraft { node, message }, vec![set])
    }

    pub(super) fn unfinished(&mut self) -> Text {
        Text {
            text: self.intern("finish what you have begun first"),
            tokens: Vec::new(),
        }
    }

    /// What must hold for other templates of a state with compound actions.
    pub(super) fn in_no_compound(&mut self, state: StateId, _scope: &Scope, span: Span) -> Option<TestDraft> {
        if !self.compound_states.contains(&state) {
            return None;
        }
        let running = self.own_compound(span);
        let nothing = self.constant(Value::Nothing, span);
        let node = self.equal(running, nothing, span);
        let message = Some(self.unfinished());
        Some(TestDraft { node, message })
    }

    /// The condition of an action that is no template, where its state has compound actions: it
    /// waits until what the seat has begun is finished, too.
    pub(crate) fn outside_compounds(
        &mut self,
        scope: &Scope,
        condition: Option<NodeId>,
        span: Span,
    ) -> (Option<NodeId>, Option<Text>) {
        let test = scope
            .state
            .and_then(|state| self.in_no_compound(state, scope, span));
        match (test, condition) {
            (None, condition) => (condition, None),
            (Some(test), None) => (Some(test.node), test.message),
            (Some(test), Some(condition)) => {
                let both = NodeKind::Form(Form::And, vec![test.node, condition]);
                (Some(self.node(both, Type::BOOL, span)), test.message)
            }
        }
    }

    /// A compound action that no part finishes would hold its seat for ever. The
    /// parts are those of one state: of what compound, whether they finish it, and
    /// where that is written.
    pub(crate) fn check_compounds(&mut self, parts: &[(&str, bool, Span)], help: &str) {
        let mut checked: Vec<&str> = Vec::new();
        for (name, _, span) in parts {
            if checked.contains(name) {
                continue;
            }
            checked.push(name);
            if parts
                .iter()
                .all(|(other, finishes, _)| other != name || !finishes)
            {
                let message = format!("no part of compound `{name}` has `finishes`");
                self.error(Problem::MissingField, *span, message, help.to_owned());
            }
        }
    }

    /// Makes a state one with compound actions, before its templates are added:
    /// turns go on until something ends them, and each begins with none begun.
    pub(crate) fn begin_compounds(&mut self, state: StateId, span: Span) {
        if self.compound_states.contains(&state) {
            return;
        }
        self.compound_states.push(state);
        let place = self.own_compound(span);
        let value = self.constant(Value::Nothing, span);
        let begun = self.node(
            NodeKind::Form(Form::NotEqual, vec![place, value]),
            Type::BOOL,
            span,
        );
        let seats = self.node(NodeKind::Everyone, Type::List(Kind::Seat), span);
        let reset = Stmt::EachSeat {
            seats,
            body: vec![Stmt::If {
                condition: begun,
                then: vec![Stmt::Set { place, value, span }],
                otherwise: Vec::new(),
                span,
            }],
            span,
        };
        let scope = Scope {
            state: Some(state),
            ..Scope::outside()
        };
        let body = self.body_code(&scope, &[reset]);
        let (name, id) = (self.intern(COMPOUND), ActionId(self.actions.len() as u16));
        let in_turns = self.states[state.index()].kind == StateType::RoundRobin;
        self.actions.push(ActionDef {
            on: Triggers {
                entry: true,
                turn: in_turns,
                action: false,
                round: false,
                step: false,
            },
            ..ActionDef::named(state, ActionKind::Auto, name, body)
        });
        self.states[state.index()].autos.insert(0, id);
    }

    /// Ends a state with compound actions, when all its actions are there: where a
    /// turn was one action it still is, but for the parts of compound ones.
    pub(crate) fn end_compounds(&mut self, state: StateId) {
        if !self.compound_states.contains(&state) {
            return;
        }
        let def = &mut self.states[state.index()];
        if def.turn == TurnLength::UntilEndTurn {
            return;
        }
        def.turn = TurnLength::UntilEndTurn;
        for action in &def.actions {
            if !self.compound_parts.contains(action)
                && let Some(action) = self.actions.get_mut(action.index())
            {
                action.ends_turn = true;
            }
        }
    }

    /// The shared data that counts rounds, when there is one.
    pub(crate) fn round_slot(&self) -> Option<u16> {
        let name = self.strings.find("round")?;
        let at = self
            .globals
            .iter()
            .position(|d| d.name == name && d.ty == Type::NUMBER)?;
        u16::try_from(at).ok()
    }
}
