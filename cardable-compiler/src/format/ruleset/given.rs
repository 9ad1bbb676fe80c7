//! What a fragment was handed, where it reads that.

use super::definitions::ValueDefinition;
use super::fragments::{Given, Handed, name_in};
use super::meaning::{Meaning, without_names};
use super::values::RulesetReader;
use crate::hir::build::{Builder, args};
use crate::hir::{NodeId, Scope};
use crate::text::diag::{Code as Problem, suggestion_or_list};
use crate::text::json::Node;
use crate::text::source::Span;
use cardable_engine::ids::{StateId, StrId};
use cardable_engine::primitives::{Arity, Callee, Own, OwnParam, ParamType, Signature};
use cardable_engine::program::DataDef;
use cardable_engine::value::Type;

impl<'a> Meaning<'a> {
    /// What was handed over for a parameter of the fragment that is read.
    pub(super) fn handed(&self, name: &str) -> Option<&'a Given<'a>> {
        let params = &self.fragment()?.params;
        params.iter().find(|param| param.key == name)
    }

    /// The defined value of a card whose name was handed over as that of an attribute.
    pub(super) fn card_value_handed(&self, param: &Given<'_>) -> Option<&'a ValueDefinition<'a>> {
        let name = name_in(param.node.filter(|_| param.what == Handed::Attribute)?)?;
        let there = self.at(param.home);
        match there.handed(name).filter(|outer| outer.what == param.what) {
            Some(outer) => there.card_value_handed(outer),
            None => {
                let value = there.value_named(name)?;
                let [of] = &*value.signature.params else {
                    return None;
                };
                args::may_take(of.ty, Type::CARD).then_some(value)
            }
        }
    }

    /// The name that was handed over, of something that is no value.
    pub(super) fn name_handed(&self, param: &Given<'_>) -> Option<String> {
        let name = name_in(param.node.filter(|_| !param.is_missing())?)?;
        let there = self.at(param.home);
        // A fragment may hand on what it was handed itself.
        match there.handed(name).filter(|outer| outer.what == param.what) {
            Some(outer) => there.name_handed(outer),
            None if matches!(param.what, Handed::SeatData) && there.is_own_item(name) => {
                Some(there.own(name))
            }
            None => Some(name.to_owned()),
        }
    }

    /// How the ruleset calls an item of the data of seats.
    pub(super) fn seat_item(&self, key: &str) -> String {
        let handed = self.handed(key).filter(|param| param.what == Handed::SeatData);
        match handed.and_then(|param| self.name_handed(param)) {
            Some(name) => name,
            None if self.is_own_item(key) => self.own(key),
            None => key.to_owned(),
        }
    }

    /// A parameter of the fragment as a value.
    pub(super) fn value_handed(
        &self,
        b: &mut Builder,
        scope: &Scope,
        param: &Given<'_>,
        span: Span,
    ) -> NodeId {
        match param.what {
            Handed::SeatZone | Handed::SeatData | Handed::Attribute | Handed::State => {
                match self.name_handed(param) {
                    Some(name) => b.text(&name, span),
                    None => b.broken(span),
                }
            }
            Handed::Data | Handed::Value(_) => {
                let Some(node) = param.node.filter(|_| !param.is_missing()) else {
                    return b.broken(span);
                };
                let there = self.at(param.home);
                if let Some(name) = name_in(node)
                    && let Some(outer) = there.handed(name).filter(|outer| outer.what == param.what)
                {
                    return there.value_handed(b, scope, outer, span);
                }
                let scope = without_names(scope);
                let mut reader = RulesetReader {
                    b,
                    meaning: there,
                    may_compute: false,
                    fills: false,
                };
                let node = reader.value(&scope, node);
                match param.what {
                    Handed::Value(ty) => fitting(b, &scope, param, node, ty),
                    _ => node,
                }
            }
        }
    }
}

/// A value that was handed over, as a primitive would take it as its parameter.
fn fitting(b: &mut Builder, scope: &Scope, param: &Given<'_>, node: NodeId, ty: Type) -> NodeId {
    let span = b.get(node).span;
    let own = Own {
        name: param.import.clone(),
        doc: String::new(),
        params: vec![OwnParam {
            name: param.key.to_owned(),
            doc: String::new(),
            ty: ParamType::Value(ty),
            arity: Arity::Required,
        }],
        result: Type::Nothing,
        acts: false,
    };
    let signature = Callee::from(Signature::from(own));
    let told = std::mem::take(&mut b.diags);
    let fits = args::check_args(b, scope, &signature, vec![node], span);
    let mut said = std::mem::replace(&mut b.diags, told);
    // The import is no call, so it is not written as one.
    let call = format!("write `{}(", param.import);
    said.reword(|problem| {
        if problem.help.as_ref().is_some_and(|help| help.starts_with(&call)) {
            problem.help = Some(format!("hand over {}", ty.such_as()));
        }
    });
    b.diags.append(said);
    match fits.and_then(|fits| fits.first().copied()) {
        Some(fits) => fits,
        None => b.broken(span),
    }
}

