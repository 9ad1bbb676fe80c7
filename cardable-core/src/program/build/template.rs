//! Action templates: from what a seat touches or says, what must hold and what is
//! done then, to an ordinary action.

use super::Builder;
use super::node::{NodeId, NodeKind};
use super::scope::{ActionScope, LocalKind, Scope};
use super::stmt::Stmt;
use super::things::{Query, Source};
use crate::diag::Code as Problem;
use crate::engine::MOST_DRAG_ZONES;
use crate::ids::{ActionId, StateId};
use crate::primitives::Form;
use crate::program::{
    ActionDef, ActionKind, Actors, By, Legal, MessageParam, PickDef, PickFrom, PickOnly, PickWhat, StateType,
    Template, TemplateTest, Text, Triggers, TurnLength,
};
use crate::source::Span;
use crate::value::{Kind, Type, Value};

/// The most ways there may be to fill in a message's data.
const MOST_WAYS: u64 = 4_096;

/// Item of seats' data that tells in which compound action a seat is.
const COMPOUND: &str = "compound";

/// What names mean in the conditions of a template, and in its command.
#[derive(Clone, Debug)]
pub(crate) struct TemplateScopes {
    pub(crate) tests: Scope,
    pub(crate) body: Scope,
}

/// What sets a template off.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    /// Things of these queries, which are alike in what they find, are tapped.
    Tap { queries: Vec<Query>, min: u16, max: u16 },
    /// A thing of one of the first queries is drawn to one of the others.
    Drag { from: Vec<Query>, to: Vec<Query> },
    /// A message comes.
    Message { name: String, params: Vec<ParamDraft> },
}

/// An item of a message's data.
#[derive(Clone, Debug)]
pub(crate) struct ParamDraft {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// A list of what it may be.
    pub(crate) domain: NodeId,
    /// How many entries that list has, where it is known.
    pub(crate) ways: u64,
    pub(crate) default: Option<Value>,
}

/// A condition and what is said when it does not hold.
#[derive(Clone, Debug)]
pub(crate) struct TestDraft {
    pub(crate) node: NodeId,
    pub(crate) message: Option<Text>,
}

/// A template whose parts are built.
#[derive(Debug)]
pub(crate) struct TemplateDraft<'a> {
    pub(crate) state: StateId,
    pub(crate) name: &'a str,
    pub(crate) label: &'a str,
    pub(crate) asked: Asked,
    pub(crate) scopes: TemplateScopes,
    pub(crate) tests: Vec<TestDraft>,
    pub(crate) steps: Vec<Stmt>,
    pub(crate) message: Option<crate::program::Message>,
    pub(crate) ends_turn: bool,
    pub(crate) on_timeout: bool,
    /// The compound action that it is part of, and whether it ends that.
    pub(crate) compound: Option<(&'a str, bool)>,
    pub(crate) span: Span,
}

impl Builder {
    fn base_scopes(&self, state: StateId, reveals: bool, given: &ActionScope) -> TemplateScopes {
        let scope = Scope {
            state: Some(state),
            player: true,
            action: given.clone(),
            read_by_seat: false,
            reveals,
        };
        TemplateScopes {
            tests: Scope {
                read_by_seat: true,
                ..scope.clone()
            },
            body: scope,
        }
    }

    /// The scopes of a template that is set off by a tap: what is tapped is
    /// `$action.tapped`, or `$action.entity` like what is drawn in a drag; in conditions it is also `$card`, and `$zone` where it lies.
    pub(crate) fn tap_scopes(
        &self,
        state: StateId,
        reveals: bool,
        given: &ActionScope,
        what: PickWhat,
        single: bool,
    ) -> TemplateScopes {
        let mut scopes = self.base_scopes(state, reveals, given);
        let kind = if what == PickWhat::Zone {
            Kind::Zone
        } else {
            Kind::Card
        };
        let tests = &mut scopes.tests.action;
        tests.add("$card", Type::One(kind), LocalKind::Given(0));
        tests.add("$zone", Type::ZONE, LocalKind::Given(1));
        tests.add("$picked", Type::List(kind), LocalKind::Given(2));
        tests.add("tapped", Type::One(kind), LocalKind::Given(0));
        tests.add("entity", Type::One(kind), LocalKind::Given(0));
        let ty = if single { Type::One(kind) } else { Type::List(kind) };
        scopes.body.action.add("tapped", ty, LocalKind::Given(0));
        scopes.body.action.add("entity", ty, LocalKind::Given(0));
        scopes
    }

