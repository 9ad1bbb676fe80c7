//! Calls that stand as steps.

use super::Builder;
use super::args::may_take;
use super::node::{NodeId, NodeKind};
use super::scope::{LocalKind, Scope};
use super::stmt::{Stmt, Target};
use crate::diag::Code as Problem;
use crate::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{CallKind, Ends, Form, Need, Signature, Takes};
use cardable_engine::value::{Kind, Type, Value};

/// Extras that only a step can carry.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepExtras {
    /// The seats that leave (`who` of a transition).
    pub(crate) who: Option<NodeId>,
    /// Whether they open a scene of their own.
    pub(crate) new_scene: bool,
}

impl Builder {
    /// Whether the first parameter of a step is a place for its result: what is left must still do for the call.
    fn takes_result(&self, primitive: &Signature, args: &[NodeId]) -> bool {
        let Some((first, rest)) = args.split_first() else {
            return false;
        };
        let required = primitive.params.iter().filter(|p| p.need == Need::Required);
        if !self.is_place(*first) || rest.len() < required.count() {
            return false;
        }
        // A state's parameters may be anything, so only its name tells which one that is.
        match (primitive.params.first(), rest.first()) {
            (Some(param), Some(arg)) if param.takes == Takes::StateName => {
                self.is_broken(*arg) || may_take(param.takes, self.get(*arg).ty)
            }
            _ => true,
        }
    }

    /// A call as a step. A first parameter that is a place takes the result
    /// where the primitive has one.
    pub fn step(
        &mut self,
        scope: &mut Scope,
        primitive: &'static Signature,
        mut args: Vec<NodeId>,
        extras: StepExtras,
        span: Span,
    ) -> Vec<Stmt> {
        let returns = primitive.result != Type::Nothing
            && matches!(
                primitive.kind,
                CallKind::Ask
                    | CallKind::Step
                    | CallKind::Script { acts: true }
                    | CallKind::Form(Form::Ask | Form::Push)
            );
        if returns && self.takes_result(primitive, &args) {
            let place = args.remove(0);
            if !self.check_place(place) {
                return Vec::new();
            }
            let value = self.call(scope, primitive, args, span);
            return self.assign(place, value, span);
        }
        if let Some(values) = primitive.says()
            && let Some(text) = args.first().and_then(|text| self.const_text(*text))
        {
            let text = text.to_owned();
            self.check_message(args[0]);
            let readers = args.get(1).copied().filter(|_| values > 1);
            self.check_places(&text, args.len().saturating_sub(values), readers, span);
        }
        match primitive.kind {
            CallKind::Query | CallKind::Script { acts: false } => {
                self.warn(
                    Problem::UselessStep,
                    span,
                    format!("`{}` only reads: as a step it does nothing", primitive.name),
                    "use its value, or take it out".to_owned(),
                );
                Vec::new()
            }
            CallKind::Form(form) => self.form_step(scope, primitive, form, args, extras, span),
            CallKind::Ask if args.iter().any(|arg| self.is_broken(*arg)) => Vec::new(),
            CallKind::Ask => {
                let value = self.call(scope, primitive, args, span);
                self.warn(
                    Problem::UselessStep,
                    span,
                    format!("the answer to `{}` goes nowhere", primitive.name),
                    "name a place for it as the first parameter, such as `$action.answer`".to_owned(),
                );
                vec![Stmt::Do(value)]
            }
            CallKind::Step | CallKind::Script { acts: true } => self.plain_step(scope, primitive, args, span),
        }
    }

    /// Whether the first step of an action that is to be added next asks the acting seat
    /// something, or, where functions are to be tried out, calls one that may do so.
    pub(crate) fn opens_with_prompt(&mut self, steps: &[Stmt], tries: bool) -> bool {
        let Some(Stmt::Do(node) | Stmt::Set { value: node, .. }) = steps.first() else {
            return false;
        };
        match self.get(*node).kind {
            NodeKind::Ask { who: None, .. } => true,
            NodeKind::Call(primitive, _) if tries && super::script::is_script(primitive) => {
                let action = cardable_engine::ids::ActionId(self.actions.len() as u16);
                self.open_with_scripts.push((action, primitive));
                true
            }
            _ => false,
        }
    }

