//! What a seat reads may depend only on what it may see.

use super::Builder;
use super::lower::children;
use super::node::{NodeId, NodeKind};
use super::scope::{LocalKind, Scope};
use crate::diag::Code as Problem;
use crate::primitives::{Form, Reads, Takes};
use crate::program::{DataVisible, Part, Who, ZoneDef};
use crate::value::{Kind, Type, Value};

/// What is known, when a ruleset is checked, of hidden things that are read.
#[derive(Clone, PartialEq, Debug)]
enum Hiding {
    /// Nothing is hidden from the seat that reads.
    Open,
    /// Something is hidden at one time or another: what.
    Hidden(String),
    /// Which faces are read shows in play: those of these cards and zones.
    InPlay(Vec<NodeId>),
}

impl Hiding {
    fn and(self, other: Hiding) -> Hiding {
        match (self, other) {
            (Hiding::Hidden(what), _) | (_, Hiding::Hidden(what)) => Hiding::Hidden(what),
            (Hiding::Open, other) | (other, Hiding::Open) => other,
            (Hiding::InPlay(mut some), Hiding::InPlay(more)) => {
                some.extend(more);
                Hiding::InPlay(some)
            }
        }
    }
}

impl Builder {
    /// Looks for hidden values in what a seat reads (a condition, a message, a
    /// list of what is legal), and says so once. Where only play can tell whether
    /// the seat sees a face, what comes back is guarded: for a seat that does not
    /// see it, a condition does not hold, and another value is nothing.
    #[must_use]
    pub(crate) fn check_open(&mut self, scope: &Scope, node: NodeId, what: &str) -> NodeId {
        if scope.reveals {
            return node;
        }
        self.guard_scripts(node);
        match self.open(scope, node) {
            Ok(faces) if faces.is_empty() => node,
            Ok(faces) if scope.player => self.guard_faces(node, faces),
            Ok(faces) => {
                let span = faces.first().map_or(self.get(node).span, |n| self.get(*n).span);
                self.tell_hidden(span, what, "faces that not everybody may see");
                node
            }
            Err((at, secret)) => {
                let span = self.get(at).span;
                self.tell_hidden(span, what, &secret);
                node
            }
        }
    }

