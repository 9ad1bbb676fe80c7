//! Calls about what lies on the table and who sits at it.

use super::{Anything, AttributeName, Optional, calls};
use crate::format::dsl::command::{CardsOf, Command, Seats};
use crate::format::dsl::handles::SeatZone;
use crate::format::dsl::kind::{Card, Kind, List, Number, Seat, Text, Truth, Zone};
use crate::format::dsl::value::Val;
use cardable_engine::builtin;

calls! {
    // --- looking at cards

    /// How many cards lie in a zone.
    fn count_cards(zone: Val<Zone>) -> Val<Number>;

    /// How many cards lie in a seat's `hand`.
    fn cards_in_hand(seat: Optional<Val<Seat>>) -> Val<Number>;

    /// Whether there is nothing: no value, an empty text, a list without items, a zone without cards.
    fn is_empty(value: Anything) -> Val<Truth>;

    /// The card of a zone that would be drawn next; nothing when it is empty.
    fn top_card(zone: Val<Zone>) -> Val<Card>;

    /// The card of a zone that would be drawn last; nothing when it is empty.
    fn bottom_card(zone: Val<Zone>) -> Val<Card>;

    /// A card of a zone, counted in the order of drawing; nothing when there are not so many.
    fn nth_card(zone: Val<Zone>, n: Val<Number>) -> Val<Card>;

    /// All cards of a zone, the oldest first.
    fn cards_of(zone: Val<Zone>) -> Val<List<Card>>;

    /// Whether a card is the one that would be drawn next from its zone.
    fn is_top(card: Val<Card>) -> Val<Truth>;

    /// Whether a card is the one that would be drawn last from its zone; see `is_top`.
    fn is_bottom(card: Val<Card>) -> Val<Truth>;

    /// Whether a zone holds as many cards as it may.
    fn is_full(zone: Val<Zone>) -> Val<Truth>;

    /// The value of a card, as its card set gives it: of a card with a low and a high one the high one, of a card with a choice the first.
    fn card_value<R>(card: Val<Card>) -> Val<R>;

    /// The suit of a card, by its name; nothing for a card without one.
    fn card_suit(card: Val<Card>) -> Val<Text>;

    /// The rank of a card: its attribute `rank` where cards have one, else its name.
    fn card_rank<R>(card: Val<Card>) -> Val<R>;

    /// The name of a card, as its card set gives it.
    fn card_name(card: Val<Card>) -> Val<Text>;

    /// The seat a card is with: the one whose zone it lies in, else the one whose card it is; nothing for a card that is nobody's.
    fn get_player_from_card(card: Val<Card>) -> Val<Seat>;

    /// The seat whose card it is, wherever it lies: the one whose deck it came from.
    fn card_owner(card: Val<Card>) -> Val<Seat>;

    /// The zone a card lies in.
    fn zone_of(card: Val<Card>) -> Val<Zone>;

    /// The seat whose zone it is; nothing for a shared one.
    fn zone_owner(zone: Val<Zone>) -> Val<Seat>;

    /// The zone of that name that a seat has.
    fn seat_zone(seat: Val<Seat>, name: SeatZone) -> Val<Zone>;

    /// The zones of that name that several seats have, in the order of the seats; of a zone with copies all that are open.
    fn zones_of(seats: Seats, name: SeatZone) -> Val<List<Zone>>;

    /// Whether a card lies face up.
    fn is_face_up(card: Val<Card>) -> Val<Truth>;

    /// The first of two values that is not nothing.
    fn or_else<K>(value: Val<K>, otherwise: Val<K>) -> Val<K>;

    // --- seats

    /// The seat after another one in the direction of play; dismissed seats are left out, passed ones are not.
    fn next_player(seat: Optional<Val<Seat>>) -> Val<Seat>;

    /// The seat before another one in the direction of play; dismissed seats are left out.
    fn previous_player(seat: Optional<Val<Seat>>) -> Val<Seat>;

    /// All seats in play in the direction of play.
    fn seats_from(seat: Optional<Val<Seat>>) -> Val<List<Seat>>;

    /// How many seats of the running state can still choose an action, or are in the middle of one.
    fn active_players() -> Val<Number>;

    /// All seats that are not dismissed, in their order.
    fn nondismissed_players() -> Val<List<Seat>>;

    /// All seats in play but one, in their order.
    fn other_players(seat: Optional<Val<Seat>>) -> Val<List<Seat>>;

    /// How many seats are not dismissed.
    fn count_nondismissed_players() -> Val<Number>;

    /// All seats that are dismissed, in their order.
    fn dismissed_players() -> Val<List<Seat>>;

    /// Whether a seat is dismissed.
    fn is_dismissed(seat: Optional<Val<Seat>>) -> Val<Truth>;

    /// Puts seats out of play: what they were in the middle of ends, and they watch until `recall_players`.
    fn dismiss_player(who: Seats) -> Command;

    /// Brings all dismissed seats back into play.
    fn recall_players() -> Command;

    // --- teams and roles

    /// The number of a seat's team, counted from 0.
    fn team_of(seat: Optional<Val<Seat>>) -> Val<Number>;

    /// Forms teams from now on: each parameter is the seats of one.
    fn set_teams(; teams: Seats) -> Command;

    /// What a seat's team is called; nothing when it has no name.
    fn team_name(seat: Optional<Val<Seat>>) -> Val<Text>;

    /// The seats of a team, in their order, dismissed ones too.
    fn team_seats(team: Val<Number>) -> Val<List<Seat>>;

    /// A seat and those who play with it, in their order, dismissed ones too.
    fn allies(seat: Optional<Val<Seat>>) -> Val<List<Seat>>;

    /// Those who play with a seat, without itself, dismissed ones too.
    fn partners(seat: Optional<Val<Seat>>) -> Val<List<Seat>>;

    /// The one who plays with a seat: of several the next in the order of seats; nothing when it plays alone.
    fn partner(seat: Optional<Val<Seat>>) -> Val<Seat>;

    /// The seats of persons that are in other teams than a seat, in their order, dismissed ones too.
    fn opponents(seat: Optional<Val<Seat>>) -> Val<List<Seat>>;

    /// Whether two seats play together; a seat always does with itself.
    fn same_team(a: Val<Seat>, b: Val<Seat>) -> Val<Truth>;

    /// The role of a seat, by its name; nothing where seats have none.
    fn role_of(seat: Optional<Val<Seat>>) -> Val<Text>;

    /// Whether a seat has a role.
    fn has_role(seat: Val<Seat>, role: Val<Text>) -> Val<Truth>;

    /// The seats of a role, in their order, dismissed ones too.
    fn role_seats(role: Val<Text>) -> Val<List<Seat>>;

    /// The first seat of a role; nothing when nobody has it.
    fn role_seat(role: Val<Text>) -> Val<Seat>;

    /// Whether the game itself plays a seat.
    fn is_automatic(seat: Optional<Val<Seat>>) -> Val<Truth>;

    // --- chance

    /// A random seat, each as likely as the others; nothing when there is none.
    fn pick_random_player(seats: Optional<Seats>) -> Val<Seat>;

    /// A random whole number, each as likely as the others.
    fn random_number(min: Val<Number>, max: Val<Number>) -> Val<Number>;

    /// A random item of a list; nothing of an empty one.
    fn random_item<K>(list: Val<List<K>>) -> Val<K>;

    /// A random one of some cards; nothing when there is none.
    fn random_card(cards: CardsOf) -> Val<Card>;

    // --- tricks

    /// The suit of the card that was played first to a trick; nothing when it is empty or that card has no suit.
    fn led_suit(trick: Val<Zone>) -> Val<Text>;

    /// The card that wins a trick: the highest trump, else the highest card of the suit that was led; of equal cards the one played first.
    fn trick_winner(trick: Val<Zone>, trump: Optional<Anything>, rank: Optional<AttributeName>, suit: Optional<AttributeName>) -> Val<Card>;

    /// The seat whose card wins a trick to which the seats in play have played one card each, in the direction of play.
    fn trick_winner_seat(trick: Val<Zone>, leader: Val<Seat>, trump: Optional<Anything>, rank: Optional<AttributeName>, suit: Optional<AttributeName>, players: Optional<Seats>) -> Val<Seat>;

    /// Whether a card may be played to a trick by a seat that must follow suit: any card to an empty trick, a card of the suit that was led, and any card of a hand without that suit.
    fn follows_suit(card: Val<Card>, hand: Val<Zone>, trick: Val<Zone>, suit: Optional<AttributeName>) -> Val<Truth>;
}
