//! From the tree of an expression to the builder's values.

use super::ast::{BinaryOp, Expr, ExprKind, Ident, Number, UnaryOp};
use crate::hir::build::{Builder, NAMESPACES, SINGLE, args, calls, lints, refs};
use crate::hir::{NodeId, NodeKind, Scope, Stmt};
use crate::text::diag::{Code as Problem, did_you_mean, synonyms};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{self, Arity, CallKind, Callee, Form, ParamType, Signature};
use cardable_engine::value::{Kind, Type, Value};

/// Where an expression stands, so that its parts have spans in the file.
pub trait Origin {
    /// The span of a part of the expression's text.
    fn span(&self, start: u32, end: u32) -> Span;
}

/// A call as it is written: `f(a, b)`, or `x.f(a, b)` with a receiver.
#[derive(Clone, Copy, Debug)]
pub struct Call<'e> {
    pub callee: &'e Ident,
    pub receiver: Option<&'e Expr>,
    pub args: &'e [Expr],
    pub span: Span,
}

/// What names mean to a dialect. Each question is asked before the language's own answer, and
/// `None` leaves it to the language; whoever reports a mistake answers with `Builder::broken`.
///
/// A dialect gets the compiler itself, so that it can build the parts of what it was asked
/// about, arguments above all, in its own order and with its own meaning.
pub trait Names {
    /// A name without `$` that no function has bound: `draw_pile`, `current_player`.
    fn name(&self, _c: &mut Compiler<'_>, _name: &str, _span: Span) -> Option<NodeId> {
        None
    }

    /// One copy of a zone: `hand:0`.
    fn zone_copy(&self, _c: &mut Compiler<'_>, _zone: &str, _index: u32, _span: Span) -> Option<NodeId> {
        None
    }

    /// A member, before its base is looked at: `current_player.hand`.
    fn member(&self, _c: &mut Compiler<'_>, _base: &Expr, _name: &str, _span: Span) -> Option<NodeId> {
        None
    }

    /// A member of a value that is known: `card.power`.
    fn member_of(&self, _c: &mut Compiler<'_>, _base: NodeId, _name: &str, _span: Span) -> Option<NodeId> {
        None
    }

    /// An operator between two operands, before they are looked at.
    fn binary(
        &self,
        _c: &mut Compiler<'_>,
        _op: BinaryOp,
        _left: &Expr,
        _right: &Expr,
        _span: Span,
    ) -> Option<NodeId> {
        None
    }

    /// A call whose value is used. `while` never comes here, `if` neither.
    fn call(&self, _c: &mut Compiler<'_>, _call: Call<'_>) -> Option<NodeId> {
        None
    }

    /// A call that stands as a step.
    fn step(&self, _c: &mut Compiler<'_>, _call: Call<'_>) -> Option<Vec<Stmt>> {
        None
    }

    /// A member that stands as a step: `tricks.collect`.
    fn step_of_member(
        &self,
        _c: &mut Compiler<'_>,
        _base: &Expr,
        _name: &Ident,
        _span: Span,
    ) -> Option<Vec<Stmt>> {
        None
    }

    /// The primitive of a name that authors cannot call.
    fn internal(&self, _name: &str) -> Option<Callee> {
        None
    }

    /// What to write in place of a reference that means nothing here, where the dialect knows why.
    fn in_place_of(&self, _reference: &str) -> Option<String> {
        None
    }

    /// The names that [`Names::name`] knows, to suggest one of them.
    fn known(&self, _b: &Builder) -> Vec<String> {
        Vec::new()
    }
}

/// Names mean what they do in Cardable's own rulesets.
pub struct Plain;

impl Names for Plain {}

/// Builds what expressions say, in one place of the rules.
pub struct Compiler<'a> {
    pub b: &'a mut Builder,
    pub scope: &'a mut Scope,
    pub(crate) names: &'a dyn Names,
    pub(crate) origin: &'a dyn Origin,
    /// The names that functions have given their items, the innermost last.
    pub(crate) bound: Vec<(Box<str>, NodeId)>,
    /// Whether values may stand in texts, as in what a question says.
    pub(crate) fills: bool,
    /// How the name stands that is read next, for help.
    pub(crate) stands: Stands,
}

