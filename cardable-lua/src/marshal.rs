//! What is carried between the virtual machine and a function of ours, in two words.
//!
//! `mlua::Value` has small parts of several sizes, and is larger. Each time one is moved, the processor waits
//! until the parts that were written last have come to memory, which takes longer than all else that a
//! function does to its arguments.

use mlua::{FromLua, FromLuaMulti, IntoLua, LightUserData, Lua, MultiValue, Result, Value};

#[derive(Debug)]
pub(crate) enum Carried {
    /// `nil`.
    Nothing,
    /// `true`.
    True,
    /// `false`.
    False,
    Whole(i64),
    /// Any other number, by its bits.
    Number(u64),
    /// A light userdata, by its address.
    Handle(usize),
    /// Whatever else there is.
    Large(Box<Value>),
}

impl Carried {
    #[inline(always)]
    pub(crate) fn truth(is: bool) -> Carried {
        if is { Carried::True } else { Carried::False }
    }

    #[inline(always)]
    pub(crate) fn number(n: f64) -> Carried {
        Carried::Number(n.to_bits())
    }

    #[inline(always)]
    pub(crate) fn handle(handle: LightUserData) -> Carried {
        Carried::Handle(handle.0.addr())
    }

    /// What needs more room.
    #[inline(never)]
    pub(crate) fn large(value: Value) -> Carried {
        Carried::Large(Box::new(value))
    }
}

impl FromLua for Carried {
    #[inline(always)]
    fn from_lua(value: Value, _: &Lua) -> Result<Carried> {
        // By reference: what is small is read where it lies.
        Ok(match &value {
            Value::Nil => Carried::Nothing,
            Value::Boolean(is) => Carried::truth(*is),
            Value::Integer(n) => Carried::Whole(*n),
            Value::Number(n) => Carried::number(*n),
            Value::LightUserData(handle) => Carried::handle(*handle),
            _ => Carried::large(value),
        })
    }
}

impl IntoLua for Carried {
    #[inline(always)]
    fn into_lua(self, _: &Lua) -> Result<Value> {
        Ok(match self {
            Carried::Nothing => Value::Nil,
            Carried::True => Value::Boolean(true),
            Carried::False => Value::Boolean(false),
            Carried::Whole(n) => Value::Integer(n),
            Carried::Number(bits) => Value::Number(f64::from_bits(bits)),
            Carried::Handle(address) => Value::LightUserData(light(address)),
            Carried::Large(value) => *value,
        })
    }
}

/// A light userdata of an address.
#[inline(always)]
pub(crate) fn light(address: usize) -> LightUserData {
    LightUserData(std::ptr::without_provenance_mut(address))
}

/// The values of a call that are more than its function takes: seldom any.
pub(crate) struct More(Option<Box<MultiValue>>);

impl More {
    #[inline(always)]
    pub(crate) fn values(&self) -> Option<&MultiValue> {
        self.0.as_deref()
    }
}

impl FromLuaMulti for More {
    #[inline(always)]
    fn from_lua_multi(values: MultiValue, _: &Lua) -> Result<More> {
        Ok(More((!values.is_empty()).then(|| Box::new(values))))
    }
}
