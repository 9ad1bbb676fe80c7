//! The coroutine for calls that can end before they return. It is reset for each call.
//!
//! A call that stopped is never resumed. Resetting the coroutine closes it and clears its stack, so no call sees
//! anything of another.

use mlua::{Function, Lua, Thread};

/// A machine's coroutine.
pub(crate) struct Runner(Thread);

impl Runner {
    pub(crate) fn new(lua: &Lua) -> mlua::Result<Runner> {
        let nothing = lua.create_function(|_, ()| Ok(()))?;
        lua.create_thread(nothing).map(Runner)
    }

    /// Resets the coroutine, whatever state the last call left it in, and loads it with `function`.
    pub(crate) fn cleared_for(&self, function: &Function) -> mlua::Result<&Thread> {
        self.0.reset(function.clone())?;
        Ok(&self.0)
    }
}
