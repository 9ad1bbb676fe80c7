//! Calls that stand where a value does.

use super::Builder;
use super::args::parameters;
use crate::hir::build::{abilities, args, beside, lints, query, refs};
use crate::hir::{Hir, NodeId, NodeKind, Scope, Target};
use crate::text::diag::{Code as Problem, Diagnostics, did_you_mean, listed, suggestion_or, synonyms};
use crate::text::source::Span;
use cardable_engine::Language;
use cardable_engine::builtin;
use cardable_engine::ids::StrId;
use cardable_engine::primitives::{self, CallKind, Callee, Fold, Form, Gives, ParamType, Signature, Uses};
use cardable_engine::text::{Piece, miscounted, pieces};
use cardable_engine::value::{Kind, Type, Value};

/// Which parameters something has, for help.
pub(crate) fn parameters_of<N: AsRef<str>>(names: &[N]) -> String {
    listed(names).map_or_else(
        || "it has no parameters: leave them out".to_owned(),
        |names| format!("its parameters are {names}"),
    )
}

impl Builder {
    /// The primitive of a name: of the engine, or one that the embedding program adds.
    pub fn find(&self, name: &str) -> Option<Callee> {
        let custom = || self.hir.custom.iter().find(|p| p.answers_to(name)).cloned();
        primitives::find(name).map(Callee::from).or_else(custom)
    }

    /// Whether no primitive can be declared under a name any more.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        primitives::is_taken(name) || self.find(name).is_some()
    }

    /// Lets texts call the primitives that only the compiler calls.
    pub fn call_internal(&mut self) {
        self.hir.custom.extend(primitives::internal().map(Callee::from));
    }

    /// A call whose result is used.
    pub fn call(&mut self, scope: &Scope, primitive: &Callee, args: Vec<NodeId>, span: Span) -> NodeId {
        if let CallKind::Form(Form::Query(query)) = primitive.kind {
            return query::query(self, scope, primitive, query, args, span);
        }
        lints::check_idle(self, scope, primitive, span);
        let (args, beside) = beside::take_beside(self, args);
        let Some(mut args) = args::check_args(self, scope, primitive, args, span) else {
            return self.broken(span);
        };
        if !beside::put_beside(self, primitive, &mut args, beside) {
            return self.broken(span);
        }
        if primitive.params.iter().any(|p| p.ty == ParamType::EachSeat) {
            return only_a_step(self, primitive, span);
        }
        match primitive.kind {
            CallKind::Script { acts: true } if primitive.result == Type::Nothing => {
                only_a_step(self, primitive, span)
            }
            CallKind::Script { .. } => {
                self.node(NodeKind::Call(primitive.clone(), args), primitive.result, span)
            }
            CallKind::Query => {
                provide(self, primitive.properties.uses, span);
                if primitive.properties.fold == Fold::Join {
                    return joined(self, primitive, args, span);
                }
                let ty = result_type(&self.hir, primitive, &args);
                self.node(NodeKind::Call(primitive.clone(), args), ty, span)
            }
            CallKind::Step => {
                if primitive.result == Type::Nothing {
                    return only_a_step(self, primitive, span);
                }
                let ty = result_type(&self.hir, primitive, &args);
                self.node(NodeKind::Call(primitive.clone(), args), ty, span)
            }
            CallKind::Ask => {
                let ty = result_type(&self.hir, primitive, &args);
                self.node(
                    NodeKind::Ask {
                        prompt: primitive.clone(),
                        args,
                        who: None,
                        many: false,
                    },
                    ty,
                    span,
                )
            }
            CallKind::Form(form) => call_form(self, primitive, form, args, span),
        }
    }
}

/// Words of so many letters are nearly those of primitives by chance.
const SHORT: usize = 5;

/// The primitive of a name, or an error that says which was meant.
pub(crate) fn primitive(builder: &mut Builder, name: &str, span: Span) -> Option<Callee> {
    let found = builder.find(name);
    if found.is_none() {
        let message = format!("unknown primitive `{name}`");
        if !builder.hir.head.lacks_rules {
            let help = builder.diags.help_for(|| match primitive_meant(builder, name) {
                Some(Meant::Synonym(here)) => format!("write `{here}`"),
                Some(Meant::Near(near)) => format!("did you mean `{near}`?"),
                None => "`cardable manual` lists all primitives".into(),
            });
            builder.error(Problem::UnknownPrimitive, span, message, help);
        } else if name.len() > SHORT
            && let Some(Meant::Synonym(here) | Meant::Near(here)) = primitive_meant(builder, name)
        {
            let help = format!("write `{here}`, or let the rules of a game define `{name}`");
            builder.warn(Problem::LikePrimitive, span, message, help);
        }
    }
    found
}

