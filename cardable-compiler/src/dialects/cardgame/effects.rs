//! Functions that act, as steps.

use super::builtins;
use super::language::Language;
use super::place::{Named, TurnOrder};
use crate::compile::lints;
use crate::diag::Code as Problem;
use crate::dialects::expression::compile::Compiler;
use crate::dialects::expression::names::Call;
use crate::dialects::expression::{Expr, ExprKind};
use crate::hir::{LocalKind, NodeId, NodeKind, Stmt};
use crate::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{Callee, Form};
use cardable_engine::program::{StateType, ZoneName};
use cardable_engine::value::{Kind, Type, Value};

impl Language<'_> {
    /// The steps of a call that stands as an effect.
    pub(super) fn effect(&self, c: &mut Compiler<'_>, call: Call<'_>) -> Vec<Stmt> {
        let (name, args, span) = (&*call.callee.name, call.args, call.span);
        let Some(builtin) = builtins::find(name) else {
            self.unknown_function(c, name, span);
            return Vec::new();
        };
        if !builtin.acts {
            let node = self.query(c, name, args, span);
            if !c.b.is_broken(node) {
                c.b.warn(
                    Problem::UselessStep,
                    span,
                    format!("`{name}` only reads: as an effect it does nothing"),
                    "take it out, or use its value in a condition".to_owned(),
                );
            }
            return Vec::new();
        }
        if !self.right_count(c, builtin, args.len(), span) {
            return Vec::new();
        }
        self.act(c, name, args, span)
    }

    fn act(&self, c: &mut Compiler<'_>, name: &str, args: &[Expr], span: Span) -> Vec<Stmt> {
        match name {
            "shuffle" => {
                let zone = self.zone_of(c, &args[0]);
                self.step_of(c, builtin!(shuffle), vec![zone], span)
            }
            "deal" => self.deal(c, args, span),
            "draw" => self.draw(c, args, span),
            "move_top" => {
                let from = self.zone_of(c, &args[0]);
                let to = self.zone_of(c, &args[1]);
                let count = self.number_at(c, name, 2, &args[2]);
                self.step_of(c, builtin!(move_up_to), vec![from, to, count], span)
            }
            "move_all" => {
                let given = vec![self.zone_of(c, &args[0]), self.zone_of(c, &args[1])];
                let limited = given.iter().any(|zone| self.is_limited(c, *zone));
                self.step_of(
                    c,
                    if limited {
                        builtin!(move_what_fits)
                    } else {
                        builtin!(move_all)
                    },
                    given,
                    span,
                )
            }
            "move_rank" => {
                let (from, to) = (self.zone_of(c, &args[0]), self.zone_of(c, &args[1]));
                let given = vec![from, to, self.attribute(c, "rank", span), c.value(&args[2])];
                self.step_of(c, builtin!(move_matching), given, span)
            }
            "flip_top" => {
                let given = vec![self.zone_of(c, &args[0]), self.number_at(c, name, 1, &args[1])];
                self.step_of(c, builtin!(turn_top_up), given, span)
            }
            "set_face_up" => self.set_face_up(c, args, span),
            "reveal_all" => {
                let zone = self.zone_of(c, &args[0]);
                self.step_of(c, builtin!(turn_face_up), vec![zone], span)
            }
            "end_turn" => {
                let mut steps = self.end_turn(c, span);
                if let Some(local) = self.at.turn_ended {
                    let place = c.b.node(NodeKind::Local(local), Type::BOOL, span);
                    let value = c.b.constant(Value::Bool(true), span);
                    steps.push(Stmt::Set { place, value, span });
                }
                steps
            }
            "reverse_turn_order" => {
                if self.at.order == TurnOrder::Fixed {
                    c.b.warn(
                        Problem::UselessStep,
                        span,
                        "nothing reverses the turn order of this phase: it is `fixed`",
                        "write `\"turnOrder\": \"clockwise\"`, or take this out".to_owned(),
                    );
                    return Vec::new();
                }
                self.step_of(c, builtin!(reverse_turn_order), Vec::new(), span)
            }
            "skip_next_player" => self.turn_step(c, builtin!(skip_turn_on), span),
            "set_next_player" => {
                let seat = self.seat_of(c, &args[0]);
                self.step_of(c, builtin!(set_next_player), vec![seat], span)
            }
            "set_lead_player" => self.set_lead_player(c, &args[0], span),
            "collect_trick" => self.collect_trick(c, args, span),
            "calculate_scores" => self.calculate_scores(c, span),
            "determine_winners" => self.determine_winners(c, span),
            "accumulate_scores" => self.accumulate_scores(c, span),
            "collect_all_to" => {
                let zone = self.zone_of(c, &args[0]);
                self.step_of(c, builtin!(gather_as_declared), vec![zone], span)
            }
            "reset_round" => self.reset_round(c, span),
            "end_game" => self.end_game(c, span),
            "set_var" | "set_str_var" => self.set_variable(c, args, name == "set_str_var", span),
            "inc_var" => self.increase(c, args, span),
            _ => Vec::new(),
        }
    }

    /// A step that calls a primitive on values that are there.
    pub(super) fn step_of(
        &self,
        c: &mut Compiler<'_>,
        primitive: &Callee,
        args: Vec<NodeId>,
        span: Span,
    ) -> Vec<Stmt> {
        if args.iter().any(|a| c.b.is_broken(*a)) {
            return Vec::new();
        }
        lints::check_none(c.b, primitive, &args, span);
        let call =
            c.b.node(NodeKind::Call(primitive.clone(), args), primitive.result, span);
        vec![Stmt::Do(call)]
    }

    /// Steps that read what earlier ones of the same list have done: nothing of
    /// them is worked out before.
    pub(super) fn live(&self, c: &mut Compiler<'_>, steps: Vec<Stmt>, span: Span) -> Vec<Stmt> {
        let once = c.b.hir.constants.list(&[Value::Nothing]);
        let list =
            c.b.node(NodeKind::Const(Value::List(once)), Type::List(Kind::Any), span);
        let local = c.scope.action.add("$once", Type::ANY, LocalKind::Data(None));
        vec![Stmt::EachItem {
            list,
            local,
            body: steps,
            span,
        }]
    }

    /// Whether a zone holds no more than so many cards.
    fn is_limited(&self, c: &Compiler<'_>, zone: NodeId) -> bool {
        let zones = &c.b.hir.zones;
        let def = match c.b.get(zone).kind {
            NodeKind::Const(Value::Zone(zone)) => zones.shared.get(zone.index()),
            NodeKind::SeatZone(_, at) => zones.seat.get(at as usize),
            _ => return zones.shared.iter().chain(&zones.seat).any(|z| z.max < u16::MAX),
        };
        def.is_some_and(|def| def.max < u16::MAX)
    }

    // --- cards

    /// The zone that every player has, where a parameter names it for all of them.
    fn template(c: &Compiler<'_>, arg: &Expr) -> Option<u16> {
        match &arg.kind {
            ExprKind::Name { name, .. } => c.b.hir.seat_zone_named(name),
            ExprKind::String(text) => c.b.hir.seat_zone_named(text),
            _ => None,
        }
    }

    /// `draw`: to a zone, or to that zone of whoever is on turn when its turn comes to act.
    fn draw(&self, c: &mut Compiler<'_>, args: &[Expr], span: Span) -> Vec<Stmt> {
        let from = self.zone_of(c, &args[0]);
        let count = self.number_at(c, "draw", 2, &args[2]);
        let Some(zone) = Self::template(c, &args[1]) else {
            let to = self.zone_of(c, &args[1]);
            return self.step_of(c, builtin!(move_up_to), vec![from, to, count], span);
        };
        let phase = c.scope.state.and_then(|at| c.b.hir.states.get(at.index()));
        if phase.is_some_and(|phase| phase.kind == StateType::Concurrent) {
            let name = c.b.hir.zones.seat.get(usize::from(zone)).map(|zone| zone.name);
            let name = name.map_or("", |name| c.b.hir.strings.get(name)).to_owned();
            c.b.warn(
                Problem::DrawnOnTurn,
                c.span(&args[1]),
                format!("`{name}` is here the zone of the player whose turn it is, whoever does this"),
                format!("write `current_player.{name}` for the player who does it"),
            );
        }
        let zone = c.b.constant(Value::Int(zone.into()), span);
        self.step_of(c, builtin!(draw_on_turn), vec![from, zone, count], span)
    }

    fn deal(&self, c: &mut Compiler<'_>, args: &[Expr], span: Span) -> Vec<Stmt> {
        let from = self.zone_of(c, &args[0]);
        let count = self.number_at(c, "deal", 2, &args[2]);
        let mut steps = match Self::template(c, &args[1]) {
            Some(zone) => {
                let zone = c.b.constant(Value::Int(zone.into()), span);
                self.step_of(c, builtin!(deal_in_blocks), vec![from, zone, count], span)
            }
            None => {
                let to = self.zone_of(c, &args[1]);
                self.step_of(c, builtin!(move_up_to), vec![from, to, count], span)
            }
        };
        steps.extend(self.set_fact(c, self.facts.kept.dealt, true, span));
        steps
    }

    fn set_face_up(&self, c: &mut Compiler<'_>, args: &[Expr], span: Span) -> Vec<Stmt> {
        let zone = self.zone_of(c, &args[0]);
        let index = self.number(c, &args[1]);
        let up = self.truth(c, &args[2]);
        self.step_of(c, builtin!(turn_nth), vec![zone, index, up], span)
    }

    fn collect_trick(&self, c: &mut Compiler<'_>, args: &[Expr], span: Span) -> Vec<Stmt> {
        let Some(from) = self.every_zone(c, &args[0]) else {
            return Vec::new();
        };
        let to = self.zone_of(c, &args[1]);
        let down = c.b.constant(Value::Bool(true), span);
        match from {
            ZoneName::Seat(at) => {
                let from = c.b.constant(Value::Int(at.into()), span);
                self.step_of(c, builtin!(gather_from_seats), vec![from, to, down], span)
            }
            ZoneName::Shared(at) => {
                let from = c.b.constant(Value::Zone(cardable_engine::ids::ZoneId(at)), span);
                self.step_of(c, builtin!(move_all), vec![from, to, down], span)
            }
        }
    }

    // --- turns

    pub(super) fn end_turn(&self, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
        self.turn_step(c, builtin!(pass_turn_on), span)
    }

    /// A step that moves the turn on, which way the phase says.
    fn turn_step(&self, c: &mut Compiler<'_>, primitive: &Callee, span: Span) -> Vec<Stmt> {
        let way = match self.at.order {
            TurnOrder::Clockwise => return self.step_of(c, primitive, Vec::new(), span),
            TurnOrder::Counterclockwise => "against",
            TurnOrder::Fixed => "fixed",
        };
        let way = c.b.text(way, span);
        self.step_of(c, primitive, vec![way], span)
    }

    fn set_lead_player(&self, c: &mut Compiler<'_>, player: &Expr, span: Span) -> Vec<Stmt> {
        let seat = self.seat_of(c, player);
        if c.b.is_broken(seat) {
            return Vec::new();
        }
        let mut steps = Vec::new();
        if let Some(variable) = self.facts.variable("lead_player") {
            let index = self.call(c, builtin!(seat_index), vec![seat], span);
            let place = self.variable_place(c, variable, span);
            steps.push(Stmt::Set {
                place,
                value: index,
                span,
            });
        }
        steps.extend(self.step_of(c, builtin!(give_turn), vec![seat], span));
        steps
    }

    // --- variables

    fn set_variable(&self, c: &mut Compiler<'_>, args: &[Expr], as_text: bool, span: Span) -> Vec<Stmt> {
        let named = self.named(c, &args[0]);
        let value = c.value(&args[1]);
        let wanted = if as_text { Type::STRING } else { Type::NUMBER };
        let value = self.wanted(c, value, wanted, "the value");
        let Some(named) = named else { return Vec::new() };
        if c.b.is_broken(value) {
            return Vec::new();
        }
        self.each_named(c, named, span, |language, c, variable| {
            let is_text = language.facts.variables.get(variable).is_some_and(|v| v.is_text);
            if is_text != as_text {
                let name = language
                    .facts
                    .variables
                    .get(variable)
                    .map_or("", |v| v.name.as_str());
                let (has, write) = if is_text {
                    ("a text", "set_str_var")
                } else {
                    ("a number", "set_var")
                };
                c.b.error(
                    Problem::ParameterType,
                    span,
                    format!("`{name}` holds {has}"),
                    format!("write `{write}`"),
                );
                return Vec::new();
            }
            let place = language.variable_place(c, variable, span);
            vec![Stmt::Set { place, value, span }]
        })
    }

    fn increase(&self, c: &mut Compiler<'_>, args: &[Expr], span: Span) -> Vec<Stmt> {
        let named = self.named(c, &args[0]);
        let amount = match args.get(1) {
            Some(amount) => self.number(c, amount),
            None => c.b.constant(Value::Int(1), span),
        };
        let Some(named) = named else { return Vec::new() };
        self.each_named(c, named, span, |language, c, variable| {
            let place = language.variable_place(c, variable, span);
            let place = language.wanted(c, place, Type::NUMBER, "the variable");
            let value = language.form(c, Form::Add, vec![place, amount], Type::NUMBER, span);
            if c.b.is_broken(value) {
                return Vec::new();
            }
            vec![Stmt::Set { place, value, span }]
        })
    }

    fn each_named(
        &self,
        c: &mut Compiler<'_>,
        named: Named,
        span: Span,
        mut make: impl FnMut(&Self, &mut Compiler<'_>, usize) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        match named {
            Named::One(variable) => make(self, c, variable),
            Named::Numbered(number, all) => {
                let mut steps = Vec::new();
                for (n, variable) in all {
                    let wanted = c.b.constant(Value::Int(n), span);
                    let condition = self.form(c, Form::Equal, vec![number, wanted], Type::BOOL, span);
                    let then = make(self, c, variable);
                    steps.push(Stmt::If {
                        condition,
                        then,
                        otherwise: Vec::new(),
                        span,
                    });
                }
                steps
            }
        }
    }

    /// Notes that something has been done in this round.
    pub(super) fn set_fact(
        &self,
        c: &mut Compiler<'_>,
        slot: Option<u16>,
        to: bool,
        span: Span,
    ) -> Option<Stmt> {
        let place = c.b.node(NodeKind::Global(slot?), Type::BOOL, span);
        let value = c.b.constant(Value::Bool(to), span);
        Some(Stmt::Set { place, value, span })
    }
}
