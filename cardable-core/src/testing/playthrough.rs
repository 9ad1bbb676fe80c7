//! Recorded games: a random game as a text, with everything that happened. A
//! change of the engine or of a ruleset that matters shows as a difference.

use super::laws::{Opening, random_game_from};
use cardable_engine::Ruleset;
use cardable_engine::event::Hint;
use cardable_engine::ids::{Seat, StateId, Viewer};
use cardable_engine::program::DataDef;
use cardable_engine::view::{CardSeen, DataRef, Datum, ViewEvent};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Plays a random game and writes down what everybody sees of it.
///
/// ```
/// use cardable_core::testing::{Opening, record, tiny_ruleset};
/// let text = record(&tiny_ruleset(), &Opening::seats(2, 1), 100).expect("a game without faults");
/// assert!(text.ends_with("end: won by Seat 1, Seat 2\n"), "{text}");
/// ```
pub fn record(ruleset: &Ruleset, opening: &Opening, choices: usize) -> Result<String, String> {
    let mut out = String::new();
    let seats = opening.setup.seats.len();
    let plural = if seats == 1 { "" } else { "s" };
    let _ = write!(
        out,
        "# {}, {seats} seat{plural}, seed {}",
        ruleset.name(),
        opening.seed
    );
    for (key, value) in &opening.setup.options {
        let _ = write!(out, ", {key} = {value}");
    }
    if opening.ahead > 0 {
        let _ = write!(out, ", {} choices ahead", opening.ahead);
    }
    out.push('\n');
    let game = random_game_from(ruleset, opening, choices, |game, seat, choice, _| {
        let state = game
            .view(Viewer::Spectator)
            .status
            .scenes
            .first()
            .map(|s| s.state);
        let state = state.map_or("", |s| ruleset.state_name(s).unwrap_or_default());
        let _ = writeln!(
            out,
            "\n[{}] {state}: {} {}",
            game.seq(),
            game.seating().name(seat).unwrap_or_default(),
            told(ruleset, game, choice)
        );
        let mut states: BTreeMap<u16, StateId> = BTreeMap::new();
        for scene in &game.view(Viewer::Omniscient).status.scenes {
            states.insert(scene.scene, scene.state);
        }
        let mut after = game.clone();
        after.submit(seat, choice).map_err(|e| e.to_string())?;
        let before = game.view(Viewer::Omniscient).status;
        for line in after.story(Viewer::Omniscient, Some(&before)) {
            let _ = writeln!(out, "  {line}");
        }
        // What no story tells, but a change of the rules may show in.
        let mut facts = Vec::new();
        for event in after.events(Viewer::Omniscient) {
            if let ViewEvent::Entered { scene, state } = event {
                states.insert(scene, state);
            }
            facts.extend(fact(ruleset, &after, &states, &event));
        }
        if !facts.is_empty() {
            let _ = writeln!(out, "    · {}", facts.join(" · "));
        }
        Ok(())
    })?;
    match game.result() {
        Some(result) => {
            let names: Vec<&str> = result
                .winners
                .iter()
                .map(|s| game.seating().name(*s).unwrap_or_default())
                .collect();
            let why = result
                .reason
                .as_ref()
                .map_or(String::new(), |reason| format!("{reason}, "));
            let _ = writeln!(out, "\nend: {why}won by {}", names.join(", "));
        }
        None => {
            let _ = writeln!(out, "\nunfinished");
        }
    }
    Ok(out)
}

fn told(ruleset: &Ruleset, game: &cardable_engine::Game, choice: &cardable_engine::Choice) -> String {
    match choice {
        cardable_engine::Choice::Act { action, picks } => {
            let picks: Vec<String> = picks
                .iter()
                .map(|pick| match pick {
                    cardable_engine::Pick::Card { zone, index } => {
                        let (name, owner) = ruleset.zone_name(*zone).unwrap_or_default();
                        match owner {
                            Some(Seat(seat)) => format!("{name}{} {index}", seat + 1),
                            None => format!("{name} {index}"),
                        }
                    }
                    cardable_engine::Pick::Zone(zone) => game.words().zone_label(*zone).unwrap_or_default(),
                    cardable_engine::Pick::Seat(seat) => {
                        game.seating().name(*seat).unwrap_or_default().to_owned()
                    }
                    cardable_engine::Pick::Deck(deck) => game.words().datum_text(&Datum::Deck(*deck)),
                    cardable_engine::Pick::Option(at) => format!("entry {}", at + 1),
                })
                .collect();
            format!(
                "{} {}",
                ruleset.words().action_label(*action).unwrap_or_default(),
                picks.join(", ")
            )
            .trim_end()
            .to_owned()
        }
        cardable_engine::Choice::Number(n) => format!("answers {n}"),
        cardable_engine::Choice::Items(items) => {
            let items: Vec<String> = items.iter().map(|at| (at + 1).to_string()).collect();
            format!("answers with entry {}", items.join(", "))
        }
        cardable_engine::Choice::Pass => "passes".to_owned(),
    }
}

