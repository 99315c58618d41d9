//! Chance that nobody can guess: tokens of seats, words for the telephone.

/// No randomness was to be had from the system.
pub(crate) fn bits<const N: usize>() -> Result<[u8; N], String> {
    let mut bits = [0; N];
    getrandom::fill(&mut bits).map_err(|error| format!("The system gives no random numbers: {error}."))?;
    Ok(bits)
}

/// A token of 128 random bits.
pub(crate) fn token() -> Result<String, String> {
    bits::<16>().map(|bits| hex(&bits))
}

/// Bytes as two letters each.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is kept of a token: nobody gets in by reading the host's files.
pub(crate) fn kept(token: &str) -> String {
    hex(&blake3::derive_key("pointman 2026 seat token", token.as_bytes()))
}

/// Three words to say on the telephone: `tiger-bridge-forty`. They are one of sixteen million.
pub(crate) fn words() -> Result<String, String> {
    let bits = bits::<3>()?;
    Ok(bits.map(|byte| WORDS[usize::from(byte)]).join("-"))
}

/// What somebody typed, as it is compared: small letters, words joined by one stroke each.
pub(crate) fn plain_words(typed: &str) -> String {
    let words = typed.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// Short, common, and not mistaken for each other on a bad line.
#[rustfmt::skip]
const WORDS: [&str; 256] = [
    "acorn", "actor", "almond", "anchor", "angle", "ankle", "apple", "apron",
    "arrow", "aspen", "autumn", "avenue", "bacon", "badge", "baker", "banjo",
    "barley", "barrel", "basket", "beacon", "beaver", "bench", "bishop", "blanket",
    "blossom", "bonnet", "bottle", "branch", "bread", "breeze", "bridge", "bronze",
    "brother", "bucket", "buffalo", "butter", "button", "cabin", "cactus", "camel",
    "camera", "canal", "candle", "canoe", "canvas", "captain", "carbon", "carpet",
    "carrot", "castle", "cedar", "cellar", "chalk", "cherry", "chess", "chimney",
    "cider", "circle", "clover", "coast", "cobalt", "coffee", "comet", "copper",
    "coral", "cotton", "cradle", "crane", "cricket", "crystal", "curtain", "cypress",
    "daisy", "dancer", "desert", "diamond", "dinner", "doctor", "dolphin", "domino",
    "donkey", "dragon", "drummer", "eagle", "echo", "eleven", "elm", "ember",
    "engine", "evening", "fable", "falcon", "farmer", "feather", "fennel", "fiddle",
    "finger", "flint", "flower", "forest", "forty", "fossil", "fountain", "galaxy",
    "garden", "garlic", "ginger", "glacier", "globe", "goblet", "golden", "granite",
    "grape", "gravel", "guitar", "hammer", "harbor", "harvest", "hazel", "helmet",
    "heron", "hollow", "honey", "horizon", "hunter", "iceberg", "igloo", "indigo",
    "island", "ivory", "jacket", "jaguar", "jasmine", "jelly", "jigsaw", "jungle",
    "kettle", "kitchen", "kitten", "ladder", "lagoon", "lantern", "lemon", "leopard",
    "letter", "lilac", "linen", "lion", "lizard", "lobster", "lotus", "magnet",
    "mango", "maple", "marble", "market", "meadow", "melon", "mirror", "monday",
    "monkey", "morning", "mountain", "mustard", "napkin", "needle", "ninety", "nutmeg",
    "oasis", "ocean", "olive", "onion", "orange", "orchard", "otter", "oyster",
    "paddle", "palace", "panther", "paper", "parrot", "pebble", "pelican", "pencil",
    "pepper", "piano", "pigeon", "pillow", "pilot", "planet", "plum", "pocket",
    "polar", "pony", "poppy", "potato", "prairie", "pumpkin", "purple", "puzzle",
    "quartz", "rabbit", "radio", "raven", "ribbon", "river", "robin", "rocket",
    "rooster", "saddle", "saffron", "sailor", "salmon", "sandal", "satin", "scarlet",
    "seven", "shadow", "silver", "singer", "sister", "sixty", "spider", "spring",
    "summer", "sunday", "tiger", "timber", "tulip", "valley", "velvet", "violin",
    "walnut", "whistle", "window", "winter", "yellow", "zebra", "bamboo", "cobra",
    "comma", "daylight", "emerald", "fabric", "gazelle", "hamster", "jewel", "koala",
    "lemonade", "mammoth", "nectar", "octopus", "puppet", "raisin", "squirrel", "teapot",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_and_typed_in_any_way() {
        let mut words = WORDS.to_vec();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 256);
        assert!(WORDS.iter().all(|word| (3..=8).contains(&word.len()) && word.chars().all(|c| c.is_ascii_lowercase())));
        assert_eq!(plain_words("  Tiger bridge,FORTY "), "tiger-bridge-forty");
        assert_eq!(super::words().unwrap().split('-').count(), 3);
    }

    #[test]
    fn tokens_have_128_bits_and_differ() {
        let (one, other) = (token().unwrap(), token().unwrap());
        assert_eq!(one.len(), 32);
        assert_ne!(one, other);
        assert_ne!(kept(&one), kept(&other));
    }
}
