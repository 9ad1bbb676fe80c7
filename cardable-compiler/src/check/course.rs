//! How the game may go on, as far as its steps tell.

use crate::hir::{Body, BodyOf, Hir, LocalKind, NodeId, NodeKind, Stmt, Target, children};
use crate::text::source::Span;
use cardable_engine::ids::{ActionId, StateId};
use cardable_engine::primitives::{CallKind, Ends, Form};
use cardable_engine::program::Transition;
use std::collections::BTreeMap;

/// Which states follow which, and what happens in them.
#[derive(Debug, Default)]
pub(crate) struct Course {
    pub(crate) transitions: Vec<Transition>,
    /// States from which the game can go somewhere that is known only at run time.
    pub(crate) anywhere: Vec<StateId>,
    /// Whether some step ends the game, in whatever state.
    pub(crate) ends: bool,
    /// States in which the game may end.
    pub(crate) ends_in: Vec<StateId>,
    pub(crate) pops: Vec<StateId>,
    /// The states that are laid over others, by the transitions there, and where that is written.
    pub(crate) pushes: Vec<(usize, Span)>,
    /// The states in which functions of the script act.
    pub(crate) functions: Vec<StateId>,
    /// The states in which steps ask something.
    pub(crate) asking: Vec<StateId>,
}

/// What functions of the script may do, by the primitives that its texts name.
#[derive(Clone, Copy, Debug, Default)]
struct Powers {
    transitions: bool,
    ends: bool,
    pops: bool,
}

struct Walk<'h> {
    hir: &'h Hir,
    course: Course,
    powers: Powers,
    of: BodyOf,
    state: Option<StateId>,
    /// The action whose body it is; None for triggers and abilities.
    action: Option<ActionId>,
    /// Whether there can be an acting seat.
    player: bool,
}

impl Course {
    pub(crate) fn of(hir: &Hir) -> Course {
        let draft = hir.scripts.draft.as_ref();
        let unread = hir.scripts.is_unread;
        let powers = draft.map_or_else(Powers::default, |draft| Powers {
            transitions: unread || draft.mentions(|p| p.is_form(Form::Transition) || p.is_form(Form::Push)),
            ends: unread || draft.mentions(|p| p.properties.ends == Ends::Game),
            pops: unread || draft.mentions(|p| p.is_form(Form::Pop)),
        });
        let actions = hir
            .actions
            .iter()
            .enumerate()
            .map(|(at, def)| (def.body.start, ActionId(at as u16)));
        let actions: BTreeMap<u32, ActionId> = actions.collect();
        let lost = &hir.places.lost;
        let mut walk = Walk {
            hir,
            course: Course {
                anywhere: lost.transitions.clone(),
                ends: lost.ends,
                ends_in: lost.ends_in.clone(),
                ..Course::default()
            },
            powers,
            of: BodyOf::Nothing,
            state: None,
            action: None,
            player: false,
        };
        for (at, body) in hir.tree.bodies() {
            walk.body(body, actions.get(&at).copied());
        }
        walk.course
    }

    /// The states that can be reached from one by some of the transitions.
    pub(crate) fn reached_by(&self, hir: &Hir, from: StateId, counts: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; hir.states.len()];
        let mut open = vec![from];
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut reached[state.index()], true) {
                continue;
            }
            let transitions = self.transitions.iter().enumerate();
            let transitions = transitions.filter(|(at, transition)| transition.from == state && counts(*at));
            open.extend(transitions.map(|(_, transition)| transition.to));
            if self.anywhere.contains(&state) {
                open.extend((0..hir.states.len()).map(|at| StateId(at as u16)));
            }
        }
        reached
    }

    pub(crate) fn can_be_left(&self, state: StateId) -> bool {
        self.transitions.iter().any(|l| l.from == state && l.to != state)
            || self.anywhere.contains(&state)
            || self.pops.contains(&state)
            || self.ends_in.contains(&state)
    }
}

/// The states in which functions of the script act, so far as the rules are read.
pub(crate) fn states_with_functions(hir: &Hir) -> Vec<StateId> {
    let mut states = Course::of(hir).functions;
    states.sort_unstable();
    states.dedup();
    states
}

