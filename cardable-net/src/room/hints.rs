//! What a bot would do in a person's place.

use super::command::{Answer, Refused};
use super::mail::{Back, while_wanted};
use super::question::{Question, may_remember, question, remind};
use super::task::Room;
use super::viewer::ViewerKey;
use crate::protocol::{HintRule, Opinion, Rated};
use crate::thinking::{self, Priority, SearchJob, Terms};
use cardable_bots::{Level, Thought};
use cardable_core::Refusal;
use std::time::Duration;
use tokio::sync::oneshot;

/// The time in which a hint must be there.
const WITHIN: Duration = Duration::from_millis(1_500);

/// Maximum number of choices in an opinion.
const MOST: usize = 3;

/// What a person gets.
enum Hinted {
    /// The opinion is there already.
    Known(Opinion),
    /// A bot thinks for the view of this `seq`.
    Thinks(u64, oneshot::Receiver<thinking::Answer>),
}

/// Answers what a bot would do, once it has thought about it. The room does not wait for that, and the bot stops once
/// nobody does.
pub(super) fn hint(room: &mut Room, from: ViewerKey, mut back: Back<Answer>) {
    let answer = match begin(room, from) {
        Ok(Hinted::Thinks(seen, answer)) => {
            tokio::spawn(async move {
                let Some(answer) = while_wanted(answer, &mut back).await else {
                    return;
                };
                let thought = answer.ok().and_then(|answer| answer.thought);
                let busy = || Refused::limit("the host has too much to do for a hint; ask again in a moment");
                let opinion = thought.map(|thought| opinion(seen, &thought)).ok_or_else(busy);
                let _ = back.send(opinion.map(Answer::Hint));
            });
            return;
        }
        Ok(Hinted::Known(opinion)) => Ok(Answer::Hint(opinion)),
        Err(refused) => Err(refused),
    };
    let _ = back.send(answer);
}

fn begin(room: &mut Room, from: ViewerKey) -> Result<Hinted, Refused> {
    let now = room.ctx.clock.now();
    let viewer = room.viewers.get_mut(from).ok_or(Refused::NoRoom)?;
    let seat = viewer.part.seat().ok_or(Refused::NoSeat)?;
    let persons = room.state.persons().count();
    let allowed = match room.state.new.hints {
        HintRule::Never => false,
        HintRule::Alone => persons <= 1,
        HintRule::Always => true,
    };
    if !allowed {
        return Err(Refused::not_now(match room.state.new.hints {
            HintRule::Alone => "in this room only who plays against bots alone gets hints",
            HintRule::Never | HintRule::Always => "in this room nobody gets hints",
        }));
    }
    let iterations = Level::Hard.iterations().min(room.ctx.limits.bot_iterations);
    if iterations == 0 {
        return Err(Refused::not_now("bots do not think at this host"));
    }
    if !viewer.may_ask(now) {
        return Err(Refused::limit("at most one hint a second"));
    }
    let Some(play) = room.running() else {
        return Err(Refused::not_now("no game is played"));
    };
    let at = play.game.seq();
    if play.game.decision(seat).is_none() {
        return Err(Refusal::NotAsked.into());
    }
    let (remembers, time) = may_remember(room, Level::Hard);
    let truth = match question(room, seat) {
        Question::Broken => return Err(Refused::not_now("the engine failed at this question")),
        Question::OneChoice(choice) => {
            return Ok(Hinted::Known(Opinion {
                seen: at,
                ranked: vec![Rated { choice, value: None }],
            }));
        }
        Question::Choices(truth) => truth,
    };
    let (truth, _) = remind(room, truth, remembers);
    let (job, answer) = SearchJob::new(truth, Level::Hard);
    let terms = Terms {
        priority: Priority::Hint,
        within: WITHIN,
        iterations,
        time,
    };
    room.ctx.thinking.submit(terms, Box::new(job));
    Ok(Hinted::Thinks(at, answer))
}

/// The best of what a bot has thought about.
fn opinion(seen: u64, thought: &Thought) -> Opinion {
    Opinion {
        seen,
        ranked: ranked(thought),
    }
}

/// The choices that a bot finds best. If it has tried none, what it would do.
pub(super) fn ranked(thought: &Thought) -> Vec<Rated> {
    let tried = thought.ranked.iter().filter(|ranked| ranked.value.is_some());
    let tried = tried.take(MOST).map(|ranked| Rated {
        choice: ranked.choice.clone(),
        value: ranked.value,
    });
    let mut ranked: Vec<Rated> = tried.collect();
    if ranked.is_empty() {
        ranked.push(Rated {
            choice: thought.choice.clone(),
            value: None,
        });
    }
    ranked
}
