//! Law: every input gets an answer.
//!
//! A game's inputs are a setup, a choice, an interaction, a save, a log, and for a client the events of a view. This
//! law sends them in valid and invalid forms: from seats that are not asked, out of range, truncated, with flipped
//! bits, and with impossible values. (Rulesets and scripts are texts too, but they are tested by fuzzing.)
//!
//! A panic violates the law. An endless loop cannot be reported, because the check does not end either. An applied
//! choice must have advanced the game.

use super::damage::{cut, damaged, falsified};
use super::*;
use cardable_engine::Interaction;
use cardable_engine::Log;
use cardable_engine::OptionValue;
use cardable_engine::Replica;
use serde::Serialize;
use serde::de::DeserializeOwned;
use smallvec::SmallVec;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Positions of a game that are tested.
const MOMENTS: usize = 2;
/// Damaged saves, choices and so on, per position.
const TRIED: usize = 6;
/// Saves with impossible values, per damaged save.
const FALSIFIED: usize = 3;
/// Choices made in a game that was restored from a damaged save.
const PLAYED_ON: usize = 6;

pub(super) fn bad_input(
    s: &Subject,
    ruleset: &Ruleset,
    opening: &Opening,
    choices: usize,
) -> Result<(), Broken> {
    let mut rng = ChaCha8Rng::seed_from_u64(opening.seed ^ 0xbad);
    setups(s, ruleset, opening, &mut rng)?;
    let mut looked = 0;
    let mut log = log(ruleset, opening);
    random_game_from(ruleset, opening, choices, |game, seat, choice, rng| {
        log.entries.push(cardable_engine::Entry::Choice {
            seat,
            choice: choice.clone(),
        });
        if looked >= MOMENTS || !rng.random_bool(0.3) {
            return Ok(());
        }
        looked += 1;
        wrong_choices(s, game, seat, choice, rng)?;
        wrong_interactions(game, seat, rng)?;
        wrong_saves(s, ruleset, game, rng)?;
        wrong_events(s, game, seat, choice, rng)
    })?;
    wrong_logs(s, ruleset, opening, &log, &mut rng)
}

/// The result of `asked`. A panic violates the law.
fn answered<T>(what: &dyn std::fmt::Display, asked: impl FnOnce() -> T) -> Result<T, Broken> {
    catch_unwind(AssertUnwindSafe(asked)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        format!("{what} panics: {}", text.unwrap_or_default())
    })
}

/// The value that damaged JSON still deserializes to.
fn misread<T: Serialize + DeserializeOwned>(value: &T, rng: &mut ChaCha8Rng) -> Option<T> {
    let text = serde_json::to_vec(value).ok()?;
    let wrong = match rng.random_range(0..3) {
        0 => damaged(&text, rng),
        _ => falsified(&text, rng),
    };
    serde_json::from_slice(&wrong).ok()
}

/// Setups with no seats, too many seats, and options that the ruleset lacks.
fn setups(s: &Subject, ruleset: &Ruleset, opening: &Opening, rng: &mut ChaCha8Rng) -> Result<(), Broken> {
    let seed = Seed::from(opening.seed);
    let seats = ruleset.seats();
    let with = |n: usize| Setup {
        seats: (0..n).map(|at| format!("Seat {at}")).collect(),
        ..opening.setup.clone()
    };
    let name = String::from("no such thing");
    let wrong = [
        with(0),
        with(seats.end() + 1),
        with(usize::from(u8::MAX) + 2),
        opening.setup.clone().option(&name, 1),
        Setup {
            roles: vec![name; opening.setup.seats.len()],
            ..opening.setup.clone()
        },
        Setup {
            teams: vec![0; opening.setup.seats.len() + 1],
            ..opening.setup.clone()
        },
    ];
    for setup in wrong
        .iter()
        .filter(|setup| !setup.seats.is_empty() || *seats.start() > 0)
    {
        if answered(&format_args!("to begin by {setup:?}"), || {
            (s.begin)(ruleset, setup, seed)
        })?
        .is_ok()
        {
            return Err(format!("a game begins by {setup:?}"));
        }
    }
    for _ in 0..TRIED {
        let Some(setup) = misread(&opening.setup, rng) else {
            continue;
        };
        let begun = answered(&format_args!("to begin by {setup:?}"), || {
            (s.begin)(ruleset, &setup, seed)
        })?;
        if let Ok(game) = begun {
            goes_on(s, ruleset, game, rng).map_err(|e| format!("a game by {setup:?}: {e}"))?;
        }
    }
    Ok(())
}

