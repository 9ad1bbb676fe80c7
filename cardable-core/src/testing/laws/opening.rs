//! Starting points of random games.

use super::*;
use cardable_engine::OptionValue;
use cardable_engine::ids::MAX_SEATS;
use cardable_engine::program::{RoleDef, SettingDef, Values};
use cardable_engine::value::{Type, Value};

/// The starting point of a random game: players, house rules, and the number of choices made before the test begins.
///
/// ```
/// use cardable_core::testing::{Opening, tiny_ruleset};
/// let opening = Opening::seats(2, 7).options(&tiny_ruleset(), u64::MAX).seating(&tiny_ruleset(), 3).ahead(3);
/// assert!(!opening.game(&tiny_ruleset()).expect("a game without faults").is_over());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The players and house rules.
    pub setup: Setup,
    /// Determines all random numbers, including those for the choices.
    pub seed: u64,
    /// Number of random choices before the test begins. For a shorter game it is reduced modulo the game's
    /// length, so that the game is never over.
    pub ahead: u64,
}

impl Opening {
    /// The start of a game with this many seats and default options.
    pub fn seats(seats: usize, seed: u64) -> Opening {
        Opening::of(Setup::seats(seats), seed)
    }

    /// The start of a game with this setup.
    pub fn of(setup: Setup, seed: u64) -> Opening {
        Opening {
            setup,
            seed,
            ahead: 0,
        }
    }

    /// Draws the ruleset's options: the first if the lowest bit of `which` is set, and so on. Numbers and texts
    /// without a `domain` keep their defaults.
    #[must_use]
    pub fn options(mut self, ruleset: &Ruleset, which: u64) -> Opening {
        for (at, def) in ruleset.program.settings.iter().enumerate() {
            if at < 64 && which & (1 << at) == 0 {
                continue;
            }
            // One stream for each, so that none depends on which others are drawn.
            let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ 0x0071_0215);
            rng.set_stream(at as u64);
            if let Some(value) = drawn(ruleset, def, &mut rng) {
                let key = ruleset.program.str(def.name);
                self.setup.options.insert(key.to_owned(), value);
            }
        }
        self
    }

    /// Draws teams if the lowest bit of `which` is set, and roles if the next one is, among all that the
    /// ruleset allows.
    #[must_use]
    pub fn seating(mut self, ruleset: &Ruleset, which: u64) -> Opening {
        let n = self.setup.seats.len();
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ 0x5ea7);
        let teams = ruleset.program.seats.teams.as_ref();
        if which & 1 != 0 && teams.is_some_and(|def| def.chosen) {
            self.setup.teams = teams_drawn(n, &mut rng);
        }
        if which & 2 != 0 {
            rng.set_stream(1);
            self.setup.roles = roles_drawn(ruleset, n, &mut rng);
        }
        self
    }

    /// Makes this many random choices before the test begins.
    #[must_use]
    pub fn ahead(mut self, choices: u64) -> Opening {
        self.ahead = choices;
        self
    }

    /// The game at this starting point.
    pub fn game(&self, ruleset: &Ruleset) -> Result<Game, Broken> {
        let told = |e: NotApplied| format!("before the law looks: {e}");
        let start = Game::new(ruleset, &self.setup, Seed::from(self.seed)).map_err(|e| e.to_string())?;
        if self.ahead == 0 {
            return Ok(start);
        }
        let rng = ChaCha8Rng::seed_from_u64(self.seed ^ 0x0a_4ead);
        let mut ahead = self.ahead;
        let played = start.clone().playout(&mut rng.clone(), ahead).map_err(told)?;
        if played.finished {
            ahead = ahead.checked_rem(played.choices).unwrap_or(0);
        }
        let mut game = start;
        game.playout(&mut rng.clone(), ahead).map_err(told)?;
        Ok(game)
    }
}

/// A team for each seat. Few teams are as likely as many, and their numbers are arbitrary.
fn teams_drawn(n: usize, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let teams = rng.random_range(1..=n.clamp(1, MAX_SEATS)) as u8;
    let first = match rng.random_range(0..4) {
        0 => rng.random_range(0..=MAX_SEATS as u8 - teams),
        _ => 0,
    };
    (0..n).map(|_| first + rng.random_range(0..teams)).collect()
}

/// A role for each seat, within the limits of each role. Empty if people cannot have roles.
fn roles_drawn(ruleset: &Ruleset, n: usize, rng: &mut ChaCha8Rng) -> Vec<String> {
    let program = &ruleset.program;
    let open: Vec<&RoleDef> = program
        .seats
        .roles
        .iter()
        .filter(|role| !role.automatic)
        .collect();
    let mut taken: Vec<u8> = open.iter().map(|role| role.min).collect();
    let least: usize = taken.iter().map(|n| usize::from(*n)).sum();
    for _ in least..n {
        let room: Vec<usize> = (0..open.len()).filter(|at| taken[*at] < open[*at].max).collect();
        let Some(at) = room.get(rng.random_range(0..room.len().max(1))) else {
            break;
        };
        taken[*at] += 1;
    }
    let seats = open.iter().zip(&taken);
    let mut roles: Vec<String> = seats
        .flat_map(|(role, n)| std::iter::repeat_n(program.str(role.name).to_owned(), usize::from(*n)))
        .collect();
    for at in (1..roles.len()).rev() {
        roles.swap(at, rng.random_range(0..=at));
    }
    roles
}

/// A valid value of an option. The ends of a range are as likely as everything in between.
fn drawn(ruleset: &Ruleset, def: &SettingDef, rng: &mut ChaCha8Rng) -> Option<OptionValue> {
    match def.domain {
        Some(Values::Range(min, max)) => Some(OptionValue::Int(match rng.random_range(0..4) {
            0 => min,
            1 => max,
            _ => rng.random_range(min..=max),
        })),
        Some(Values::OneOf(list)) => {
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
        None => (def.ty == Type::BOOL).then(|| OptionValue::Bool(rng.random_bool(0.5))),
    }
}
