//! Actions in progress whose registers hold what the viewer cannot know.
//!
//! The game from before the action is drawn anew, and everybody chooses again: the viewer as he did, others as
//! they might have. Cards that he saw leave their zones meanwhile are dealt there again, for now he knows that they lay
//! there. Where he would have seen something else than he saw, that is not what happened, and it is tried again. When
//! all tries are used up, what he cannot know is taken out of the action: such a table agrees with what he sees, and
//! may fault when the action goes on.

use super::cards::Pinned;
use super::draws::{new_seed, shuffle};
use super::table::{redraw_generator, redraw_table};
use crate::choice::Choice;
use crate::decision::DecisionRef;
use crate::event::Event;
use crate::game::{Game, list_again};
use crate::ids::{ActionId, CardId, Seat, Viewer, ZoneId};
use crate::play::legal_set::Source;
use crate::program::{Op, Program, Sealing};
use crate::setup::Seed;
use crate::value::Value;
use crate::view::ViewEvent;
use crate::world::beginning;
use crate::world::chance::{Repeated, below};
use crate::world::scene::{Awaits, Cause, Form, Suspended};
use crate::world::whole::{How, World};
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

/// How often the game goes on from before the action.
const BEGINNINGS: usize = 60;
/// How often a seat chooses again where the viewer would have seen something else.
const TRIES: usize = 12;
/// Of how many choices all are tried when those were in vain: a number asked for without bounds has as many.
const WAYS: u64 = 1_000;
/// How many choices are tried in all.
const ALL_TRIES: usize = 5_000;

/// A choice since then, as far as the viewer knows it.
struct Seen {
    seat: Seat,
    own: Option<How>,
    /// Which action somebody else is seen to do.
    action: Option<ActionId>,
    /// What he saw of it.
    events: Vec<ViewEvent>,
}

/// A game in which the actions that wait with a secret have come about otherwise; None where that was not
/// found.
pub(super) fn begin_anew(game: &Game, viewer: Viewer, rng: &mut ChaCha8Rng) -> Option<Game> {
    let (begin, seen_choices, hindsight) = seen_choices(game, viewer)?;
    let now = (game.view(viewer), own_decision(game, viewer));
    let mut left = ALL_TRIES;
    (0..BEGINNINGS).find_map(|_| {
        if left == 0 {
            return None;
        }
        let mut anew = begin.clone();
        redraw_table(&mut anew, viewer, &hindsight, Seed(new_seed(rng)));
        for seen in &seen_choices {
            anew = go_on(&anew, viewer, seen, &mut left, rng)?;
        }
        if (anew.view(viewer), own_decision(&anew, viewer)) != now {
            return None;
        }
        Some(match game.events {
            Some(_) => anew,
            None => anew.without_events(),
        })
    })
}

/// The game before the action, all choices since as the viewer saw them, and the cards that he saw leave the zones
/// in which they lay before. Made again, the choices make the same game. None where it is not known.
fn seen_choices(game: &Game, viewer: Viewer) -> Option<(Game, Vec<Seen>, Vec<Pinned>)> {
    let beginning = game.world.beginning()?;
    let mut begin = game.clone().with_events();
    begin.world = World::clone(&beginning.before);
    list_again(&mut begin);
    let mut real = begin.clone();
    let mut seen_choices = Vec::with_capacity(beginning.made.len());
    let mut departures = Departures::default();
    for made in &beginning.made {
        let own = viewer == Viewer::Seat(made.seat);
        let how = &made.how;
        let action = match how {
            How::Choice(Choice::Act { action, .. })
            | How::Decided {
                choice: Choice::Act { action, .. },
                ..
            } => Some(*action),
            How::Choice(_) | How::Decided { .. } | How::Timeout => None,
        };
        make(&mut real, made.seat, how)?;
        for event in real.events.iter().flatten() {
            departures.note(&begin, viewer, event);
        }
        let sealed = action.is_some_and(|action| game.table.program.action(action).sealing.is_sealed());
        seen_choices.push(Seen {
            seat: made.seat,
            own: own.then(|| match how {
                // Chance is to decide otherwise.
                How::Decided { choice, .. } => How::Choice(choice.clone()),
                How::Choice(_) | How::Timeout => how.clone(),
            }),
            action: action.filter(|_| !sealed),
            events: real.events(viewer),
        });
    }
    let mut now = game.world.clone();
    beginning::forget_beginning(&mut now);
    beginning::forget_beginning(&mut real.world);
    let own = |card: CardId| (card, begin.world.type_of(&begin.table, card));
    let hindsight = departures.seen.into_iter().map(own).collect();
    (real.world == now).then_some((begin, seen_choices, hindsight))
}

