//! What names mean that a ruleset defines itself: each use of a value is put in its place.

use super::definitions::{ActionDefinition, Definitions, ValueDefinition};
use super::fields::Data;
use super::fragments::{Handed, Home, RULES};
use super::inlining::MOST_OF_ONE;
use super::values::RulesetReader;
use crate::hir::build::{Builder, args, calls};
use crate::hir::{LocalKind, NodeId, NodeKind, Scope};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::Text;
use crate::text::source::{Sources, Span};
use cardable_engine::ids::StateId;
use cardable_engine::primitives::ParamType;
use cardable_engine::value::{Kind, Type};

/// A parameter of what is read, and what was given for it.
pub(super) struct Param {
    name: String,
    given: NodeId,
    /// Whether it can be read by its name alone, and not as `$action.name` only.
    is_bare: bool,
}

impl Param {
    /// A parameter of a defined action.
    pub(super) fn of_action(name: String, given: NodeId) -> Param {
        Param {
            name,
            given,
            is_bare: false,
        }
    }
}

/// What names mean where something of a ruleset is read.
#[derive(Clone, Copy)]
pub(super) struct Meaning<'a> {
    pub(super) sources: &'a Sources,
    pub(super) defined: &'a Definitions<'a>,
    /// The parameters of the value or action that is read.
    params: &'a [Param],
    /// The defined value that is read.
    value: Option<&'a str>,
    /// The fragment in which it stands, as an index among the homes.
    home: usize,
}

impl<'a> Meaning<'a> {
    /// What names mean outside of what is defined.
    pub(super) fn of(sources: &'a Sources, defined: &'a Definitions<'a>) -> Meaning<'a> {
        Meaning {
            sources,
            defined,
            params: &[],
            value: None,
            home: RULES,
        }
    }

    /// What names mean in the ruleset, or in a fragment outside of what that defines.
    pub(super) fn at(&self, home: usize) -> Meaning<'a> {
        Meaning {
            params: &[],
            value: None,
            home,
            ..*self
        }
    }

    /// What is read: the ruleset or a fragment.
    pub(super) fn home(&self) -> Option<&'a Home<'a>> {
        self.defined.homes.get(self.home)
    }

    /// The fragment that is read; nothing where that is the ruleset itself.
    pub(super) fn fragment(&self) -> Option<&'a Home<'a>> {
        self.home().filter(|_| self.home != RULES)
    }

    /// How something is called in the ruleset that a fragment calls by a name.
    pub(super) fn own(&self, name: &str) -> String {
        let prefix = self.fragment().map_or("", |home| &home.prefix);
        format!("{prefix}{name}")
    }

    /// The value that a name means here.
    pub(super) fn value_named(&self, name: &str) -> Option<&'a ValueDefinition<'a>> {
        self.defined.value_named(&self.own(name))
    }

    /// The action that a name means here.
    pub(super) fn action_named(&self, name: &str) -> Option<&'a ActionDefinition<'a>> {
        self.defined.action_named(&self.own(name))
    }

    /// Whether a fragment has an item of the data of seats of its own.
    pub(super) fn is_own_item(&self, name: &str) -> bool {
        let items = self.fragment().map(|home| home.fields.player_data());
        let is_named = |item: Data<'_>| item.key().and_then(|key| key.value).map(Text::as_str) == Some(name);
        items.is_some_and(|items| items.iter().any(is_named))
    }

