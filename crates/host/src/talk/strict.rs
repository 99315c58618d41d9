//! JSON with one spelling: what a type does not know, a name that is there twice, a list in the place of names are refused,
//! and what is wrong is said without the names that types have in the program.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::{self, Display};

use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde_json::Value;

/// What is wrong, and in which column.
#[derive(Debug)]
pub(crate) struct Slip {
    pub(crate) because: String,
    pub(crate) column: usize,
    /// What should stand there is not said yet: the caller knows.
    lacks_wish: bool,
}

/// Reads a value from JSON.
pub(crate) fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Slip> {
    let note = Note::default();
    // What is no JSON is told first: whatever is wrong after that is a value of the wrong shape.
    serde_json::from_str::<de::IgnoredAny>(text).map_err(|error| note.slip(&error, None))?;
    let mut json = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(Strict { inner: &mut json, note: &note, key: None })?;
    json.end().map_err(|error| note.slip(&error, None))?;
    Ok(value)
}

/// Whether a value was written as it would be written here; fields that may be left out may be.
pub(crate) fn is_spelled(written: &Value, known: &Value) -> bool {
    match (written, known) {
        (Value::Object(written), Value::Object(known)) => {
            written.iter().all(|(name, value)| known.get(name).is_some_and(|known| is_spelled(value, known)))
        }
        (Value::Array(written), Value::Array(known)) => {
            written.len() == known.len() && written.iter().zip(known).all(|(written, known)| is_spelled(written, known))
        }
        (Value::Number(written), Value::Number(known)) => written == known || written.as_f64() == known.as_f64(),
        (written, known) => written == known,
    }
}

/// A piece of what somebody wrote, short enough for a sentence.
fn quoted(text: &str) -> String {
    super::one_line(text, 40)
}

fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > SHOWN { " and others" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// What should stand somewhere. It is told where something else does, and nowhere else put into words.
#[derive(Clone, Copy)]
enum Wish {
    Said(&'static str),
    List(usize),
    OneOf(&'static [&'static str]),
    Fields(&'static [&'static str]),
    /// A name with a list of so many behind it.
    NamedList(usize),
    /// A name with fields behind it.
    NamedFields(&'static [&'static str]),
}

impl Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Said(wish) => f.write_str(wish),
            Self::List(length) => write!(f, "a list of {length}"),
            Self::OneOf(names) => write!(f, "one of {}", listed(names)),
            Self::Fields([]) => f.write_str("`{}`"),
            Self::Fields(fields) => write!(f, "an object with {}", listed(fields)),
            Self::NamedList(length) => write!(f, "the name with {} behind it", Self::List(length)),
            Self::NamedFields(fields) => write!(f, "the name with {} behind it", Self::Fields(fields)),
        }
    }
}

impl Slip {
    fn said(because: String) -> Self {
        Self { because, column: 0, lacks_wish: false }
    }

    fn found(found: &Unexpected<'_>) -> Self {
        let because = match found {
            Unexpected::Bool(value) => format!("`{value}` stands here"),
            Unexpected::Unsigned(value) => format!("The number {value} stands here"),
            Unexpected::Signed(value) => format!("The number {value} stands here"),
            Unexpected::Float(value) => format!("The number {value} stands here"),
            Unexpected::Str(text) => format!("The text `{}` stands here", quoted(text)),
            Unexpected::Char(letter) => format!("The text `{letter}` stands here"),
            Unexpected::Seq => "A list stands here".into(),
            Unexpected::Map => "Names with values stand here".into(),
            Unexpected::Unit | Unexpected::Option => "Nothing stands here".into(),
            Unexpected::UnitVariant => "A name alone stands here".into(),
            Unexpected::NewtypeVariant | Unexpected::TupleVariant | Unexpected::StructVariant => {
                "A name with something behind it stands here".into()
            }
            _ => "Something else stands here".into(),
        };
        Self { because, column: 0, lacks_wish: true }
    }

    fn wished(mut self, wish: Wish) -> Self {
        if self.lacks_wish {
            self.because = format!("{}; it should be {wish}.", self.because);
            self.lacks_wish = false;
        }
        self
    }
}

