//! Values and conditions as JSON.

use super::fields::{CALL, Call};
use super::meaning::Meaning;
use super::{called_actions, scripts};
use crate::expr::filled::{self, Part};
use crate::expr::{self, Origin};
use crate::hir::build::{
    Builder, NAMESPACES, SINGLE, UsedAs, answers, args, beside, calls, lints, query, shown,
};
use crate::hir::{NodeId, Scope, Stmt};
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::fields::read::Text;
use crate::text::json::{Member, Node, Number, Value as Json, string_offset};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{self, CallKind, Callee, ParamType};
use cardable_engine::program::Text as ProgramText;
use cardable_engine::value::{Type, Value};

pub(super) struct RulesetReader<'a> {
    pub(super) b: &'a mut Builder,
    pub(super) meaning: Meaning<'a>,
    /// Whether the items of data that are read may be computed.
    pub(super) may_compute: bool,
    /// Whether values may stand in texts, as in what a question says.
    pub(super) fills: bool,
}

/// An expression inside a JSON string.
struct InString<'a> {
    text: &'a str,
    string: Span,
    skipped: u32,
}

impl Origin for InString<'_> {
    fn span(&self, start: u32, end: u32) -> Span {
        let at = |offset: u32| string_offset(self.text, self.string, (offset + self.skipped) as usize);
        Span {
            file: self.string.file,
            start: at(start),
            end: at(end),
        }
    }
}

