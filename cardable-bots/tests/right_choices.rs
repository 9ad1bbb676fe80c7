//! Positions in which the right choice is plain to people: bots must see it, too.

use crate::blackjack::hand_value;
use crate::{begun, shipped};
use cardable_bots::{Bot, Level, Seen};
use cardable_core::ids::ZoneId;
use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use cardable_core::search::Standings;
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Game, Seat, Seed, Viewer};

/// What is right must be so on so many tables that the seat may imagine.
const TABLES: u64 = 3;

/// How often each of them is played on at random, where what comes later decides.
const PLAYED_ON: usize = 12;

/// No game that is played on takes more choices.
const LONGEST: u64 = 5_000;

/// A choice of a seat, and how the seat's prospects are with it.
struct Way<'g> {
    game: &'g Game,
    seat: Seat,
    choice: Choice,
    text: String,
}

impl Way<'_> {
    /// Games that the seat may imagine, after the choice.
    fn tables(&self) -> impl Iterator<Item = Game> {
        (0..TABLES).filter_map(|seed| {
            let mut table = self.game.imagine(Viewer::Seat(self.seat), Seed::from(seed));
            table.submit(self.seat, &self.choice).ok().map(|()| table)
        })
    }

    /// Whether the seat's side alone has won a game.
    fn has_won(&self, game: &Game) -> bool {
        let seating = game.seating();
        let is_own = |seat: &Seat| seating.team(*seat) == seating.team(self.seat);
        game.result()
            .is_some_and(|result| !result.winners.is_empty() && result.winners.iter().all(is_own))
    }

    /// Whether the game is won with it.
    fn wins(&self) -> Option<bool> {
        plainly(self.tables().map(|table| self.has_won(&table)))
    }

    /// Whether the game is won however it goes on. Where at most half of the ways on are, the choice is wrong.
    fn wins_later(&self) -> Option<bool> {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let (mut won, mut all) = (0, 0);
        for table in self.tables() {
            for _ in 0..PLAYED_ON {
                let mut copy = table.fork();
                copy.playout(&mut rng, LONGEST).expect("nothing faults");
                all += 1;
                won += usize::from(self.has_won(&copy));
            }
            if won < all && 2 * won > all {
                return None;
            }
        }
        Some(won == all)
    }

    /// Whether the seat gains on the others with it.
    fn scores(&self) -> Option<bool> {
        let lead = |game: &Game| {
            let standings = Standings::of(game);
            let own = standings.get(self.seat.index()).copied().unwrap_or_default();
            own - standings.iter().sum::<f64>() / standings.len() as f64
        };
        let before = lead(self.game);
        plainly(self.tables().map(|table| lead(&table) > before))
    }

    /// The cards that the seat sees in the zones of a name.
    fn cards(&self, name: &str) -> Vec<String> {
        let ruleset = self.game.ruleset();
        let view = self.game.view(Viewer::Seat(self.seat));
        let zones = (0..).map(ZoneId).zip(&view.zones);
        let named = zones.filter(|(zone, _)| ruleset.zone_name(*zone).is_some_and(|(of, _)| of == name));
        let cards = named.flat_map(|(_, zone)| &zone.cards);
        let faces = cards.filter_map(|card| match card {
            CardSeen::Face(card) => self.game.words().card_name(*card),
            CardSeen::Back(_) => None,
        });
        faces.collect()
    }
}

/// A game, the number of seats and where its chance comes from; what is right; and whether a choice is plainly right (true)
/// or wrong (false). The position is the first one, when chance plays, in which every choice is one or the other.
type Position = (
    &'static str,
    usize,
    u64,
    &'static str,
    fn(&Way<'_>) -> Option<bool>,
);

const POSITIONS: &[Position] = &[
    ("blackjack", 1, 0, "stand at nineteen or more", |way| {
        (hand_value(way.game) >= 19).then(|| way.text == "Stand")
    }),
    ("crazy-eights", 4, 0, "play the last card", |way| way.wins()),
    ("durak", 2, 8, "play the last card", |way| way.wins()),
    ("go-fish", 4, 110, "complete a book", |way| way.scores()),
    ("goofspiel", 2, 8, "bid so that the game is won", |way| {
        way.wins_later()
    }),
    ("hearts", 4, 0, "give the queen of spades to others", |way| {
        let trick = way.cards("trick");
        let gives = !trick.is_empty() && !trick.iter().any(|card| card.ends_with("spades"));
        gives.then(|| way.text.contains("Queen of spades"))
    }),
    ("rummy", 2, 7, "lay down the last cards", |way| way.wins()),
    ("thirty-one", 4, 62, "show thirty-one", |way| way.wins()),
];

/// What is so on all tables or on none; None where it differs.
fn plainly(mut on_tables: impl Iterator<Item = bool>) -> Option<bool> {
    let first = on_tables.next()?;
    on_tables.all(|other| other == first).then_some(first)
}

/// Plays by chance up to the first position in which every choice is plainly right or wrong, and there are both; then lets
/// a bot choose. Whether that is right, and all choices.
fn is_chosen((name, seats, seed, what, judge): &Position) -> (bool, Vec<String>) {
    let ruleset = shipped(name);
    let mut game = begun(&ruleset, *seats, *seed);
    let mut rng = ChaCha8Rng::seed_from_u64(*seed);
    while let Some(decision) = game.next_decision() {
        let seat = decision.seat();
        let ways = decision.labelled().map(|labelled| Way {
            game: &game,
            seat,
            choice: labelled.choice,
            text: labelled.text,
        });
        let judged: Option<Vec<(Way<'_>, bool)>> =
            ways.map(|way| judge(&way).map(|right| (way, right))).collect();
        if let Some(judged) = judged
            && [true, false]
                .iter()
                .all(|right| judged.iter().any(|(_, is)| is == right))
        {
            let seen = Seen::new(&game, seat, Seed::from(*seed)).expect("it decides");
            let choice = Level::Medium
                .bot()
                .think(&seen, &mut Level::Medium.budget())
                .choice;
            let is_right = judged.iter().any(|(way, right)| *right && way.choice == choice);
            let texts = judged
                .into_iter()
                .map(|(way, right)| format!("{right}: {}", way.text));
            return (is_right, texts.collect());
        }
        let choice = decision.sample(&mut rng).expect("there is a choice");
        game.submit(seat, &choice).expect("nothing faults");
    }
    panic!("{name}: no position to {what} comes about");
}

#[test]
fn what_is_plain_is_done() {
    for position in POSITIONS {
        let (is_right, choices) = is_chosen(position);
        let (name, _, _, what, _) = position;
        assert!(is_right, "{name}, {what}: {choices:#?}");
    }
}

/// For whoever looks for positions: what bots do in those that come about from other seeds.
#[test]
#[ignore = "it prints, and takes a minute"]
fn how_often_what_is_plain_is_done() {
    for (name, seats, first, what, judge) in POSITIONS {
        for seed in *first..first + 20 {
            let found = std::panic::catch_unwind(|| is_chosen(&(name, *seats, seed, what, *judge)));
            println!("{name} {seed}: {found:?}");
        }
    }
}
