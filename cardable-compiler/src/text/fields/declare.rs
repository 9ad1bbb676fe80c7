//! Declaring what the objects of a text hold: table, reader and Rust types in one.

/// Declares an object: its table, and a view of it with a method for each field.
///
/// ```text
/// object! {
///     /// a place at the table
///     struct Seat<'n> = SEAT: "seat" {
///         /// what it is called
///         name: Name => needed,
///         /// who sits there
///         kind "type": SeatKind => or(&["sort"]),
///         /// a note that only editors read
///         "$note": String => for_people,
///     }
/// }
/// ```
///
/// Doc comments are what editors and messages say, so they have no full stop. A name in quotation marks is the
/// one that a text uses, where it is not the method's. Behind `=>` stands what [`FieldSpec`] knows beside shape
/// and doc. A field that has only a name in quotation marks is checked, and nothing reads it: a method that
/// nobody calls is a warning. Fields behind `read by` are read by the view of another object that has them, too.
///
/// [`FieldSpec`]: super::FieldSpec
macro_rules! object {
    (
        $(#[doc = $about:literal])+
        struct $object:ident<$n:lifetime> = $table:ident : $called:literal {
            $(
                $(#[doc = $doc:expr])+
                $($field:ident)? $($key:literal)? : $ty:ty $(=> $($mark:ident $(($aliases:expr))?)+)?
            ),+ $(,)?
        } $(read by $other:ident {
            $(
                $(#[doc = $other_doc:expr])+
                $($other_field:ident)? $($other_key:literal)? : $other_ty:ty
                    $(=> $($other_mark:ident $(($other_aliases:expr))?)+)?
            ),+ $(,)?
        })?
    ) => {
        $(#[doc = $about])+
        pub(crate) static $table: $crate::text::fields::ObjectSpec = $crate::text::fields::ObjectSpec {
            name: $called,
            doc: $crate::text::fields::doc(concat!($($about),+)),
            fields: $object::FIELDS,
        };

        $(#[doc = $about])+
        #[derive(Clone, Copy)]
        pub(crate) struct $object<$n> {
            pub(crate) node: &$n $crate::text::json::Node,
        }

        impl<$n> $object<$n> {
            const FIELDS: &'static [$crate::text::fields::FieldSpec] = &[
                $($crate::text::fields::declare::spec! {
                    $n, $(#[doc = $doc])+ $($field)? $($key)? : $ty $(=> $($mark $(($aliases))?)+)?
                },)+
                $($($crate::text::fields::declare::spec! {
                    $n, $(#[doc = $other_doc])+ $($other_field)? $($other_key)? : $other_ty
                        $(=> $($other_mark $(($other_aliases))?)+)?
                },)+)?
            ];

            $(
                $crate::text::fields::declare::field! {
                    $(#[doc = $doc])+
                    $($field)?, $n, $table, $crate::text::fields::declare::key!($($field)? $($key)?), $ty
                }
            )+
        }

        impl<$n> $crate::text::fields::read::FieldType<$n> for $object<$n> {
            const SHAPE: $crate::text::fields::Shape = $crate::text::fields::Shape::Object(|| &$table);
            type Value = Self;
            type Field = Option<Self>;

            fn read(node: &$n $crate::text::json::Node) -> Option<Self> {
                $crate::text::fields::read::is_object(node).then_some($object { node })
            }

            fn field(node: Option<&$n $crate::text::json::Node>) -> Option<Self> {
                Self::read(node?)
            }
        }
    };
}

/// What a table says of a field.
macro_rules! spec {
    (
        $n:lifetime, $(#[doc = $doc:expr])+ $($field:ident)? $($key:literal)? : $ty:ty
            $(=> $($mark:ident $(($aliases:expr))?)+)?
    ) => {
        $crate::text::fields::FieldSpec::optional(
            $crate::text::fields::declare::key!($($field)? $($key)?),
            <$ty as $crate::text::fields::read::FieldType<$n>>::SHAPE,
            $crate::text::fields::doc(concat!($($doc),+)),
        )$($(.$mark($($aliases)?))+)?
    };
}

/// The name of a field in a text.
macro_rules! key {
    ($field:ident) => {
        stringify!($field)
    };
    ($($field:ident)? $key:literal) => {
        $key
    };
}

/// The method that reads a field.
macro_rules! field {
    ($(#[doc = $doc:expr])+ , $n:lifetime, $table:ident, $key:expr, $ty:ty) => {};
    ($(#[doc = $doc:expr])+ $field:ident, $n:lifetime, $table:ident, $key:expr, $ty:ty) => {
        $(#[doc = $doc])+
        pub(crate) fn $field(self) -> <$ty as $crate::text::fields::read::FieldType<$n>>::Field {
            $crate::text::fields::read::field::<$ty>(&$table, self.node, $key)
        }
    };
}

/// Declares a closed list of words and what each stands for: an enum of its own, or values of another type.
///
/// ```text
/// words! {
///     enum Ends {
///         /// when a player goes on to the next one
///         OnInput = "on_input",
///         /// when every player has ended a turn
///         Turns = "turns",
///     }
/// }
/// words! {
///     struct Ordered => Order {
///         /// the oldest card is taken first
///         Order::FixedFifo => "fixed-fifo",
///     }
/// }
/// ```
macro_rules! words {
    (
        $(#[doc = $about:literal])+
        enum $name:ident {
            $($(#[doc = $doc:literal])+ $variant:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $name {
            $($(#[doc = $doc])+ $variant),+
        }

        impl $crate::text::fields::read::Word for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $name::$variant)),+];
        }

        $crate::text::fields::declare::word_type! {
            $name => $name { $($(#[doc = $doc])+ $name::$variant => $word),+ }
        }
    };
    (
        $(#[doc = $about:literal])+
        struct $name:ident => $value:ty {
            $($(#[doc = $doc:literal])+ $is:expr => $word:literal),+ $(,)?
        }
    ) => {
        $(#[doc = $about])+
        pub(crate) enum $name {}

        $crate::text::fields::declare::word_type! {
            $name => $value { $($(#[doc = $doc])+ $is => $word),+ }
        }
    };
}

/// How a list of words is read.
macro_rules! word_type {
    ($name:ident => $value:ty { $($(#[doc = $doc:literal])+ $is:expr => $word:literal),+ }) => {
        impl<'n> $crate::text::fields::read::FieldType<'n> for $name {
            const SHAPE: $crate::text::fields::Shape = $crate::text::fields::Shape::Word(&[
                $(($word, $crate::text::fields::doc(concat!($($doc),+)))),+
            ]);
            type Value = $value;
            type Field = Option<$value>;

            fn read(node: &'n $crate::text::json::Node) -> Option<$value> {
                $crate::text::fields::read::word(node, &[$(($word, $is)),+])
            }

            fn field(node: Option<&'n $crate::text::json::Node>) -> Option<$value> {
                Self::read(node?)
            }
        }
    };
}

/// Declares the kinds of values that a field may hold. A value is read as the first whose kind it has.
///
/// ```text
/// any_of! {
///     /// A stage, or only its name.
///     enum NamedStage<'n> {
///         Name(Name),
///         Stage(Stage<'n>),
///     }
/// }
/// ```
macro_rules! any_of {
    (
        $(#[doc = $about:literal])+
        enum $name:ident<$n:lifetime> {
            $($variant:ident($ty:ty)),+ $(,)?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy)]
        pub(crate) enum $name<$n> {
            $($variant(<$ty as $crate::text::fields::read::FieldType<$n>>::Value)),+
        }

        impl<$n> $crate::text::fields::read::FieldType<$n> for $name<$n> {
            const SHAPE: $crate::text::fields::Shape = $crate::text::fields::Shape::AnyOf(&[
                $(<$ty as $crate::text::fields::read::FieldType<$n>>::SHAPE),+
            ]);
            type Value = Self;
            type Field = Option<Self>;

            fn read(node: &$n $crate::text::json::Node) -> Option<Self> {
                $(
                    if <$ty as $crate::text::fields::read::FieldType<$n>>::SHAPE.accepts(node) {
                        return <$ty as $crate::text::fields::read::FieldType<$n>>::read(node)
                            .map($name::$variant);
                    }
                )+
                None
            }

            fn field(node: Option<&$n $crate::text::json::Node>) -> Option<Self> {
                Self::read(node?)
            }
        }
    };
}

pub(crate) use {any_of, field, key, object, spec, word_type, words};

#[cfg(test)]
mod tests {
    use crate::text::diag::Diagnostics;
    use crate::text::fields::Shape;
    use crate::text::fields::read::{At, FieldType, List, Name, Nearest, String, Whole, Word};
    use crate::text::json::{Node, parse};
    use crate::text::source::Sources;

    object! {
        /// a place at the table,
        /// and who has it
        struct Seat<'n> = SEAT: "seat" {
            /// what it is called
            name: Name => needed or(&["called"]),
            /// who sits there
            kind "type": SeatKind,
            /// how many points it has
            points: At<Whole<u8, 0, 100>>,
            /// how many cards it has
            cards: Nearest<u8, 0, 100>,
            /// who sits beside it
            beside: List<Neighbour<'n>>,
            /// a note that nothing reads
            "$note": String => for_people,
        }
    }

    words! {
        /// Who sits at a seat.
        enum SeatKind {
            /// a person
            Person = "person",
            /// a program
            Program = "program",
        }
    }

    any_of! {
        /// A seat, or only its name.
        enum Neighbour<'n> {
            Name(Name),
            Seat(Seat<'n>),
        }
    }

    fn node(text: &str) -> Node {
        parse(
            Sources::new().add("seat.json", text),
            text,
            &mut Diagnostics::new(),
        )
    }

    #[test]
    fn the_table_is_what_is_declared() {
        assert_eq!(SEAT.doc, "a place at the table, and who has it");
        let names: Vec<&str> = SEAT.fields.iter().map(|field| field.name).collect();
        assert_eq!(names, ["name", "type", "points", "cards", "beside", "$note"]);
        let name = SEAT.field("called").expect("an alias");
        assert!(name.required && name.rules && matches!(name.shape, Shape::Name));
        assert_eq!(name.doc, "what it is called");
        let shape = &SEAT.field("type").expect("its own name").shape;
        assert!(matches!(
            shape,
            Shape::Word([("person", "a person"), ("program", "a program")])
        ));
        assert!(SEAT.field("$note").is_some_and(|note| !note.rules));
    }

    #[test]
    fn fields_are_read_by_type() {
        let node = node("{called: 'North', type: 'person', beside: ['East', {name: 'West'}, 3]}");
        let seat = Seat { node: &node };
        assert_eq!(seat.name().as_deref(), Some("North"));
        assert_eq!(seat.kind().map(Word::word), Some("person"));
        assert!(seat.points().is_none() && seat.cards().is_none());
        let beside: Vec<&str> = seat
            .beside()
            .iter()
            .filter_map(|neighbour| match neighbour {
                Neighbour::Name(name) => Some(name.as_str()),
                Neighbour::Seat(seat) => seat.name().map(|name| name.as_str()),
            })
            .collect();
        assert_eq!(beside, ["East", "West"]);
        assert_eq!(seat.beside().nodes().len(), 3);
    }

    #[test]
    fn what_does_not_fit_reads_as_missing() {
        let text = node("'North'");
        let node = node("{name: 3, type: 'persn', points: 200, cards: 200, beside: []}");
        let seat = Seat { node: &node };
        assert!(seat.name().is_none());
        assert_eq!(seat.kind(), Some(SeatKind::Person), "what was probably meant");
        assert!(seat.points().is_some_and(|points| points.value.is_none()));
        assert_eq!(seat.cards(), Some(100), "the nearest");
        assert!(seat.beside().is_given() && seat.beside().is_empty());
        assert!(Seat::read(&text).is_none());
    }
}
