//! Bundles the page's modules into one script and its styles into one sheet, so that a first visit needs two requests instead of fifty.
//!
//! Each module becomes a function that is called once and returns the module's exports. Imports read from that
//! result. The modules may only use two forms, each on its own line: `import { … } from "./….js";` and `export`
//! before a declaration. Any other form is an error, so modules are never bundled incorrectly.

use std::fmt::Write as _;
use thiserror::Error;

/// Why modules cannot be bundled.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum NotJoined {
    #[error("there is no module `{0}`")]
    Missing(String),
    #[error("the module `{0}` imports itself, by way of others")]
    Circle(String),
    #[error("`{line}` in `{module}` is no import or export of a form that can be joined")]
    Form { module: String, line: String },
}

/// Bundles a module with everything it imports.
pub(super) fn join(module: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<String, NotJoined> {
    let mut joined = Joined {
        read,
        done: Vec::new(),
        open: Vec::new(),
        text: String::new(),
    };
    joined.add(module)?;
    Ok(joined.text)
}

struct Joined<'r> {
    read: &'r dyn Fn(&str) -> Option<String>,
    done: Vec<String>,
    /// Modules whose imports are being processed.
    open: Vec<String>,
    text: String,
}

impl Joined<'_> {
    fn add(&mut self, module: &str) -> Result<(), NotJoined> {
        if self.done.iter().any(|done| done == module) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == module) {
            return Err(NotJoined::Circle(module.to_owned()));
        }
        self.open.push(module.to_owned());
        let text = (self.read)(module).ok_or_else(|| NotJoined::Missing(module.to_owned()))?;
        let form = |line: &str| NotJoined::Form {
            module: module.to_owned(),
            line: line.to_owned(),
        };
        let mut body = String::with_capacity(text.len());
        let mut exports = Vec::new();
        for line in text.lines() {
            if let Some(import) = line.strip_prefix("import ") {
                let (names, from) = imported(import).ok_or_else(|| form(line))?;
                self.add(&format!("{from}.js"))?;
                let names = names.replace(" as ", ": ");
                let _ = writeln!(body, "const {names} = ${from};");
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(declared(declaration).ok_or_else(|| form(line))?.to_owned());
                let _ = writeln!(body, "{declaration}");
            } else {
                let _ = writeln!(body, "{line}");
            }
        }
        self.open.pop();
        self.done.push(module.to_owned());
        let name = module.strip_suffix(".js").unwrap_or(module);
        let exports = exports.join(", ");
        let _ = writeln!(
            self.text,
            "const ${name} = (() => {{\n{body}return {{ {exports} }};\n}})();"
        );
        Ok(())
    }
}

/// The names in an import as written, and the module they come from.
fn imported(import: &str) -> Option<(&str, &str)> {
    let (names, from) = match import.split_once(" from ") {
        Some((names, from)) => (names, from),
        // An import for side effects binds no names.
        None => ("{}", import),
    };
    let from = from.strip_prefix("\"./")?.strip_suffix(".js\";")?;
    (names.starts_with('{') && names.ends_with('}') && is_name(from)).then_some((names, from))
}

/// The name that a declaration introduces.
fn declared(declaration: &str) -> Option<&str> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let rest = ["const ", "function ", "class "]
        .iter()
        .find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len());
    rest.get(..end).filter(|name| is_name(name))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_letter)
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<String, NotJoined> {
        join("main.js", &|name| {
            let found = files.iter().find(|(file, _)| *file == name);
            found.map(|(_, text)| (*text).to_owned())
        })
    }

    #[test]
    fn what_is_imported_stands_before_it_is_used_and_once() {
        let files = [
            (
                "main.js",
                "import { b as c } from \"./b.js\";\nimport \"./a.js\";\nrun(c);\n",
            ),
            (
                "b.js",
                "import { a, z } from \"./a.js\";\nexport const b = () => a + z;\n",
            ),
            (
                "a.js",
                "export function a() {}\nexport async function z() {}\nexport class K extends L {}\n",
            ),
        ];
        let expected = "const $a = (() => {\nfunction a() {}\nasync function z() {}\nclass K extends L {}\nreturn { a, z, K };\n})();\n\
            const $b = (() => {\nconst { a, z } = $a;\nconst b = () => a + z;\nreturn { b };\n})();\n\
            const $main = (() => {\nconst { b: c } = $b;\nconst {} = $a;\nrun(c);\nreturn {  };\n})();\n";
        assert_eq!(joined(&files).as_deref(), Ok(expected));
    }

    #[test]
    fn what_cannot_be_joined_is_said() {
        let missing = joined(&[("main.js", "import \"./a.js\";\n")]);
        assert_eq!(missing, Err(NotJoined::Missing("a.js".to_owned())));
        let circle = [
            ("main.js", "import \"./a.js\";"),
            ("a.js", "import \"./main.js\";"),
        ];
        assert_eq!(joined(&circle), Err(NotJoined::Circle("main.js".to_owned())));
        for line in [
            "import x from \"./a.js\";",
            "import { x } from \"./a.js\"",
            "import { x } from \"../a.js\";",
            "import { x } from \"a.js\";",
            "import {",
            "export let x = 1;",
            "export default 3;",
            "export { x };",
            "export * from \"./a.js\";",
        ] {
            let text = format!("{line}\n");
            let found = joined(&[("main.js", text.as_str()), ("a.js", "")]);
            assert!(matches!(found, Err(NotJoined::Form { .. })), "{line}: {found:?}");
        }
    }
}
