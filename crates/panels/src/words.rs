//! Words that several panels use.

/// A length in hundredths of an inch, as it stands on a ruler.
pub fn inches(length: i32) -> String {
    let (whole, rest) = (length / 100, length % 100);
    if rest == 0 { format!("{whole}\"") } else { format!("{whole}.{rest:02}\"") }
}
