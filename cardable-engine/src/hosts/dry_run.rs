//! Trying out a function that an action begins with: whether the first thing it does is a question
//! that nobody could answer. Then the action is not offered.

use super::check::{self, Given};
use super::errors::stop;
use super::read_host::ReadHost;
use crate::fault::Run;
use crate::ids::{CardId, Seat, StateId, StrId, Viewer, ZoneId};
use crate::play::legal;
use crate::program::Operand;
use crate::script::{Crossed, Datum, ScriptHost, ScriptStop, Transition};
use crate::signature::CallKind;
use crate::value::{Items, Value};
use crate::vm::engine::Reader;
use crate::world::scene::Question;
use std::borrow::Cow;

/// What a trial may use.
const FUEL: u32 = 10_000;

/// The game as a function sees it that is tried out: it reads with the eyes of the seat, which
/// reads from the offer what comes of it, until it asks or does something.
struct DryRun<'a> {
    host: ReadHost<'a>,
    /// Whether its first question has an answer, once it has come to one.
    found: Option<bool>,
    /// Whether it is over: it did something, or came to its question.
    is_over: bool,
}

impl Reader<'_> {
    /// Whether a function that an action begins with can be called as far as its first question.
    /// What cannot be told without acting, or without looking at what is hidden, can.
    #[cold]
    #[inline(never)]
    pub(crate) fn script_can_open(&self, registers: &[Value], site: u16, row: &[Operand]) -> Run<bool> {
        let called = crate::hosts::calls::called(self.program(), site)?;
        if !called.function.waits {
            return Ok(true);
        }
        let args: Given = row.iter().map(|from| self.get(registers, *from)).collect();
        let primitive = &called.function.primitive;
        let Ok(args) = check::arguments(self, &primitive.name, &primitive.params, &args) else {
            return Ok(true);
        };
        let nested = crate::hosts::calls::deeper(&self.temp.nested)?;
        let mut fuel = FUEL;
        let limits = crate::hosts::calls::limits(called.def, fuel);
        let viewer = Some(self.player.map_or(Viewer::Spectator, Viewer::Seat));
        let mut run = DryRun {
            host: ReadHost::new(*self, called, registers, viewer, &mut fuel),
            found: None,
            is_over: false,
        };
        // However it ends: what goes wrong shows when the action is done.
        let _ = called
            .def
            .script
            .call(called.site.function, &args, limits, &mut run);
        let known = !run.host.was_refused();
        let found = run.found;
        self.temp.nested.set(nested);
        Ok(found.unwrap_or(true) || !known)
    }
}

impl DryRun<'_> {
    /// Ends the trial: from here on the function acts.
    fn over<T>(&mut self) -> Crossed<T> {
        self.is_over = true;
        Err(stop())
    }

    /// Ends the trial at a question.
    fn comes_to(&mut self, prompt: u16, args: &[Value]) -> Crossed<Value> {
        if let Ok(question) = self.question(prompt, args)
            && self.found.is_none()
        {
            self.found = question.map(|q| legal::can_be_answered(&self.host.reader(), &q).unwrap_or(true));
        }
        self.over()
    }

    fn question(&mut self, prompt: u16, args: &[Value]) -> Crossed<Option<Question>> {
        let (primitive, args) = self.host.called_with(prompt, args)?;
        let Some(asked) = primitive.function.ask(&self.host.reader(), &args) else {
            return Ok(None);
        };
        self.host.crossed(asked).map(Some)
    }

    /// What is looked at goes to the side that only reads, as long as the trial lasts.
    fn look<T>(&mut self, look: impl FnOnce(&mut Self) -> Crossed<T>) -> Crossed<T> {
        if self.is_over {
            return Err(stop());
        }
        look(self)
    }
}

impl ScriptHost for DryRun<'_> {
    fn player(&self) -> Option<Seat> {
        self.host.player()
    }

    fn state(&self) -> StateId {
        self.host.state()
    }

    fn seats(&self) -> usize {
        self.host.seats()
    }

    fn may_act(&self) -> bool {
        true
    }

    fn seat_name(&self, seat: Seat) -> &str {
        self.host.seat_name(seat)
    }

    fn zone_name(&self, zone: ZoneId) -> Option<(&str, Option<Seat>)> {
        self.host.zone_name(zone)
    }

    fn shared_zone(&self, at: u16) -> Option<ZoneId> {
        self.host.shared_zone(at)
    }

    fn seat_zone(&self, seat: Seat, at: u16) -> Option<ZoneId> {
        self.host.seat_zone(seat, at)
    }

    fn text(&self, id: StrId) -> Cow<'_, str> {
        self.host.text(id)
    }

    fn read(&mut self, at: Datum) -> Crossed<Value> {
        self.look(|me| me.host.read(at))
    }

    fn attribute(&mut self, card: CardId, at: u16) -> Crossed<Value> {
        self.look(|me| me.host.attribute(card, at))
    }

    fn items(&mut self, of: Value) -> Crossed<Items> {
        self.look(|me| me.host.items(of))
    }

    fn count(&mut self, of: Value) -> Crossed<usize> {
        self.look(|me| me.host.count(of))
    }

    fn new_text(&mut self, text: &str) -> Crossed<Value> {
        self.look(|me| me.host.new_text(text))
    }

    fn new_list(&mut self, items: &[Value]) -> Crossed<Value> {
        self.look(|me| me.host.new_list(items))
    }

    fn write(&mut self, _: Datum, _: Value) -> Crossed<()> {
        self.over()
    }

    fn call(&mut self, primitive: u16, args: &[Value]) -> Crossed<Value> {
        self.look(|me| match me.host.does(primitive) {
            Some(CallKind::Ask) => me.comes_to(primitive, args),
            Some(CallKind::Step | CallKind::Script { acts: true }) => me.over(),
            Some(CallKind::Query | CallKind::Form(_) | CallKind::Script { acts: false }) | None => match me.host.call(primitive, args) {
                Err(end) if matches!(&*end, ScriptStop::Error(error) if error.kind == crate::script::ErrorKind::OnlyReads) => {
                    me.over()
                }
                other => other,
            },
        })
    }

    fn ask(&mut self, _: Value, prompt: u16, args: &[Value]) -> Crossed<Value> {
        self.look(|me| me.comes_to(prompt, args))
    }

    fn transition(&mut self, _: &Transition<'_>) -> Crossed<()> {
        self.over()
    }

    fn random(&mut self, _: u32) -> Crossed<u32> {
        self.over()
    }

    /// It prints when it is called in earnest.
    fn trace(&mut self, _: &str) {}

    fn enter(&mut self, function: u16, args: &[Value]) -> Crossed<Items> {
        self.look(|me| me.host.enter_any(function, args))
    }

    fn leave(&mut self, function: u16, result: Value) -> Crossed<Value> {
        self.look(|me| me.host.leave(function, result))
    }

    fn spend(&mut self, ticks: u32) -> Crossed<()> {
        self.look(|me| me.host.spend(ticks))
    }
}