    /// The scopes of a template that is set off by a drag: `$action.dragged` and
    /// `$action.target`.
    pub(crate) fn drag_scopes(
        &mut self,
        state: StateId,
        reveals: bool,
        given: &ActionScope,
        types: (Type, Type),
        span: Span,
    ) -> TemplateScopes {
        let mut scopes = self.base_scopes(state, reveals, given);
        let tests = &mut scopes.tests.action;
        tests.add("$card", Type::ANY, LocalKind::Given(0));
        tests.add("$zone", Type::ZONE, LocalKind::Given(1));
        let picked = tests.add("$picked", Type::List(Kind::Any), LocalKind::Given(2));
        let dragged = self.item_of(picked, 0, types.0, span);
        let tests = &mut scopes.tests.action;
        tests.add("dragged", types.0, LocalKind::Param(dragged));
        tests.add("entity", types.0, LocalKind::Param(dragged));
        tests.add("target", types.1, LocalKind::Given(0));
        let pair = scopes
            .body
            .action
            .add("$pair", Type::List(Kind::Any), LocalKind::Given(0));
        for (at, (name, ty)) in [("dragged", types.0), ("target", types.1)]
            .into_iter()
            .enumerate()
        {
            let item = self.item_of(pair, at as i64, ty, span);
            scopes.body.action.add(name, ty, LocalKind::Param(item));
            if at == 0 {
                scopes.body.action.add("entity", ty, LocalKind::Param(item));
            }
        }
        scopes
    }

    /// The scopes of a template that is set off by a message: its data are
    /// `$action.name`.
    pub(crate) fn message_scopes(
        &mut self,
        state: StateId,
        reveals: bool,
        given: &ActionScope,
        params: &[ParamDraft],
        span: Span,
    ) -> TemplateScopes {
        let mut scopes = self.base_scopes(state, reveals, given);
        for scope in [&mut scopes.tests, &mut scopes.body] {
            if let [one] = params {
                scope.action.add(&one.name, one.ty, LocalKind::Given(0));
                continue;
            }
            let data = scope
                .action
                .add("$data", Type::List(Kind::Any), LocalKind::Given(0));
            for (at, param) in params.iter().enumerate() {
                let item = self.item_of(data, at as i64, param.ty, span);
                scope.action.add(&param.name, param.ty, LocalKind::Param(item));
            }
        }
        scopes
    }

    fn item_of(&mut self, list: u16, at: i64, ty: Type, span: Span) -> NodeId {
        let list = self.node(NodeKind::Local(list), Type::List(Kind::Any), span);
        let at = self.constant(Value::Int(at), span);
        self.call_of("list_item", vec![list, at], ty, span)
    }

    /// The locals that stand for what is touched or said.
    pub(super) fn thing_locals(&self, scope: &Scope) -> Vec<u16> {
        let locals = scope.action.locals.iter().enumerate();
        let mut things: Vec<u16> = Vec::new();
        for (at, local) in locals {
            let is = match local.kind {
                LocalKind::Given(_) => true,
                LocalKind::Param(node) => things.iter().any(|t| self.reads_local(node, *t)),
                LocalKind::Data(_) => false,
            };
            if is {
                things.push(at as u16);
            }
        }
        things
    }

    fn reads_any(&self, node: NodeId, locals: &[u16]) -> bool {
        locals.iter().any(|l| self.reads_local(node, *l))
    }

