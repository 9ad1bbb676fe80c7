//! What names mean in the expressions of this dialect.

use super::builtins::{self, Builtin};
use super::context::{Context, Scored};
use super::facts::Facts;
use super::{effects, queries, targets};
use crate::expr::compile::Compiler;
use crate::expr::compile::{Call, Names, Stands};
use crate::expr::{BinaryOp, Expr, ExprKind, Number, UnaryOp};
use crate::hir::build::{Builder, args, calls, refs};
use crate::hir::{NodeId, NodeKind, Stmt};
use crate::text::diag::{Code as Problem, did_you_mean, suggestion_or_list};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{Callee, Form};
use cardable_engine::program::ZoneName;
use cardable_engine::value::{Kind, Type, Value};

/// The words that stand for something by themselves.
const WORDS: [&str; 5] = [
    "current_player",
    "current_player_index",
    "player_count",
    "turn_number",
    "played_card_index",
];

/// The words that stand for scores where somebody is scored.
const WORDS_OF_SCORING: [&str; 4] = ["hand_value", "my_score", "dealer_value", "dealer_score"];

/// Whether a name is a word of the language somewhere.
pub(super) fn is_word(name: &str) -> bool {
    WORDS.contains(&name) || WORDS_OF_SCORING.contains(&name)
}

/// The language of expressions, as it is spoken in one place of a file.
#[derive(Clone)]
pub(super) struct Language<'f> {
    pub(super) facts: &'f Facts,
    pub(super) at: Context,
}

impl Names for Language<'_> {
    fn name(&self, c: &mut Compiler<'_>, name: &str, span: Span) -> Option<NodeId> {
        Some(self.named_value(c, name, span))
    }

    fn zone_copy(&self, c: &mut Compiler<'_>, zone: &str, index: u32, span: Span) -> Option<NodeId> {
        Some(self.copy(c, zone, index, span))
    }

    fn member(&self, c: &mut Compiler<'_>, base: &Expr, name: &str, span: Span) -> Option<NodeId> {
        Some(self.member_of(c, base, name, span))
    }

    fn binary(
        &self,
        c: &mut Compiler<'_>,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Option<NodeId> {
        match op {
            BinaryOp::And | BinaryOp::Or => Some(self.both(c, op, left, right, span)),
            BinaryOp::Eq | BinaryOp::Ne => Some(self.equality(c, op, left, right, span)),
            BinaryOp::In => Some(self.refused(
                c,
                span,
                "`in` has no meaning here",
                "compare with each: `a == 1 || a == 2`",
            )),
            BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div => None,
            BinaryOp::Rem => {
                let args = vec![self.number(c, left), self.number(c, right)];
                Some(self.call(c, builtin!(signed_remainder), args, span))
            }
        }
    }

    fn call(&self, c: &mut Compiler<'_>, call: Call<'_>) -> Option<NodeId> {
        if call.receiver.is_some() {
            return Some(self.refused(
                c,
                call.span,
                "functions are not called on values here",
                "write the value into the parentheses: `f(value)`",
            ));
        }
        Some(queries::query(self, c, &call.callee.name, call.args, call.span))
    }

    fn step(&self, c: &mut Compiler<'_>, call: Call<'_>) -> Option<Vec<Stmt>> {
        Some(effects::effect(self, c, call))
    }

    fn known(&self, b: &Builder) -> Vec<String> {
        let variables = self.facts.variables.iter().map(|v| v.name.as_str());
        let words = WORDS.into_iter().chain(b.hir.option_names());
        variables.chain(words).map(str::to_owned).collect()
    }
}

