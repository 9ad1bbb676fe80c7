//! The main loop: runs automatic actions, and enters and leaves states, until a seat has a decision or the game
//! is over.

use super::control::auto_player;
use super::exec::Exit;
use super::legal_set::LegalSet;
use super::{
    computed, entry, exec, idle, keeping, legal, members, messages, moves, onward, prompts, raising,
    reactions, rounds, turns, visibility,
};
use crate::event::{ByItself, DataAt, Event};
use crate::fault::{FaultKind, Run};
use crate::ids::{ActionId, Seat, SeatSet, StateId};
use crate::play::in_play::{self, MAX_SCENES};
use crate::program::{ActionDef, Edge, MessagePlace, Op, Program, StateType, TurnLength};
use crate::value::Value;
use crate::vm::conditions;
use crate::vm::engine::{Calls, Engine, PendingAutos};
use crate::world::scene::{Awaits, Cause, Layer, Suspended, Trigger};

/// Maximum number of states that a game enters after it was ended.
const MOST_AFTER_END: u8 = 50;

/// Adds the current state to a fault that no instruction caused.
#[cold]
pub(crate) fn placed(engine: &Engine<'_>, mut fault: Box<crate::fault::Fault>) -> Box<crate::fault::Fault> {
    if fault.pc == u32::MAX {
        fault.state = engine.world.scene.state;
    }
    fault
}