impl Walk<'_> {
    fn body(&mut self, body: &Body, action: Option<ActionId>) {
        (self.of, self.action) = (body.of, action);
        (self.state, self.player) = (body.scope.state, body.scope.player);
        if self.counts()
            && let Some(def) = action.and_then(|action| self.hir.actions.get(action.index()))
            && let Some(vote) = &def.vote
        {
            self.transition(def.state, vote.target);
        }
        for local in &body.scope.action.locals {
            if let LocalKind::Data(Some(first)) = local.kind {
                self.value(first);
            }
        }
        self.steps(&body.steps);
    }

    /// Whether it is done at all.
    fn counts(&self) -> bool {
        matches!(self.of, BodyOf::Action | BodyOf::Routine)
    }

    fn transition(&mut self, from: StateId, to: StateId) {
        match self.of {
            BodyOf::Action => self.course.transitions.push(Transition {
                from,
                to,
                by_seat: self.player,
                action: self.action,
            }),
            // Which action calls it is not known.
            BodyOf::Routine => self.course.anywhere.push(from),
            BodyOf::Never | BodyOf::Nothing => {}
        }
    }

    /// The states in which the steps at hand may be done.
    fn here(&self) -> Vec<StateId> {
        match self.state {
            Some(state) => vec![state],
            None => (0..self.hir.states.len()).map(|at| StateId(at as u16)).collect(),
        }
    }

    fn leads_anywhere(&mut self) {
        if self.counts() {
            self.course.anywhere.extend(self.here());
        }
    }

    fn ends(&mut self) {
        if self.counts() {
            self.course.ends = true;
            self.course.ends_in.extend(self.here());
        }
    }

    fn pops(&mut self) {
        if self.counts() {
            self.course.pops.extend(self.here());
        }
    }

    fn steps(&mut self, steps: &[Stmt]) {
        for step in steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Stmt) {
        match step {
            Stmt::Do(node) => self.value(*node),
            Stmt::Set { place, value, .. } => {
                self.value(*place);
                self.value(*value);
            }
            Stmt::Group(body) => self.steps(body),
            Stmt::If {
                condition,
                then,
                otherwise,
                ..
            } => {
                self.value(*condition);
                self.steps(then);
                self.steps(otherwise);
            }
            Stmt::While { condition, body, .. } => {
                self.value(*condition);
                self.steps(body);
            }
            Stmt::EachSeat { seats, body, .. } => {
                self.value(*seats);
                let outer = std::mem::replace(&mut self.player, true);
                self.steps(body);
                self.player = outer;
            }
            Stmt::EachItem { list, body, .. } => {
                self.value(*list);
                self.steps(body);
            }
            Stmt::Transition {
                target, args, who, ..
            } => {
                match (target, self.state) {
                    (Target::State(to), Some(from)) => self.transition(from, *to),
                    // Triggers and cards may lead there from anywhere.
                    (Target::State(to), None) => {
                        for from in 0..self.hir.states.len() {
                            self.transition(StateId(from as u16), *to);
                        }
                    }
                    (Target::Named(name), _) => {
                        self.leads_anywhere();
                        self.value(*name);
                    }
                }
                args.iter().chain(who).for_each(|node| self.value(*node));
            }
            Stmt::Seal => {}
            Stmt::Pop { value, .. } => {
                self.pops();
                value.iter().for_each(|node| self.value(*node));
            }
        }
    }

    fn value(&mut self, node: NodeId) {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let node = self.hir.tree.get(id);
            match &node.kind {
                NodeKind::Push(Target::State(to), _) => {
                    let transition = self.course.transitions.len();
                    if let Some(from) = self.state {
                        self.transition(from, *to);
                    }
                    if self.course.transitions.len() > transition {
                        self.course.pushes.push((transition, node.span));
                    }
                }
                // Any state may be the one that is meant.
                NodeKind::Push(Target::Named(_), _) => self.leads_anywhere(),
                NodeKind::Ask { .. } => self.course.asking.extend(self.state),
                NodeKind::Call(primitive, _) if primitive.kind == (CallKind::Script { acts: true }) => {
                    self.course.functions.extend(self.state);
                    // What the texts of the script name, any of its functions may do.
                    if self.powers.transitions {
                        self.leads_anywhere();
                    }
                    if self.powers.ends {
                        self.ends();
                    }
                    if self.powers.pops {
                        self.pops();
                    }
                }
                NodeKind::Call(primitive, _) if primitive.properties.ends == Ends::Game => self.ends(),
                _ => {}
            }
            children(&node.kind, &mut stack);
        }
    }
}