/// How a name stands that may mean nothing, which says what cannot have been meant by it.
#[derive(Clone, PartialEq)]
pub(crate) enum Stands {
    Alone,
    /// Something is asked of it: `.score`, `.max(1, 2)`, `[0]`.
    Before(String),
    /// A zone is wanted there.
    ForZone,
}

pub fn compile(
    b: &mut Builder,
    scope: &Scope,
    names: &dyn Names,
    origin: &dyn Origin,
    expr: &Expr,
) -> NodeId {
    let scope = &mut scope.clone();
    Compiler {
        b,
        scope,
        names,
        origin,
        bound: Vec::new(),
        fills: false,
        stands: Stands::Alone,
    }
    .value(expr)
}

/// Builds the function of a query that goes over `over`; an expression that is none has its value.
pub fn function(
    b: &mut Builder,
    scope: &Scope,
    names: &dyn Names,
    origin: &dyn Origin,
    primitive: &Signature,
    over: NodeId,
    expr: &Expr,
) -> NodeId {
    let scope = &mut scope.clone();
    let mut compiler = Compiler {
        b,
        scope,
        names,
        origin,
        bound: Vec::new(),
        fills: false,
        stands: Stands::Alone,
    };
    match &expr.kind {
        ExprKind::Lambda { params, body } => {
            let span = compiler.span(expr);
            compiler.lambda(primitive, over, params, body, span)
        }
        _ => compiler.value(expr),
    }
}

