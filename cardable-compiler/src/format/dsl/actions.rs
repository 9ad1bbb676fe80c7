//! From templates to the builder.

use super::handles::{ParamDeclared, ParamDomain};
use super::lower::Lower;
use super::offers::{Offered, offer, spoken};
use super::query::QueryDraft;
use super::template::{ActionTemplate, Way};
use super::value::Tree;
use crate::hir::build::{
    GestureDraft, ParamDraft, TemplateDraft, TemplateScopes, TestDraft, calls, phrase, shown, template,
    template::scopes,
};
use crate::hir::{ActionScope, Eyes, LocalKind, NodeKind, Query, Scope};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::OptionValue;
use cardable_engine::builtin;
use cardable_engine::ids::StateId;
use cardable_engine::program::{PickWhat, Text};
use cardable_engine::text::{Piece, pieces};
use cardable_engine::value::{Kind, Type, Value};

/// Ways that are one action.
enum Group<'t> {
    Tap {
        queries: Vec<&'t QueryDraft>,
        min: u16,
        max: u16,
        ordered: bool,
    },
    Drag(&'t [QueryDraft], &'t [QueryDraft]),
    Message(&'t str, &'t [ParamDeclared]),
}

/// What sets a template off.
enum Setting<'t> {
    Touch(Group<'t>),
    Offer(Offered<'t>),
}

impl Lower<'_> {
    /// Adds a template: an action for each group of alike ways to set it off.
    pub(super) fn template(
        &mut self,
        state: StateId,
        template: &ActionTemplate,
        compound: Option<(&str, bool)>,
    ) {
        let span = self.span(template.at.0);
        let groups = groups(&template.interaction.0);
        if groups.is_empty() {
            self.b.error(
                Problem::MissingField,
                span,
                format!("nothing sets `{}` off", template.name),
                "give it a query, or a message".to_owned(),
            );
        }
        for group in groups {
            match group {
                Setting::Offer(offered) => {
                    if compound.is_some() {
                        let message = format!(
                            "`{}` is part of a compound action, and nothing is touched or said",
                            template.name
                        );
                        let help = "let it be set off by `tap`, `drag` or `message`";
                        self.b.error(Problem::NotAChoice, span, message, help);
                    }
                    offer(self, state, template, offered, span);
                }
                Setting::Touch(group) => self.one_way(state, template, &group, compound, span),
            }
        }
    }

    fn one_way(
        &mut self,
        state: StateId,
        template: &ActionTemplate,
        group: &Group<'_>,
        compound: Option<(&str, bool)>,
        span: Span,
    ) {
        let given = ActionScope::default();
        let reveals = template.reveals;
        let params = match group {
            Group::Message(_, params) => params.iter().map(|p| self.param(state, p, span)).collect(),
            Group::Tap { .. } | Group::Drag(..) => Vec::new(),
        };
        let mut scopes = match group {
            Group::Tap { queries, max, .. } => {
                let what = match queries.first() {
                    Some(first) if first.zones => PickWhat::Zone,
                    _ => PickWhat::Card,
                };
                scopes::tap_scopes(state, reveals, &given, what, *max == 1)
            }
            Group::Drag(from, to) => {
                let types = (kind_of(from), kind_of(to));
                scopes::drag_scopes(self.b, state, reveals, &given, types, span)
            }
            Group::Message(..) => scopes::message_scopes(self.b, state, reveals, &given, &params, span),
        };
        self.remember(template, &mut scopes);
        let mut tests = Vec::new();
        for (test, message) in &template.tests {
            let node = self.test(&mut scopes.tests, test);
            let message = message.as_deref().map(|m| Text {
                text: self.b.intern(m),
                tokens: Vec::new(),
            });
            tests.push(TestDraft { node, message });
        }
        let asked = match group {
            Group::Tap {
                queries, min, max, ..
            } => GestureDraft::Tap {
                queries: self.queries(&mut scopes.tests, queries.iter().copied()),
                min: *min,
                max: *max,
            },
            Group::Drag(from, to) => GestureDraft::Drag {
                from: self.queries(&mut scopes.tests, from.iter()),
                to: self.queries(&mut scopes.tests, to.iter()),
            },
            Group::Message(name, _) => GestureDraft::Message {
                name: (*name).to_owned(),
                params,
            },
        };
        let steps = self.commands(&mut scopes.body, &template.command);
        let phrase = template.phrase.as_deref();
        let phrase = phrase.and_then(|phrase| phrase::phrase(self.b, phrase, state, span));
        let (label, title) = self.label(state, template, span);
        let said = template.message.as_ref();
        let message = said.and_then(|said| spoken(self, &mut scopes.body, said, Eyes::Acting, span));
        let made = template::add_template(
            self.b,
            TemplateDraft {
                state,
                name: &template.name,
                label: &label,
                asked,
                scopes,
                tests,
                steps,
                message,
                sealed: template.sealed,
                ends_turn: template.ends_turn,
                on_timeout: template.on_timeout,
                compound,
                span,
            },
        );
        if let Some(action) = self.b.hir.actions.get_mut(made.index()) {
            action.phrase = phrase;
            action.by = template.by;
            action.title = title;
            let ordered = matches!(group, Group::Tap { ordered: true, .. });
            if let Some(pick) = action.pick.as_mut().filter(|_| ordered) {
                pick.ordered = true;
            }
        }
    }

    /// The words of a template's label, and the whole of it where it holds values.
    pub(super) fn label(
        &mut self,
        state: StateId,
        template: &ActionTemplate,
        span: Span,
    ) -> (String, Option<Text>) {
        let Some(label) = &template.label else {
            return (template.name.clone(), None);
        };
        let (text, values) = match &label.text.tree {
            Tree::Text(text) => (text.as_str(), &*label.values),
            _ => ("{0}", std::slice::from_ref(&label.text)),
        };
        calls::check_places(self.b, text, values.len(), None, span);
        if values.is_empty() {
            return (text.to_owned(), None);
        }
        let words = pieces(text).filter_map(|piece| match piece {
            Piece::Words(words) => Some(words),
            Piece::Token(_) | Piece::Counted { .. } => None,
        });
        let words: Vec<&str> = words.flat_map(str::split_whitespace).collect();
        let words = match words.is_empty() {
            true => template.name.clone(),
            false => words.join(" "),
        };
        let mut scope = Scope {
            state: Some(state),
            player: true,
            ..Scope::outside()
        };
        let values = values.iter().map(|value| self.value(&mut scope, value)).collect();
        (words, Some(shown::title(self.b, &scope, text, values, span)))
    }

    fn queries<'t>(&mut self, scope: &mut Scope, drafts: impl Iterator<Item = &'t QueryDraft>) -> Vec<Query> {
        let card = scope.action.find("$card").unwrap_or(0);
        drafts.map(|draft| self.query(scope, draft, card)).collect()
    }

    fn remember(&mut self, template: &ActionTemplate, scopes: &mut TemplateScopes) {
        for (name, value) in &template.remembered {
            for scope in [&mut scopes.tests, &mut scopes.body] {
                let node = self.value(scope, value);
                let ty = self.b.get(node).ty;
                scope.action.add(name, ty, LocalKind::Param(node));
            }
        }
    }

    fn param(&mut self, state: StateId, param: &ParamDeclared, span: Span) -> ParamDraft {
        let scope = Scope {
            state: Some(state),
            player: true,
            ..Scope::outside()
        };
        let constants = |values: Vec<Value>, b: &mut crate::hir::build::Builder| {
            let items = values.iter().map(|v| b.constant(*v, span)).collect();
            b.list(items, span)
        };
        let (domain, ways) = match &param.domain {
            ParamDomain::Truth => {
                let both = vec![Value::Bool(false), Value::Bool(true)];
                (constants(both, self.b), 2)
            }
            ParamDomain::Whole(first, last) => {
                if first > last {
                    let message = format!("from {first} to {last} is nothing");
                    self.b
                        .error(Problem::OutOfBounds, span, message, "put the lower bound first");
                }
                let bounds = [*first, *last].map(|n| self.b.constant(Value::Int(n), span));
                let list = self.b.call_of(
                    builtin!(whole_numbers),
                    bounds.to_vec(),
                    Type::List(Kind::Number),
                    span,
                );
                (list, last.saturating_sub(*first).unsigned_abs().saturating_add(1))
            }
            ParamDomain::Texts(texts) => {
                let values = texts.iter().map(|t| Value::Str(self.b.intern(t))).collect();
                (constants(values, self.b), texts.len() as u64)
            }
            ParamDomain::Seats => {
                let kind = NodeKind::Everyone;
                (
                    self.b.node(kind, Type::List(Kind::Seat), span),
                    self.b.hir.head.seats.1.into(),
                )
            }
            ParamDomain::Others => {
                let list = self.b.call(&scope, builtin!(other_players), Vec::new(), span);
                (list, self.b.hir.head.seats.1.into())
            }
        };
        let default = param.default.as_ref().map(|value| match value {
            OptionValue::Bool(b) => Value::Bool(*b),
            OptionValue::Int(n) if param.ty == Type::SEAT => {
                Value::Seat(cardable_engine::ids::Seat(u8::try_from(*n).unwrap_or(u8::MAX)))
            }
            OptionValue::Int(n) => Value::Int(*n),
            OptionValue::Float(n) => Value::Float(*n),
            OptionValue::Text(text) => Value::Str(self.b.intern(text)),
        });
        ParamDraft {
            name: param.name.clone(),
            ty: param.ty,
            domain,
            ways,
            default,
        }
    }
}