    /// A test of faces holds only for cards whose faces the seat sees.
    fn guarded(&mut self, scope: &Scope, node: NodeId, things: &[u16]) -> NodeId {
        if scope.reveals {
            return node;
        }
        let mut guards = Vec::new();
        for local in things {
            let ty = scope.action.locals[*local as usize].ty;
            let of = |kind: &NodeKind| *kind == NodeKind::Local(*local);
            let reads = self.any_node(node, |kind| match kind {
                NodeKind::Attribute(card, _) => of(&self.get(*card).kind),
                NodeKind::Call(primitive, args) => {
                    primitive.reads == crate::primitives::Reads::Faces
                        && args.iter().any(|a| of(&self.get(*a).kind))
                }
                _ => false,
            });
            if reads && matches!(ty, Type::One(Kind::Card | Kind::Any)) {
                let span = self.get(node).span;
                let card = self.node(NodeKind::Local(*local), ty, span);
                guards.push(self.call_of("sees_face", vec![card], Type::BOOL, span));
            }
        }
        if guards.is_empty() {
            return node;
        }
        guards.push(node);
        let span = self.get(node).span;
        self.all_of(guards, span)
    }

    /// Adds a template whose parts are built: its action, and how it is tried.
    pub(crate) fn add_template(&mut self, draft: TemplateDraft<'_>) -> ActionId {
        let TemplateDraft {
            state,
            name,
            label,
            asked,
            scopes,
            mut tests,
            mut steps,
            message,
            mut ends_turn,
            on_timeout,
            compound,
            span,
        } = draft;
        if let Some((compound, finishes)) = compound {
            let (test, set) = self.in_compound(&scopes.tests, compound, finishes, span);
            tests.insert(0, test);
            steps.splice(0..0, set);
            ends_turn |= finishes;
        } else if let Some(test) = self.in_no_compound(state, &scopes.tests, span) {
            tests.insert(0, test);
        }
        tests.retain(|t| !self.is_broken(t.node));
        for test in &mut tests {
            test.node = self.check_open(&scopes.tests, test.node, "a condition");
        }
        let things = self.thing_locals(&scopes.tests);
        let (of_thing, of_seat): (Vec<TestDraft>, Vec<TestDraft>) = tests
            .iter()
            .cloned()
            .partition(|t| self.reads_any(t.node, &things));
        let legal_message = of_thing.iter().find_map(|t| t.message.clone());
        let is_drag = matches!(asked, Asked::Drag { .. });
        let mut of_thing: Vec<NodeId> = of_thing.into_iter().map(|t| t.node).collect();
        if is_drag {
            for node in &mut of_thing {
                *node = self.guarded(&scopes.tests, *node, &things);
            }
        }
        let kept = self.kept_tests(&scopes.tests, &tests, &things, is_drag);
        let condition = (!of_seat.is_empty()).then(|| {
            let nodes = of_seat.iter().map(|t| t.node).collect();
            let all = self.all_of(nodes, span);
            self.condition_code(&scopes.tests, all)
        });
        let condition_message = of_seat.iter().find_map(|t| t.message.clone());
        let (pick, by, query) = match asked {
            Asked::Tap { queries, min, max } => {
                let (pick, query) = self.tap_pick(&scopes.tests, &queries, (min, max), of_thing, span);
                (Some(pick), By::Tap, Some(query))
            }
            Asked::Drag { from, to } => {
                let (pick, query) = self.drag_pick(&scopes.tests, &from, &to, of_thing, span);
                (Some(pick), By::Drag, Some(query))
            }
            Asked::Message { name, params } => {
                let pick = self.message_pick(&scopes.tests, &params, of_thing, span);
                let name = self.intern(&name);
                let params = params
                    .iter()
                    .map(|p| MessageParam {
                        name: self.intern(&p.name),
                        ty: p.ty,
                        default: p.default,
                    })
                    .collect();
                (pick, By::Message { name, params }, None)
            }
        };
        let pick = pick.map(|pick| PickDef {
            legal_message,
            ..pick
        });
        let opens_with_prompt = steps.first().is_some_and(|step| match step {
            Stmt::Do(node) | Stmt::Set { value: node, .. } => {
                matches!(self.get(*node).kind, NodeKind::Ask { who: None, .. })
            }
            _ => false,
        });
        let body = self.body_code(&scopes.body, &steps);
        let id = ActionId(self.actions.len() as u16);
        let (name, label) = (self.intern(name), self.intern(label));
        let kind = if pick.is_some() {
            ActionKind::WorldPick
        } else {
            ActionKind::Button
        };
        let sealed = self.states[state.index()].sealed;
        self.actions.push(ActionDef {
            name,
            label,
            state,
            kind,
            on: Triggers {
                entry: false,
                turn: false,
                action: false,
                round: false,
            },
            by: Actors::OnTurn,
            condition,
            condition_message,
            pick,
            vote: None,
            message,
            body,
            fills: Vec::new(),
            opens_with_prompt,
            sealed,
            on_timeout,
            ends_turn,
        });
        self.states[state.index()].actions.push(id);
        if compound.is_some() {
            self.compound_parts.push(id);
        }
        self.templates.push(Template {
            action: id,
            by,
            query,
            tests: kept,
        });
        id
    }

