//! Parameters of calls: what may stand for what.

use super::Builder;
use super::node::{NodeId, NodeKind};
use super::scope::{LocalKind, Scope};
use crate::diag::{Code as Problem, meant_or_listed, meant_or_told};
use crate::source::Span;
use cardable_engine::primitives::{Form, MAX_COUNT, Need, Signature, Takes, parameters_wanted};
use cardable_engine::value::{Kind, Type, Value};

/// Whether a parameter may take a value of this type.
pub(crate) fn may_take(takes: Takes, ty: Type) -> bool {
    match takes {
        Takes::Value(wanted) => ty.fits(wanted),
        Takes::Contents => ty.fits(Type::ANY),
        Takes::Whole | Takes::Count => ty.fits(Type::NUMBER),
        Takes::EachSeat | Takes::Seats => ty.fits(Type::SEAT) || ty.fits(Type::List(Kind::Seat)),
        Takes::Cards => ty.fits(Type::CARD) || ty.fits(Type::List(Kind::Card)) || ty.fits(Type::ZONE),
        Takes::StateName | Takes::Designation | Takes::Role => ty.fits(Type::STRING),
        Takes::Items => ty.fits(Type::List(Kind::Any)) || ty.fits(Type::ZONE),
        Takes::Place | Takes::SeatZone | Takes::Attribute | Takes::Prompt | Takes::Step | Takes::Function => {
            false
        }
    }
}

impl Builder {
    /// Checks the parameters of a call and brings them into their slots;
    /// optional ones that are missing become nothing.
    pub(crate) fn check_args(
        &mut self,
        scope: &Scope,
        primitive: &'static Signature,
        args: Vec<NodeId>,
        span: Span,
    ) -> Option<Vec<NodeId>> {
        let args = self.spread(scope, args)?;
        let params = primitive.params;
        let required = params.iter().filter(|p| p.need == Need::Required).count();
        let rest = params.last().is_some_and(|p| p.need == Need::Rest);
        if args.len() < required || (!rest && args.len() > params.len()) {
            let wanted = parameters_wanted(required, (!rest).then_some(params.len()));
            self.error(
                Problem::ParameterCount,
                span,
                format!("`{}` takes {wanted}, found {}", primitive.name, args.len()),
                format!("write `{}`", signature(primitive)),
            );
            return None;
        }
        let mut checked = Vec::with_capacity(params.len());
        for (at, arg) in args.iter().enumerate() {
            let param = &params[at.min(params.len() - 1)];
            checked.push(self.check_arg(scope, primitive, param.name, param.takes, *arg)?);
        }
        for param in params.iter().skip(args.len()) {
            if param.need == Need::Optional {
                checked.push(self.constant(Value::Nothing, span));
            }
        }
        self.note_needs(primitive, &checked, span);
        self.bounds_in_order(primitive, &checked, span).then_some(checked)
    }

    /// Puts the items of a spread list in its place.
    fn spread(&mut self, scope: &Scope, args: Vec<NodeId>) -> Option<Vec<NodeId>> {
        let mut all = Vec::with_capacity(args.len());
        for arg in args {
            let NodeKind::Form(Form::Spread, inner) = &self.get(arg).kind else {
                all.push(arg);
                continue;
            };
            let mut list = inner.first().copied()?;
            if let NodeKind::Local(at) = self.get(list).kind
                && let LocalKind::Param(given) = scope.action.locals[at as usize].kind
            {
                list = given;
            }
            let span = self.get(arg).span;
            match self.get(list).kind.clone() {
                NodeKind::List(items) => all.extend(items),
                NodeKind::Const(Value::List(id)) => {
                    for value in self.constants.items(id).to_vec() {
                        all.push(self.constant(value, span));
                    }
                }
                NodeKind::Error => return None,
                _ => {
                    self.error(
                        Problem::ParameterType,
                        span,
                        "only a list that is written out can be split into parameters",
                        "write its items one by one".to_owned(),
                    );
                    return None;
                }
            }
        }
        Some(all)
    }

