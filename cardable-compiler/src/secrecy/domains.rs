//! Hidden data that nobody can imagine, for nothing says what it may be.

use crate::hir::build::Builder;
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::program::{DataDef, DataVisible, Domain};
use cardable_engine::value::Type;

/// Warns of an item that is hidden from somebody and of which nothing says what it may be: who
/// imagines the table knows no better than what it is at first.
pub(crate) fn check_domain(builder: &mut Builder, def: &DataDef, span: Span, help: &str) {
    let hidden = def.visible != DataVisible::All && !def.constant;
    if !hidden || def.domain != Domain::Unknown || def.ty == Type::BOOL {
        return;
    }
    let message = format!(
        "`{}` is hidden, and nothing says what it may be: whoever imagines the table takes it for what it is at first",
        builder.hir.strings.get(def.name)
    );
    builder.warn(Problem::NoDomain, span, message, help);
}
