//! What happened in a choice, one event a line.

use super::expression::value_text;
use cardable_engine::event::ByItself;
use cardable_engine::ids::{ActionId, ZoneId};
use cardable_engine::view::{CardSeen, DataRef, Datum};
use cardable_engine::{Game, Item, RulesetInfo, Seat, ToldToAuthor, ViewEvent, Viewer, events_with_rules};

/// What has just happened in a game in words, as the all-seeing is told it: one event a line. `info` is that of its rules.
///
/// ```
/// use cardable_core::debug::event_lines;
/// use cardable_core::{Game, Seat, Seed, Setup, Viewer};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::named(["Ada", "Grace"]), Seed::from(7))?.with_events();
/// game.submit_nth(Seat(0), 0)?;
/// let lines = event_lines(&game, &ruleset.info(), &game.events(Viewer::Omniscient));
/// assert!(lines.iter().any(|line| line == "it is the turn of Grace"), "{lines:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn event_lines(game: &Game, info: &RulesetInfo, events: &[ViewEvent]) -> Vec<String> {
    let names = Names { game, info };
    events.iter().filter_map(|event| names.line(event)).collect()
}

/// What has just happened in a game that records events, as the author of its rules is told it: also which automatic actions,
/// triggers and abilities of cards ran. `info` is that of its rules.
///
/// ```
/// use cardable_core::debug::step_lines;
/// use cardable_core::{Game, Seat, Seed, Setup, testing::TINY};
/// let text = TINY.replace(
///     "\"actions\": [",
///     r#""actions": [{ "action_name": "count", "type": "auto", "primitives": "add_score(seat_at(1), 1)" },"#,
/// );
/// let ruleset = cardable_core::parse(&text).map_err(|_| "it has mistakes")?;
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?.with_events();
/// game.submit_nth(Seat(0), 0)?;
/// let lines = step_lines(&game, &ruleset.info());
/// assert!(lines.iter().any(|line| line == "the automatic action count runs"), "{lines:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn step_lines(game: &Game, info: &RulesetInfo) -> Vec<String> {
    let names = Names { game, info };
    let told = events_with_rules(game).into_iter();
    told.filter_map(|told| match told {
        ToldToAuthor::Event(event) => names.line(&event),
        // Dialects name nothing that authors have not written.
        ToldToAuthor::Began { name, .. } if name.is_empty() => None,
        ToldToAuthor::Began { what, name, card } => {
            let card = card.and_then(|card| game.words().card_name(card));
            // What cards of one kind do is called by their name.
            let card = card.filter(|card| !name.starts_with(card.as_str()));
            let of = card.map(|card| format!(" of {card}")).unwrap_or_default();
            Some(match what {
                ByItself::Action => format!("the automatic action {name} runs"),
                ByItself::Trigger => format!("the trigger {name}{of} runs"),
                ByItself::Ability => format!("the ability {name}{of} is performed"),
            })
        }
    })
    .collect()
}

struct Names<'g> {
    game: &'g Game,
    info: &'g RulesetInfo,
}

