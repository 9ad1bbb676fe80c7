//! `play --debug`: the author of the rules asks what is so and why, goes back, and edits the game.

mod edit;
mod explain;
pub(crate) mod names;
mod session;
mod show;

use crate::end::Failure;
use crate::excerpt;
use crate::load::{self, Found};
use crate::outputs;
use crate::paint::{FAINT, KEY, NOTE, padded, styled};
use cardable_core::debug::{Expression, NoAnswer, NotCompiled, OpenRules, WorkedOut, value_text, why};
use cardable_core::{Game, Log, Seat, cases};
use names::Line;
use std::path::Path;

/// What is said at the beginning.
pub(super) const GREETING: &str =
    "Debugging: what you ask tells all that is hidden, and bots wait for you. ? lists what you can ask.";

/// What can be typed, and what it does.
const COMMANDS: [(&str, &str); 10] = [
    (
        "why [ACTION [CARD]]",
        "why it is not offered, or the card not legal, part by part",
    ),
    ("eval EXPRESSION", "what it is now, for the all-seeing"),
    ("state", "the state that runs, turns and all data"),
    ("zones", "all zones with all their cards"),
    (
        "step",
        "a bot makes the next choice; shows what happens one by one",
    ),
    ("go", "at a bot's turn: let bots choose until a person can"),
    ("back [N]", "take the last choice or edit back, or the last N"),
    (
        "set PLACE VALUE",
        "change data: $globals.x, $state.x, $player.x or CARD@ZONE.x",
    ),
    (
        "move CARD to ZONE",
        "change where a card lies: CARD@ZONE where there are several",
    ),
    (
        "given [FILE]",
        "a test that begins here: shown, or written into a new file",
    ),
];

/// Answers what the author of the rules asks.
pub(crate) struct Debugger {
    found: Found,
    rules: OpenRules<'static>,
    /// Whether bots choose without being let.
    lets_bots: bool,
}

/// What comes of what was asked.
enum Obeyed {
    Told(Vec<String>),
    /// A bot makes the next choice.
    Step,
    /// So many choices are taken back.
    Back(usize),
    /// The game is another, and what is said of that.
    Edited(Box<Game>, String),
}

impl Debugger {
    pub(crate) fn new(found: Found) -> Result<Debugger, Failure> {
        let rules = load::open(&found)?;
        Ok(Debugger {
            found,
            rules,
            lets_bots: false,
        })
    }

    /// Whether a game is played by its rules.
    pub(crate) fn plays(&self, game: &Game) -> bool {
        game.ruleset().rules() == self.rules.ruleset().rules()
    }

    /// Reads the rules anew.
    pub(super) fn reopen(&mut self) -> Result<(), Failure> {
        self.rules = load::open(&self.found)?;
        Ok(())
    }

    /// Whether bots wait until they are let.
    pub(super) fn halts_bots(&self) -> bool {
        !self.lets_bots
    }

    /// Does what a line asks, at a decision of a seat.
    fn obey(&self, line: &str, game: &Game, begun: &Log, seat: Seat, columns: usize) -> Obeyed {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let asked = Line::read(game, seat, rest);
        let asked = match asked {
            Ok(asked) => asked,
            Err(why) => return told(why),
        };
        let done = match word {
            "why" => self.why(game, &asked, columns).map(Obeyed::Told),
            "eval" => self.eval(game, &asked).map(Obeyed::Told),
            "state" => Ok(Obeyed::Told(show::state(game))),
            "zones" => Ok(Obeyed::Told(show::zones(game, columns))),
            "step" => Ok(Obeyed::Step),
            "back" => match asked.rest.trim() {
                "" => Ok(Obeyed::Back(1)),
                n => n
                    .parse()
                    .map(Obeyed::Back)
                    .map_err(|_| vec![format!("`{n}` is no number of choices: write `back 3`.")]),
            },
            "set" => edit::set(&self.rules, game, begun, &asked),
            "move" => edit::move_card(game, begun, &asked),
            "given" => given(game, begun, asked.rest).map(Obeyed::Told),
            _ => Ok(Obeyed::Told(help())),
        };
        done.unwrap_or_else(Obeyed::Told)
    }