    fn plain_step(
        &mut self,
        scope: &Scope,
        primitive: &'static Signature,
        args: Vec<NodeId>,
        span: Span,
    ) -> Vec<Stmt> {
        self.check_idle(scope, primitive, span);
        if primitive.properties.ends == Ends::Game {
            self.ends = true;
            self.ends_in.extend(scope.state);
        }
        self.provide(scope, primitive.properties.uses, span);
        if super::script::is_script(primitive) {
            self.note_script_step(scope);
        }
        let Some(mut args) = self.check_args(scope, primitive, args, span) else {
            return Vec::new();
        };
        self.check_none(primitive, &args, span);
        let each = primitive.params.iter().position(|p| p.takes == Takes::EachSeat);
        let Some(at) = each else {
            let call = self.node(NodeKind::Call(primitive, args), primitive.result, span);
            return vec![Stmt::Do(call)];
        };
        let seats = args[at];
        args[at] = self.node(NodeKind::Player, Type::SEAT, span);
        let call = self.node(NodeKind::Call(primitive, args), primitive.result, span);
        vec![Stmt::EachSeat {
            seats,
            body: vec![Stmt::Do(call)],
            span,
        }]
    }

    /// What messages call a place, and the field in which it is declared.
    fn place_named(&self, place: NodeId) -> (String, Option<&'static str>) {
        let (space, def, field) = match self.get(place).kind {
            NodeKind::Global(at) => ("$globals", self.globals.get(at as usize), "global_data"),
            NodeKind::SeatData(_, at) => ("$player", self.seat_data.get(at as usize), "player_data"),
            _ => return ("this place".to_owned(), None),
        };
        match def {
            Some(def) => (format!("`{space}.{}`", self.strings.get(def.name)), Some(field)),
            None => ("this place".to_owned(), None),
        }
    }

    /// Puts a value into a place, checking the type.
    pub(crate) fn assign(&mut self, place: NodeId, value: NodeId, span: Span) -> Vec<Stmt> {
        if self.is_broken(place) || self.is_broken(value) {
            return Vec::new();
        }
        let wanted = self.get(place).ty;
        let value = self.named_or_nothing(value, wanted);
        self.note_filled(place, value);
        let found = self.get(value).ty;
        if !found.fits(wanted) {
            let (item, declared) = self.place_named(place);
            let as_call = self.as_call(value);
            let help = as_call.or_else(|| {
                let to = match found {
                    Type::Nothing => format!("numbers, booleans and lists are never nothing: write `0`, `false` or `[]`, or give {item} "),
                    _ => format!("write {}, or give {item} ", wanted.such_as()),
                };
                declared.map(|field| format!("{to}another `type` in `{field}`"))
            });
            let help = help.unwrap_or_else(|| format!("write {}", wanted.such_as()));
            let at = self.get(value).span;
            self.error(
                Problem::ParameterType,
                at,
                format!("{item} takes {}, found {}", wanted.phrase(), found.phrase()),
                help,
            );
            return Vec::new();
        }
        vec![Stmt::Set { place, value, span }]
    }

    fn form_step(
        &mut self,
        scope: &mut Scope,
        primitive: &'static Signature,
        form: Form,
        args: Vec<NodeId>,
        extras: StepExtras,
        span: Span,
    ) -> Vec<Stmt> {
        match form {
            Form::Transition => self.transition(scope, primitive, args, extras, span),
            Form::Set | Form::Increment | Form::Decrement => {
                let Some(args) = self.check_args(scope, primitive, args, span) else {
                    return Vec::new();
                };
                let place = args[0];
                let by = |b: &mut Builder| match args.get(1) {
                    Some(by) if b.get(*by).ty != Type::Nothing => *by,
                    _ => b.constant(Value::Int(1), span),
                };
                let value = match form {
                    Form::Set => args[1],
                    Form::Increment => {
                        let by = by(self);
                        self.node(NodeKind::Form(Form::Add, vec![place, by]), Type::NUMBER, span)
                    }
                    _ => {
                        let by = by(self);
                        self.node(
                            NodeKind::Form(Form::Subtract, vec![place, by]),
                            Type::NUMBER,
                            span,
                        )
                    }
                };
                self.assign(place, value, span)
            }
            Form::Pop => {
                let Some(args) = self.check_args(scope, primitive, args, span) else {
                    return Vec::new();
                };
                self.pops.extend(scope.state);
                vec![Stmt::Pop {
                    value: args.first().copied(),
                    span,
                }]
            }
            Form::While => {
                self.error(
                    Problem::ParameterType,
                    span,
                    "`while` takes a condition and steps",
                    "write them out: `while(condition, step)`".to_owned(),
                );
                Vec::new()
            }
            Form::PickDeck => self.pick_deck(scope, primitive, args, span),
            Form::Push | Form::Ask => {
                let value = self.call(scope, primitive, args, span);
                vec![Stmt::Do(value)]
            }
            Form::Equal
            | Form::NotEqual
            | Form::Less
            | Form::LessEqual
            | Form::Greater
            | Form::GreaterEqual
            | Form::Not
            | Form::And
            | Form::Or
            | Form::If
            | Form::Add
            | Form::Subtract
            | Form::Multiply
            | Form::Divide
            | Form::Remainder
            | Form::CountZone
            | Form::Spread
            | Form::Query(_)
            | Form::Attribute => {
                self.warn(
                    Problem::UselessStep,
                    span,
                    format!(
                        "`{}` only works a value out: as a step it does nothing",
                        primitive.name
                    ),
                    "use its value, or take it out".to_owned(),
                );
                Vec::new()
            }
        }
    }