/// Choices from seats that are not asked, from nobody, and out of range.
fn wrong_choices(
    s: &Subject,
    game: &Game,
    seat: Seat,
    choice: &Choice,
    rng: &mut ChaCha8Rng,
) -> Result<(), Broken> {
    let asked = game.to_decide();
    for who in (0..game.seating().count() as u8 + 2).chain([u8::MAX]).map(Seat) {
        if !asked.contains(who) {
            refused(s, game, who, choice)?;
        }
    }
    let endless = [
        Choice::Number(i64::MIN),
        Choice::Number(i64::MAX),
        Choice::Items(std::iter::repeat_n(u16::MAX, 5_000).collect()),
        Choice::Act {
            action: ActionId(u16::MAX),
            picks: SmallVec::new(),
        },
        match choice {
            Choice::Act { action, .. } => Choice::Act {
                action: *action,
                picks: (0..5_000).map(Pick::Option).collect(),
            },
            Choice::Number(_) | Choice::Items(_) | Choice::Pass => Choice::Items((0..5_000).collect()),
        },
    ];
    for wrong in &endless {
        tried(s, game, seat, wrong)?;
    }
    for _ in 0..TRIED {
        if let Some(wrong) = misread(choice, rng) {
            tried(s, game, seat, &wrong)?;
        }
    }
    Ok(())
}

/// Checks that a choice is refused for a seat that has nothing to decide.
fn refused(s: &Subject, game: &Game, who: Seat, choice: &Choice) -> Result<(), Broken> {
    let mut fork = (s.fork)(game);
    let what = format!("{choice:?} by {who:?}, who is not asked,");
    match answered(&what, || (s.submit)(&mut fork, who, choice))? {
        Err(NotApplied::Refused(_)) => {}
        Ok(()) => return Err(format!("{what} is applied")),
        Err(NotApplied::Faulted(fault)) => return Err(format!("{what} faults: {fault}")),
    }
    if answered(&format_args!("a timeout of {who:?}"), || fork.timeout(who))?.is_ok() {
        return Err(format!("time is up for {who:?}, who is not asked"));
    }
    same_save("saves around what was refused", &(s.save)(game), &(s.save)(&fork))
}

/// Inspects and submits any choice.
fn tried(s: &Subject, game: &Game, seat: Seat, choice: &Choice) -> Result<(), Broken> {
    let shown = shortened(&format!("{choice:?}"));
    let listed = answered(&format_args!("to look for {shown}"), || {
        let decision = game.decision(seat)?;
        let _ = (decision.extend(choice), decision.nth(u64::MAX));
        decision.index_of(choice)
    })?;
    let mut fork = (s.fork)(game);
    let done = answered(&format_args!("{shown}"), || (s.submit)(&mut fork, seat, choice))?;
    match done {
        Ok(()) => moved_on(game, &fork),
        Err(NotApplied::Refused(why)) if listed.is_some() => {
            Err(format!("{shown} is listed and refused: {why}"))
        }
        Err(_) => same_save("saves around what was refused", &(s.save)(game), &(s.save)(&fork)),
    }
}

/// Checks that a game advanced by a choice, and that it waits for a seat or is over.
fn moved_on(before: &Game, after: &Game) -> Result<(), Broken> {
    same("the number of choices", &(before.seq() + 1), &after.seq())?;
    if after.is_over() || !after.to_decide().is_empty() {
        Ok(())
    } else {
        Err("nobody decides and the game is not over".into())
    }
}