/// What an item of data is called.
fn data_name(
    ruleset: &Ruleset,
    game: &cardable_engine::Game,
    states: &BTreeMap<u16, StateId>,
    at: DataRef,
) -> Option<String> {
    let program = &ruleset.program;
    let name = |def: &DataDef| program.str(def.name).to_owned();
    Some(match at {
        DataRef::Global(at) => name(program.data.globals.get(usize::from(at))?),
        DataRef::Seat(seat, at) => {
            let name = name(program.data.seat.get(usize::from(at))?);
            format!("{} of {}", name, game.seating().name(seat).unwrap_or_default())
        }
        DataRef::State(scene, at) => {
            let state = *states.get(&scene)?;
            let name = name(program.state(state).data.get(usize::from(at))?);
            format!("{name} of {}", ruleset.state_name(state).unwrap_or_default())
        }
    })
}

/// What happened, in the ruleset's own words, as far as no story tells it.
fn fact(
    ruleset: &Ruleset,
    game: &cardable_engine::Game,
    states: &BTreeMap<u16, StateId>,
    event: &ViewEvent,
) -> Option<String> {
    let zone = |z| game.words().zone_label(z).unwrap_or_default();
    let seat = |s: &Seat| game.seating().name(*s).unwrap_or_default().to_owned();
    let datum = |d: &Datum| game.words().datum_text(d);
    Some(match event {
        ViewEvent::Entered { state, .. } => {
            format!("state {}", ruleset.state_name(*state).unwrap_or_default())
        }
        ViewEvent::Turn { seat: s } => format!("turn of {}", seat(s)),
        ViewEvent::Asked { seat: s } => format!("{} is asked", seat(s)),
        ViewEvent::Answered { seat: s, answer, .. } => format!("{} answers {}", seat(s), datum(answer)),
        ViewEvent::Data { at, value } => {
            format!("{} = {}", data_name(ruleset, game, states, *at)?, datum(value))
        }
        ViewEvent::CardData {
            item, card, value, ..
        } => {
            let def = &ruleset.program.data.card.get(usize::from(*item))?.def;
            let card = match card {
                CardSeen::Face(card) => game.words().card_name(*card)?,
                CardSeen::Back(_) => "a card".to_owned(),
            };
            format!("{} of {card} = {}", ruleset.program.str(def.name), datum(value))
        }
        ViewEvent::Hint { hint, slot, value } => {
            let place = slot.map(|s| format!(" {}", zone(s.zone))).unwrap_or_default();
            let value = match value {
                Datum::Nothing => String::new(),
                value => format!(" {}", datum(value)),
            };
            let hint = match hint {
                Hint::Select => "select",
                Hint::Deselect => "deselect",
                Hint::Toggle => "toggle",
                Hint::ShowPart => "show",
                Hint::HidePart => "hide",
                Hint::Wait => "wait",
            };
            format!("hint: {hint}{place}{value}")
        }
        ViewEvent::Moved { .. }
        | ViewEvent::Turned { .. }
        | ViewEvent::Shuffled { .. }
        | ViewEvent::TurnSkipped { .. }
        | ViewEvent::Passed { .. }
        | ViewEvent::Committed { .. }
        | ViewEvent::Voted { .. }
        | ViewEvent::Cancelled { .. }
        | ViewEvent::StepSkipped { .. }
        | ViewEvent::Dismissed { .. }
        | ViewEvent::Recalled { .. }
        | ViewEvent::Opened { .. }
        | ViewEvent::Closed { .. }
        | ViewEvent::Designated { .. }
        | ViewEvent::DeckTaken { .. }
        | ViewEvent::Said { .. }
        | ViewEvent::TriggerBegan { .. }
        | ViewEvent::TriggerEnded
        | ViewEvent::Over
        | ViewEvent::Acted { .. }
        | ViewEvent::Shown { .. }
        | ViewEvent::Regarded { .. }
        | ViewEvent::Arranged { .. }
        | ViewEvent::Rewound
        | ViewEvent::Status { .. } => return None,
    })
}
