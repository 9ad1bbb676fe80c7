//! What players can do: press a button, or play a card.

use super::PhasesReader;
use super::context::{Context, Played};
use super::effects;
use super::fields::{Action, File};
use super::phase::Phase;
use super::{params, phase, targets};
use crate::expr::Bindings;
use crate::hir::build::phrase;
use crate::hir::{LocalKind, NodeId, NodeKind, Source, Stmt, TestOfPick};
use crate::lower::tabulate;
use crate::text::diag::{Code as Problem, suggestion_or_list};
use crate::text::fields::read::Text;
use crate::text::source::Span;
use cardable_engine::program::{
    ActionDef, ActionKind, PickDef, PickFrom, PickOnly, PickWhat, StateType, ZoneName,
};
use cardable_engine::value::{Kind, Type, Value};

/// The name of the action by which cards are played.
const PLAY_CARD: &str = "play_card";

/// Where cards are played to when nothing is said, most likely first.
const TARGETS: [&str; 6] = ["discard", "discard_pile", "trick", "pile", "play_area", "table"];

struct Built {
    action: ActionDef,
    /// Whether it can be offered at all, as far as can be told beforehand.
    is_offered: bool,
}

impl PhasesReader<'_> {
    /// Builds what players can do in a phase.
    pub(super) fn actions(&mut self, file: File<'_>, phase: &Phase<'_>) {
        let written = phase.actions();
        if phase.kind == StateType::Auto {
            let unsure = self.b.hir.places.unsure.contains(&phase.state);
            if let Some(first) = written.nodes().first().filter(|_| !unsure) {
                self.b.warn(
                    Problem::NeverAvailable,
                    first.span,
                    "players can never act in an automatic phase",
                    "make it `turn_based` or `all_players`, or take its actions out".to_owned(),
                );
            }
            return;
        }
        if written.is_empty() {
            self.b.warn(
                Problem::DeadEnd,
                phase.span(),
                "nobody can do anything in this phase",
                "give it `actions`, or make it `automatic`".to_owned(),
            );
        }
        let mut names: Vec<&str> = Vec::new();
        let mut never = Vec::new();
        for written in written {
            let Some(name) = written.name() else {
                continue;
            };
            let (name, span) = (name.as_str(), name.span());
            if names.contains(&name) {
                self.b.error(
                    Problem::DuplicateName,
                    span,
                    format!("there are two actions `{name}` in this phase"),
                    "call one of the two otherwise, or take it out",
                );
                continue;
            }
            names.push(name);
            let auto_end = phase::auto_end(file, phase);
            let action = if name == PLAY_CARD {
                self.play_card(phase, written, auto_end)
            } else {
                self.button(phase, written, name, auto_end)
            };
            if let Some(Built {
                mut action,
                is_offered,
            }) = action
            {
                let phrase = written.phrase();
                action.phrase =
                    phrase.and_then(|text| phrase::phrase(self.b, &text, action.state, text.span()));
                self.b.add_action(action);
                if !is_offered {
                    never.push(written);
                }
            }
        }
        self.tell_never_offered(phase, &never);
    }

    /// Says which actions are never offered; where that is all of them, that nobody can do anything.
    fn tell_never_offered(&mut self, phase: &Phase<'_>, never: &[Action<'_>]) {
        if !never.is_empty() && never.len() == phase.actions().nodes().len() {
            self.b.warn(
                Problem::NeverOffered,
                phase.span(),
                "no action of this phase is ever offered: the condition of each is false",
                "say in a `condition` when its action can be done, or make the phase `automatic`",
            );
            return;
        }
        for action in never {
            let at = action.condition().map_or(action.node.span, Text::span);
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
        written: Action<'_>,
        name: &str,
        auto_end: Option<Text<'_>>,
    ) -> Option<Built> {
        for (field, zone) in [("from", written.from()), ("to", written.to())] {
            if let Some(zone) = zone {
                self.b.warn(
                    Problem::UnknownField,
                    zone.span(),
                    format!("`{field}` is read only of `{PLAY_CARD}`"),
                    "take it out, and move the cards in the `effect`",
                );
            }
        }
        let mut at = Context::new(phase.state, phase.order);
        let condition = written.condition();
        let params = written.params();
        let asks = params.is_some() || !self.answers_used(written).is_empty();
        // Before anything is chosen, an action with questions asks only if it is there.
        at.availability = asks;
        at.scope.reveals = written.reveals() == Some(true);
        let available = condition.map(|n| self.shown_condition(&at, n));
        at.availability = false;
        self.note_ended_turns(&mut at, auto_end);
        let mut steps = match params {
            Some(params) => params::params(self, &mut at, params.value),
            None => params::params_by_use(self, &mut at, written),
        };
        let opens_with_prompt = !steps.is_empty();
        let mut effects = self.effects(&mut at, written.effect());
        effects.extend(self.ending(&mut at, auto_end));
        let guard = condition
            .filter(|_| opens_with_prompt)
            .and_then(|n| self.shown_condition(&at, n));
        match guard {
            Some(condition) => steps.push(Stmt::If {
                condition,
                then: effects,
                otherwise: Vec::new(),
                span: written.node.span,
            }),
            None => steps.extend(effects),
        }
        let body = self.b.body_code(&at.scope, steps);
        let label = written.label().map_or(name, Text::as_str);
        let made = phase::new_action(self, phase.state, ActionKind::Button, name, label, body);
        let is_offered = !matches!(available, Some(Some(condition)) if self.is_false(condition));
        let condition = match available {
            Some(Some(condition)) => Some(
                self.b
                    .condition_code(&Context::new(phase.state, phase.order).scope, condition),
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
    fn note_ended_turns(&mut self, at: &mut Context, auto_end: Option<Text<'_>>) {
        let Some(written) = auto_end else { return };
        let no = self.b.constant(Value::Bool(false), written.span());
        let local = at
            .scope
            .action
            .add("$turn_ended", Type::BOOL, LocalKind::Data(Some(no)));
        at.turn_ended = Some(local);
    }

    /// After an action, the turn may end by itself: where no effect has ended one, and it is still the same.
    fn ending(&mut self, at: &mut Context, auto_end: Option<Text<'_>>) -> Vec<Stmt> {
        let Some(written) = auto_end else {
            return Vec::new();
        };
        let Some(condition) = self.condition(at, written) else {
            return Vec::new();
        };
        let span = written.span();
        let then = phase::with_language(self, at, span, |language, c| effects::end_turn(language, c, span));
        let mut names = Bindings::at(span).with("condition", condition);
        let mut text = "turn_goes_on() && condition";
        if let Some(local) = at.turn_ended {
            names = names.with("ended", self.b.node(NodeKind::Local(local), Type::BOOL, span));
            text = "!ended && turn_goes_on() && condition";
        }
        let condition = names.value(self.b, &at.scope, text);
        vec![Stmt::If {
            condition,
            then,
            otherwise: Vec::new(),
            span,
        }]
    }

    fn play_card(
        &mut self,
        phase: &Phase<'_>,
        written: Action<'_>,
        auto_end: Option<Text<'_>>,
    ) -> Option<Built> {
        let from = self.played_from(written);
        let to = self.played_to(written);
        let (from, to) = (from?, to?);
        let span = written.node.span;
        let mut at = Context::new(phase.state, phase.order);
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
        let condition = written.condition();
        candidates.scope.reveals = written.reveals() == Some(true);
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
        let target = targets::zone_node(self.b, to, span);
        self.note_ended_turns(&mut at, auto_end);
        let index = self.index_before(&mut at, written, picked, span);
        at.played = Some(Played {
            card: picked,
            from,
            index: Some(index),
        });
        let names = Bindings::at(span).with("picked", picked).with("target", target);
        let mut steps = names.steps(self.b, &mut at.scope, "lay_on_top(picked, target)");
        steps.extend(self.effects(&mut at, written.effect()));
        steps.extend(self.ending(&mut at, auto_end));
        let body = self.b.body_code(&at.scope, steps);
        let label = written.label().map_or("Play a card", Text::as_str);
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
                ordered: false,
                register: 0,
                single: true,
            }),
            ..made
        };
        Some(Built { action, is_offered })
    }

    /// Where the card lay before it was played, where effects ask for it.
    fn index_before(&mut self, at: &mut Context, written: Action<'_>, card: NodeId, span: Span) -> NodeId {
        let mut effects = written.effect().iter();
        let asks = effects.any(|text| text.contains("played_card_index"));
        if !asks {
            return self.b.constant(Value::Int(-1), span);
        }
        let names = Bindings::at(span).with("card", card);
        let place = names.value(self.b, &at.scope, "place_in_zone(card)");
        let local = at
            .scope
            .action
            .add("$index", Type::NUMBER, LocalKind::Data(Some(place)));
        self.b.node(NodeKind::Local(local), Type::NUMBER, span)
    }

    /// Whether a zone has room for one more card, where it has a limit.
    fn has_room(
        &mut self,
        at: &Context,
        zone: ZoneName,
        span: Span,
    ) -> Option<cardable_engine::program::Code> {
        let def = match zone {
            ZoneName::Shared(at) => self.b.hir.zones.shared.get(at as usize)?,
            ZoneName::Seat(at) => self.b.hir.zones.seat.get(at as usize)?,
        };
        let most = def.size.max;
        if most == u16::MAX {
            return None;
        }
        let names = Bindings::at(span).with("zone", targets::zone_node(self.b, zone, span));
        let room = names.value(self.b, &at.scope, &format!("count_cards(zone) < {most}"));
        Some(self.b.condition_code(&at.scope, room))
    }

    fn zone_named(&self, name: &str) -> Option<ZoneName> {
        let name = name.strip_prefix("current_player.").unwrap_or(name);
        let seat = self.b.hir.seat_zone_named(name).map(ZoneName::Seat);
        seat.or_else(|| self.b.hir.zone_named(name).map(|z| ZoneName::Shared(z.0)))
    }

    fn played_from(&mut self, action: Action<'_>) -> Option<ZoneName> {
        let Some(said) = action.from() else {
            let found = self.zone_named("hand").or_else(|| {
                let own = !self.b.hir.zones.seat.is_empty();
                own.then_some(ZoneName::Seat(0))
            });
            if found.is_none() {
                self.b.error(
                    Problem::PickWithoutSource,
                    action.node.span,
                    "where are cards played from? no zone belongs to players",
                    "add `\"from\"` with the name of a zone".to_owned(),
                );
            }
            return found;
        };
        self.said_zone(said)
    }

    fn played_to(&mut self, action: Action<'_>) -> Option<ZoneName> {
        let Some(said) = action.to() else {
            let found = TARGETS.iter().find_map(|name| self.zone_named(name));
            if found.is_none() {
                self.b.error(
                    Problem::PickWithoutSource,
                    action.node.span,
                    "where are cards played to?",
                    "add `\"to\"` with the name of a zone, such as `\"to\": \"discard\"`".to_owned(),
                );
            }
            return found;
        };
        self.said_zone(said)
    }

    fn said_zone(&mut self, name: Text<'_>) -> Option<ZoneName> {
        let found = self.zone_named(&name);
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
            let help = suggestion_or_list(&name, &known, "declare it in `zones`");
            self.b.error(
                Problem::UnknownZone,
                name.span(),
                format!("unknown zone `{name}`"),
                help,
            );
        }
        found
    }
}
