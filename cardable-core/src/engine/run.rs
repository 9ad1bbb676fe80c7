//! The loop: automatic actions, states entered and left, until a seat has a
//! decision or the game is over.

use super::Engine;
use super::exec::{Exit, MAX_SUSPENDED};
use super::fault::{FaultKind, Run};
use super::legal::LegalSet;
use super::scene::{Awaits, Cause, Layer, Suspended, Trigger};
use crate::event::{DataAt, Event};
use crate::ids::{ActionId, Seat, SeatSet, StateId};
use crate::program::{ActionDef, StateType, TurnLength};
use crate::value::Value;
use smallvec::SmallVec;

/// The most scenes, and the most pushed states, a game may have.
const MAX_SCENES: usize = 32;

/// Automatic actions that are to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Todo {
    pub(crate) next: u16,
    pub(crate) on: Trigger,
}

/// A transition that waits for the bodies of kept choices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deferred {
    pub(crate) transition: Option<(StateId, SmallVec<[Value; 8]>)>,
}

impl Engine<'_> {
    /// Runs on until somebody has to decide.
    pub(crate) fn settle(&mut self, legal: &mut LegalSet) -> Run<()> {
        let mut idle_turns = 0;
        loop {
            if self.world.over {
                legal.clear();
                return Ok(());
            }
            if let Some(todo) = self.todo.take() {
                if self.run_autos(todo)? {
                    idle_turns = 0;
                }
                continue;
            }
            self.list_legal(legal)?;
            if !self.pass_idle_turn(legal, &mut idle_turns)? {
                if legal.is_empty() && self.open_waiting_choices()? {
                    continue;
                }
                if legal.is_empty() {
                    return Err(FaultKind::Stuck { state: self.world.scene.state }.into());
                }
                return Ok(());
            }
        }
    }

    /// Runs the automatic actions of the running state that this moment sets
    /// off. Tells whether any ran.
    pub(crate) fn run_autos(&mut self, todo: Todo) -> Run<bool> {
        let table = self.table;
        let state = self.world.scene.state;
        let def = table.program.state(state);
        let mut ran = false;
        let mut next = todo.next as usize;
        while let Some(&id) = def.autos.get(next) {
            next += 1;
            let action = table.program.action(id);
            if !triggered(action, todo.on) {
                continue;
            }
            self.player = self.auto_player();
            if let Some(condition) = action.condition
                && !self.reader().holds(condition)?
            {
                continue;
            }
            self.spend(8)?;
            ran = true;
            if let Some(message) = &action.message {
                self.say(&message.text, crate::ids::Audience::ALL)?;
            }
            let cause = Cause::Auto { next: next as u16, on: todo.on };
            match self.run_code(action.body, &[], cause)? {
                Exit::Done => {}
                Exit::Suspended | Exit::Left => return Ok(true),
            }
        }
        self.after_autos()?;
        Ok(ran)
    }

    /// Puts a text on the table until the state ends.
    fn say(&mut self, text: &crate::program::Text, audience: crate::ids::Audience) -> Run<()> {
        let mut tokens: SmallVec<[Value; 2]> = SmallVec::new();
        for code in &text.tokens {
            let value = self.reader().eval(*code)?;
            tokens.push(self.keep(value));
        }
        let two = |at: usize| tokens.get(at).copied().unwrap_or(Value::Nothing);
        self.emit(Event::Said { audience, text: text.text, tokens: [two(0), two(1)] });
        let scene = self.world.scene.scene;
        self.world.rare_mut().notes.push(super::world::Note { scene, audience, text: text.text, tokens });
        Ok(())
    }

    /// The seat that `$player` means in automatic actions.
    fn auto_player(&self) -> Option<Seat> {
        let scene = &self.world.scene;
        match self.table.program.state(scene.state).kind {
            StateType::RoundRobin | StateType::Grandstand => scene.turn,
            StateType::Auto | StateType::Concurrent => scene.lead,
        }
    }

    pub(crate) fn spend(&mut self, amount: u32) -> Run<()> {
        self.fuel = self.fuel.saturating_sub(amount);
        if self.fuel == 0 {
            let states = self.trail.to_vec();
            return Err(FaultKind::OutOfFuel { states }.into());
        }
        Ok(())
    }

    /// What follows when a piece of code has run to its end.
    pub(crate) fn after_code(&mut self, cause: Cause, actor: Option<Seat>) -> Run<()> {
        match cause {
            Cause::Auto { next, on } => self.todo = Some(Todo { next, on }),
            Cause::Act(action) => {
                if let Some(seat) = actor {
                    self.after_action(seat, action)?;
                }
            }
        }
        Ok(())
    }

    fn after_action(&mut self, seat: Seat, action: ActionId) -> Run<()> {
        let table = self.table;
        let def = table.program.state(self.world.scene.state);
        let ends = def.turn == TurnLength::OneAction
            || self.world.scene.ending.contains(seat)
            || table.program.action(action).ends_turn;
        let scene = &mut self.world.scene;
        scene.lead = Some(seat);
        match def.kind {
            StateType::Concurrent => {
                if ends {
                    scene.acted.insert(seat);
                    scene.ending.remove(seat);
                }
            }
            StateType::RoundRobin => {
                // The turn passes once the automatic actions after it have run.
                if ends && scene.turn == Some(seat) {
                    scene.ending.insert(seat);
                }
            }
            StateType::Grandstand | StateType::Auto => {}
        }
        self.todo = Some(Todo { next: 0, on: Trigger::Action });
        Ok(())
    }

    fn after_autos(&mut self) -> Run<()> {
        let def = self.table.program.state(self.world.scene.state);
        if def.kind == StateType::RoundRobin {
            let scene = &mut self.world.scene;
            if let Some(seat) = scene.turn
                && scene.ending.contains(seat)
            {
                scene.ending.remove(seat);
                self.replenish_when(Some(seat), |w| w.turn_end)?;
                self.advance_turn()?;
            }
        }
        self.finish_vote()
    }

    // --- states

    /// Enters a state with all members of the scene in play.
    pub(crate) fn enter(&mut self, state: StateId, args: &[Value]) -> Run<()> {
        let actor = self.player;
        self.cancel_scene();
        let members = self.world.scene.members;
        let scene = self.world.scene.scene;
        self.begin(Layer { scene, lead: actor, state, ..Layer::empty(members) }, args)
    }

    /// Sets a state up and orders its entry actions.
    fn begin(&mut self, layer: Layer, args: &[Value]) -> Run<()> {
        let table = self.table;
        let state = layer.state;
        if self.trail.len() == 8 {
            self.trail.remove(0);
        }
        self.trail.push(state);
        self.spend(20)?;
        let def = table.program.state(state);
        if args.len() != def.params as usize {
            return Err(FaultKind::StateParameters.into());
        }
        let lead = layer.lead;
        self.world.scene = layer;
        if let Some(rare) = &mut self.world.rare {
            let scene = self.world.scene.scene;
            rare.notes.retain(|n| n.scene != scene);
        }
        self.emit(Event::Entered { scene: self.world.scene.scene, state });
        self.player = lead;
        let at = self.world.state_data_at(table);
        for (slot, item) in def.data.iter().enumerate() {
            let value = match (args.get(slot), item.code) {
                (Some(value), _) => *value,
                (None, Some(code)) => self.reader().eval(code)?,
                (None, None) => item.value,
            };
            let value = self.keep(value);
            self.world.values[at + slot] = value;
            if self.events.is_some() {
                self.emit(Event::Data { at: DataAt::State(self.world.scene.scene, slot as u16), value });
            }
        }
        if matches!(def.kind, StateType::RoundRobin | StateType::Grandstand) {
            let wanted = match def.starter {
                Some(code) => match self.reader().eval(code)? {
                    Value::Nothing => lead,
                    value => Some(super::reader::seat(value)?),
                },
                None => lead,
            };
            let first = self.first_seat(wanted);
            self.world.scene.first = first;
            self.set_turn(first);
        }
        if table.program.state_visibility || table.program.turn_visibility {
            self.refresh_visibility();
        }
        self.replenish_when(None, |w| w.round_start)?;
        self.todo = Some(Todo { next: 0, on: Trigger::Entry });
        Ok(())
    }

    /// The seat itself when it takes part, else the next one that does.
    fn first_seat(&self, wanted: Option<Seat>) -> Option<Seat> {
        let members = self.world.scene.members.minus(self.world.dismissed);
        let from = wanted.or(members.lowest())?;
        if members.contains(from) {
            return Some(from);
        }
        self.next_among(from, members)
    }

    /// Ends every suspended action of the scene in play.
    pub(crate) fn cancel_scene(&mut self) {
        let scene = self.world.scene.scene;
        if !self.world.suspended.is_empty() {
            let depth = self.depth(scene);
            let gone = |s: &Suspended| s.scene == scene && s.depth >= depth && s.awaits != Awaits::Pop;
            for seat in
                self.world.suspended.iter().filter(|s| gone(s)).fold(SeatSet::EMPTY, |all, s| all.or(s.waiting()))
            {
                self.emit(Event::Cancelled { seat });
            }
            self.world.suspended.retain(|s| !gone(s));
        }
        if let Some(rare) = &mut self.world.rare {
            rare.sealed.retain(|s| s.scene != scene);
        }
    }

    /// Ends what a seat that leaves was in the middle of.
    pub(crate) fn cancel_seat(&mut self, seat: Seat) {
        let hit = |s: &Suspended| s.actor == Some(seat) || s.waiting() == SeatSet::one(seat);
        let lost: Vec<Suspended> = self.world.suspended.iter().filter(|s| hit(s)).cloned().collect();
        if !lost.is_empty() {
            self.world.suspended.retain(|s| !hit(s));
            self.emit(Event::Cancelled { seat });
            // An automatic action that asked this seat goes on with the next one.
            for frame in lost {
                if let (Cause::Auto { next, on }, None) = (frame.cause, self.todo) {
                    self.todo = Some(Todo { next, on });
                }
            }
        }
        for frame in &mut self.world.suspended {
            if let Awaits::Answers { waiting, .. } = &mut frame.awaits {
                waiting.remove(seat);
            }
        }
        if let Some(rare) = &mut self.world.rare {
            rare.sealed.retain(|s| s.seat != seat);
        }
    }

    /// How many states lie under the running one in a scene.
    pub(crate) fn depth(&self, scene: u16) -> u16 {
        self.world.rare.as_ref().map_or(0, |r| r.under.iter().filter(|(l, _)| l.scene == scene).count()) as u16
    }

    fn state_values(&self) -> Vec<Value> {
        let at = self.world.state_data_at(self.table);
        self.world.values[at..].to_vec()
    }

    fn set_state_values(&mut self, values: &[Value]) {
        let at = self.world.state_data_at(self.table);
        for (slot, value) in self.world.values[at..].iter_mut().zip(values) {
            *slot = *value;
        }
    }

    /// Lays a state over the running one.
    pub(crate) fn push(&mut self, state: StateId, args: &[Value]) -> Run<()> {
        let data = self.state_values();
        let under = self.world.scene;
        let rare = self.world.rare_mut();
        if rare.under.len() >= MAX_SCENES {
            return Err(FaultKind::TooMany { what: "pushed states", limit: MAX_SCENES }.into());
        }
        rare.under.push((under, data));
        let lead = self.player;
        self.begin(Layer { scene: under.scene, state, lead, ..Layer::empty(under.members) }, args)
    }

    /// Ends a pushed state and goes on with the action that pushed it.
    pub(crate) fn pop(&mut self, value: Value) -> Run<()> {
        let scene = self.world.scene.scene;
        self.cancel_scene();
        let under = self.world.rare.as_mut().and_then(|r| {
            let at = r.under.iter().rposition(|(l, _)| l.scene == scene)?;
            Some(r.under.remove(at))
        });
        let Some((layer, data)) = under else { return Err(FaultKind::NothingPushed.into()) };
        self.world.scene = layer;
        self.set_state_values(&data);
        self.emit(Event::Entered { scene, state: layer.state });
        if self.table.program.state_visibility || self.table.program.turn_visibility {
            self.refresh_visibility();
        }
        let depth = self.depth(scene);
        let waiting = self
            .world
            .suspended
            .iter()
            .rposition(|s| s.scene == scene && s.depth == depth && s.awaits == Awaits::Pop);
        let Some(at) = waiting else { return Err(FaultKind::NothingPushed.into()) };
        let frame = self.world.suspended.remove(at);
        let (cause, actor) = (frame.cause, frame.actor);
        if self.resume(frame, value)? == Exit::Done {
            self.after_code(cause, actor)?;
        }
        Ok(())
    }

    // --- scenes

    /// Brings the scene of a number into play.
    pub(crate) fn focus(&mut self, scene: u16) {
        if self.world.scene.scene == scene {
            return;
        }
        let data = self.state_values();
        let running = self.world.scene;
        let rare = self.world.rare_mut();
        let Some(at) = rare.scenes.iter().position(|(l, _)| l.scene == scene) else { return };
        let (layer, values) = std::mem::replace(&mut rare.scenes[at], (running, data));
        self.world.scene = layer;
        self.set_state_values(&values);
        if self.table.program.state_visibility || self.table.program.turn_visibility {
            self.refresh_visibility();
        }
    }

    /// The numbers of all scenes, in order.
    pub(crate) fn scenes(&self) -> SmallVec<[u16; 4]> {
        let mut all: SmallVec<[u16; 4]> = smallvec::smallvec![self.world.scene.scene];
        if let Some(rare) = &self.world.rare {
            all.extend(rare.scenes.iter().map(|(l, _)| l.scene));
            all.sort_unstable();
        }
        all
    }

    /// The scene a seat is a member of.
    pub(crate) fn scene_of(&self, seat: Seat) -> u16 {
        let other = self.world.rare.as_ref().and_then(|r| r.scenes.iter().find(|(l, _)| l.members.contains(seat)));
        match other {
            Some((layer, _)) if !self.world.scene.members.contains(seat) => layer.scene,
            _ => self.world.scene.scene,
        }
    }

    /// Takes seats out of the scene in play, into the one that is in a state
    /// already or into a new one. Tells whether the running code has lost its
    /// scene.
    pub(crate) fn move_seats(&mut self, seats: SeatSet, state: StateId, new: bool, args: &[Value]) -> Run<bool> {
        let leaving = seats.and(self.world.scene.members);
        if leaving.is_empty() {
            return Ok(false);
        }
        let home = self.world.scene.scene;
        let target = if new {
            None
        } else {
            let others = self.world.rare.as_ref().map_or(&[][..], |r| &r.scenes);
            others.iter().find(|(l, _)| l.state == state).map(|(l, _)| l.scene)
        };
        if target.is_none() && leaving == self.world.scene.members && self.depth(home) == 0 {
            self.enter(state, args)?;
            return Ok(true);
        }
        let acting = self.player;
        for seat in leaving {
            self.cancel_seat(seat);
            self.world.scene.acted.remove(seat);
            self.world.scene.ending.remove(seat);
        }
        let turn_left = self.world.scene.turn.is_some_and(|t| leaving.contains(t));
        self.world.scene.members = self.world.scene.members.minus(leaving);
        if turn_left && !self.world.scene.members.is_empty() {
            self.advance_turn()?;
        }
        let old_todo = self.todo.take();
        match target {
            Some(scene) => {
                if !args.is_empty() {
                    return Err(FaultKind::StateParameters.into());
                }
                let rare = self.world.rare_mut();
                for (layer, _) in rare.scenes.iter_mut().filter(|(l, _)| l.scene == scene) {
                    layer.members = layer.members.or(leaving);
                    layer.acted = layer.acted.minus(leaving);
                }
                self.todo = old_todo;
            }
            None => {
                let data = self.state_values();
                let running = self.world.scene;
                let rare = self.world.rare_mut();
                if rare.scenes.len() >= MAX_SCENES {
                    return Err(FaultKind::TooMany { what: "scenes", limit: MAX_SCENES }.into());
                }
                let number = rare.next_scene.checked_add(1);
                let number = number.ok_or(FaultKind::TooMany { what: "numbers of scenes", limit: u16::MAX.into() })?;
                rare.next_scene = number;
                rare.scenes.push((running, data));
                self.begin(Layer { scene: number, state, lead: acting, ..Layer::empty(leaving) }, args)?;
                // The new scene's entry actions run before the old scene goes on.
                while let Some(todo) = self.todo.take() {
                    self.run_autos(todo)?;
                }
                if self.world.over {
                    return Ok(true);
                }
                self.focus(home);
                self.player = acting;
                self.todo = old_todo;
            }
        }
        if self.world.scene.members.is_empty() && self.world.scene.scene == home {
            self.close_scene();
            return Ok(true);
        }
        Ok(acting.is_some_and(|a| leaving.contains(a)))
    }

    /// Ends the scene in play, which nobody is in any more.
    fn close_scene(&mut self) {
        let gone = self.world.scene.scene;
        self.cancel_scene();
        let Some(rare) = &mut self.world.rare else { return };
        rare.under.retain(|(l, _)| l.scene != gone);
        if rare.scenes.is_empty() {
            return;
        }
        let (layer, values) = rare.scenes.remove(0);
        self.world.scene = layer;
        self.set_state_values(&values);
    }

    // --- prompts

    /// Takes a seat's answer to its newest question.
    pub(crate) fn answer(&mut self, seat: Seat, value: Value) -> Run<()> {
        let Some(at) = self.world.suspended.iter().rposition(|s| s.waiting().contains(seat)) else {
            return Ok(());
        };
        self.emit(Event::Answered { seat, answer: value });
        let scene = self.world.suspended[at].scene;
        self.focus(scene);
        let value = self.keep(value);
        if let Awaits::Answers { waiting, given, .. } = &mut self.world.suspended[at].awaits {
            waiting.remove(seat);
            given.push((seat, value));
            if !waiting.is_empty() {
                return Ok(());
            }
        }
        let frame = self.world.suspended.remove(at);
        let answer = match &frame.awaits {
            Awaits::Answers { given, .. } => {
                let mut given = given.clone();
                given.sort_by_key(|(s, _)| *s);
                self.reader().list(given.into_iter().map(|(_, v)| v).collect())
            }
            Awaits::Answer { .. } | Awaits::Pop => value,
        };
        let (cause, actor) = (frame.cause, frame.actor);
        if self.resume(frame, answer)? == Exit::Done {
            self.after_code(cause, actor)?;
        }
        Ok(())
    }

    // --- sealed choices

    /// Keeps a choice until all are in; runs them when this was the last.
    pub(crate) fn commit(&mut self, seat: Seat, action: ActionId, picks: &[Value], others_left: bool) -> Run<()> {
        let picks: SmallVec<[Value; 4]> = picks.iter().map(|v| self.keep(*v)).collect();
        let scene = self.world.scene.scene;
        let rare = self.world.rare_mut();
        if rare.sealed.len() >= MAX_SUSPENDED {
            return Err(FaultKind::TooMany { what: "sealed choices", limit: MAX_SUSPENDED }.into());
        }
        rare.sealed.push(super::world::Sealed { scene, seat, action, picks });
        self.world.scene.acted.insert(seat);
        self.world.scene.lead = Some(seat);
        self.emit(Event::Committed { seat });
        if others_left {
            return Ok(());
        }
        self.open_sealed()
    }

    /// When nobody else can choose any more: opens what is kept somewhere.
    fn open_waiting_choices(&mut self) -> Run<bool> {
        let Some(scene) = self.world.rare.as_ref().and_then(|r| r.sealed.first()).map(|s| s.scene) else {
            return Ok(false);
        };
        self.focus(scene);
        self.open_sealed()?;
        Ok(true)
    }

    /// Runs all kept choices of the scene in seat order.
    pub(crate) fn open_sealed(&mut self) -> Run<()> {
        let scene = self.world.scene.scene;
        let rare = self.world.rare_mut();
        let mut kept: Vec<_> = rare.sealed.iter().filter(|s| s.scene == scene).cloned().collect();
        rare.sealed.retain(|s| s.scene != scene);
        kept.sort_by_key(|s| s.seat);
        self.deferred = Some(Deferred::default());
        for choice in kept {
            self.player = Some(choice.seat);
            self.emit(Event::Acted { seat: choice.seat, action: choice.action });
            let def = self.table.program.action(choice.action);
            let given = self.pick_registers(def, &choice.picks);
            let exit = self.run_code(def.body, &given, Cause::Act(choice.action));
            if exit.is_err() {
                self.deferred = None;
            }
            if exit? == Exit::Left && self.world.over {
                self.deferred = None;
                return Ok(());
            }
        }
        let deferred = self.deferred.take().and_then(|d| d.transition);
        match deferred {
            Some((state, args)) => self.enter(state, &args),
            None => {
                self.todo = Some(Todo { next: 0, on: Trigger::Action });
                Ok(())
            }
        }
    }

    /// Whether a fault only says that a kept choice came too late.
    pub(crate) fn may_skip(&self, kind: &FaultKind) -> bool {
        matches!(
            kind,
            FaultKind::NotEnoughCards { .. } | FaultKind::ZoneFull { .. } | FaultKind::ZoneTooSmall { .. }
        )
    }

    pub(crate) fn skip_step(&mut self, cause: Cause, actor: Option<Seat>) {
        if let (Cause::Act(action), Some(seat)) = (cause, actor) {
            self.emit(Event::StepSkipped { seat, action });
        }
    }

    /// The first registers of an action's code: what was picked.
    pub(crate) fn pick_registers(&mut self, def: &ActionDef, picks: &[Value]) -> SmallVec<[Value; 8]> {
        let Some(pick) = &def.pick else { return SmallVec::new() };
        let mut given: SmallVec<[Value; 8]> = smallvec::smallvec![Value::Nothing; pick.register as usize + 1];
        given[pick.register as usize] = if pick.single {
            picks.first().copied().unwrap_or(Value::Nothing)
        } else {
            self.reader().list(picks.to_vec())
        };
        given
    }
}

#[inline]
fn triggered(action: &ActionDef, on: Trigger) -> bool {
    match on {
        Trigger::Entry => action.on.entry,
        Trigger::Turn => action.on.turn,
        Trigger::Action => action.on.action,
    }
}
