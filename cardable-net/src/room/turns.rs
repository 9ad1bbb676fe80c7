//! The game goes on by a choice: tried, made durable, then told.

use super::command::{Answer, Refused, Resume};
use super::load::apart;
use super::play::Play;
use super::record::Record;
use super::state::{RoomState, SeatKept, Stage};
use super::task::Room;
use crate::store::Snapshot;
use cardable_core::interact::Interaction;
use cardable_core::{Choice, FaultReport, Game, NotApplied, Seat};
use std::sync::Arc;

impl Room {
    pub(super) async fn choose(
        &mut self,
        seat: Seat,
        choice: Choice,
        seen: Option<u64>,
    ) -> Result<Answer, Refused> {
        let t = self.ctx.clock.now();
        let used = self.play.as_ref().map_or(0, |play| play.clocks.used(seat, t));
        let record = Record::Choice {
            seat,
            choice,
            t,
            used,
        };
        let seq = self.step(record, seen).await?;
        self.rouse_bots();
        Ok(Answer::Chosen { seq })
    }

    pub(super) async fn interact(
        &mut self,
        seat: Seat,
        interaction: Interaction,
        seen: Option<u64>,
    ) -> Result<Answer, Refused> {
        let asked = self.ask_game(move |game| game.choice_for(seat, &interaction));
        let choice = asked.await??;
        self.choose(seat, choice, seen).await
    }

    pub(super) async fn extend(&mut self, seat: Seat, partial: Choice) -> Result<Answer, Refused> {
        let extended = self.ask_game(move |game| Some(game.decision(seat)?.extend(&partial)));
        let extensions = extended.await?.ok_or(cardable_core::Refusal::NotAsked)?;
        Ok(Answer::Extensions(extensions))
    }

