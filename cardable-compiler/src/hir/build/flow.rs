//! Calls that stand as steps.

use super::Builder;
use super::args::may_take;
use crate::hir::build::{abilities, args, beside, calls, lints, query, refs};
use crate::hir::{Hir, LocalKind, NodeId, NodeKind, Scope, Stmt, Target, is_script};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{Arity, CallKind, Callee, Ends, Form, ParamType, Query, Reads, Signature};
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
    /// A call as a step. A first parameter that is a place takes the result
    /// where the primitive has one.
    pub fn step(
        &mut self,
        scope: &mut Scope,
        primitive: &Callee,
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
        let beside = args.iter().filter(|arg| beside::is_beside(self, **arg)).count();
        if returns && takes_result(&self.hir, primitive, &args, beside) {
            let place = args.remove(0);
            if !args::check_place(self, place) {
                return Vec::new();
            }
            let value = self.call(scope, primitive, args, span);
            return self.assign(place, value, span);
        }
        if let Some(values) = primitive.says()
            && let Some(text) = args.first().and_then(|text| self.hir.const_text(*text))
        {
            let text = text.to_owned();
            lints::check_message(self, args[0]);
            let readers = args.get(1).copied().filter(|_| values > 1);
            calls::check_places(self, &text, args.len().saturating_sub(values), readers, span);
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
            CallKind::Form(form) => form_step(self, scope, primitive, form, args, extras, span),
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
            CallKind::Step | CallKind::Script { acts: true } => {
                plain_step(self, scope, primitive, args, span)
            }
        }
    }

    /// Puts a value into a place, checking the type.
    pub(crate) fn assign(&mut self, place: NodeId, value: NodeId, span: Span) -> Vec<Stmt> {
        if self.is_broken(place) || self.is_broken(value) {
            return Vec::new();
        }
        let wanted = self.get(place).ty;
        let value = self.named_or_nothing(value, wanted);
        let found = self.get(value).ty;
        if !found.fits(wanted) {
            let (item, declared) = place_named(&self.hir, place);
            let as_call = lints::as_call(self, value);
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
}

/// Whether the first parameter of a step is a place for its result: what is left must still do for the call.
fn takes_result(hir: &Hir, primitive: &Signature, args: &[NodeId], beside: usize) -> bool {
    let Some((first, rest)) = args.split_first() else {
        return false;
    };
    let required = primitive.params.iter().filter(|p| p.arity == Arity::Required);
    // What the rules may declare may be a place.
    let may_be_place = args::is_place(hir, *first) || hir.head.lacks_rules && hir.tree.is_broken(*first);
    if !may_be_place || rest.len() < required.count() + beside {
        return false;
    }
    // A state's parameters may be anything, so only its name tells which one that is.
    match (primitive.params.first(), rest.first()) {
        (Some(param), Some(arg)) if param.ty == ParamType::StateName => {
            hir.tree.is_broken(*arg) || may_take(param.ty, hir.tree.get(*arg).ty)
        }
        _ => true,
    }
}

/// Whether the first step of an action asks the acting seat
/// something, or, where functions are to be tried out, calls one that may do so.
pub(crate) fn opens_with_prompt(hir: &Hir, steps: &[Stmt], tries: bool) -> bool {
    let Some(Stmt::Do(node) | Stmt::Set { value: node, .. }) = steps.first() else {
        return false;
    };
    match &hir.tree.get(*node).kind {
        NodeKind::Ask { who: None, .. } => true,
        NodeKind::Call(primitive, _) => tries && is_script(primitive),
        _ => false,
    }
}

fn plain_step(
    builder: &mut Builder,
    scope: &Scope,
    primitive: &Callee,
    args: Vec<NodeId>,
    span: Span,
) -> Vec<Stmt> {
    lints::check_idle(builder, scope, primitive, span);
    calls::provide(builder, primitive.properties.uses, span);
    let Some(mut args) = args::check_args(builder, scope, primitive, args, span) else {
        if is_script(primitive) {
            lints::misread_step(builder, scope);
        } else if primitive.properties.ends == Ends::Game {
            builder.hir.places.lost.end(scope.state);
        }
        return Vec::new();
    };
    lints::check_none(builder, primitive, &args, span);
    let each = primitive.params.iter().position(|p| p.ty == ParamType::EachSeat);
    let Some(at) = each else {
        let call = builder.node(NodeKind::Call(primitive.clone(), args), primitive.result, span);
        return vec![Stmt::Do(call)];
    };
    let seats = args[at];
    args[at] = builder.node(NodeKind::Player, Type::SEAT, span);
    let call = builder.node(NodeKind::Call(primitive.clone(), args), primitive.result, span);
    vec![Stmt::EachSeat {
        seats,
        body: vec![Stmt::Do(call)],
        span,
    }]
}

/// What messages call a place, and the field in which it is declared.
fn place_named(hir: &Hir, place: NodeId) -> (String, Option<&'static str>) {
    let (space, def, field) = match hir.tree.get(place).kind {
        NodeKind::Global(at) => ("$globals", hir.globals.get(at as usize), "global_data"),
        NodeKind::SeatData(_, at) => ("$player", hir.seat_data.get(at as usize), "player_data"),
        NodeKind::CardData(_, at) => {
            let data = hir.cards.data.get(at as usize);
            ("$card", data.map(|data| &data.def), "card_data")
        }
        _ => return ("this place".to_owned(), None),
    };
    match def {
        Some(def) => (format!("`{space}.{}`", hir.strings.get(def.name)), Some(field)),
        None => ("this place".to_owned(), None),
    }
}

fn form_step(
    builder: &mut Builder,
    scope: &mut Scope,
    primitive: &Callee,
    form: Form,
    args: Vec<NodeId>,
    extras: StepExtras,
    span: Span,
) -> Vec<Stmt> {
    match form {
        Form::Transition => transition(builder, scope, primitive, args, extras, span),
        Form::Set | Form::Increment | Form::Decrement => {
            let Some(args) = args::check_args(builder, scope, primitive, args, span) else {
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
                    let by = by(builder);
                    builder.node(NodeKind::Form(Form::Add, vec![place, by]), Type::NUMBER, span)
                }
                _ => {
                    let by = by(builder);
                    builder.node(
                        NodeKind::Form(Form::Subtract, vec![place, by]),
                        Type::NUMBER,
                        span,
                    )
                }
            };
            builder.assign(place, value, span)
        }
        Form::Pop => {
            let Some(args) = args::check_args(builder, scope, primitive, args, span) else {
                return Vec::new();
            };
            vec![Stmt::Pop {
                value: args.first().copied(),
                span,
            }]
        }
        Form::While => {
            builder.error(
                Problem::ParameterType,
                span,
                "`while` takes a condition and steps",
                "write them out: `while(condition, step)`".to_owned(),
            );
            Vec::new()
        }
        Form::Perform => {
            let Some(args) = args::check_args(builder, scope, primitive, args, span) else {
                return Vec::new();
            };
            match abilities::named(builder, args[1]) {
                Some(ability) => {
                    let call = NodeKind::Perform(args[0], ability);
                    vec![Stmt::Do(builder.node(call, Type::Nothing, span))]
                }
                None => Vec::new(),
            }
        }
        Form::Tell => tell(builder, scope, primitive, args, span),
        Form::PickDeck => pick_deck(builder, scope, primitive, args, span),
        Form::Push | Form::Ask => {
            let value = builder.call(scope, primitive, args, span);
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
        | Form::CanPerform
        | Form::Attribute => {
            builder.warn(
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
    builder: &mut Builder,
    scope: &Scope,
    primitive: &Callee,
    args: Vec<NodeId>,
    extras: StepExtras,
    span: Span,
) -> Vec<Stmt> {
    let is_broken = args.iter().any(|a| builder.is_broken(*a));
    let args = args::check_args(builder, scope, primitive, args, span);
    if is_broken || args.is_none() {
        // Where it goes is not known; that was said already.
        builder.hir.places.lost.transition(scope.state);
    }
    let Some(args) = args else { return Vec::new() };
    let (name, mut params) = (args[0], args[1..].to_vec());
    let target = match builder.hir.const_text(name).map(str::to_owned) {
        Some(text) => {
            let Some(state) = refs::state_by_name(builder, &text, span) else {
                builder.hir.places.lost.transition(scope.state);
                return Vec::new();
            };
            let joins = extras.who.is_some() && !extras.new_scene;
            if !joins || !params.is_empty() {
                calls::check_state_params(builder, state, &mut params, span);
            }
            Target::State(state)
        }
        None => Target::Named(name),
    };
    if extras.who.is_some() && matches!(target, Target::Named(_)) {
        builder.hir.places.lost.transition(scope.state);
        builder.error(
            Problem::ParameterType,
            span,
            "with `who` the state must be named outright",
            "write the state's name, and several such steps with conditions where it depends on something",
        );
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

/// Seats are told of each of some cards whether a function holds of it: which types it holds of is found first.
fn tell(
    builder: &mut Builder,
    scope: &Scope,
    primitive: &Callee,
    args: Vec<NodeId>,
    span: Span,
) -> Vec<Stmt> {
    let [cards, who, function] = args[..] else {
        let told = "`tell` takes cards, seats, and what holds of a card";
        let help = "write `tell(cards, seats, card => card.suit == 'Hearts')`";
        builder.error(Problem::ParameterCount, span, told, help);
        return Vec::new();
    };
    if builder.is_broken(function) {
        return Vec::new();
    }
    let mut checked = Vec::new();
    for (param, arg) in primitive.params.iter().zip([cards, who]) {
        let arg = args::check_arg(builder, scope, primitive, &param.name, param.ty, arg);
        checked.extend(arg);
    }
    let [cards, who] = checked[..] else {
        return Vec::new();
    };
    if let NodeKind::Function { .. } = builder.get(function).kind
        && !query::check_result(builder, primitive, Query::Filter, function)
    {
        return Vec::new();
    }
    let reads_printed = match builder.get(function).kind {
        NodeKind::Function { body, .. } => !builder.hir.tree.any(body, |kind| match kind {
            NodeKind::CardData(..) => true,
            NodeKind::Call(primitive, _) => matches!(primitive.reads, Reads::Order) || is_script(primitive),
            _ => false,
        }),
        _ => false,
    };
    if !reads_printed {
        let at = builder.get(function).span;
        builder.error(
            Problem::ParameterType,
            at,
            "what is told of a card depends on what is printed on it, and on nothing else about it",
            "write a function of its attributes, such as `card => card.suit == 'Hearts'`",
        );
        return Vec::new();
    }
    let each = NodeKind::Call(builtin!(each_type).clone(), Vec::new());
    let over = builder.node(each, Type::List(Kind::Card), span);
    let query = NodeKind::Query {
        query: Query::Filter,
        over,
        function,
    };
    let those = builder.node(query, Type::List(Kind::Card), span);
    plain_step(
        builder,
        scope,
        builtin!(tell_among),
        vec![cards, who, those],
        span,
    )
}

/// Each seat in turn is asked for one of the decks that nobody has yet.
fn pick_deck(
    builder: &mut Builder,
    scope: &mut Scope,
    primitive: &Callee,
    args: Vec<NodeId>,
    span: Span,
) -> Vec<Stmt> {
    let Some(args) = args::check_args(builder, scope, primitive, args, span) else {
        return Vec::new();
    };
    calls::provide(builder, primitive.properties.uses, span);
    let prompt = builtin!(prompt_deck);
    let release = builder.node(
        NodeKind::Call(builtin!(release_decks).clone(), Vec::new()),
        Type::Nothing,
        span,
    );
    let first = args.get(1).copied();
    let seats = match first {
        Some(first) => vec![first],
        None => vec![builder.constant(Value::Nothing, span)],
    };
    let order = builder.node(
        NodeKind::Call(builtin!(seats_from).clone(), seats),
        Type::List(Kind::Seat),
        span,
    );
    let local = scope.action.add("$deck_seat", Type::SEAT, LocalKind::Data(None));
    let seat = builder.node(NodeKind::Local(local), Type::SEAT, span);
    let free = builder.node(
        NodeKind::Call(builtin!(free_decks).clone(), vec![args[0]]),
        Type::List(Kind::Deck),
        span,
    );
    let mut prompt_args = vec![free];
    for _ in 1..prompt.params.len() {
        prompt_args.push(builder.constant(Value::Nothing, span));
    }
    let ask = NodeKind::Ask {
        prompt: prompt.clone(),
        args: prompt_args,
        who: Some(seat),
        many: false,
    };
    let deck = builder.node(ask, Type::DECK, span);
    let take = builder.node(
        NodeKind::Call(builtin!(take_deck).clone(), vec![seat, deck]),
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