impl Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.because)
    }
}

impl std::error::Error for Slip {}

impl de::Error for Slip {
    fn custom<T: Display>(sentence: T) -> Self {
        Self::said(sentence.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::found(&found)
    }

    fn invalid_value(found: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::found(&found)
    }

    fn invalid_length(length: usize, _: &dyn Expected) -> Self {
        let because = format!("A list of {length} stands here");
        Self { because, column: 0, lacks_wish: true }
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        Self::said(format!("`{}` is not known here. It can be {}.", quoted(found), listed(known)))
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> Self {
        let there_is = if known.is_empty() { "There is none".into() } else { format!("There is {}", listed(known)) };
        Self::said(format!("There is no field `{}` here. {there_is}.", quoted(found)))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::said(format!("The field `{field}` is missing."))
    }

    fn duplicate_field(field: &'static str) -> Self {
        twice(field)
    }
}

fn twice(field: &str) -> Slip {
    Slip::said(format!("`{}` is written twice. Keep one of the two.", quoted(field)))
}

/// Carries a slip past the reader of JSON, which only has errors of its own and adds the place to them.
#[derive(Default)]
struct Note(RefCell<Option<Slip>>);

impl Note {
    /// Leaves a slip here and gives the reader an error of its own.
    fn leave<E: de::Error>(&self, slip: Slip) -> E {
        self.0.replace(Some(slip));
        E::custom("")
    }

    /// What the reader's error stands for: what was left here, or that something else should stand there.
    fn slip(&self, error: &impl Display, wish: Option<Wish>) -> Slip {
        let told = error.to_string();
        let (told, column) = match told.rsplit_once(" at line 1 column ") {
            Some((told, column)) => (told, column.parse().unwrap_or(0)),
            None => (told.as_str(), 0),
        };
        let mut slip = self.0.take().unwrap_or_else(|| {
            Slip::said(
                wish.map_or_else(|| sentence(told), |wish| format!("Something else stands here; it should be {wish}.")),
            )
        });
        if slip.column == 0 {
            slip.column = column;
        }
        slip
    }
}

/// What the reader of JSON says, as a sentence.
fn sentence(told: &str) -> String {
    let mut letters = told.trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// Reads what another one reads, and is strict about it.
struct Strict<'a, D> {
    inner: D,
    note: &'a Note,
    /// Where the name that was read last is written down, for a caller that must know which one it was.
    key: Option<&'a Cell<Option<String>>>,
}

/// What is read, and what it should be.
struct Watched<'a, V> {
    visitor: V,
    note: &'a Note,
    wish: Wish,
    named_fields: bool,
    key: Option<&'a Cell<Option<String>>>,
}

impl<'a, D> Strict<'a, D> {
    fn watched<V>(note: &'a Note, key: Option<&'a Cell<Option<String>>>, visitor: V, wish: Wish) -> Watched<'a, V> {
        Watched { visitor, note, wish, named_fields: false, key }
    }
}

