//! What steps tell: by the questions they ask, by what they say, and by what they do.

use super::super::Builder;
use super::super::lower::children;
use super::super::node::{NodeId, NodeKind};
use super::super::scope::{LocalKind, Scope};
use super::super::stmt::{Stmt, Target};
use super::{Eyes, Hiding, Reading, brings_faces};
use crate::source::Span;
use cardable_engine::primitives::{CallKind, Signature, Tells};
use cardable_engine::program::{DataVisible, Part, Who};
use cardable_engine::value::{Kind, Type, Value};

/// The steps of an action, as they are gone through.
struct Steps<'s> {
    scope: Scope,
    /// What they put into the action's data.
    put: &'s [(u16, NodeId)],
    /// Whether they lay what is picked where all see it.
    picked_is_shown: bool,
}

impl Builder {
    /// Looks for hidden values in what steps ask and say, and notes where what they
    /// do depends on such.
    pub(in crate::compile) fn check_steps(&mut self, scope: &Scope, steps: &[Stmt]) {
        let mut put = Vec::new();
        values_put(self, steps, &mut put);
        let mut all = Steps {
            scope: scope.clone(),
            put: &put,
            picked_is_shown: self.picked_is_shown(scope, steps),
        };
        self.steps_told(&mut all, steps);
    }

    /// Notes that the rules branch on a value that is hidden from somebody: what
    /// follows shows something of it.
    pub(crate) fn note_revealing(&mut self, scope: &Scope, node: NodeId) {
        let reading = Reading::of(scope).seeing_what_follows(false);
        let secret = self.secret_in(&reading, node, false);
        self.shows(node, secret);
    }

    /// Notes what an item of data begins with, where that shows something hidden.
    pub(crate) fn note_first_value(&mut self, scope: &Scope, visible: DataVisible, node: NodeId) {
        let reading = Reading::of(scope).seeing_what_follows(false);
        if visible == DataVisible::All {
            let secret = self.secret_in(&reading, node, true);
            self.shows(node, secret);
        }
    }

    /// Notes what shows of a value in what follows, if anything does.
    fn shows(&mut self, node: NodeId, secret: Option<String>) {
        let span = self.get(node).span;
        match secret {
            Some(secret) => self.reveals(span, secret),
            None => self.keep_calls(node, span),
        }
    }

    pub(super) fn reveals(&mut self, span: Span, secret: String) {
        let noted = (span, secret);
        if !self.revealing.contains(&noted) {
            self.revealing.push(noted);
        }
    }

    /// What a value is worked out from that is hidden from who reads it.
    pub(super) fn secret_in(&self, reading: &Reading<'_>, id: NodeId, things: bool) -> Option<String> {
        let kind = &self.get(id).kind;
        // What is asked is checked by itself.
        if let NodeKind::Ask { who, .. } = kind {
            return who.and_then(|who| self.secret_in(reading, who, false));
        }
        match self.read_by(reading, id) {
            _ if things && self.is_found_by_place(id) => {}
            Hiding::Open => {}
            Hiding::Hidden(secret) => return Some(secret),
            Hiding::InPlay(faces) => return Some(self.unseen(&faces)),
        }
        if let NodeKind::Local(at) = kind
            && let Some((inner, values)) = reading.stands_for(*at)
        {
            let cards = matches!(self.get(id).ty, Type::One(Kind::Card) | Type::List(Kind::Card));
            let secret = |value: &NodeId| self.secret_in(&inner, *value, things || cards);
            if let Some(secret) = values.iter().find_map(secret) {
                return Some(secret);
            }
        }
        let parts = self.parts(id, things);
        parts
            .into_iter()
            .find_map(|(part, things)| self.secret_in(reading, part, things))
    }

    /// What faces are called that are seen or not as it comes.
    fn unseen(&self, faces: &[NodeId]) -> String {
        let mut stack = faces.to_vec();
        while let Some(id) = stack.pop() {
            let kind = &self.get(id).kind;
            let def = match kind {
                NodeKind::Const(Value::Zone(zone)) => self.zones.shared.get(zone.index()),
                NodeKind::SeatZone(_, at) => self.zones.seat.get(usize::from(*at)),
                _ => None,
            };
            if let Some(def) = def {
                return format!("faces in `{}` that not all may see", self.strings.get(def.name));
            }
            children(kind, &mut stack);
        }
        "the face of a card that not all may see".to_owned()
    }