    /// Marks the functions of a script that a value is worked out by: what they
    /// read is known only when they run, so they see no more than the seat does.
    fn guard_scripts(&mut self, node: NodeId) {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let kind = &self.nodes[id.0 as usize].kind;
            if let NodeKind::Call(primitive, _) = kind
                && super::script::is_script(primitive)
            {
                self.guarded_calls.insert(id.0);
            }
            children(kind, &mut stack);
        }
    }

    /// Whether a value is worked out from anything that is hidden from somebody.
    pub(super) fn any_secret(&self, scope: &Scope, node: NodeId) -> bool {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            if self.read_by(scope, id) != Hiding::Open {
                return true;
            }
            children(&self.get(id).kind, &mut stack);
        }
        false
    }

    fn tell_hidden(&mut self, span: crate::source::Span, what: &str, secret: &str) {
        self.error_help(
            Problem::HiddenRead,
            span,
            format!("{what} depends on {secret}, which the seat may not see"),
            "let it depend on what the seat sees, or write `\"reveals\": true` beside it".to_owned(),
        );
    }

    /// Notes that the rules branch on a value that is hidden from somebody: what
    /// follows shows something of it.
    pub(crate) fn note_revealing(&mut self, scope: &Scope, condition: NodeId) {
        let mut stack = vec![condition];
        while let Some(id) = stack.pop() {
            if let Hiding::Hidden(secret) = self.read_by(scope, id) {
                let span = self.get(condition).span;
                self.revealing.push((span, secret));
                return;
            }
            if let NodeKind::Call(primitive, _) = &self.get(id).kind
                && super::script::is_script(primitive)
            {
                self.revealing_calls.push((id, self.get(condition).span));
            }
            children(&self.get(id).kind, &mut stack);
        }
    }

    /// The faces that must be seen before this is worked out; or where something
    /// hidden is read, and what. Functions of items guard their own.
    fn open(&mut self, scope: &Scope, id: NodeId) -> Result<Vec<NodeId>, (NodeId, String)> {
        let mut faces = match self.read_by(scope, id) {
            Hiding::Open => Vec::new(),
            Hiding::Hidden(secret) => return Err((id, secret)),
            Hiding::InPlay(faces) => faces,
        };
        let mut parts = Vec::new();
        children(&self.get(id).kind, &mut parts);
        for part in parts {
            for face in self.open(scope, part)? {
                if !faces.contains(&face) {
                    faces.push(face);
                }
            }
        }
        let item = match self.get(id).kind {
            NodeKind::Function { param, body } => Some((NodeKind::Bound(param), body)),
            NodeKind::Over { local, test, .. } => Some((NodeKind::Local(local), test)),
            _ => None,
        };
        if let Some((item, body)) = item {
            let (own, rest) = faces
                .into_iter()
                .partition(|f| self.any_node(*f, |kind| *kind == item));
            let guarded = self.guard_faces(body, own);
            match &mut self.nodes[id.0 as usize].kind {
                NodeKind::Function { body, .. } => *body = guarded,
                NodeKind::Over { test, .. } => *test = guarded,
                _ => {}
            }
            faces = rest;
        }
        Ok(faces)
    }

    /// What is worked out only for a seat that sees all these faces.
    fn guard_faces(&mut self, node: NodeId, faces: Vec<NodeId>) -> NodeId {
        if faces.is_empty() {
            return node;
        }
        let (ty, span) = (self.get(node).ty, self.get(node).span);
        let mut tests: Vec<NodeId> = faces
            .into_iter()
            .map(|face| {
                let item = matches!(self.get(face).kind, NodeKind::Bound(_));
                let sees = if item { "sees_face" } else { "sees_faces" };
                self.call_of(sees, vec![face], Type::BOOL, span)
            })
            .collect();
        if ty == Type::BOOL {
            tests.push(node);
            return self.all_of(tests, span);
        }
        let seen = self.all_of(tests, span);
        let blank = self.constant(Value::Nothing, span);
        self.node(NodeKind::Form(Form::If, vec![seen, node, blank]), ty, span)
    }

    /// What a node reads itself, without its parts.
    fn read_by(&self, scope: &Scope, id: NodeId) -> Hiding {
        let node = self.get(id);
        match &node.kind {
            NodeKind::Global(at) => self.hidden_data(&self.globals[*at as usize], false),
            // No view lists it, yet everybody has seen what the seat began.
            NodeKind::SeatData(_, at) if self.compound_slot == Some(*at) => Hiding::Open,
            NodeKind::SeatData(seat, at) => {
                let own = self.get(*seat).kind == NodeKind::Player;
                self.hidden_data(&self.seat_data[*at as usize], own)
            }
            NodeKind::Attribute(card, _) => self.faces_of(scope, *card),
            NodeKind::Call(primitive, args) => {
                let read = || {
                    let each = args.iter().map(|arg| self.faces_of(scope, *arg));
                    each.fold(Hiding::Open, Hiding::and)
                };
                match primitive.reads {
                    Reads::Open => Hiding::Open,
                    Reads::Faces => read(),
                    // Where cards lie is seen, though not what they are.
                    Reads::Order => match read() {
                        Hiding::InPlay(of) => self.unknown_places(id, of),
                        other => other,
                    },
                }
            }
            _ => Hiding::Open,
        }
    }

    /// Of zones whose faces are seen or not in play those that are unknown before:
    /// there, somebody must see the card that is found, or all.
    fn unknown_places(&self, call: NodeId, of: Vec<NodeId>) -> Hiding {
        let known = |id: &NodeId| {
            let kind = &self.get(*id).kind;
            matches!(kind, NodeKind::Const(Value::Zone(_)) | NodeKind::SeatZone(..))
        };
        match of.iter().all(known) {
            true => Hiding::Open,
            false if self.get(call).ty == Type::CARD => Hiding::InPlay(vec![call]),
            false => Hiding::InPlay(of),
        }
    }

    fn is_candidate(&self, scope: &Scope, local: u16) -> bool {
        let local = scope.action.locals.get(local as usize);
        local.is_some_and(|local| matches!(local.kind, LocalKind::Given(_)))
    }

    /// Notes the conditions whose functions may read what is hidden from somebody. A function that
    /// sees no more than the seat (it is guarded) shows nothing.
    pub(super) fn note_revealing_calls(&mut self, script: &dyn crate::script::Script) {
        for (call, span) in std::mem::take(&mut self.revealing_calls) {
            let NodeKind::Call(primitive, _) = self.get(call).kind else {
                continue;
            };
            let mut functions = self.functions_of_script.iter();
            let at = functions.position(|f| std::ptr::eq(f.primitive, primitive));
            let Some(at) = at.filter(|_| !self.guarded_calls.contains(&call.0)) else {
                continue;
            };
            if let Some(secret) = self.secret_in_script(|name| script.may_name(at as u16, name)) {
                self.revealing.push((span, secret));
            }
        }
    }

    /// What is hidden from somebody that a function of the script may read, by the names in it.
    fn secret_in_script(&self, names: impl Fn(&str) -> bool) -> Option<String> {
        let of_states = self.states.iter().flat_map(|state| &state.data);
        let data = self.globals.iter().chain(&self.seat_data).chain(of_states);
        for def in data.filter(|def| names(self.strings.get(def.name))) {
            if let Hiding::Hidden(secret) = self.hidden_data(def, false) {
                return Some(secret);
            }
        }
        let attribute = self.attributes.iter().any(|a| names(self.strings.get(a.name)));
        let reads = || {
            let mut all = crate::primitives::all();
            all.any(|primitive| primitive.reads != Reads::Open && names(primitive.name))
        };
        (attribute || reads()).then(|| "faces, in a function of the script,".to_owned())
    }

    fn hidden_data(&self, def: &crate::program::DataDef, own: bool) -> Hiding {
        let hidden = match def.visible {
            DataVisible::All => false,
            DataVisible::Owner => !own,
            DataVisible::None => true,
        };
        if hidden {
            Hiding::Hidden(format!("`{}`", self.strings.get(def.name)))
        } else {
            Hiding::Open
        }
    }

    /// Who sees the faces of a card, of a list of cards, or of a zone.
    fn faces_of(&self, scope: &Scope, id: NodeId) -> Hiding {
        let node = self.get(id);
        if !brings_faces(node.ty) {
            return Hiding::Open;
        }
        let each = |parts: &[NodeId]| {
            let each = parts.iter().map(|part| self.faces_of(scope, *part));
            each.fold(Hiding::Open, Hiding::and)
        };
        match &node.kind {
            NodeKind::Const(Value::Zone(zone)) => match self.zones.shared.get(zone.index()) {
                Some(def) => self.faces_in(def, false, id),
                None => Hiding::Open,
            },
            NodeKind::SeatZone(seat, at) => {
                let own = self.get(*seat).kind == NodeKind::Player;
                match self.zones.seat.get(*at as usize) {
                    Some(def) => self.faces_in(def, own, id),
                    None => Hiding::Open,
                }
            }
            NodeKind::Call(primitive, args) => {
                let named = primitive.params.iter().zip(args);
                let named = named
                    .filter(|(param, _)| param.takes == Takes::SeatZone)
                    .find_map(|(_, arg)| self.zone_that_is_meant(*arg));
                let own = args
                    .first()
                    .is_some_and(|a| self.get(*a).kind == NodeKind::Player);
                let hiding = match named {
                    Some(def) => self.faces_in(def, own, id),
                    // A zone that is found by something else than zones can be any.
                    None if args.iter().any(|a| comes_from(node.ty, self.get(*a).ty)) => each(args),
                    None => Hiding::InPlay(vec![id]),
                };
                match hiding {
                    // That one card, rather than all it was looked for among.
                    Hiding::InPlay(_) if node.ty == Type::CARD => Hiding::InPlay(vec![id]),
                    other => other,
                }
            }
            NodeKind::List(parts) | NodeKind::Form(_, parts) => each(parts),
            NodeKind::Query { over, .. } => self.faces_of(scope, *over),
            NodeKind::Over { list, .. } => self.faces_of(scope, *list),
            // Each by itself, where the function is worked out.
            NodeKind::Bound(param) => match self.bound_source(*param).map(|of| self.faces_of(scope, of)) {
                Some(Hiding::InPlay(_)) => Hiding::InPlay(vec![id]),
                Some(other) => other,
                None => Hiding::Open,
            },
            // A card that the seat does not see is no candidate where faces decide.
            NodeKind::Local(at) if node.ty == Type::CARD && self.is_candidate(scope, *at) => Hiding::Open,
            NodeKind::Local(at) => match scope.action.locals.get(*at as usize).map(|l| l.kind) {
                Some(LocalKind::Param(given)) => self.faces_of(scope, given),
                Some(LocalKind::Given(_) | LocalKind::Data(_)) | None => Hiding::InPlay(vec![id]),
            },
            NodeKind::Global(_)
            | NodeKind::SeatData(..)
            | NodeKind::StateData(_)
            | NodeKind::Setting(_)
            | NodeKind::Attribute(..)
            | NodeKind::Push(..)
            | NodeKind::Ask { .. } => Hiding::InPlay(vec![id]),
            NodeKind::Error
            | NodeKind::Const(_)
            | NodeKind::Everyone
            | NodeKind::Player
            | NodeKind::State
            | NodeKind::Function { .. } => Hiding::Open,
        }
    }

    /// The zone of seats that an argument names, by its name or number.
    fn zone_that_is_meant(&self, arg: NodeId) -> Option<&ZoneDef> {
        match self.get(arg).kind {
            NodeKind::Const(Value::Int(at)) => self.zones.seat.get(usize::try_from(at).ok()?),
            NodeKind::Const(Value::Str(name)) => self.zones.seat.iter().find(|zone| zone.name == name),
            _ => None,
        }
    }

    fn faces_in(&self, def: &ZoneDef, own: bool, id: NodeId) -> Hiding {
        let mut hiding = Hiding::Open;
        // At one time or another any of its rules may hold.
        for rule in def.rules() {
            hiding = hiding.and(match (rule.who, rule.part) {
                (Who::All, Part::All) => Hiding::Open,
                (Who::All, Part::Next(_) | Part::Last(_)) | (Who::Face, _) => Hiding::InPlay(vec![id]),
                (Who::Owner, part) if own => seen_part(part, id),
                (Who::Several(set), part) if own && set.owner => seen_part(part, id),
                (
                    Who::Owner
                    | Who::Several(_)
                    | Who::None
                    | Who::Allies
                    | Who::Opponents
                    | Who::Active
                    | Who::Inactive
                    | Who::When(_),
                    _,
                ) => Hiding::Hidden(format!("the faces in `{}`", self.strings.get(def.name))),
            });
        }
        hiding
    }
}

fn seen_part(part: Part, id: NodeId) -> Hiding {
    match part {
        Part::All => Hiding::Open,
        Part::Next(_) | Part::Last(_) => Hiding::InPlay(vec![id]),
    }
}

/// Whether a value of the type may be, or hold, a card or a zone.
fn brings_faces(ty: Type) -> bool {
    match ty {
        Type::One(kind) | Type::List(kind) => matches!(kind, Kind::Any | Kind::Card | Kind::Zone),
        Type::Nothing | Type::State => false,
    }
}

/// Whether a value of a type may be one of those in a value of another.
fn comes_from(found: Type, of: Type) -> bool {
    if may_be_zone(found) {
        may_be_zone(of)
    } else {
        brings_faces(of)
    }
}

/// Whether it may be, or hold, a zone.
fn may_be_zone(ty: Type) -> bool {
    match ty {
        Type::One(kind) | Type::List(kind) => matches!(kind, Kind::Any | Kind::Zone),
        Type::Nothing | Type::State => false,
    }
}
