//! Views and events in words.

use super::Datum;
use crate::ids::StrId;
use crate::ruleset::{Ruleset, seat_text};
use crate::text::{UNSEEN_CARD, fill};

impl Ruleset {
    /// A value of a view as players read it, with what the seats are called: for whoever has a view
    /// or a [`Replica`](crate::replica::Replica) and no game.
    ///
    /// ```
    /// use cardable_core::view::Datum;
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let names = ["Ada", "Grace"];
    /// assert_eq!(ruleset.datum_text(&Datum::Seat(cardable_core::Seat(1)), &names), "Grace");
    /// ```
    pub fn datum_text(&self, datum: &Datum, seats: &[impl AsRef<str>]) -> String {
        match datum {
            Datum::Nothing => "nothing".into(),
            Datum::Hidden => "?".into(),
            Datum::Bool(b) => b.to_string(),
            Datum::Int(n) => n.to_string(),
            Datum::Float(n) => n.to_string(),
            Datum::Text(id) => self.text(*id).to_owned(),
            Datum::Written(text) => text.to_string(),
            Datum::Seat(seat) => seat_text(*seat, seats),
            Datum::Card => UNSEEN_CARD.into(),
            Datum::Zone(zone) => self.zone_label(*zone, seats),
            Datum::Deck(deck) => {
                let deck = self.program.cards.decks.get(deck.index());
                deck.map_or_else(String::new, |d| self.program.str(d.name).to_owned())
            }
            Datum::List(items) => {
                let items: Vec<String> = items.iter().map(|i| self.datum_text(i, seats)).collect();
                items.join(", ")
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
    /// let names = ["Ada", "Grace"];
    /// let mut game = Game::new(&ruleset, &Setup::named(names), Seed::from(1))?.with_events();
    /// game.submit_nth(cardable_core::Seat(0), 0)?;
    /// let said = game.events(Viewer::Spectator).into_iter().find_map(|event| match event {
    ///     ViewEvent::Said { text, tokens, .. } => Some(ruleset.message_text(text, &tokens, &names)),
    ///     _ => None,
    /// });
    /// assert_eq!(said.as_deref(), Some("Ada draws."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn message_text(&self, text: StrId, tokens: &[Datum], seats: &[impl AsRef<str>]) -> String {
        let tokens: Vec<String> = tokens.iter().map(|t| self.datum_text(t, seats)).collect();
        fill(self.text(text), &tokens)
    }
}
