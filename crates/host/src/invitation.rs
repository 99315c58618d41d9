//! What the one who invites gives to the one who joins: where the host is, how its certificate is known, and what opens a seat.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::lots;

/// What opens a seat.
#[derive(Clone, PartialEq, Eq)]
pub enum Key {
    /// The secret of one seat: 128 random bits.
    Token(String),
    /// Three words for the telephone. They open a seat that nobody has taken, and nothing once all are taken.
    Word(String),
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A secret has no business in a log.
        f.write_str(match self {
            Self::Token(_) => "Token(…)",
            Self::Word(_) => "Word(…)",
        })
    }
}

/// An invitation. As text it is a link, `pointman://ADDRESS/#token=…&certificate=…`, or what is said on the telephone,
/// `ADDRESS tiger-bridge-forty`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Name or number of the machine, with its port.
    pub address: String,
    /// What opens the seat.
    pub key: Key,
    /// The SHA-256 of the host's certificate, in hexadecimal; none if it was not told. A machine that shows another one is not
    /// the host.
    pub certificate: Option<String>,
    /// Whether the line is not encrypted: on one's own machine, or behind a proxy that does it.
    pub plain: bool,
}

impl Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.key {
            Key::Word(word) => write!(f, "{} {word}", self.address),
            Key::Token(token) => {
                let scheme = if self.plain { "pointman+plain" } else { "pointman" };
                write!(f, "{scheme}://{}/#token={token}", self.address)?;
                self.certificate.as_ref().map_or(Ok(()), |print| write!(f, "&certificate={print}"))
            }
        }
    }
}

impl FromStr for Invitation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let wrong = |what: &str| {
            Err(format!(
                "{what} An invitation is a link that begins with `pointman://`, or an address and three words."
            ))
        };
        let linked = [("pointman://", false), ("pointman+plain://", true)]
            .into_iter()
            .find_map(|(scheme, plain)| text.strip_prefix(scheme).map(|rest| (rest, plain)));
        let Some((rest, plain)) = linked else {
            let Some((address, word)) = text.split_once(char::is_whitespace) else {
                return wrong("This is only one word.");
            };
            let word = lots::plain_words(word);
            if word.split('-').count() != 3 {
                return wrong("The words are three.");
            }
            return Ok(Self { address: with_port(address)?, key: Key::Word(word), certificate: None, plain: false });
        };
        let Some((address, fields)) = rest.split_once('#') else { return wrong("This link has no token.") };
        let (mut token, mut certificate) = (None, None);
        for (name, value) in fields.split('&').filter_map(|field| field.split_once('=')) {
            let is_hex = |letters: usize| value.len() == letters && value.bytes().all(|byte| byte.is_ascii_hexdigit());
            match name {
                "token" if is_hex(32) => token = Some(value.to_ascii_lowercase()),
                "certificate" if is_hex(64) => certificate = Some(value.to_ascii_lowercase()),
                "token" | "certificate" => return wrong("This link was cut off or mistyped."),
                _ => {}
            }
        }
        let Some(token) = token else { return wrong("This link has no token.") };
        let address = with_port(address.trim_end_matches('/'))?;
        Ok(Self { address, key: Key::Token(token), certificate, plain })
    }
}

/// The port of a host, if none is said.
pub const PORT: u16 = 7468;

fn with_port(address: &str) -> Result<String, String> {
    let known = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | ':' | '[' | ']' | '_' | '%');
    if address.is_empty() || !address.chars().all(known) {
        return Err(format!("`{}` is no address of a machine.", crate::talk::one_line(address, 40)));
    }
    let behind_brackets = address.rsplit_once(']').map_or(address, |(_, rest)| rest);
    Ok(if behind_brackets.contains(':') { address.to_owned() } else { format!("{address}:{PORT}") })
}

/// A text as the squares of a QR code, row by row; true is dark.
///
/// # Errors
/// The text is too long for one.
pub fn squares(text: &str) -> Result<Vec<Vec<bool>>, String> {
    let code = fast_qr::QRBuilder::new(text)
        .ecl(fast_qr::ECL::M)
        .build()
        .map_err(|_| "This is too long for a QR code.".to_owned())?;
    Ok((0..code.size).map(|row| code[row][..code.size].iter().map(|module| module.value()).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_comes_back_from_its_text() {
        let token = "0123456789abcdef0123456789abcdef";
        for invitation in [
            Invitation {
                address: "192.168.0.7:7468".into(),
                key: Key::Token(token.into()),
                certificate: Some("ab".repeat(32)),
                plain: false,
            },
            Invitation { address: "[::1]:80".into(), key: Key::Token(token.into()), certificate: None, plain: true },
            Invitation {
                address: "table.local:9".into(),
                key: Key::Word("tiger-bridge-forty".into()),
                certificate: None,
                plain: false,
            },
        ] {
            assert_eq!(invitation.to_string().parse::<Invitation>().unwrap(), invitation);
        }
        let said: Invitation = " 10.0.0.3  Tiger Bridge forty\n".parse().unwrap();
        assert_eq!((said.address.as_str(), said.key), ("10.0.0.3:7468", Key::Word("tiger-bridge-forty".into())));
    }

    #[test]
    fn what_is_no_invitation_is_said_in_one_sentence() {
        for text in [
            "",
            "hello",
            "a b c",
            "pointman://10.0.0.1/",
            "pointman://10.0.0.1/#token=12",
            "pointman:///#token=0123456789abcdef0123456789abcdef",
            "pointman://a b/#token=0123456789abcdef0123456789abcdef",
        ] {
            assert!(text.parse::<Invitation>().unwrap_err().ends_with('.'), "{text}");
        }
    }

    #[test]
    fn a_link_fits_a_code() {
        let rows = squares(&format!("http://192.168.100.100:7468/#token={}", "a".repeat(32))).unwrap();
        assert!(rows.len() < 60 && rows.iter().all(|row| row.len() == rows.len()));
        assert!(squares(&"x".repeat(5_000)).is_err());
    }
}
