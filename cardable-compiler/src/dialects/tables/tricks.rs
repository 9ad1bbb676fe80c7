//! Tricks: where they are played, who must follow suit, and who takes them.

use super::Reader;
use super::actions::{Action, Pick};
use super::fields::{GAME, TRICKS};
use super::moves::Here;
use crate::compile::query;
use crate::diag::Code as Problem;
use crate::hir::{LocalKind, NodeId, NodeKind, Scope, Stmt};
use crate::json::{Node, Value as Json};
use crate::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{Callee, Form};
use cardable_engine::program::{
    DataDef, Lies, Order, Part, PickFrom, PickWhat, Triggers, Visibility, Who, ZoneName,
};
use cardable_engine::value::{Kind, Type, Value};

/// Where tricks are played, and how.
pub(super) struct Tricks {
    span: Span,
    play: ZoneName,
    from: u16,
    scoring: u16,
    follow: bool,
    winner_takes: bool,
    trump: Trump,
}

/// What beats the other suits, beside the trumps of the decks.
enum Trump {
    None,
    Suit(String),
    /// The set of the game's designations that names it.
    Marked(String),
}

/// When a player has acted.
const AFTER: Triggers = Triggers {
    entry: false,
    turn: false,
    action: true,
    round: false,
    step: false,
};

/// When a player's turn begins.
const ON_TURN: Triggers = Triggers {
    entry: false,
    turn: true,
    action: false,
    round: false,
    step: false,
};

/// The data in which it is kept which card a seat has played to the trick.
const PLAYED: &str = "played";

impl<'a> Reader<'a> {
    /// Declares the zones of tricks that are not there yet.
    pub(super) fn tricks(&mut self, root: &'a Node) -> Option<Tricks> {
        let node = GAME.get(root, "tricks")?;
        if node.as_bool() == Some(false) || node.is_invalid() {
            return None;
        }
        let field = |name| TRICKS.get(node, name);
        let flag = |name| field(name).and_then(Node::as_bool);
        let play = self.trick_zone(node, "trick_play", false)?;
        let from = self.trick_zone(node, "trick_play_from", true);
        let scoring = self.trick_zone(node, "trick_scoring", true);
        let (Some(ZoneName::Seat(from)), Some(ZoneName::Seat(scoring))) = (from, scoring) else {
            return None;
        };
        if self.def(play).order == Order::Shuffled {
            let span = self
                .zones
                .iter()
                .find(|z| z.place == play)
                .map_or(node.span, |z| z.span);
            self.b.error(
                Problem::NotAChoice,
                span,
                "tricks cannot be played to a zone that is shuffled: nobody could tell who led",
                "write `\"order\": \"fixed-fifo\"`".to_owned(),
            );
        }
        for zone in self.zones.iter_mut().filter(|z| z.place == play) {
            zone.apart = true;
        }
        let follow = flag("follow_suit").unwrap_or(false);
        let trump = match field("trump").and_then(|n| Some((n, n.as_str()?))) {
            Some((trump, name)) => self.trump(root, trump, name),
            None => Trump::None,
        };
        let name = self.b.intern(PLAYED);
        self.b
            .hir
            .seat_data
            .push(DataDef::open(name, Type::CARD, Value::Nothing));
        Some(Tricks {
            span: node.span,
            play,
            from,
            scoring,
            follow,
            winner_takes: flag("winner_takes").unwrap_or(follow),
            trump,
        })
    }

    fn trump(&mut self, root: &Node, node: &Node, name: &str) -> Trump {
        let sets = GAME.get(root, "designations").map_or(&[][..], Node::items);
        let is = |set: &&Node| set.get("name").and_then(Node::as_str) == Some(name);
        if sets.iter().any(|set| is(&set)) {
            return Trump::Marked(name.to_owned());
        }
        let suits = self.b.hir.cards.types.iter().filter_map(|ty| ty.suit);
        let known: Vec<String> = self
            .b
            .hir
            .names_of(suits)
            .into_iter()
            .map(str::to_owned)
            .collect();
        let known = super::decks::once(known);
        if !known.iter().any(|suit| suit == name) {
            self.unknown(
                Problem::UnknownSuit,
                node.span,
                "suit, or set of designations,",
                name,
                &known,
            );
        }
        Trump::Suit(name.to_owned())
    }

