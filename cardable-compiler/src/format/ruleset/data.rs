//! Data and parameters.

use super::domains;
use super::fields::Data;
use super::values::RulesetReader;
use crate::check::IN_PLACE;
use crate::format::{entries, literals};
use crate::hir::build::{computed, computed::NOT_YET, lints};
use crate::hir::{NodeId, Scope};
use crate::secrecy;
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::fields::read::{Entries, Items, String as Words, Text};
use crate::text::source::Span;
use cardable_engine::program::{DataDef, DataVisible, Domain};
use cardable_engine::value::{Kind, Type, Value};
use std::collections::BTreeSet;

/// An item of data as read, before its first value is code.
pub(super) struct Item {
    pub(super) def: DataDef,
    /// Its first value, when that is no constant.
    pub(super) node: Option<NodeId>,
    /// Whether it is an empty text at first, and no type says what it will be.
    pub(super) blank: bool,
    /// Where its name is written.
    pub(super) span: Span,
}

impl RulesetReader<'_> {
    /// Reads a list of data items; `of_seats` where every seat has them.
    pub(super) fn items(&mut self, list: Items<'_, Data<'_>>, scope: &Scope, of_seats: bool) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        let mut names = BTreeSet::new();
        for data in list {
            // One more than there may be: that is told when all sizes are known.
            if items.len() > IN_PLACE {
                break;
            }
            let (node, key) = (data.node, data.key());
            if entries::skips(self.b, node, key, "item of data") {
                continue;
            }
            let Some(name) = key.and_then(|key| key.value) else {
                entries::lacks(
                    self.b,
                    node,
                    key,
                    "an item of data has a `key`",
                    "write `\"key\": \"a name\"`, by which rules read it",
                );
                continue;
            };
            let id = self.b.intern(&name);
            if !names.insert(id) {
                self.b.error(
                    Problem::DuplicateName,
                    node.span,
                    format!("`{name}` is there twice"),
                    "give one of them another `key`, or take it out".to_owned(),
                );
                continue;
            }
            let item = self.item(data, id, scope, of_seats);
            if data.domain().is_none() && item.def.computed.is_none() {
                let help = format!("write a `domain`: {}", literals::written(item.def.ty));
                secrecy::domains::check_domain(self.b, &item.def, item.span, &help);
            }
            items.push(item);
        }
        items
    }

    pub(super) fn item(
        &mut self,
        data: Data<'_>,
        name: cardable_engine::ids::StrId,
        scope: &Scope,
        of_seats: bool,
    ) -> Item {
        let ty_named = data.kind();
        let declared = ty_named.and_then(|ty| literals::type_named(self.b, ty));
        let written = data.value();
        let value = written.map(|v| self.value(scope, v));
        let value = value.map(|v| self.b.named_or_nothing(v, declared.unwrap_or(Type::ANY)));
        let (first, code) = match value.map(|built| (built, self.b.constant_value(built))) {
            None => (Value::Nothing, None),
            Some((_, Some(value))) => (value, None),
            Some((built, None)) => (Value::Nothing, Some(built)),
        };
        let found = value.map(|v| self.b.get(v).ty);
        let blank =
            declared.is_none_or(|ty| ty == Type::ANY) && written.is_some_and(|v| v.as_str() == Some(""));
        let ty = declared.unwrap_or_else(|| match found {
            // What is misspelt is not to be said once more where the item is used.
            _ if blank => Type::ANY,
            _ if ty_named.is_some() => ty_named
                .and_then(suggested_type)
                .filter(|ty| found.is_none_or(|found| found.fits(*ty)))
                .unwrap_or(Type::ANY),
            Some(Type::Nothing) | None => Type::ANY,
            Some(Type::List(_)) => Type::List(Kind::Any),
            Some(ty) => ty,
        });
        if let (Some(found), Some(value)) = (found, value)
            && !found.fits(ty)
            && found != Type::Nothing
            && !self.b.is_broken(value)
        {
            let span = self.b.get(value).span;
            let help = lints::as_call(self.b, value);
            let help = help.unwrap_or_else(|| format!("write {}, or `\"type\": \"{found}\"`", ty.such_as()));
            self.b.error(
                Problem::ParameterType,
                span,
                format!("this item is {}, found {}", ty.phrase(), found.phrase()),
                help,
            );
        }
        let computed = data
            .computed()
            .is_some_and(|computed| may_be_computed(self, data, computed.span, name));
        // A text may be written as nothing.
        let is_unset = written.is_none() || ty != Type::STRING;
        let first = match (first, code) {
            (Value::Nothing, None) if is_unset => computed::unset(self.b, ty),
            (value, _) => value,
        };
        let visible = data.visible_to().unwrap_or(DataVisible::All);
        let domain = data
            .domain()
            .map_or(Domain::Unknown, |d| domains::domain(self, d, ty, of_seats));
        if let Some(written) = written
            && code.is_none()
            && found.is_some_and(|found| found.fits(ty))
        {
            domains::check_first(self, written, first, &domain);
        }
        let label = data.label().filter(|label| !label.is_empty());
        let label = label.map(|label| self.b.intern(&label));
        let texts = texts(self, data.texts(), ty);
        let span = data.key().map_or(data.node.span, |key| key.span());
        let def = DataDef {
            label,
            shown: data.shown(),
            texts,
            constant: data.constant().unwrap_or(false),
            visible,
            domain,
            computed: computed.then_some(NOT_YET),
            ..DataDef::open(name, ty, first)
        };
        Item {
            def,
            node: code,
            blank,
            span,
        }
    }

    /// Reads how items are computed, once everything is declared that they may name.
    pub(super) fn computed_items(&mut self) {
        let Some(fields) = self.meaning.home().map(|home| home.fields) else {
            return;
        };
        for (list, of_seat) in [(fields.global_data(), false), (fields.player_data(), true)] {
            for data in list {
                let Some(computed) = data.computed() else {
                    continue;
                };
                let name = data.key().and_then(|key| key.value);
                let id = name.and_then(|name| self.b.hir.strings.find(&self.meaning.own(&name)));
                let data = if of_seat {
                    &self.b.hir.seat_data
                } else {
                    &self.b.hir.globals
                };
                let found = data
                    .iter()
                    .position(|def| Some(def.name) == id && def.computed.is_some());
                let Some(at) = found.and_then(|at| u16::try_from(at).ok()) else {
                    continue;
                };
                let scope = Scope {
                    player: of_seat,
                    ..Scope::outside()
                };
                let value = self.value(&scope, computed);
                computed::compute(self.b, (of_seat, at), &scope, value);
            }
        }
    }

    /// Whether an item of seats' data has a name of its own, saying so when not.
    pub(super) fn check_own_name(&mut self, item: &Item) -> bool {
        let name = self.b.hir.strings.get(item.def.name).to_owned();
        let is_zone = self.b.hir.seat_zone_named(&name).is_some();
        let message = match &*name {
            "name" => "`name` is what a seat is called".to_owned(),
            _ if is_zone => {
                format!("`{name}` is a zone of seats, too: `$player.{name}` can mean only one of them")
            }
            _ => return true,
        };
        let help = match is_zone {
            true => "give the item, or the zone, another name".to_owned(),
            false => "give the item another `key`".to_owned(),
        };
        self.b.error(Problem::DuplicateName, item.span, message, help);
        false
    }
}

