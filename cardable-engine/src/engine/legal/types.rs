//! Tests of card types, asked once for all candidates.

use super::*;

impl Reader<'_> {
    /// The card types that pass a test.
    pub(crate) fn type_mask(&self, test: &TypeTest) -> Run<TypeMask> {
        let words = self.program().types.len().div_ceil(64);
        if words <= 1 {
            return Ok(TypeMask::Small(self.type_word(test, 0)?));
        }
        let all: Run<Vec<u64>> = (0..words).map(|word| self.type_word(test, word)).collect();
        Ok(TypeMask::Large(all?))
    }

    /// The first 64 card types that pass a test, as bits, when all that it compares with lies
    /// ready.
    #[inline(always)]
    pub(super) fn type_word_at_once(&self, test: &TypeTest) -> Option<u64> {
        match test {
            TypeTest::All(tests) => {
                let mut bits = u64::MAX;
                for test in tests {
                    bits &= self.type_leaf_at_once(test)?;
                }
                Some(bits)
            }
            TypeTest::Any(tests) => {
                let mut bits = 0;
                for test in tests {
                    bits |= self.type_leaf_at_once(test)?;
                }
                Some(bits)
            }
            test => self.type_leaf_at_once(test),
        }
    }

    #[inline(always)]
    fn type_leaf_at_once(&self, test: &TypeTest) -> Option<u64> {
        let attributes = self.program().attributes.as_slice();
        let (bits, not) = match test {
            TypeTest::Const(set) => (set.0.first().copied()?, false),
            TypeTest::Attribute {
                attribute,
                value,
                not,
            } => {
                let Quick::Operand(from) = value.quick else {
                    return None;
                };
                let def = attributes.get(*attribute as usize)?;
                (def.word_having(*self.lying(from)?, 0), *not)
            }
            TypeTest::SameAs { attribute, card, not } => {
                let Value::Card(card) = self.at_once(*card)? else {
                    return None;
                };
                let def = attributes.get(*attribute as usize)?;
                (def.word_same_as(self.world.type_of(self.table, card), 0), *not)
            }
            TypeTest::All(_) | TypeTest::Any(_) | TypeTest::When(_) | TypeTest::If { .. } => return None,
        };
        Some(if not { !bits } else { bits })
    }

    /// 64 of the card types that pass a test, as bits.
    pub(super) fn type_word(&self, test: &TypeTest, word: usize) -> Run<u64> {
        match test {
            TypeTest::All(tests) => {
                let mut bits = u64::MAX;
                for test in tests {
                    bits &= self.type_leaf(test, word)?;
                    // What no card passes needs no further question.
                    if bits == 0 {
                        break;
                    }
                }
                Ok(bits)
            }
            TypeTest::Any(tests) => {
                let mut bits = 0;
                for test in tests {
                    bits |= self.type_leaf(test, word)?;
                    if bits == u64::MAX {
                        break;
                    }
                }
                Ok(bits)
            }
            TypeTest::If {
                when,
                then,
                otherwise,
            } => {
                let test = if self.allows(*when)? { then } else { otherwise };
                self.type_word(test, word)
            }
            TypeTest::Const(_) | TypeTest::Attribute { .. } | TypeTest::SameAs { .. } | TypeTest::When(_) => {
                self.type_leaf(test, word)
            }
        }
    }

    #[inline(always)]
    pub(super) fn type_leaf(&self, test: &TypeTest, word: usize) -> Run<u64> {
        let attribute = |at: &u16| &self.program().attributes[*at as usize];
        let turned = |bits: u64, not: bool| if not { !bits } else { bits };
        Ok(match test {
            TypeTest::Const(set) => set.0.get(word).copied().unwrap_or(0),
            TypeTest::Attribute {
                attribute: at,
                value,
                not,
            } => {
                let value = match self.at_once(*value) {
                    Some(value) => value,
                    None => match self.eval(*value) {
                        Ok(value) => value,
                        Err(fault) => return self.forgiving(Err(fault)).map(|_| 0),
                    },
                };
                turned(attribute(at).word_having(value, word), *not)
            }
            TypeTest::SameAs {
                attribute: at,
                card,
                not,
            } => {
                let card = match self.at_once(*card) {
                    Some(card) => card,
                    None => self.eval(*card)?,
                };
                let bits = match card {
                    Value::Card(card) => {
                        attribute(at).word_same_as(self.world.type_of(self.table, card), word)
                    }
                    _ => 0,
                };
                turned(bits, *not)
            }
            TypeTest::When(code) => {
                if self.allows(*code)? {
                    u64::MAX
                } else {
                    0
                }
            }
            TypeTest::All(_) | TypeTest::Any(_) | TypeTest::If { .. } => self.type_word(test, word)?,
        })
    }
}

/// A set of card types, as candidates are tested against it.
pub(crate) enum TypeMask {
    /// Of the first 64.
    Small(u64),
    /// Of any.
    Large(Vec<u64>),
}

impl TypeMask {
    #[inline]
    pub(super) fn has(&self, ty: usize) -> bool {
        match self {
            TypeMask::Small(bits) => bits >> (ty & 63) & 1 == 1,
            TypeMask::Large(words) => words.get(ty / 64).is_some_and(|w| w >> (ty % 64) & 1 == 1),
        }
    }
}