fn kind_of(queries: &[QueryDraft]) -> Type {
    match queries {
        [] => Type::ANY,
        all if all.iter().all(|q| q.zones) => Type::ZONE,
        all if all.iter().all(|q| !q.zones) => Type::CARD,
        _ => Type::ANY,
    }
}

/// Taps that find the same sort of things, without looking at them, are one.
fn groups(ways: &[Way]) -> Vec<Setting<'_>> {
    let mut groups: Vec<Setting<'_>> = Vec::new();
    for way in ways {
        match way {
            Way::Tap {
                query,
                min,
                max,
                ordered,
            } => {
                if let Some(Setting::Touch(Group::Tap {
                    queries,
                    min: a,
                    max: b,
                    ordered: c,
                })) = groups.last_mut()
                    && (*a, *b, *c) == (*min, *max, *ordered)
                    && queries
                        .iter()
                        .chain([&query])
                        .all(|q| q.zones == query.zones && q.only == query.only && plain(q))
                {
                    queries.push(query);
                    continue;
                }
                groups.push(Setting::Touch(Group::Tap {
                    queries: vec![query],
                    min: *min,
                    max: *max,
                    ordered: *ordered,
                }));
            }
            Way::Drag { from, to } => groups.push(Setting::Touch(Group::Drag(from, to))),
            Way::Press => groups.push(Setting::Offer(Offered::Press)),
            Way::Vote(state) => groups.push(Setting::Offer(Offered::Vote(*state))),
            Way::Pick(pick) => groups.push(Setting::Offer(Offered::Pick(pick))),
            Way::Message { name, params } => groups.push(Setting::Touch(Group::Message(name, params))),
        }
    }
    groups
}

fn plain(query: &QueryDraft) -> bool {
    let places = query.places.iter().flatten();
    query.properties.is_empty()
        && places
            .into_iter()
            .all(|p| !matches!(p, super::query::QueryPlace::Query(inner) if !plain(&inner.draft)))
}
