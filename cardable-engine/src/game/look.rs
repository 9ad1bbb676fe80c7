//! What a viewer sees of a game, and what he may believe it to be.

use crate::game::Game;
use crate::ids::{StrId, Viewer, ZoneId};
use crate::setup::Seed;
use crate::view::{View, ViewEvent, event_for, status_of, view_into};

impl Game {
    /// The names that cards of a zone have beside what is printed on them, in their order, where
    /// the generator is [`Generator::Mulberry32`]. Only the all-seeing viewer reads them: a name
    /// would tell a card that is hidden.
    ///
    /// [`Generator::Mulberry32`]: crate::setup::Generator::Mulberry32
    pub fn card_names(&self, viewer: Viewer, zone: ZoneId) -> Vec<String> {
        let mulberry = self.world.rare.as_ref().and_then(|r| r.mulberry);
        match mulberry {
            Some(names) if viewer == Viewer::Omniscient && zone.index() < self.table.zones => {
                let cards = self.world.zone_cards(&self.table, zone).iter();
                cards.map(|c| names.name(crate::ids::CardId(*c))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The whole table as a viewer sees it. A seat that the game does not have sees what spectators do.
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = View::empty(viewer);
        self.view_into(viewer, &mut view);
        view
    }

    /// The same, into the buffers of an older view.
    pub fn view_into(&self, viewer: Viewer, out: &mut View) {
        view_into(
            &self.table,
            &self.world,
            &self.legal,
            self.at_the_table(viewer),
            out,
        );
    }

    /// A seat that the game does not have sees what those without a seat see.
    fn at_the_table(&self, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Seat(seat) if seat.index() >= self.table.seats => Viewer::Spectator,
            viewer => viewer,
        }
    }

    /// What happened in the last choice, as a viewer may know it. **It is empty unless the game
    /// records events**: one made [`Game::with_events`], or by [`Game::begin_with_events`] for the
    /// first deal too.
    pub fn events(&self, viewer: Viewer) -> Vec<ViewEvent> {
        let Some(events) = &self.events else {
            return Vec::new();
        };
        let viewer = self.at_the_table(viewer);
        let mut out: Vec<ViewEvent> = events
            .iter()
            .filter_map(|e| event_for(&self.table, &self.world, viewer, e))
            .collect();
        let status = Box::new(status_of(&self.table, &self.world, &self.legal, viewer));
        out.push(ViewEvent::Status {
            seq: self.world.step,
            status,
        });
        out
    }

    /// Nothing has happened any more.
    pub(crate) fn forget_events(&mut self) {
        if let Some(events) = &mut self.events {
            events.clear();
        }
    }

    /// A value of a view as players read it, with this game's names for the seats;
    /// [`Ruleset::datum_text`](crate::ruleset::Ruleset::datum_text) is for whoever has no game.
    pub fn datum_text(&self, datum: &crate::view::Datum) -> String {
        self.ruleset().datum_text(datum, &self.table.names)
    }

    /// A message of a view or event with its tokens filled in, as
    /// [`ViewEvent::Said`] and [`MessageSeen`](crate::view::MessageSeen) have them.
    pub fn message_text(&self, text: StrId, tokens: &[crate::view::Datum]) -> String {
        self.ruleset().message_text(text, tokens, &self.table.names)
    }

    /// What players call a zone.
    pub fn zone_label(&self, zone: ZoneId) -> String {
        if zone.index() >= self.table.zones {
            return String::new();
        }
        self.ruleset().zone_label(zone, &self.table.names)
    }

    /// A copy in which everything that a viewer cannot know is drawn anew, from
    /// a seed of its own: what he may believe the game to be.
    ///
    /// What is imagined depends on what the viewer knows and on the seed, and on nothing else: two games that he
    /// cannot tell apart give the same imagined game, to the byte. Drawn anew are the cards that he neither sees
    /// nor has been able to follow, among those with the same back that have not stayed apart since the start;
    /// choices that others keep until all are in; hidden data within their `domain`; the generator; and what
    /// actions that wait for an answer have made of chance and of hidden cards: they are done again from their
    /// beginning, until the viewer would have seen what he saw. **Hidden data without a `domain`** is what it
    /// is at first, for nothing says what else it could be, unless it is a boolean; a ruleset that has such data
    /// is warned of (W319). What others remember of cards that they no longer see is forgotten.
    ///
    /// Not every action in progress can be done again: not one that began with the game itself, before anybody
    /// chose; not one that more than 256 choices have been made in; and not one of which the viewer saw what
    /// chance hardly ever brings again, as a hand that was dealt in it. Of such an action he keeps what he sees,
    /// its question, and **its other values are nothing**, whatever they were. The table is not one that rules
    /// could reach: when the action goes on, it faults, or what it does with those values means nothing. Games
    /// that are to be searched ask after a deal in another action than they deal in.
    ///
    /// Nothing is drawn by what the rules would have done. So the table may be one that play would
    /// not have reached: somebody may hold what he would have laid down at once, or what he would
    /// have asked for. Rules that never fault in play may fault there, and a search takes
    /// [`NotApplied::Faulted`](crate::error::NotApplied::Faulted) for no result: it leaves this table out
    /// and imagines another.
    ///
    /// ```
    /// use cardable_core::{Game, NotApplied, Seed, Setup, Viewer};
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::SeedableRng;
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let seat = game.next_decision().expect("somebody begins").seat();
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let mut won = 0;
    /// for table in 0..20 {
    ///     let mut imagined = game.imagine(Viewer::Seat(seat), Seed::from(table));
    ///     match imagined.playout(&mut rng, 10_000) {
    ///         Ok(_) => won += u32::from(imagined.result().is_some_and(|r| r.winners.contains(&seat))),
    ///         Err(NotApplied::Faulted(_)) => continue, // no result
    ///         Err(refused) => return Err(refused.into()),
    ///     }
    /// }
    /// # assert!(won > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn imagine(&self, viewer: Viewer, seed: Seed) -> Game {
        let mut game = self.clone();
        crate::imagine::redraw(&mut game, self.at_the_table(viewer), seed);
        game
    }

    /// A copy that can be played on by itself. It records events when this game does: a search saves
    /// time by [`Game::without_events`].
    #[must_use]
    pub fn fork(&self) -> Game {
        self.clone()
    }
}
