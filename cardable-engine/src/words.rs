//! What people read of rules and views: labels, and names of cards, zones and seats.

use crate::ids::{ActionId, CardTypeId, Seat, StateId, StrId, ZoneId};
use crate::language::{Language, Sentence};
use crate::program::{Program, automatic_name};
use crate::ruleset::{self, Ruleset};
use crate::text::{fill, printed_name, unseen_name};
use crate::view::Datum;

/// What players read for the numbers of views, events and decisions, with what the seats are called.
///
/// [`Ruleset::words`] has no names for the seats: [`Words::with_seats`] takes them. Those of a game are in
/// [`Game::words`](crate::Game::words).
///
/// ```
/// use cardable_core::{Game, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let hand = ruleset.seat_zone("hand", Seat(1)).ok_or("every seat has a hand")?;
/// assert_eq!(ruleset.words().zone_label(hand).as_deref(), Some("hand of Seat 2"));
/// assert_eq!(ruleset.words().with_seats(&["Ada", "Grace"]).zone_label(hand).as_deref(), Some("hand of Grace"));
/// let game = Game::new(&ruleset, &Setup::named(["Ada", "Edsger"]), Seed::from(1))?;
/// assert_eq!(game.words().zone_label(hand).as_deref(), Some("hand of Edsger"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[doc(alias = "labels")]
#[doc(alias = "names")]
pub struct Words<'a, S = String> {
    pub(crate) program: &'a Program,
    pub(crate) language: Language,
    pub(crate) seats: &'a [S],
}

impl Ruleset {
    /// What players read for numbers of this ruleset.
    pub fn words(&self) -> Words<'_> {
        Words {
            program: &self.program,
            language: self.language,
            seats: &[],
        }
    }

    /// What the ruleset itself calls things, for names that programs keep: they are the same in all languages.
    pub(crate) fn own_words(&self) -> Words<'_> {
        Words {
            language: self.program.metadata.language,
            ..self.words()
        }
    }
}

impl<'a, S: AsRef<str>> Words<'a, S> {
    /// The same, with what the seats are called.
    pub fn with_seats<T: AsRef<str>>(self, seats: &'a [T]) -> Words<'a, T> {
        Words {
            program: self.program,
            language: self.language,
            seats,
        }
    }

    /// The language that they are in.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The same in another language; where the ruleset has no texts in it, in its own.
    ///
    /// ```
    /// use cardable_core::Language;
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let words = ruleset.words().in_language(Language::German);
    /// assert_eq!(words.language(), Language::English, "the ruleset has no other");
    /// ```
    #[must_use]
    pub fn in_language(self, language: Language) -> Words<'a, S> {
        Words {
            language: self.program.language_for(language),
            ..self
        }
    }

    /// What a seat is called; its number where nobody said.
    pub fn seat_name(&self, seat: Seat) -> String {
        let name = self.seats.get(seat.index());
        let Some(name) = name else {
            return self.language.seat(seat);
        };
        let role = automatic_name(self.program, self.language, seat, self.seats.len());
        role.unwrap_or_else(|| name.as_ref().to_owned())
    }