    /// The tests one by one, for telling which of them does not hold.
    fn kept_tests(
        &mut self,
        scope: &Scope,
        tests: &[TestDraft],
        things: &[u16],
        is_drag: bool,
    ) -> Vec<TemplateTest> {
        let mut kept = Vec::new();
        for test in tests {
            let of_thing = self.reads_any(test.node, things);
            let node = if is_drag && of_thing {
                self.guarded(scope, test.node, things)
            } else {
                test.node
            };
            kept.push(TemplateTest {
                code: self.condition_code(scope, node),
                reads_face: of_thing && !is_drag && self.reads_face(node),
                of_thing,
                message: test.message.clone(),
            });
        }
        kept
    }

    fn local(&mut self, scope: &Scope, name: &str, span: Span) -> NodeId {
        match scope.action.find(name) {
            Some(at) => {
                let ty = scope.action.locals[at as usize].ty;
                self.node(NodeKind::Local(at), ty, span)
            }
            None => self.broken(span),
        }
    }

    fn tap_pick(
        &mut self,
        scope: &Scope,
        queries: &[Query],
        (min, max): (u16, u16),
        of_thing: Vec<NodeId>,
        span: Span,
    ) -> (PickDef, TemplateTest) {
        let mut from: Vec<Source> = Vec::new();
        let mut ways = Vec::new();
        let mut reads_face = false;
        let zone = self.local(scope, "$zone", span);
        for query in queries {
            from.extend(query.from.iter().copied());
            let mut about = vec![self.lies_in(scope, &query.from, zone, span)];
            match query.only {
                PickOnly::All | PickOnly::ByOrder => {}
                PickOnly::Top => about.push(self.at_end(scope, "is_top", span)),
                PickOnly::Bottom => about.push(self.at_end(scope, "is_bottom", span)),
            }
            about.extend(&query.tests);
            reads_face |= query.tests.iter().any(|t| self.reads_face(*t));
            ways.push(self.all_of(about, span));
        }
        let about = self.any_of(ways, span);
        let query = TemplateTest {
            code: self.condition_code(scope, about),
            reads_face,
            of_thing: true,
            message: None,
        };
        // Several queries are taken together only where they have no tests.
        let mut legal: Vec<NodeId> = queries.iter().flat_map(|q| q.tests.iter().copied()).collect();
        for test in &mut legal {
            *test = self.check_open(scope, *test, "what can be tapped");
        }
        legal.extend(of_thing);
        let legal = (!legal.is_empty()).then(|| {
            let all = self.all_of(legal, span);
            self.legal(scope, all)
        });
        let first = queries.first();
        let pick = PickDef {
            what: first.map_or(PickWhat::Card, |q| q.what),
            min,
            max,
            count: None,
            least: None,
            most: None,
            from: self.pick_sources(scope, &from, span),
            only: first.map_or(PickOnly::All, |q| q.only),
            legal,
            legal_message: None,
            valid: None,
            valid_message: None,
            blind: false,
            register: 0,
            single: max == 1,
        };
        (pick, query)
    }

    /// Whether the tapped card is the first or last to be drawn. Of a card that
    /// the seat cannot tell from others only the zone is known, and that will do.
    fn at_end(&mut self, scope: &Scope, name: &str, span: Span) -> NodeId {
        let card = self.local(scope, "$card", span);
        let nothing = self.constant(Value::Nothing, span);
        let unknown = self.equal(card, nothing, span);
        let at_end = self.call_of(name, vec![card], Type::BOOL, span);
        self.any_of(vec![unknown, at_end], span)
    }

