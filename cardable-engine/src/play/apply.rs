//! Applying a choice that was checked: an action, an answer, a vote, a pass.

use super::exec::Exit;
use super::legal_set::{Candidate, Chosen, LegalSet, Source};
use crate::event::Event;
use crate::fault::Run;
use crate::ids::{ActionId, CardId, Seat, SeatSet, Viewer, ZoneId};
use crate::program::{ActionDef, ActionKind, PickWhat, StateType};
use crate::value::Value;
use crate::vm::engine::{Engine, PendingAutos};
use crate::world::scene::{Cause, Form, Trigger};
use smallvec::SmallVec;

impl Engine<'_> {
    /// Applies a checked choice.
    pub(crate) fn apply(&mut self, seat: Seat, chosen: &Chosen, legal: &LegalSet) -> Run<()> {
        match chosen.offer.source {
            Source::Prompt(at) => {
                let answer = self.answer_meant(at, chosen)?;
                self.answer(seat, answer)
            }
            Source::Pass => self.do_nothing(seat, legal),
            Source::Act(action) => {
                if self.world.extras.is_some() {
                    let scene = self.scene_of(seat);
                    self.focus(scene);
                }
                self.player = Some(seat);
                let def = self.table.program.action(action);
                if def.is_plain() {
                    return self.act_plainly(seat, action, def, &chosen.picked);
                }
                if def.kind == ActionKind::VoteButton {
                    self.cast(seat, Some(action));
                    self.world.scene.led_by = Some(seat);
                    let exit = self.run_code(def.body, &[], Cause::Act(action))?;
                    if exit == Exit::Done {
                        self.pending_autos = Some(PendingAutos {
                            next: 0,
                            on: Trigger::Action,
                        });
                    }
                    return Ok(());
                }
                let what = def.pick.as_ref().map_or(PickWhat::Card, |p| p.what);
                let values = self.draw_picks(what, def, &chosen.picked);
                if def.sealed {
                    let waits = self.others_choose(seat, legal);
                    return self.commit(seat, action, &values, waits);
                }
                self.emit(Event::Acted { seat, action });
                let given = self.pick_registers(def, &values)?;
                if self.run_code(def.body, &given, Cause::Act(action))? == Exit::Done {
                    self.after_code(Cause::Act(action), Some(seat))?;
                }
                Ok(())
            }
        }
    }

    /// The usual case: a button, or a pick of one card that the seat sees, whose
    /// steps are done at once.
    #[inline(always)]
    fn act_plainly(
        &mut self,
        seat: Seat,
        action: ActionId,
        def: &ActionDef,
        picked: &[Candidate],
    ) -> Run<()> {
        let cause = Cause::Act(action);
        let exit = match (&def.pick, picked) {
            (None, _) => {
                self.emit(Event::Acted { seat, action });
                self.run_given(def.body, None, cause)?
            }
            (Some(pick), [one]) if !one.hidden => {
                self.emit(Event::Acted { seat, action });
                let card = Value::Card(CardId(one.raw));
                self.run_given(def.body, Some((pick.register, card)), cause)?
            }
            (Some(_), picked) => {
                let values = self.draw_picks(PickWhat::Card, def, picked);
                self.emit(Event::Acted { seat, action });
                let given = self.pick_registers(def, &values)?;
                self.run_code(def.body, &given, cause)?
            }
        };
        if exit == Exit::Done {
            self.after_action(seat, action)?;
        }
        Ok(())
    }

    /// Whether members other than this seat have yet to make a choice.
    fn others_choose(&self, seat: Seat, legal: &LegalSet) -> bool {
        let members = self
            .world
            .scene
            .members
            .minus(SeatSet::one(seat))
            .minus(self.world.scene.acted);
        !legal.seats.and(members).is_empty()
    }

    /// A seat that is asked although it has nothing to do passes.
    fn do_nothing(&mut self, seat: Seat, legal: &LegalSet) -> Run<()> {
        let scene = self.scene_of(seat);
        self.focus(scene);
        self.player = Some(seat);
        self.emit(Event::Passed { seat });
        let def = self.table.program.state(self.world.scene.state);
        match def.kind {
            StateType::RoundRobin => self.world.scene.ending.insert(seat),
            StateType::Concurrent | StateType::Grandstand | StateType::Auto => {
                self.world.scene.acted.insert(seat);
            }
        }
        if def.sealed && !self.others_choose(seat, legal) {
            return self.open_sealed();
        }
        self.pending_autos = Some(PendingAutos {
            next: 0,
            on: Trigger::Action,
        });
        Ok(())
    }

    /// The value of an answer to the question of the suspended action at a place.
    fn answer_meant(&self, at: u16, chosen: &Chosen) -> Run<Value> {
        let question = self.world.suspended.get(at as usize).and_then(|s| s.question());
        let Some(question) = question else {
            return Ok(Value::Nothing);
        };
        let reader = self.reader();
        Ok(match question.form {
            Form::Number { .. } => Value::Int(chosen.number),
            Form::Confirm => Value::Bool(chosen.number == 1),
            Form::OneOf { list } => {
                let place = chosen.picked.first().map_or(0, |c| c.raw as usize);
                reader.item(list, place)?.unwrap_or_default()
            }
            Form::Several { list, .. } => {
                let items = reader.items(list)?;
                let named = chosen.picked.iter();
                reader.list(named.filter_map(|c| items.get(c.raw as usize).copied()))?
            }
        })
    }

    /// The values of what is picked; of cards that the seat cannot tell apart
    /// the engine draws one.
    pub(crate) fn draw_picks(
        &mut self,
        what: PickWhat,
        def: &ActionDef,
        picked: &[Candidate],
    ) -> SmallVec<[Value; 8]> {
        let mut values: SmallVec<[Value; 8]> = SmallVec::new();
        for candidate in picked {
            if candidate.hidden && matches!(what, PickWhat::Card | PickWhat::Drag) {
                let zone = ZoneId(candidate.raw);
                let seat = self.player.map_or(Viewer::Spectator, Viewer::Seat);
                let blind = def.pick.as_ref().is_some_and(|p| p.blind);
                let t = self.table;
                let unseen: SmallVec<[u16; 16]> = self
                    .world
                    .zone_cards(t, zone)
                    .iter()
                    .copied()
                    .filter(|c| blind || !self.world.face_audience(t, CardId(*c)).contains(seat))
                    .filter(|c| !values.contains(&Value::Card(CardId(*c))))
                    .collect();
                let at = self.below(unseen.len() as u32) as usize;
                values.extend(unseen.get(at).map(|c| Value::Card(CardId(*c))));
                continue;
            }
            let value = def
                .pick
                .as_ref()
                .and_then(|pick| self.reader().candidate_value(pick, *candidate));
            values.extend(value);
        }
        values
    }
}
