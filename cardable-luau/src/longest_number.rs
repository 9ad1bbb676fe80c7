/// How long a text may be that is read as a number, in bytes: reading takes time with its length, and no number needs
/// more. Longer texts are no numbers.
pub const LONGEST_NUMBER: usize = 64;
