//! What a seat touches or says, as the pick of an action.

use super::*;
use cardable_engine::builtin;
use cardable_engine::primitives::Signature;

impl Builder {
    pub(super) fn local(&mut self, scope: &Scope, name: &str, span: Span) -> NodeId {
        match scope.action.find(name) {
            Some(at) => {
                let ty = scope.action.locals[at as usize].ty;
                self.node(NodeKind::Local(at), ty, span)
            }
            None => self.broken(span),
        }
    }

    pub(super) fn tap_pick(
        &mut self,
        scope: &Scope,
        queries: &[Query],
        (min, max): (u16, u16),
        of_thing: Vec<NodeId>,
        span: Span,
    ) -> (PickDef, TemplateTest) {
        let mut from: Vec<Source> = Vec::new();
        let mut ways = Vec::new();
        let mut reads_face = false;
        let zone = self.local(scope, "$zone", span);
        for query in queries {
            from.extend(query.from.iter().copied());
            let mut about = vec![self.lies_in(scope, &query.from, zone, span)];
            match query.only {
                PickOnly::All | PickOnly::ByOrder => {}
                PickOnly::Top => about.push(self.at_end(scope, builtin!(is_top), span)),
                PickOnly::Bottom => about.push(self.at_end(scope, builtin!(is_bottom), span)),
            }
            about.extend(&query.tests);
            reads_face |= query.tests.iter().any(|t| self.reads_face(*t));
            ways.push(self.all_of(about, span));
        }
        let about = self.any_of(ways, span);
        let query = TemplateTest {
            code: self.condition_code(scope, about),
            reads_face,
            of_thing: true,
            message: None,
        };
        // Several queries are taken together only where they have no tests.
        let mut legal: Vec<NodeId> = queries.iter().flat_map(|q| q.tests.iter().copied()).collect();
        for test in &mut legal {
            *test = self.check_open(scope, *test, "what can be tapped");
        }
        legal.extend(of_thing);
        for test in &legal {
            self.note_unseen(scope, &from, *test, "what can be tapped");
        }
        let legal = (!legal.is_empty()).then(|| {
            let all = self.all_of(legal, span);
            self.legal(scope, all)
        });
        let first = queries.first();
        let pick = PickDef {
            what: first.map_or(PickWhat::Card, |q| q.what),
            min,
            max,
            count: None,
            least: None,
            most: None,
            from: self.pick_sources(scope, &from, span),
            only: first.map_or(PickOnly::All, |q| q.only),
            legal,
            legal_message: None,
            valid: None,
            valid_message: None,
            blind: false,
            register: 0,
            single: max == 1,
        };
        (pick, query)
    }

    /// Whether the tapped card is the first or last to be drawn. Of a card that
    /// the seat cannot tell from others only the zone is known, and that will do.
    pub(super) fn at_end(&mut self, scope: &Scope, primitive: &'static Signature, span: Span) -> NodeId {
        let card = self.local(scope, "$card", span);
        let nothing = self.constant(Value::Nothing, span);
        let unknown = self.equal(card, nothing, span);
        let at_end = self.call_of(primitive, vec![card], Type::BOOL, span);
        self.any_of(vec![unknown, at_end], span)
    }

    /// Whether the thing at hand is one of some queries, for a drag, where cards
    /// and zones stand side by side.
    pub(super) fn is_one_of(
        &mut self,
        scope: &Scope,
        queries: &[Query],
        things: &[u16],
        span: Span,
    ) -> NodeId {
        let mut ways = Vec::new();
        for query in queries {
            let (thing, zone) = (self.local(scope, "$card", span), self.local(scope, "$zone", span));
            let is_zone = self.equal(thing, zone, span);
            let mut all = match query.what {
                PickWhat::Zone => vec![is_zone],
                _ => vec![self.node(NodeKind::Form(Form::Not, vec![is_zone]), Type::BOOL, span)],
            };
            all.push(self.lies_in(scope, &query.from, zone, span));
            match query.only {
                PickOnly::All | PickOnly::ByOrder => {}
                PickOnly::Top => all.push(self.at_end(scope, builtin!(is_top), span)),
                PickOnly::Bottom => all.push(self.at_end(scope, builtin!(is_bottom), span)),
            }
            for test in &query.tests {
                let test = self.check_open(scope, *test, "what can be drawn");
                let test = self.guarded(scope, test, things);
                all.push(test);
            }
            ways.push(self.all_of(all, span));
        }
        self.any_of(ways, span)
    }

