//! Where a random game begins.

use super::*;
use crate::program::{Domain, SettingDef};
use crate::setup::OptionValue;
use crate::value::{Type, Value};

/// Where a random game begins: who plays by which house rules, and how far it has
/// gone before anybody looks.
///
/// ```
/// use cardable_core::testing::{Opening, tiny_ruleset};
/// let opening = Opening::seats(2, 7).options(&tiny_ruleset(), u64::MAX).ahead(3);
/// assert!(!opening.game(&tiny_ruleset()).expect("a game without faults").is_over());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// Who plays, and by which house rules.
    pub setup: Setup,
    /// All chance follows from it, also that of the choices.
    pub seed: u64,
    /// How many random choices are made before anybody looks. Of a game that ends
    /// sooner it is the remainder, so that it never is over.
    pub ahead: u64,
}

impl Opening {
    /// The start of a game with so many seats, and all options as they are usually.
    pub fn seats(seats: usize, seed: u64) -> Opening {
        Opening::of(Setup::seats(seats), seed)
    }

    /// The start of a game of a setup.
    pub fn of(setup: Setup, seed: u64) -> Opening {
        Opening {
            setup,
            seed,
            ahead: 0,
        }
    }

    /// Draws the ruleset's options, the first when the lowest bit of `which` is set,
    /// and so on. Those that are numbers or texts without a `domain` stay as they are.
    #[must_use]
    pub fn options(mut self, ruleset: &Ruleset, which: u64) -> Opening {
        for (at, (key, def)) in ruleset.options().enumerate() {
            if at < 64 && which & (1 << at) == 0 {
                continue;
            }
            // One stream for each, so that none depends on which others are drawn.
            let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ 0x0071_0215);
            rng.set_stream(at as u64);
            if let Some(value) = drawn(ruleset, def, &mut rng) {
                self.setup.options.insert(key.to_owned(), value);
            }
        }
        self
    }

    /// Makes so many random choices before anybody looks.
    #[must_use]
    pub fn ahead(mut self, choices: u64) -> Opening {
        self.ahead = choices;
        self
    }

    /// The game as it is then.
    pub fn game(&self, ruleset: &Ruleset) -> Result<Game, Broken> {
        let told = |e: NotApplied| format!("before the law looks: {e}");
        let start = Game::new(ruleset, &self.setup, Seed::from(self.seed)).map_err(|e| e.to_string())?;
        if self.ahead == 0 {
            return Ok(start);
        }
        let rng = ChaCha8Rng::seed_from_u64(self.seed ^ 0x0a_4ead);
        let mut game = start.clone();
        let played = game.playout(&mut rng.clone(), self.ahead).map_err(told)?;
        if !played.finished {
            return Ok(game);
        }
        game = start;
        let sooner = self.ahead.checked_rem(played.choices).unwrap_or(0);
        game.playout(&mut rng.clone(), sooner).map_err(told)?;
        Ok(game)
    }
}

/// A value that an option may have: the ends of a range as often as all between.
fn drawn(ruleset: &Ruleset, def: &SettingDef, rng: &mut ChaCha8Rng) -> Option<OptionValue> {
    match def.domain {
        Domain::Range(min, max) => Some(OptionValue::Int(match rng.random_range(0..4) {
            0 => min,
            1 => max,
            _ => rng.random_range(min..=max),
        })),
        Domain::OneOf(list) => {
            let items = ruleset.program.constants.items(list);
            let item = items.get(rng.random_range(0..items.len().max(1)))?;
            match item {
                Value::Bool(flag) => Some(OptionValue::Bool(*flag)),
                Value::Int(whole) => Some(OptionValue::Int(*whole)),
                Value::Float(number) => Some(OptionValue::Float(*number)),
                Value::Str(text) => Some(OptionValue::Text(ruleset.program.str(*text).to_owned())),
                // A domain holds what an option can be, and no more.
                Value::Nothing
                | Value::Seat(_)
                | Value::Card(_)
                | Value::Zone(_)
                | Value::Deck(_)
                | Value::List(_) => None,
            }
        }
        Domain::Unknown => (def.ty == Type::BOOL).then(|| OptionValue::Bool(rng.random_bool(0.5))),
    }
}