impl Engine<'_> {
    /// Runs until a seat has to decide.
    pub(crate) fn run_until_decision(&mut self, legal: &mut LegalSet) -> Run<()> {
        run_on(self, legal)?;
        if self.table.program.data.computes {
            computed::refresh_computed(self)?;
        }
        Ok(())
    }

    /// Closes the game: nobody is asked anything any more.
    pub(crate) fn close(&mut self) {
        self.pending_autos = None;
        self.world.over = true;
        self.emit(Event::Over);
    }

    /// Runs the automatic actions triggered at this moment. Returns whether any ran.
    pub fn run_autos(&mut self, pending_autos: PendingAutos) -> Run<bool> {
        let table = self.table;
        let state = self.world.scene.state;
        let def = table.program.state(state);
        let mut ran = false;
        let mut next = pending_autos.next as usize;
        while let Some(&id) = def.autos.get(next) {
            next += 1;
            let action = table.program.action(id);
            if !triggered(action, pending_autos.on) {
                continue;
            }
            self.player = auto_player(self);
            if let Some(condition) = action.condition
                && !conditions::allows(&self.reader(), condition)?
            {
                continue;
            }
            self.spend(8)
                .map_err(|fault| exec::fault_at(self, action.body.start, fault.kind))?;
            ran = true;
            self.emit(Event::Began {
                what: ByItself::Action,
                name: action.name,
                card: None,
            });
            if let Some(message) = &action.message {
                messages::say_text(self, &message.text, message.place)?;
            }
            let cause = Cause::Auto {
                next: next as u16,
                on: pending_autos.on,
            };
            match self.run_code(action.body, &[], cause)? {
                Exit::Done => {}
                Exit::Suspended | Exit::Left => return Ok(true),
            }
        }
        after_autos(self, pending_autos.on)?;
        Ok(ran)
    }

    pub(crate) fn spend(&mut self, amount: u32) -> Run<()> {
        self.fuel = self.fuel.saturating_sub(amount);
        if self.fuel == 0 {
            return Err(exec::exhausted(self).into());
        }
        Ok(())
    }

    /// What follows when a piece of code has run to its end.
    pub(crate) fn after_code(&mut self, cause: Cause, actor: Option<Seat>) -> Run<()> {
        match cause {
            Cause::Auto { next, on } => self.pending_autos = Some(PendingAutos { next, on }),
            // Whoever waits for it goes on when nothing else runs.
            Cause::Call(_) => {}
            Cause::Act(action) => {
                if let Some(seat) = actor {
                    self.after_action(seat, action)?;
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn after_action(&mut self, seat: Seat, action: ActionId) -> Run<()> {
        let table = self.table;
        let def = table.program.state(self.world.scene.state);
        let ends = def.turn == TurnLength::OneAction
            || self.world.scene.ending.contains(seat)
            || table.program.action(action).ends_turn;
        let scene = &mut self.world.scene;
        if !(table.program.semantics.turn_outlasts && def.kind == StateType::Concurrent) {
            scene.led_by = Some(seat);
        }
        match def.kind {
            StateType::Concurrent => {
                if ends {
                    scene.acted.insert(seat);
                    scene.ending.remove(seat);
                    moves::replenish_when(self, Some(seat), |w| w.turn_end)?;
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
        // What reacts to the action comes before automatic actions.
        let is_quiet = !def.autos_on.action && !self.heard.any;
        if def.autos.is_empty() || is_quiet {
            self.pending_autos = None;
            return after_autos(self, Trigger::Action);
        }
        self.pending_autos = Some(PendingAutos {
            next: 0,
            on: Trigger::Action,
        });
        Ok(())
    }

    // --- states

    /// Enters a state with all members of the running scene.
    pub(crate) fn enter(&mut self, state: StateId, args: &[Value]) -> Run<()> {
        let actor = self.player;
        self.cancel_scene();
        let members = self.world.scene.all();
        let scene = self.world.scene.scene;
        self.begin(
            Layer {
                scene,
                led_by: actor,
                state,
                ..Layer::empty(members)
            },
            args,
        )
    }

    /// Initializes a state and triggers its entry actions.
    pub(crate) fn begin(&mut self, layer: Layer, args: &[Value]) -> Run<()> {
        self.stand(layer, args)?;
        let zones = &self.table.program.zones;
        if zones.visible_by_state || zones.visible_by_turn {
            visibility::refresh_visibility(self);
        }
        entered(self)
    }

    /// Initializes a state: its data, members and turn. Nothing else happens yet.
    pub(crate) fn stand(&mut self, layer: Layer, args: &[Value]) -> Run<()> {
        let table = self.table;
        let state = layer.state;
        if self.trail.len() == 8 {
            self.trail.remove(0);
        }
        self.trail.push(state);
        self.entered_cut |= table.program.bots.cut == Some(state);
        if let Some(entered) = &mut self.ending {
            *entered = entered.saturating_add(1);
        }
        self.spend(20)?;
        let def = table.program.state(state);
        if args.len() != def.params as usize {
            return Err(entry::wrong_count(&self.reader(), state, args.len()).into());
        }
        let led_by = layer.led_by;
        self.world.scene = layer;
        if !self.world.notes.is_empty() {
            let scene = self.world.scene.scene;
            self.world
                .notes
                .retain(|n| n.scene != scene || n.place == MessagePlace::Summary);
        }
        self.emit(Event::Entered {
            scene: self.world.scene.scene,
            state,
        });
        self.player = led_by;
        let at = self.world.state_data_at(table);
        for (slot, item) in def.data.iter().enumerate() {
            let value = match (args.get(slot), item.code) {
                (Some(value), _) => *value,
                (None, Some(code)) => self.reader().eval(code)?,
                (None, None) => item.value,
            };
            let value = keeping::keep(self, value);
            self.world.values[at + slot] = value;
            if self.events.is_some() {
                self.emit(Event::Data {
                    at: DataAt::State(self.world.scene.scene, slot as u16),
                    value,
                });
            }
        }
        if table.chooses_members(state) {
            members::choose_members(self)?;
        }
        if matches!(def.kind, StateType::RoundRobin | StateType::Grandstand) {
            let wanted = match def.starter {
                Some(code) => match self.reader().eval(code)? {
                    Value::Nothing => led_by,
                    value => Some(crate::vm::kinds::seat(value)?),
                },
                None => led_by,
            };
            let first = first_seat(self, wanted);
            self.world.scene.first = first;
            turns::set_turn(self, first);
        }
        Ok(())
    }

    /// Cancels every suspended action of the running scene.
    pub(crate) fn cancel_scene(&mut self) {
        let scene = self.world.scene.scene;
        if !self.world.suspended.is_empty() {
            let depth = depth(self, scene);
            let gone = |s: &Suspended| s.scene == scene && s.depth >= depth && s.awaits != Awaits::Pop;
            for seat in self
                .world
                .suspended
                .iter()
                .filter(|s| gone(s))
                .fold(SeatSet::EMPTY, |all, s| all.or(s.waiting()))
            {
                self.emit(Event::Cancelled { seat });
            }
            self.world.suspended.retain(|s| !gone(s));
        }
        if let Some(extras) = &mut self.world.extras {
            extras.sealed.retain(|s| s.scene != scene);
        }
    }

    /// Cancels the suspended actions of a seat that leaves.
    ///
    /// An action that pushed a state is kept: it waits for the state and not for a seat, and the state returns to it.
    /// So is what waits for a call that stays, as calls in progress do.
    pub(crate) fn cancel_seat(&mut self, seat: Seat, in_progress: &Calls) {
        let kept = in_progress.that_stay(&self.world.suspended);
        let is_kept = |s: &Suspended| match s.awaits {
            Awaits::Pop => true,
            Awaits::Call(number) => kept.contains(&number),
            Awaits::Answer { .. } | Awaits::Answers { .. } => false,
        };
        let hit = |s: &Suspended| !is_kept(s) && (s.actor == Some(seat) || s.waiting() == SeatSet::one(seat));
        if self.world.suspended.iter().any(hit) {
            let suspended = std::mem::take(&mut self.world.suspended);
            let (mut lost, mut left): (Vec<_>, Vec<_>) = suspended.into_iter().partition(hit);
            // An ability is a part of the code that performs it, and does not end without that.
            while let Some(at) = left
                .iter()
                .position(|s| performs_one_of(&self.table.program, s, &lost))
            {
                lost.push(left.remove(at));
            }
            self.world.suspended = left;
            self.emit(Event::Cancelled { seat });
            // An automatic action that asked this seat goes on with the next one.
            for frame in lost {
                if let (Cause::Auto { next, on }, None) = (frame.cause, self.pending_autos) {
                    self.pending_autos = Some(PendingAutos { next, on });
                }
            }
        }
        for frame in &mut self.world.suspended {
            if let Awaits::Answers { waiting, .. } = &mut frame.awaits {
                waiting.remove(seat);
            }
        }
        if let Some(extras) = &mut self.world.extras {
            extras.sealed.retain(|s| s.seat != seat);
        }
    }

    /// Pushes a state on top of the running one.
    pub(crate) fn push(&mut self, state: StateId, args: &[Value]) -> Run<()> {
        let data = in_play::state_values(self);
        let under = self.world.scene;
        let extras = self.world.extras_mut();
        if extras.under.len() >= MAX_SCENES {
            return Err(FaultKind::TooMany {
                what: "pushed states",
                limit: MAX_SCENES,
            }
            .into());
        }
        extras.under.push((under, data));
        let led_by = self.player;
        self.begin(
            Layer {
                scene: under.scene,
                state,
                led_by,
                ..Layer::empty(under.all())
            },
            args,
        )
    }

    /// Ends a pushed state and resumes the action that pushed it.
    pub(crate) fn pop(&mut self, value: Value) -> Run<()> {
        let scene = self.world.scene.scene;
        self.cancel_scene();
        let under = self.world.extras.as_mut().and_then(|r| {
            let at = r.under.iter().rposition(|(l, _)| l.scene == scene)?;
            Some(r.under.remove(at))
        });
        let Some((layer, data)) = under else {
            return Err(FaultKind::NothingPushed.into());
        };
        self.world.scene = layer;
        in_play::set_state_values(self, &data);
        self.emit(Event::Entered {
            scene,
            state: layer.state,
        });
        if self.table.program.zones.visible_by_state || self.table.program.zones.visible_by_turn {
            visibility::refresh_visibility(self);
        }
        let depth = depth(self, scene);
        let waiting = self
            .world
            .suspended
            .iter()
            .rposition(|s| s.scene == scene && s.depth == depth && s.awaits == Awaits::Pop);
        let Some(at) = waiting else {
            return Err(FaultKind::NothingPushed.into());
        };
        let mut frame = self.world.suspended.remove(at);
        let (cause, actor) = (frame.cause, frame.actor);
        if self.resume(&mut frame, value)? == Exit::Done {
            self.after_code(cause, actor)?;
        }
        Ok(())
    }
}

/// What happens once a state stands: zones fill up, and its entry actions are triggered.
pub(crate) fn entered(engine: &mut Engine<'_>) -> Run<()> {
    if engine.table.program.state(engine.world.scene.state).rounds.entry {
        moves::replenish_when(engine, None, |w| w.round_start)?;
    }
    if let Some(seat) = engine.world.scene.turn {
        raising::round(engine, Edge::Begins);
        moves::replenish_when(engine, Some(seat), |w| w.turn_start)?;
    }
    engine.pending_autos = Some(PendingAutos {
        next: 0,
        on: Trigger::Entry,
    });
    Ok(())
}

#[inline(always)]
fn run_on(engine: &mut Engine<'_>, legal: &mut LegalSet) -> Run<()> {
    let mut idle_turns = 0;
    loop {
        if engine.world.over {
            legal.clear();
            return Ok(());
        }
        if comes_to_rest(engine) {
            engine.close();
            continue;
        }
        if engine.heard.any && reactions::go_on(engine)? {
            idle_turns = 0;
            continue;
        }
        if let Some(pending_autos) = engine.pending_autos.take() {
            if engine
                .table
                .program
                .state(engine.world.scene.state)
                .autos
                .is_empty()
            {
                after_autos(engine, pending_autos.on)?;
            } else if engine
                .run_autos(pending_autos)
                .map_err(|fault| onward::ended_steps(engine, pending_autos, fault))?
            {
                idle_turns = 0;
            }
            continue;
        }
        legal::list_legal(engine, legal)?;
        // The usual case: whoever is on turn has something to decide.
        if engine.world.extras.is_none()
            && !legal.is_empty()
            && engine.world.scene.turn.is_none_or(|seat| legal.has(seat))
        {
            return Ok(());
        }
        if !idle::pass_idle_turn(engine, legal, &mut idle_turns)? {
            if prompts::keeps_choices(engine.world) && prompts::open_waiting_choices(engine, legal)? {
                continue;
            }
            if legal.is_empty() {
                return Err(stuck(engine));
            }
            return Ok(());
        }
    }
}

/// Whether a game that was ended has nothing left to run, or repeats itself.
#[inline]
fn comes_to_rest(engine: &Engine<'_>) -> bool {
    engine
        .ending
        .is_some_and(|entered| engine.pending_autos.is_none() || entered > MOST_AFTER_END)
}

/// The fault if nobody can do anything: it says what each action waits for.
#[cold]
fn stuck(engine: &Engine<'_>) -> Box<crate::fault::Fault> {
    let program = &engine.table.program;
    let reader = engine.reader();
    let actions = program.state(engine.world.scene.state).actions.iter();
    let waits = actions.map(|id| {
        let action = program.action(*id);
        (action.name, crate::play::obstacles::obstacles(&reader, action))
    });
    let waits = waits.collect();
    FaultKind::Stuck { waits }.into()
}

#[inline(always)]
fn after_autos(engine: &mut Engine<'_>, on: Trigger) -> Run<()> {
    let def = engine.table.program.state(engine.world.scene.state);
    match def.kind {
        StateType::RoundRobin => {
            let scene = &mut engine.world.scene;
            if on == Trigger::Round {
                // The turn that ended the round is still to be passed on.
                turns::advance_turn(engine)?;
            } else if let Some(seat) = scene.turn
                && scene.ending.contains(seat)
            {
                scene.ending.remove(seat);
                moves::replenish_when(engine, Some(seat), |w| w.turn_end)?;
                rounds::turn_ended(engine, seat)?;
            }
        }
        StateType::Concurrent => rounds::round_of_all(engine)?,
        StateType::Auto => onward::go_onward(engine, on)?,
        StateType::Grandstand => {}
    }
    if def.votes.is_empty() {
        return Ok(());
    }
    turns::finish_vote(engine)
}

/// The seat itself if it takes part, otherwise the next one that does.
fn first_seat(engine: &Engine<'_>, wanted: Option<Seat>) -> Option<Seat> {
    let members = engine.world.scene.members.minus(engine.world.dismissed);
    let from = wanted.or(members.lowest())?;
    if members.contains(from) {
        return Some(from);
    }
    turns::next_among(engine, from, members)
}

/// How many states are below the running one in a scene.
pub(crate) fn depth(engine: &Engine<'_>, scene: u16) -> u16 {
    engine
        .world
        .extras
        .as_ref()
        .map_or(0, |r| r.under.iter().filter(|(l, _)| l.scene == scene).count()) as u16
}

#[inline]
fn triggered(action: &ActionDef, on: Trigger) -> bool {
    match on {
        Trigger::Entry => action.on.entry,
        Trigger::Turn => action.on.turn,
        Trigger::Action => action.on.action,
        Trigger::Round => action.on.round,
        Trigger::Step => action.on.step,
    }
}

/// Whether code waits for an ability that is among some code.
fn performs_one_of(program: &Program, frame: &Suspended, among: &[Suspended]) -> bool {
    let Awaits::Call(number) = frame.awaits else {
        return false;
    };
    let before = frame.pc.checked_sub(1);
    let before = before.and_then(|pc| program.code.ops.get(pc as usize));
    matches!(before, Some(Op::Perform { .. })) && among.iter().any(|other| other.cause == Cause::Call(number))
}
