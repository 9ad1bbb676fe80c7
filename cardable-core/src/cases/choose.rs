//! Makes the choices of a test.

use super::picks::{candidates, entries_meant, is_there, meant, pick_offered};
use super::running::{Running, failure, quoted, unlike};
use cardable_compiler::cases::{Answer, Case, Does, Picked, Placed, Step};
use cardable_compiler::diag::Diagnostic;
use cardable_compiler::text::source::Span;
use cardable_engine::ids::{ActionId, CardTypeId};
use cardable_engine::story::Happened;
use cardable_engine::{
    Chance, Choice, DecisionRef, NotApplied, Offered, Pick, Seat, Seed, Viewer, events_with_shown,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

impl Running<'_> {
    /// Makes all choices. False where one could not be made as it should.
    pub(super) fn steps(&mut self, case: &Case) -> bool {
        for step in &case.steps {
            let made = self.step(step, case.seed);
            if let Err(problem) = made {
                self.problems.push(*problem);
                return false;
            }
            self.look(&step.expected);
        }
        true
    }

    fn step(&mut self, step: &Step, seed: Seed) -> Result<(), Box<Diagnostic>> {
        let fails = |span: Span, message: String| Box::new(failure(span, message));
        let waiting = self.game.to_decide();
        let Some(seat) = step.seat.or_else(|| waiting.lowest()) else {
            let message = format!(
                "nobody has anything to choose in the state `{}`",
                self.state_name()
            );
            return Err(fails(step.span, message));
        };
        if step.refused.is_some() {
            self.means_something(seat, step)?;
        }
        let before = self.game.view(Viewer::Omniscient).status;
        self.story.clear();
        let choice = match &step.does {
            Does::TimesOut => None,
            does => match self.choice(seat, does, step) {
                Ok(choice) => Some(choice),
                Err(problem) => return self.is_refused(seat, step, problem),
            },
        };
        let mut chance = Drawn {
            numbers: step.draws.iter(),
            then: ChaCha8Rng::from_seed(seed.0),
            beyond: None,
        };
        chance.then.set_stream(self.game.seq());
        let applied = match &choice {
            None => self.game.timeout(seat),
            Some(choice) if step.draws.is_empty() => self.game.submit(seat, choice),
            Some(choice) => self.game.submit_with(seat, choice, Some(&mut chance)),
        };
        match (applied, &step.refused) {
            (Ok(()), None) if chance.beyond.is_some() => {
                let (number, n) = chance.beyond.unwrap_or_default();
                let last = n.saturating_sub(1);
                let message = format!("`draws` has {number}, and chance gives numbers from 0 to {last}");
                Err(fails(step.span, message))
            }
            (Ok(()), None) if chance.numbers.len() > 0 => {
                let (all, left) = (step.draws.len(), chance.numbers.len());
                Err(fails(
                    step.span,
                    format!("of {all} numbers of `draws`, {left} were not asked for"),
                ))
            }
            (Ok(()), None) => {
                let (view, events) = (self.game.view(Viewer::Omniscient), events_with_shown(&self.game));
                let lines = self.game.words().story(Happened {
                    view: &view,
                    before: Some(&before),
                    events: &events,
                    timed_out: None,
                });
                self.story = lines.iter().map(ToString::to_string).collect();
                Ok(())
            }
            (Ok(()), Some(words)) => Err(fails(words.span, "the choice is not refused".to_owned())),
            (Err(NotApplied::Refused(refusal)), Some(words)) => has_words(words, &refusal.to_string()),
            (Err(NotApplied::Refused(refusal)), None) => {
                Err(fails(step.span, format!("the choice is refused: {refusal}")))
            }
            (Err(error), _) => Err(fails(step.span, error.to_string())),
        }
    }

    /// A choice that is to be refused names what there is: a slip of the pen is refused as well, whatever the rules say.
    fn means_something(&self, seat: Seat, step: &Step) -> Result<(), Box<Diagnostic>> {
        let Some(decision) = self.game.decision(seat) else {
            return Ok(());
        };
        let fails = |span: Span, message: String| Err(Box::new(failure(span, message)));
        match &step.does {
            Does::Acts { picks, .. } => {
                let absent = picks.iter().find(|pick| !is_there(&self.game, seat, &pick.what));
                absent.map_or(Ok(()), |pick| fails(pick.span, self.not_there(seat, &pick.what)))
            }
            Does::Answers(Answer::Number(_)) => {
                let of_number =
                    |offered: &Offered| matches!(offered, Offered::Number { .. } | Offered::Confirm { .. });
                match decision.offers().iter().any(of_number) {
                    true => Ok(()),
                    false => fails(step.span, "no question for a number is asked".to_owned()),
                }
            }
            Does::Answers(Answer::Entries(entries)) => {
                let items = self.items_asked_for(&decision, step)?;
                let unknown = entries.iter().find(|entry| {
                    entries_meant(&items, &entry.what).is_empty() && !self.is_word(&entry.what)
                });
                unknown.map_or(Ok(()), |entry| {
                    let message = format!("nothing is called `{}`; there are {}", entry.what, quoted(&items));
                    fails(entry.span, message)
                })
            }
            Does::Passes | Does::TimesOut => Ok(()),
        }
    }

    /// Whether the rules or the cards have such a text, so that it is no slip of the pen.
    pub(super) fn is_word(&self, text: &str) -> bool {
        let mut cards = (0..).map_while(|at| self.game.words().card_name(CardTypeId(at)));
        self.ruleset.program.strings.find(text).is_some() || cards.any(|name| name == text)
    }

    /// The entries of the list that a question shows.
    fn items_asked_for(
        &self,
        decision: &DecisionRef<'_>,
        step: &Step,
    ) -> Result<Vec<String>, Box<Diagnostic>> {
        items_of(decision).ok_or_else(|| {
            let message = "no question for entries of a list is asked".to_owned();
            Box::new(failure(step.span, message))
        })
    }

    /// What becomes of a choice that is not offered: where it is meant to be refused, it is made all the same, so that the reason
    /// is the one that a player reads.
    fn is_refused(&self, seat: Seat, step: &Step, problem: Box<Diagnostic>) -> Result<(), Box<Diagnostic>> {
        let Some(words) = &step.refused else {
            return Err(problem);
        };
        if words.what.is_none() {
            return Ok(());
        }
        let again = |choice: &Choice| match self.game.clone().submit(seat, choice) {
            Err(NotApplied::Refused(refusal)) => Some(refusal.to_string()),
            _ => None,
        };
        let reason = match &step.does {
            Does::Acts { actions, picks } => {
                let picks: Vec<Picked> = picks.iter().map(|pick| pick.what.clone()).collect();
                let action = self.action_here(actions);
                match meant(&self.game, seat, &picks) {
                    Some(picks) => action.and_then(|action| again(&Choice::pick(action, picks))),
                    // Cards that the seat does not see: the action itself may be refused.
                    None => self.why_not(seat, actions),
                }
            }
            Does::Answers(Answer::Number(number)) => again(&Choice::Number(*number)),
            Does::Passes => again(&Choice::Pass),
            Does::Answers(Answer::Entries(_)) | Does::TimesOut => None,
        };
        match reason {
            Some(reason) => has_words(words, &reason),
            None => Err(problem),
        }
    }

    /// Of actions of one name the one of the state that runs, or the first.
    pub(super) fn action_here(&self, actions: &[ActionId]) -> Option<ActionId> {
        let here = self.game.world.scene.state;
        let of_here = |action: &&ActionId| {
            let mut all = self.ruleset.actions();
            all.any(|(id, state, ..)| id == **action && state == here)
        };
        actions.iter().find(of_here).or(actions.first()).copied()
    }

    /// The reason for which none of some actions is offered to a seat, as it reads it.
    fn why_not(&self, seat: Seat, actions: &[ActionId]) -> Option<String> {
        let missing = self.game.decision(seat)?.unavailable();
        let found = missing
            .into_iter()
            .find(|missing| actions.contains(&missing.action))?;
        Some(found.reason)
    }

    /// The choice that a step means. An error tells why there is none.
    fn choice(&self, seat: Seat, does: &Does, step: &Step) -> Result<Choice, Box<Diagnostic>> {
        let fails = |span: Span, message: String| Box::new(failure(span, message));
        let decision = self.game.decision(seat).ok_or_else(|| {
            let message = format!(
                "seat {} has nothing to choose in the state `{}`",
                seat.0,
                self.state_name()
            );
            fails(step.span, message)
        })?;
        match does {
            Does::Acts { actions, picks } => {
                let is_meant = |action: &ActionId| actions.contains(action);
                let offered: Vec<ActionId> = decision.actions().filter(is_meant).collect();
                let mut missing = None;
                let mut built = Vec::new();
                for action in &offered {
                    match self.picked(&decision, *action, picks, step.span) {
                        Ok(picked) => built.push(Choice::pick(*action, picked)),
                        Err(problem) => missing = missing.or(Some(problem)),
                    }
                }
                // Of several actions of one name, one may want other picks.
                let fits = |choice: &&Choice| decision.chosen(choice).is_ok();
                if let Some(choice) = built.iter().find(fits).or(built.first()) {
                    return Ok(choice.clone());
                }
                Err(missing.unwrap_or_else(|| fails(step.span, self.not_offered(&decision, actions))))
            }
            Does::Answers(Answer::Number(number)) => Ok(Choice::Number(*number)),
            Does::Answers(Answer::Entries(entries)) => {
                let items = self.items_asked_for(&decision, step)?;
                let mut places: Vec<u16> = Vec::new();
                for entry in entries {
                    let meant = entries_meant(&items, &entry.what).into_iter();
                    let at = meant.map(|at| at as u16).find(|at| !places.contains(at));
                    let message =
                        || format!("there is no entry `{}`; there are {}", entry.what, quoted(&items));
                    places.push(at.ok_or_else(|| fails(entry.span, message()))?);
                }
                Ok(Choice::Items(places.into_iter().collect()))
            }
            Does::Passes => Ok(Choice::Pass),
            Does::TimesOut => Err(fails(step.span, "time runs out without a choice".to_owned())),
        }
    }

    /// What is picked for an action. An error tells which of it cannot be.
    fn picked(
        &self,
        decision: &DecisionRef<'_>,
        action: ActionId,
        wanted: &[Placed<Picked>],
        span: Span,
    ) -> Result<Vec<Pick>, Box<Diagnostic>> {
        if wanted.is_empty()
            && let Some(offered) = pick_offered(decision, action)
            && offered.min > 0
        {
            return Err(Box::new(failure(span, self.lacks_pick(action, &offered))));
        }
        let mut picked: Vec<Pick> = Vec::new();
        for one in wanted {
            let all = candidates(&self.game, decision, action, &one.what);
            match all.into_iter().find(|pick| !picked.contains(pick)) {
                Some(pick) => picked.push(pick),
                None => {
                    let message = self.not_a_candidate(decision, action, &one.what);
                    return Err(Box::new(failure(one.span, message)));
                }
            }
        }
        Ok(picked)
    }
}