    /// Whether the thing at hand is one of some queries, for a drag, where cards
    /// and zones stand side by side.
    fn is_one_of(&mut self, scope: &Scope, queries: &[Query], things: &[u16], span: Span) -> NodeId {
        let mut ways = Vec::new();
        for query in queries {
            let (thing, zone) = (self.local(scope, "$card", span), self.local(scope, "$zone", span));
            let is_zone = self.equal(thing, zone, span);
            let mut all = match query.what {
                PickWhat::Zone => vec![is_zone],
                _ => vec![self.node(NodeKind::Form(Form::Not, vec![is_zone]), Type::BOOL, span)],
            };
            all.push(self.lies_in(scope, &query.from, zone, span));
            match query.only {
                PickOnly::All | PickOnly::ByOrder => {}
                PickOnly::Top => all.push(self.at_end(scope, "is_top", span)),
                PickOnly::Bottom => all.push(self.at_end(scope, "is_bottom", span)),
            }
            for test in &query.tests {
                let test = self.check_open(scope, *test, "what can be drawn");
                let test = self.guarded(scope, test, things);
                all.push(test);
            }
            ways.push(self.all_of(all, span));
        }
        self.any_of(ways, span)
    }

    fn drag_pick(
        &mut self,
        scope: &Scope,
        from: &[Query],
        to: &[Query],
        of_thing: Vec<NodeId>,
        span: Span,
    ) -> (PickDef, TemplateTest) {
        let zones = self.zones.shared.len() + usize::from(self.seats.1) * self.zones.seat.len();
        if zones > MOST_DRAG_ZONES {
            self.error_help(
                Problem::TooComplex,
                span,
                format!("a game with drags has at most {MOST_DRAG_ZONES} zones, and this has {zones}"),
                "take out zones, or let cards be tapped".to_owned(),
            );
        }
        let things = self.thing_locals(scope);
        let source = self.is_one_of(scope, from, &things, span);
        let target = self.is_one_of(scope, to, &things, span);
        let picked = self.local(scope, "$picked", span);
        let nothing = self.constant(Value::Nothing, span);
        let zero = self.constant(Value::Int(0), span);
        // Nothing is picked: the thing is either. An empty list: it is drawn.
        // Otherwise something is drawn to it.
        let unasked = self.equal(picked, nothing, span);
        let number = self.call_of("list_count", vec![picked], Type::NUMBER, span);
        let first = self.equal(number, zero, span);
        let thing = self.local(scope, "$card", span);
        let dragged = self.local(scope, "dragged", span);
        let differs = self.node(
            NodeKind::Form(Form::NotEqual, vec![thing, dragged]),
            Type::BOOL,
            span,
        );
        let mut last = vec![target, differs];
        let about = {
            let onto = self.all_of(last.clone(), span);
            let drawn = self.node(
                NodeKind::Form(Form::If, vec![first, source, onto]),
                Type::BOOL,
                span,
            );
            let either = self.any_of(vec![source, target], span);
            self.node(
                NodeKind::Form(Form::If, vec![unasked, either, drawn]),
                Type::BOOL,
                span,
            )
        };
        let query = TemplateTest {
            code: self.condition_code(scope, about),
            reads_face: false,
            of_thing: true,
            message: None,
        };
        last.extend(of_thing);
        let onto = self.all_of(last, span);
        let drawn = self.node(
            NodeKind::Form(Form::If, vec![first, source, onto]),
            Type::BOOL,
            span,
        );
        let either = self.any_of(vec![source, target], span);
        let legal = self.node(
            NodeKind::Form(Form::If, vec![unasked, either, drawn]),
            Type::BOOL,
            span,
        );
        let all: Vec<Source> = from
            .iter()
            .chain(to)
            .flat_map(|q| q.from.iter().copied())
            .collect();
        let only = match from.first() {
            Some(first)
                if from
                    .iter()
                    .chain(to)
                    .all(|q| q.only == first.only || q.what == PickWhat::Zone) =>
            {
                first.only
            }
            _ => PickOnly::All,
        };
        let pick = PickDef {
            what: PickWhat::Drag,
            min: 2,
            max: 2,
            count: None,
            least: None,
            most: None,
            from: self.pick_sources(scope, &all, span),
            only,
            legal: Some(Legal::Each {
                code: self.condition_code(scope, legal),
                reads_picked: true,
                reads_face: false,
            }),
            legal_message: None,
            valid: None,
            valid_message: None,
            blind: false,
            register: 0,
            single: false,
        };
        (pick, query)
    }