impl Language<'_> {
    /// An expression that is true or false.
    pub(super) fn truth(&self, c: &mut Compiler<'_>, expr: &Expr) -> NodeId {
        let built = c.value(expr);
        self.wanted(c, built, Type::BOOL, "a condition")
    }

    /// Says so when a value has another type than is wanted.
    pub(super) fn wanted(&self, c: &mut Compiler<'_>, node: NodeId, ty: Type, what: &str) -> NodeId {
        let found = c.b.get(node).ty;
        let span = c.b.get(node).span;
        if c.b.is_broken(node) || (found.fits(ty) && found != Type::Nothing) || found == Type::ANY {
            return node;
        }
        let named =
            c.b.hir
                .const_text(node)
                .filter(|text| self.facts.variable(text).is_some() || c.b.hir.setting_named(text).is_some());
        let help = match (ty, found) {
            _ if let Some(name) = named => format!("write `{name}` without quotes: in quotes it is a text"),
            (Type::One(Kind::Number), Type::One(Kind::String)) => args::without_quotes(c.b, node),
            (Type::One(Kind::Bool), _) => crate::hir::build::calls::as_condition(found),
            (Type::One(Kind::String), _) => {
                "write a text in quotes, or join values by `concat(a, b)`".to_owned()
            }
            _ => format!("write {}", ty.such_as()),
        };
        c.b.error(
            Problem::ParameterType,
            span,
            format!("{what} is {}, found {}", ty.phrase(), shown(found)),
            help,
        );
        c.b.broken(span)
    }

    fn refused(&self, c: &mut Compiler<'_>, span: Span, why: &str, help: &str) -> NodeId {
        c.b.error(Problem::BadExpression, span, why, help);
        c.b.broken(span)
    }

    /// An operator or the like on values that are there.
    pub(super) fn form(
        &self,
        c: &mut Compiler<'_>,
        form: Form,
        args: Vec<NodeId>,
        ty: Type,
        span: Span,
    ) -> NodeId {
        if args.iter().any(|a| c.b.is_broken(*a)) {
            return c.b.broken(span);
        }
        c.b.node(NodeKind::Form(form, args), ty, span)
    }

    /// A call of a primitive on values that are there.
    pub(super) fn call(
        &self,
        c: &mut Compiler<'_>,
        primitive: &Callee,
        args: Vec<NodeId>,
        span: Span,
    ) -> NodeId {
        if args.iter().any(|a| c.b.is_broken(*a)) {
            return c.b.broken(span);
        }
        c.b.node(NodeKind::Call(primitive.clone(), args), primitive.result, span)
    }

    /// An expression that is a number.
    pub(super) fn number(&self, c: &mut Compiler<'_>, expr: &Expr) -> NodeId {
        let built = c.value(expr);
        self.wanted(c, built, Type::NUMBER, "this")
    }

    /// `&&` and `||`; what is known already is left out.
    fn both(&self, c: &mut Compiler<'_>, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> NodeId {
        let (form, neutral) = if op == BinaryOp::And {
            (Form::And, true)
        } else {
            (Form::Or, false)
        };
        let operands = op.row(left, right).into_iter();
        let nodes: Vec<NodeId> = operands.map(|operand| self.truth(c, operand)).collect();
        let known = |node: &NodeId| match c.b.get(*node).kind {
            NodeKind::Const(Value::Bool(b)) => Some(b),
            _ => None,
        };
        let asked = |node: &NodeId| known(node) != Some(neutral);
        let needed: Vec<NodeId> = nodes.iter().copied().filter(asked).collect();
        match needed.as_slice() {
            [] => nodes[0],
            [only] => *only,
            // What comes after a first operand that decides is never asked.
            [first, ..] if known(first).is_some() => *first,
            _ => self.form(c, form, needed, Type::BOOL, span),
        }
    }

    fn equality(&self, c: &mut Compiler<'_>, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> NodeId {
        let equal = op == BinaryOp::Eq;
        // The place of a card that is there is never -1.
        if self.at.played.is_some() && !self.at.availability {
            let is_index =
                |e: &Expr| matches!(&e.kind, ExprKind::Name { name, .. } if &**name == "played_card_index");
            let is_none = |e: &Expr| {
                matches!(&e.kind, ExprKind::Unary(UnaryOp::Neg, one)
                    if one.kind == ExprKind::Number(Number::Whole(1)))
            };
            if is_index(left) && is_none(right) || is_none(left) && is_index(right) {
                return c.b.constant(Value::Bool(!equal), span);
            }
        }
        let args = vec![c.value(left), c.value(right)];
        let is_option = |node: &NodeId| matches!(c.b.get(*node).kind, NodeKind::Setting(_));
        if !args.iter().any(|node| c.b.is_broken(*node)) {
            // Files may compare whatever they like; what an option is, its declaration says.
            match args.iter().any(is_option) {
                true => calls::check_comparable(c.b, &args, span),
                false => calls::check_printed_either(c.b, &args),
            }
        }
        let form = if equal { Form::Equal } else { Form::NotEqual };
        self.form(c, form, args, Type::BOOL, span)
    }

    // --- names

    /// A name that stands alone.
    pub(super) fn named_value(&self, c: &mut Compiler<'_>, name: &str, span: Span) -> NodeId {
        match name {
            "current_player" => return self.player(c, span),
            "current_player_index" => return self.player_index(c, span),
            "player_count" => return self.player_count(c, span),
            "turn_number" => {
                return match self.facts.kept.turn_number {
                    Some(slot) => c.b.node(NodeKind::Global(slot), Type::NUMBER, span),
                    None => c.b.constant(Value::Int(1), span),
                };
            }
            "played_card_index" => return self.played_index(c, span),
            _ => {}
        }
        if self.at.scored != Scored::Nobody
            && let Some(bound) = self.bound(c, name, span)
        {
            return bound;
        }
        if let Some(zone) = targets::zone_by_name(self, c, name, span) {
            return zone;
        }
        if let Some(score) = self.score_by_name(c, name, span) {
            return score;
        }
        if let Some(found) = self.facts.variable(name) {
            return self.variable_now(c, found, span);
        }
        if let Some(option) = refs::setting(c.b, name, span) {
            return option;
        }
        if let Some(builtin) = builtins::find(name) {
            if builtin.acts {
                return self.acting_value(c, builtin, span);
            }
            return queries::query(self, c, name, &[], span);
        }
        self.unknown_name(c, name, span)
    }

    pub(super) fn acting_value(&self, c: &mut Compiler<'_>, builtin: &Builtin, span: Span) -> NodeId {
        c.b.error(
            Problem::StepAsValue,
            span,
            format!("`{}` changes something and gives no value", builtin.name),
            "write it as an effect of its own".to_owned(),
        );
        c.b.broken(span)
    }

    fn unknown_name(&self, c: &mut Compiler<'_>, name: &str, span: Span) -> NodeId {
        let zones =
            c.b.hir
                .zones
                .shared
                .iter()
                .chain(&c.b.hir.zones.seat)
                .map(|z| z.name);
        let zones = c.b.hir.names_of(zones);
        let variables = self.facts.variables.iter().map(|v| v.name.as_str());
        let functions = builtins::ALL.iter().map(|b| b.name);
        let options = c.b.hir.option_names();
        let known = WORDS
            .into_iter()
            .chain(zones)
            .chain(variables)
            .chain(options)
            .chain(functions);
        let help = match did_you_mean(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => match c.stands {
                Stands::Alone => format!("a text is written in quotes: `'{name}'`"),
                Stands::Before(_) | Stands::ForZone => {
                    "name a variable, an option, a zone, or a function".to_owned()
                }
            },
        };
        c.b.error(
            Problem::UnknownReference,
            span,
            format!("unknown name `{name}`"),
            help,
        );
        c.b.broken(span)
    }

    pub(super) fn player(&self, c: &mut Compiler<'_>, span: Span) -> NodeId {
        match self.at.scored {
            Scored::Role(role) => {
                let name = self.facts.roles[role].name.clone();
                c.b.error(
                    Problem::NoPlayer,
                    span,
                    format!("there is no current player while `{name}` is scored"),
                    "name what is scored by `hand` and `my_score`, or the role by its name",
                );
                c.b.broken(span)
            }
            Scored::Nobody | Scored::Player => c.b.node(NodeKind::Player, Type::SEAT, span),
        }
    }

    /// The current player; while a role is scored that the rules play, the one whose turn it is.
    pub(super) fn player_on_turn(&self, c: &mut Compiler<'_>, span: Span) -> NodeId {
        match self.at.scored {
            Scored::Role(_) => self.call(c, builtin!(current_player), Vec::new(), span),
            Scored::Nobody | Scored::Player => c.b.node(NodeKind::Player, Type::SEAT, span),
        }
    }

    fn player_index(&self, c: &mut Compiler<'_>, span: Span) -> NodeId {
        let player = self.player_on_turn(c, span);
        self.call(c, builtin!(seat_index), vec![player], span)
    }

    fn player_count(&self, c: &mut Compiler<'_>, span: Span) -> NodeId {
        let (min, max) = c.b.hir.head.seats;
        if min == max {
            return c.b.constant(Value::Int(min.into()), span);
        }
        self.call(c, builtin!(count_nondismissed_players), Vec::new(), span)
    }

    fn played_index(&self, c: &mut Compiler<'_>, span: Span) -> NodeId {
        let Some(played) = &self.at.played else {
            return c.b.constant(Value::Int(-1), span);
        };
        if self.at.availability {
            return c.b.constant(Value::Int(-1), span);
        }
        match played.index {
            Some(index) => index,
            None => {
                let card = played.card;
                self.call(c, builtin!(place_in_zone), vec![card], span)
            }
        }
    }

    /// What the score of a player is compared by.
    fn bound(&self, c: &mut Compiler<'_>, name: &str, span: Span) -> Option<NodeId> {
        match name {
            "hand_value" | "my_score" => Some(match self.at.scored {
                Scored::Role(role) => self.role_score(c, role, span),
                Scored::Nobody | Scored::Player => self.seat_datum(c, self.facts.kept.score, span),
            }),
            "dealer_value" | "dealer_score" => Some(match self.dealer() {
                Some(role) => self.role_score(c, role, span),
                None => c.b.constant(Value::Int(0), span),
            }),
            _ => None,
        }
    }

    /// The first role that the rules play, against which players are scored.
    pub(super) fn dealer(&self) -> Option<usize> {
        let named = self
            .facts
            .roles
            .iter()
            .position(|r| !r.human && r.name == "dealer");
        named.or_else(|| self.facts.roles.iter().position(|r| !r.human))
    }

    pub(super) fn role_score(&self, c: &mut Compiler<'_>, role: usize, span: Span) -> NodeId {
        match self.facts.kept.role_scores.get(role).copied().flatten() {
            Some(slot) => c.b.node(NodeKind::Global(slot), Type::NUMBER, span),
            None => c.b.constant(Value::Int(0), span),
        }
    }

    /// An item of the acting seat's data.
    pub(super) fn seat_datum(&self, c: &mut Compiler<'_>, slot: Option<u16>, span: Span) -> NodeId {
        let Some(slot) = slot else {
            return c.b.constant(Value::Int(0), span);
        };
        let player = c.b.node(NodeKind::Player, Type::SEAT, span);
        c.b.node(NodeKind::SeatData(player, slot), Type::NUMBER, span)
    }

    /// A score by the name under which it stands: `dealer_score`, `dealer`.
    fn score_by_name(&self, c: &mut Compiler<'_>, name: &str, span: Span) -> Option<NodeId> {
        let role = self
            .facts
            .roles
            .iter()
            .position(|r| !r.human && (name == r.name || name.strip_suffix("_score") == Some(&r.name)))?;
        let slot = self.facts.kept.role_scores.get(role).copied().flatten()?;
        Some(c.b.node(NodeKind::Global(slot), Type::NUMBER, span))
    }

    /// One copy of a zone, or the score of one player: `hand:0`, `result:1`.
    pub(super) fn copy(&self, c: &mut Compiler<'_>, name: &str, index: u32, span: Span) -> NodeId {
        if let Some(zone) = targets::zone_copy(self, c, name, index, span) {
            return zone;
        }
        let is_human = self.facts.roles.iter().any(|r| r.human && r.name == name);
        let slot = match name {
            "player_score" | "score" => self.facts.kept.score,
            "result" => self.facts.kept.result,
            "last_scores" | "last_score" => self.facts.kept.last_scores,
            "last_results" | "last_result" => self.facts.kept.last_results,
            "cumulative_score" => self.facts.kept.cumulative,
            _ if is_human => self.facts.kept.score,
            _ => None,
        };
        let Some(slot) = slot else {
            return targets::unknown_zone(c, name, span);
        };
        let seat = self.seat_number(c, index, span);
        if c.b.is_broken(seat) {
            return seat;
        }
        c.b.node(NodeKind::SeatData(seat, slot), Type::NUMBER, span)
    }

    /// The seat of a number that is written out.
    pub(super) fn seat_number(&self, c: &mut Compiler<'_>, index: u32, span: Span) -> NodeId {
        let (min, max) = c.b.hir.head.seats;
        if index >= max.into() {
            c.b.error(
                Problem::OutOfBounds,
                span,
                format!(
                    "there is no player {index}: the last one is {}",
                    max.saturating_sub(1)
                ),
                "players are counted from 0".to_owned(),
            );
            return c.b.broken(span);
        }
        let n = u8::try_from(index).unwrap_or(u8::MAX);
        if n < min {
            return c.b.constant(Value::Seat(cardable_engine::ids::Seat(n)), span);
        }
        let number = c.b.constant(Value::Int(n.into()), span);
        self.call(c, builtin!(seat_at), vec![number], span)
    }

    /// `current_player.hand` and the like.
    fn member_of(&self, c: &mut Compiler<'_>, base: &Expr, name: &str, span: Span) -> NodeId {
        let is_player = matches!(&base.kind, ExprKind::Name { name, .. } if &**name == "current_player");
        if !is_player {
            return self.no_member(c, base, name, span);
        }
        match name {
            "index" => return self.player_index(c, span),
            "score" => return self.seat_datum(c, self.facts.kept.score, span),
            "role" => return self.role_of_player(c, span),
            _ => {}
        }
        if let Scored::Role(role) = self.at.scored {
            if let Some(zone) = targets::zone_of_role(self, c, role, name) {
                return c.b.constant(Value::Zone(zone), span);
            }
            return targets::unknown_zone(c, name, span);
        }
        match c.b.hir.seat_zone_named(name) {
            Some(zone) => {
                let player = c.b.node(NodeKind::Player, Type::SEAT, span);
                c.b.node(NodeKind::SeatZone(player, zone), Type::ZONE, span)
            }
            None => {
                let own = c.b.hir.names_of(c.b.hir.zones.seat.iter().map(|z| z.name));
                let help = match did_you_mean(name, own.iter().copied()) {
                    Some(near) => format!("did you mean `current_player.{near}`?"),
                    None => suggestion_or_list(name, &own, "name a role under `owners` of a zone"),
                };
                c.b.error(
                    Problem::UnknownZone,
                    span,
                    format!("a player has no zone `{name}`"),
                    help,
                );
                c.b.broken(span)
            }
        }
    }

    /// Says that something has no members, and what is written where options and variables are meant.
    fn no_member(&self, c: &mut Compiler<'_>, base: &Expr, name: &str, span: Span) -> NodeId {
        let shown = base.to_string();
        let space = match &base.kind {
            ExprKind::Name { name, .. } => &**name,
            _ => "",
        };
        let is_value = self.facts.variable(space).is_some() || c.b.hir.setting_named(space).is_some();
        let (message, help) = match space {
            "options" | "option" if c.b.hir.is_faulty_option(name) => return c.b.broken(span),
            "options" | "option" => {
                let known: Vec<&str> = c.b.hir.option_names().collect();
                let help = match c.b.hir.setting_named(name) {
                    Some(_) => format!("write `{name}`: expressions read an option by its name alone"),
                    None => suggestion_or_list(
                        name,
                        &known,
                        "declare it in `options`, and read it by its `key` alone",
                    ),
                };
                (format!("games in phases have no `{shown}`"), help)
            }
            "globals" | "global_data" | "variables" => {
                let known: Vec<&str> = self.facts.variables.iter().map(|v| v.name.as_str()).collect();
                let help = match self.facts.variable(name) {
                    Some(_) => format!("write `{name}`: expressions read a variable by its name alone"),
                    None => suggestion_or_list(
                        name,
                        &known,
                        "declare it under `variables`, and read it by its name alone",
                    ),
                };
                (format!("games in phases have no `{shown}`"), help)
            }
            _ if is_value => (
                format!("`{shown}` has no members"),
                format!("write `{shown}` alone: it is a number, a text, or true or false"),
            ),
            _ => (
                format!("`{shown}` has no members"),
                "only `current_player` has: its zones".to_owned(),
            ),
        };
        c.b.error(Problem::UnknownReference, span, message, help);
        c.b.broken(span)
    }

    /// The name of the role that the current player has, or of that which is scored.
    fn role_of_player(&self, c: &mut Compiler<'_>, span: Span) -> NodeId {
        let roles = &self.facts.roles;
        let role = match self.at.scored {
            Scored::Role(role) => roles.get(role),
            Scored::Nobody | Scored::Player => roles.iter().find(|role| role.human),
        };
        c.b.text(role.map_or("", |role| &*role.name), span)
    }

    /// What a variable holds; what it is at first where nothing sets it.
    pub(super) fn variable_now(&self, c: &mut Compiler<'_>, variable: usize, span: Span) -> NodeId {
        match self.facts.variables.get(variable).filter(|v| !v.changes) {
            Some(fixed) => c.b.constant(fixed.first, span),
            None => self.variable_place(c, variable, span),
        }
    }

    pub(super) fn variable_place(&self, c: &mut Compiler<'_>, variable: usize, span: Span) -> NodeId {
        let (slot, is_text) = match self.facts.variables.get(variable) {
            Some(v) => (v.at, v.is_text),
            None => return c.b.broken(span),
        };
        let ty = if is_text { Type::STRING } else { Type::NUMBER };
        c.b.node(NodeKind::Global(slot), ty, span)
    }

    /// Where the cards of a zone's name lie.
    pub(super) fn named_zone(&self, c: &Compiler<'_>, name: &str) -> Option<ZoneName> {
        let seat = c.b.hir.seat_zone_named(name).map(ZoneName::Seat);
        seat.or_else(|| c.b.hir.zone_named(name).map(|z| ZoneName::Shared(z.0)))
    }
}

/// A type as messages call a value of it.
fn shown(ty: Type) -> String {
    match ty {
        Type::Nothing => "nothing".to_owned(),
        other => format!("a {other}"),
    }
}
