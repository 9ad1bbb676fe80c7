//! House rules that are chosen before the game: the same objects in every dialect that has them.

use super::entries;
use super::literals::{self, ReadsLiterals};
use super::shapes::Range;
use crate::hir::build::Builder;
use crate::text::diag::Code as Problem;
use crate::text::fields::declare::{any_of, object};
use crate::text::fields::read::{Any, At, Items, List, Name, Placed, String, Text};
use cardable_engine::program::{SettingDef, Values};
use cardable_engine::value::{Type, Value};
use std::collections::BTreeSet;

object! {
    /// a house rule, which rules read by its key
    struct HouseRule<'n> = OPTION: "option" {
        /// its name
        key: At<Name>,
        /// boolean, number or string; follows from the value when left out
        kind "type": String,
        /// what it is when nobody chooses
        value: Any,
        /// what players read
        label: String => for_people,
        /// what may be chosen: a list, or {"min": …, "max": …}
        domain: At<OptionDomain<'n>>,
    }
}

any_of! {
    /// What may be chosen of an option.
    enum OptionDomain<'n> {
        List(List<Any>),
        Range(Range<'n>),
    }
}

/// How a dialect reads its options.
pub(crate) trait ReadsOptions: ReadsLiterals {
    /// How rules write an option.
    fn as_read(&self, key: &str) -> std::string::String;

    /// Whether an option may be called so, saying so when not.
    fn may_be_called(&mut self, key: &Text<'_>) -> bool;
}

/// Declares the options of a game.
pub(crate) fn options<R: ReadsOptions>(reader: &mut R, list: Items<'_, HouseRule<'_>>) {
    let mut names = BTreeSet::new();
    for option in list {
        let (node, key) = (option.node, option.key());
        if entries::skips(reader.builder(), node, key, "option") {
            continue;
        }
        let Some(name) = key.and_then(|key| key.value) else {
            let help = format!(
                "write `\"key\": \"a_name\"`, by which rules read it as `{}`",
                reader.as_read("a_name")
            );
            let message = "an option has a `key`";
            entries::lacks(reader.builder(), node, key, message, &help);
            // Whoever writes options as an object, each by its name, reads them by these names.
            let strange = node
                .members()
                .iter()
                .filter(|member| OPTION.field(&member.key).is_none());
            for member in strange {
                faulty(reader.builder(), &member.key);
            }
            continue;
        };
        if !names.insert(reader.builder().intern(&name)) {
            reader.builder().error(
                Problem::DuplicateName,
                name.span(),
                format!("there are two options `{name}`"),
                "give one of them another `key`, or take it out",
            );
            continue;
        }
        if !reader.may_be_called(&name) {
            continue;
        }
        match option_def(reader, option, &name) {
            Some(def) => {
                let hir = &mut reader.builder().hir;
                hir.settings.push(def);
                hir.places.options.push(name.span());
            }
            None => faulty(reader.builder(), &name),
        }
    }
}

/// Notes that something of an option could not be read, so that nothing is said of where rules read it.
fn faulty(b: &mut Builder, name: &str) {
    let name = b.intern(name);
    b.hir.places.faulty_options.insert(name);
}

fn option_def<R: ReadsOptions>(reader: &mut R, option: HouseRule<'_>, name: &str) -> Option<SettingDef> {
    let built = option.value().map(|value| reader.literal(value));
    let b = reader.builder();
    // What is wrong with it was said.
    if built.is_some_and(|built| b.is_broken(built)) {
        return None;
    }
    let value = built.and_then(|built| b.constant_value(built));
    let (value, ty) = match value {
        Some(value @ Value::Bool(_)) => (value, Type::BOOL),
        Some(value @ (Value::Int(_) | Value::Float(_))) => (value, Type::NUMBER),
        Some(value @ Value::Str(_)) => (value, Type::STRING),
        _ => {
            b.error(
                Problem::MissingField,
                option.node.span,
                format!("option `{name}` needs a `value` to be when nobody chooses"),
                "write a boolean, a number or a text",
            );
            return None;
        }
    };
    if !is_of_its_type(reader.builder(), option, ty) {
        return None;
    }
    let written = option.domain();
    let domain = written.and_then(|domain| values_of(reader, domain, ty));
    let b = reader.builder();
    check_usual(b, option, value, domain);
    // `domain` is there and could not be read.
    if domain.is_none() && option.node.get("domain").is_some() {
        faulty(b, name);
    }
    let label = option.label().filter(|label| !label.is_empty());
    Some(SettingDef {
        name: b.intern(name),
        ty,
        value,
        domain,
        label: label.map(|label| b.intern(&label)),
    })
}

/// The values that an option of a type may have.
fn values_of<R: ReadsOptions>(
    reader: &mut R,
    written: Placed<'_, OptionDomain<'_>>,
    ty: Type,
) -> Option<Values> {
    match written.value? {
        OptionDomain::List(values) => literals::one_of(reader, written.node, values.nodes(), ty),
        OptionDomain::Range(range) => {
            let bounds = (range.min(), range.max());
            literals::range(reader.builder(), written.node, bounds, ty)
        }
    }
}

/// Whether the usual value of an option has the type that it says, saying so when not.
fn is_of_its_type(b: &mut Builder, option: HouseRule<'_>, found: Type) -> bool {
    let Some(ty) = option.kind() else {
        return true;
    };
    let wanted = literals::type_named(b, ty);
    let fits = wanted.is_none_or(|wanted| found.fits(wanted));
    if let Some(wanted) = wanted.filter(|_| !fits) {
        let message = format!(
            "this option is {}, and its value {}",
            wanted.phrase(),
            found.phrase()
        );
        let help = format!("write `\"type\": \"{found}\"`, or leave it out");
        b.error(Problem::ParameterType, ty.span(), message, help);
    }
    fits
}

/// Reports an option whose usual value it could not be given.
fn check_usual(b: &mut Builder, option: HouseRule<'_>, value: Value, domain: Option<Values>) {
    if domain.is_none_or(|domain| domain.holds(&b.hir.constants, value)) {
        return;
    }
    let span = option.value().map_or(option.node.span, |n| n.span);
    b.error(
        Problem::OutOfBounds,
        span,
        "this value is none of the option's `domain`",
        "let the `domain` hold the value that the option has when nobody chooses",
    );
}
