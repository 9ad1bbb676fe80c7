//! What a file of tests may hold.

use crate::text::fields::declare::{any_of, object};
use crate::text::fields::read::{Any, At, List, Map, Name, OneOrList, String, Whole};
use crate::text::json::Number;

/// The number of a seat, from 0.
pub(super) type SeatNumber = Whole<u8, 0, 31>;

object! {
    /// tests of the rules of a game
    struct Tests<'n> = TESTS: "file of tests" {
        /// the schema that an editor completes from
        "$schema": String => for_people,
        /// the tests
        tests: List<Test<'n>> => needed,
    }
}

object! {
    /// a test: where the game stands, what seats choose, and what is so then
    struct Test<'n> = TEST: "test" {
        /// which rule it tests, in words
        name: At<Name> => needed,
        /// where the game stands; a new game when it is left out
        given: At<Given<'n>>,
        /// what seats choose, one after the other
        choose: OneOrList<Choose<'n>>,
        /// what is so after all choices
        expect: At<Expect<'n>>,
    }
}

object! {
    /// where a game stands
    struct Given<'n> = GIVEN: "given" {
        /// how many seats there are; the fewest that the game allows when it is left out
        seats: At<Whole<u8, 1, 32>>,
        /// options of the game
        options: Map<Any>,
        /// the team of each seat, from 0, where teams are chosen before the game
        teams: List<Whole<u8, 0, 31>>,
        /// the role of each seat, where there are roles
        roles: List<Name>,
        /// from which follows what is drawn by chance; 0 when it is left out
        seed: Whole<u64, 0, { i64::MAX }>,
        /// which state runs; the first one when it is left out
        state: At<Name>,
        /// whether the state is only just entered: its automatic actions run, up to the next decision
        enters: bool,
        /// the seat on turn, from 0; the state decides when it is left out
        turn: At<SeatNumber>,
        /// the teams that `set_teams` has formed: the seats of each, from 0; seats that are in none play alone
        formed_teams: At<List<OneOrList<SeatNumber>>>,
        /// what lies in zones: `hand:0` is the hand of the first seat; the card that is drawn next comes first,
        /// `...` stands for all that have no other place
        zones: Map<At<OneOrList<At<Name>>>>,
        /// zones whose cards lie face down, where that makes a difference
        face_down: OneOrList<At<Name>>,
        /// what data are: `globals.trump`, `player:0.score`, `state.bid`; of a card and its zone `Wolf@field:0.damage`, and
        /// `Wolf@field:0[1].damage` of the second of those that are alike there
        data: Map<At<Any>>,
        /// who knows cards that he does not see
        knows: OneOrList<Knows<'n>>,
    }
}

object! {
    /// cards that seats know
    struct Knows<'n> = KNOWS: "knowledge of cards" {
        /// the seats, from 0
        seats: OneOrList<SeatNumber> => needed,
        /// the zone in which the cards lie
        zone: At<Name> => needed,
        /// the cards
        cards: OneOrList<At<Name>> => needed,
    }
}

object! {
    /// what a seat was told of a card
    struct Told<'n> = TOLD: "what was told" {
        /// the seats, from 0
        seats: OneOrList<SeatNumber> => needed,
        /// the card and its zone: `2R@hand:1`, and `2R@hand:1[1]` for the second of those that are alike there
        card: At<Name> => needed,
        /// all cards that it may still be
        may_be: OneOrList<At<Name>> => needed,
    }
}

object! {
    /// what a seat chooses
    struct Choose<'n> = CHOOSE: "choice" {
        /// the seat, from 0; the one that has to decide when it is left out
        seat: At<SeatNumber>,
        /// the action, by its name or what its button says
        action: At<Name>,
        /// the cards it picks; `?` is one whose face it does not see, `QH@hand:0` one in this zone, and `QH@hand:0[1]` the second
        /// of those that are alike there
        cards: OneOrList<At<Name>>,
        /// the zone in which these cards lie, where there are some like them in others
        zone: At<Name>,
        /// the zones it picks
        zones: OneOrList<At<Name>>,
        /// the seats it picks, from 0
        seats: OneOrList<SeatNumber>,
        /// the entries of a list it picks, by what they say
        options: OneOrList<At<Name>>,
        /// what it answers to a question: a number, yes as true and no as false, or entries of a list by what they say
        answer: At<Answer<'n>>,
        /// it passes, where everybody is asked
        passes: bool,
        /// its time runs out
        times_out: bool,
        /// numbers that chance gives while this happens, from 0; after the last, the seed decides
        draws: OneOrList<Whole<u32, 0, { u32::MAX as i64 }>>,
        /// the choice is refused, and the reason that the seat reads has these words in it; or `true`: it cannot be made at all
        refused: At<Refused<'n>>,
        /// what is so after this choice
        expect: At<Expect<'n>>,
    }
}

any_of! {
    /// Why a choice is refused.
    enum Refused<'n> {
        Any(bool),
        With(String),
    }
}

any_of! {
    /// An answer to a question.
    enum Answer<'n> {
        Number(Number),
        Truth(bool),
        Entries(OneOrList<At<Name>>),
    }
}

object! {
    /// what is so
    struct Expect<'n> = EXPECT: "expectation" {
        /// the state that runs
        state: At<Name>,
        /// the seat on turn, from 0
        turn: At<SeatNumber>,
        /// all that lies in zones, in any order where the zone has none; `...` stands for any other cards
        zones: Map<At<OneOrList<At<Name>>>>,
        /// how many cards lie in zones
        zone_count: Map<At<Whole<u32, 0, 65_535>>>,
        /// what data are
        data: Map<At<Any>>,
        /// what seats may do
        offered: OneOrList<Offer<'n>>,
        /// what seats may not do
        not_offered: OneOrList<Offer<'n>>,
        /// what seats may do, and that they may do nothing else
        only_offered: OneOrList<OnlyOffer<'n>>,
        /// what the log tells of the last choice, in this order; other lines may come between
        events: OneOrList<At<String>>,
        /// words that no line has which the log tells of the last choice
        not_events: OneOrList<At<String>>,
        /// who knows cards that he does not see
        knows: OneOrList<Knows<'n>>,
        /// who does not know cards
        not_knows: OneOrList<Knows<'n>>,
        /// what seats were told of cards
        told: OneOrList<Told<'n>>,
        /// the team of each seat, from 0
        teams: At<List<Whole<u8, 0, 31>>>,
        /// whether the game is over
        over: At<bool>,
        /// the seats that have won, from 0
        winners: At<OneOrList<SeatNumber>>,
        /// words of the reason for which the game has ended
        reason: At<String>,
    }
}

object! {
    /// all that a seat may do
    struct OnlyOffer<'n> = ONLY_OFFER: "whole offer" {
        /// the seat, from 0
        seat: At<SeatNumber> => needed,
        /// the actions, by their names or what their buttons say; an empty list where it may do nothing
        actions: OneOrList<At<Name>> => needed,
    }
}

object! {
    /// what a seat may do
    struct Offer<'n> = OFFER: "offer" {
        /// the seat, from 0
        seat: At<SeatNumber> => needed,
        /// actions, by their names or what their buttons say; none for entries of a question
        actions: OneOrList<At<Name>>,
        /// cards that can be picked for each of them; `QH@hand:0` is one in this zone
        cards: OneOrList<At<Name>>,
        /// seats that can be picked for each of them, from 0
        seats: OneOrList<SeatNumber>,
        /// entries of a list that can be picked for each of them, by what they say
        options: OneOrList<At<Name>>,
    }
}