    /// What names mean in what has these parameters.
    pub(super) fn with_params<'p>(&self, home: usize, params: &'p [Param]) -> Meaning<'p>
    where
        'a: 'p,
    {
        Meaning {
            params,
            value: None,
            home,
            ..*self
        }
    }

    /// The name of a member that a fragment was handed, or that is its own, where that fits what it is read of.
    fn member_handed(&self, b: &Builder, of: NodeId, name: &str) -> Option<String> {
        self.fragment()?;
        let of_seat = matches!(b.get(of).ty, Type::One(Kind::Seat | Kind::Any));
        match self.handed(name) {
            Some(param) => {
                let fits = match param.what {
                    Handed::SeatZone | Handed::SeatData => of_seat,
                    Handed::Attribute => {
                        b.get(of).ty == Type::CARD && self.card_value_handed(param).is_none()
                    }
                    Handed::State | Handed::Data | Handed::Value(_) => false,
                };
                self.name_handed(param).filter(|_| fits)
            }
            None => (of_seat && self.is_own_item(name)).then(|| self.own(name)),
        }
    }

    /// A member of a value, where the ruleset defines it.
    pub(super) fn member_of_value(
        &self,
        b: &mut Builder,
        scope: &Scope,
        of: NodeId,
        name: &str,
        span: Span,
    ) -> Option<NodeId> {
        if self.handed(name).is_some_and(|param| param.is_missing()) {
            return Some(b.broken(span));
        }
        if let Some(name) = self.member_handed(b, of, name) {
            return Some(b.member(scope, of, &name, span));
        }
        let handed = self.handed(name).and_then(|param| self.card_value_handed(param));
        let value = handed.or_else(|| self.value_named(name))?;
        let first = value.signature.params.first()?;
        let takes = !b.is_broken(of) && args::may_take(first.ty, b.get(of).ty);
        takes.then(|| self.inlined(b, scope, value, vec![of], span))
    }

    /// A defined value in the place of its name. Parameters are copied to where they are read, which cannot be
    /// told from working them out once: they only read.
    pub(super) fn inlined(
        &self,
        b: &mut Builder,
        scope: &Scope,
        value: &ValueDefinition<'_>,
        given: Vec<NodeId>,
        span: Span,
    ) -> NodeId {
        self.defined.use_name(&value.name);
        let Some(given) = args::check_args(b, scope, &value.signature, given, span) else {
            return b.broken(span);
        };
        let problems = b.diags.error_count();
        for arg in &given {
            calls::only_reads(&b.hir, *arg, &mut b.diags);
        }
        let piece = value.piece(span);
        if b.diags.error_count() > problems || !self.defined.inlining.borrow_mut().opens(b, piece) {
            return b.broken(span);
        }
        let node = self.read(b, scope, value, given);
        b.note_value(node, &value.signature, span);
        match self.defined.inlining.borrow_mut().closes(b, piece, Some(node)) {
            true => node,
            false => b.broken(span),
        }
    }

    /// Reads a value with what was given for its parameters, checking what it gives.
    fn read(
        &self,
        b: &mut Builder,
        scope: &Scope,
        value: &ValueDefinition<'_>,
        given: Vec<NodeId>,
    ) -> NodeId {
        let mut params = Vec::with_capacity(given.len());
        for (param, given) in value.signature.params.iter().zip(given) {
            let given = of_type(b, given, param.ty);
            let name = param.name.to_string();
            params.push(Param {
                name,
                given,
                is_bare: true,
            });
        }
        let mut reader = RulesetReader {
            b,
            meaning: Meaning {
                value: Some(&value.name),
                ..self.with_params(value.home, &params)
            },
            may_compute: false,
            fills: false,
        };
        let node = reader.value(&without_names(scope), value.value);
        let (found, at) = (b.get(node).ty, value.value.span);
        if let Some(gives) = value.gives
            && !b.is_broken(node)
            && !found.fits(gives)
        {
            b.error(
                Problem::ParameterType,
                at,
                format!(
                    "`{}` gives {}, found {}",
                    value.name,
                    gives.phrase(),
                    found.phrase()
                ),
                format!("write {}, or `\"type\": \"{found}\"`", gives.such_as()),
            );
            return b.broken(at);
        }
        node
    }

    /// What to write in a defined value in place of a reference that only the places have where it is used.
    pub(super) fn in_place_of(&self, reference: &str) -> Option<String> {
        let value = self.value?;
        let ty = match reference {
            "card" | "zone" => reference,
            "seat" => "player",
            _ => return None,
        };
        Some(match self.params.iter().any(|param| param.name == reference) {
            true => format!("a parameter is read without `$`: `{reference}`"),
            false => format!(
                "a defined value has no `${reference}`: give it a parameter, `\"ref_params\": [{{ \"key\": \
                 \"{reference}\", \"type\": \"{ty}\" }}]`, read that as `{reference}`, and hand it over where the value \
                 is used: `{value}(${reference})`"
            ),
        })
    }

    /// The names that stand by themselves here, to suggest one of them.
    pub(super) fn bare_names(&self) -> Vec<String> {
        let params = self.params.iter().filter(|param| param.is_bare);
        let params = params.map(|param| param.name.clone());
        let handed = self.fragment().map_or(&[][..], |home| &home.params);
        let handed = handed.iter().map(|param| param.key.to_owned());
        let prefix = self.own("");
        let values = self.defined.values.iter();
        let alone = values.filter(|value| value.signature.params.is_empty());
        let alone = alone.filter_map(|value| value.name.strip_prefix(&prefix).map(str::to_owned));
        params.chain(handed).chain(alone).collect()
    }

    /// What was given for a parameter of this name, for the place at which it is read.
    pub(super) fn given(&self, b: &mut Builder, name: &str, is_bare: bool, span: Span) -> Option<NodeId> {
        let mut params = self.params.iter();
        let param = params.find(|param| param.name == name && (param.is_bare || !is_bare))?;
        let Some(copy) = b.hir.tree.copied(param.given, &mut { MOST_OF_ONE }) else {
            self.defined.inlining.borrow_mut().give_up();
            return Some(b.broken(span));
        };
        b.hir.tree.nodes[copy.0 as usize].span = span;
        Some(copy)
    }
}

/// A scope in which the variables of what uses a value have no names.
pub(super) fn without_names(scope: &Scope) -> Scope {
    let mut scope = scope.clone();
    for local in &mut scope.action.locals {
        local.name = "".into();
    }
    scope
}