    /// A zone of tricks: one that is named, one that is written here, or one that is made.
    fn trick_zone(&mut self, node: &'a Node, field: &str, of_seat: bool) -> Option<ZoneName> {
        let written = TRICKS.get(node, field);
        if let Some(zone) = written.filter(|n| matches!(n.value, Json::Object(_))) {
            return self.zone(zone, of_seat, Some(field));
        }
        let find = |reader: &Self, name: &str| {
            if of_seat {
                reader.b.hir.seat_zone_named(name).map(ZoneName::Seat)
            } else {
                reader.b.hir.zone_named(name).map(|z| ZoneName::Shared(z.0))
            }
        };
        if let Some(zone) = written
            && let Some(name) = zone.as_str()
        {
            let found = find(self, name);
            if found.is_none() {
                let zones = if of_seat {
                    &self.b.hir.zones.seat
                } else {
                    &self.b.hir.zones.shared
                };
                let known = self.b.hir.names_of(zones.iter().map(|z| z.name));
                let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
                let what = if of_seat { "player zone" } else { "shared zone" };
                self.unknown(Problem::UnknownZone, zone.span, what, name, &known);
            }
            return found;
        }
        let usual = if field == "trick_play_from" {
            find(self, "hand")
        } else {
            None
        };
        if let Some(found) = find(self, field).or(usual) {
            return Some(found);
        }
        Some(self.made_zone(node.span, field, of_seat))
    }

    /// A zone that tricks need and the game does not declare.
    fn made_zone(&mut self, span: Span, field: &str, of_seat: bool) -> ZoneName {
        let label = match field {
            "trick_play" => "Trick",
            "trick_play_from" => "Hand",
            _ => "Tricks won",
        };
        let mut def = self.b.default_zone(field, of_seat);
        def.declared = true;
        let who = if of_seat { Who::Owner } else { Who::All };
        def.visible = Visibility { who, part: Part::All };
        def.control = who;
        def.order = if of_seat { Order::Any } else { Order::FixedFifo };
        def.lies = if of_seat { Lies::Down } else { Lies::Up };
        def.initial = Some(0);
        def.decks = (0..self.b.hir.cards.decks.len())
            .map(|at| cardable_engine::ids::DeckId(at as u16))
            .collect();
        def.layout.label = Some(label.into());
        let place = self.b.add_zone(def, of_seat);
        self.zones.push(super::zones::Zone {
            node: None,
            span,
            label: label.to_owned(),
            place,
            flips: false,
            apart: false,
            own_marks: 0,
            mirrors: Vec::new(),
        });
        place
    }

    fn played(&mut self, span: Span) -> NodeId {
        let player = self.player(span);
        self.played_by(player, span)
    }

    /// The card that a seat has played to the trick.
    fn played_by(&mut self, seat: NodeId, span: Span) -> NodeId {
        let name = self.b.intern(PLAYED);
        let at = self
            .b
            .hir
            .seat_data
            .iter()
            .position(|d| d.name == name)
            .unwrap_or(0);
        self.b.node(NodeKind::SeatData(seat, at as u16), Type::CARD, span)
    }

    fn attribute(&mut self, name: &str, span: Span) -> NodeId {
        self.b.text(name, span)
    }

    /// Playing to tricks and taking them.
    pub(super) fn play_tricks(&mut self, here: Here, tricks: &Tricks, turns: bool) {
        self.play_to_trick(here, tricks, turns);
        if tricks.winner_takes {
            self.winner_takes(here, tricks, turns);
        } else {
            self.take_trick(here, tricks, turns);
        }
    }