    fn eval(&self, game: &Game, asked: &Line<'_>) -> Result<Vec<String>, Vec<String>> {
        if asked.rest.is_empty() {
            return Err(vec![
                "Write what to work out: `eval count_cards(deck)`.".to_owned(),
            ]);
        }
        let found = worked_out(&self.rules, game, asked.by, asked.rest)?;
        Ok(vec![value_for_people(game, &found)])
    }

    fn why(&self, game: &Game, asked: &Line<'_>, columns: usize) -> Result<Vec<String>, Vec<String>> {
        let seat = asked.seat();
        if asked.rest.is_empty() {
            return Ok(explain::overview(game, seat, columns));
        }
        let (actions, name, card) = names::action_and_card(game, asked.rest)?;
        let called = card.and_then(|card| game.words().card_name(card));
        let mut lines = Vec::new();
        for action in actions {
            let why = why(&self.rules, game, seat, action, card).map_err(|error| match error {
                NoAnswer::NotCompiled(why) => not_compiled(&why),
                error => vec![error.to_string()],
            })?;
            lines.extend(explain::lines(&name, called.as_deref(), &why, columns));
        }
        Ok(lines)
    }
}

/// An expression as a seat reads it, or as the all-seeing; or why it is nothing.
fn worked_out(
    rules: &OpenRules<'_>,
    game: &Game,
    by: Option<Seat>,
    text: &str,
) -> Result<WorkedOut, Vec<String>> {
    let expression = Expression::compile(rules, game, by, text).map_err(|why| not_compiled(&why))?;
    expression
        .value(game)
        .map_err(|why| vec![format!("It has no value: {why}")])
}

/// A test that begins where the game stands, or that it was written into a file.
fn given(game: &Game, begun: &Log, path: &str) -> Result<Vec<String>, Vec<String>> {
    let text = cases::given(game, &begun.setup, begun.seed);
    let text = text.map_err(|why| vec![format!("This position cannot be a test: {why}.")])?;
    if path.is_empty() {
        // Without the frame of a file, to be put among other tests.
        let lines: Vec<&str> = text.lines().collect();
        let test = lines.get(2..lines.len().saturating_sub(2)).unwrap_or_default();
        return Ok(test
            .iter()
            .map(|line| line.get(8..).unwrap_or(line).to_owned())
            .collect());
    }
    let file = Path::new(path);
    let written = outputs::try_new_file(file).and_then(|()| outputs::write(file, &text));
    match written {
        Ok(()) => Ok(vec![format!(
            "A test that begins here is in {path}. Write what is chosen, and what is so then."
        )]),
        Err(Failure::Usage(why) | Failure::Problem(why)) => Err(vec![why]),
        Err(Failure::Reported | Failure::Output(_)) => Err(vec![format!("`{path}` cannot be written.")]),
    }
}

/// A value for people.
pub(crate) fn value_for_people(game: &Game, found: &WorkedOut) -> String {
    match found.is_unseen {
        true => "unknown: it depends on a card that the seat does not see".to_owned(),
        false => value_text(game, &found.value),
    }
}

fn not_compiled(why: &NotCompiled) -> Vec<String> {
    let problems = why.diagnostics.sorted().into_iter();
    let errors = problems.filter(|problem| excerpt::is_error(problem));
    errors
        .map(|problem| excerpt::render(problem, &why.sources))
        .collect()
}

fn told(lines: Vec<String>) -> Obeyed {
    Obeyed::Told(lines)
}

fn help() -> Vec<String> {
    let widest = COMMANDS
        .iter()
        .map(|(command, _)| command.len())
        .max()
        .unwrap_or(0);
    let lines = COMMANDS.iter().map(|(command, does)| {
        let command = padded(command, widest);
        format!("  {}  {}", styled(KEY, command), styled(FAINT, does))
    });
    let more = "`why`, `eval` and `set` take `as SEAT` first: a number from 1, or a name.";
    lines.chain([styled(NOTE, more)]).collect()
}
