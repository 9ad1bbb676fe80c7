//! Taking a choice back, when all agree and no other person has learned anything.

use super::command::Refused;
use super::load::apart;
use super::play::Undone;
use super::record::Record;
use super::state::{Stage, UndoRule};
use super::task::Room;
use cardable_core::{Seat, SeatSet};

/// A choice that somebody wants to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asking {
    pub(super) by: Seat,
    pub(super) agreed: SeatSet,
    pub(super) missing: SeatSet,
}

impl Room {
    pub(super) async fn propose_undo(&mut self, by: Seat) -> Result<(), Refused> {
        if self.state.new.undo == UndoRule::Never {
            return Err(Refused::not_now("in this room nothing is taken back"));
        }
        if self.running().is_none() {
            return Err(Refused::not_now("no game is played"));
        }
        // A second proposal is an agreement to the first.
        match self.asking {
            Some(asking) if asking.by == by => {
                return Err(Refused::not_now("you have asked for it already"));
            }
            Some(_) => return self.answer_undo(by, true).await,
            None => {}
        }
        // Checked first: nobody is asked about what cannot be done.
        self.undone().await?;
        let agreed = SeatSet::one(by);
        let missing = self.persons().minus(agreed);
        self.asking = Some(Asking { by, agreed, missing });
        self.changed = true;
        self.undo_if_all_agree().await;
        Ok(())
    }

    pub(super) async fn answer_undo(&mut self, seat: Seat, agree: bool) -> Result<(), Refused> {
        let Some(asking) = &mut self.asking else {
            return Err(Refused::not_now("nobody wants to take anything back"));
        };
        self.changed = true;
        if !agree {
            self.asking = None;
            return Ok(());
        }
        asking.agreed.insert(seat);
        asking.missing.remove(seat);
        self.undo_if_all_agree().await;
        Ok(())
    }

    pub(super) fn withdraw_undo(&mut self, seat: Seat) -> Result<(), Refused> {
        match self.asking {
            Some(asking) if asking.by == seat => {}
            Some(_) => return Err(Refused::not_now("another seat has asked for it")),
            None => return Err(Refused::not_now("nobody wants to take anything back")),
        }
        self.asking = None;
        self.changed = true;
        Ok(())
    }

    /// Nobody is on the seat any more who would ask or answer.
    pub(super) async fn no_longer_asked(&mut self, seat: Seat) {
        if self.asking.is_some_and(|asking| asking.by == seat) {
            self.asking = None;
        }
        if let Some(asking) = &mut self.asking {
            asking.missing.remove(seat);
        }
        self.undo_if_all_agree().await;
    }

    pub(super) async fn undo_if_all_agree(&mut self) {
        if self.asking.is_some_and(|asking| asking.missing.is_empty()) {
            self.asking = None;
            self.changed = true;
            if let Err(error) = self.undo().await {
                tracing::info!(room = %self.id, %error, "a choice was not taken back");
            }
        }
    }

    /// The game before the last choice of a person.
    async fn undone(&self) -> Result<Undone, Refused> {
        let nothing = || Refused::not_now("there is nothing to take back");
        let Stage::Playing { first } = self.state.stage else {
            return Err(nothing());
        };
        let course = self.logged_game().course(first).await.map_err(|error| {
            tracing::error!(room = %self.id, %error, "the log of a game cannot be read");
            Refused::Store
        })?;
        let ruleset = self.edition.ruleset.clone();
        let persons = self.persons();
        let undone = apart(true, move || course.undone(&ruleset, persons)).await;
        let undone = match undone {
            Ok(Ok(Some(undone))) => undone,
            Ok(Ok(None)) => return Err(nothing()),
            Ok(Err(_)) | Err(_) => return Err(Refused::Store),
        };
        // Alone with bots, no other person can have learned anything.
        let alone = persons.len() <= 1;
        let learned = !undone.learned.and(persons).is_empty();
        if self.state.new.undo != UndoRule::Always && learned && !alone {
            return Err(Refused::Revealed);
        }
        Ok(undone)
    }

    /// Takes the last choice of a person back, and tells everybody the table as it is then.
    pub(super) async fn undo(&mut self) -> Result<(), Refused> {
        let Undone { game, choices, .. } = self.undone().await?;
        let record = Record::Undo {
            t: self.ctx.clock.now(),
        };
        self.append(vec![record.to_bytes(); choices], None).await?;
        if let Some(play) = &mut self.play {
            play.game = game;
            (0..choices).for_each(|_| play.count(&record));
        }
        self.tell_views(true);
        for _ in 0..choices {
            self.late_goes_on(&record).await;
        }
        self.rouse_bots();
        Ok(())
    }
}
