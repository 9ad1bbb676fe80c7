//! Calls that stand where a value does.

use super::Builder;
use super::args::parameters;
use super::node::{NodeId, NodeKind};
use super::scope::Scope;
use super::stmt::Target;
use crate::diag::{Code as Problem, did_you_mean, elsewhere, listed, meant_or_told};
use crate::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{self, CallKind, Fold, Form, Gives, Signature, Takes, Uses};
use cardable_engine::text::{Piece, pieces};
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
    pub fn find(&self, name: &str) -> Option<&'static Signature> {
        primitives::find(name).or_else(|| {
            self.natives
                .iter()
                .copied()
                .find(|p| p.name == name || p.aliases.contains(&name))
        })
    }

    /// The primitive of a name, or an error that says which was meant.
    pub(crate) fn primitive(&mut self, name: &str, span: Span) -> Option<&'static Signature> {
        let found = self.find(name);
        if found.is_none() {
            let help = self.diags.help_for(|| {
                let known = primitives::all()
                    .chain(self.natives.iter().copied())
                    .map(|p| p.name);
                match (elsewhere::call(name), did_you_mean(name, known)) {
                    (Some(here), _) => format!("write `{here}`"),
                    (None, Some(near)) => format!("did you mean `{near}`?"),
                    (None, None) => "`cardable manual` lists all primitives".into(),
                }
            });
            self.error(
                Problem::UnknownPrimitive,
                span,
                format!("unknown primitive `{name}`"),
                help,
            );
        }
        found
    }

    /// A call whose result is used.
    pub fn call(
        &mut self,
        scope: &Scope,
        primitive: &'static Signature,
        args: Vec<NodeId>,
        span: Span,
    ) -> NodeId {
        if let CallKind::Form(Form::Query(query)) = primitive.kind {
            return self.query(scope, primitive, query, args, span);
        }
        self.check_idle(scope, primitive, span);
        let Some(args) = self.check_args(scope, primitive, args, span) else {
            return self.broken(span);
        };
        if primitive.params.iter().any(|p| p.takes == Takes::EachSeat) {
            return self.only_a_step(primitive, span);
        }
        match primitive.kind {
            CallKind::Script { acts: true } if primitive.result == Type::Nothing => {
                self.only_a_step(primitive, span)
            }
            CallKind::Script { acts } => {
                if acts {
                    self.note_script_step(scope);
                }
                self.node(NodeKind::Call(primitive, args), primitive.result, span)
            }
            CallKind::Query => {
                self.provide(scope, primitive.properties.uses, span);
                if primitive.properties.fold == Fold::Join {
                    return self.joined(primitive, args, span);
                }
                let ty = self.result_type(primitive, &args);
                self.node(NodeKind::Call(primitive, args), ty, span)
            }
            CallKind::Step => {
                if primitive.result == Type::Nothing {
                    return self.only_a_step(primitive, span);
                }
                let ty = self.result_type(primitive, &args);
                self.node(NodeKind::Call(primitive, args), ty, span)
            }
            CallKind::Ask => {
                let ty = self.result_type(primitive, &args);
                self.node(
                    NodeKind::Ask {
                        prompt: primitive,
                        args,
                        who: None,
                        many: false,
                    },
                    ty,
                    span,
                )
            }
            CallKind::Form(form) => self.form(scope, primitive, form, args, span),
        }
    }

    /// Values that are joined to a text; those that are written out are joined at once.
    fn joined(&mut self, primitive: &'static Signature, args: Vec<NodeId>, span: Span) -> NodeId {
        let mut known = Some(String::new());
        for arg in &args {
            let node = self.get(*arg);
            if let Type::One(cardable_engine::value::Kind::Card) | Type::List(_) | Type::State = node.ty {
                let (ty, at) = (node.ty, node.span);
                self.error(
                    Problem::ParameterType,
                    at,
                    format!(
                        "`{}` joins texts, numbers and seats, found {}",
                        primitive.name,
                        ty.phrase()
                    ),
                    "name a card by `card_name(card)`".to_owned(),
                );
                return self.broken(span);
            }
            let text = match node.kind {
                NodeKind::Const(Value::Nothing) => Some(String::new()),
                NodeKind::Const(Value::Str(id)) => Some(self.strings.get(id).to_owned()),
                NodeKind::Const(Value::Int(n)) => Some(n.to_string()),
                _ => None,
            };
            known = known.zip(text).map(|(all, text)| all + &text);
        }
        match known {
            Some(text) => self.text(&text, span),
            None => {
                // A message of such a text shows it as its only token.
                self.intern("{0}");
                self.node(NodeKind::Call(primitive, args), Type::STRING, span)
            }
        }
    }

    /// Says that a step stands where a value is needed.
    pub(crate) fn only_a_step(&mut self, primitive: &Signature, span: Span) -> NodeId {
        self.error(
            Problem::StepAsValue,
            span,
            format!("`{}` acts and has no value", primitive.name),
            "write it as a step of its own".to_owned(),
        );
        self.broken(span)
    }

    /// The type of a call's result, which may follow from its parameters.
    fn result_type(&self, primitive: &Signature, args: &[NodeId]) -> Type {
        let first = args.first().map(|a| self.get(*a).ty);
        match (primitive.properties.gives, first) {
            (Gives::Item, Some(Type::List(kind))) => Type::One(kind),
            (Gives::Same, Some(list @ Type::List(_))) => list,
            (Gives::Attribute(name), _) => self
                .attribute_named(name)
                .map_or(primitive.result, |at| self.attribute_type(at)),
            (Gives::Declared | Gives::Item | Gives::Same, _) => primitive.result,
        }
    }

    /// Gives the ruleset what a primitive uses, which it has only then.
    pub(super) fn provide(&mut self, scope: &Scope, uses: Uses, span: Span) {
        match uses {
            Uses::Nothing => {}
            Uses::Score => {
                self.score_slot();
            }
            Uses::Votes => self.vote_read.extend(scope.state),
            Uses::Decks => {
                self.picks_decks = true;
                self.make_seat_zone("deck", span);
            }
        }
    }

    fn form(
        &mut self,
        scope: &Scope,
        primitive: &'static Signature,
        form: Form,
        args: Vec<NodeId>,
        span: Span,
    ) -> NodeId {
        match form {
            Form::Equal | Form::NotEqual => {
                self.check_comparable(&args, span);
                self.node(NodeKind::Form(form, args), Type::BOOL, span)
            }
            Form::Less | Form::LessEqual | Form::Greater | Form::GreaterEqual => {
                self.node(NodeKind::Form(form, args), Type::BOOL, span)
            }
            Form::Divide | Form::Remainder if self.divides_by_zero(form, &args, span) => self.broken(span),
            Form::Not | Form::And | Form::Or => self.node(NodeKind::Form(form, args), Type::BOOL, span),
            Form::Add
            | Form::Subtract
            | Form::Multiply
            | Form::Divide
            | Form::Remainder
            | Form::CountZone => self.node(NodeKind::Form(form, args), Type::NUMBER, span),
            Form::If => {
                let (a, b) = (
                    self.get(args[1]).ty,
                    args.get(2).map_or(Type::Nothing, |b| self.get(*b).ty),
                );
                let ty = if a == b { a } else { Type::ANY };
                self.node(NodeKind::Form(form, args), ty, span)
            }
            Form::Attribute => {
                let at = match self.get(args[1]).kind {
                    NodeKind::Const(Value::Int(at)) => at as u16,
                    _ => return self.broken(span),
                };
                let ty = self.attribute_type(at);
                self.node(NodeKind::Attribute(args[0], at), ty, span)
            }
            Form::Spread => self.node(NodeKind::Form(form, args), Type::ANY, span),
            Form::Push => {
                let (name, mut params) = (args[0], args[1..].to_vec());
                let Some(text) = self.const_text(name).map(str::to_owned) else {
                    // Any state may be the one that is meant.
                    self.leads_anywhere.extend(scope.state);
                    return self.node(NodeKind::Push(Target::Named(name), params), Type::ANY, span);
                };
                let Some(state) = self.state_by_name(&text, span) else {
                    return self.broken(span);
                };
                if !self.check_state_params(state, &mut params, span) {
                    return self.broken(span);
                }
                self.push_lead(scope, state, span);
                self.node(NodeKind::Push(Target::State(state), params), Type::ANY, span)
            }
            Form::Ask => {
                let (who, prompt) = (args[0], args[1]);
                let many = self.get(who).ty != Type::SEAT;
                let NodeKind::Ask { prompt, args, .. } = self.get(prompt).kind.clone() else {
                    return self.broken(span);
                };
                let ty = if many {
                    Type::List(cardable_engine::value::Kind::Any)
                } else {
                    prompt.result
                };
                self.node(
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
            | Form::PickDeck => self.only_a_step(primitive, span),
        }
    }

    /// Warns of a place in a text for which no value is given.
    pub(crate) fn check_places(&mut self, text: &str, given: usize, readers: Option<NodeId>, span: Span) {
        for piece in pieces(text) {
            if let Piece::Words(words) = piece
                && let Some(place) = counted_wrongly(words)
            {
                self.warn(
                    Problem::UnreadPlace,
                    span,
                    format!("`{place}` is shown as it is written: it is no place for a value"),
                    "write both words, of one and of several, such as `{0|card|cards}`".to_owned(),
                );
            }
        }
        let empty = pieces(text).find_map(|piece| match piece {
            Piece::Token(at) | Piece::Counted { token: at, .. } => (at >= given).then_some(at),
            Piece::Words(_) => None,
        });
        if let Some(at) = empty {
            // Who reads a message is easily taken for its first value.
            let readers = readers.filter(|_| at == given).map(|node| &self.get(node).kind);
            let help = match readers {
                Some(kind) if *kind != NodeKind::Everyone => {
                    "the second parameter is who reads it: write `message('…', all, value, …)`"
                }
                _ => "give it a value more; the first one is `{0}`",
            };
            self.warn(
                Problem::EmptyPlace,
                span,
                format!("nothing is given for `{{{at}}}` in this text"),
                help.to_owned(),
            );
        }
    }

    /// Reports a division by a zero that is written out.
    pub(crate) fn divides_by_zero(&mut self, form: Form, args: &[NodeId], span: Span) -> bool {
        let by = args.get(1).map(|node| &self.get(*node).kind);
        let is_zero = matches!(by, Some(NodeKind::Const(value)) if value.as_f64() == Some(0.0));
        let divides = is_zero && matches!(form, Form::Divide | Form::Remainder);
        if divides {
            let message = "nothing can be divided by zero";
            let help = "divide by another number, or by data that is not 0 then".to_owned();
            self.error(Problem::ParameterType, span, message, help);
        }
        divides
    }

    /// Reports a value that acts or asks where the rules only look: a condition may be looked at
    /// at any time, and any number of times.
    pub(super) fn only_reads(&mut self, node: NodeId) {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let kind = &self.get(id).kind;
            let acts = match kind {
                NodeKind::Call(primitive, _) => {
                    matches!(primitive.kind, CallKind::Step | CallKind::Script { acts: true })
                        .then_some(primitive.name)
                }
                NodeKind::Ask { prompt, .. } => Some(prompt.name),
                NodeKind::Push(..) => Some(builtin!(state_push).name),
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
                | NodeKind::Bound(_)
                | NodeKind::Function { .. }
                | NodeKind::Query { .. }
                | NodeKind::Over { .. }
                | NodeKind::Form(..) => None,
            };
            if let Some(name) = acts {
                let span = self.get(id).span;
                self.error(
                    Problem::PromptInCondition,
                    span,
                    format!("`{name}` acts or asks, and this is only looked at"),
                    "do it in a step that keeps the result in data, and read that here".to_owned(),
                );
                return;
            }
            super::lower::children(kind, &mut stack);
        }
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
    pub(crate) fn not_boolean(&self, condition: NodeId) -> Option<Type> {
        let node = self.get(condition);
        if !node.ty.fits(Type::BOOL) {
            return Some(node.ty);
        }
        match &node.kind {
            NodeKind::Form(Form::If, args) => match args[..] {
                [_, then, otherwise] => self.not_boolean(then).or_else(|| self.not_boolean(otherwise)),
                _ => Some(Type::Nothing),
            },
            _ => None,
        }
    }

    /// Comparing values of different kinds is never true: a slip.
    pub(crate) fn check_comparable(&mut self, args: &[NodeId], span: Span) {
        let (Some(a), Some(b)) = (args.first(), args.get(1)) else {
            return;
        };
        let pair = [(*a, *b), (*b, *a)];
        for (attribute, value) in pair {
            self.check_printed(attribute, value);
        }
        self.note_compared(*a, *b, span);
        let (a, b) = (self.get(pair[0].0).ty, self.get(pair[0].1).ty);
        if a.fits(b) || b.fits(a) || a == Type::Nothing || b == Type::Nothing {
            return;
        }
        let empty = [pair[0].0, pair[0].1]
            .iter()
            .any(|node| self.const_text(*node) == Some(""));
        let help = match empty {
            true => "what is not there is `nothing`; `''` is a text without letters",
            false => "compare values of one type; a text is written in quotes, a number without",
        };
        self.error(
            Problem::ParameterType,
            span,
            format!("{} never equals {}", a.phrase(), b.phrase()),
            help,
        );
    }

    /// Warns of a text that no card has for the attribute it is compared with.
    fn check_printed(&mut self, attribute: NodeId, value: NodeId) {
        let NodeKind::Attribute(_, at) = self.get(attribute).kind else {
            return;
        };
        let (NodeKind::Const(Value::Str(text)), span) = (&self.get(value).kind, self.get(value).span) else {
            return;
        };
        let Some(def) = self.attributes.get(at as usize) else {
            return;
        };
        let texts = def.having.iter().filter_map(|(value, _)| match value {
            Value::Str(text) => Some(*text),
            _ => None,
        });
        let known: Vec<cardable_engine::ids::StrId> = texts.collect();
        if known.is_empty() || known.contains(text) {
            return;
        }
        let (text, name) = (self.strings.get(*text), self.strings.get(def.name));
        let words = self.names_of(known);
        let none = "give a card that value";
        let help = meant_or_told(text, &words, none, |values| format!("there are {values}"));
        let message = format!("no card has {name} `{text}`");
        self.warn(Problem::NoSuchCard, span, message, help);
    }

    pub(crate) fn check_state_params(
        &mut self,
        state: cardable_engine::ids::StateId,
        args: &mut [NodeId],
        span: Span,
    ) -> bool {
        let def = &self.states[state.index()];
        let (wanted, name) = (def.params as usize, self.strings.get(def.name).to_owned());
        let names: Vec<String> = def
            .data
            .iter()
            .take(wanted)
            .map(|d| self.strings.get(d.name).to_owned())
            .collect();
        let types: Vec<Type> = def.data.iter().take(wanted).map(|d| d.ty).collect();
        if args.len() != wanted {
            self.error(
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
            *arg = self.named_or_nothing(*arg, ty);
            let node = self.get(*arg);
            let (found, span) = (node.ty, node.span);
            if !self.is_broken(*arg) && !found.fits(ty) {
                self.error(
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

    /// Notes that one state may be laid over another.
    fn push_lead(&mut self, scope: &Scope, to: cardable_engine::ids::StateId, span: Span) {
        let lead = self.leads.len();
        self.lead(scope, to);
        if self.leads.len() > lead {
            self.pushes.push((lead, span));
        }
    }

    /// Notes that one state may follow another.
    pub(crate) fn lead(&mut self, scope: &Scope, to: cardable_engine::ids::StateId) {
        if let Some(from) = scope.state {
            // The action is taken up once its steps are built.
            let action = cardable_engine::ids::ActionId(self.actions.len() as u16);
            self.leads.push(super::Lead {
                from,
                to,
                by_seat: scope.player,
                action,
            });
        }
    }
}

/// What is written like words that go with a number, and cannot be read: `{0|card}`.
fn counted_wrongly(words: &str) -> Option<&str> {
    words.match_indices('{').find_map(|(open, _)| {
        let inside = words.get(open + 1..)?;
        let inside = inside.get(..inside.find('}')?)?;
        let (token, _) = inside.split_once('|')?;
        token.trim().parse::<usize>().ok()?;
        words.get(open..open + inside.len() + 2)
    })
}