impl Compiler<'_> {
    /// Where an expression stands in the file.
    pub(crate) fn span(&self, expr: &Expr) -> Span {
        self.origin.span(expr.start, expr.end)
    }

    pub(super) fn span_of(&self, name: &Ident) -> Span {
        self.origin.span(name.start, name.end)
    }

    pub fn value(&mut self, expr: &Expr) -> NodeId {
        let span = self.span(expr);
        match &expr.kind {
            ExprKind::Number(Number::Whole(n)) => self.b.constant(Value::Int(*n), span),
            ExprKind::Number(Number::Real(n)) => self.b.constant(Value::Float(*n), span),
            ExprKind::String(text) if self.fills && text.contains('{') => {
                self.filled(text, expr.start + 1, span)
            }
            ExprKind::String(text) => {
                let node = self.b.text(text, span);
                if !self.b.hir.head.in_phases {
                    lints::note_reference(self.b, node);
                }
                node
            }
            ExprKind::Bool(b) => self.b.constant(Value::Bool(*b), span),
            ExprKind::Nothing => self.b.constant(Value::Nothing, span),
            ExprKind::Name { name, dollar } => self.name(name, *dollar, span),
            ExprKind::ZoneIndex { zone, index } => self.zone_copy(zone, *index, span),
            ExprKind::Member(base, name) => self.member(base, &name.name, span),
            ExprKind::Call {
                callee,
                receiver,
                args,
            } => self.call(Call {
                callee,
                receiver: receiver.as_deref(),
                args,
                span,
            }),
            ExprKind::Unary(UnaryOp::Not, of) => {
                let node = self.value(of);
                self.typed(Form::Not, "!", vec![node], Type::BOOL, Type::BOOL, span)
            }
            ExprKind::Unary(UnaryOp::Neg, of) => self.negative(of, span),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span),
            ExprKind::List(items) => {
                let nodes = items.iter().map(|item| self.value(item)).collect();
                self.b.list(nodes, span)
            }
            ExprKind::Index(base, index) => {
                let of = self.base(base, || format!("[{index}]"));
                let n = self.value(index);
                refs::indexed(self.b, self.scope, of, n, span)
            }
            ExprKind::Lambda { .. } => {
                self.b.error(
                    Problem::ParameterType,
                    span,
                    "a function cannot stand here",
                    "give it to a query, as in `count($player.hand, card => card.value > 5)`".to_owned(),
                );
                self.b.broken(span)
            }
        }
    }

    /// A call whose value is used.
    fn call(&mut self, call: Call<'_>) -> NodeId {
        let control = call.receiver.is_none() && matches!(&*call.callee.name, "if" | "while");
        if !control && let Some(node) = self.names.call(self, call) {
            return node;
        }
        if control
            && let Some(primitive) = self.b.find(&call.callee.name)
            && primitive.is_form(Form::While)
        {
            return calls::only_a_step(self.b, &primitive, call.span);
        }
        let Some((primitive, nodes)) = self.callee(call) else {
            return self.b.broken(call.span);
        };
        self.b.call(self.scope, &primitive, nodes, call.span)
    }

    /// What a call calls, and its parameters with the receiver as the first.
    pub(super) fn callee(&mut self, call: Call<'_>) -> Option<(Callee, Vec<NodeId>)> {
        let name = &*call.callee.name;
        let found = self.names.internal(name);
        let Some(primitive) = found.or_else(|| calls::primitive(self.b, name, self.span_of(call.callee)))
        else {
            // What is wrong in the parameters is told as well, but where they are of another form.
            let is_known = synonyms::call(&call.callee.name).is_some();
            for arg in call.args.iter().filter(|_| !is_known) {
                if !matches!(arg.kind, ExprKind::Lambda { .. } | ExprKind::Name { .. }) {
                    self.value(arg);
                }
            }
            return None;
        };
        let args = self.arguments(&primitive, call.receiver, call.args);
        Some((primitive, args))
    }

    /// The parameters of a call, in the order of the primitive's own. Where a step is done for
    /// each of several seats, the others may read `$player`.
    pub fn arguments(
        &mut self,
        primitive: &Signature,
        receiver: Option<&Expr>,
        args: &[Expr],
    ) -> Vec<NodeId> {
        let each = primitive.params.iter().position(|p| p.ty == ParamType::EachSeat);
        let outer = self.scope.player;
        let fills = std::mem::replace(&mut self.fills, primitive.kind == CallKind::Ask);
        let mut nodes = Vec::with_capacity(args.len() + 1);
        for arg in receiver.into_iter().chain(args) {
            let at = nodes.len();
            self.stands = match receiver {
                Some(Expr {
                    kind: ExprKind::Name { .. },
                    ..
                }) if at == 0 => Stands::Before(called(&primitive.name, args)),
                _ => Stands::Alone,
            };
            self.scope.player = outer || each.is_some_and(|each| each != at);
            let node = match self.function(primitive, at, &nodes, arg) {
                Some(function) => function,
                None => self.argument(primitive, at, arg),
            };
            nodes.push(node);
        }
        self.stands = Stands::Alone;
        self.scope.player = outer;
        self.fills = fills;
        nodes
    }

    /// A parameter of a call: bare words may name what the parameter takes.
    pub(crate) fn argument(&mut self, primitive: &Signature, at: usize, arg: &Expr) -> NodeId {
        let takes = primitive.params.get(at).or(primitive.params.last()).map(|p| p.ty);
        if let (ExprKind::Name { name, dollar: false }, Some(takes)) = (&arg.kind, takes) {
            let span = self.span(arg);
            if let Some(item) = self.item_named(name) {
                return item;
            }
            if let Some(node) = self.names.name(self, name, span) {
                return node;
            }
            // A word that means nothing else was meant as a name: the parameter says of what.
            let named = match takes {
                ParamType::StateName => self.b.hir.state_named(name).is_some() || !self.means_something(name),
                ParamType::SeatZone => {
                    self.b.hir.seat_zone_named(name).is_some() || !self.means_something(name)
                }
                ParamType::Attribute => {
                    self.b.hir.attribute_named(name).is_some() || !self.means_something(name)
                }
                ParamType::Value(Type::One(Kind::Zone))
                | ParamType::Cards
                | ParamType::Items
                | ParamType::Contents => {
                    self.b.hir.zone_named(name).is_some() || self.b.hir.seat_zone_named(name).is_some()
                }
                _ => false,
            };
            if named {
                return self.b.text(name, span);
            }
            if matches!(takes, ParamType::Value(Type::One(Kind::Zone)) | ParamType::Cards) {
                return self.standing(Stands::ForZone, arg);
            }
        }
        self.value(arg)
    }

    fn name(&mut self, name: &str, dollar: bool, span: Span) -> NodeId {
        if !dollar && let Some(item) = self.item_named(name) {
            return item;
        }
        if !dollar && let Some(node) = self.names.name(self, name, span) {
            return node;
        }
        if let Some(node) = refs::root(self.b, self.scope, name, span) {
            return node;
        }
        if !dollar {
            // It may be a zone or a defined value, and these come before primitives.
            if self.b.hir.head.lacks_rules {
                return self.b.broken(span);
            }
            if let Some(zone) = self.b.hir.zone_named(name) {
                return self.b.constant(Value::Zone(zone), span);
            }
            if let Some(primitive) = self.callable(name) {
                return self.b.call(self.scope, &primitive, Vec::new(), span);
            }
        }
        self.unknown(name, dollar, span)
    }

    /// Whether a bare word is a reference, a zone or a call.
    fn means_something(&self, name: &str) -> bool {
        SINGLE.iter().chain(NAMESPACES).any(|word| *word == name)
            || self.b.hir.zone_named(name).is_some()
            || self.callable(name).is_some()
    }

    /// A primitive that can be called without parameters.
    pub(super) fn callable(&self, name: &str) -> Option<Callee> {
        let found = self.names.internal(name).or_else(|| self.b.find(name));
        found.filter(|p| p.params.iter().all(|param| param.arity != Arity::Required))
    }

    fn unknown(&mut self, name: &str, dollar: bool, span: Span) -> NodeId {
        let shown = if dollar {
            format!("${name}")
        } else {
            name.to_owned()
        };
        let help = self.b.diags.help_for(|| self.name_help(name, &shown, dollar));
        self.b.error(
            Problem::UnknownReference,
            span,
            format!("unknown name `{shown}`"),
            help,
        );
        self.b.broken(span)
    }

    fn name_help(&self, name: &str, shown: &str, dollar: bool) -> String {
        if let Stands::Before(asked) = &self.stands
            && let Some(here) = synonyms::asked(name, asked)
        {
            return format!("write `{here}`");
        }
        let references = SINGLE.iter().chain(NAMESPACES).copied();
        let declared = self
            .b
            .hir
            .declared_as(self.scope, name)
            .filter(|suggestion| *suggestion != shown);
        match did_you_mean(name, references) {
            _ if dollar && self.b.hir.head.in_phases => self.without_dollar(name),
            _ if NAMESPACES.contains(&name) => {
                format!("write what of it is meant, such as `${name}.x`")
            }
            _ if SINGLE.contains(&name) => {
                let own = self.names.in_place_of(name);
                own.unwrap_or_else(|| place_of_single(name))
            }
            _ if let Some(suggestion) = &declared => format!("did you mean `{suggestion}`?"),
            _ if let Some(here) = synonyms::name(name) => format!("write `{here}`"),
            Some(near) => format!("did you mean `${near}`?"),
            None if dollar => format!("references begin with one of {}", words(NAMESPACES, SINGLE)),
            None => match self.near_bare_name(name) {
                Some(near) => format!("did you mean `{near}`?"),
                None => match &self.stands {
                    Stands::Alone => format!("a text is written in quotes: `'{name}'`"),
                    Stands::ForZone => args::suggested_zone(&self.b.hir, name),
                    Stands::Before(_) => {
                        "name data, such as `$globals.n`, a seat, such as `$player`, or a zone".to_owned()
                    }
                },
            },
        }
    }

    /// What to write in a dialect whose names have no `$`.
    fn without_dollar(&self, name: &str) -> String {
        let known = self.names.known(self.b);
        match did_you_mean(name, known.iter().map(String::as_str)) {
            _ if known.iter().any(|known| known == name) => format!("write `{name}`, without `$`"),
            Some(near) => format!("did you mean `{near}`, without `$`?"),
            None => "options and variables are read by their names alone, without `$`".to_owned(),
        }
    }

    /// The bare name that was probably meant: of the dialect, a zone, or a primitive.
    fn near_bare_name(&self, name: &str) -> Option<String> {
        let zones = self
            .b
            .hir
            .names_of(self.b.hir.zones.shared.iter().map(|z| z.name));
        let own = self.b.hir.names_of(self.b.hir.zones.seat.iter().map(|z| z.name));
        if own.contains(&name) {
            return Some(format!("$player.{name}"));
        }
        let dialect = self.names.known(self.b);
        let callable = primitives::all()
            .filter(|p| p.params.iter().all(|param| param.arity != Arity::Required))
            .map(|p| &*p.name);
        if let Some(near) = did_you_mean(
            name,
            dialect.iter().map(String::as_str).chain(zones).chain(callable),
        ) {
            return Some(near.to_owned());
        }
        did_you_mean(name, own).map(|near| format!("$player.{near}"))
    }

    fn zone_copy(&mut self, zone: &str, index: u32, span: Span) -> NodeId {
        if let Some(node) = self.names.zone_copy(self, zone, index, span) {
            return node;
        }
        self.b.error(
            Problem::UnknownZone,
            span,
            format!("`{zone}` has no numbered copies here"),
            "name the seat's zone, such as `$player.hand`".to_owned(),
        );
        self.b.broken(span)
    }

    fn member(&mut self, base: &Expr, name: &str, span: Span) -> NodeId {
        if let Some(node) = self.names.member(self, base, name, span) {
            return node;
        }
        if let ExprKind::Name { name: space, .. } = &base.kind
            && let Some(node) = refs::namespace(self.b, self.scope, space, name, span)
        {
            return node;
        }
        let of = self.base(base, || format!(".{name}"));
        if let Some(node) = self.member_elsewhere(base, of, name, span) {
            return node;
        }
        self.member_of(of, name, span)
    }

    /// What something is asked of; `asked` is how that is written after it.
    fn base(&mut self, base: &Expr, asked: impl FnOnce() -> String) -> NodeId {
        match base.kind {
            ExprKind::Name { .. } => self.standing(Stands::Before(asked()), base),
            _ => self.value(base),
        }
    }

    fn standing(&mut self, stands: Stands, expr: &Expr) -> NodeId {
        let outer = std::mem::replace(&mut self.stands, stands);
        let node = self.value(expr);
        self.stands = outer;
        node
    }

    /// Says what is written for a member that values of other languages have, where there is none of this name.
    fn member_elsewhere(&mut self, base: &Expr, of: NodeId, name: &str, span: Span) -> Option<NodeId> {
        let ty = self.b.get(of).ty;
        let here = synonyms::member(ty, name)?;
        let hir = &self.b.hir;
        let is_known = self.b.is_broken(of)
            || hir.declared_as(self.scope, name).is_some()
            || self.callable(name).is_some()
            || hir.head.lacks_rules;
        if is_known {
            return None;
        }
        let written = here.replace("{}", &base.to_string());
        let message = format!("{} has no `{name}`", ty.phrase());
        let help = format!("write `{written}`");
        self.b.error(Problem::UnknownReference, span, message, help);
        Some(self.b.broken(span))
    }

    pub(super) fn member_of(&mut self, base: NodeId, name: &str, span: Span) -> NodeId {
        match self.names.member_of(self, base, name, span) {
            Some(node) => node,
            None => self.b.member(self.scope, base, name, span),
        }
    }

    fn negative(&mut self, of: &Expr, span: Span) -> NodeId {
        let node = self.value(of);
        match self.b.get(node).kind {
            NodeKind::Const(Value::Int(n)) => self.b.constant(Value::Int(n.wrapping_neg()), span),
            NodeKind::Const(Value::Float(n)) => self.b.constant(Value::Float(-n), span),
            _ => {
                let zero = self.b.constant(Value::Int(0), span);
                let parts = vec![zero, node];
                self.typed(Form::Subtract, "-", parts, Type::NUMBER, Type::NUMBER, span)
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> NodeId {
        if let Some(node) = self.names.binary(self, op, left, right, span) {
            return node;
        }
        let (form, takes, gives) = match op {
            BinaryOp::Or => (Form::Or, Type::BOOL, Type::BOOL),
            BinaryOp::And => (Form::And, Type::BOOL, Type::BOOL),
            BinaryOp::Eq => (Form::Equal, Type::ANY, Type::BOOL),
            BinaryOp::Ne => (Form::NotEqual, Type::ANY, Type::BOOL),
            BinaryOp::Lt => (Form::Less, Type::NUMBER, Type::BOOL),
            BinaryOp::Le => (Form::LessEqual, Type::NUMBER, Type::BOOL),
            BinaryOp::Gt => (Form::Greater, Type::NUMBER, Type::BOOL),
            BinaryOp::Ge => (Form::GreaterEqual, Type::NUMBER, Type::BOOL),
            BinaryOp::Add => (Form::Add, Type::NUMBER, Type::NUMBER),
            BinaryOp::Sub => (Form::Subtract, Type::NUMBER, Type::NUMBER),
            BinaryOp::Mul => (Form::Multiply, Type::NUMBER, Type::NUMBER),
            BinaryOp::Div => (Form::Divide, Type::NUMBER, Type::NUMBER),
            BinaryOp::Rem => (Form::Remainder, Type::NUMBER, Type::NUMBER),
            BinaryOp::In => return self.is_in(left, right, span),
        };
        // `a && b && c` is one form, as `and(a, b, c)` is.
        let operands = op.row(left, right);
        let nodes = operands.into_iter().map(|operand| self.value(operand)).collect();
        self.typed(form, op.symbol(), nodes, takes, gives, span)
    }

    fn is_in(&mut self, left: &Expr, right: &Expr, span: Span) -> NodeId {
        let (item, list) = (self.value(left), self.value(right));
        self.b
            .call(self.scope, builtin!(contains), vec![list, item], span)
    }

    fn typed(
        &mut self,
        form: Form,
        sign: &str,
        nodes: Vec<NodeId>,
        takes: Type,
        gives: Type,
        span: Span,
    ) -> NodeId {
        let mut fine = true;
        for node in &nodes {
            let (ty, at) = (self.b.get(*node).ty, self.b.get(*node).span);
            if self.b.is_broken(*node) {
                fine = false;
            } else if !ty.fits(takes) {
                let help = match (form, ty) {
                    (Form::Add, Type::List(_)) => {
                        "join lists by `concat_lists(a, b)`; how many there are tells `list_count(list)`"
                            .to_owned()
                    }
                    (Form::Add, Type::One(Kind::String)) => "join texts by `concat(a, b)`".to_owned(),
                    _ if takes == Type::BOOL => crate::hir::build::calls::as_condition(ty),
                    (_, Type::One(Kind::String)) => args::without_quotes(self.b, *node),
                    (_, Type::One(Kind::Zone)) => {
                        "how many cards a zone has tells `count_cards(zone)`".to_owned()
                    }
                    (_, Type::List(_)) => "how many there are tells `list_count(list)`".to_owned(),
                    _ => format!("write {}", takes.such_as()),
                };
                let message = format!("`{sign}` takes {}, found {}", takes.phrase(), ty.phrase());
                self.b.error(Problem::ParameterType, at, message, help);
                fine = false;
            }
        }
        if !fine {
            return self.b.broken(span);
        }
        if matches!(form, Form::Equal | Form::NotEqual) {
            calls::check_comparable(self.b, &nodes, span);
        }
        if calls::divides_by_zero(self.b, form, &nodes, span) {
            return self.b.broken(span);
        }
        self.b.node(NodeKind::Form(form, nodes), gives, span)
    }
}

/// How a call is written after what it is made on.
fn called(name: &str, args: &[Expr]) -> String {
    let args: Vec<String> = args.iter().map(Expr::to_string).collect();
    format!(".{name}({})", args.join(", "))
}

/// Where a reference stands that means something in some places only.
fn place_of_single(name: &str) -> String {
    match name {
        "card" | "zone" => format!(
            "`${name}` is a candidate: it stands in the `legal` of a pick and in the `where` and `match` of a query; \
             elsewhere write which one is meant, such as `{}`",
            if name == "card" { "top_card($player.hand)" } else { "$player.hand" }
        ),
        "picked" => "`$picked` is what is being picked: it stands in `legal` and `valid` of a pick; in the steps write \
                     `$action.hand_pick` or `$action.world_pick`"
            .to_owned(),
        "seat" => "`$seat` is a candidate: it stands in the `legal` of a pick of seats; what is done for each of several \
                   seats reads the seat as `$player`"
            .to_owned(),
        _ => format!("`${name}` is a candidate: it stands in the `legal` of a pick of such things"),
    }
}

fn words(first: &[&str], second: &[&str]) -> String {
    first
        .iter()
        .chain(second)
        .map(|w| format!("`${w}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
