//! How likely others were to choose what they chose, in a game as it may be.

use crate::budget::Budget;
use crate::seen::Seen;
use cardable_core::search::{ChoiceKey, PastChoice};
use cardable_core::{Seat, Seed, Viewer};
use std::collections::BTreeMap;

/// How many of the last choices are judged.
const LATEST: usize = 16;
/// How long each is thought about.
const ITERATIONS: u32 = 24;
/// How many different things that others may have known are thought about. Where there are more, what others do says
/// little of any of them.
const MOST_KNOWN: usize = 24;
/// How likely anybody chooses without thinking.
const CARELESS: f64 = 0.2;

/// How somebody thinks: how likely each choice is.
pub(crate) type Think = fn(Seen, &mut Budget) -> Vec<(ChoiceKey, f64)>;

/// What others would have done, by what they knew: they are taken to think as long as it takes to see the obvious.
#[derive(Debug)]
pub(crate) struct Opponents {
    think: Think,
    opinions: BTreeMap<u64, Opinion>,
    /// How much work it was to think about them.
    work: u64,
}

/// How likely each choice is.
#[derive(Debug)]
struct Opinion(Vec<(ChoiceKey, f64)>);

/// There are too many things that others may have known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooMany;

impl Opponents {
    pub(crate) fn new(think: Think) -> Opponents {
        Opponents {
            think,
            opinions: BTreeMap::new(),
            work: 0,
        }
    }

    /// How much work it was so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// How likely the choices were in all.
    pub(crate) fn likely<'w>(
        &mut self,
        past: impl DoubleEndedIterator<Item = PastChoice<'w>>,
        own: Seat,
        seed: Seed,
    ) -> Result<f64, TooMany> {
        let others = past.rev().filter(|choice| choice.seat != own).take(LATEST);
        let known = |choice: PastChoice<'w>| {
            let known = choice.before.knowledge(Viewer::Seat(choice.seat)).key();
            (known, choice)
        };
        let others: Vec<(u64, PastChoice<'w>)> = others.map(known).collect();
        let new = others
            .iter()
            .filter(|(known, _)| !self.opinions.contains_key(known));
        // Before anybody thinks about what would be left out.
        if self.opinions.len() + new.count() > MOST_KNOWN {
            return Err(TooMany);
        }
        let mut likely = 1.0;
        for (known, choice) in others {
            let opinion = self.opinions.entry(known).or_insert_with(|| {
                let mut budget = Budget::iterations(ITERATIONS);
                let opinion = Opinion::of(&choice, seed, self.think, &mut budget);
                self.work += budget.work();
                opinion
            });
            let decision = choice.before.decision(choice.seat);
            if let Some(key) = decision.and_then(|decision| decision.key_of(choice.choice)) {
                likely *= opinion.share(key);
            }
        }
        Ok(likely)
    }
}

impl Opinion {
    fn of(choice: &PastChoice<'_>, seed: Seed, think: Think, budget: &mut Budget) -> Opinion {
        let seen = Seen::new(choice.before, choice.seat, seed);
        Opinion(seen.map_or_else(Vec::new, |seen| think(seen, budget)))
    }

    fn share(&self, key: ChoiceKey) -> f64 {
        let ways = self.0.len().max(1) as f64;
        let found = self.0.iter().find(|(other, _)| *other == key);
        let thought = found.map_or(1.0 / ways, |(_, share)| *share);
        CARELESS / ways + (1.0 - CARELESS) * thought
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use cardable_core::search::{History, Walk};
    use cardable_core::view::CardSeen;
    use cardable_core::{Game, Setup};

    /// The first of two seats bets or checks, knowing its only card, before the other goes on. There are two cards of each kind.
    const BET: &str = r#"{
        cardset: { set_name: "both", cards: [{ card_name: "Weak", card_id: 0 }, { card_name: "Strong", card_id: 1 }] },
        deck: { deck_name: "four", cardset: "both", content: [0, 0, 1, 1] },
        ruleset: {
            ruleset_name: "Bet", min_players: 2, max_players: 2, cardsets: "both", decks: "four",
            game_area: {
                shared_zones: [{ name: "stock", decks: "four", zone_visibility: "none", order: "shuffled" }],
                player_zones: [{ name: "hand", zone_visibility: "owner", order: "any" }],
            },
            global_data: [{ key: "begun", value: false }],
            game_state: [
                { state_name: "deal", state_type: "auto", actions: [
                    { action_name: "deal", type: "auto", primitives: ["deal(stock, 'hand', 1)", "state_transition('play')"] },
                ] },
                { state_name: "play", state_type: "round_robin", actions: [
                    { action_name: "bet", label: "Bet", type: "button", condition: "!$globals.begun", primitives: "set($globals.begun, true)" },
                    { action_name: "check", label: "Check", type: "button", condition: "!$globals.begun", primitives: "set($globals.begun, true)" },
                    { action_name: "go on", label: "Go on", type: "button", condition: "$globals.begun", primitives: "end_game($player)" },
                ] },
            ],
        },
    }"#;

    /// A game in which the first seat has bet, and its history.
    pub(crate) fn after_bet(seed: u64) -> (Game, History) {
        let ruleset = cardable_core::parse(BET).unwrap_or_else(|error| panic!("{error}"));
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(seed)).expect("it begins");
        let mut history = History::new(&game);
        let choice = game.decision(Seat(0)).and_then(|decision| decision.nth(0));
        let choice = choice.expect("the first seat begins");
        game.submit(Seat(0), &choice).expect("it is legal");
        history.chosen(Seat(0), &choice);
        (game, history)
    }

    pub(crate) fn is_strong(game: &Game, seat: Seat) -> bool {
        let zone = game.ruleset().seat_zone("hand", seat).expect("a hand");
        let view = game.view(Viewer::Omniscient);
        match view.zone(zone).map(|zone| &zone.cards[..]) {
            Some([CardSeen::Face(card)]) => game.words().card_name(*card).as_deref() == Some("Strong"),
            other => panic!("{other:?}"),
        }
    }

    /// Mostly bets with a strong card, and checks with a weak one.
    pub(crate) fn sensibly(seen: Seen, _: &mut Budget) -> Vec<(ChoiceKey, f64)> {
        let decision = seen.decision().expect("it decides");
        let share = |bets: bool| match bets == is_strong(seen.game(), seen.seat()) {
            true => 0.9,
            false => 0.1,
        };
        let shares = decision.labelled().map(|one| {
            (
                decision.key_of(&one.choice).expect("it is legal"),
                share(one.text == "Bet"),
            )
        });
        shares.collect()
    }

    #[test]
    fn a_choice_is_as_likely_as_it_is_to_who_knew_so_much() {
        let mut seen = [false; 2];
        for seed in 0..8 {
            let (game, mut history) = after_bet(seed);
            let past = history
                .seen_by(&game, Seat(1), Seed::from(1))
                .expect("it is its history");
            let mut walk = Walk::new(past, Seed::from(seed));
            assert!(walk.go_on());
            let is_strong = is_strong(walk.game(), Seat(0));
            seen[usize::from(is_strong)] = true;
            let of = |own: u8| {
                let likely = Opponents::new(sensibly).likely(walk.past(), Seat(own), Seed::from(3));
                likely.expect("little can be known")
            };
            // One in five chooses without thinking.
            let expected = if is_strong { 0.82 } else { 0.18 };
            assert!((of(1) - expected).abs() < 1e-9, "{is_strong}: {}", of(1));
            assert_eq!(of(0), 1.0, "what one has chosen oneself tells nothing");
        }
        assert_eq!(seen, [true; 2]);
    }
}