/// Interactions with things that do not exist, and from seats that do not exist.
fn wrong_interactions(game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> Result<(), Broken> {
    for _ in 0..TRIED {
        let (who, wild) = wild_choice(game, seat, rng);
        let picks = match wild {
            Choice::Act { picks, .. } => picks,
            Choice::Number(_) | Choice::Items(_) | Choice::Pass => SmallVec::new(),
        };
        let interaction = match (rng.random_range(0..3), picks.first(), picks.last()) {
            (0, Some(from), Some(to)) => Interaction::drag(*from, *to),
            (1, _, _) => Interaction::message("no such message").with("seat", OptionValue::Float(1e300)),
            _ => Interaction::Tap(picks),
        };
        let legal = answered(&"to list interactions", || legal_interactions(game, seat))?;
        let mut all = vec![interaction];
        if let Some(known) = legal.iter().flat_map(LegalInteraction::each).next() {
            all.extend(misread(&known, rng));
        }
        for interaction in all {
            let meant = answered(&format_args!("{interaction:?}"), || {
                game.choice_for(who, &interaction)
            })?;
            if let Ok(choice) = meant
                && game.decision(who).and_then(|d| d.index_of(&choice)).is_none()
            {
                return Err(format!("{interaction:?} means {choice:?}, which is not listed"));
            }
        }
    }
    Ok(())
}

/// Incomplete saves, and saves with impossible values.
fn wrong_saves(s: &Subject, ruleset: &Ruleset, game: &Game, rng: &mut ChaCha8Rng) -> Result<(), Broken> {
    let save = (s.save)(game);
    for _ in 0..TRIED {
        let part = cut(&save, rng);
        let of = format!("a save of which {} of {} bytes are there", part.len(), save.len());
        if answered(&of, || (s.restore)(ruleset, &part))?.is_ok() {
            return Err(format!("{of} is taken for a whole one"));
        }
        // Most that is not JSON any more is refused at the first look.
        let untrue: [Vec<u8>; FALSIFIED] = std::array::from_fn(|_| falsified(&save, rng));
        for wrong in untrue.into_iter().chain([damaged(&save, rng)]) {
            let restored = answered(&"to restore a damaged save", || (s.restore)(ruleset, &wrong))?;
            if let Ok(restored) = restored {
                goes_on(s, ruleset, restored, rng).map_err(|e| format!("a damaged save is taken: {e}"))?;
            }
        }
    }
    Ok(())
}

/// Checks that a game restored from bad input can be saved, viewed and played on.
fn goes_on(s: &Subject, ruleset: &Ruleset, mut game: Game, rng: &mut ChaCha8Rng) -> Result<(), Broken> {
    let save = answered(&"to save", || (s.save)(&game))?;
    let again = answered(&"to restore", || (s.restore)(ruleset, &save))?
        .map_err(|e| format!("its own save is not taken: {e}"))?;
    same_save("saves of what was restored", &save, &(s.save)(&again))?;
    for _ in 0..PLAYED_ON {
        let next = answered(&"to look on", || {
            for viewer in viewers(&game) {
                let _ = (s.view)(&game, viewer);
            }
            let _ = described(&game);
            random_choice(&game, rng)
        })??;
        let Some((seat, choice)) = next else { break };
        answered(&"to look on", || {
            let _ = ((s.choices)(&game, seat, 40), (s.interactions)(&game, seat));
            let _ = (s.imagine)(
                &game,
                Viewer::Seat(seat),
                Seed::from(rng.random_range(0..u64::MAX)),
            );
        })?;
        let before = (s.fork)(&game);
        match answered(&format_args!("{choice:?}"), || {
            (s.submit)(&mut game, seat, &choice)
        })? {
            Ok(()) => moved_on(&before, &game)?,
            Err(NotApplied::Refused(why)) => return Err(format!("{choice:?} is listed and refused: {why}")),
            // The rules may err at a table that they never lead to.
            Err(NotApplied::Faulted(_)) => {
                return same_save("saves around a fault", &(s.save)(&before), &(s.save)(&game));
            }
        }
    }
    Ok(())
}

/// Damaged, repeated and late events.
fn wrong_events(
    s: &Subject,
    game: &Game,
    seat: Seat,
    choice: &Choice,
    rng: &mut ChaCha8Rng,
) -> Result<(), Broken> {
    let mut after = (s.fork)(game);
    if (s.submit)(&mut after, seat, choice).is_err() {
        return Ok(());
    }
    let events = (s.events)(&after, Viewer::Seat(seat));
    let mut replica = Replica::new((s.view)(&after, Viewer::Seat(seat)));
    let late: Vec<ViewEvent> = events.iter().rev().cloned().collect();
    let twice = answered(&"to take events twice", || {
        let again = replica.apply(&events).is_ok();
        again || replica.apply(&late).is_ok()
    })?;
    if twice && events.len() > 1 {
        return Err(format!("events that come twice are taken: {events:?}"));
    }
    for event in events.iter().take(40) {
        if let Some(wrong) = misread(event, rng) {
            answered(&format_args!("to take {wrong:?}"), || {
                let _ = replica.apply(std::slice::from_ref(&wrong));
                replica.reset((s.view)(&after, Viewer::Seat(seat)));
            })?;
        }
    }
    Ok(())
}

/// The log of a game before its first choice.
fn log(ruleset: &Ruleset, opening: &Opening) -> Log {
    Log::new(ruleset, &opening.setup, Seed::from(opening.seed))
}

/// Logs in which something was changed.
fn wrong_logs(
    s: &Subject,
    ruleset: &Ruleset,
    opening: &Opening,
    log: &Log,
    rng: &mut ChaCha8Rng,
) -> Result<(), Broken> {
    let from_start = opening.ahead == 0;
    if from_start && let Err(e) = answered(&"to replay", || (s.replay)(ruleset, log))? {
        return Err(format!("a log is not taken: {e}"));
    }
    let mut impossible = log.clone();
    impossible.entries.push(cardable_engine::Entry::Choice {
        seat: Seat(u8::MAX),
        choice: Choice::Pass,
    });
    if answered(&"to replay", || (s.replay)(ruleset, &impossible))?.is_ok() {
        return Err("a log with an entry of no seat is taken".into());
    }
    for _ in 0..TRIED {
        if let Some(wrong) = misread(log, rng) {
            let _ = answered(&"to replay a damaged log", || (s.replay)(ruleset, &wrong))?;
        }
    }
    Ok(())
}

/// A text shortened for a message.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(200).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
