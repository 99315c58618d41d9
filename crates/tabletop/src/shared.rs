//! For `#[serde(with = "tabletop::shared")]`: what many positions share behind an [`Arc`] is written as the value itself, and
//! read back into an `Arc` of its own.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the value.
///
/// # Errors
/// What the serializer says.
pub fn serialize<T: Serialize + ?Sized, S: Serializer>(value: &Arc<T>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_ref().serialize(serializer)
}

/// Reads a value.
///
/// # Errors
/// What the deserializer says.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<T>, D::Error> {
    T::deserialize(deserializer).map(Arc::new)
}

/// The same for `Option<Arc<T>>`.
pub mod option {
    use super::{Arc, Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the value or that there is none.
    ///
    /// # Errors
    /// What the serializer says.
    pub fn serialize<T: Serialize, S: Serializer>(value: &Option<Arc<T>>, serializer: S) -> Result<S::Ok, S::Error> {
        value.as_deref().serialize(serializer)
    }

    /// Reads a value or that there is none.
    ///
    /// # Errors
    /// What the deserializer says.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Arc<T>>, D::Error> {
        Option::deserialize(deserializer).map(|value| value.map(Arc::new))
    }
}

/// The same for a name behind an `Arc<str>`.
pub mod text {
    use super::{Arc, Deserialize, Deserializer, Serializer};

    /// Writes the text.
    ///
    /// # Errors
    /// What the serializer says.
    pub fn serialize<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(text)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// What the deserializer says.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
        String::deserialize(deserializer).map(Arc::from)
    }
}
