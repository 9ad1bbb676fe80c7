//! What was chosen since an action began that waits with a secret, so that it can be told anew.

use super::world::World;
use crate::choice::Choice;
use crate::ids::Seat;
use crate::program::Program;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A game before an action that now waits with a secret, and all choices since.
///
/// What lies in the registers of such an action cannot be drawn by itself: it is what chance and hidden cards
/// made of it. Whoever imagines the table draws the game before it anew, and has the choices made again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Story {
    /// The game before the action began.
    pub(crate) before: Arc<World>,
    /// What was chosen since, the action itself first.
    pub(crate) made: Vec<Made>,
}

/// A choice that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Made {
    pub(crate) seat: Seat,
    pub(crate) how: How,
}

/// How a choice was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum How {
    /// By its name.
    Choice(Choice),
    /// By its number.
    Nth(u64),
    /// Time was up.
    Timeout,
}

/// How a choice is being made: only few are written down.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Making<'c> {
    Choice(&'c Choice),
    Nth(u64),
    Timeout,
    /// With chance that a program decides: it cannot be told again.
    Decided,
}

impl Making<'_> {
    fn how(self) -> Option<How> {
        Some(match self {
            Making::Choice(choice) => How::Choice(choice.clone()),
            Making::Nth(n) => How::Nth(n),
            Making::Timeout => How::Timeout,
            Making::Decided => return None,
        })
    }
}

impl Story {
    /// A story that grows longer is forgotten: nobody could guess that many choices.
    pub(crate) const LONGEST: usize = 24;
}

impl World {
    /// Whether an action waits with something that not everybody can know.
    pub(crate) fn keeps_a_secret(&self, program: &Program) -> bool {
        self.suspended.iter().any(|frame| frame.is_secret(program))
    }

    /// The story of the actions that wait with a secret.
    pub(crate) fn story(&self) -> Option<&Arc<Story>> {
        self.rare.as_ref()?.story.as_ref()
    }

    /// Forgets how the actions began that wait.
    pub(crate) fn forget_story(&mut self) {
        if let Some(rare) = &mut self.rare {
            rare.story = None;
        }
    }

    /// After a choice of a seat: begins a story, goes on with it, or ends it.
    #[cold]
    pub(crate) fn tell_on(&mut self, program: &Program, before: &World, seat: Seat, making: Making<'_>) {
        let story = self.rare.as_mut().and_then(|rare| rare.story.take());
        if !self.keeps_a_secret(program) {
            if story.is_some() {
                self.put_away.story = story;
                self.tidy();
            }
            return;
        }
        let Some(how) = making.how() else { return };
        let made = Made { seat, how };
        let story = match story {
            None if before.keeps_a_secret(program) => return,
            None => self.begin_story(before, made),
            Some(mut story) => {
                if story.made.len() >= Story::LONGEST {
                    return;
                }
                Arc::make_mut(&mut story).made.push(made);
                story
            }
        };
        self.rare_mut().story = Some(story);
    }

    /// Begins a story, in the memory of an older one where there is one.
    fn begin_story(&mut self, before: &World, made: Made) -> Arc<Story> {
        if let Some(mut old) = self.put_away.story.take()
            && let Some(story) = Arc::get_mut(&mut old)
            && let Some(world) = Arc::get_mut(&mut story.before)
        {
            world.copy_from(before);
            story.made.clear();
            story.made.push(made);
            return old;
        }
        Arc::new(Story {
            before: Arc::new(before.clone()),
            made: vec![made],
        })
    }
}