/// What was given for a parameter, with the type that is declared where it has none of its own.
fn of_type(b: &mut Builder, given: NodeId, takes: ParamType) -> NodeId {
    let mut node = b.get(given).clone();
    let is_open = matches!(node.ty, Type::ANY | Type::Nothing | Type::List(Kind::Any));
    match takes {
        ParamType::Value(ty) if is_open && ty != Type::ANY => {
            node.ty = ty;
            b.node(node.kind, node.ty, node.span)
        }
        _ => given,
    }
}

/// Warns of a value that stands as a step.
pub(super) fn warn_of_value_as_step(b: &mut Builder, name: &str, node: NodeId, span: Span) {
    if !b.is_broken(node) {
        b.warn(
            Problem::UselessStep,
            span,
            format!("`{name}` only works a value out: as a step it does nothing"),
            "use its value, or take it out".to_owned(),
        );
    }
}

/// Looks through the values that nothing uses, and warns of them.
pub(super) fn check_unused(reader: &mut RulesetReader<'_>) {
    let defined = reader.meaning.defined;
    let unused: Vec<&ValueDefinition<'_>> = (defined.values.iter())
        .filter(|value| !defined.is_used(&value.name))
        .collect();
    for value in &unused {
        check_alone(reader, value);
    }
    // Whoever imports a fragment need not use all of it.
    let own = unused.iter().filter(|value| value.home == RULES);
    for value in own.filter(|value| !defined.is_used(&value.name)) {
        reader.b.warn(
            Problem::UnusedValue,
            value.span,
            format!("nothing uses the defined value `{}`", value.name),
            format!(
                "call it, as in `{}`, or take it out",
                args::signature(&value.signature)
            ),
        );
    }
}

/// Reads a value for its mistakes alone: in a state where it has none, if there is one.
fn check_alone(reader: &mut RulesetReader<'_>, value: &ValueDefinition<'_>) {
    const MOST_TRIED: u16 = 32;
    let states = (reader.b.hir.states.len() as u16).min(MOST_TRIED);
    let inlining = &reader.meaning.defined.inlining;
    let circles = inlining.borrow().circles.clone();
    let mut first = None;
    for state in std::iter::once(None).chain((0..states).map(|at| Some(StateId(at)))) {
        let told = std::mem::take(&mut reader.b.diags);
        check_in(reader, value, state);
        let said = std::mem::replace(&mut reader.b.diags, told);
        if !said.has_errors() {
            return reader.b.diags.append(said);
        }
        // Another state tells of the same circles.
        let met = std::mem::replace(&mut inlining.borrow_mut().circles, circles.clone());
        first.get_or_insert((said, met));
    }
    if let Some((said, met)) = first {
        reader.b.diags.append(said);
        inlining.borrow_mut().circles = met;
    }
}

fn check_in(reader: &mut RulesetReader<'_>, value: &ValueDefinition<'_>, state: Option<StateId>) {
    let mut scope = Scope {
        state,
        player: true,
        ..Scope::outside()
    };
    read_given(reader, value, &mut scope);
}

/// Reads a value whose parameters are given in registers, or says why that cannot be, which is told nowhere else.
pub(super) fn read_alone(
    reader: &mut RulesetReader<'_>,
    value: &ValueDefinition<'_>,
    scope: &mut Scope,
) -> Result<NodeId, String> {
    let inlining = &reader.meaning.defined.inlining;
    let circles = inlining.borrow().circles.clone();
    let told = std::mem::take(&mut reader.b.diags);
    let node = read_given(reader, value, scope);
    let said = std::mem::replace(&mut reader.b.diags, told);
    inlining.borrow_mut().circles = circles;
    match said.sorted().first() {
        Some(problem) if said.has_errors() => Err(problem.message.clone()),
        _ => Ok(node),
    }
}

/// Reads a value whose parameters are given in registers, in their order; the running state is there without being given.
fn read_given(reader: &mut RulesetReader<'_>, value: &ValueDefinition<'_>, scope: &mut Scope) -> NodeId {
    let mut given = Vec::new();
    let mut registers = 0..=u8::MAX;
    for param in &*value.signature.params {
        let ty = match param.ty {
            ParamType::Value(ty) => ty,
            _ => Type::ANY,
        };
        let kind = match ty {
            Type::State => NodeKind::State,
            _ => {
                let register = registers.next().unwrap_or(u8::MAX);
                let kind = LocalKind::Given(register);
                NodeKind::Local(scope.action.add(&param.name, ty, kind))
            }
        };
        given.push(reader.b.node(kind, ty, value.span));
    }
    let (meaning, piece) = (reader.meaning, value.piece(value.span));
    let inlining = &meaning.defined.inlining;
    if !inlining.borrow_mut().opens(reader.b, piece) {
        return reader.b.broken(value.span);
    }
    let node = meaning.read(reader.b, scope, value, given);
    inlining.borrow_mut().closes(reader.b, piece, Some(node));
    node
}