/// What was probably meant by a name that no primitive has.
enum Meant {
    /// What is called so elsewhere.
    Synonym(String),
    /// What has nearly the same name.
    Near(String),
}

fn primitive_meant(builder: &Builder, name: &str) -> Option<Meant> {
    let custom = builder.hir.custom.iter().chain(&builder.defined);
    let custom = custom.map(|p| &*p.name);
    let known = primitives::all().map(|p| &*p.name).chain(custom);
    if let Some(primitive) = builder.find(&snake_case(name)) {
        return Some(Meant::Near(primitive.name.to_string()));
    }
    match synonyms::call(name) {
        Some(here) => Some(Meant::Synonym(here.to_owned())),
        None => did_you_mean(name, known).map(|near| Meant::Near(near.to_owned())),
    }
}

/// `moveCard` as it is written here: `move_card`.
fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// Values that are joined to a text; those that are written out are joined at once.
fn joined(builder: &mut Builder, primitive: &Callee, args: Vec<NodeId>, span: Span) -> NodeId {
    let mut known = Some(String::new());
    for arg in &args {
        let node = builder.get(*arg);
        if let Type::One(cardable_engine::value::Kind::Card) | Type::List(_) | Type::State = node.ty {
            let (ty, at) = (node.ty, node.span);
            builder.error(
                Problem::ParameterType,
                at,
                format!(
                    "`{}` joins texts, numbers and seats, found {}",
                    primitive.name,
                    ty.phrase()
                ),
                match ty {
                    Type::List(_) => {
                        "join lists by `concat_lists(a, b)`; one more item is a list of it: `[item]`"
                    }
                    _ => "name a card by `card_name(card)`",
                },
            );
            return builder.broken(span);
        }
        let text = match node.kind {
            NodeKind::Const(Value::Nothing) => Some(String::new()),
            NodeKind::Const(Value::Str(id)) => Some(builder.hir.strings.get(id).to_owned()),
            NodeKind::Const(Value::Int(n)) => Some(n.to_string()),
            _ => None,
        };
        known = known.zip(text).map(|(all, text)| all + &text);
    }
    match known {
        Some(text) => builder.text(&text, span),
        None => {
            // A message of such a text shows it as its only token.
            builder.intern("{0}");
            builder.node(NodeKind::Call(primitive.clone(), args), Type::STRING, span)
        }
    }
}

/// Says that a step stands where a value is needed.
pub(crate) fn only_a_step(builder: &mut Builder, primitive: &Signature, span: Span) -> NodeId {
    builder.error(
        Problem::StepAsValue,
        span,
        format!("`{}` acts and has no value", primitive.name),
        "write it as a step of its own".to_owned(),
    );
    builder.broken(span)
}

/// The type of a call's result, which may follow from its parameters.
fn result_type(hir: &Hir, primitive: &Signature, args: &[NodeId]) -> Type {
    let first = args.first().map(|a| hir.tree.get(*a).ty);
    match (primitive.properties.gives, first) {
        (Gives::Item, Some(Type::List(kind))) => Type::One(kind),
        (Gives::Same, Some(list @ Type::List(_))) => list,
        (Gives::Attribute(name), _) => hir
            .attribute_named(name)
            .map_or(primitive.result, |at| hir.attribute_type(at)),
        (Gives::Declared | Gives::Item | Gives::Same, _) => primitive.result,
    }
}

/// Gives the ruleset what a primitive uses, which it has only then.
pub(super) fn provide(builder: &mut Builder, uses: Uses, span: Span) {
    match uses {
        // Who reads votes is seen by the calls.
        Uses::Nothing | Uses::Votes => {}
        Uses::Score => {
            builder.score_slot();
        }
        Uses::Decks => {
            builder.hir.cards.are_picked = true;
            builder.make_seat_zone("deck", span);
        }
    }
}