    fn play_to_trick(&mut self, here: Here, tricks: &Tricks, turns: bool) {
        let span = tricks.span;
        let mut action = self.action(here.state, "play to the trick", "Play to the trick", span);
        action.phrase = Some("{player} plays {cards}".to_owned());
        action.ends_turn = turns;
        let nothing = self.b.constant(Value::Nothing, span);
        let played = self.played(span);
        let free = self.compare(Form::Equal, played, nothing, span);
        action
            .conditions
            .push((free, "you have played to this trick already".to_owned()));
        let why = if tricks.follow {
            "follow suit if you can"
        } else {
            "only a card that you may play"
        };
        let mut pick = Pick::new(PickWhat::Card, vec![PickFrom::OwnZone(tricks.from)], why);
        let trick = self.zone_node(tricks.play, span);
        if tricks.follow {
            let scope = self.candidates(&action, Kind::Card);
            let card = self.candidate(&scope, "$card", span);
            let hand = self.zone_node(ZoneName::Seat(tricks.from), span);
            let follows = self.attribute("follows", span);
            let may = self.call(
                &scope,
                builtin!(follows_suit),
                vec![card, hand, trick, follows],
                span,
            );
            pick.legal.push(may);
        }
        let picked = self.picking(&mut action, pick);
        let up = self.b.constant(Value::Bool(false), span);
        let mut steps = self.step(
            &mut action.scope.clone(),
            builtin!(place_card),
            vec![picked, trick, up],
            span,
        );
        steps.push(Stmt::Set {
            place: played,
            value: picked,
            span,
        });
        action.steps = steps;
        self.add(action);
    }

    /// Whether every seat that still has cards to play has played one: who has none is not waited for.
    fn trick_is_full(&mut self, scope: &Scope, tricks: &Tricks, span: Span) -> NodeId {
        let trick = self.zone_node(tricks.play, span);
        let begun = self.call(scope, builtin!(count_cards), vec![trick], span);
        let zero = self.b.constant(Value::Int(0), span);
        let begun = self.compare(Form::Greater, begun, zero, span);
        let everybody = self.b.node(NodeKind::Everyone, Type::List(Kind::Seat), span);
        let seat = query::bind_item(self.b, everybody, span);
        let nothing = self.b.constant(Value::Nothing, span);
        let played = self.played_by(seat, span);
        let played = self.compare(Form::NotEqual, played, nothing, span);
        let hand = self
            .b
            .node(NodeKind::SeatZone(seat, tricks.from), Type::ZONE, span);
        let empty = self.call(scope, builtin!(is_empty), vec![hand], span);
        let done = self
            .b
            .node(NodeKind::Form(Form::Or, vec![played, empty]), Type::BOOL, span);
        let done = query::function(self.b, seat, done, span);
        let all = self.call(scope, builtin!(all), vec![everybody, done], span);
        self.b
            .node(NodeKind::Form(Form::And, vec![begun, all]), Type::BOOL, span)
    }

    /// Whether the seat on turn has played to the trick before: the turn has come round, and who
    /// ended it without playing sits out.
    fn has_come_round(&mut self, span: Span) -> NodeId {
        let nothing = self.b.constant(Value::Nothing, span);
        let played = self.played(span);
        self.compare(Form::NotEqual, played, nothing, span)
    }

    /// The highest card wins: who played it takes the trick and leads to the next one.
    fn winner_takes(&mut self, here: Here, tricks: &Tricks, turns: bool) {
        let span = tricks.span;
        let mut action = self.action(here.state, "trick taken", "Trick taken", span);
        action.on = Some(AFTER);
        let full = self.trick_is_full(&action.scope, tricks, span);
        action.conditions.push((full, String::new()));
        self.take_by_winner(action, tricks, turns.then_some(builtin!(set_next_player)));
        if turns {
            let mut action = self.action(here.state, "trick taken by turns", "Trick taken", span);
            action.on = Some(ON_TURN);
            let round = self.has_come_round(span);
            action.conditions.push((round, String::new()));
            self.take_by_winner(action, tricks, Some(builtin!(give_turn)));
        }
    }