/// What players read instead of values: each is written as a key of an object.
fn texts(
    reader: &mut RulesetReader<'_>,
    written: Entries<'_, Words>,
    ty: Type,
) -> Vec<(Value, cardable_engine::ids::StrId)> {
    let mut texts = Vec::new();
    for (member, text) in written {
        let key = &*member.key;
        let number = || key.parse::<i64>().ok().map(Value::Int);
        let value = match (ty, key) {
            (_, "nothing") => Some(Value::Nothing),
            (Type::One(Kind::Bool), "true") => Some(Value::Bool(true)),
            (Type::One(Kind::Bool), "false") => Some(Value::Bool(false)),
            (Type::One(Kind::Number), _) => number(),
            (Type::One(Kind::String), _) => Some(Value::Str(reader.b.intern(key))),
            _ => None,
        };
        let Some(value) = value else {
            reader.b.error(
                Problem::NotAValue,
                member.key_span,
                format!("this item is never `{key}`: it is {}", ty.phrase()),
                "the keys of `texts` are `true`, `false`, whole numbers, texts or `nothing`, as the type of the item is".to_owned(),
            );
            continue;
        };
        let text = reader.b.intern(&text);
        texts.push((value, text));
    }
    texts
}

/// Whether an item may be computed, saying so when not.
fn may_be_computed(
    reader: &mut RulesetReader<'_>,
    data: Data<'_>,
    span: Span,
    name: cardable_engine::ids::StrId,
) -> bool {
    let beside = [
        ("value", data.value().is_some()),
        ("domain", data.domain().is_some()),
        ("const", data.constant().is_some()),
    ];
    let beside = beside.into_iter().find(|(_, is_given)| *is_given);
    let (message, help) = if !reader.may_compute {
        (
            "only items of `global_data` and `player_data` are computed".to_owned(),
            "move it there, or set it in a step".to_owned(),
        )
    } else if reader.b.hir.strings.get(name) == "score" {
        (
            "`score` is what steps count, and cannot be computed".to_owned(),
            "give the item another `key`, and let a step `set_score` to it".to_owned(),
        )
    } else if let Some((field, _)) = beside {
        (
            format!("an item that is computed has no `{field}`"),
            format!("take out `{field}`, or `computed`"),
        )
    } else {
        return true;
    };
    reader.b.error(Problem::ComputedBeside, span, message, help);
    false
}

/// The type that a misspelt name was probably meant for.
pub(super) fn suggested_type(text: Text<'_>) -> Option<Type> {
    let near = did_you_mean(&text, Type::NAMES.iter().copied());
    near.and_then(Type::named)
}
