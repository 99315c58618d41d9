//! Which commands are meant: one exactly, those near it on a table, or all of a kind with some fields given.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// A set of commands.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Pattern<C> {
    /// This command and no other.
    Is(C),
    /// This command, or one that differs from it only by points up to so many hundredths of an inch away, and by directions
    /// up to 45° off: nobody points at a table more exactly than that.
    Near(C, i64),
    /// Every command of this name whose fields, as far as they are given, are these.
    Like(String, #[serde(deserialize_with = "fields")] BTreeMap<String, Value>),
    /// Every command of this name.
    Every(String),
}

impl<C: PartialEq + Serialize> Pattern<C> {
    /// Whether a command is meant.
    pub fn fits(&self, command: &C) -> bool {
        match self {
            Self::Is(meant) => meant == command,
            Self::Near(meant, reach) => {
                let written = |c: &C| serde_json::to_value(c).unwrap_or(Value::Null);
                near(&written(meant), &written(command), *reach)
            }
            Self::Every(name) => parts(command).0 == *name,
            Self::Like(name, wanted) => {
                let (is, fields) = parts(command);
                is == *name && wanted.iter().all(|(field, value)| fields.get(field) == Some(value))
            }
        }
    }
}

impl<C> Pattern<C> {
    /// The command that stands in the pattern itself, if one does.
    pub const fn model(&self) -> Option<&C> {
        match self {
            Self::Is(command) | Self::Near(command, _) => Some(command),
            Self::Like(..) | Self::Every(_) => None,
        }
    }
}

impl<C: PartialEq + Serialize + DeserializeOwned> Pattern<C> {
    /// What somebody who points less exactly would have commanded: the model with its points moved each way.
    pub fn inexact(&self) -> Vec<C> {
        let Self::Near(meant, reach) = self else { return Vec::new() };
        let far = reach * 9 / 10;
        let Ok(written) = serde_json::to_value(meant) else { return Vec::new() };
        let moved = [(far, 0), (0, far), (-far, 0), (0, -far)].map(|by| {
            let mut other = written.clone();
            shift(&mut other, by);
            other
        });
        moved
            .into_iter()
            .filter_map(|v| serde_json::from_value(v).ok())
            .filter(|c| c != meant && self.fits(c))
            .collect()
    }
}

/// A point as the rules of a table write it: two numbers.
pub(crate) fn point(value: &Value) -> Option<(i64, i64)> {
    match value.as_array()?.as_slice() {
        [x, y] => Some((x.as_i64()?, y.as_i64()?)),
        _ => None,
    }
}

/// A direction as they write it: steps to the right and to the near edge.
fn direction(value: &Value) -> Option<(i64, i64)> {
    let map = value.as_object().filter(|map| map.len() == 2)?;
    Some((map.get("dx")?.as_i64()?, map.get("dy")?.as_i64()?))
}

/// Whether two written commands are the same but for points within `reach` and directions within 45°.
fn near(meant: &Value, other: &Value, reach: i64) -> bool {
    if let (Some(a), Some(b)) = (point(meant), point(other)) {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        return dx * dx + dy * dy <= reach * reach;
    }
    if let (Some(a), Some(b)) = (direction(meant), direction(other)) {
        let dot = a.0 * b.0 + a.1 * b.1;
        // Twice the square of the cosine of 45° is 1.
        return dot > 0 && 2 * dot * dot >= (a.0 * a.0 + a.1 * a.1) * (b.0 * b.0 + b.1 * b.1);
    }
    match (meant, other) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(a, b, reach)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(field, a)| b.get(field).is_some_and(|b| near(a, b, reach)))
        }
        _ => meant == other,
    }
}

/// Moves every point in a written command.
fn shift(value: &mut Value, by: (i64, i64)) {
    if let Some((x, y)) = point(value) {
        *value = Value::from(vec![x + by.0, y + by.1]);
        return;
    }
    match value {
        Value::Array(list) => list.iter_mut().for_each(|v| shift(v, by)),
        Value::Object(map) => map.values_mut().for_each(|v| shift(v, by)),
        _ => {}
    }
}

