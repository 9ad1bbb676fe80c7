//! Cards from a table: a row is a card, a column a field or an attribute.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{
    ContentPath, Files, Kind, entries,
    fields::{CARD, CardSet, Listed},
    load::{outside, read_text, shown},
    table::{Cell, Row, rows},
};
use crate::text::diag::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::text::fields::read::Text;
use crate::text::json::{Member, Node, Number, Value};
use crate::text::source::{FileId, Sources, Span};

/// How a file of cards ends.
const ENDING: &str = ".csv";

const HELP: &str = "write the path from this file's folder, such as `cards.csv`, or list the cards here";

/// A text that cards were read from, with what it is called among the texts that a game depends on.
pub(crate) type Input = (String, Arc<str>);

/// Puts the cards of a table in the place of its path, if a card set names one.
pub(crate) fn put_cards(
    set: &mut Node,
    place: Option<(&dyn Files, &ContentPath)>,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Option<Input> {
    let fields = CardSet { node: set };
    let Some(Listed::File(path)) = fields.cards() else {
        return None;
    };
    let (files, place) = match find(path, place) {
        Ok(found) => found,
        Err(problem) => {
            diags.push(problem);
            return None;
        }
    };
    let (file, text) = match read_text(files, &place, sources) {
        Ok(read) => read,
        Err(failed) => {
            diags.append(failed.problems);
            return None;
        }
    };
    let suits = fields.suits().iter().enumerate().filter_map(|(at, suit)| {
        let name = suit.suit_name()?.value?.as_str().to_owned();
        let id = suit
            .suit_id()
            .and_then(|id| id.value)
            .map_or(at as i64, i64::from);
        Some((name, id))
    });
    let mut suits = Suits {
        known: suits.collect(),
        may_grow: false,
    };
    let label = format!("cards {path}");
    let errors = diags.error_count();
    let cards = cards(file, &text, &mut suits, diags);
    if !cards.is_empty() || diags.error_count() == errors {
        set.set("cards", Value::Array(cards));
    }
    Some((label, text))
}

/// The file that a path means.
fn find<'a>(
    path: Text<'_>,
    place: Option<(&'a dyn Files, &ContentPath)>,
) -> Result<(&'a dyn Files, ContentPath), Diagnostic> {
    let problem =
        |code, message: String, help: &str| Diagnostic::error(code, path.span(), message).help(help);
    if !path.as_str().ends_with(ENDING) {
        let message = format!("`cards` is a list of cards or a file that ends in `{ENDING}`, not `{path}`");
        return Err(problem(Code::WrongType, message, HELP));
    }
    let Some((files, folder)) = place else {
        let message = format!("there is no file `{path}`: this text lies in no folder");
        return Err(problem(
            Code::Unreadable,
            message,
            "list the cards here, or read the game from its file",
        ));
    };
    let wanted = folder.join(path.as_str()).map_err(|error| {
        let message = format!("`{path}` is no path to a file: {error}");
        problem(Code::BadPath, message, HELP)
    })?;
    if files.kind(&wanted) == Some(Kind::File) {
        return Ok((files, wanted));
    }
    if let Some(problem) = outside(files, &wanted) {
        return Err(Diagnostic {
            span: Some(path.span()),
            ..problem
        });
    }
    let around = wanted.parent().unwrap_or_else(ContentPath::root);
    let entries = entries(files, &around).unwrap_or_default();
    let tables = entries
        .iter()
        .map(|entry| &*entry.name)
        .filter(|name| name.ends_with(ENDING));
    let near = did_you_mean(wanted.file_name().unwrap_or_default(), tables);
    let help = near.map_or_else(|| HELP.to_owned(), |near| format!("beside it there is `{near}`"));
    let message = format!("there is no file `{}`", shown(files, &wanted));
    Err(problem(Code::Unreadable, message, &help))
}

/// A card set of a table alone, with suits as they are named in it. Nothing where something is wrong with it.
pub(crate) fn imported(set_name: &str, file: FileId, text: &str, diags: &mut Diagnostics) -> Option<Node> {
    let mut suits = Suits {
        known: Vec::new(),
        may_grow: true,
    };
    let cards = cards(file, text, &mut suits, diags);
    if diags.has_errors() {
        return None;
    }
    let span = Span::whole_file(file);
    let of = |members: Vec<(&str, Value)>| Node {
        span,
        value: Value::Object(
            members
                .into_iter()
                .map(|(key, value)| member(key, span, Node { span, value }))
                .collect(),
        ),
    };
    let suits = suits.known.into_iter().map(|(name, id)| {
        of(vec![
            ("suit_name", Value::String(name.into())),
            ("suit_id", Value::Number(Number::Int(id))),
        ])
    });
    let suits: Vec<Node> = suits.collect();
    let mut set = vec![("set_name", Value::String(set_name.into()))];
    if !suits.is_empty() {
        set.push(("suits", Value::Array(suits)));
    }
    set.push(("cards", Value::Array(cards)));
    let set = of(set);
    Some(of(vec![("cardset", set.value)]))
}

/// The suits of the set, by names and ids.
struct Suits {
    known: Vec<(String, i64)>,
    /// Whether a name that is not known is another suit.
    may_grow: bool,
}

impl Suits {
    /// The id of a suit that is named in a cell, or stands there itself.
    fn id(&mut self, cell: &Cell, diags: &mut Diagnostics) -> Option<i64> {
        let text = cell.text.as_str();
        if let Some((_, id)) = self.known.iter().find(|(name, _)| name == text) {
            return Some(*id);
        }
        if self.may_grow {
            let id = self.known.len() as i64;
            self.known.push((text.to_owned(), id));
            return Some(id);
        }
        if let Ok(id) = text.parse() {
            return Some(id);
        }
        let names = self.known.iter().map(|(name, _)| name.as_str());
        let help = match did_you_mean(text, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.known.is_empty() => "declare it in the set's `suits`".to_owned(),
            None => format!(
                "the suits are {}",
                names
                    .map(|name| format!("`{name}`"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        diags.error(
            Code::UnknownSuit,
            cell.span,
            format!("there is no suit `{text}`"),
            help,
        );
        None
    }
}

/// What a column is for.
#[derive(Clone)]
enum Column {
    /// A field of cards that holds a text.
    Text(&'static str),
    /// A field of cards that holds a number.
    Number(&'static str),
    /// The suit, by its name.
    Suit,
    Attribute(CellKind),
    /// It was told what is wrong with it.
    Wrong,
}

impl Column {
    /// Whether it is no field that cards have by themselves.
    fn is_own(&self) -> bool {
        matches!(self, Column::Attribute(_) | Column::Wrong)
    }
}

/// What all cells of an attribute's column are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKind {
    Numbers,
    Flags,
    Texts,
}

/// The names of columns that are fields of cards, the shorter ones first.
const FIELDS: [(&str, Column); 15] = [
    ("name", Column::Text("card_name")),
    ("card_name", Column::Text("card_name")),
    ("id", Column::Number("card_id")),
    ("card_id", Column::Number("card_id")),
    ("value", Column::Number("card_value")),
    ("card_value", Column::Number("card_value")),
    ("suit", Column::Suit),
    ("suit_id", Column::Number("suit_id")),
    ("rank", Column::Text("rank")),
    ("text", Column::Text("text")),
    ("colour", Column::Text("colour")),
    ("color", Column::Text("colour")),
    ("texture_override", Column::Text("texture_override")),
    ("card_back_override", Column::Text("card_back_override")),
    ("suit_name", Column::Suit),
];

/// Whether a text is JSON: no cell begins like that.
fn is_json(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    // JSON5 may begin with comments.
    while let Some(comment) = rest.strip_prefix("//") {
        rest = comment.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    rest.starts_with(['{', '['])
}

/// The cards of a table as they would stand in a card set.
fn cards(file: FileId, text: &str, suits: &mut Suits, diags: &mut Diagnostics) -> Vec<Node> {
    let errors = diags.error_count();
    if is_json(text) {
        let help = "write a CSV file, whose first line names the columns: `name,value,text`; cards in JSON stand in the \
                    `cards` of a card set";
        let begin = text.len() - text.trim_start().len();
        let end = begin + text.trim_start().chars().next().map_or(0, char::len_utf8);
        let message = "this is JSON, and no table of rows and columns";
        diags.error(Code::BadTable, Span::new(file, begin, end), message, help);
        return Vec::new();
    }
    let mut rows = rows(file, text, diags).into_iter();
    if diags.error_count() > errors {
        return Vec::new();
    }
    let Some(header) = rows.next() else {
        let help = "write what the columns are called into the first line: `name,value,text`";
        diags.error(
            Code::BadTable,
            Span::whole_file(file),
            "a table of cards has no header",
            help,
        );
        return Vec::new();
    };
    let rows: Vec<Row> = rows.collect();
    let columns = columns(&header, &rows, diags);
    // Where no column is one of cards, this is another file: what is wrong with its lines tells nothing.
    if diags.error_count() > errors && columns.iter().all(Column::is_own) {
        return Vec::new();
    }
    let has_ids = columns
        .iter()
        .any(|column| matches!(column, Column::Number("card_id")));
    let cards = rows.iter().enumerate().map(|(at, row)| {
        check_width(&header, row, diags);
        let mut fields: Vec<Member> = Vec::new();
        let mut attributes: Vec<Member> = Vec::new();
        if !has_ids {
            let id = Value::Number(Number::Int(at as i64));
            fields.push(member(
                "card_id",
                header.span,
                Node {
                    span: row.span,
                    value: id,
                },
            ));
        }
        for ((column, name), cell) in columns.iter().zip(&header.cells).zip(&row.cells) {
            if cell.text.is_empty() {
                continue;
            }
            let node = |value| Node {
                span: cell.span,
                value,
            };
            let string = || node(Value::String(cell.text.as_str().into()));
            match column {
                Column::Text(field) => fields.push(member(field, name.span, string())),
                Column::Number(field) => {
                    let value = match number(&cell.text) {
                        Cipher::Number(number) => node(Value::Number(number)),
                        Cipher::OutOfRange => out_of_range(cell, diags),
                        // It is told with the fields of the card.
                        Cipher::None => string(),
                    };
                    fields.push(member(field, name.span, value));
                }
                Column::Suit => {
                    if let Some(id) = suits.id(cell, diags) {
                        fields.push(member("suit_id", name.span, node(Value::Number(Number::Int(id)))));
                    }
                }
                Column::Attribute(kind) => {
                    let value = match (kind, number(&cell.text)) {
                        (CellKind::Numbers, Cipher::Number(number)) => node(Value::Number(number)),
                        (CellKind::Numbers, Cipher::OutOfRange) => out_of_range(cell, diags),
                        (CellKind::Flags, _) => node(Value::Bool(flag(&cell.text) == Some(true))),
                        (CellKind::Numbers | CellKind::Texts, _) => string(),
                    };
                    attributes.push(member(&name.text, name.span, value));
                }
                Column::Wrong => {}
            }
        }
        if !attributes.is_empty() {
            let value = Value::Object(attributes);
            fields.push(member(
                "attributes",
                header.span,
                Node {
                    span: row.span,
                    value,
                },
            ));
        }
        Node {
            span: row.span,
            value: Value::Object(fields),
        }
    });
    let cards: Vec<Node> = cards.collect();
    cards
}

fn member(key: &str, key_span: Span, value: Node) -> Member {
    Member {
        key: key.into(),
        key_span,
        value,
    }
}

/// What each column is for.
fn columns(header: &Row, rows: &[Row], diags: &mut Diagnostics) -> Vec<Column> {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    let columns = header.cells.iter().enumerate().map(|(at, cell)| {
        let name = cell.text.as_str();
        let filled = || {
            rows.iter()
                .filter_map(|row| row.cells.get(at))
                .find(|cell| !cell.text.is_empty())
        };
        // Spreadsheets write headers with capital letters.
        let known = FIELDS.iter().find(|(field, _)| field.eq_ignore_ascii_case(name));
        let means = match known {
            Some((_, Column::Text(field) | Column::Number(field))) => *field,
            Some((_, Column::Suit)) => "suit_id",
            Some((_, Column::Attribute(_) | Column::Wrong)) | None => name,
        };
        if name.is_empty() {
            if let Some(cell) = filled() {
                let help = "write the attribute that it holds into the first line, or take its cells out";
                diags.error(
                    Code::BadTable,
                    cell.span,
                    "this cell stands in a column without a name",
                    help,
                );
            }
            return Column::Wrong;
        }
        if let Some(other) = seen.insert(means, name) {
            let message = match other == name {
                true => format!("two columns are called `{name}`"),
                false => format!("the columns `{other}` and `{name}` mean the same"),
            };
            diags.error(Code::BadTable, cell.span, message, "keep one of the two");
            return Column::Wrong;
        }
        if let Some((_, column)) = known {
            return column.clone();
        }
        let field = CARD
            .fields
            .iter()
            .find(|field| field.name.eq_ignore_ascii_case(name));
        if let Some(field) = field {
            let message = format!("`{name}` of a card cannot stand in a table");
            let help = match field.name {
                "attributes" => "give each attribute a column of its own",
                _ => "list cards that have it in the card set itself",
            };
            diags.error(Code::BadTable, cell.span, message, help);
            return Column::Wrong;
        }
        Column::Attribute(kind_of_cells(name, at, rows, diags))
    });
    let columns: Vec<Column> = columns.collect();
    if !columns
        .iter()
        .any(|column| matches!(column, Column::Text("card_name")))
    {
        let names = header.cells.iter().map(|cell| cell.text.as_str());
        let help = match did_you_mean("name", names) {
            Some(near) => format!("call `{near}` `name`"),
            None => "add a column `name`; the first line names the columns: `name,value,text`".to_owned(),
        };
        diags.error(
            Code::BadTable,
            header.span,
            "no column has the names of the cards",
            help,
        );
    }
    columns
}

/// What all cells of an attribute's column are. A few cells that keep the others from being numbers are told.
fn kind_of_cells(name: &str, at: usize, rows: &[Row], diags: &mut Diagnostics) -> CellKind {
    let cells = rows.iter().filter_map(|row| row.cells.get(at));
    let cells: Vec<&Cell> = cells.filter(|cell| !cell.text.is_empty()).collect();
    if !cells.is_empty() && cells.iter().all(|cell| flag(&cell.text).is_some()) {
        return CellKind::Flags;
    }
    let is_number = |cell: &Cell| !matches!(number(&cell.text), Cipher::None);
    let others = cells.iter().filter(|cell| !is_number(cell));
    let Some(cell) = others.clone().next() else {
        return CellKind::Numbers;
    };
    let (others, all) = (others.count(), cells.len());
    // Where many are texts, they are meant.
    if others * 4 <= all || (others == 1 && all > 2) {
        let text = &cell.text;
        let message =
            format!("`{text}` in the column `{name}` is no number, so all cells of the column are texts");
        let help = match text.replacen(',', ".", 1) {
            point if point != *text && !matches!(number(&point), Cipher::None) => {
                format!("write `{point}`: decimals stand behind a point")
            }
            _ => "write a number, or leave the cell empty".to_owned(),
        };
        diags.warning(Code::MixedColumn, cell.span, message, help);
    }
    CellKind::Texts
}

/// What a spreadsheet calls true and false.
fn flag(text: &str) -> Option<bool> {
    [("true", true), ("false", false)]
        .into_iter()
        .find_map(|(word, flag)| text.eq_ignore_ascii_case(word).then_some(flag))
}

/// It is an error when a row has fewer cells than the header, or something stands behind those.
fn check_width(header: &Row, row: &Row, diags: &mut Diagnostics) {
    let (width, cells) = (header.cells.len(), row.cells.len());
    let beyond = row.cells.iter().skip(width).find(|cell| !cell.text.is_empty());
    let at = match beyond {
        Some(cell) => cell.span,
        None if cells < width => row.span,
        None => return,
    };
    let message = format!("this row has {cells} cells, and the header has {width}");
    let help = match beyond {
        Some(_) => "put a text with separators into quotation marks, or give its column a name",
        None => "write the missing cells; an empty one is nothing between two separators",
    };
    diags.error(Code::BadTable, at, message, help);
}

/// What a text is as a number.
enum Cipher {
    Number(Number),
    /// It is one, and cannot be kept.
    OutOfRange,
    None,
}

/// A number as it is written in JSON, without exponent; other texts stay what they are, such as `007`.
fn number(text: &str) -> Cipher {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_written = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_written(whole) || !is_written(part) || (whole.len() > 1 && whole.starts_with('0')) {
        return Cipher::None;
    }
    let number = match digits.contains('.') {
        true => text
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .map(Number::Float),
        false => text.parse().ok().map(Number::Int),
    };
    number.map_or(Cipher::OutOfRange, Cipher::Number)
}

/// Tells of a number that cannot be kept.
fn out_of_range(cell: &Cell, diags: &mut Diagnostics) -> Node {
    let message = format!("the number `{}` is out of range", cell.text);
    let help = format!("whole numbers go from {} to {}", i64::MIN, i64::MAX);
    diags.error(Code::NumberOutOfRange, cell.span, message, help);
    Node {
        span: cell.span,
        value: Value::Invalid,
    }
}
