//! Law: the same choices lead to the same game, also after a save and in a fork.

use super::*;

pub(super) fn determinism(
    s: &Subject,
    ruleset: &Ruleset,
    opening: &Opening,
    choices: usize,
) -> Result<(), Broken> {
    let mut twin = opening.game(ruleset)?;
    let mut played = 0;
    let game = random_game_from(ruleset, opening, choices, |game, seat, choice, rng| {
        same_save("saves of twins", &(s.save)(game), &(s.save)(&twin))?;
        if rng.random_bool(0.3) {
            twin = (s.restore)(ruleset, &(s.save)(&twin)).map_err(|e| e.to_string())?;
            same("decisions after a restore", &described(game), &described(&twin))?;
        }
        played += 1;
        (s.submit)(&mut twin, seat, choice).map_err(|e| e.to_string())
    })?;
    same_save("saves of twins at the end", &(s.save)(&game), &(s.save)(&twin))?;
    // What is left of the randomness must be the same too.
    for card in game.table.card_ids() {
        same(
            "types",
            &game.world.type_of(&game.table, card),
            &twin.world.type_of(&game.table, card),
        )?;
    }
    same("generators", &game.world.draws, &twin.world.draws)
}

pub(super) fn fork(s: &Subject, ruleset: &Ruleset, opening: &Opening, choices: usize) -> Result<(), Broken> {
    random_game_from(ruleset, opening, choices, |game, seat, choice, rng| {
        let before = (s.save)(game);
        let (mut one, mut two) = ((s.fork)(game), (s.fork)(game));
        same_save("a fork", &before, &(s.save)(&one))?;
        for _ in 0..3 {
            let next = random_choice(&one, rng)?;
            let Some((seat, choice)) = next else { break };
            let (a, b) = (
                (s.submit)(&mut one, seat, &choice),
                (s.submit)(&mut two, seat, &choice),
            );
            same("results of forks", &a.is_ok(), &b.is_ok())?;
            same_save("saves of forks", &(s.save)(&one), &(s.save)(&two))?;
        }
        same_save("the original after its forks played", &before, &(s.save)(game))?;
        // A fork into memory that another game has used.
        one.clone_from(game);
        same_save("a fork into used memory", &before, &(s.save)(&one))?;
        (s.submit)(&mut one, seat, choice).map_err(|e| e.to_string())
    })?;
    let mut table = cardable_engine::Match::new(ruleset, &opening.setup, Seed::from(opening.seed))
        .map_err(|e| e.to_string())?;
    let mut rng = ChaCha8Rng::seed_from_u64(opening.seed);
    for _ in 0..opening.ahead {
        let Some((seat, choice)) = random_choice(table.game(), &mut rng)? else {
            // The end is taken back, so that there is something to see.
            table.undo().ok_or("the last choice cannot be undone")?;
            break;
        };
        table.submit(seat, &choice).map_err(|e| e.to_string())?;
    }
    for _ in 0..choices.min(40) {
        let Some((seat, choice)) = random_choice(table.game(), &mut rng)? else {
            break;
        };
        let before = (s.save)(table.game());
        table.submit(seat, &choice).map_err(|e| e.to_string())?;
        let after = (s.save)(table.game());
        if rng.random_bool(0.15) {
            table.undo().ok_or("a choice cannot be undone")?;
            same_save("saves around an undone choice", &before, &(s.save)(table.game()))?;
            table.submit(seat, &choice).map_err(|e| e.to_string())?;
            same_save("saves after redoing", &after, &(s.save)(table.game()))?;
        }
    }
    Ok(())
}