/// Looks whether what was handed over is what the parameter takes, and says so when not.
pub(super) fn check(reader: &mut RulesetReader<'_>, param: &Given<'_>) {
    let Some(node) = param.node else {
        return;
    };
    let there = reader.meaning.at(param.home);
    // What a fragment was not handed itself it cannot hand on; that was told.
    let outer = name_in(node).and_then(|name| there.handed(name));
    let is_lost = outer.is_some_and(|outer| outer.what == param.what && outer.is_missing());
    let fits = !is_lost
        && match param.what {
            Handed::Value(_) | Handed::Data => value_fits(reader, param, node),
            Handed::SeatZone | Handed::SeatData | Handed::Attribute | Handed::State => {
                name_fits(reader, param, node)
            }
        };
    param.is_unfit.set(!fits);
}

fn value_fits(reader: &mut RulesetReader<'_>, param: &Given<'_>, node: &Node) -> bool {
    let mut scope = Scope {
        player: true,
        ..Scope::outside()
    };
    let told = std::mem::take(&mut reader.b.diags);
    let mut fits = value_fits_in(reader, &scope, param, node);
    let mut said = std::mem::take(&mut reader.b.diags);
    // Data of a state is there in that state alone.
    let states = if fits { 0 } else { states(reader) };
    for state in 0..states {
        scope.state = Some(StateId(state));
        fits = value_fits_in(reader, &scope, param, node);
        let here = std::mem::take(&mut reader.b.diags);
        if fits {
            said = here;
            break;
        }
    }
    if param.what == Handed::Data {
        said.reword(|problem| {
            if problem.code == Problem::NotAPlace {
                (problem.message, problem.help) = no_place(reader, param, node);
            }
        });
    }
    reader.b.diags = told;
    reader.b.diags.append(said);
    fits
}

/// What is told of something that was handed over as a place for data and is none.
fn no_place(reader: &RulesetReader<'_>, param: &Given<'_>, node: &Node) -> (String, Option<String>) {
    let hir = &reader.b.hir;
    let name = name_in(node);
    let is_among = |items: &[DataDef]| items.iter().any(|item| Some(hir.strings.get(item.name)) == name);
    let help = match name {
        Some(name) if is_among(&hir.globals) => format!("write `\"$globals.{name}\"`"),
        Some(name) if is_among(&hir.seat_data) => format!("write `\"$player.{name}\"`"),
        _ => "write where the data stands, such as `\"$globals.round\"` or `\"$player.score\"`".to_owned(),
    };
    let found = match name {
        Some(name) => format!("`{name}`"),
        None => node.kind().to_owned(),
    };
    let message = format!(
        "`{}` of `{}` takes data that steps can set, found {found}",
        param.key, param.import
    );
    (message, Some(help))
}

fn value_fits_in(reader: &mut RulesetReader<'_>, scope: &Scope, param: &Given<'_>, node: &Node) -> bool {
    let meaning = reader.meaning;
    let value = meaning.value_handed(reader.b, scope, param, node.span);
    match param.what {
        Handed::Data => args::check_place(reader.b, value),
        _ => !reader.b.is_broken(value),
    }
}

/// How many states are tried for what may be their data.
fn states(reader: &RulesetReader<'_>) -> u16 {
    const MOST_TRIED: u16 = 32;
    (reader.b.hir.states.len() as u16).min(MOST_TRIED)
}

fn name_fits(reader: &mut RulesetReader<'_>, param: &Given<'_>, node: &Node) -> bool {
    let name = reader.meaning.name_handed(param);
    let hir = &reader.b.hir;
    let (noun, known): (_, Vec<StrId>) = match param.what {
        Handed::Attribute => (
            "an attribute of cards",
            hir.cards
                .attributes
                .iter()
                .map(|attribute| attribute.name)
                .collect(),
        ),
        Handed::State => ("a state", hir.states.iter().map(|state| state.name).collect()),
        Handed::SeatData => (
            "an item of the data of seats",
            hir.seat_data.iter().map(|item| item.name).collect(),
        ),
        Handed::SeatZone | Handed::Data | Handed::Value(_) => (
            "a zone of seats",
            hir.zones.seat.iter().map(|zone| zone.name).collect(),
        ),
    };
    let known = hir.names_of(known);
    let is_known = name.as_deref().is_some_and(|name| known.contains(&name));
    if is_known
        || param.what == Handed::Attribute && hir.cards.are_missing
        || reader.meaning.card_value_handed(param).is_some()
    {
        return true;
    }
    // What stands behind the dot is the name: `$player.score`.
    let behind = name.as_deref().and_then(|name| name.rsplit_once('.'));
    let (found, help) = match &name {
        Some(name) => (
            format!("`{name}`"),
            match behind.filter(|(_, behind)| known.contains(behind)) {
                Some((_, behind)) => format!("write `\"{behind}\"`"),
                None => suggestion_or_list(name, &known, "declare it, or hand over another"),
            },
        ),
        None => (
            node.kind().to_owned(),
            format!("write the name of {noun}, in quotation marks"),
        ),
    };
    let message = format!(
        "`{}` of `{}` takes the name of {noun}, found {found}",
        param.key, param.import
    );
    reader.b.error(Problem::ParameterType, node.span, message, help);
    false
}
