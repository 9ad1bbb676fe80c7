//! What a viewer sees of a game, and what he may believe it to be.

use crate::decision::asked_at;
use crate::error::SetupError;
use crate::event::{ByItself, Event};
use crate::game::{Game, before_last_choice, start};
use crate::ids::{CardTypeId, Seat, Viewer};
use crate::play::setup;
use crate::ruleset::Ruleset;
use crate::setup::{Seed, Setup};
use crate::view::{
    KnownCard, Status, View, ViewEvent, event_for, kept_choices, knowledge_key, known_cards, situation_key,
    status_of, unseen_items, view_into,
};
use crate::vm::engine::{Engine, Reader};
use crate::vm::temp::TempLists;

/// What the author of the rules is told of a choice.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum ToldToAuthor {
    /// What happened, as the all-seeing is told it.
    Event(ViewEvent),
    /// What the rules began to do by themselves.
    Began {
        what: ByItself,
        name: String,
        card: Option<CardTypeId>,
    },
}

impl Game {
    /// The whole table as a viewer sees it. A seat that the game does not have sees what spectators do.
    #[doc(alias = "observation")]
    #[doc(alias = "information_state")]
    #[doc(alias = "player_view")]
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = View::empty(viewer);
        self.view_into(viewer, &mut view);
        view
    }

    /// The table as a viewer sees it when the cards lie ready and nothing has been dealt yet. The events of
    /// [`Game::begin_with_events`] lead from there to the first view: a client that keeps a
    /// [`Replica`](crate::Replica) shows the first deal with them.
    ///
    /// ```
    /// # use cardable_core::{Game, Replica, Seed, Setup, Viewer};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let (setup, seed) = (Setup::seats(2), Seed::from(7));
    /// let game = Game::begin_with_events(&ruleset, &setup, seed)?;
    /// let mut replica = Replica::new(Game::opening_view(&ruleset, &setup, seed, Viewer::Spectator)?);
    /// let dealt = replica.apply(&game.events(Viewer::Spectator))?;
    /// assert_eq!(*replica.view(), game.view(Viewer::Spectator));
    /// # let _ = dealt;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn opening_view(
        ruleset: &Ruleset,
        setup: &Setup,
        seed: Seed,
        viewer: Viewer,
    ) -> Result<View, SetupError> {
        let mut game = start::ready(ruleset, setup, seed)?;
        setup::lay_the_table(&mut Engine::new(&game.table, &mut game.world, None));
        let mut view = game.view(viewer);
        view.status = Status::of_nothing();
        Ok(view)
    }

    /// The same, into the buffers of an older view.
    pub fn view_into(&self, viewer: Viewer, out: &mut View) {
        view_into(
            &self.table,
            &self.world,
            &self.legal,
            at_the_table(self, viewer),
            out,
        );
    }

    /// What a viewer knows beside what he sees.
    ///
    /// ```
    /// use cardable_core::{Game, Seed, Setup, Viewer};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let viewer = Viewer::Seat(cardable_core::Seat(0));
    /// let imagined = game.imagine(viewer, Seed::from(1));
    /// assert_eq!(game.knowledge(viewer).key(), imagined.knowledge(viewer).key());
    /// assert_ne!(game.knowledge(viewer).key(), game.knowledge(Viewer::Spectator).key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "information_state")]
    pub fn knowledge(&self, viewer: Viewer) -> Knowledge<'_> {
        Knowledge {
            game: self,
            viewer: at_the_table(self, viewer),
        }
    }

    /// What happened in the last choice, as a viewer may know it. **It is empty unless the game
    /// records events**: one made [`Game::with_events`], or by [`Game::begin_with_events`] for the
    /// first deal too.
    #[doc(alias = "log")]
    #[doc(alias = "history")]
    pub fn events(&self, viewer: Viewer) -> Vec<ViewEvent> {
        let Some(events) = &self.events else {
            return Vec::new();
        };
        let viewer = at_the_table(self, viewer);
        let mut out: Vec<ViewEvent> = events
            .iter()
            .filter_map(|e| event_for(&self.table, &self.world, viewer, e))
            .collect();
        if viewer == Viewer::Omniscient && !events.is_empty() {
            out.extend(changed_unseen_items(self));
        }
        let status = Box::new(status_of(&self.table, &self.world, &self.legal, viewer));
        out.push(ViewEvent::Status {
            seq: self.world.step,
            status,
        });
        out
    }

    /// A copy that can be played on by itself. It records events when this game does: a search saves
    /// time by [`Game::without_events`].
    #[must_use]
    #[doc(alias = "clone")]
    #[doc(alias = "copy")]
    pub fn fork(&self) -> Game {
        self.clone()
    }
}

/// What a viewer knows of a game beside what he sees.
///
/// See [`Game::knowledge`] for an example.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge<'g> {
    pub(crate) game: &'g Game,
    pub(crate) viewer: Viewer,
}