impl Names<'_> {
    fn line(&self, event: &ViewEvent) -> Option<String> {
        let words = self.game.words();
        Some(match event {
            ViewEvent::Moved { from, to, card, was } => {
                let card = match card {
                    CardSeen::Face(_) => card,
                    CardSeen::Back(_) => was,
                };
                let (from, to) = (self.zone(from.zone), self.zone(to.zone));
                format!("{} moves from {from} to {to}", self.card(*card))
            }
            // The all-seeing sees every face all the time.
            ViewEvent::Shown { .. } | ViewEvent::Regarded { .. } => return None,
            ViewEvent::Turned { slot, card, up, .. } => {
                let way = if *up { "face up" } else { "face down" };
                format!("{} in {} is turned {way}", self.card(*card), self.zone(slot.zone))
            }
            ViewEvent::Shuffled { zone } => format!("{} is shuffled", self.zone(*zone)),
            ViewEvent::Arranged { zone, index, card } => {
                let place = index + 1;
                format!("{} is card {place} of {} now", self.card(*card), self.zone(*zone))
            }
            ViewEvent::Opened { zone } => format!("{} is opened", self.zone(*zone)),
            ViewEvent::Closed { zone } => format!("{} is closed", self.zone(*zone)),
            ViewEvent::Designated {
                zone,
                designation,
                on,
            } => {
                let label = words.designation_label(*zone, *designation).unwrap_or_default();
                let is = if *on { "is" } else { "is no longer" };
                format!("{} {is} designated as {label}", self.zone(*zone))
            }
            ViewEvent::DeckTaken { deck, seat } => {
                let deck = words.datum_text(&Datum::Deck(*deck));
                format!("{} takes the deck {deck}", self.seat(*seat))
            }
            ViewEvent::Data { at, value } => self.datum(*at, value)?,
            ViewEvent::CardData {
                slot,
                card,
                item,
                value,
            } => {
                let name = &self.info.card_data.get(usize::from(*item))?.name;
                let (card, zone) = (self.card(*card), self.zone(slot.zone));
                format!("{name} of {card} in {zone} = {}", words.datum_text(value))
            }
            ViewEvent::Entered { state, .. } => {
                let ruleset = self.game.ruleset();
                let name = ruleset.state_name(*state).unwrap_or_default();
                format!("the state {name} is entered")
            }
            ViewEvent::Turn { seat } => format!("it is the turn of {}", self.seat(*seat)),
            ViewEvent::TurnSkipped { seat } => format!("the turn of {} is skipped", self.seat(*seat)),
            ViewEvent::Passed { seat } => format!("{} passes", self.seat(*seat)),
            ViewEvent::Acted { seat, action } => format!("{}: {}", self.seat(*seat), self.action(*action)),
            ViewEvent::Committed { seat } => format!("{} has chosen", self.seat(*seat)),
            ViewEvent::Voted { seat, action } => match action {
                Some(action) => format!("{} votes for {}", self.seat(*seat), self.action(*action)),
                None => format!("{} abstains", self.seat(*seat)),
            },
            ViewEvent::Asked { seat } => format!("{} is asked", self.seat(*seat)),
            ViewEvent::Answered { seat, answer, .. } => {
                format!("{} answers {}", self.seat(*seat), words.datum_text(answer))
            }
            ViewEvent::Cancelled { seat } => format!("the action of {} comes to nothing", self.seat(*seat)),
            ViewEvent::StepSkipped { seat, action } => {
                let action = self.action(*action);
                format!("a step of {action} of {} is left out", self.seat(*seat))
            }
            ViewEvent::Dismissed { seat } => format!("{} is out", self.seat(*seat)),
            ViewEvent::Recalled { seat } => format!("{} is back", self.seat(*seat)),
            ViewEvent::Said { text, tokens, .. } => format!("said: {}", words.message_text(*text, tokens)),
            // For programs that draw the table.
            ViewEvent::Hint { .. } => return None,
            // The author is told that triggers begin in words of its own.
            ViewEvent::TriggerBegan { .. } | ViewEvent::TriggerEnded => return None,
            ViewEvent::Over => "the game is over".to_owned(),
            ViewEvent::Rewound => "the game was taken back".to_owned(),
            ViewEvent::Status { .. } => return None,
        })
    }

    fn datum(&self, at: DataRef, value: &Datum) -> Option<String> {
        let info = self.info;
        let (name, item) = match at {
            DataRef::Global(at) => {
                let name = &info.globals.get(usize::from(at))?.name;
                (format!("$globals.{name}"), Item::Global(at))
            }
            DataRef::Seat(seat, at) => {
                let name = &info.seat_data.get(usize::from(at))?.name;
                let name = format!("$player.{name} of {}", self.seat(seat));
                (name, Item::Seat(seat, at))
            }
            // It is told with the state.
            DataRef::State(..) => return None,
        };
        let text = match value {
            // Views do not say which card it is.
            Datum::Card | Datum::List(_) => {
                let found = self.game.inspect(Viewer::Omniscient).datum(item)?;
                value_text(self.game, &found)
            }
            value => self.game.words().datum_text(value),
        };
        Some(format!("{name} = {text}"))
    }

    fn card(&self, card: CardSeen) -> String {
        match card {
            CardSeen::Face(card) => self.game.words().card_name(card).unwrap_or_default(),
            CardSeen::Back(_) => "a card".to_owned(),
        }
    }

    fn zone(&self, zone: ZoneId) -> String {
        self.game.words().zone_label(zone).unwrap_or_default()
    }

    fn seat(&self, seat: Seat) -> String {
        self.game.words().seat_name(seat)
    }

    fn action(&self, action: ActionId) -> String {
        let label = self.game.words().action_label(action).unwrap_or_default();
        label.to_owned()
    }
}
