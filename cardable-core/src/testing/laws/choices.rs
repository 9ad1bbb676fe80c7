//! Law: exactly the listed choices are accepted.

use super::*;
use crate::testing::listing::plans_agree;

pub(super) fn legal(s: &Subject, ruleset: &Ruleset, opening: &Opening, choices: usize) -> Result<(), Broken> {
    random_game_from(ruleset, opening, choices, |game, seat, choice, rng| {
        let decision = game.decision(seat).ok_or("no decision")?;
        let count = decision.count().get();
        if count == 0 {
            return Err("a decision without choices".into());
        }
        let at = decision.index_of(choice);
        match (at, decision.count()) {
            (None, Count::Exactly(_)) => return Err(format!("a sampled choice is not listed: {choice:?}")),
            (Some(at), _) => same(
                "the choice of its own number",
                &decision.nth(at).as_ref(),
                &Some(choice),
            )?,
            (None, Count::AtLeast(_)) => {}
        }
        if decision.nth(count).is_some() && matches!(decision.count(), Count::Exactly(_)) {
            return Err("there is a choice beyond the last".into());
        }
        let listed = rng.random_range(0..count);
        let other = decision.nth(listed).ok_or("a listed choice cannot be had")?;
        let mut fork = (s.fork)(game);
        if let Err(NotApplied::Refused(why)) = (s.submit)(&mut fork, seat, &other) {
            return Err(format!("a listed choice is refused: {other:?}: {why}"));
        }
        let mut numbered = (s.fork)(game);
        let by_number = numbered.submit_nth(seat, listed);
        let mut named = (s.fork)(game);
        same(
            "a choice by its number and by its name",
            &by_number.is_ok(),
            &(s.submit)(&mut named, seat, &other).is_ok(),
        )?;
        same_save("a choice by its number", &(s.save)(&numbered), &(s.save)(&named))?;
        plans_agree(game, seat)?;
        for _ in 0..4 {
            let (who, wild) = wild_choice(game, seat, rng);
            let listed = game.decision(who).and_then(|d| d.index_of(&wild));
            let mut fork = (s.fork)(game);
            let done = (s.submit)(&mut fork, who, &wild);
            match (listed, done) {
                (None, Ok(())) => {
                    let exact = game
                        .decision(who)
                        .is_some_and(|d| matches!(d.count(), Count::Exactly(_)));
                    if exact {
                        return Err(format!(
                            "a choice that is not listed is applied: {who:?} {wild:?}"
                        ));
                    }
                }
                (None, Err(NotApplied::Faulted(fault))) => {
                    return Err(format!("a choice that is not listed faults: {wild:?}: {fault}"));
                }
                (Some(_), Err(NotApplied::Refused(why))) => {
                    return Err(format!("a listed choice is refused: {wild:?}: {why}"));
                }
                (None, Err(NotApplied::Refused(_))) | (Some(_), Ok(()) | Err(NotApplied::Faulted(_))) => {}
            }
        }
        Ok(())
    })?;
    Ok(())
}

/// A choice that a client might send, with or without knowledge of the game.
pub(super) fn wild_choice(game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> (Seat, Choice) {
    let who = if rng.random_bool(0.7) {
        seat
    } else {
        Seat(rng.random_range(0..game.seating().count() as u8 + 1))
    };
    let actions = game.table.program.actions.len() as u16;
    let zones = game.table.zones as u16;
    let choice = match rng.random_range(0..5) {
        0 => Choice::Number(rng.random_range(-3..1000)),
        1 => Choice::Items(
            (0..rng.random_range(0..3))
                .map(|_| rng.random_range(0..6))
                .collect(),
        ),
        2 => Choice::Pass,
        _ => Choice::Act {
            action: ActionId(rng.random_range(0..actions.saturating_add(2))),
            picks: (0..rng.random_range(0..3))
                .map(|_| match rng.random_range(0..6) {
                    0 => Pick::Zone(ZoneId(rng.random_range(0..zones.saturating_add(2)))),
                    1 => Pick::Seat(Seat(rng.random_range(0..40))),
                    2 => Pick::Option(rng.random_range(0..4)),
                    _ => Pick::Card {
                        zone: ZoneId(rng.random_range(0..zones.saturating_add(2))),
                        index: rng.random_range(0..8),
                    },
                })
                .collect(),
        },
    };
    (who, choice)
}