    pub(super) fn check_arg(
        &mut self,
        scope: &Scope,
        primitive: &'static Signature,
        name: &str,
        takes: Takes,
        arg: NodeId,
    ) -> Option<NodeId> {
        if self.is_broken(arg) {
            return None;
        }
        let arg = match takes {
            Takes::Value(wanted) => self.named_or_nothing(arg, wanted),
            Takes::EachSeat | Takes::Seats => self.named_or_nothing(arg, Type::SEAT),
            Takes::Cards => self.named_or_nothing(arg, Type::CARD),
            _ => arg,
        };
        let node = self.get(arg);
        let (ty, span) = (node.ty, node.span);
        let text = self.const_text(arg).map(str::to_owned);
        match (takes, text) {
            (Takes::Value(Type::One(Kind::Zone)) | Takes::Cards, Some(_)) => {
                return self.zone_by_name(scope, arg);
            }
            (Takes::Contents, Some(text)) if self.names_zone(&text) => {
                return self.zone_by_name(scope, arg);
            }
            (Takes::Value(Type::One(Kind::Seat)), Some(text)) if text == "self" => {
                return Some(self.player(scope, span));
            }
            (Takes::EachSeat | Takes::Seats, Some(text)) => match text.as_str() {
                "self" => return Some(self.player(scope, span)),
                "all" | "all_players" => {
                    return Some(self.node(NodeKind::Everyone, Type::List(Kind::Seat), span));
                }
                _ => {}
            },
            (Takes::SeatZone, Some(text)) => {
                let at = match self.seat_zone_named(&text) {
                    Some(at) => at,
                    None if self.zones.seat.iter().any(|z| z.declared)
                        && !matches!(&*text, "deck" | "hand" | "front" | "discard") =>
                    {
                        let known = self.names_of(self.zones.seat.iter().map(|z| z.name));
                        let none = "declare it in `game_area.player_zones`";
                        let help = meant_or_listed(&text, &known, none);
                        self.error(
                            Problem::UnknownZone,
                            span,
                            format!("seats have no zone `{text}`"),
                            help,
                        );
                        return None;
                    }
                    None => self.make_seat_zone(&text, span),
                };
                return Some(self.constant(Value::Int(at.into()), span));
            }
            (Takes::SeatZone, None) => {
                // `$player.front` names the zone as well.
                if let NodeKind::SeatZone(_, at) = self.get(arg).kind {
                    return Some(self.constant(Value::Int(at.into()), span));
                }
            }
            (Takes::Attribute, Some(text)) => {
                let at = self.attribute(&text, span)?;
                return Some(self.constant(Value::Int(at.into()), span));
            }
            (Takes::Designation, Some(text)) => {
                self.designation(&text, span)?;
                return Some(arg);
            }
            (Takes::Role, Some(text)) => {
                self.role(&text, span)?;
                return Some(arg);
            }
            (Takes::StateName, Some(text)) => {
                self.state_by_name(&text, span)?;
                return Some(arg);
            }
            (Takes::Place, _) => {
                return self.check_place(arg).then_some(arg);
            }
            (Takes::Prompt, _) => {
                if matches!(self.get(arg).kind, NodeKind::Ask { .. }) {
                    return Some(arg);
                }
            }
            (Takes::Whole | Takes::Count, _) if !self.is_whole(primitive, name, takes, arg) => return None,
            _ => {}
        }
        let nothing_given =
            ty == Type::Nothing && matches!(takes, Takes::Seats | Takes::Cards | Takes::EachSeat);
        if may_take(takes, ty) || nothing_given || optional_nothing(primitive, name, ty) {
            return Some(arg);
        }
        let found = match self.const_text(arg) {
            Some(text) => format!("the text `{text}`"),
            None => ty.phrase(),
        };
        let is_number = self
            .const_text(arg)
            .is_some_and(|text| text.trim().parse::<f64>().is_ok());
        let help = match self.as_call(arg) {
            Some(help) => help,
            None if is_number => self.without_quotes(arg),
            None => format!("write `{}`", signature(primitive)),
        };
        self.error(
            Problem::ParameterType,
            span,
            format!(
                "`{name}` of `{}` takes {}, found {found}",
                primitive.name,
                takes.phrase()
            ),
            help,
        );
        None
    }

    /// Whether a constant can be a whole number, or how many, saying so when not.
    fn is_whole(&mut self, primitive: &Signature, name: &str, takes: Takes, arg: NodeId) -> bool {
        let (kind, span) = (&self.get(arg).kind, self.get(arg).span);
        let (code, message) = match *kind {
            NodeKind::Const(Value::Float(n)) => (
                Problem::ParameterType,
                format!("`{name}` takes a whole number, found {n}"),
            ),
            NodeKind::Const(Value::Int(n)) if takes == Takes::Count && !(0..=MAX_COUNT).contains(&n) => (
                Problem::OutOfBounds,
                format!("`{name}` lies between 0 and {MAX_COUNT}, `{n}` does not"),
            ),
            _ => return true,
        };
        self.error(code, span, message, format!("write `{}`", signature(primitive)));
        false
    }

    /// Whether constant bounds, which follow each other among the parameters, leave something
    /// between them, saying so when not.
    fn bounds_in_order(&mut self, primitive: &Signature, args: &[NodeId], span: Span) -> bool {
        for (pair, given) in primitive.params.windows(2).zip(args.windows(2)) {
            let ([low, high], [a, b]) = (pair, given) else {
                continue;
            };
            let above = low.name == "above";
            if high.name != "max" || !(above || low.name == "min") {
                continue;
            }
            let number = |node: NodeId| match self.get(node).kind {
                NodeKind::Const(value) => value.as_f64(),
                _ => None,
            };
            let (Some(least), Some(most)) = (number(*a), number(*b)) else {
                continue;
            };
            if least < most || (least == most && !above) {
                continue;
            }
            let between = if above {
                format!("above {least} and up to {most}")
            } else {
                format!("from {least} to {most}")
            };
            self.error(
                Problem::OutOfBounds,
                span,
                format!("no number is {between}"),
                format!("the lower bound comes first: `{}`", signature(primitive)),
            );
            return false;
        }
        true
    }

