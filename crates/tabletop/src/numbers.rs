//! Numbers as players read them.

/// A number with its sign, a real minus sign for negative ones: `+2`, `0`, `−1`.
pub fn signed(value: impl Into<i64>) -> String {
    let value = value.into();
    if value > 0 { format!("+{value}") } else { number(value) }
}

/// A number, with a real minus sign.
pub fn number(value: impl Into<i64>) -> String {
    let value = value.into();
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { value.to_string() }
}

/// So many of something: `1 hex`, `2 hexes`.
pub fn counted(value: impl TryInto<i64>, one: &str, many: &str) -> String {
    let value = value.try_into().unwrap_or(i64::MAX);
    format!("{} {}", number(value), if value == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_have_a_minus_sign_not_a_hyphen() {
        assert_eq!(signed(-2), "−2");
        assert_eq!(signed(0), "0");
        assert_eq!(signed(1), "+1");
        assert_eq!(number(-2), "−2");
    }

    #[test]
    fn one_of_something_is_not_told_as_many() {
        assert_eq!([0_u8, 1, 2].map(|n| counted(n, "hex", "hexes")), ["0 hexes", "1 hex", "2 hexes"]);
    }
}
