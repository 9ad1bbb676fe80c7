//! Why an action is not offered, or a card cannot be picked for it: its conditions part by part.

use super::NoValue;
use super::expression::value_text;
use cardable_compiler::opened::{NotCompiled, OpenRules, PartCode, compile_parts};
use cardable_engine::ids::{ActionId, CardTypeId};
use cardable_engine::program::{ActionKind, Code};
use cardable_engine::value::Value;
use cardable_engine::{Game, Handed, LaterCode, Seat, Viewer};

/// How an action stands for a seat.
///
/// ```
/// use cardable_core::debug::{OpenRules, Told, why};
/// use cardable_core::{Game, Loader, Seat, Seed, Setup, testing::TINY};
/// let text = TINY.replace("count_cards(deck) > 0", "$player.score > 2 && is_empty(deck)");
/// # let wait = r#""actions": [{ "action_name": "wait", "type": "button", "primitives": "end_turn()" },"#;
/// # let text = text.replace("\"actions\": [", wait);
/// let rules: OpenRules = Loader::new().open_text("stones.json", &text).map_err(|_| "it has mistakes")?;
/// let game = Game::new(rules.ruleset(), &Setup::seats(2), Seed::from(7))?;
/// let take = rules.ruleset().actions().find(|(_, _, name, _)| *name == "Take a stone").ok_or("an action")?.0;
/// let why = why(&rules, &game, Seat(0), take, None)?;
/// let condition = why.condition.ok_or("a condition")?;
/// assert_eq!(condition.told, Told::Value("false".to_owned()));
/// assert_eq!(&*condition.parts[0].text, "$player.score > 2");
/// assert_eq!(condition.parts[0].values[0].1, Told::Value("0".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Why {
    /// Whether it is offered, and the card can be picked, where there is one.
    pub is_offered: bool,
    /// The reason that the seat reads, where it is not offered.
    pub reason: Option<String>,
    /// When it may be done at all.
    pub condition: Option<Part>,
    /// Of the cards that were asked for, or of all that might be picked, which are legal, and why.
    pub candidates: Vec<(String, Part)>,
    /// What must hold of a finished pick, worked out of the card that was asked for alone.
    pub valid: Option<Part>,
    /// Whether the card that was asked for lies where nothing is picked from.
    pub is_elsewhere: bool,
}

/// A condition or a part of one, as it stands in a game.
///
/// See [`Why`] for an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// What is written in the ruleset.
    pub text: Box<str>,
    /// What it is now.
    pub told: Told,
    /// What it compares or asks, and what that is now.
    pub values: Vec<(Box<str>, Told)>,
    /// The parts that it is made of.
    pub parts: Vec<Part>,
}

/// What became of a part of a condition.
///
/// See [`Why`] for an example.
#[derive(Clone, PartialEq, Debug)]
pub enum Told {
    /// Its value in words.
    Value(String),
    /// It depends on a card that the seat does not see.
    Unseen,
    /// It cannot be worked out, for this reason.
    Fault(String),
}

impl Part {
    /// Whether it holds.
    pub fn holds(&self) -> bool {
        self.told == Told::Value("true".to_owned())
    }
}