/// Which cards have left the zones in which they lay before an action.
#[derive(Default)]
struct Departures {
    /// Those whose faces the viewer saw: he knows now that they lay there.
    seen: Vec<CardId>,
    moved: Vec<CardId>,
    /// Where a card came from there tells nothing of where it lay before.
    shuffled: Vec<ZoneId>,
}

impl Departures {
    fn note(&mut self, before: &Game, viewer: Viewer, event: &Event) {
        if let Event::Shuffled { zone } = event {
            self.shuffled.push(*zone);
        }
        if let Event::Moved { card, from, to } = event
            && !self.moved.contains(card)
        {
            self.moved.push(*card);
            let lay_there = before.world.zone_of(&before.table, *card) == from.zone;
            let saw = from.face.or(to.face).contains(viewer);
            if saw && lay_there && !self.shuffled.contains(&from.zone) {
                self.seen.push(*card);
            }
        }
    }
}

fn make(game: &mut Game, seat: Seat, how: &How) -> Option<()> {
    match how {
        How::Choice(choice) => game.submit(seat, choice).ok(),
        How::Decided { choice, numbers } => {
            let mut again = Repeated(numbers.iter());
            game.submit_with(seat, choice, Some(&mut again)).ok()
        }
        How::Timeout => game.timeout(seat).ok(),
    }
}

/// The game after one more choice by which the viewer sees what he saw.
fn go_on(game: &Game, viewer: Viewer, seen: &Seen, left: &mut usize, rng: &mut ChaCha8Rng) -> Option<Game> {
    let mut try_out = |how: &How, rng: &mut ChaCha8Rng| {
        *left = left.checked_sub(1)?;
        let mut next = game.clone();
        // Chance is tried again, too.
        redraw_generator(&mut next, rng);
        make(&mut next, seen.seat, how)?;
        (next.events(viewer) == seen.events).then_some(next)
    };
    if let Some(how) = &seen.own {
        return (0..TRIES).find_map(|_| try_out(how, rng));
    }
    let decision = game.decision(seen.seat)?;
    let among = numbers(&decision, seen.action)?;
    let ways = among.end - among.start;
    let mut choose = |at: u64, rng: &mut ChaCha8Rng| {
        let choice = decision.nth(among.start.saturating_add(at))?;
        try_out(&How::Choice(choice), rng)
    };
    let drawn = (0..TRIES).find_map(|_| {
        let at = below(rng, u32::try_from(ways).unwrap_or(u32::MAX));
        choose(at.into(), rng)
    });
    // What others do before everybody's eyes, one choice among many, is found among all.
    drawn.or_else(|| {
        let mut all: Vec<u64> = (0..if ways <= WAYS { ways } else { 0 }).collect();
        shuffle(&mut all, rng);
        all.into_iter().find_map(|at| choose(at, rng))
    })
}

/// The numbers of a decision's choices: of those of an action where one is seen.
fn numbers(decision: &DecisionRef<'_>, action: Option<ActionId>) -> Option<Range<u64>> {
    let Some(action) = action else {
        return Some(0..decision.count().get());
    };
    let mut before = 0u64;
    for offer in decision.offer_slice() {
        let here = decision.count_offer(offer).get();
        if offer.source == Source::Act(action) {
            return Some(before..before.saturating_add(here));
        }
        before = before.saturating_add(here);
    }
    None
}