impl<C: DeserializeOwned> Pattern<C> {
    /// What is wrong with a pattern that no command can fit: a name or a field that the rules do not know.
    pub fn fault(&self) -> Option<String> {
        let (name, wanted): (&String, Vec<&String>) = match self {
            Self::Is(_) => return None,
            Self::Near(_, reach) => {
                return (*reach < 1).then(|| "`Near` reaches at least 1 hundredth of an inch.".to_owned());
            }
            Self::Every(name) => (name, Vec::new()),
            Self::Like(name, wanted) => (name, wanted.keys().collect()),
        };
        let shape = crate::pattern::shape::<C>(name);
        match shape {
            Err(known) => Some(format!("There is no command `{name}`. {}", one_of("The commands are", &known))),
            Ok(fields) => wanted
                .into_iter()
                .find(|w| !fields.contains(w))
                .map(|w| format!("The command `{name}` has no field `{w}`. {}", one_of("Its fields are", &fields))),
        }
    }
}

fn one_of(opening: &str, names: &[String]) -> String {
    if names.is_empty() { "It has none.".to_owned() } else { format!("{opening}: {}.", names.join(", ")) }
}

/// A command's name and its fields, as serde writes them.
pub fn parts<C: Serialize>(command: &C) -> (String, Map<String, Value>) {
    match serde_json::to_value(command) {
        Ok(Value::String(name)) => (name, Map::new()),
        Ok(Value::Object(map)) => match map.into_iter().next() {
            Some((name, Value::Object(fields))) => (name, fields),
            Some((name, other)) => (name, Map::from_iter([("0".to_owned(), other)])),
            None => (String::new(), Map::new()),
        },
        _ => (String::new(), Map::new()),
    }
}

/// The fields of the command with this name; if there is none, the names of those there are.
///
/// The type itself is asked: it is read from a source that offers exactly this name and no fields, and what it then
/// asks for is written down.
fn shape<C: DeserializeOwned>(name: &str) -> Result<Vec<String>, Vec<String>> {
    let mut asked = Asked::default();
    // The reading never succeeds for a command with fields; what was asked for is what counts.
    let _ = C::deserialize(Probe { name, asked: &mut asked });
    if asked.names.iter().any(|n| n == name) { Ok(asked.fields) } else { Err(asked.names) }
}

#[derive(Default)]
struct Asked {
    names: Vec<String>,
    fields: Vec<String>,
}

struct Probe<'a> {
    name: &'a str,
    asked: &'a mut Asked,
}