impl RulesetReader<'_> {
    /// A value: a literal, a reference, a call, a list or an expression.
    pub(super) fn value(&mut self, scope: &Scope, node: &Node) -> NodeId {
        match &node.value {
            Json::Null => self.b.constant(Value::Nothing, node.span),
            Json::Bool(b) => self.b.constant(Value::Bool(*b), node.span),
            Json::Number(Number::Int(n)) => self.b.constant(Value::Int(*n), node.span),
            Json::Number(Number::Float(n)) => self.b.constant(Value::Float(*n), node.span),
            Json::String(text) => self.text(scope, text, node.span),
            Json::Array(items) => {
                let nodes = items.iter().map(|item| self.value(scope, item)).collect();
                self.b.list(nodes, node.span)
            }
            Json::Object(members) if members.is_empty() => self.b.constant(Value::Nothing, node.span),
            Json::Object(_) => self.call(scope, node),
            Json::Invalid => self.b.broken(node.span),
        }
    }

    /// A text where a value stands.
    fn text(&mut self, scope: &Scope, text: &str, span: Span) -> NodeId {
        let trimmed = text.trim();
        if let Some(rest) = trimmed.strip_prefix('=') {
            let skipped = text.len() - text.trim_start().len() + 1;
            return self.expression(scope, rest, span, skipped as u32);
        }
        if is_reference(trimmed) || self.is_bare_call(trimmed) || self.meaning.names_import(trimmed) {
            let skipped = (text.len() - text.trim_start().len()) as u32;
            return self.expression(scope, trimmed, span, skipped);
        }
        if self.fills && filled::has_values(text) {
            return self.filled(scope, text, span);
        }
        // It may be a defined value, or one of an imported fragment.
        if self.b.hir.head.lacks_rules && is_path(trimmed) {
            return self.b.broken(span);
        }
        let node = self.b.text(text, span);
        lints::note_text(self.b, node);
        node
    }

    /// A text with its values.
    fn filled(&mut self, scope: &Scope, text: &str, span: Span) -> NodeId {
        let Ok(parts) = filled::parts_of(text) else {
            return filled::not_closed(self.b, span);
        };
        let mut nodes = Vec::with_capacity(parts.len());
        for part in parts {
            nodes.push(match part {
                Part::Words(words) => self.b.text(words, span),
                Part::Value(value, at) => self.expression(scope, value, span, at as u32),
            });
        }
        self.b.call(scope, builtin!(concat), nodes, span)
    }

    /// What a button says: the words alone, and with the values that stand in it in braces, as the acting seat sees them.
    pub(super) fn label(&mut self, scope: &Scope, text: &str, span: Span) -> (String, Option<ProgramText>) {
        if !filled::has_values(text) {
            return (text.to_owned(), None);
        }
        let Ok(parts) = filled::parts_of(text) else {
            filled::not_closed(self.b, span);
            return (text.to_owned(), None);
        };
        let (mut words, mut places, mut values) = (String::new(), String::new(), Vec::new());
        for part in parts {
            match part {
                Part::Words(plain) => {
                    words.push_str(plain);
                    places.push_str(plain);
                }
                Part::Value(value, at) => {
                    places.push_str(&format!("{{{}}}", values.len()));
                    values.push(self.expression(scope, value, span, at as u32));
                }
            }
        }
        let words: Vec<&str> = words.split_whitespace().collect();
        let title = shown::title(self.b, scope, &places, values, span);
        (words.join(" "), Some(title))
    }

    /// Whether a text is a call without parameters: `name()`, or the bare name of
    /// a primitive that reads something and takes none.
    fn is_bare_call(&self, text: &str) -> bool {
        match text.strip_suffix("()") {
            Some(name) => {
                !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
            }
            None => {
                let found = self.b.find(text);
                let defined = self.meaning.value_named(text);
                found
                    .or(defined.map(|value| value.signature.clone()))
                    .is_some_and(|p| {
                        p.params.is_empty()
                            && matches!(p.kind, CallKind::Query | CallKind::Script { acts: false })
                    })
            }
        }
    }

    /// The function of a query: `= card => card.value > 5`, or the name of a property.
    fn function(
        &mut self,
        scope: &Scope,
        primitive: &primitives::Signature,
        over: NodeId,
        text: &str,
        string: Span,
    ) -> NodeId {
        let Some(rest) = text.trim_start().strip_prefix('=') else {
            return match self.meaning.value_named(text.trim()) {
                Some(_) => {
                    let item = query::bind_item(self.b, over, string);
                    let body = self.member(scope, item, text.trim(), string);
                    query::function(self.b, item, body, string)
                }
                None => self.b.text(text.trim(), string),
            };
        };
        let source = self.meaning.sources.file_text(string.file);
        let origin = InString {
            text: &source,
            string,
            skipped: (text.len() - rest.len()) as u32,
        };
        match expr::parse(rest) {
            Ok(tree) => expr::function(self.b, scope, &self.meaning, &origin, primitive, over, &tree),
            Err(error) => {
                self.unreadable(&origin, error);
                self.b.broken(string)
            }
        }
    }

    fn expression(&mut self, scope: &Scope, text: &str, string: Span, skipped: u32) -> NodeId {
        let source = self.meaning.sources.file_text(string.file);
        let origin = InString {
            text: &source,
            string,
            skipped,
        };
        match expr::parse(text) {
            Ok(tree) => expr::compile(self.b, scope, &self.meaning, &origin, &tree),
            Err(error) => {
                self.unreadable(&origin, error);
                self.b.broken(string)
            }
        }
    }

    /// The steps of a text, which is an expression with or without `=`.
    pub(super) fn steps_of_text(&mut self, scope: &mut Scope, text: &str, string: Span) -> Vec<Stmt> {
        let rest = text.trim_start();
        let rest = rest.strip_prefix('=').unwrap_or(rest);
        let source = self.meaning.sources.file_text(string.file);
        let origin = InString {
            text: &source,
            string,
            skipped: (text.len() - rest.len()) as u32,
        };
        match expr::parse(rest) {
            Ok(tree) => expr::steps(self.b, scope, &self.meaning, &origin, &tree),
            Err(error) => {
                lints::misread_step(self.b, scope);
                let help = expr::assignment(rest).or(error.help);
                self.unreadable(&origin, expr::SyntaxError { help, ..error });
                Vec::new()
            }
        }
    }

    fn unreadable(&mut self, origin: &dyn Origin, error: expr::SyntaxError) {
        let span = origin.span(error.start, error.end);
        let message = error.message.clone();
        let called = error.callee.as_deref().and_then(|name| self.callee_named(name));
        let help = match called {
            Some(callee) => format!("write the values alone: `{}`", args::signature(&callee)),
            None => error.what_to_write(),
        };
        self.b.error(Problem::BadExpression, span, message, help);
    }

    /// What can be called by a name: a primitive, or what the ruleset defines.
    fn callee_named(&self, name: &str) -> Option<Callee> {
        let value = self
            .meaning
            .value_named(name)
            .map(|value| value.signature.clone());
        let action = || {
            self.meaning
                .action_named(name)
                .map(|action| action.signature.clone())
        };
        value.or_else(action).or_else(|| self.b.find(name))
    }

    /// A condition: texts are expressions outright, a list means all of it.
    pub(super) fn condition(&mut self, scope: &Scope, node: &Node) -> NodeId {
        let built = match &node.value {
            Json::String(text) => {
                let rest = text.trim_start().strip_prefix('=').unwrap_or(text);
                self.expression(scope, rest, node.span, (text.len() - rest.len()) as u32)
            }
            Json::Array(items) => {
                let parts = items.iter().map(|item| self.condition(scope, item)).collect();
                self.b.call(scope, builtin!(and), parts, node.span)
            }
            Json::Object(_) => match (Call { node }).condition() {
                Some(condition) => {
                    CALL.check_keys(node, &mut self.b.diags);
                    self.condition(scope, condition)
                }
                None if (Call { node }).function().is_some() => {
                    CALL.check_keys(node, &mut self.b.diags);
                    scripts::function_in_place(self, scope, Call { node }, UsedAs::Condition)
                }
                None => self.value(scope, node),
            },
            _ => self.value(scope, node),
        };
        if !self.b.is_broken(built)
            && let Some(ty) = calls::not_boolean(&self.b.hir, built)
        {
            self.b.error(
                Problem::ParameterType,
                node.span,
                format!("a condition is a boolean, found {}", ty.phrase()),
                crate::hir::build::calls::as_condition(ty),
            );
            return self.b.broken(node.span);
        }
        built
    }

    fn call(&mut self, scope: &Scope, node: &Node) -> NodeId {
        let problems = self.b.diags.error_count();
        CALL.check_keys(node, &mut self.b.diags);
        let repaired = (self.b.diags.error_count() > problems).then(|| CALL.repaired(node));
        let node = repaired.as_ref().unwrap_or(node);
        let call = Call { node };
        if call.function().is_some() {
            return scripts::function_in_place(self, scope, call, UsedAs::Value);
        }
        let Some(endpoint) = call.endpoint() else {
            if !self.is_call_by_key(node) {
                self.b.error(
                    Problem::MissingField,
                    node.span,
                    "a call has an `endpoint`",
                    "write `{ \"endpoint\": \"name()\", \"params\": [ … ] }`".to_owned(),
                );
            }
            return self.b.broken(node.span);
        };
        let meaning = self.meaning;
        if let Some(value) = endpoint.value.and_then(|name| meaning.value_named(called(&name))) {
            let args = self.params(scope, &value.signature, call.params());
            return meaning.inlined(self.b, scope, value, args, node.span);
        }
        if let Some(action) = endpoint
            .value
            .and_then(|name| meaning.action_named(called(&name)))
        {
            return called_actions::as_value(self.b, action, node.span);
        }
        let Some(primitive) = endpoint.value.and_then(|name| self.endpoint(name)) else {
            return self.b.broken(node.span);
        };
        let mut args = self.params(scope, &primitive, call.params());
        let rule = (call.valid(), call.valid_message());
        args.extend(self.answer_rule(scope, &primitive, rule, node.span));
        args.extend(self.answer_order(scope, &primitive, call.ordered()));
        self.b.call(scope, &primitive, args, node.span)
    }

    /// Whether the order of the cards that a prompt asks for is the seat's.
    pub(super) fn answer_order(
        &mut self,
        scope: &Scope,
        primitive: &primitives::Signature,
        ordered: Option<&Node>,
    ) -> Option<NodeId> {
        let ordered = ordered?;
        if beside::parameter(primitive).is_none() {
            self.b.error(
                Problem::UnknownField,
                ordered.span,
                format!("`{}` asks for nothing that has an order", primitive.name),
                "`ordered` stands beside `prompt_cards`, or in the `pick` of an action",
            );
            return Some(self.b.broken(ordered.span));
        }
        let value = self.value(scope, ordered);
        let ty = self.b.get(value).ty;
        if !ty.fits(Type::BOOL) {
            self.b.error(
                Problem::ParameterType,
                ordered.span,
                format!("`ordered` takes a boolean, found {}", ty.phrase()),
                "write `\"ordered\": true`",
            );
            return Some(self.b.broken(ordered.span));
        }
        Some(beside::order(self.b, value))
    }

    /// What must hold of all that a prompt lets a seat pick, with what is said when it does not.
    pub(super) fn answer_rule(
        &mut self,
        scope: &Scope,
        primitive: &primitives::Signature,
        (valid, message): (Option<&Node>, Option<Text<'_>>),
        span: Span,
    ) -> Option<NodeId> {
        let Some(valid) = valid else {
            if let Some(message) = message {
                self.b.error(
                    Problem::MissingField,
                    message.span(),
                    "`valid_message` needs `valid`: what must hold of all that is picked",
                    "write `\"valid\": \"sum($picked, value) == 15\"` beside it, or take it out",
                );
            }
            return None;
        };
        if beside::parameter(primitive).is_none() {
            self.b.error(
                Problem::UnknownField,
                valid.span,
                format!("`{}` lets nobody pick what has to go together", primitive.name),
                "`valid` stands beside `prompt_cards`, or in an action with a pick",
            );
            return Some(self.b.broken(span));
        }
        let (inner, _) = answers::scope_of(scope);
        let condition = self.condition(&inner, valid);
        let message = message.map(|text| ProgramText {
            text: self.b.intern(&text),
            tokens: Vec::new(),
        });
        Some(answers::rule(self.b, inner, condition, message, valid.span))
    }

    /// Whether an object has the name of a primitive as a key; then this is what is said of the key.
    pub(super) fn is_call_by_key(&mut self, node: &Node) -> bool {
        let names_one = |member: &&Member| self.b.find(&member.key).is_some();
        let Some(member) = node.members().iter().find(names_one) else {
            return false;
        };
        let help = format!(
            "write `{{ \"endpoint\": \"{}\", \"params\": [ … ] }}`",
            member.key
        );
        self.b.diags.reword(|problem| {
            if problem.code == Problem::UnknownField && problem.span == Some(member.key_span) {
                problem.help = Some(help.clone());
            }
        });
        true
    }

    /// The primitive that an `endpoint` names, with or without parentheses.
    pub(super) fn endpoint(&mut self, written: Text<'_>) -> Option<primitives::Callee> {
        let text = written.trim();
        let name = text.strip_suffix("()").unwrap_or(text);
        if let Some((callee, params)) = name.split_once('(')
            && let Some(primitive) = self.b.find(callee.trim())
        {
            let whole = "write the whole as a text, without `endpoint`".to_owned();
            let help = match params.strip_suffix(')') {
                Some(_) => format!(
                    "write the text `\"{name}\"` in place of the object, or the parameters in `params`"
                ),
                None => whole,
            };
            self.b.error(
                Problem::UnknownPrimitive,
                written.span(),
                format!("`endpoint` is a name, `{}`, without parameters", primitive.name),
                help,
            );
            return None;
        }
        calls::primitive(self.b, name, written.span())
    }

    /// A member of something, which may be a value that the ruleset defines.
    pub(super) fn member(&mut self, scope: &Scope, of: NodeId, name: &str, span: Span) -> NodeId {
        match self.meaning.member_of_value(self.b, scope, of, name, span) {
            Some(node) => node,
            None => self.b.member(scope, of, name, span),
        }
    }

    /// The parameters of a call: one or a list. Where the step is done for each
    /// of several seats, the others may read `$player`.
    pub(super) fn params(
        &mut self,
        scope: &Scope,
        primitive: &primitives::Signature,
        params: Option<&Node>,
    ) -> Vec<NodeId> {
        let Some(params) = params else { return Vec::new() };
        if matches!(&params.value, Json::Object(members) if members.is_empty()) {
            return Vec::new();
        }
        if let Some(member) = named_parameter(primitive, params) {
            let message = format!(
                "`{}` names a parameter, and parameters are told by their order",
                member.key
            );
            let help = format!(
                "write the values in a list, `\"params\": [ … ]`, as in `{}`",
                args::signature(primitive)
            );
            self.b
                .error(Problem::BadExpression, member.key_span, message, help);
            return vec![self.b.broken(params.span)];
        }
        // A primitive with a single list parameter may get the list itself.
        let items = match &params.value {
            Json::Array(items) => items.as_slice(),
            _ => std::slice::from_ref(params),
        };
        let each = primitive.params.iter().position(|p| p.ty == ParamType::EachSeat);
        let mut inner = scope.clone();
        inner.player |= each.is_some();
        let mut nodes: Vec<NodeId> = Vec::with_capacity(items.len());
        let fills = std::mem::replace(&mut self.fills, primitive.kind == CallKind::Ask);
        for (at, item) in items.iter().enumerate() {
            let scope = if Some(at) == each { scope } else { &inner };
            let takes = primitive.params.get(at).map(|p| p.ty);
            let node = match (takes, item.as_str(), nodes.first()) {
                (Some(ParamType::Function), Some(text), Some(over)) => {
                    self.function(scope, primitive, *over, text, item.span)
                }
                _ => self.value(scope, item),
            };
            nodes.push(node);
        }
        self.fills = fills;
        nodes
    }
}