type Described = Option<(Vec<crate::decision::Offered>, Vec<crate::decision::Unavailable>)>;

fn own_decision(game: &Game, viewer: Viewer) -> Described {
    let Viewer::Seat(seat) = viewer else { return None };
    game.decision(seat).map(|d| (d.offers(), d.unavailable()))
}

/// Takes out of the actions that wait what the viewer cannot know. So are the reactions that wait with them: whose they are,
/// and how many there are, may follow from cards that he does not see.
pub(super) fn blank(program: &Program, world: &mut World, viewer: Viewer) {
    beginning::forget_beginning(world);
    if let Some(extras) = &mut world.extras {
        extras.raised.clear();
    }
    for frame in &mut world.suspended {
        if frame.is_secret(program) {
            blank_frame(program, frame, viewer);
        }
    }
}

fn blank_frame(program: &Program, frame: &mut Suspended, viewer: Viewer) {
    frame.registers.fill(Value::Nothing);
    if let Some(journal) = &mut frame.journal {
        **journal = Default::default();
    }
    let asked = matches!(viewer, Viewer::Seat(seat) if frame.waiting().contains(seat));
    if let Awaits::Answers { given, .. } = &mut frame.awaits {
        for (seat, answer) in given {
            if viewer != Viewer::Seat(*seat) {
                *answer = Value::Nothing;
            }
        }
    }
    if asked {
        return;
    }
    if let Awaits::Answer { question, .. } | Awaits::Answers { question, .. } = &mut frame.awaits {
        question.form = Form::Confirm;
        question.default = Value::Nothing;
        question.label = Value::Nothing;
    }
    hide_sealed(program, frame);
    if let Some((pc, into)) = first_like(program, frame) {
        (frame.pc, frame.into) = (pc, into);
    }
}

/// Nobody else can tell which sealed choice asks: it becomes the first one of the state that does.
fn hide_sealed(program: &Program, frame: &mut Suspended) {
    let Cause::Act(action) = frame.cause else { return };
    let chosen = program.action(action);
    let mut actions = program.state(chosen.state).actions.iter();
    let first = actions.find(|id| program.action(**id).sealing == Sealing::Answers);
    if let Some(first) = first.filter(|_| chosen.sealing.is_sealed()) {
        let body = program.action(*first).body;
        let ops = program.code.ops.get(body.start as usize..).unwrap_or_default();
        let asks = (body.start..).zip(ops).find_map(|(pc, op)| match op {
            Op::Ask { d, .. } => Some((pc + 1, *d)),
            _ => None,
        });
        frame.cause = Cause::Act(*first);
        frame.registers = smallvec::smallvec![Value::Nothing; usize::from(body.registers)];
        (frame.pc, frame.into) = asks.unwrap_or((frame.pc, frame.into));
    }
}

/// The first place of the same code at which it waits in the same way: who is not asked cannot tell which it
/// is.
fn first_like(program: &Program, frame: &Suspended) -> Option<(u32, u8)> {
    let again = u32::from(frame.journal.is_none());
    let asked = frame.pc.checked_sub(again)?;
    let of = std::mem::discriminant(program.code.ops.get(asked as usize)?);
    let after = program.code.functions.partition_point(|f| f.start <= asked);
    let start = program.code.functions.get(after.checked_sub(1)?)?.start;
    let mut ops = (start..).zip(program.code.ops.get(start as usize..)?);
    let found = ops.find(|(_, op)| std::mem::discriminant(*op) == of)?;
    let into = match found.1 {
        Op::Ask { d, .. }
        | Op::AskAll { d, .. }
        | Op::Push { d, .. }
        | Op::PushTo { d, .. }
        | Op::Script { d, .. } => *d,
        _ => return None,
    };
    Some((found.0 + again, into))
}
