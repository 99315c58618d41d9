//! How a scenario stands in a file: in one of its own those fields that somebody wrote, in a saved game every one there was
//! when it was saved. That tells the first saved games, which were played before a field was thought of.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde::ser::{Serialize, Serializer};

use super::Scenario;

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut written = Fields::default();
        let mut scenario = Self::deserialize(Counted { inner: deserializer, fields: &mut written })?;
        // A saved game that writes all of them but one is older than that one, and its journal has the dice of its day.
        scenario.commander_at_any_distance |= written.found + 1 == written.known;
        Ok(scenario)
    }
}

/// How many fields a scenario has, and how many of them a file writes.
#[derive(Default)]
struct Fields {
    known: usize,
    found: usize,
}

/// Reads what another one reads, and counts the fields on the way.
struct Counted<'a, T> {
    inner: T,
    fields: &'a mut Fields,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Counted<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.fields.known = fields.len();
        self.inner.deserialize_struct(name, fields, Counted { inner: visitor, fields: self.fields })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Counted<'_, V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.inner.expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(Counted { inner: map, fields: self.fields })
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Counted<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let key = self.inner.next_key_seed(seed)?;
        self.fields.found += usize::from(key.is_some());
        Ok(key)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        self.inner.next_value_seed(seed)
    }
}
