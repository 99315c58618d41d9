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

/// So many eighths as players write them: `4`, `1½`, `⅜`.
pub fn eighths(count: impl Into<u32>) -> String {
    let count = count.into();
    let part = ["", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"][(count % 8) as usize];
    match count / 8 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

/// So many quarters as players write them: `2½`.
pub fn quarters(count: u32) -> String {
    eighths(2 * count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_whole_are_written_as_one_sign() {
        assert_eq!([32_u16, 12, 3, 0].map(eighths), ["4", "1½", "⅜", "0"]);
        assert_eq!([10, 3, 4].map(quarters), ["2½", "¾", "1"]);
    }

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
