//! Values passed between the virtual machine and host functions, in two words.
//!
//! `mlua::Value` is larger and consists of small parts of several sizes. Each move of one waits until the parts
//! written last have reached memory (a failed store forwarding), which takes longer than everything else that a
//! host function does with its arguments.

use mlua::{FromLua, FromLuaMulti, IntoLua, LightUserData, Lua, MultiValue, Result, Value};

#[derive(Debug)]
pub(crate) enum Carried {
    Nothing,
    True,
    False,
    Whole(i64),
    /// A number that is not whole, as its bits.
    Number(u64),
    /// A light userdata, as its address.
    Handle(usize),
    /// Any other value.
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

    /// Boxes any other value.
    #[inline(never)]
    pub(crate) fn large(value: Value) -> Carried {
        Carried::Large(Box::new(value))
    }
}

impl FromLua for Carried {
    #[inline(always)]
    fn from_lua(value: Value, _: &Lua) -> Result<Carried> {
        // Match by reference to read small values in place.
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

/// Creates a light userdata from its address.
#[inline(always)]
pub(crate) fn light(address: usize) -> LightUserData {
    LightUserData(std::ptr::without_provenance_mut(address))
}

/// Surplus arguments beyond a function's parameters. Rarely any.
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