    /// Asks the game something. A game with scripts may take long, so it is asked on the blocking threads.
    async fn ask_game<T: Send + 'static>(
        &mut self,
        ask: impl FnOnce(&Game) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let play = self.playing()?;
        if !self.edition.scripted {
            return Ok(ask(&play.game));
        }
        let game = play.game.fork();
        match apart(true, move || ask(&game)).await {
            Ok(answer) => Ok(answer),
            Err(panic) => {
                self.diagnose("panic", &format!("{panic}\nat a question"));
                Err(Refused::not_now("the engine failed at this question"))
            }
        }
    }

    /// The game, if it is played just now.
    fn playing(&self) -> Result<&Play, Refused> {
        match (self.state.stage, &self.state.fault, self.play.as_deref()) {
            (Stage::Playing { .. }, None, Some(play)) => Ok(play),
            (Stage::Playing { .. }, Some(_), _) => Err(Refused::not_now(
                "the game is suspended: the owner of the room says how it goes on",
            )),
            (Stage::Gathering, _, _) => Err(Refused::not_now("the game has not begun")),
            (Stage::Over { .. }, _, _) | (Stage::Playing { .. }, None, None) => {
                Err(Refused::not_now("the game is over"))
            }
        }
    }

    /// A seat's time is up.
    pub(super) async fn time_is_up(&mut self, seat: Seat) {
        let t = self.ctx.clock.now();
        let used = self.play.as_ref().map_or(0, |play| play.clocks.used(seat, t));
        if let Err(error) = self.step(Record::Timeout { seat, t, used }, None).await {
            tracing::info!(room = %self.id, %error, "a timeout was not applied");
            // The clock tries again a little later.
            if let Some(play) = &mut self.play
                && self.state.fault.is_none()
            {
                let to_decide = play.game.to_decide();
                play.clocks.decided(seat, 0, to_decide, t + super::task::AGAIN);
            }
        }
        self.rouse_bots();
    }

    /// Plays a record: on trial first, then in the log, then for everybody to see. Gives the `seq`
    /// of the view that it led to.
    pub(super) async fn step(&mut self, record: Record, seen: Option<u64>) -> Result<u64, Refused> {
        let full = self.playing()?.seq + 1 >= self.ctx.limits.records as u64;
        if full {
            Box::pin(self.end_game()).await?;
            return Err(Refused::limit("the game was ended: its log is as long as may be"));
        }
        let Some(mut play) = self.play.take() else {
            return Err(Refused::not_now("no game is played"));
        };
        let trial = record.clone();
        let pace = Arc::clone(&self.edition.pace);
        let tried = apart(self.edition.scripted, move || {
            let done = pace.watch(|| play.attempt(&trial, seen));
            (play, done)
        })
        .await;
        let (mut play, done) = match tried {
            Ok(tried) => tried,
            Err(panic) => {
                self.diagnose("panic", &format!("{panic}\nat {record:?}"));
                return Err(Box::pin(self.bring_back_after_panic()).await);
            }
        };
        match done {
            Ok(()) => {}
            Err(NotApplied::Refused(refusal)) => {
                self.play = Some(play);
                return Err(refusal.into());
            }
            Err(NotApplied::Faulted(report)) => {
                self.play = Some(play);
                self.diagnose("fault", &format!("{report}\nat {record:?}"));
                Box::pin(self.suspend(report.clone())).await;
                return Err(Refused::Fault(report));
            }
        }
        let over = play.is_over();
        let first_of_a_person = !self.state.played
            && matches!(&record, Record::Choice { seat, .. } if self.state.seat(*seat).is_some_and(SeatKept::is_person));
        let state = (over || first_of_a_person).then(|| RoomState {
            stage: if over {
                Stage::Over { first: play.first }
            } else {
                self.state.stage
            },
            touched: self.ctx.clock.now(),
            played: self.state.played || first_of_a_person,
            ..self.state.clone()
        });
        // While the log is written the room holds no game: nothing is told of it meanwhile.
        if let Err(refused) = self.append(vec![record.to_bytes()], state).await {
            play.game.take_back();
            self.play = Some(play);
            return Err(refused);
        }
        // Most of the time a room waits: it keeps no copy for the next choice.
        play.game.rest();
        play.count(&record);
        let seq = play.game.seq();
        let due = self.ctx.limits.snapshot;
        if due > 0 && play.seq % due == 0 {
            self.keep_snapshot(&play);
        }
        let over = play.is_over();
        self.play = Some(play);
        self.changed |= self.asking.take().is_some();
        self.changed |= over;
        let pace = Arc::clone(&self.edition.pace);
        pace.watch(|| self.tell_step());
        if self.delayed.is_some() {
            Box::pin(self.late_goes_on(&record)).await;
        }
        Ok(seq)
    }

    fn keep_snapshot(&self, play: &Play) {
        let snapshot = Snapshot {
            at: play.next(),
            bytes: play.snapshot(),
        };
        let room = self.id;
        let kept = self.ctx.log.keep_snapshot(room, self.ctx.epoch, snapshot);
        let ctx = Arc::clone(&self.ctx);
        // A missing snapshot only makes replays slower.
        tokio::spawn(async move {
            if let Err(error) = kept.await
                && ctx.not_written(&error)
            {
                tracing::warn!(%room, %error, "a snapshot was not kept");
            }
        });
    }

    /// After a panic nobody knows what the game is: it comes back from its log.
    async fn bring_back_after_panic(&mut self) -> Refused {
        let report = FaultReport::of_no_place("the engine failed at this choice");
        let Stage::Playing { first } = self.state.stage else {
            return Refused::Fault(report);
        };
        match self.load(first, None).await {
            Ok((play, _)) => self.play = Some(Box::new(play)),
            Err(error) => tracing::error!(room = %self.id, %error, "a game did not come back"),
        }
        self.suspend(report.clone()).await;
        Refused::Fault(report)
    }

    /// Writes down what went wrong, for the operator.
    pub(super) fn diagnose(&self, kind: &str, detail: &str) {
        self.ctx.diagnose(self.id, kind, detail);
    }

    /// Suspends the room until the owner decides how it goes on.
    async fn suspend(&mut self, report: FaultReport) {
        let state = RoomState {
            fault: Some(report.clone()),
            ..self.state.clone()
        };
        if self.keep(state).await.is_err() {
            // It is suspended all the same, if only until the host stops.
            self.state.fault = Some(report);
        }
        self.changed = true;
        self.run_or_stop_clocks();
    }

    /// The owner says how it goes on after a fault.
    pub(super) async fn resume(&mut self, how: Resume) -> Result<(), Refused> {
        if self.state.fault.is_none() {
            return Err(Refused::not_now("the game is not suspended"));
        }
        match how {
            Resume::GoOn => {}
            Resume::Undo => self.undo().await?,
            Resume::End => return self.end_game().await,
        }
        let state = RoomState {
            fault: None,
            ..self.state.clone()
        };
        self.keep(state).await?;
        self.changed = true;
        self.run_or_stop_clocks();
        self.rouse_bots();
        Ok(())
    }

    /// Ends the game before its end.
    async fn end_game(&mut self) -> Result<(), Refused> {
        let Stage::Playing { first } = self.state.stage else {
            return Err(Refused::not_now("no game is played"));
        };
        let record = Record::End {
            t: self.ctx.clock.now(),
        };
        let state = RoomState {
            stage: Stage::Over { first },
            fault: None,
            ..self.state.clone()
        };
        self.append(vec![record.to_bytes()], Some(state)).await?;
        if let Some(play) = &mut self.play {
            play.ended = true;
            play.count(&record);
        }
        self.changed = true;
        self.tell_views(false);
        self.late_goes_on(&record).await;
        Ok(())
    }

    /// The owner starts the game: bots sit down on empty seats.
    pub(super) async fn start(&mut self) -> Result<(), Refused> {
        match self.state.stage {
            Stage::Gathering => {}
            Stage::Playing { .. } => return Err(Refused::not_now("the game has begun")),
            Stage::Over { .. } => return Err(Refused::not_now("the game is over: ask for a rematch")),
        }
        let waits = |seat: &Seat| {
            let ready = self.state.seat(*seat).is_some_and(|kept| kept.ready);
            !ready && self.state.owner != Some(*seat)
        };
        if let Some(seat) = self.state.persons().find(waits) {
            let name = self
                .state
                .seat(seat)
                .map(|kept| kept.name.clone())
                .unwrap_or_default();
            return Err(Refused::not_now(format!("{name} is not ready")));
        }
        self.begin(self.persons_here()).await
    }

    /// The owner wants another game.
    pub(super) async fn rematch(&mut self) -> Result<(), Refused> {
        match self.state.stage {
            Stage::Over { .. } => self.begin(self.persons_here()).await,
            Stage::Gathering | Stage::Playing { .. } => Err(Refused::not_now("the game is not over")),
        }
    }
}
