//! From values, queries and commands to the builder.

use super::command::{Act, Command, With};
use super::query::{Owner, Property, QueryDraft, QueryPlace};
use super::value::{At, Expr, How, QuestionDraft, ThingTest, Tree};
use crate::format::imports::Imports;
use crate::hir::build::{Builder, StepExtras, answers, args, beside, calls, hoist, query, things};
use crate::hir::{LocalKind, NodeId, NodeKind, Over, Query, Scope, Source, Stmt};
use crate::text::diag::{Code as Problem, suggestion_or_list};
use crate::text::source::{Sources, Span};
use cardable_engine::builtin;
use cardable_engine::ids::{DeckId, StateId, ZoneId};
use cardable_engine::program::{FunctionBody, PickWhat, RustFunction, Text};
use cardable_engine::value::{Kind, Type, Value};
use std::sync::Arc;

/// Builds what was declared.
pub(super) struct Lower<'a> {
    /// The fragments that are imported.
    pub(super) imports: &'a Imports<'a>,
    pub(super) b: &'a mut Builder,
    pub(super) sources: &'a mut Sources,
}

impl Lower<'_> {
    pub(super) fn span(&mut self, at: At) -> Span {
        self.sources.spot(at.file(), at.line(), at.column())
    }

    // --- values

    pub(super) fn value(&mut self, scope: &mut Scope, expr: &Expr) -> NodeId {
        let span = self.span(expr.at);
        match &expr.tree {
            Tree::Nothing => self.b.constant(Value::Nothing, span),
            Tree::Truth(holds) => self.b.constant(Value::Bool(*holds), span),
            Tree::Whole(n) => self.b.constant(Value::Int(*n), span),
            Tree::Fraction(n) => self.b.constant(Value::Float(*n), span),
            Tree::Text(text) => self.b.text(text, span),
            Tree::List(items) => {
                let items = items.iter().map(|item| self.value(scope, item)).collect();
                self.b.list(items, span)
            }
            Tree::Player => self.b.player(scope, span),
            Tree::Everyone => self.b.node(NodeKind::Everyone, Type::List(Kind::Seat), span),
            Tree::Global(at) => match self.b.hir.globals.get(usize::from(*at)) {
                Some(def) => {
                    let ty = def.ty;
                    self.b.node(NodeKind::Global(*at), ty, span)
                }
                None => self.foreign(span),
            },
            Tree::SeatData(seat, at) => {
                let seat = self.value(scope, seat);
                match self.b.hir.seat_data.get(usize::from(*at)) {
                    Some(def) => {
                        let ty = def.ty;
                        self.b.node(NodeKind::SeatData(seat, *at), ty, span)
                    }
                    None => self.foreign(span),
                }
            }
            Tree::CardData(card, at) => {
                let card = self.value(scope, card);
                match self.b.hir.cards.data.get(usize::from(*at)) {
                    Some(data) => {
                        let ty = data.def.ty;
                        self.b.node(NodeKind::CardData(card, *at), ty, span)
                    }
                    None => self.foreign(span),
                }
            }
            Tree::Option(at) => match self.b.hir.settings.get(usize::from(*at)) {
                Some(def) => {
                    let ty = def.ty;
                    self.b.node(NodeKind::Setting(*at), ty, span)
                }
                None => self.foreign(span),
            },
            Tree::StateData(state, param, at) => self.state_data(scope, *state, *param, *at, span),
            Tree::Deck(at) if usize::from(*at) < self.b.hir.cards.decks.len() => {
                self.b.constant(Value::Deck(DeckId(*at)), span)
            }
            Tree::StateName(at) => match self.b.hir.states.get(usize::from(*at)) {
                Some(def) => {
                    let name = Value::Str(def.name);
                    self.b.constant(name, span)
                }
                None => self.foreign(span),
            },
            Tree::RoleName(at) => match self.b.hir.roles.get(usize::from(*at)) {
                Some(def) => {
                    let name = Value::Str(def.name);
                    self.b.constant(name, span)
                }
                None => self.foreign(span),
            },
            Tree::SeatDataName(at) => match self.b.hir.seat_data.get(usize::from(*at)) {
                Some(def) => {
                    let name = Value::Str(def.name);
                    self.b.constant(name, span)
                }
                None => self.foreign(span),
            },
            Tree::Zone(at) if usize::from(*at) < self.b.hir.zones.shared.len() => {
                self.b.constant(Value::Zone(ZoneId(*at)), span)
            }
            Tree::SeatZone(seat, at) if usize::from(*at) < self.b.hir.zones.seat.len() => {
                let seat = self.value(scope, seat);
                self.b.node(NodeKind::SeatZone(seat, *at), Type::ZONE, span)
            }
            Tree::Zone(_) | Tree::SeatZone(..) | Tree::Deck(_) => self.foreign(span),
            Tree::Attribute(card, name) => {
                let card = self.value(scope, card);
                self.attribute(card, name, span)
            }
            Tree::SameAttribute(a, b, name) => {
                let (a, b) = (self.value(scope, a), self.value(scope, b));
                let (a, b) = (self.attribute(a, name, span), self.attribute(b, name, span));
                self.b.equal(a, b, span)
            }
            Tree::Call(primitive, args) => {
                let args = args.iter().map(|arg| self.value(scope, arg)).collect();
                self.b.call(scope, primitive, args, span)
            }
            Tree::Named(name) => match scope.action.find(name) {
                Some(at) => self.local(scope, at, span),
                None => {
                    self.b.error(
                        Problem::UnknownReference,
                        span,
                        format!("nothing is called `{name}` here"),
                        "what is tapped, drawn or said is known in the template that it sets off; remember other \
                         values by `remember`"
                            .to_owned(),
                    );
                    self.b.broken(span)
                }
            },
            Tree::Item(at) => self.local(scope, *at, span),
            Tree::Over(how, query, test) => {
                let ty = if query.zones { Type::ZONE } else { Type::CARD };
                let local = scope.action.add("$item", ty, LocalKind::Data(None));
                let query = self.query(scope, query, local);
                let test = test.as_ref().map(|test| {
                    let item = Expr {
                        tree: Tree::Item(local),
                        at: expr.at,
                    };
                    self.value(scope, &test(item))
                });
                let how = match how {
                    How::Some => Over::Some,
                    How::Every => Over::Every,
                    How::Count => Over::Count,
                    How::First => Over::First,
                    How::All => Over::All,
                };
                things::query_over(self.b, scope, how, &query, local, test, span)
            }
            Tree::OfEach(things, test) => {
                let things = self.value(scope, things);
                let item = query::bind_item(self.b, things, span);
                let body = test(Expr {
                    tree: Tree::Built(item),
                    at: expr.at,
                });
                let body = self.value(scope, &body);
                query::function(self.b, item, body, span)
            }
            Tree::Imported(name, args) => {
                let args = args.iter().map(|arg| self.value(scope, arg)).collect();
                self.imports.value(self.b, scope, name, args, span)
            }
            Tree::ImportedItem(name, seat) => {
                let seat = seat.as_ref().map(|seat| self.value(scope, seat));
                self.imports.item(self.b, name, seat, span)
            }
            Tree::Question(question) => question.lower(self, scope, expr.at),
            Tree::Built(node) => *node,
            Tree::Function(function, args) => {
                let args = args.iter().map(|arg| self.value(scope, arg)).collect();
                self.function(function, args, span)
            }
        }
    }

    /// An item of the data of the state in which this stands.
    fn state_data(&mut self, scope: &Scope, state: u16, param: bool, at: u16, span: Span) -> NodeId {
        let id = StateId(state);
        if scope.state != Some(id) {
            let help = "hand it over when another state is entered, as its parameter";
            let message = "this is data of another state, which is kept only while that one runs";
            self.b.error(Problem::UnknownReference, span, message, help);
            return self.b.broken(span);
        }
        let Some(def) = self.b.hir.states.get(id.index()) else {
            return self.foreign(span);
        };
        let at = if param { at } else { def.params.saturating_add(at) };
        match def.data.get(usize::from(at)) {
            Some(item) => {
                let ty = item.ty;
                self.b.node(NodeKind::StateData(at), ty, span)
            }
            None => self.foreign(span),
        }
    }

    fn local(&mut self, scope: &Scope, at: u16, span: Span) -> NodeId {
        match scope.action.locals.get(usize::from(at)) {
            Some(local) => self.b.node(NodeKind::Local(at), local.ty, span),
            None => self.b.broken(span),
        }
    }

    /// What a loop goes over: a list, or the cards of a zone.
    fn items_of(&mut self, scope: &Scope, of: NodeId, span: Span) -> NodeId {
        match self.b.get(of).ty {
            Type::One(Kind::Zone) => self.b.call(scope, builtin!(cards_of), vec![of], span),
            _ => of,
        }
    }

    /// A handle of another ruleset.
    pub(super) fn foreign(&mut self, span: Span) -> NodeId {
        self.b.error(
            Problem::UnknownReference,
            span,
            "this was declared for another ruleset",
            "use what this ruleset's own builder has given back".to_owned(),
        );
        self.b.broken(span)
    }

    fn attribute(&mut self, card: NodeId, name: &str, span: Span) -> NodeId {
        if self.b.is_broken(card) {
            return card;
        }
        let Some(at) = self.b.hir.attribute_named(name) else {
            let known = self
                .b
                .hir
                .names_of(self.b.hir.cards.attributes.iter().map(|a| a.name));
            let help = suggestion_or_list(name, &known, "give the cards of the set that attribute");
            self.b.error(
                Problem::UnknownAttribute,
                span,
                format!("cards have no `{name}`"),
                help,
            );
            return self.b.broken(span);
        };
        let ty = self.b.hir.attribute_type(at);
        self.b.node(NodeKind::Attribute(card, at), ty, span)
    }

    fn function(&mut self, function: &Arc<FunctionBody>, args: Vec<NodeId>, span: Span) -> NodeId {
        let known = self
            .b
            .hir
            .templates
            .rust_functions
            .iter()
            .position(|f| Arc::ptr_eq(&f.0, function));
        let at = known.unwrap_or_else(|| {
            self.b
                .hir
                .templates
                .rust_functions
                .push(RustFunction(Arc::clone(function)));
            self.b.hir.templates.rust_functions.len() - 1
        });
        things::call_function(self.b, at, args, span)
    }

    /// A condition; what is none was reported.
    pub(super) fn test(&mut self, scope: &mut Scope, expr: &Expr) -> NodeId {
        let node = self.value(scope, expr);
        let (ty, span) = (self.b.get(node).ty, self.b.get(node).span);
        if self.b.is_broken(node) || ty.fits(Type::BOOL) {
            return node;
        }
        self.b.error(
            Problem::ParameterType,
            span,
            format!("a condition is a boolean, found {}", ty.phrase()),
            crate::hir::build::calls::as_condition(ty),
        );
        self.b.broken(span)
    }

    // --- queries

    /// A query whose thing lies in a local.
    pub(super) fn query(&mut self, scope: &mut Scope, draft: &QueryDraft, local: u16) -> Query {
        let span = self.span(draft.at);
        let mut tests = Vec::new();
        let zone = {
            let thing = self.local(scope, local, span);
            if draft.zones {
                thing
            } else {
                self.b.call_of(builtin!(zone_of), vec![thing], Type::ZONE, span)
            }
        };
        let from = self.sources_of(scope, draft, None, zone, &mut tests);
        self.properties(scope, draft, local, &mut tests);
        Query {
            what: if draft.zones {
                PickWhat::Zone
            } else {
                PickWhat::Card
            },
            from,
            only: draft.only,
            tests,
        }
    }

    /// The zones that a query names, and what must hold for them.
    fn sources_of(
        &mut self,
        scope: &mut Scope,
        draft: &QueryDraft,
        outer: Option<&Owner>,
        zone: NodeId,
        tests: &mut Vec<NodeId>,
    ) -> Vec<Source> {
        let span = self.span(draft.at);
        let owner = draft.owner.as_ref().or(outer);
        let seat = match owner {
            Some(Owner::Seat(seat)) => Some(self.value(scope, seat)),
            _ => None,
        };
        let of_seats = |b: &Builder, at: u16| match (owner, seat) {
            (None, _) => Some(Source::Everyones(at)),
            (Some(Owner::Others), _) => Some(Source::Others(at)),
            (Some(Owner::Seat(_)), Some(seat)) if b.get(seat).kind == NodeKind::Player => {
                Some(Source::Own(at))
            }
            (Some(Owner::Seat(_)), Some(seat)) => Some(Source::Of(seat, at)),
            (Some(Owner::Seat(_)), None) | (Some(Owner::Nobody), _) => None,
        };
        let shared = matches!(owner, None | Some(Owner::Nobody));
        let mut from = Vec::new();
        let Some(places) = &draft.places else {
            for source in self.b.hir.every_zone() {
                match source {
                    Source::Everyones(at) => from.extend(of_seats(self.b, at)),
                    other if shared => from.push(other),
                    _ => {}
                }
            }
            return from;
        };
        for place in places {
            match place {
                QueryPlace::Shared(zone) if usize::from(zone.0) >= self.b.hir.zones.shared.len() => {
                    self.foreign(span);
                }
                QueryPlace::Seats(zone) if usize::from(zone.0) >= self.b.hir.zones.seat.len() => {
                    self.foreign(span);
                }
                QueryPlace::Shared(zone) if shared => from.push(Source::Shared(zone.0)),
                QueryPlace::Shared(_) => {}
                QueryPlace::Seats(zone) => from.extend(of_seats(self.b, zone.0)),
                QueryPlace::Worked(zone) => {
                    let node = self.value(scope, &zone.expr);
                    from.push(match self.b.get(node).kind {
                        NodeKind::Const(Value::Zone(zone)) => Source::Shared(zone.0),
                        NodeKind::SeatZone(seat, at) if self.b.get(seat).kind == NodeKind::Player => {
                            Source::Own(at)
                        }
                        NodeKind::SeatZone(seat, at) => Source::Of(seat, at),
                        _ => Source::Zones(node),
                    });
                }
                QueryPlace::Query(inner) => {
                    from.extend(self.sources_of(scope, &inner.draft, owner, zone, tests));
                    self.zone_properties(scope, &inner.draft, zone, tests);
                }
            }
        }
        if from.is_empty() {
            self.b.error(
                Problem::UnknownZone,
                span,
                "this query means no zone at all",
                "ask for a zone that the named seat can own, or leave the owner out".to_owned(),
            );
        }
        from
    }

    /// What must hold for the zone of a card: tests are put to the zone itself.
    fn zone_properties(
        &mut self,
        scope: &mut Scope,
        draft: &QueryDraft,
        zone: NodeId,
        tests: &mut Vec<NodeId>,
    ) {
        let span = self.span(draft.at);
        let asks = draft.properties.iter().any(|p| matches!(p, Property::Passes(_)));
        if !asks {
            return;
        }
        let local = scope.action.add("$parent", Type::ZONE, LocalKind::Param(zone));
        for property in &draft.properties {
            if let Property::Passes(test) = property {
                let item = Expr {
                    tree: Tree::Item(local),
                    at: draft.at,
                };
                let test = self.test(scope, &test(item));
                tests.push(test);
            }
        }
        let _ = span;
    }

    fn properties(&mut self, scope: &mut Scope, draft: &QueryDraft, local: u16, tests: &mut Vec<NodeId>) {
        let span = self.span(draft.at);
        for property in &draft.properties {
            let thing = self.local(scope, local, span);
            let test = match property {
                Property::OneOf(name, values) => {
                    let mut ways = Vec::new();
                    for value in values {
                        let of = self.attribute(thing, name, span);
                        let value = self.value(scope, value);
                        calls::check_comparable(self.b, &[of, value], span);
                        ways.push(self.b.equal(of, value, span));
                    }
                    self.b.any_of(ways, span)
                }
                Property::Function(Some(name), function) => {
                    let of = self.attribute(thing, name, span);
                    self.function(function, vec![of], span)
                }
                Property::Function(None, function) => self.function(function, vec![thing], span),
                Property::FaceUp(up) => {
                    let lies = self
                        .b
                        .call_of(builtin!(is_face_up), vec![thing], Type::BOOL, span);
                    let up = self.b.constant(Value::Bool(*up), span);
                    let test = self.b.equal(lies, up, span);
                    known(self.b, thing, test, span)
                }
                Property::Passes(test) => {
                    let item = Expr {
                        tree: Tree::Item(local),
                        at: draft.at,
                    };
                    let test = self.test(scope, &test(item));
                    if draft.zones {
                        test
                    } else {
                        known(self.b, thing, test, span)
                    }
                }
            };
            tests.push(test);
        }
    }

    // --- commands

    pub(super) fn commands(&mut self, scope: &mut Scope, commands: &[Command]) -> Vec<Stmt> {
        commands.iter().flat_map(|c| self.command(scope, c)).collect()
    }

    fn command(&mut self, scope: &mut Scope, command: &Command) -> Vec<Stmt> {
        let span = self.span(command.at);
        match &command.act {
            Act::Nothing => Vec::new(),
            Act::Sequence(all) => self.commands(scope, all),
            Act::Call(primitive, args) => {
                let args = args.iter().map(|arg| self.value(scope, arg)).collect();
                self.b.step(scope, primitive, args, StepExtras::default(), span)
            }
            Act::Set(place, value) => {
                let (place, value) = (self.value(scope, place), self.value(scope, value));
                if args::check_place(self.b, place) {
                    self.b.assign(place, value, span)
                } else {
                    Vec::new()
                }
            }
            Act::If(test, then, otherwise) => {
                let condition = self.test(scope, test);
                let then = self.command(scope, then);
                let otherwise = self.command(scope, otherwise);
                vec![Stmt::If {
                    condition,
                    then,
                    otherwise,
                    span,
                }]
            }
            Act::Until(test, command) => {
                let mut steps = self.command(scope, command);
                let body = steps.clone();
                let stop = self.test(scope, test);
                let kind = NodeKind::Form(cardable_engine::primitives::Form::Not, vec![stop]);
                let condition = self.b.node(kind, Type::BOOL, span);
                steps.push(Stmt::While {
                    condition,
                    body,
                    span,
                });
                steps
            }
            Act::EachSeat(seats, command) => {
                let seats = self.value(scope, seats);
                let outer = std::mem::replace(&mut scope.player, true);
                let body = self.command(scope, command);
                scope.player = outer;
                vec![Stmt::EachSeat { seats, body, span }]
            }
            Act::While(test, command) => {
                let condition = self.test(scope, test);
                let body = self.command(scope, command);
                vec![Stmt::While {
                    condition,
                    body,
                    span,
                }]
            }
            Act::EachItem(list, With(each)) => {
                let list = self.value(scope, list);
                let list = self.items_of(scope, list, span);
                let ty = self.b.get(list).ty;
                if self.b.is_broken(list) {
                    return Vec::new();
                }
                let local = scope.action.add("$each", ty.element(), LocalKind::Data(None));
                let command = each(Expr {
                    tree: Tree::Item(local),
                    at: command.at,
                });
                let body = self.command(scope, &command);
                vec![Stmt::EachItem {
                    list,
                    local,
                    body,
                    span,
                }]
            }
            Act::Group(command, at_once) => {
                let steps = self.command(scope, command);
                let steps = match at_once {
                    true => hoist::at_once(self.b, scope, steps),
                    false => steps,
                };
                Stmt::grouped(&self.b.hir, steps)
            }
            Act::Let(value, With(then)) => {
                let value = self.value(scope, value);
                let ty = self.b.get(value).ty;
                let local = scope.action.add("$kept", ty, LocalKind::Data(None));
                let place = self.b.node(NodeKind::Local(local), ty, span);
                let mut steps = self.b.assign(place, value, span);
                let then = then(Expr {
                    tree: Tree::Item(local),
                    at: command.at,
                });
                steps.extend(self.command(scope, &then));
                steps
            }
            Act::Transition(args, who) => {
                let args = args.iter().map(|arg| self.value(scope, arg)).collect();
                let new_scene = matches!(who, Some((_, true)));
                let who = who.as_ref().map(|(who, _)| self.value(scope, who));
                let extras = StepExtras { who, new_scene };
                self.b.step(scope, builtin!(state_transition), args, extras, span)
            }
            Act::GoTo(state) => {
                let name = match self.b.hir.states.get(usize::from(state.0)) {
                    Some(def) => self.b.constant(Value::Str(def.name), span),
                    None => self.foreign(span),
                };
                let extras = StepExtras::default();
                self.b
                    .step(scope, builtin!(state_transition), vec![name], extras, span)
            }
            Act::Imported(name, args) => {
                let args = args.iter().map(|arg| self.value(scope, arg)).collect();
                self.imports.steps(self.b, scope, name, args, span)
            }
            Act::NextRound => {
                let Some(at) = self.b.hir.round_slot() else {
                    self.b.error(
                        Problem::UnknownReference,
                        span,
                        "this ruleset counts no rounds",
                        "call `rounds()` of the builder".to_owned(),
                    );
                    return Vec::new();
                };
                let round = self.b.node(NodeKind::Global(at), Type::NUMBER, span);
                let one = self.b.constant(Value::Int(1), span);
                let kind = NodeKind::Form(cardable_engine::primitives::Form::Add, vec![round, one]);
                let next = self.b.node(kind, Type::NUMBER, span);
                if args::check_place(self.b, round) {
                    self.b.assign(round, next, span)
                } else {
                    Vec::new()
                }
            }
        }
    }
}