    /// The winner's cards and lead, by the step that makes a seat lead.
    fn take_by_winner(&mut self, mut action: Action, tricks: &Tricks, leads: Option<&Callee>) {
        let span = tricks.span;
        let trick = self.zone_node(tricks.play, span);
        let trump = self.trump_now(&action.scope, tricks, span);
        let order = self.attribute("order", span);
        let follows = self.attribute("follows", span);
        let winner = self.call(
            &action.scope,
            builtin!(trick_winner),
            vec![trick, trump, order, follows],
            span,
        );
        let local = action
            .scope
            .action
            .add("winner", Type::CARD, LocalKind::Data(None));
        let best = self.b.node(NodeKind::Local(local), Type::CARD, span);
        let set = Stmt::Set {
            place: best,
            value: winner,
            span,
        };
        let nothing = self.b.constant(Value::Nothing, span);
        let played = self.played(span);
        let won = self.compare(Form::Equal, played, best, span);
        let mut inner = action.scope.clone();
        let pile = self.zone_node(ZoneName::Seat(tricks.scoring), span);
        let mut take = self.step(&mut inner, builtin!(move_all), vec![trick, pile], span);
        let player = self.player(span);
        if let Some(leads) = leads {
            take.extend(self.step(&mut inner, leads, vec![player], span));
        }
        let body = vec![
            Stmt::If {
                condition: won,
                then: take,
                otherwise: Vec::new(),
                span,
            },
            Stmt::Set {
                place: played,
                value: nothing,
                span,
            },
        ];
        let seats = self.b.node(NodeKind::Everyone, Type::List(Kind::Seat), span);
        action.steps = vec![set, Stmt::EachSeat { seats, body, span }];
        self.add(action);
    }

    /// Players take tricks themselves.
    fn take_trick(&mut self, here: Here, tricks: &Tricks, turns: bool) {
        let span = tricks.span;
        let mut action = self.action(here.state, "take the trick", "Take the trick", span);
        action.phrase = Some("{player} takes the trick: {cards}".to_owned());
        let mut full = self.trick_is_full(&action.scope, tricks, span);
        if turns {
            let round = self.has_come_round(span);
            full = self
                .b
                .node(NodeKind::Form(Form::Or, vec![full, round]), Type::BOOL, span);
        }
        action
            .conditions
            .push((full, "not everybody has played to it yet".to_owned()));
        let trick = self.zone_node(tricks.play, span);
        let pile = self.zone_node(ZoneName::Seat(tricks.scoring), span);
        let mut steps = self.step(
            &mut action.scope.clone(),
            builtin!(move_all),
            vec![trick, pile],
            span,
        );
        let nothing = self.b.constant(Value::Nothing, span);
        let played = self.played(span);
        let seats = self.b.node(NodeKind::Everyone, Type::List(Kind::Seat), span);
        steps.push(Stmt::EachSeat {
            seats,
            body: vec![Stmt::Set {
                place: played,
                value: nothing,
                span,
            }],
            span,
        });
        action.steps = steps;
        self.add(action);
    }

    /// The suits that beat the others now: the one that is named or marked, and above it the trumps
    /// of the decks.
    fn trump_now(&mut self, scope: &Scope, tricks: &Tricks, span: Span) -> NodeId {
        let always = self.b.text(super::decks::TRUMPS, span);
        let suit = match &tricks.trump {
            Trump::None => return always,
            Trump::Suit(suit) => self.b.text(suit, span),
            Trump::Marked(set) => {
                let mut now = self.b.constant(Value::Nothing, span);
                let values: Vec<String> = {
                    let sets = self.game_marks.iter().filter(|marks| marks.name == *set);
                    sets.flat_map(|marks| marks.values.clone()).collect()
                };
                let Some(game) = self.game_zone else { return always };
                let game = self.zone_node(game, span);
                for value in values {
                    let name = self.b.text(&value, span);
                    let is = self.call(scope, builtin!(is_designated), vec![game, name], span);
                    now = self
                        .b
                        .node(NodeKind::Form(Form::If, vec![is, name, now]), Type::ANY, span);
                }
                now
            }
        };
        self.b.list(vec![suit, always], span)
    }
}