/// Why there is no answer to why an action is not offered.
///
/// See [`Why`] for an example.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// Its conditions cannot be compiled.
    #[error(transparent)]
    NotCompiled(#[from] NotCompiled),
    /// They cannot be worked out.
    #[error(transparent)]
    NoValue(#[from] NoValue),
}

/// How an action of the state that runs stands for a seat, part by part; of cards of one kind, or of all that might be picked.
///
/// See [`Why`] for an example.
pub fn why(
    rules: &OpenRules<'_>,
    game: &Game,
    seat: Seat,
    action: ActionId,
    card: Option<CardTypeId>,
) -> Result<Why, NoAnswer> {
    let parts = compile_parts(rules, action)?;
    let code = LaterCode::new(game, &parts.rules).ok_or(NoValue::OtherRules)?;
    let reading = Reading { game, code, seat };
    let all = reading.code.candidates(action, seat).map_err(NoValue::Faulted)?;
    let table = &game.table;
    let is_meant = |value: &Value| match (card, value) {
        (Some(card), Value::Card(one)) => game.world.type_of(table, *one) == card,
        (Some(_), _) => false,
        (None, _) => true,
    };
    let mut asked: Vec<Value> = all.into_iter().filter(is_meant).collect();
    let is_elsewhere = card.is_some() && asked.is_empty();
    if is_elsewhere {
        asked.extend(table.card_ids().map(Value::Card).find(is_meant));
    }
    let candidate = |part: &PartCode| -> Vec<(String, Part)> {
        let told = asked.iter().map(|value| {
            let zone = match value {
                Value::Card(card) => Value::Zone(game.world.zone_of(table, *card)),
                Value::Zone(zone) => Value::Zone(*zone),
                _ => Value::Nothing,
            };
            let name = reading.name(*value, zone);
            (
                name,
                reading.part(part, Handed::Values(&[*value, zone, Value::Nothing])),
            )
        });
        told.collect()
    };
    let decision = game.decision(seat);
    let offered = decision
        .as_ref()
        .is_some_and(|decision| decision.actions().any(|one| one == action));
    let missing = decision
        .map(|decision| decision.unavailable())
        .unwrap_or_default();
    let candidates = parts.legal.as_ref().map(candidate).unwrap_or_default();
    let valid = parts.valid.as_ref().zip(card.and(asked.first()));
    let valid = valid.map(|(part, card)| reading.part(part, Handed::List(&[*card])));
    let is_legal = candidates.is_empty() || candidates.iter().any(|(_, part)| part.holds());
    Ok(Why {
        is_offered: offered && !is_elsewhere && (card.is_none() || is_legal),
        reason: match offered {
            true => None,
            false => missing
                .into_iter()
                .find(|missing| missing.action == action)
                .map(|missing| missing.reason)
                .filter(|reason| !reason.is_empty())
                .or_else(|| Some(out_of_time(game, seat, action).to_owned())),
        },
        condition: parts
            .condition
            .as_ref()
            .map(|part| reading.part(part, Handed::Values(&[]))),
        candidates,
        valid,
        is_elsewhere,
    })
}

/// Why an action is not offered of which the seat is told nothing.
fn out_of_time(game: &Game, seat: Seat, action: ActionId) -> &'static str {
    let asked = game.view(Viewer::Omniscient).status.asked;
    if game.table.program.action(action).kind == ActionKind::Auto {
        "it is automatic: no seat chooses it, and it runs by itself when its time comes and its condition holds"
    } else if asked.contains(seat) {
        "the seat has a question to answer first"
    } else if !game.to_decide().contains(seat) {
        "it is not for the seat to choose now"
    } else {
        "it is not the seat's to do now"
    }
}

/// A game as a seat reads its conditions.
struct Reading<'g> {
    game: &'g Game,
    code: LaterCode<'g>,
    seat: Seat,
}

impl Reading<'_> {
    fn part(&self, part: &PartCode, handed: Handed<'_>) -> Part {
        let values = part.values.iter();
        Part {
            text: part.text.clone(),
            told: self.told(part.code, handed),
            values: values
                .map(|(text, code)| (text.clone(), self.told(*code, handed)))
                .collect(),
            parts: part.parts.iter().map(|part| self.part(part, handed)).collect(),
        }
    }

    fn told(&self, code: Code, handed: Handed<'_>) -> Told {
        match self.code.value(code, handed, Some(self.seat)) {
            Ok(found) if found.is_unseen => Told::Unseen,
            Ok(found) => Told::Value(value_text(self.game, &found.value)),
            Err(fault) => Told::Fault(fault.message),
        }
    }

    /// A candidate, and where it lies.
    fn name(&self, value: Value, zone: Value) -> String {
        let words = self.game.words();
        match (value, zone) {
            (Value::Card(card), Value::Zone(zone)) => {
                let card = self.game.world.type_of(&self.game.table, card);
                let zone = words.zone_label(zone).unwrap_or_default();
                format!("{} in {zone}", words.card_name(card).unwrap_or_default())
            }
            (Value::Zone(zone), _) => words.zone_label(zone).unwrap_or_default(),
            (Value::Seat(seat), _) => words.seat_name(seat),
            (Value::Int(n), _) => n.to_string(),
            (Value::Bool(truth), _) => truth.to_string(),
            _ => "an entry of the list".to_owned(),
        }
    }
}
