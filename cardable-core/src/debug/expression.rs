//! An expression that is worked out in games.

use cardable_compiler::opened::{Compiled, NotCompiled, OpenRules, compile_expression};
use cardable_engine::{FaultReport, Game, Given, Handed, LaterCode, Seat, WorkedOut};

/// An expression of the rules' language, compiled for the games of a ruleset as long as the same state runs.
///
/// ```
/// use cardable_core::debug::{Expression, OpenRules, value_text};
/// use cardable_core::{Game, Loader, Seat, Seed, Setup, testing::TINY};
/// let rules: OpenRules = Loader::new().open_text("stones.json", TINY).map_err(|_| "it has mistakes")?;
/// let mut game = Game::new(rules.ruleset(), &Setup::named(["Ada", "Grace"]), Seed::from(7))?;
/// game.submit_nth(Seat(0), 0)?;
/// // As the all-seeing, and as a seat.
/// let all = Expression::compile(&rules, &game, None, "turn_player()")?;
/// assert_eq!(value_text(&game, &all.value(&game)?.value), "Grace");
/// let own = Expression::compile(&rules, &game, Some(Seat(0)), "$player.score + count_cards($player.hand)")?;
/// assert_eq!(value_text(&game, &own.value(&game)?.value), "2");
/// // An expression only reads.
/// assert!(Expression::compile(&rules, &game, None, "end_game()").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expression {
    compiled: Compiled,
    seat: Option<Seat>,
}

/// Why an expression has no value in a game.
///
/// ```
/// use cardable_core::debug::{Expression, NoValue, OpenRules};
/// use cardable_core::{Game, Loader, Seed, Setup, testing::TINY};
/// let rules: OpenRules = Loader::new().open_text("stones.json", TINY).map_err(|_| "it has mistakes")?;
/// let game = Game::new(rules.ruleset(), &Setup::seats(2), Seed::from(7))?;
/// let none = Expression::compile(&rules, &game, None, "1 / (count_cards(deck) - 6)")?.value(&game);
/// assert!(matches!(none, Err(NoValue::Faulted(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoValue {
    /// The game is played by other rules.
    #[error("the game is played by other rules")]
    OtherRules,
    /// It cannot be worked out.
    #[error("{0}")]
    Faulted(FaultReport),
}

impl Expression {
    /// Compiles an expression for the state that runs in a game: as a seat reads it, which makes it depend on nothing that the
    /// seat may not see, or as the all-seeing.
    pub fn compile(
        rules: &OpenRules<'_>,
        game: &Game,
        seat: Option<Seat>,
        text: &str,
    ) -> Result<Expression, NotCompiled> {
        let compiled = compile_expression(rules, game.world.scene.state, seat.is_some(), text)?;
        Ok(Expression { compiled, seat })
    }

    /// What it is in a game now.
    pub fn value(&self, game: &Game) -> Result<WorkedOut, NoValue> {
        let code = LaterCode::new(game, &self.compiled.rules).ok_or(NoValue::OtherRules)?;
        let value = code.value(self.compiled.code, Handed::Values(&[]), self.seat);
        value.map_err(NoValue::Faulted)
    }
}

/// A value as the language writes it, with the names that players read.
///
/// See [`Expression`] for an example.
pub fn value_text(game: &Game, value: &Given) -> String {
    let words = game.words();
    match value {
        Given::Nothing => "nothing".to_owned(),
        Given::Bool(truth) => truth.to_string(),
        Given::Int(n) => n.to_string(),
        Given::Float(n) => n.to_string(),
        Given::Text(text) => format!("'{text}'"),
        Given::Seat(seat) => words.seat_name(*seat),
        Given::Card(card, _) => words.card_name(*card).unwrap_or_default(),
        Given::Zone(zone) => words.zone_label(*zone).unwrap_or_default(),
        Given::List(items) => {
            let items: Vec<String> = items.iter().map(|item| value_text(game, item)).collect();
            format!("[{}]", items.join(", "))
        }
    }
}
