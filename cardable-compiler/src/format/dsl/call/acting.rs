//! Calls about turns, cards that move, zones, decks and scores.

use super::{Anything, AttributeName, ItemName, Optional, calls};
use crate::format::dsl::command::{CardsOf, Command, Seats};
use crate::format::dsl::handles::SeatZone;
use crate::format::dsl::kind::{Card, Deck, List, Number, Seat, Text, Truth, Zone};
use crate::format::dsl::value::Val;
use cardable_engine::builtin;

calls! {
    // --- states and turns

    /// The name of the running state.
    fn current_state() -> Val<Text>;

    /// The state that has most votes of the running state's vote buttons.
    fn vote_result() -> Val<Text>;

    /// The seat whose turn it is; nothing in states without turns.
    fn turn_player() -> Val<Seat>;

    /// Lets a seat pass: turns leave it out from now on.
    fn pass_in_round_robin(who: Seats, until: Optional<Val<Text>>) -> Command;

    /// The seats that have passed and are left out just now.
    fn passed_players() -> Val<List<Seat>>;

    /// Ends a seat's turn: with the action it is in, where turns are taken; at once, where everybody acts at the same time.
    fn end_turn(seat: Optional<Val<Seat>>) -> Command;

    /// Ends a round and begins the next one: zones that fill up at such moments do.
    fn end_round() -> Command;

    /// Turns the direction of play round, for the rest of the game.
    fn reverse_turn_order() -> Command;

    /// Lets two seats swap their places: each comes in the order of play where the other one came.
    fn swap_places(one: Val<Seat>, other: Val<Seat>) -> Command;

    /// The direction of play: 1 in the order of the seats, -1 against it.
    fn turn_direction() -> Val<Number>;

    /// Leaves seats out when the turn passes next.
    fn skip_next_player(count: Optional<Val<Number>>) -> Command;

    /// Says whose turn it is after this one, instead of the next seat's.
    fn set_next_player(seat: Val<Seat>) -> Command;

    /// Gives the seat on turn one more turn after this one.
    fn extra_turn() -> Command;

    /// The seat that automatic actions mean by `$player`: the one on turn, or in states without turns the one whose action led here.
    fn current_player() -> Val<Seat>;

    /// The number of a seat, counted from 0; -1 for nobody.
    fn seat_index(seat: Optional<Val<Seat>>) -> Val<Number>;

    /// The seat of a number, counted from 0.
    fn seat_at(index: Val<Number>) -> Val<Seat>;

    // --- moving cards

    /// Moves the next card of a zone, as a seat draws it.
    fn draw_card(who: Seats, from: Val<Zone>, to: Val<Zone>, face_down: Optional<Val<Truth>>) -> Command;

    /// Moves the next cards of a zone, one after the other, as a seat draws them.
    fn draw_cards(who: Seats, count: Val<Number>, from: Val<Zone>, to: Val<Zone>, face_down: Optional<Val<Truth>>) -> Command;

    /// Moves the next cards of a zone, as many as there are.
    fn draw_up_to(who: Seats, count: Val<Number>, from: Val<Zone>, to: Val<Zone>, face_down: Optional<Val<Truth>>) -> Command;

    /// Deals the next cards of a zone, one to each seat in turn until each has its number.
    fn deal(from: Val<Zone>, to: SeatZone, count: Val<Number>, seats: Optional<Seats>, face_down: Optional<Val<Truth>>) -> Command;

    /// Moves cards to a zone, in the order they are named, each as its newest card.
    fn place_card(cards: CardsOf, to: Val<Zone>, face_down: Optional<Val<Truth>>) -> Command;

    /// Moves all cards of a zone, in their order.
    fn move_all(from: Val<Zone>, to: Val<Zone>, face_down: Optional<Val<Truth>>) -> Command;

    /// Moves the cards of a zone that would be drawn next.
    fn move_top(from: Val<Zone>, to: Val<Zone>, count: Optional<Val<Number>>, face_down: Optional<Val<Truth>>) -> Command;

    /// Moves the cards of a zone that would be drawn last, the very last first.
    fn move_bottom(from: Val<Zone>, to: Val<Zone>, count: Optional<Val<Number>>, face_down: Optional<Val<Truth>>) -> Command;

    /// Moves the cards of a zone whose attribute has a value, in the order in which they lie.
    fn move_matching(from: Val<Zone>, to: Val<Zone>, attribute: AttributeName, value: Anything) -> Command;

    /// Puts cards where the zone's next card is drawn: they are drawn before all others, the one named last first.
    fn put_on_top(cards: CardsOf, to: Val<Zone>) -> Command;

    /// Puts a card at a place of a zone: it is drawn after so many others.
    fn put_at(card: Val<Card>, to: Val<Zone>, place: Val<Number>) -> Command;

    /// Puts cards where they are drawn after all others, the one named last last.
    fn put_under(cards: CardsOf, to: Val<Zone>) -> Command;

    /// Shuffles a zone.
    fn shuffle(zone: Val<Zone>) -> Command;

    /// Puts a zone in order by attributes, the lowest as its oldest card: numbers by size, texts in the order in which the card sets name them, cards without a value last.
    fn sort(zone: Val<Zone>; attributes: AttributeName) -> Command;

    /// Lets two cards change places, also from zone to zone.
    fn swap_cards(a: Val<Card>, b: Val<Card>) -> Command;

    /// Lets two zones exchange all their cards, each in their order.
    fn swap_zones(a: Val<Zone>, b: Val<Zone>) -> Command;

    /// Lets zones pass all their cards on at the same time: those of each zone go to the next one, and those of the last one to the first, each in their order.
    fn rotate_zones(; zones: Val<Zone>) -> Command;

    /// Fills a zone up again from where its `replenish` says, now.
    fn replenish(zone: Val<Zone>) -> Command;

    /// Puts the cards of a seat's `hand` back, face down: each to the deck of the seat whose card it is, else to the shared deck.
    fn empty_hands(who: Seats) -> Command;

    /// Puts cards on the `discard` zone: of the seat whose cards they are, or else who holds them, where seats have one; else the shared one; else into the box, out of the game.
    fn discard_card(cards: CardsOf, face_down: Optional<Val<Truth>>) -> Command;

    /// Takes all cards of a seat's zone back, face down: each goes to the zone `to` of the seat whose card it is, a card of nobody to that of the same seat.
    fn return_to_owner(who: Seats, from: SeatZone, to: SeatZone) -> Command;

    /// Gathers all cards that are a seat's own, wherever they lie, face down in its deck, and shuffles it.
    fn reset_decks(who: Seats, deck: SeatZone) -> Command;

    /// Gathers all cards that are in the game, face down in one zone.
    fn gather(to: Val<Zone>) -> Command;

    /// Turns cards over: those that lie face up come to lie face down, and the other way round.
    fn flip_card(cards: CardsOf) -> Command;

    /// Turns cards so that they lie face up.
    fn turn_face_up(cards: CardsOf) -> Command;

    /// Turns cards so that they lie face down.
    fn turn_face_down(cards: CardsOf) -> Command;

    /// Turns the card of a zone over that would be drawn next.
    fn flip_top(zone: Val<Zone>) -> Command;

    /// Lets seats see the faces of cards where they lie.
    fn peek(cards: CardsOf, who: Optional<Seats>) -> Command;

    /// Shows the faces of cards to everybody, spectators too, where they lie, without turning them.
    fn reveal(cards: CardsOf) -> Command;

    /// Ends all looks that `peek` and `reveal` granted at cards.
    fn unpeek(cards: CardsOf) -> Command;

    // --- opening and marking zones

    /// Opens one more copy of a zone, and gives it.
    fn open_zone(zone: Val<Zone>) -> Val<Zone>;

    /// Closes a copy of a zone, which is empty or gives its cards away.
    fn close_zone(zone: Val<Zone>, to: Optional<Val<Zone>>) -> Command;

    /// The open copies of a zone, in the order of their numbers.
    fn open_zones(zone: Val<Zone>) -> Val<List<Zone>>;

    /// Whether a zone is there: a copy that is not open is not.
    fn is_open(zone: Val<Zone>) -> Val<Truth>;

    /// Whether one more copy of a zone may be opened.
    fn can_open_zone(zone: Val<Zone>) -> Val<Truth>;

    /// Whether a zone may be closed: it is an open copy, empty, and not the last that there must be.
    fn can_close_zone(zone: Val<Zone>) -> Val<Truth>;

    /// Gives a zone a designation that it can bear; of those that exclude each other, it loses the one it bore.
    fn designate(zone: Val<Zone>, designation: Val<Text>) -> Command;

    /// Takes a designation from a zone.
    fn clear_designation(zone: Val<Zone>, designation: Val<Text>) -> Command;

    /// Whether a zone bears a designation.
    fn is_designated(zone: Val<Zone>, designation: Val<Text>) -> Val<Truth>;

    /// The designations of a zone, in the order of their declaration.
    fn designations(zone: Val<Zone>) -> Val<List<Text>>;

    /// Of several zones those that bear a designation, in their order.
    fn zones_designated(zones: Val<List<Zone>>, designation: Val<Text>) -> Val<List<Zone>>;

    /// Of several seats those whose zone of a name, or any open copy of it, bears a designation.
    fn seats_designated(who: Seats, zone: SeatZone, designation: Val<Text>) -> Val<List<Seat>>;

    // --- hints for clients

    /// Lets a client mark cards or zones as selected.
    fn select(things: Anything, to: Optional<Seats>) -> Command;

    /// Lets a client take the mark off cards or zones.
    fn deselect(things: Anything, to: Optional<Seats>) -> Command;

    /// Lets a client mark cards or zones as selected, or take the mark off where it is.
    fn toggle_selection(things: Anything, to: Optional<Seats>) -> Command;

    /// Lets a client show a part of its interface.
    fn show_interface(part: Val<Text>, to: Optional<Seats>) -> Command;

    /// Lets a client hide a part of its interface.
    fn hide_interface(part: Val<Text>, to: Optional<Seats>) -> Command;

    /// Lets clients show nothing further for a while.
    fn wait(milliseconds: Val<Number>, to: Optional<Seats>) -> Command;

    // --- decks

    /// Asks each seat in turn for one of the decks that nobody has yet; it goes to that seat's zone `deck`, shuffled, and its cards are the seat's own.
    fn pick_deck(decks: Val<List<Deck>>, first: Optional<Val<Seat>>) -> Command;

    /// Those of some decks that no seat has taken.
    fn free_decks(decks: Val<List<Deck>>) -> Val<List<Deck>>;

    /// The deck that a seat has taken, the first of several; nothing when it has none.
    fn deck_of(seat: Val<Seat>) -> Val<Deck>;

    /// Gives a seat a deck: all its cards go to the seat's zone `deck`, face down and shuffled, and are the seat's own from now on.
    fn take_deck(seat: Val<Seat>, deck: Val<Deck>) -> Command;

    /// Puts all decks that seats have taken back into the box, to be taken again.
    fn release_decks() -> Command;

    // --- scores and the end

    /// The score of a seat.
    fn score(seat: Optional<Val<Seat>>) -> Val<Number>;

    /// Adds to the score of a seat.
    fn add_score(who: Seats, points: Val<Number>) -> Command;

    /// Gives a seat a score.
    fn set_score(who: Seats, points: Val<Number>) -> Command;

    /// Adds to the score of every seat of a team, so that they all read the score of their team.
    fn add_team_score(seat: Val<Seat>, points: Val<Number>) -> Command;

    /// The score of a seat's team: the highest among its seats.
    fn team_score(seat: Optional<Val<Seat>>) -> Val<Number>;

    /// The seats in play with the highest score.
    fn best_seats() -> Val<List<Seat>>;

    /// The rank of a seat by score: 1 for the highest.
    fn rank_of(seat: Optional<Val<Seat>>) -> Val<Number>;

    /// Ends the game.
    fn end_game(winners: Optional<Seats>, reason: Optional<Val<Text>>) -> Command;

    /// The largest number that seats have in an item of their data.
    fn most_of_seats(item: ItemName) -> Val<Number>;

    /// The smallest number that seats have in an item of their data.
    fn least_of_seats(item: ItemName) -> Val<Number>;
}