/// The first key of an object that is no call, and names a parameter or nearly so.
fn named_parameter<'n>(primitive: &primitives::Signature, params: &'n Node) -> Option<&'n Member> {
    let member = params.members().first()?;
    let names = || primitive.params.iter().map(|param| &*param.name);
    let is_named = names().any(|name| *name == *member.key) || did_you_mean(&member.key, names()).is_some();
    (is_named && !Call { node: params }.is_call()).then_some(member)
}

/// The `message` of a condition object.
pub(super) fn condition_message(node: &Node) -> Option<Text<'_>> {
    Call { node }.message()
}

/// The name of what an `endpoint` calls, with or without parentheses.
pub(super) fn called(endpoint: &str) -> &str {
    let name = endpoint.trim();
    name.strip_suffix("()").unwrap_or(name)
}

/// The conditions of a list, which all must hold, with the `message` of each; where none has one, there is nothing to tell apart.
pub(super) fn conditions_with_messages(node: &Node) -> Vec<(&Node, Option<Text<'_>>)> {
    let Json::Array(items) = &node.value else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    for item in items {
        let inner = conditions_with_messages(item);
        match inner.is_empty() {
            true => parts.push((item, condition_message(item))),
            false => parts.extend(inner),
        }
    }
    match parts.iter().any(|(_, message)| message.is_some()) {
        true => parts,
        false => Vec::new(),
    }
}

/// Whether a text is a word, or words with dots between them.
fn is_path(text: &str) -> bool {
    text.split('.').all(is_word)
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Whether a text is a reference: it begins with `$`, or with a word that only
/// references begin with and a dot.
pub(super) fn is_reference(text: &str) -> bool {
    if text.starts_with('$') {
        return true;
    }
    let Some((first, rest)) = text.split_once('.') else {
        return false;
    };
    (NAMESPACES.contains(&first) || SINGLE.contains(&first))
        && rest
            .split('.')
            .all(|part| is_word(part.strip_suffix("()").unwrap_or(part)))
}