    /// What is written in place of a text where a number is wanted.
    pub(crate) fn without_quotes(&mut self, text: NodeId) -> String {
        self.forget_reference(text);
        match self.const_text(text).map(str::trim) {
            Some(text) if text.parse::<f64>().is_ok() => format!("write `{text}`, without quotes"),
            Some(text) if text.starts_with('$') => format!("write `{text}`, without quotes"),
            _ => "write a number, or what has one".to_owned(),
        }
    }

    fn names_zone(&self, text: &str) -> bool {
        self.zone_named(text).is_some() || self.seat_zone_named(text).is_some()
    }

    /// A zone by its name: the acting seat's, else a shared one.
    fn zone_by_name(&mut self, scope: &Scope, text: NodeId) -> Option<NodeId> {
        let span = self.get(text).span;
        let name = self.const_text(text)?.to_owned();
        if let Some(zone) = self.zone_named(&name) {
            return Some(self.constant(Value::Zone(zone), span));
        }
        if let Some(at) = self.seat_zone_named(&name) {
            let player = self.player(scope, span);
            return Some(self.node(NodeKind::SeatZone(player, at), Type::ZONE, span));
        }
        let help = self
            .as_call(text)
            .unwrap_or_else(|| self.diags.help_for(|| self.zone_meant(&name)));
        self.error(Problem::UnknownZone, span, format!("unknown zone `{name}`"), help);
        None
    }

    /// Says that no zone has a name.
    pub(crate) fn unknown_zone(&mut self, name: &str, span: Span) {
        let help = self.diags.help_for(|| self.zone_meant(name));
        self.error(Problem::UnknownZone, span, format!("unknown zone `{name}`"), help);
    }

    /// The zone that was probably meant, else all there are.
    fn zone_meant(&self, name: &str) -> String {
        let mut known = self.names_of(self.zones.shared.iter().map(|z| z.name));
        known.extend(self.names_of(self.zones.seat.iter().map(|z| z.name)));
        let none = "there are none yet: declare it in `game_area.shared_zones`";
        meant_or_told(name, &known, none, |zones| format!("the zones are {zones}"))
    }

    /// Whether something can be assigned, saying so when not.
    pub(crate) fn check_place(&mut self, place: NodeId) -> bool {
        let span = self.get(place).span;
        if self.computed_item(&self.get(place).kind).is_some() {
            self.error(
                Problem::ComputedSet,
                span,
                "this item of data is computed, and cannot be set",
                "take `computed` from its declaration, or set what it is computed from".to_owned(),
            );
            return false;
        }
        let constant = match self.get(place).kind {
            NodeKind::Error => return false,
            NodeKind::Global(at) => self.globals[at as usize].constant,
            NodeKind::SeatData(_, at) => self.seat_data[at as usize].constant,
            NodeKind::StateData(_) | NodeKind::Local(_) => false,
            _ => {
                self.error(
                    Problem::NotAPlace,
                    span,
                    "this cannot be assigned",
                    "write a reference to data, such as `$globals.round` or `$player.score`".to_owned(),
                );
                return false;
            }
        };
        if constant {
            self.error(
                Problem::ConstantData,
                span,
                "this item of data is constant",
                "take `const` from its declaration, or use another item".to_owned(),
            );
        }
        !constant
    }

    /// Whether something looks like it could be assigned.
    pub(crate) fn is_place(&self, node: NodeId) -> bool {
        matches!(
            self.get(node).kind,
            NodeKind::Global(_) | NodeKind::SeatData(..) | NodeKind::StateData(_) | NodeKind::Local(_)
        )
    }
}

fn optional_nothing(primitive: &Signature, name: &str, ty: Type) -> bool {
    ty == Type::Nothing
        && primitive
            .params
            .iter()
            .any(|p| p.name == name && p.need == Need::Optional)
}

/// So many parameters, in words.
pub(crate) fn parameters(n: usize) -> String {
    if n == 1 {
        "1 parameter".to_owned()
    } else {
        format!("{n} parameters")
    }
}

/// How a primitive is called, for help.
pub(crate) fn signature(primitive: &Signature) -> String {
    let params: Vec<String> = primitive
        .params
        .iter()
        .map(|p| match p.need {
            Need::Required => p.name.to_owned(),
            Need::Optional => format!("{}?", p.name),
            Need::Rest => format!("{}…", p.name),
        })
        .collect();
    format!("{}({})", primitive.name, params.join(", "))
}