    /// The text of an interned string, such as a value in a view.
    pub fn text(&self, id: StrId) -> &'a str {
        self.program.shown(self.language, id)
    }

    /// What players call a printed card, such as `Ace of Hearts`; None where there is no such card.
    pub fn card_name(&self, card: CardTypeId) -> Option<String> {
        let ty = self.program.cards.types.get(card.index())?;
        Some(printed_name(self.language, self.program, ty))
    }

    /// What players call a card of which they see only the back, such as `a card (level 2)`.
    ///
    /// ```
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// assert_eq!(ruleset.words().back_name(0), "a card");
    /// ```
    pub fn back_name(&self, back: u16) -> String {
        unseen_name(self.language, self.program, back)
    }

    /// What players read for a state: its label, else its name; None where there is no such state.
    pub fn state_label(&self, state: StateId) -> Option<&'a str> {
        let def = self.program.states.get(state.index())?;
        Some(self.text(def.label.unwrap_or(def.name)))
    }

    /// What an action's button says; None where there is no such action.
    pub fn action_label(&self, action: ActionId) -> Option<&'a str> {
        let def = self.program.actions.get(action.index())?;
        Some(self.text(def.label))
    }

    /// What players read for a designation of a zone; None where the zone has none of that number.
    pub fn designation_label(&self, zone: ZoneId, designation: u8) -> Option<&'a str> {
        let def = ruleset::zone_def(self.program, zone)?;
        let designation = def.designations().nth(designation.into())?;
        Some(self.text(designation.label.unwrap_or(designation.name)))
    }

    /// What players call a zone, without whose it is: `Hand`; None where there is no such zone.
    pub fn bare_zone_label(&self, zone: ZoneId) -> Option<String> {
        let def = ruleset::zone_def(self.program, zone)?;
        let mut text = self.text(def.layout.label.unwrap_or(def.name)).to_owned();
        if ruleset::copies(self.program, zone).nth(1).is_some() {
            text += &format!(" {}", def.copy + 1);
        }
        Some(text)
    }

    /// What players call a zone, and whose it is: `Hand of Ada`; None where there is no such zone.
    pub fn zone_label(&self, zone: ZoneId) -> Option<String> {
        let text = self.bare_zone_label(zone)?;
        Some(match ruleset::zone_owner(self.program, zone) {
            Some(seat) => self
                .language()
                .say(Sentence::ZoneOf, &[&text, &self.seat_name(seat)]),
            None => text,
        })
    }

    /// A value of a view as players read it.
    ///
    /// ```
    /// use cardable_core::view::Datum;
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let words = ruleset.words().with_seats(&["Ada", "Grace"]);
    /// assert_eq!(words.datum_text(&Datum::Seat(cardable_core::Seat(1))), "Grace");
    /// ```
    pub fn datum_text(&self, datum: &Datum) -> String {
        let language = self.language();
        match datum {
            Datum::Nothing => language.words(Sentence::Nothing).into(),
            Datum::Hidden => "?".into(),
            Datum::Bool(true) => language.words(Sentence::True).into(),
            Datum::Bool(false) => language.words(Sentence::False).into(),
            Datum::Int(n) => n.to_string(),
            Datum::Float(n) => language.number(n.to_string()),
            Datum::Text(id) => self.text(*id).to_owned(),
            Datum::Written(text) => self.program.shown_written(self.language, text).into_owned(),
            Datum::Seat(seat) => self.seat_name(*seat),
            Datum::Card | Datum::CardAt { .. } => language.unseen_card().into(),
            Datum::Zone(zone) => self.zone_label(*zone).unwrap_or_default(),
            Datum::Deck(deck) => {
                let deck = self.program.cards.decks.get(deck.index());
                deck.map_or_else(String::new, |d| self.text(d.name).to_owned())
            }
            Datum::List(items) => {
                let items: Vec<String> = items.iter().map(|i| self.datum_text(i)).collect();
                language.listed(&items)
            }
        }
    }

    /// A message of a view or event, with its tokens filled in: that of
    /// [`ViewEvent::Said`](crate::view::ViewEvent::Said) or of [`MessageSeen`](crate::view::MessageSeen).
    ///
    /// ```
    /// use cardable_core::{Game, Ruleset, Seed, Setup, ViewEvent, Viewer};
    /// # let text = cardable_core::testing::TINY.replace("\"primitives\": [",
    /// #     "\"primitives\": [{ \"endpoint\": \"message\", \"params\": [\"{0} draws.\", \"all\", \"$player\"] },");
    /// # let ruleset = cardable_core::parse(text)?;
    /// let mut game = Game::new(&ruleset, &Setup::named(["Ada", "Grace"]), Seed::from(1))?.with_events();
    /// game.submit_nth(cardable_core::Seat(0), 0)?;
    /// let said = game.events(Viewer::Spectator).into_iter().find_map(|event| match event {
    ///     ViewEvent::Said { text, tokens, .. } => Some(game.words().message_text(text, &tokens)),
    ///     _ => None,
    /// });
    /// assert_eq!(said.as_deref(), Some("Ada draws."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn message_text(&self, text: StrId, tokens: &[Datum]) -> String {
        let texts: Vec<String> = tokens.iter().map(|token| self.datum_text(token)).collect();
        let is_seat = |at: usize| matches!(tokens.get(at), Some(Datum::Seat(_)));
        fill(self.language(), self.text(text), &texts, is_seat)
    }
}
