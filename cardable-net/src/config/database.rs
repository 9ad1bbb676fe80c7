//! Addresses of databases, which hold passwords.

/// What is wrong with the password in a database's address, if it cannot be told where it ends. What such an address holds
/// must not be shown: a part of the password may stand where the host's name is looked for.
pub(crate) fn wrong_password(address: &str) -> Option<&'static str> {
    let (_, rest) = address.split_once("://")?;
    let (before, after) = rest.rsplit_once('@')?;
    // In a query an `@` must be written as `%40`, too: nothing else tells it from one in a password.
    let is_ambiguous = before.contains(['@', '/', '?', '#', '[', ']', ' ']) || after.contains('#');
    is_ambiguous.then_some(
        "has a user or a password with signs that mean something else in an address; write `%40` for `@`, `%23` for `#`, \
         `%2F` for `/`, `%3F` for `?` and `%25` for `%` everywhere but before the host",
    )
}

#[cfg(test)]
mod tests {
    use super::wrong_password;

    #[test]
    fn passwords_are_percent_encoded() {
        for right in [
            "postgres://h/db",
            "postgres://u@h/db",
            "postgres://u:p%40ss%23w%2Frd@h:5433,i/db?sslmode=require",
            "host=localhost password=a@b@c",
        ] {
            assert_eq!(wrong_password(right), None, "{right}");
        }
        for wrong in [
            "postgres://u:p@ss#w/rd@h/db",
            "postgres://u:p@ss@h/db",
            "postgresql://u:p/ss@h/db",
            "postgres://u:p?ss@h/db",
            "postgres://u:p#ss@h/db",
            "postgres://u:p@h/db?user=a@b",
        ] {
            assert!(wrong_password(wrong).is_some(), "{wrong}");
        }
    }
}
