//! What a bot thinks of a person's decisions, when the game is over.

use super::command::{Answer, Refused};
use super::mail::{Back, while_wanted};
use super::state::Stage;
use super::task::Room;
use super::viewer::ViewerKey;
use crate::protocol::ReviewedChoice;
use crate::room::hints;
use crate::thinking::{LookBack, Priority, ReviewJob, Terms};
use cardable_bots::review::Reviewed;
use cardable_core::{Log, Seat, Viewer as See};
use std::sync::Arc;
use std::time::Duration;

/// The time in which a review must be there. What is not reviewed by then is left out.
const WITHIN: Duration = Duration::from_secs(10);

/// Number of choices that are shown first.
const WORST: usize = 3;

/// Answers what a bot thinks of the viewer's decisions in the finished game, once it has gone through them. The room
/// does not wait for that, and the bot stops once nobody does.
pub(super) async fn review(room: &mut Room, from: ViewerKey, mut back: Back<Answer>) {
    let (log, seat) = match begin(room, from).await {
        Ok(game) => game,
        Err(refused) => {
            let _ = back.send(Err(refused));
            return;
        }
    };
    // A review remembers what was chosen before.
    let time = Arc::clone(&room.edition.remembering_time);
    let (job, answer) = ReviewJob::new(room.edition.ruleset.clone(), log, seat, WITHIN, Arc::clone(&time));
    let terms = Terms {
        priority: Priority::Review,
        within: WITHIN,
        // The job itself knows how many it needs.
        iterations: u32::MAX,
        time,
    };
    room.ctx.thinking.submit(terms, Box::new(job));
    tokio::spawn(async move {
        let Some(answer) = while_wanted(answer, &mut back).await else {
            return;
        };
        let busy = || Refused::limit("the host has too much to do for that; ask again in a moment");
        let reviewed = answer.map_err(|_| busy());
        let answer = reviewed.map(|LookBack { reviewed, partial }| Answer::Review {
            choices: reviewed.iter().map(shown).collect(),
            costliest: Reviewed::costliest(&reviewed, WORST)
                .into_iter()
                .map(at)
                .collect(),
            partial,
        });
        let _ = back.send(answer);
    });
}

/// The log of the finished game, and the seat whose decisions the viewer may look back at.
async fn begin(room: &mut Room, from: ViewerKey) -> Result<(Log, Seat), Refused> {
    let now = room.ctx.clock.now();
    let Stage::Over { first } = room.state.stage else {
        return Err(Refused::not_now("a game is looked back at when it is over"));
    };
    let viewer = room.viewers.get_mut(from).ok_or(Refused::NoRoom)?;
    let seat = match room.state.sees(&viewer.part) {
        Some(See::Seat(seat)) => seat,
        Some(See::Spectator | See::Omniscient) | None => return Err(Refused::NoSeat),
    };
    if room.ctx.limits.bot_iterations == 0 {
        return Err(Refused::not_now("bots do not think at this host"));
    }
    if !viewer.may_ask(now) {
        return Err(Refused::limit("at most one such question a second"));
    }
    let course = room.logged_game().course(first).await.map_err(|error| {
        tracing::error!(room = %room.id, %error, "the log of a game cannot be read");
        Refused::Store
    })?;
    if course.is_edited() {
        return Err(Refused::not_now(
            "the game was edited while it was debugged, so it is not looked back at",
        ));
    }
    Ok((course.log, seat))
}

/// The place of a choice in the game.
fn at(reviewed: &Reviewed) -> u32 {
    // No log has more entries.
    u32::try_from(reviewed.entry).unwrap_or(u32::MAX)
}

fn shown(reviewed: &Reviewed) -> ReviewedChoice {
    ReviewedChoice {
        at: at(reviewed),
        made: reviewed.made.clone(),
        ranked: hints::ranked(&reviewed.thought),
        cost: reviewed.cost,
        alike: reviewed.is_agreed(),
    }
}