macro_rules! read {
    ($($method:ident $wish:expr),+ $(,)?) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
            let visitor = Self::watched(self.note, self.key, visitor, Wish::Said($wish));
            self.inner.$method(visitor).map_err(|error| self.note.slip(&error, Some(Wish::Said($wish))))
        }
    )+};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<'_, D> {
    type Error = Slip;

    read! {
        deserialize_any "a value, nested no deeper than a hundred times", deserialize_bool "`true` or `false`",
        deserialize_i8 "a whole number from -128 to 127", deserialize_i16 "a whole number from -32768 to 32767",
        deserialize_i32 "a whole number from -2147483648 to 2147483647", deserialize_i64 "a whole number",
        deserialize_i128 "a whole number", deserialize_u8 "a whole number from 0 to 255",
        deserialize_u16 "a whole number from 0 to 65535", deserialize_u32 "a whole number from 0 to 4294967295",
        deserialize_u64 "a whole number from 0", deserialize_u128 "a whole number from 0",
        deserialize_f32 "a number", deserialize_f64 "a number", deserialize_char "one letter", deserialize_str "a text",
        deserialize_string "a text", deserialize_bytes "a text", deserialize_byte_buf "a text",
        deserialize_option "a value or `null`", deserialize_unit "`null`", deserialize_seq "a list",
        deserialize_map "names with values", deserialize_identifier "a name",
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Slip> {
        let wish = Wish::Said("`null`");
        let visitor = Self::watched(self.note, None, visitor, wish);
        self.inner.deserialize_unit_struct(name, visitor).map_err(|error| self.note.slip(&error, Some(wish)))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Slip> {
        // A piece that is kept as it is written is read by the caller that knows what it is.
        if name.starts_with('$') {
            return self.inner.deserialize_newtype_struct(name, visitor).map_err(|error| self.note.slip(&error, None));
        }
        let visitor = Self::watched(self.note, self.key, visitor, Wish::Said("a value"));
        self.inner.deserialize_newtype_struct(name, visitor).map_err(|error| self.note.slip(&error, None))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Slip> {
        let wish = Wish::List(length);
        let visitor = Self::watched(self.note, None, visitor, wish);
        self.inner.deserialize_tuple(length, visitor).map_err(|error| self.note.slip(&error, Some(wish)))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Slip> {
        let wish = Wish::List(length);
        let visitor = Self::watched(self.note, None, visitor, wish);
        self.inner.deserialize_tuple_struct(name, length, visitor).map_err(|error| self.note.slip(&error, Some(wish)))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Slip> {
        let wish = Wish::Fields(fields);
        let visitor = Watched { named_fields: true, ..Self::watched(self.note, None, visitor, wish) };
        self.inner.deserialize_struct(name, fields, visitor).map_err(|error| self.note.slip(&error, Some(wish)))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Slip> {
        let wish = Wish::OneOf(variants);
        let visitor = Self::watched(self.note, None, visitor, wish);
        self.inner.deserialize_enum(name, variants, visitor).map_err(|error| self.note.slip(&error, Some(wish)))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Slip> {
        // Only what nobody knows is ignored. Reading it moves on to where it stands.
        let field = self.key.and_then(Cell::take).unwrap_or_default();
        let slip = || Slip::said(format!("There is no field `{}` here.", quoted(&field)));
        let refused = self.inner.deserialize_ignored_any(Refusing(self.note, &slip));
        Err(refused.err().map_or_else(slip, |error| self.note.slip(&error, None)))
    }
}

/// Refuses whatever comes.
struct Refusing<'a>(&'a Note, &'a dyn Fn() -> Slip);

impl Visitor<'_> for Refusing<'_> {
    type Value = std::convert::Infallible;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("nothing")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Err(self.0.leave((self.1)()))
    }
}

impl<V> Watched<'_, V> {
    fn or_leave<T, E: de::Error>(note: &Note, wish: Wish, read: Result<T, Slip>) -> Result<T, E> {
        read.map_err(|slip| note.leave(slip.wished(wish)))
    }
}

macro_rules! visit {
    ($($method:ident $of:ty),+ $(,)?) => {$(
        fn $method<E: de::Error>(self, value: $of) -> Result<V::Value, E> {
            Self::or_leave(self.note, self.wish, self.visitor.$method::<Slip>(value))
        }
    )+};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Watched<'_, V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.wish.fmt(formatter)
    }

    visit! {
        visit_bool bool, visit_i64 i64, visit_i128 i128, visit_u64 u64, visit_u128 u128, visit_f64 f64, visit_char char,
        visit_bytes &[u8], visit_borrowed_bytes &'de [u8], visit_byte_buf Vec<u8>,
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<V::Value, E> {
        self.key.inspect(|key| key.set(Some(text.to_owned())));
        Self::or_leave(self.note, self.wish, self.visitor.visit_str::<Slip>(text))
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<V::Value, E> {
        self.key.inspect(|key| key.set(Some(text.to_owned())));
        Self::or_leave(self.note, self.wish, self.visitor.visit_borrowed_str::<Slip>(text))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<V::Value, E> {
        self.key.inspect(|key| key.set(Some(text.clone())));
        Self::or_leave(self.note, self.wish, self.visitor.visit_string::<Slip>(text))
    }

    fn visit_none<E: de::Error>(self) -> Result<V::Value, E> {
        Self::or_leave(self.note, self.wish, self.visitor.visit_none::<Slip>())
    }

    fn visit_unit<E: de::Error>(self) -> Result<V::Value, E> {
        Self::or_leave(self.note, self.wish, self.visitor.visit_unit::<Slip>())
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let read = self.visitor.visit_some(Strict { inner, note: self.note, key: None });
        Self::or_leave(self.note, self.wish, read)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let read = self.visitor.visit_newtype_struct(Strict { inner, note: self.note, key: self.key });
        Self::or_leave(self.note, self.wish, read)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let read = if self.named_fields {
            Err(Slip::found(&Unexpected::Seq))
        } else {
            self.visitor.visit_seq(Access { inner, note: self.note })
        };
        Self::or_leave(self.note, self.wish, read)
    }

    fn visit_map<A: MapAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let names = Names { inner, note: self.note, key: Cell::new(None), seen: BTreeSet::new() };
        Self::or_leave(self.note, self.wish, self.visitor.visit_map(names))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let read = self.visitor.visit_enum(Access { inner, note: self.note });
        Self::or_leave(self.note, self.wish, read)
    }
}

/// The elements of a list, a variant, and what stands behind it.
struct Access<'a, A> {
    inner: A,
    note: &'a Note,
}

/// A value that is read with the same strictness.
struct Seed<'a, S> {
    seed: S,
    note: &'a Note,
    key: Option<&'a Cell<Option<String>>>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Seed<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        let read = self.seed.deserialize(Strict { inner, note: self.note, key: self.key });
        read.map_err(|slip| self.note.leave(slip))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Access<'_, A> {
    type Error = Slip;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Slip> {
        let seed = Seed { seed, note: self.note, key: None };
        self.inner.next_element_seed(seed).map_err(|error| self.note.slip(&error, None))
    }
}

impl<'de, 'a, A: EnumAccess<'de>> EnumAccess<'de> for Access<'a, A> {
    type Error = Slip;
    type Variant = Access<'a, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), Slip> {
        let seed = Seed { seed, note: self.note, key: None };
        let (value, inner) = self.inner.variant_seed(seed).map_err(|error| self.note.slip(&error, None))?;
        Ok((value, Access { inner, note: self.note }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Access<'_, A> {
    type Error = Slip;

    fn unit_variant(self) -> Result<(), Slip> {
        self.inner.unit_variant().map_err(|error| self.note.slip(&error, Some(Wish::Said("the name alone, in quotes"))))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Slip> {
        let seed = Seed { seed, note: self.note, key: None };
        let wish = Wish::Said("the name with a value behind it");
        self.inner.newtype_variant_seed(seed).map_err(|error| self.note.slip(&error, Some(wish)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Slip> {
        let visitor = Strict::<()>::watched(self.note, None, visitor, Wish::List(length));
        let wish = Wish::NamedList(length);
        self.inner.tuple_variant(length, visitor).map_err(|error| self.note.slip(&error, Some(wish)))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Slip> {
        let visitor = Strict::<()>::watched(self.note, None, visitor, Wish::Fields(fields));
        let visitor = Watched { named_fields: true, ..visitor };
        let wish = Wish::NamedFields(fields);
        self.inner.struct_variant(fields, visitor).map_err(|error| self.note.slip(&error, Some(wish)))
    }
}

/// Names with values, each once.
struct Names<'a, A> {
    inner: A,
    note: &'a Note,
    key: Cell<Option<String>>,
    seen: BTreeSet<String>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Names<'_, A> {
    type Error = Slip;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Slip> {
        self.key.set(None);
        let seed = Seed { seed, note: self.note, key: Some(&self.key) };
        let read = self.inner.next_key_seed(seed).map_err(|error| self.note.slip(&error, None))?;
        if let Some(key) = self.key.take() {
            if !self.seen.insert(key.clone()) {
                return Err(twice(&key));
            }
            self.key.set(Some(key));
        }
        Ok(read)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Slip> {
        let seed = Seed { seed, note: self.note, key: Some(&self.key) };
        self.inner.next_value_seed(seed).map_err(|error| self.note.slip(&error, None))
    }
}