    fn message_pick(
        &mut self,
        scope: &Scope,
        params: &[ParamDraft],
        of_thing: Vec<NodeId>,
        span: Span,
    ) -> Option<PickDef> {
        let ways = params.iter().fold(1u64, |n, p| n.saturating_mul(p.ways));
        if ways > MOST_WAYS {
            self.error_help(
                Problem::OutOfBounds,
                span,
                format!("there are {ways} ways to fill in the data, more than {MOST_WAYS}"),
                "narrow what the items may be".to_owned(),
            );
        }
        let list = match params {
            [] => return None,
            [one] => one.domain,
            several => {
                let lists = several.iter().map(|p| p.domain).collect();
                self.call_of("combinations", lists, Type::List(Kind::Any), span)
            }
        };
        let legal = (!of_thing.is_empty()).then(|| {
            let all = self.all_of(of_thing, span);
            Legal::Each {
                code: self.condition_code(scope, all),
                reads_picked: false,
                reads_face: false,
            }
        });
        Some(PickDef {
            what: PickWhat::Option,
            min: 1,
            max: 1,
            count: None,
            least: None,
            most: None,
            from: vec![PickFrom::Code(self.value_code(scope, list))],
            only: PickOnly::All,
            legal,
            legal_message: None,
            valid: None,
            valid_message: None,
            blind: false,
            register: 0,
            single: true,
        })
    }

    // --- compound actions

    fn compound_slot(&mut self) -> u16 {
        if let Some(at) = self.compound_slot {
            return at;
        }
        let name = self.intern(COMPOUND);
        let at = self.seat_data.len() as u16;
        self.compound_slot = Some(at);
        self.seat_data.push(crate::program::DataDef {
            name,
            ty: Type::STRING,
            value: Value::Nothing,
            code: None,
            constant: false,
            // It is the rules' own: what a seat has begun is seen from what it did.
            visible: crate::program::DataVisible::None,
            domain: crate::program::Domain::Unknown,
        });
        at
    }

    fn own_compound(&mut self, span: Span) -> NodeId {
        let at = self.compound_slot();
        let player = self.node(NodeKind::Player, Type::SEAT, span);
        self.node(NodeKind::SeatData(player, at), Type::STRING, span)
    }

    /// What must hold for a part of a compound action, and what it changes.
    fn in_compound(
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

    fn unfinished(&mut self) -> Text {
        Text {
            text: self.intern("finish what you have begun first"),
            tokens: Vec::new(),
        }
    }

    /// What must hold for other templates of a state with compound actions.
    fn in_no_compound(&mut self, state: StateId, _scope: &Scope, span: Span) -> Option<TestDraft> {
        if !self.compound_states.contains(&state) {
            return None;
        }
        let running = self.own_compound(span);
        let nothing = self.constant(Value::Nothing, span);
        let node = self.equal(running, nothing, span);
        let message = Some(self.unfinished());
        Some(TestDraft { node, message })
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
                self.error_help(Problem::MissingField, *span, message, help.to_owned());
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
            name,
            label: name,
            state,
            kind: ActionKind::Auto,
            on: Triggers {
                entry: true,
                turn: in_turns,
                action: false,
                round: false,
            },
            by: Actors::OnTurn,
            condition: None,
            condition_message: None,
            pick: None,
            vote: None,
            message: None,
            body,
            fills: Vec::new(),
            opens_with_prompt: false,
            sealed: false,
            on_timeout: false,
            ends_turn: false,
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
}

impl Builder {
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
