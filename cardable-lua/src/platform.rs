//! Checks that Luau computes in this process as it does everywhere. `cardable-luau` compiles it accordingly,
//! but compiler flags in the environment, another compiler or another locale can undo that. Replays would then
//! differ.

use mlua::chunk::Compiler;
use mlua::{Lua, LuaOptions, StdLib};
use std::sync::OnceLock;

/// Operands for which a fused multiply-add gives another result than separate rounding: dividend and divisor,
/// then two ends and a position between them.
const REMAINDERS: [(f64, f64); 3] = [(1e17, 0.3), (123_456_789_012.75, 0.1), (-9e15, 0.7)];
const MIXES: [(f64, f64, f64); 2] = [(0.1, 0.7, 0.3), (1e-3, 5.7, 0.9)];

/// Luau's formula, rounded after each step.
fn remainder(a: f64, b: f64) -> f64 {
    a - (a / b).floor() * b
}

fn mix(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// Returns a description if scripts would compute other results here than elsewhere.
pub(crate) fn counts_alike() -> Result<(), String> {
    static FOUND: OnceLock<Result<(), String>> = OnceLock::new();
    FOUND
        .get_or_init(|| match looked() {
            Ok(None) => Ok(()),
            Ok(Some(what)) => Err(format!(
                "Luau was built so that {what} differ from those of other programs"
            )),
            Err(error) => Err(format!("Luau cannot be tried: {error}")),
        })
        .clone()
}

/// What differs, if anything.
fn looked() -> mlua::Result<Option<&'static str>> {
    let lua = Lua::new_with(StdLib::MATH, LuaOptions::new())?;
    // Disable constant folding: the script compiler has the same flags, but the interpreter is what must be
    // tested.
    let compiler = Compiler::new().set_optimization_level(0);
    let run = |text: &str| lua.load(text).set_compiler(compiler.clone()).into_function();
    let same = |a: f64, b: f64| a.to_bits() == b.to_bits();
    let of_two = run("local a, b = ... return a % b, a // b")?;
    for (a, b) in REMAINDERS {
        let (left, times): (f64, f64) = of_two.call((a, b))?;
        if !same(left, remainder(a, b)) || !same(times, (a / b).floor()) {
            return Ok(Some("remainders"));
        }
    }
    let of_three = run("return math.lerp(...)")?;
    for (a, b, t) in MIXES {
        if !same(of_three.call((a, b, t))?, mix(a, b, t)) {
            return Ok(Some("mixed numbers"));
        }
    }
    let texts: (f64, f64) = run("return 1.5, '2.5' + 0")?.call(())?;
    Ok((texts != (1.5, 2.5)).then_some("numbers in texts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_counts_alike() {
        assert_eq!(counts_alike(), Ok(()));
    }

    /// Without a difference the test above would prove nothing.
    #[test]
    fn rounding_once_gives_something_else() {
        for (a, b) in REMAINDERS {
            let once = (-(a / b).floor()).mul_add(b, a);
            assert_ne!(once.to_bits(), remainder(a, b).to_bits(), "{a} % {b}");
        }
        for (a, b, t) in MIXES {
            let once = (b - a).mul_add(t, a);
            assert_ne!(once.to_bits(), mix(a, b, t).to_bits(), "{a} {b} {t}");
        }
    }
}