/// The entries of the question that a decision asks; None where it asks for none.
pub(super) fn items_of(decision: &DecisionRef<'_>) -> Option<Vec<String>> {
    decision.offers().into_iter().find_map(|offered| match offered {
        Offered::Items { items, .. } => Some(items),
        _ => None,
    })
}

/// Whether the reason for a refusal has the words that a step wants.
fn has_words(wanted: &Placed<Option<String>>, reason: &str) -> Result<(), Box<Diagnostic>> {
    match &wanted.what {
        Some(words) if !reason.contains(words) => {
            let words = format!("a refusal with `{words}`");
            Err(Box::new(failure(
                wanted.span,
                unlike(&words, &format!("`{reason}`")),
            )))
        }
        _ => Ok(()),
    }
}

/// Numbers that a test gives, then those of a generator.
struct Drawn<'n> {
    numbers: std::slice::Iter<'n, u32>,
    then: ChaCha8Rng,
    /// The first number that was too large, and how many there were.
    beyond: Option<(u32, u32)>,
}

impl Chance for Drawn<'_> {
    fn below(&mut self, n: u32) -> u32 {
        match self.numbers.next() {
            Some(number) => {
                if *number >= n {
                    self.beyond = self.beyond.or(Some((*number, n)));
                }
                *number
            }
            None => self.then.next_u32() % n.max(1),
        }
    }
}
