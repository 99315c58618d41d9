//! Words that several panels use.

/// A number with its sign, a real minus sign for negative ones: `+2`, `0`, `−1`.
pub fn signed(value: i8) -> String {
    match value {
        0 => "0".into(),
        1.. => format!("+{value}"),
        _ => format!("−{}", value.unsigned_abs()),
    }
}

/// A number, with a real minus sign.
pub fn number(value: i8) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { value.to_string() }
}

/// A length in hundredths of an inch, as it stands on a ruler.
pub fn inches(length: i32) -> String {
    let (whole, rest) = (length / 100, length % 100);
    if rest == 0 { format!("{whole}\"") } else { format!("{whole}.{rest:02}\"") }
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
}