type ProbeError = serde::de::value::Error;

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = ProbeError;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ProbeError> {
        Err(ProbeError::custom("commands are enums"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ProbeError> {
        self.asked.names = variants.iter().map(|&v| v.to_owned()).collect();
        visitor.visit_enum(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> serde::de::EnumAccess<'de> for Probe<'_> {
    type Error = ProbeError;
    type Variant = Self;

    fn variant_seed<V: serde::de::DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ProbeError> {
        let name = serde::de::value::StrDeserializer::<ProbeError>::new(self.name);
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> serde::de::VariantAccess<'de> for Probe<'_> {
    type Error = ProbeError;

    fn unit_variant(self) -> Result<(), ProbeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: serde::de::DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, ProbeError> {
        self.asked.fields = vec!["0".to_owned()];
        Err(ProbeError::custom("asked"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, ProbeError> {
        self.asked.fields = vec!["0".to_owned()];
        Err(ProbeError::custom("asked"))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], _: V) -> Result<V::Value, ProbeError> {
        self.asked.fields = fields.iter().map(|&f| f.to_owned()).collect();
        Err(ProbeError::custom("asked"))
    }
}

/// Reads any value that a field may hold: words, numbers, truth values, lists, tuples and maps.
///
/// # Errors
/// Those of the source.
pub fn value<'de, D: Deserializer<'de>>(source: D) -> Result<Value, D::Error> {
    Datum::deserialize(source).map(|datum| datum.0)
}

fn fields<'de, D: Deserializer<'de>>(source: D) -> Result<BTreeMap<String, Value>, D::Error> {
    let read: BTreeMap<String, Datum> = BTreeMap::deserialize(source)?;
    Ok(read.into_iter().map(|(field, datum)| (field, datum.0)).collect())
}

/// A value as RON writes it, kept as serde's own values keep it, so that it can be compared with a command's.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Datum(pub(crate) Value);

impl<'de> Deserialize<'de> for Datum {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Datum;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a word in quotes, a number, `true` or `false`, a list or a map")
            }

            fn visit_bool<E>(self, v: bool) -> Result<Datum, E> {
                Ok(Datum(Value::from(v)))
            }

            fn visit_i64<E>(self, v: i64) -> Result<Datum, E> {
                Ok(Datum(Value::from(v)))
            }

            fn visit_u64<E>(self, v: u64) -> Result<Datum, E> {
                Ok(Datum(Value::from(v)))
            }

            fn visit_f64<E>(self, v: f64) -> Result<Datum, E> {
                Ok(Datum(Value::from(v)))
            }

            fn visit_char<E>(self, v: char) -> Result<Datum, E> {
                Ok(Datum(Value::from(v.to_string())))
            }

            fn visit_str<E>(self, v: &str) -> Result<Datum, E> {
                Ok(Datum(Value::from(v)))
            }

            fn visit_unit<E>(self) -> Result<Datum, E> {
                Ok(Datum(Value::Null))
            }

            fn visit_none<E>(self) -> Result<Datum, E> {
                Ok(Datum(Value::Null))
            }

            fn visit_some<D: Deserializer<'de>>(self, source: D) -> Result<Datum, D::Error> {
                Datum::deserialize(source)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Datum, A::Error> {
                let mut values = Vec::new();
                while let Some(Datum(value)) = list.next_element()? {
                    values.push(value);
                }
                Ok(Datum(Value::Array(values)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Datum, A::Error> {
                let mut values = Map::new();
                while let Some((Datum(key), Datum(value))) = map.next_entry()? {
                    let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                    values.insert(key, value);
                }
                Ok(Datum(Value::Object(values)))
            }
        }
        source.deserialize_any(Any)
    }
}

#[cfg(test)]
mod tests {
    use block_by_block::{Command, Place, UnitId};
    use tabletop::parse_ron;

    use super::*;

    fn march() -> Command {
        Command::Move { unit: UnitId::named("Hac Bao").unwrap(), to: Place::named("N2-1").unwrap() }
    }

    fn pattern(text: &str) -> Pattern<Command> {
        parse_ron("pattern", text).unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn a_pattern_fits_one_command_or_all_of_a_kind() {
        for (text, expected) in [
            ("Is(Move(unit: \"Hac Bao\", to: \"N2-1\"))", true),
            ("Is(Move(unit: \"Hac Bao\", to: \"N2-2\"))", false),
            ("Every(\"Move\")", true),
            ("Every(\"Done\")", false),
            ("Like(\"Move\", {\"to\": \"N2-1\"})", true),
            ("Like(\"Move\", {\"to\": \"N2-2\"})", false),
            ("Like(\"Move\", {\"unit\": \"Hac Bao\", \"to\": \"N2-1\"})", true),
        ] {
            assert_eq!(pattern(text).fits(&march()), expected, "{text}");
            assert_eq!(pattern(text).fault(), None, "{text}");
        }
        assert!(pattern("Every(\"Done\")").fits(&Command::Done));
        let defend = Command::Defend { units: vec![UnitId::named("Hac Bao").unwrap()] };
        assert!(pattern("Like(\"Defend\", {\"units\": [\"Hac Bao\"]})").fits(&defend));
    }

    #[test]
    fn near_means_points_and_directions_that_are_about_the_same() {
        let pattern: Pattern<skirmish::Command> =
            parse_ron("pattern", "Near(Move(figure: 1, to: (600, 800), facing: (dx: 1, dy: 0)), 50)").unwrap();
        let command = |text: &str| -> skirmish::Command { parse_ron("command", text).unwrap() };
        for (text, expected) in [
            ("Move(figure: 1, to: (600, 800), facing: (dx: 1, dy: 0))", true),
            ("Move(figure: 1, to: (630, 840), facing: (dx: 1, dy: 1))", true),
            ("Move(figure: 1, to: (630, 841), facing: (dx: 1, dy: 0))", false),
            ("Move(figure: 1, to: (600, 800), facing: (dx: 1, dy: 2))", false),
            ("Move(figure: 1, to: (600, 800), facing: (dx: -1, dy: 0))", false),
            ("Move(figure: 2, to: (600, 800), facing: (dx: 1, dy: 0))", false),
            ("Sneak(figure: 1, to: (600, 800), facing: (dx: 1, dy: 0))", false),
        ] {
            assert_eq!(pattern.fits(&command(text)), expected, "{text}");
        }
        let inexact = pattern.inexact();
        assert_eq!(inexact.len(), 4);
        assert!(inexact.contains(&command("Move(figure: 1, to: (645, 800), facing: (dx: 1, dy: 0))")), "{inexact:?}");
    }

    #[test]
    fn a_pattern_that_nothing_can_fit_is_found_out() {
        let fault = pattern("Every(\"Mvoe\")").fault().unwrap();
        assert!(fault.starts_with("There is no command `Mvoe`. The commands are: Done, Detach"), "{fault}");
        let fault = pattern("Like(\"Move\", {\"too\": \"N2-1\"})").fault().unwrap();
        assert_eq!(fault, "The command `Move` has no field `too`. Its fields are: unit, to.");
    }
}
