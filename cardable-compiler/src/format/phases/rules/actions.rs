//! What players can do: press a button, or play a card.

use super::Reader;
use super::effects;
use super::fields::ACTION;
use super::phase::Phase;
use super::place::{Place, Played};
use super::{params, phase};
use crate::hir::build::phrase;
use crate::hir::{LocalKind, NodeId, NodeKind, Source, Stmt, TestOfPick};
use crate::lower::tabulate;
use crate::text::diag::{Code as Problem, meant_or_listed};
use crate::text::json::Node;
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::Form;
use cardable_engine::program::{
    ActionDef, ActionKind, PickDef, PickFrom, PickOnly, PickWhat, StateType, ZoneName,
};
use cardable_engine::value::{Kind, Type, Value};

/// The name of the action by which cards are played.
const PLAY_CARD: &str = "play_card";

/// Where cards are played to when nothing is said, most likely first.
const TARGETS: [&str; 6] = ["discard", "discard_pile", "trick", "pile", "play_area", "table"];

/// An action as it was built.
struct Built {
    action: ActionDef,
    /// Whether it can be offered at all, as far as can be told beforehand.
    is_offered: bool,
}

impl Reader<'_> {
    /// Builds what players can do in a phase.
    pub(super) fn actions(&mut self, root: &Node, phase: &Phase<'_>) {
        let nodes = phase.actions();
        if phase.kind == StateType::Auto {
            let unsure = self.b.hir.places.unsure.contains(&phase.state);
            if let Some(first) = nodes.first().filter(|_| !unsure) {
                self.b.warn(
                    Problem::NeverAvailable,
                    first.span,
                    "players can never act in an automatic phase",
                    "make it `turn_based` or `all_players`, or take its actions out".to_owned(),
                );
            }
            return;
        }
        if nodes.is_empty() {
            self.b.warn(
                Problem::DeadEnd,
                phase.span(),
                "nobody can do anything in this phase",
                "give it `actions`, or make it `automatic`".to_owned(),
            );
        }
        let mut names: Vec<&str> = Vec::new();
        let mut never = Vec::new();
        for node in nodes {
            let Some(name_node) = ACTION.get(node, "name") else {
                continue;
            };
            let Some(name) = name_node.as_str() else { continue };
            if names.contains(&name) {
                self.b.error(
                    Problem::DuplicateName,
                    name_node.span,
                    format!("there are two actions `{name}` in this phase"),
                    "call one of the two otherwise, or take it out",
                );
                continue;
            }
            names.push(name);
            let auto_end = phase::auto_end(root, phase);
            let action = if name == PLAY_CARD {
                self.play_card(phase, node, auto_end)
            } else {
                self.button(phase, node, name, auto_end)
            };
            if let Some(Built {
                mut action,
                is_offered,
            }) = action
            {
                let phrase = ACTION
                    .get(node, "phrase")
                    .and_then(|n| Some((n.as_str()?, n.span)));
                action.phrase =
                    phrase.and_then(|(text, span)| phrase::phrase(self.b, text, action.state, span));
                self.b.add_action(action);
                if !is_offered {
                    never.push(node);
                }
            }
        }
        self.tell_never_offered(phase, &never);
    }

    /// Says which actions are never offered; where that is all of them, that nobody can do anything.
    fn tell_never_offered(&mut self, phase: &Phase<'_>, never: &[&Node]) {
        if !never.is_empty() && never.len() == phase.actions().len() {
            self.b.warn(
                Problem::NeverOffered,
                phase.span(),
                "no action of this phase is ever offered: the condition of each is false",
                "say in a `condition` when its action can be done, or make the phase `automatic`",
            );
            return;
        }
        for node in never {
            let at = ACTION.get(node, "condition").map_or(node.span, |n| n.span);
            self.b.warn(
                Problem::NeverAvailable,
                at,
                "this action is never offered: its condition is false",
                "say in `condition` when it can be done, or take the action out",
            );
        }
    }

    fn button(
        &mut self,
        phase: &Phase<'_>,
        node: &Node,
        name: &str,
        auto_end: Option<&Node>,
    ) -> Option<Built> {
        for field in ["from", "to"] {
            if let Some(node) = ACTION.get(node, field) {
                self.b.warn(
                    Problem::UnknownField,
                    node.span,
                    format!("`{field}` is read only of `{PLAY_CARD}`"),
                    "take it out, and move the cards in the `effect`",
                );
            }
        }
        let mut at = Place::new(phase.state, phase.order);
        let condition = ACTION.get(node, "condition");
        let params = ACTION.get(node, "params");
        let asks = params.is_some() || !self.answers_used(node).is_empty();
        // Before anything is chosen, an action with questions asks only if it is there.
        at.availability = asks;
        at.scope.reveals = reveals(node);
        let available = condition.map(|n| self.shown_condition(&at, n));
        at.availability = false;
        self.note_ended_turns(&mut at, auto_end);
        let mut steps = match params {
            Some(_) => params::params(self, &mut at, params),
            None => params::params_by_use(self, &mut at, node),
        };
        let opens_with_prompt = !steps.is_empty();
        let mut effects = self.effects(&mut at, ACTION.get(node, "effect"));
        effects.extend(self.ending(&mut at, auto_end));
        let guard = condition
            .filter(|_| opens_with_prompt)
            .and_then(|n| self.shown_condition(&at, n));
        match guard {
            Some(condition) => steps.push(Stmt::If {
                condition,
                then: effects,
                otherwise: Vec::new(),
                span: node.span,
            }),
            None => steps.extend(effects),
        }
        let body = self.b.body_code(&at.scope, steps);
        let label = ACTION.get(node, "label").and_then(Node::as_str).unwrap_or(name);
        let made = phase::new_action(self, phase.state, ActionKind::Button, name, label, body);
        let is_offered = !matches!(available, Some(Some(condition)) if self.is_false(condition));
        let condition = match available {
            Some(Some(condition)) => Some(
                self.b
                    .condition_code(&Place::new(phase.state, phase.order).scope, condition),
            ),
            // Broken: said already.
            Some(None) | None => None,
        };
        let action = ActionDef {
            condition,
            opens_with_prompt,
            ..made
        };
        Some(Built { action, is_offered })
    }

    fn is_false(&self, condition: NodeId) -> bool {
        tabulate::known_truth(&self.b.hir, condition) == Some(false)
    }

    /// Makes a local in which effects note that they have ended a turn, where a turn may end by itself.
    fn note_ended_turns(&mut self, at: &mut Place, auto_end: Option<&Node>) {
        let Some(node) = auto_end else { return };
        let no = self.b.constant(Value::Bool(false), node.span);
        let local = at
            .scope
            .action
            .add("$turn_ended", Type::BOOL, LocalKind::Data(Some(no)));
        at.turn_ended = Some(local);
    }

    /// After an action, the turn may end by itself: where no effect has ended one, and it is still the same.
    fn ending(&mut self, at: &mut Place, auto_end: Option<&Node>) -> Vec<Stmt> {
        let Some(node) = auto_end else { return Vec::new() };
        let Some(condition) = self.condition(at, node) else {
            return Vec::new();
        };
        let span = node.span;
        let then = phase::with_language(self, at, span, |language, c| effects::end_turn(language, c, span));
        let goes_on = self.b.node(
            NodeKind::Call(builtin!(turn_goes_on).clone(), Vec::new()),
            Type::BOOL,
            span,
        );
        let mut all = vec![goes_on, condition];
        if let Some(local) = at.turn_ended {
            let ended = self.b.node(NodeKind::Local(local), Type::BOOL, span);
            all.insert(
                0,
                self.b
                    .node(NodeKind::Form(Form::Not, vec![ended]), Type::BOOL, span),
            );
        }
        let condition = self.b.node(NodeKind::Form(Form::And, all), Type::BOOL, span);
        vec![Stmt::If {
            condition,
            then,
            otherwise: Vec::new(),
            span,
        }]
    }

    fn play_card(&mut self, phase: &Phase<'_>, node: &Node, auto_end: Option<&Node>) -> Option<Built> {
        let from = self.played_from(node);
        let to = self.played_to(node);
        let (from, to) = (from?, to?);
        let span = node.span;
        let mut at = Place::new(phase.state, phase.order);
        // Of a candidate: itself, its zone, what is picked already.
        let mut candidates = at.clone();
        let card = candidates
            .scope
            .action
            .add("$card", Type::CARD, LocalKind::Given(0));
        candidates
            .scope
            .action
            .add("$zone", Type::ZONE, LocalKind::Given(1));
        candidates
            .scope
            .action
            .add("$picked", Type::List(Kind::Card), LocalKind::Given(2));
        let card = self.b.node(NodeKind::Local(card), Type::CARD, span);
        candidates.played = Some(Played {
            card,
            from,
            index: None,
        });
        let condition = ACTION.get(node, "condition");
        candidates.scope.reveals = reveals(node);
        let legal = condition.and_then(|n| self.shown_condition(&candidates, n));
        if let Some(legal) = legal {
            let from = match from {
                ZoneName::Seat(at) => Source::Own(at),
                ZoneName::Shared(at) => Source::Shared(at),
            };
            self.b.hir.tree.tests_of_picks.push(TestOfPick {
                scope: candidates.scope.clone(),
                from: vec![from],
                condition: legal,
                what: "what can be played",
            });
        }
        let is_offered = !legal.is_some_and(|legal| self.is_false(legal));
        let legal = legal
            .filter(|l| self.b.get(*l).kind != NodeKind::Const(Value::Bool(true)))
            .map(|l| self.b.legal(&candidates.scope, l));
        let picked = at.scope.action.add("hand_pick", Type::CARD, LocalKind::Given(0));
        let picked = self.b.node(NodeKind::Local(picked), Type::CARD, span);
        let target = self.zone_node(to, span);
        let mut steps = Vec::new();
        self.note_ended_turns(&mut at, auto_end);
        let index = self.index_before(&mut at, node, picked, span);
        at.played = Some(Played {
            card: picked,
            from,
            index: Some(index),
        });
        steps.push(self.step(builtin!(lay_on_top), vec![picked, target], span));
        steps.extend(self.effects(&mut at, ACTION.get(node, "effect")));
        steps.extend(self.ending(&mut at, auto_end));
        let body = self.b.body_code(&at.scope, steps);
        let label = ACTION
            .get(node, "label")
            .and_then(Node::as_str)
            .unwrap_or("Play a card");
        let made = phase::new_action(self, phase.state, ActionKind::HandPick, PLAY_CARD, label, body);
        let condition = self.has_room(&at, to, span);
        let action = ActionDef {
            condition,
            pick: Some(PickDef {
                what: PickWhat::Card,
                min: 1,
                max: 1,
                count: None,
                least: None,
                most: None,
                from: vec![match from {
                    ZoneName::Seat(zone) => PickFrom::OwnZone(zone),
                    ZoneName::Shared(zone) => PickFrom::SharedZone(zone),
                }],
                only: PickOnly::All,
                legal,
                legal_message: None,
                valid: None,
                valid_message: None,
                blind: false,
                register: 0,
                single: true,
            }),
            ..made
        };
        Some(Built { action, is_offered })
    }

    /// Where the card lay before it was played, where effects ask for it.
    fn index_before(&mut self, at: &mut Place, node: &Node, card: NodeId, span: Span) -> NodeId {
        let effects = ACTION.get(node, "effect").map_or(&[][..], Node::items);
        let asks = effects
            .iter()
            .filter_map(Node::as_str)
            .any(|text| text.contains("played_card_index"));
        if !asks {
            return self.b.constant(Value::Int(-1), span);
        }
        let found = NodeKind::Call(builtin!(place_in_zone).clone(), vec![card]);
        let place = self.b.node(found, Type::NUMBER, span);
        let local = at
            .scope
            .action
            .add("$index", Type::NUMBER, LocalKind::Data(Some(place)));
        self.b.node(NodeKind::Local(local), Type::NUMBER, span)
    }

    /// Whether a zone has room for one more card, where it has a limit.
    fn has_room(&mut self, at: &Place, zone: ZoneName, span: Span) -> Option<cardable_engine::program::Code> {
        let def = match zone {
            ZoneName::Shared(at) => self.b.hir.zones.shared.get(at as usize)?,
            ZoneName::Seat(at) => self.b.hir.zones.seat.get(at as usize)?,
        };
        let most = def.size.max;
        if most == u16::MAX {
            return None;
        }
        let zone = self.zone_node(zone, span);
        let count = NodeKind::Form(Form::CountZone, vec![zone]);
        let count = self.b.node(count, Type::NUMBER, span);
        let most = self.b.constant(Value::Int(most.into()), span);
        let room = NodeKind::Form(Form::Less, vec![count, most]);
        let room = self.b.node(room, Type::BOOL, span);
        Some(self.b.condition_code(&at.scope, room))
    }

    /// A zone of the table, or the acting player's.
    fn zone_node(&mut self, zone: ZoneName, span: Span) -> NodeId {
        match zone {
            ZoneName::Shared(at) => self
                .b
                .constant(Value::Zone(cardable_engine::ids::ZoneId(at)), span),
            ZoneName::Seat(at) => {
                let player = self.b.node(NodeKind::Player, Type::SEAT, span);
                self.b.node(NodeKind::SeatZone(player, at), Type::ZONE, span)
            }
        }
    }

    fn zone_named(&self, name: &str) -> Option<ZoneName> {
        let name = name.strip_prefix("current_player.").unwrap_or(name);
        let seat = self.b.hir.seat_zone_named(name).map(ZoneName::Seat);
        seat.or_else(|| self.b.hir.zone_named(name).map(|z| ZoneName::Shared(z.0)))
    }

    fn played_from(&mut self, node: &Node) -> Option<ZoneName> {
        let Some(said) = ACTION.get(node, "from") else {
            let found = self.zone_named("hand").or_else(|| {
                let own = !self.b.hir.zones.seat.is_empty();
                own.then_some(ZoneName::Seat(0))
            });
            if found.is_none() {
                self.b.error(
                    Problem::PickWithoutSource,
                    node.span,
                    "where are cards played from? no zone belongs to players",
                    "add `\"from\"` with the name of a zone".to_owned(),
                );
            }
            return found;
        };
        self.said_zone(said)
    }

    fn played_to(&mut self, node: &Node) -> Option<ZoneName> {
        let Some(said) = ACTION.get(node, "to") else {
            let found = TARGETS.iter().find_map(|name| self.zone_named(name));
            if found.is_none() {
                self.b.error(
                    Problem::PickWithoutSource,
                    node.span,
                    "where are cards played to?",
                    "add `\"to\"` with the name of a zone, such as `\"to\": \"discard\"`".to_owned(),
                );
            }
            return found;
        };
        self.said_zone(said)
    }

    fn said_zone(&mut self, node: &Node) -> Option<ZoneName> {
        let text = node.as_str()?;
        let found = self.zone_named(text);
        if found.is_none() {
            let zones = self
                .b
                .hir
                .zones
                .shared
                .iter()
                .chain(&self.b.hir.zones.seat)
                .map(|z| z.name);
            let known = self.b.hir.names_of(zones);
            let help = meant_or_listed(text, &known, "declare it in `zones`");
            self.b.error(
                Problem::UnknownZone,
                node.span,
                format!("unknown zone `{text}`"),
                help,
            );
        }
        found
    }
}

/// Whether the author says that a condition may show what is hidden.
fn reveals(action: &Node) -> bool {
    ACTION
        .get(action, "reveals")
        .and_then(Node::as_bool)
        .unwrap_or(false)
}