fn call_form(builder: &mut Builder, primitive: &Callee, form: Form, args: Vec<NodeId>, span: Span) -> NodeId {
    match form {
        Form::Equal | Form::NotEqual => {
            check_comparable(builder, &args, span);
            builder.node(NodeKind::Form(form, args), Type::BOOL, span)
        }
        Form::Less | Form::LessEqual | Form::Greater | Form::GreaterEqual => {
            builder.node(NodeKind::Form(form, args), Type::BOOL, span)
        }
        Form::Divide | Form::Remainder if divides_by_zero(builder, form, &args, span) => builder.broken(span),
        Form::Not | Form::And | Form::Or => builder.node(NodeKind::Form(form, args), Type::BOOL, span),
        Form::Add | Form::Subtract | Form::Multiply | Form::Divide | Form::Remainder | Form::CountZone => {
            builder.node(NodeKind::Form(form, args), Type::NUMBER, span)
        }
        Form::If => {
            let (a, b) = (
                builder.get(args[1]).ty,
                args.get(2).map_or(Type::Nothing, |b| builder.get(*b).ty),
            );
            let ty = if a == b { a } else { Type::ANY };
            builder.node(NodeKind::Form(form, args), ty, span)
        }
        Form::Attribute => {
            let at = match builder.get(args[1]).kind {
                NodeKind::Const(Value::Int(at)) => at as u16,
                _ => return builder.broken(span),
            };
            let ty = builder.hir.attribute_type(at);
            builder.node(NodeKind::Attribute(args[0], at), ty, span)
        }
        Form::Spread => builder.node(NodeKind::Form(form, args), Type::ANY, span),
        Form::Push => {
            let (name, mut params) = (args[0], args[1..].to_vec());
            let Some(text) = builder.hir.const_text(name).map(str::to_owned) else {
                return builder.node(NodeKind::Push(Target::Named(name), params), Type::ANY, span);
            };
            let Some(state) = refs::state_by_name(builder, &text, span) else {
                return builder.broken(span);
            };
            if !check_state_params(builder, state, &mut params, span) {
                return builder.broken(span);
            }
            builder.node(NodeKind::Push(Target::State(state), params), Type::ANY, span)
        }
        Form::Ask => {
            let (who, prompt) = (args[0], args[1]);
            let many = builder.get(who).ty != Type::SEAT;
            let NodeKind::Ask { prompt, args, .. } = builder.get(prompt).kind.clone() else {
                return builder.broken(span);
            };
            let ty = if many {
                Type::List(cardable_engine::value::Kind::Any)
            } else {
                prompt.result
            };
            builder.node(
                NodeKind::Ask {
                    prompt,
                    args,
                    who: Some(who),
                    many,
                },
                ty,
                span,
            )
        }
        Form::Set
        | Form::Increment
        | Form::Decrement
        | Form::Transition
        | Form::Pop
        | Form::While
        | Form::Query(_)
        | Form::Perform
        | Form::Tell
        | Form::PickDeck => only_a_step(builder, primitive, span),
        Form::CanPerform => match abilities::named(builder, args[1]) {
            Some(ability) => abilities::has(builder, args[0], ability, span),
            None => builder.broken(span),
        },
    }
}

/// Reports a place in a text that has too few or too many wordings, and warns of one for which no value is given.
pub(crate) fn check_places(
    builder: &mut Builder,
    text: &str,
    given: usize,
    readers: Option<NodeId>,
    span: Span,
) {
    let language = Language::default();
    if let Some(place) = miscounted(language, text) {
        builder.error(
            Problem::WrongWordings,
            span,
            format!("`{place}` has not a wording for each form of a number"),
            "write both words, of one and of several, such as `{0|card|cards}`".to_owned(),
        );
    }
    let empty = pieces(text).find_map(|piece| match piece {
        Piece::Token(at) | Piece::Counted { token: at, .. } => (at >= given).then_some(at),
        Piece::Words(_) => None,
    });
    if let Some(at) = empty {
        // Who reads a message is easily taken for its first value.
        let readers = readers
            .filter(|_| at == given)
            .map(|node| &builder.get(node).kind);
        let help = match readers {
            Some(kind) if *kind != NodeKind::Everyone => {
                "the second parameter is who reads it: write `message('…', all, value, …)`"
            }
            _ => "give it a value more; the first one is `{0}`",
        };
        builder.warn(
            Problem::EmptyPlace,
            span,
            format!("nothing is given for `{{{at}}}` in this text"),
            help.to_owned(),
        );
    }
}