    /// Whether one of the steps, which is done in any case, lays what is picked into a
    /// zone that all see.
    fn picked_is_shown(&self, scope: &Scope, steps: &[Stmt]) -> bool {
        let picked = |id: &NodeId| match self.get(*id).kind {
            NodeKind::Local(at) => {
                let local = scope.action.locals.get(usize::from(at));
                local.is_some_and(|local| matches!(local.kind, LocalKind::Given(_)))
            }
            _ => false,
        };
        let open = |id: &NodeId| {
            let def = match self.get(*id).kind {
                NodeKind::Const(Value::Zone(zone)) => self.zones.shared.get(zone.index()),
                NodeKind::SeatZone(_, at) => self.zones.seat.get(usize::from(at)),
                _ => None,
            };
            def.is_some_and(|def| {
                def.rules()
                    .all(|rule| (rule.who, rule.part) == (Who::All, Part::All))
            })
        };
        steps.iter().any(|step| match step {
            Stmt::Do(node) => match &self.get(*node).kind {
                NodeKind::Call(primitive, args) if matches!(primitive.kind, CallKind::Step) => {
                    args.iter().any(picked) && args.iter().any(open)
                }
                _ => false,
            },
            _ => false,
        })
    }

    fn steps_told(&mut self, all: &mut Steps<'_>, steps: &[Stmt]) {
        for step in steps {
            self.step_told(all, step);
        }
    }

    fn step_told(&mut self, all: &mut Steps<'_>, step: &Stmt) {
        match step {
            Stmt::Do(node) => self.act_told(all, *node),
            Stmt::Set { place, value, .. } => {
                self.asked(all, *value);
                self.value_put(all, *place, *value);
            }
            Stmt::If {
                condition,
                then,
                otherwise,
                ..
            } => {
                self.branch(all, *condition, false);
                self.steps_told(all, then);
                self.steps_told(all, otherwise);
            }
            Stmt::While { condition, body, .. } => {
                self.branch(all, *condition, false);
                self.steps_told(all, body);
            }
            Stmt::EachSeat { seats, body, .. } => {
                self.branch(all, *seats, false);
                let outer = std::mem::replace(&mut all.scope.player, true);
                self.steps_told(all, body);
                all.scope.player = outer;
            }
            Stmt::EachItem { list, body, .. } => {
                self.branch(all, *list, true);
                self.steps_told(all, body);
            }
            Stmt::Transition {
                target, args, who, ..
            } => {
                if let Target::Named(name) = target {
                    self.branch(all, *name, false);
                }
                for (at, arg) in args.iter().enumerate() {
                    let visible = match target {
                        Target::State(state) => self.states[state.index()].data.get(at).map(|d| d.visible),
                        Target::Named(_) => None,
                    };
                    if visible.is_none_or(|visible| visible == DataVisible::All) {
                        self.branch(all, *arg, true);
                    }
                }
                if let Some(who) = who {
                    self.branch(all, *who, false);
                }
            }
            Stmt::Pop { value, .. } => {
                if let Some(value) = value {
                    self.branch(all, *value, true);
                }
            }
        }
    }

    /// A value that decides what is seen to be done.
    fn branch(&mut self, all: &Steps<'_>, node: NodeId, things: bool) {
        self.asked(all, node);
        let reading = Reading::of(&all.scope)
            .in_steps(all.put)
            .seeing_what_follows(all.picked_is_shown);
        let secret = self.secret_in(&reading, node, things);
        self.shows(node, secret);
    }

    /// A value that is put where somebody sees it.
    fn value_put(&mut self, all: &Steps<'_>, place: NodeId, value: NodeId) {
        let (visible, seat) = match self.get(place).kind {
            NodeKind::Global(at) => (self.globals[usize::from(at)].visible, None),
            NodeKind::SeatData(seat, at) => (self.seat_data[usize::from(at)].visible, Some(seat)),
            NodeKind::StateData(at) => {
                let state = all.scope.state.map(|state| &self.states[state.index()]);
                let def = state.and_then(|state| state.data.get(usize::from(at)));
                (def.map_or(DataVisible::All, |def| def.visible), None)
            }
            // Where its data are read, what was put into them counts.
            _ => return,
        };
        let mut reading = Reading::of(&all.scope)
            .in_steps(all.put)
            .seeing_what_follows(all.picked_is_shown);
        match (visible, seat) {
            (DataVisible::All, _) => {}
            (DataVisible::Owner, Some(seat)) => reading.eyes = Eyes::Of(seat),
            (DataVisible::Owner, None) | (DataVisible::None, _) => return,
        }
        let secret = self.secret_in(&reading, value, true);
        self.shows(value, secret);
    }

