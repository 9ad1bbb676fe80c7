//! Restores a game from its log.

use super::command::Refused;
use super::play::{Course, NoPlay, Play};
use super::record::Record;
use super::state::Stage;
use super::task::Room;
use crate::fairness::GameFile;
use crate::library::Edition;
use crate::room::bots;
use crate::store::{RoomId, RoomLog, StoreError};
use std::sync::Arc;
use thiserror::Error;

/// Why a game cannot be restored.
#[derive(Debug, Error)]
pub(crate) enum NoLoad {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The records are not a game of this ruleset.
    #[error(transparent)]
    Play(#[from] NoPlay),
    #[error("the engine failed while replaying")]
    Panicked,
}

/// Runs work that can panic, on a blocking thread if it is slow. The error is the panic's message.
pub(crate) async fn apart<T: Send + 'static>(
    slow: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, String> {
    if slow {
        let done = tokio::task::spawn_blocking(work).await;
        return done.map_err(|error| match error.try_into_panic() {
            Ok(panic) => panic_text(panic.as_ref()),
            Err(error) => error.to_string(),
        });
    }
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).map_err(|panic| panic_text(panic.as_ref()))
}

/// The message of a panic.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (None, Some(text)) => text.clone(),
        (None, None) => "it did not say why".to_owned(),
    }
}

fn records(bytes: &[Vec<u8>]) -> Result<Vec<Record>, NoPlay> {
    let read = |bytes: &Vec<u8>| serde_json::from_slice(bytes).map_err(NoPlay::Unreadable);
    bytes.iter().map(read).collect()
}

/// Where to find a game's records.
pub(crate) struct LoggedGame<'a> {
    pub(crate) log: &'a dyn RoomLog,
    pub(crate) room: RoomId,
    pub(crate) edition: &'a Arc<Edition>,
    pub(crate) limits: super::state::TimeLimits,
    /// Whether a bot makes use of what was chosen.
    pub(crate) remembers: bool,
}

impl LoggedGame<'_> {
    /// The game whose log starts at `first`, after `seq` of its records, and the remaining records.
    pub(crate) async fn load(&self, first: u64, seq: Option<u64>) -> Result<(Play, Vec<Record>), NoLoad> {
        let up_to = seq.map_or(u64::MAX, |seq| first + 1 + seq);
        if let Some(snapshot) = self.log.snapshot(self.room, up_to).await?
            && snapshot.at > first
        {
            let read = records(&self.log.read(self.room, snapshot.at).await?)?;
            let (ruleset, remembers) = (self.edition.ruleset.clone(), self.remembers);
            let from = move |read: Vec<Record>| -> Result<Option<(Play, Vec<Record>)>, NoPlay> {
                let Some(play) = Play::restore(&ruleset, &snapshot.bytes, first)? else {
                    return Ok(None);
                };
                Ok(Some(split(play.remembering(remembers), read, seq)?))
            };
            let played = apart(self.edition.scripted, move || from(read)).await;
            match played.map_err(|_| NoLoad::Panicked)? {
                Ok(Some(done)) => return Ok(done),
                // The snapshot belongs to another game, or includes choices that were taken back.
                Ok(None) | Err(NoPlay::Further) => {}
                Err(error) => {
                    tracing::warn!(room = %self.room, %error, "a snapshot is of no use");
                }
            }
        }
        let mut read = records(&self.log.read(self.room, first).await?)?;
        let (ruleset, limits, remembers) = (self.edition.ruleset.clone(), self.limits, self.remembers);
        let from = move || {
            if read.is_empty() {
                return Err(NoPlay::NoBegin);
            }
            let rest = read.split_off(1);
            let begin = read.pop().ok_or(NoPlay::NoBegin)?;
            let begun = Play::begin(&ruleset, &begin, first, limits)?;
            split(begun.remembering(remembers), rest, seq)
        };
        let played = apart(self.edition.scripted, from).await;
        Ok(played.map_err(|_| NoLoad::Panicked)??)
    }

    /// All records of the game whose log starts at `first`.
    pub(crate) async fn course(&self, first: u64) -> Result<Course, NoLoad> {
        let read = records(&self.log.read(self.room, first).await?)?;
        Ok(Course::of(&self.edition.ruleset, &read)?)
    }
}

/// Applies the first `seq` records and returns the rest.
fn split(play: Play, mut read: Vec<Record>, seq: Option<u64>) -> Result<(Play, Vec<Record>), NoPlay> {
    let wanted = seq.map_or(read.len(), |seq| {
        usize::try_from(seq.saturating_sub(play.seq)).unwrap_or(usize::MAX)
    });
    let rest = read.split_off(wanted.min(read.len()));
    Ok((play.replay(&read)?, rest))
}

impl Room {
    pub(super) fn logged_game(&self) -> LoggedGame<'_> {
        LoggedGame {
            log: &*self.ctx.log,
            room: self.id,
            edition: &self.edition,
            limits: self.state.new.time,
            remembers: false,
        }
    }

    /// The room's game as it is now, with what its bots remember.
    pub(super) async fn load_now(&self, first: u64) -> Result<Play, NoLoad> {
        let game = LoggedGame {
            remembers: bots::remembers(&self.state),
            ..self.logged_game()
        };
        Ok(game.load(first, None).await?.0)
    }

    /// The room's game after `seq` records, and the records since.
    pub(super) async fn load(&self, first: u64, seq: Option<u64>) -> Result<(Play, Vec<Record>), NoLoad> {
        self.logged_game().load(first, seq).await
    }

    /// The log of the finished game.
    pub(super) async fn file(&self) -> Result<GameFile, Refused> {
        let Stage::Over { first } = self.state.stage else {
            return Err(Refused::not_now("the log is shown when the game is over"));
        };
        let course = self.logged_game().course(first).await.map_err(|error| {
            tracing::error!(room = %self.id, %error, "the log of a game cannot be read");
            Refused::Store
        })?;
        if course.is_edited() {
            return Err(Refused::not_now(
                "the game was edited while it was debugged, so no log leads to its end",
            ));
        }
        let ruleset = self.edition.ruleset.clone();
        let made = apart(true, move || course.file(&ruleset)).await;
        match made {
            Ok(Ok(file)) => Ok(file),
            Ok(Err(_)) | Err(_) => Err(Refused::Store),
        }
    }
}
