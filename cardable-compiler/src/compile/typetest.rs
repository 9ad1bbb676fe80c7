//! Tests of a candidate card that can be asked of card types, all at once.

use super::Builder;
use super::lower::children;
use super::node::{NodeId, NodeKind};
use super::scope::{LocalKind, Scope};
use cardable_engine::primitives::Form;
use cardable_engine::program::{Legal, TypeSet, TypeTest};
use cardable_engine::value::Value;

impl Builder {
    /// The cheapest form of a `legal` condition. The candidate is in register
    /// 0, its zone in 1, what is picked already in 2.
    pub fn legal(&mut self, scope: &Scope, node: NodeId) -> Legal {
        // A test of types is for faces that the seat sees; one of places is asked of every card.
        if self.reads_face(node)
            && let Some(test) = self.type_test(scope, node)
        {
            return Legal::Types(test);
        }
        let picked = scope.action.find("$picked");
        let reads_picked = picked.is_some_and(|p| self.reads_local(node, p));
        let reads_face = self.reads_face(node);
        Legal::Each {
            code: self.condition_code(scope, node),
            reads_picked,
            reads_face,
        }
    }

    fn type_test(&mut self, scope: &Scope, node: NodeId) -> Option<TypeTest> {
        let card = scope.action.find("$card")?;
        if let Some(set) = self.type_set(node, &NodeKind::Local(card)) {
            return Some(TypeTest::Const(set));
        }
        match self.get(node).kind.clone() {
            NodeKind::Form(form @ (Form::Equal | Form::NotEqual), args) => {
                let (a, b) = (*args.first()?, *args.get(1)?);
                let (attribute, value) = match (self.card_attribute(scope, a), self.card_attribute(scope, b))
                {
                    (Some(at), None) => (at, b),
                    (None, Some(at)) => (at, a),
                    (Some(_), Some(_)) => return None,
                    (None, None) => return self.same_for_all(scope, node),
                };
                if self.depends_on_candidate(scope, value) {
                    return None;
                }
                let not = form == Form::NotEqual;
                match self.get(value).kind.clone() {
                    NodeKind::Const(value) => Some(TypeTest::Const(self.types_having(attribute, value, not))),
                    NodeKind::Attribute(other, at) if at == attribute => {
                        let card = self.value_code(scope, other);
                        Some(TypeTest::SameAs { attribute, card, not })
                    }
                    _ => {
                        let value = self.value_code(scope, value);
                        Some(TypeTest::Attribute {
                            attribute,
                            value,
                            not,
                        })
                    }
                }
            }
            NodeKind::Form(Form::And, args) => {
                let tests: Option<Vec<TypeTest>> = args.iter().map(|a| self.type_test(scope, *a)).collect();
                tests.map(all_of)
            }
            NodeKind::Form(Form::Or, args) => {
                let tests: Option<Vec<TypeTest>> = args.iter().map(|a| self.type_test(scope, *a)).collect();
                tests.map(any_of)
            }
            NodeKind::Form(Form::If, args) => {
                let [when, then, otherwise] = args[..] else {
                    return self.same_for_all(scope, node);
                };
                if self.depends_on_candidate(scope, when) {
                    return None;
                }
                let (then, otherwise) = (self.type_test(scope, then)?, self.type_test(scope, otherwise)?);
                Some(TypeTest::If {
                    when: self.condition_code(scope, when),
                    then: Box::new(then),
                    otherwise: Box::new(otherwise),
                })
            }
            _ => self.same_for_all(scope, node),
        }
    }

    fn types_having(&self, attribute: u16, value: Value, not: bool) -> TypeSet {
        let mut set = TypeSet::empty(self.types.len());
        for (at, own) in self.attributes[attribute as usize].of.iter().enumerate() {
            if own.same(value) != not {
                set.insert(at);
            }
        }
        set
    }

    fn same_for_all(&mut self, scope: &Scope, node: NodeId) -> Option<TypeTest> {
        if self.depends_on_candidate(scope, node) {
            return None;
        }
        Some(TypeTest::When(self.condition_code(scope, node)))
    }

    /// The attribute of the candidate, by whatever name, that a node reads.
    fn card_attribute(&self, scope: &Scope, node: NodeId) -> Option<u16> {
        let NodeKind::Attribute(of, at) = self.get(node).kind else {
            return None;
        };
        let NodeKind::Local(local) = self.get(of).kind else {
            return None;
        };
        let local = scope.action.locals.get(usize::from(local))?;
        (local.kind == LocalKind::Given(0)).then_some(at)
    }

    /// Whether a node reads the candidate, its zone or what is picked, or what is
    /// worked out from them.
    fn depends_on_candidate(&self, scope: &Scope, node: NodeId) -> bool {
        self.thing_locals(scope)
            .into_iter()
            .any(|l| self.reads_local(node, l))
    }

    pub(crate) fn reads_local(&self, node: NodeId, local: u16) -> bool {
        self.any_node(node, |kind| *kind == NodeKind::Local(local))
    }

    pub(crate) fn reads_face(&self, node: NodeId) -> bool {
        use cardable_engine::primitives::Reads;
        self.any_node(node, |kind| match kind {
            NodeKind::Attribute(..) => true,
            NodeKind::Call(primitive, _) => {
                primitive.reads == Reads::Faces || super::script::is_script(primitive)
            }
            _ => false,
        })
    }

    /// Whether working a value out changes something or asks somebody.
    pub(crate) fn acts(&self, node: NodeId) -> bool {
        use cardable_engine::primitives::CallKind;
        self.any_node(node, |kind| match kind {
            NodeKind::Call(primitive, _) => matches!(
                primitive.kind,
                CallKind::Step | CallKind::Ask | CallKind::Script { acts: true }
            ),
            NodeKind::Ask { .. } | NodeKind::Push(..) => true,
            _ => false,
        })
    }

    pub(crate) fn any_node(&self, node: NodeId, test: impl Fn(&NodeKind) -> bool) -> bool {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let kind = &self.get(id).kind;
            if test(kind) {
                return true;
            }
            children(kind, &mut stack);
        }
        false
    }
}

/// A row of tests in a row is one row.
fn any_of(tests: Vec<TypeTest>) -> TypeTest {
    let flat = tests.into_iter().flat_map(|test| match test {
        TypeTest::Any(inner) => inner,
        other => vec![other],
    });
    TypeTest::Any(flat.collect())
}

fn all_of(tests: Vec<TypeTest>) -> TypeTest {
    let flat = tests.into_iter().flat_map(|test| match test {
        TypeTest::All(inner) => inner,
        other => vec![other],
    });
    TypeTest::All(flat.collect())
}