impl QuestionDraft {
    /// The question, as a value that is its answer.
    fn lower(&self, lower: &mut Lower<'_>, scope: &mut Scope, at: At) -> NodeId {
        let span = lower.span(at);
        let mut args: Vec<NodeId> = self.args.iter().map(|arg| lower.value(scope, arg)).collect();
        if let Some(ordered) = &self.ordered {
            let ordered = lower.value(scope, ordered);
            args.push(beside::order(lower.b, ordered));
        }
        if let Some((test, said)) = &self.together {
            args.push(together(lower, scope, test, said, at));
        }
        let to = self.to.as_ref().map(|to| lower.value(scope, to));
        let question = lower.b.call(scope, &self.prompt, args, span);
        match to {
            Some(to) => lower.b.call(scope, builtin!(ask), vec![to, question], span),
            None => question,
        }
    }
}

/// What must hold of all that a question lets a seat pick.
fn together(lower: &mut Lower<'_>, scope: &Scope, test: &ThingTest, said: &str, at: At) -> NodeId {
    let span = lower.span(at);
    let (mut inner, picked) = answers::scope_of(scope);
    let known = inner.action.locals.len();
    let test = test(Expr {
        tree: Tree::Item(picked),
        at,
    });
    let condition = lower.test(&mut inner, &test);
    if inner.action.locals.len() > known {
        lower.b.error(
            Problem::TooComplex,
            span,
            "what goes together is asked of the picked cards alone, and looks for no others",
            "remember what a query means before the question, by `remember`",
        );
        return lower.b.broken(span);
    }
    let message = Text {
        text: lower.b.intern(said),
        tokens: Vec::new(),
    };
    answers::rule(lower.b, inner, condition, Some(message), span)
}

/// A test of a card that is one the seat can tell from others.
fn known(b: &mut Builder, card: NodeId, test: NodeId, span: Span) -> NodeId {
    let nothing = b.constant(Value::Nothing, span);
    let kind = NodeKind::Form(cardable_engine::primitives::Form::NotEqual, vec![card, nothing]);
    let known = b.node(kind, Type::BOOL, span);
    b.all_of(vec![known, test], span)
}