    fn transition(
        &mut self,
        scope: &Scope,
        primitive: &'static Signature,
        args: Vec<NodeId>,
        extras: StepExtras,
        span: Span,
    ) -> Vec<Stmt> {
        let is_broken = args.iter().any(|a| self.is_broken(*a));
        let args = self.check_args(scope, primitive, args, span);
        if is_broken || args.is_none() {
            // Where it goes is not known; that was said already.
            self.leads_anywhere.extend(scope.state);
        }
        let Some(args) = args else { return Vec::new() };
        let (name, mut params) = (args[0], args[1..].to_vec());
        let target = match self.const_text(name).map(str::to_owned) {
            Some(text) => {
                let Some(state) = self.state_by_name(&text, span) else {
                    self.leads_anywhere.extend(scope.state);
                    return Vec::new();
                };
                let joins = extras.who.is_some() && !extras.new_scene;
                if !joins || !params.is_empty() {
                    self.check_state_params(state, &mut params, span);
                }
                self.lead(scope, state);
                Target::State(state)
            }
            None => {
                self.leads_anywhere.extend(scope.state);
                Target::Named(name)
            }
        };
        if extras.who.is_some() && matches!(target, Target::Named(_)) {
            self.error(
                Problem::ParameterType,
                span,
                "with `who` the state must be named outright", "write the state's name, and several such steps with conditions where it depends on something");
            return Vec::new();
        }
        vec![Stmt::Transition {
            target,
            args: params,
            who: extras.who,
            new_scene: extras.new_scene,
            span,
        }]
    }

    /// Each seat in turn is asked for one of the decks that nobody has yet.
    fn pick_deck(
        &mut self,
        scope: &mut Scope,
        primitive: &'static Signature,
        args: Vec<NodeId>,
        span: Span,
    ) -> Vec<Stmt> {
        let Some(args) = self.check_args(scope, primitive, args, span) else {
            return Vec::new();
        };
        self.provide(scope, primitive.properties.uses, span);
        let prompt = builtin!(prompt_deck);
        let release = self.node(
            NodeKind::Call(builtin!(release_decks), Vec::new()),
            Type::Nothing,
            span,
        );
        let first = args.get(1).copied();
        let seats = match first {
            Some(first) => vec![first],
            None => vec![self.constant(Value::Nothing, span)],
        };
        let order = self.node(
            NodeKind::Call(builtin!(seats_from), seats),
            Type::List(Kind::Seat),
            span,
        );
        let local = scope.action.add("$deck_seat", Type::SEAT, LocalKind::Data(None));
        let seat = self.node(NodeKind::Local(local), Type::SEAT, span);
        let free = self.node(
            NodeKind::Call(builtin!(free_decks), vec![args[0]]),
            Type::List(Kind::Deck),
            span,
        );
        let mut prompt_args = vec![free];
        for _ in 1..prompt.params.len() {
            prompt_args.push(self.constant(Value::Nothing, span));
        }
        let ask = NodeKind::Ask {
            prompt,
            args: prompt_args,
            who: Some(seat),
            many: false,
        };
        let deck = self.node(ask, Type::DECK, span);
        let take = self.node(
            NodeKind::Call(builtin!(take_deck), vec![seat, deck]),
            Type::Nothing,
            span,
        );
        vec![
            Stmt::Do(release),
            Stmt::EachItem {
                list: order,
                local,
                body: vec![Stmt::Do(take)],
                span,
            },
        ]
    }
}