/// Reports a division by a zero that is written out.
pub(crate) fn divides_by_zero(builder: &mut Builder, form: Form, args: &[NodeId], span: Span) -> bool {
    let by = args.get(1).map(|node| &builder.get(*node).kind);
    let is_zero = matches!(by, Some(NodeKind::Const(value)) if value.as_f64() == Some(0.0));
    let divides = is_zero && matches!(form, Form::Divide | Form::Remainder);
    if divides {
        let message = "nothing can be divided by zero";
        let help = "divide by another number, or by data that is not 0 then".to_owned();
        builder.error(Problem::ParameterType, span, message, help);
    }
    divides
}

/// How a value is written as a condition.
pub(crate) fn as_condition(ty: Type) -> String {
    let (test, such) = match ty {
        Type::One(Kind::Number) => ("> 0", "$globals.round > 0"),
        Type::One(Kind::Seat) => ("!= nothing", "$globals.dealer != nothing"),
        Type::One(Kind::Card | Kind::Deck | Kind::Zone | Kind::Any) | Type::Nothing => {
            ("!= nothing", "top_card(deck) != nothing")
        }
        Type::One(Kind::String) => ("== 'a'", "$globals.trump == 'Hearts'"),
        Type::List(_) => return "ask how many there are: `list_count(list) > 0`".to_owned(),
        Type::One(Kind::Bool) | Type::State => return "compare it with something".to_owned(),
    };
    format!("compare it with something: write `… {test}`, as in `{such}`")
}

/// What a condition is where it is no boolean; of an `if`, what a branch of it is.
pub(crate) fn not_boolean(hir: &Hir, condition: NodeId) -> Option<Type> {
    let node = hir.tree.get(condition);
    if !node.ty.fits(Type::BOOL) {
        return Some(node.ty);
    }
    match &node.kind {
        NodeKind::Form(Form::If, args) => match args[..] {
            [_, then, otherwise] => not_boolean(hir, then).or_else(|| not_boolean(hir, otherwise)),
            _ => Some(Type::Nothing),
        },
        _ => None,
    }
}

/// Comparing values of different kinds is never true: a slip.
pub(crate) fn check_comparable(builder: &mut Builder, args: &[NodeId], span: Span) {
    let (Some(a), Some(b)) = (args.first(), args.get(1)) else {
        return;
    };
    let pair = [(*a, *b), (*b, *a)];
    check_printed_either(builder, args);
    let (a, b) = (builder.get(pair[0].0).ty, builder.get(pair[0].1).ty);
    if a.fits(b) || b.fits(a) || a == Type::Nothing || b == Type::Nothing {
        return;
    }
    let empty = [pair[0].0, pair[0].1]
        .iter()
        .any(|node| builder.hir.const_text(*node) == Some(""));
    let help = match empty {
        true => "what is not there is `nothing`; `''` is a text without letters",
        false => "compare values of one type; a text is written in quotes, a number without",
    };
    builder.error(
        Problem::ParameterType,
        span,
        format!("{} never equals {}", a.phrase(), b.phrase()),
        help,
    );
}

/// Warns of two values of which one is printed on cards, and the other on none of them.
pub(crate) fn check_printed_either(builder: &mut Builder, args: &[NodeId]) {
    if let [a, b] = args[..] {
        check_printed(builder, a, b);
        check_printed(builder, b, a);
    }
}

