//! Law: cards are neither created nor lost, and a failure changes nothing.

use super::*;

pub(super) fn nothing_lost(
    s: &Subject,
    ruleset: &Ruleset,
    opening: &Opening,
    choices: usize,
) -> Result<(), Broken> {
    let census = |game: &Game| {
        let view = (s.view)(game, Viewer::Omniscient);
        let mut cards: Vec<CardSeen> = view.zones.iter().flat_map(|z| z.cards.iter().copied()).collect();
        cards.sort_unstable();
        cards
    };
    let mut first: Option<Vec<CardSeen>> = None;
    random_game_from(ruleset, opening, choices, |game, seat, _, rng| {
        let now = census(game);
        match &first {
            Some(first) => same("the cards", first, &now)?,
            None => first = Some(now),
        }
        let (who, wild) = wild_choice(game, seat, rng);
        let mut fork = (s.fork)(game);
        if (s.submit)(&mut fork, who, &wild).is_err() {
            same_save("saves around a refused choice", &(s.save)(game), &(s.save)(&fork))?;
            same(
                "decisions around a refused choice",
                &described(game),
                &described(&fork),
            )?;
        }
        Ok(())
    })?;
    Ok(())
}
