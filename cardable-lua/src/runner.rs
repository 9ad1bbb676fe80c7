//! The coroutine in which those calls run that may end before they return. It is cleared for each of them.
//!
//! Nobody goes on with a call that stopped there: clearing closes it and takes all that is on its stack away,
//! so no call finds anything of another.

use mlua::{Function, Lua, Thread};

/// The coroutine of a machine.
pub(crate) struct Runner(Thread);

impl Runner {
    pub(crate) fn new(lua: &Lua) -> mlua::Result<Runner> {
        let nothing = lua.create_function(|_, ()| Ok(()))?;
        lua.create_thread(nothing).map(Runner)
    }

    /// The coroutine with this function to run and nothing else, however the last one ended.
    pub(crate) fn cleared_for(&self, function: &Function) -> mlua::Result<&Thread> {
        self.0.reset(function.clone())?;
        Ok(&self.0)
    }
}