    pub(super) fn drag_pick(
        &mut self,
        scope: &Scope,
        from: &[Query],
        to: &[Query],
        of_thing: Vec<NodeId>,
        span: Span,
    ) -> (PickDef, TemplateTest) {
        let zones = self.zones.shared.len() + usize::from(self.seats.1) * self.zones.seat.len();
        if zones > MOST_DRAG_ZONES {
            self.error(
                Problem::TooComplex,
                span,
                format!("a game with drags has at most {MOST_DRAG_ZONES} zones, and this has {zones}"),
                "take out zones, or let cards be tapped".to_owned(),
            );
        }
        let things = self.thing_locals(scope);
        let source = self.is_one_of(scope, from, &things, span);
        let target = self.is_one_of(scope, to, &things, span);
        let picked = self.local(scope, "$picked", span);
        let nothing = self.constant(Value::Nothing, span);
        let zero = self.constant(Value::Int(0), span);
        // Nothing is picked: the thing is either. An empty list: it is drawn.
        // Otherwise something is drawn to it.
        let unasked = self.equal(picked, nothing, span);
        let number = self.call_of(builtin!(list_count), vec![picked], Type::NUMBER, span);
        let first = self.equal(number, zero, span);
        let thing = self.local(scope, "$card", span);
        let dragged = self.local(scope, "dragged", span);
        let differs = self.node(
            NodeKind::Form(Form::NotEqual, vec![thing, dragged]),
            Type::BOOL,
            span,
        );
        let mut last = vec![target, differs];
        let about = {
            let onto = self.all_of(last.clone(), span);
            let drawn = self.node(
                NodeKind::Form(Form::If, vec![first, source, onto]),
                Type::BOOL,
                span,
            );
            let either = self.any_of(vec![source, target], span);
            self.node(
                NodeKind::Form(Form::If, vec![unasked, either, drawn]),
                Type::BOOL,
                span,
            )
        };
        let query = TemplateTest {
            code: self.condition_code(scope, about),
            reads_face: false,
            of_thing: true,
            message: None,
        };
        last.extend(of_thing);
        let onto = self.all_of(last, span);
        let drawn = self.node(
            NodeKind::Form(Form::If, vec![first, source, onto]),
            Type::BOOL,
            span,
        );
        let either = self.any_of(vec![source, target], span);
        let legal = self.node(
            NodeKind::Form(Form::If, vec![unasked, either, drawn]),
            Type::BOOL,
            span,
        );
        let all: Vec<Source> = from
            .iter()
            .chain(to)
            .flat_map(|q| q.from.iter().copied())
            .collect();
        let only = match from.first() {
            Some(first)
                if from
                    .iter()
                    .chain(to)
                    .all(|q| q.only == first.only || q.what == PickWhat::Zone) =>
            {
                first.only
            }
            _ => PickOnly::All,
        };
        let pick = PickDef {
            what: PickWhat::Drag,
            min: 2,
            max: 2,
            count: None,
            least: None,
            most: None,
            from: self.pick_sources(scope, &all, span),
            only,
            legal: Some(Legal {
                code: self.condition_code(scope, legal),
                reads_picked: true,
                reads_face: false,
            }),
            legal_message: None,
            valid: None,
            valid_message: None,
            blind: false,
            register: 0,
            single: false,
        };
        (pick, query)
    }

    pub(super) fn message_pick(
        &mut self,
        scope: &Scope,
        params: &[ParamDraft],
        of_thing: Vec<NodeId>,
        span: Span,
    ) -> Option<PickDef> {
        let ways = params.iter().fold(1u64, |n, p| n.saturating_mul(p.ways));
        if ways > MOST_WAYS {
            self.error(
                Problem::OutOfBounds,
                span,
                format!("there are {ways} ways to fill in the data, more than {MOST_WAYS}"),
                "narrow what the items may be".to_owned(),
            );
        }
        let list = match params {
            [] => return None,
            [one] => one.domain,
            several => {
                let lists = several.iter().map(|p| p.domain).collect();
                self.call_of(builtin!(combinations), lists, Type::List(Kind::Any), span)
            }
        };
        let list = self.check_offered(scope, list, "what can be said");
        let legal = (!of_thing.is_empty()).then(|| {
            let all = self.all_of(of_thing, span);
            Legal {
                code: self.condition_code(scope, all),
                reads_picked: false,
                reads_face: false,
            }
        });
        Some(PickDef {
            what: PickWhat::Option,
            min: 1,
            max: 1,
            count: None,
            least: None,
            most: None,
            from: vec![PickFrom::Code(self.value_code(scope, list))],
            only: PickOnly::All,
            legal,
            legal_message: None,
            valid: None,
            valid_message: None,
            blind: false,
            register: 0,
            single: true,
        })
    }
}