    /// A call that stands as a step.
    fn act_told(&mut self, all: &Steps<'_>, node: NodeId) {
        let NodeKind::Call(primitive, args) = self.get(node).kind.clone() else {
            return self.branch(all, node, true);
        };
        let Some((eyes, to)) = self.audience(primitive, &args) else {
            return self.branch(all, node, true);
        };
        if let Some(to) = to {
            self.branch(all, args[to], false);
        }
        let mut told = Vec::with_capacity(args.len());
        for (at, arg) in args.into_iter().enumerate() {
            told.push(if Some(at) == to {
                arg
            } else {
                self.asked(all, arg);
                let reading = Reading::of(&all.scope).in_steps(all.put).by(eyes);
                self.check_read(&reading, arg, true, "what is said")
            });
        }
        self.nodes[node.0 as usize].kind = NodeKind::Call(primitive, told);
    }

    /// Who is told what a step says, and which parameter names them; nothing for a step
    /// that acts.
    fn audience(&self, primitive: &Signature, args: &[NodeId]) -> Option<(Eyes, Option<usize>)> {
        let is_message = match primitive.properties.tells {
            Tells::Nothing => return None,
            Tells::Hint => false,
            Tells::Text { .. } => true,
        };
        let to = primitive.told();
        let named = to
            .and_then(|to| args.get(to))
            .map(|arg| (*arg, &self.get(*arg).kind));
        let eyes = match named {
            None | Some((_, NodeKind::Const(Value::Nothing))) if is_message => Eyes::Everybody,
            None | Some((_, NodeKind::Const(Value::Nothing) | NodeKind::Player)) => Eyes::Acting,
            Some((_, NodeKind::Everyone)) => Eyes::Everybody,
            Some((seats, _)) => Eyes::Of(seats),
        };
        Some((eyes, to.filter(|to| *to < args.len())))
    }

    /// Checks the questions in a value: what they offer, and what they say.
    fn asked(&mut self, all: &Steps<'_>, node: NodeId) {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let kind = self.get(id).kind.clone();
            children(&kind, &mut stack);
            let NodeKind::Ask {
                prompt,
                args,
                who,
                many,
            } = kind
            else {
                continue;
            };
            let eyes = match who {
                Some(who) if self.get(who).kind != NodeKind::Player => Eyes::Of(who),
                Some(_) | None => Eyes::Acting,
            };
            let mut open = Vec::with_capacity(args.len());
            for arg in args {
                let reading = Reading::of(&all.scope).in_steps(all.put).by(eyes);
                let things = brings_faces(self.get(arg).ty);
                open.push(self.check_read(&reading, arg, things, "a question"));
            }
            self.nodes[id.0 as usize].kind = NodeKind::Ask {
                prompt,
                args: open,
                who,
                many,
            };
        }
    }
}

/// What steps put into the action's data, item by item of a list too.
fn values_put(b: &Builder, steps: &[Stmt], put: &mut Vec<(u16, NodeId)>) {
    for step in steps {
        match step {
            Stmt::Set { place, value, .. } => {
                if let NodeKind::Local(at) = b.get(*place).kind {
                    put.push((at, *value));
                }
            }
            Stmt::If { then, otherwise, .. } => {
                values_put(b, then, put);
                values_put(b, otherwise, put);
            }
            Stmt::While { body, .. } | Stmt::EachSeat { body, .. } => values_put(b, body, put),
            Stmt::EachItem {
                list, local, body, ..
            } => {
                put.push((*local, *list));
                values_put(b, body, put);
            }
            Stmt::Do(_) | Stmt::Transition { .. } | Stmt::Pop { .. } => {}
        }
    }
}