impl Knowledge<'_> {
    /// The cards that he knows without seeing their faces, because he has seen them before and could follow them since.
    /// [`Game::view`] shows their backs. They come by zone, place and card.
    pub fn cards(self) -> Vec<KnownCard> {
        known_cards(&self.game.table, &self.game.world, self.viewer)
    }

    /// A number that is the same for all games that he cannot tell apart just now, and differs between others but by
    /// accident, once in 2^64: it is made of his whole view, of the cards that he knows besides,
    /// and of what he has chosen in secret himself.
    ///
    /// A view holds more than a table of a program that learns can use: how many choices there were, messages, and the
    /// order in which cards came. For such a table there is [`Knowledge::situation`].
    #[doc(alias = "information_state")]
    pub fn key(self) -> u64 {
        let kept = kept_choices(&self.game.table, &self.game.world, self.viewer);
        knowledge_key(&self.game.view(self.viewer), &self.cards(), &kept)
    }

    /// A number for the rows of a table: [`Knowledge::key`] without what seldom matters to a choice, and with the question
    /// that he is asked. Left out are how many choices there were, messages, and the order of cards in zones whose order
    /// is the players' own, such as a hand. What was chosen before shows only in what it left on the table.
    ///
    /// It is no more than that: rules that take the newest card of a hand, or tell a seat a secret in a message alone,
    /// need [`Knowledge::key`].
    ///
    /// ```
    /// use cardable_core::{Game, Seed, Setup, Viewer};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let viewer = Viewer::Seat(cardable_core::Seat(0));
    /// let imagined = game.imagine(viewer, Seed::from(1));
    /// assert_eq!(game.knowledge(viewer).situation(), imagined.knowledge(viewer).situation());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "information_set")]
    pub fn situation(self) -> u64 {
        let (table, world) = (&self.game.table, &self.game.world);
        let decision = match self.viewer {
            Viewer::Seat(seat) => self.game.decision(seat),
            Viewer::Spectator | Viewer::Omniscient => None,
        };
        let question = decision.and_then(|decision| asked_at(&decision));
        let kept = kept_choices(table, world, self.viewer);
        situation_key(table, self.game.view(self.viewer), &self.cards(), &kept, question)
    }
}

/// A seat that the game does not have sees what those without a seat see.
pub(crate) fn at_the_table(game: &Game, viewer: Viewer) -> Viewer {
    match viewer {
        Viewer::Seat(seat) if seat.index() >= game.table.seats => Viewer::Spectator,
        viewer => viewer,
    }
}

/// Looks at a game as code that a seat runs sees it.
pub(crate) fn with_reader<T>(game: &Game, player: Option<Seat>, look: impl FnOnce(&Reader<'_>) -> T) -> T {
    let temp = TempLists::in_language(game.language);
    look(&Reader {
        table: &game.table,
        world: &game.world,
        temp: &temp,
        player,
    })
}

/// What the all-seeing hears of the last choice, and which cards spectators have come to see, which are no news to him.
#[doc(hidden)]
pub fn events_with_shown(game: &Game) -> Vec<ViewEvent> {
    let (table, world) = (&game.table, &game.world);
    let told = |event: &Event| {
        let shown = || match event {
            Event::Shown { before, spot, .. } if spot.face.contains(Viewer::Spectator) => {
                let is_new = !before.contains(Viewer::Spectator);
                is_new.then(|| event_for(table, world, Viewer::Spectator, event))?
            }
            _ => None,
        };
        event_for(table, world, Viewer::Omniscient, event).or_else(shown)
    };
    let mut all: Vec<ViewEvent> = game.events.iter().flatten().filter_map(told).collect();
    if !all.is_empty() {
        all.extend(changed_unseen_items(game));
    }
    all
}

/// What happened in the last choice, as the author of the rules is told it: with what they did by themselves.
#[doc(hidden)]
pub fn events_with_rules(game: &Game) -> Vec<ToldToAuthor> {
    let (table, world) = (&game.table, &game.world);
    let told = |event: &Event| match event {
        Event::Began { what, name, card } => Some(ToldToAuthor::Began {
            what: *what,
            name: table.program.str(*name).to_owned(),
            card: card.map(|card| world.type_of(table, card)),
        }),
        event => event_for(table, world, Viewer::Omniscient, event).map(ToldToAuthor::Event),
    };
    let mut all: Vec<ToldToAuthor> = game.events.iter().flatten().filter_map(told).collect();
    if !all.is_empty() {
        all.extend(changed_unseen_items(game).map(ToldToAuthor::Event));
    }
    all
}

/// The computed items that nobody at the table sees and that the last choice changed: all of them where it is not
/// known any more what they were before, as after the first deal.
fn changed_unseen_items(game: &Game) -> impl Iterator<Item = ViewEvent> {
    let before = before_last_choice(game).map(|before| unseen_items(&game.table, before));
    let now = unseen_items(&game.table, &game.world).into_iter().enumerate();
    now.filter_map(move |(index, item)| match &before {
        Some(before) if before.get(index) == Some(&item) => None,
        _ => Some(item),
    })
}

/// Nothing has happened any more.
pub(crate) fn forget_events(game: &mut Game) {
    if let Some(events) = &mut game.events {
        events.clear();
    }
}