/// Warns of a text that no card has for the attribute it is compared with, and of an option that is only ever such texts.
fn check_printed(builder: &mut Builder, attribute: NodeId, value: NodeId) {
    let NodeKind::Attribute(_, at) = builder.get(attribute).kind else {
        return;
    };
    let span = builder.get(value).span;
    let (texts, option) = match builder.get(value).kind {
        NodeKind::Const(Value::Str(text)) => (vec![text], None),
        NodeKind::Setting(at) => {
            let Some(def) = builder.hir.settings.get(usize::from(at)) else {
                return;
            };
            (
                builder.hir.texts_of_option(def).unwrap_or_default(),
                Some(def.name),
            )
        }
        _ => return,
    };
    let Some(def) = builder.hir.cards.attributes.get(at as usize) else {
        return;
    };
    let printed = def.having.iter().filter_map(|(value, _)| match value {
        Value::Str(text) => Some(*text),
        _ => None,
    });
    let known: Vec<StrId> = printed.collect();
    let Some(text) = texts.first().filter(|_| !known.is_empty()) else {
        return;
    };
    // One text may be there to say that no card is meant.
    if texts.iter().any(|text| known.contains(text)) {
        return;
    }
    let (text, name) = (builder.hir.strings.get(*text), builder.hir.strings.get(def.name));
    let words = builder.hir.names_of(known);
    let none = "give a card that value";
    let help = suggestion_or(text, &words, none, |values| format!("there are {values}"));
    let message = match option {
        None => format!("no card has {name} `{text}`"),
        Some(option) => format!(
            "no card has a {name} that the option `{}` may be, such as `{text}`",
            builder.hir.strings.get(option)
        ),
    };
    builder.warn(Problem::NoSuchCard, span, message, help);
}

pub(crate) fn check_state_params(
    builder: &mut Builder,
    state: cardable_engine::ids::StateId,
    args: &mut [NodeId],
    span: Span,
) -> bool {
    let def = &builder.hir.states[state.index()];
    let (wanted, name) = (def.params as usize, builder.hir.strings.get(def.name).to_owned());
    let names: Vec<String> = def
        .data
        .iter()
        .take(wanted)
        .map(|d| builder.hir.strings.get(d.name).to_owned())
        .collect();
    let types: Vec<Type> = def.data.iter().take(wanted).map(|d| d.ty).collect();
    if args.len() != wanted {
        builder.error(
            Problem::ParameterCount,
            span,
            format!(
                "state `{name}` takes {}, found {}",
                parameters(wanted),
                args.len()
            ),
            parameters_of(&names),
        );
        return false;
    }
    let mut fine = true;
    for ((arg, ty), param) in args.iter_mut().zip(types).zip(names) {
        *arg = builder.named_or_nothing(*arg, ty);
        let node = builder.get(*arg);
        let (found, span) = (node.ty, node.span);
        if !builder.is_broken(*arg) && !found.fits(ty) {
            builder.error(
                Problem::ParameterType,
                span,
                format!(
                    "`{param}` of state `{name}` takes {}, found {}",
                    ty.phrase(),
                    found.phrase()
                ),
                format!("write {}", ty.such_as()),
            );
            fine = false;
        }
    }
    fine
}

/// Reports a value that acts or asks where the rules only look: a condition may be looked at
/// at any time, and any number of times.
pub(crate) fn only_reads(hir: &Hir, node: NodeId, diags: &mut Diagnostics) {
    let mut stack = vec![node];
    while let Some(id) = stack.pop() {
        let kind = &hir.tree.get(id).kind;
        let acts = match kind {
            NodeKind::Call(primitive, _) => {
                matches!(primitive.kind, CallKind::Step | CallKind::Script { acts: true })
                    .then_some(&*primitive.name)
            }
            NodeKind::Ask { prompt, .. } => Some(&*prompt.name),
            NodeKind::Push(..) => Some(&*builtin!(state_push).name),
            NodeKind::Perform(..) => Some(&*builtin!(perform).name),
            NodeKind::Error
            | NodeKind::Const(_)
            | NodeKind::List(_)
            | NodeKind::Everyone
            | NodeKind::Player
            | NodeKind::State
            | NodeKind::Global(_)
            | NodeKind::SeatData(..)
            | NodeKind::StateData(_)
            | NodeKind::Setting(_)
            | NodeKind::Local(_)
            | NodeKind::SeatZone(..)
            | NodeKind::Attribute(..)
            | NodeKind::CardData(..)
            | NodeKind::Bound(_)
            | NodeKind::Function { .. }
            | NodeKind::Query { .. }
            | NodeKind::Over { .. }
            | NodeKind::Form(..) => None,
        };
        if let Some(name) = acts {
            let span = hir.tree.get(id).span;
            diags.error(
                Problem::PromptInCondition,
                span,
                format!("`{name}` acts or asks, and this is only looked at"),
                "do it in a step that keeps the result in data, and read that here".to_owned(),
            );
            return;
        }
        crate::hir::children(kind, &mut stack);
    }
}
