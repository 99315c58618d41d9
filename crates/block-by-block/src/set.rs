//! Sets of units, places, gates and zones, each in one word of bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::places::{Gate, Place, Zone};
use crate::units::UnitId;

/// Not one generic type: arrays of what is generic are cloned member by member, which costs a tenth of a cloned position.
macro_rules! set {
    ($(#[$doc:meta])+ $Set:ident of $Member:ident in $Word:ident) => {
        $(#[$doc])+
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $Set($Word);

        impl $Set {
            /// The set of nothing.
            pub const EMPTY: Self = Self::of_bits(0);

            /// The set whose member with index `n` is there if bit `n` is.
            pub(crate) const fn of_bits(bits: $Word) -> Self {
                Self(bits)
            }

            /// Bit `n` is set if the member with index `n` is there.
            pub(crate) const fn bits(self) -> u64 {
                self.0 as u64
            }

            /// The set that holds this one only.
            pub const fn of(member: $Member) -> Self {
                Self::of_bits(1 << member.index())
            }

            /// Whether nothing is in it.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many are in it.
            pub const fn len(self) -> u8 {
                self.0.count_ones() as u8
            }

            /// Whether this one is in it.
            pub const fn has(self, member: $Member) -> bool {
                self.meets(Self::of(member))
            }

            /// Whether anything is in both.
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Whether all of it is in another set.
            pub const fn is_within(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }
        }

        impl BitAnd for $Set {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl BitOr for $Set {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl BitXor for $Set {
            type Output = Self;

            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        impl Not for $Set {
            type Output = Self;

            fn not(self) -> Self {
                Self(!self.0)
            }
        }

        impl BitAndAssign for $Set {
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }

        impl BitOrAssign for $Set {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl BitXorAssign for $Set {
            fn bitxor_assign(&mut self, other: Self) {
                self.0 ^= other.0;
            }
        }

        impl FromIterator<Self> for $Set {
            fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
                sets.into_iter().fold(Self::EMPTY, |all, set| all | set)
            }
        }

        impl FromIterator<$Member> for $Set {
            fn from_iter<I: IntoIterator<Item = $Member>>(members: I) -> Self {
                members.into_iter().map(Self::of).collect()
            }
        }

        impl<'a> FromIterator<&'a $Member> for $Set {
            fn from_iter<I: IntoIterator<Item = &'a $Member>>(members: I) -> Self {
                members.into_iter().copied().collect()
            }
        }

        impl fmt::Debug for $Set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries($Member::each(*self)).finish()
            }
        }
    };
}

set! {
    /// A set of places.
    PlaceSet of Place in u64
}

set! {
    /// A set of units.
    UnitSet of UnitId in u64
}

set! {
    /// A set of gates.
    GateSet of Gate in u8
}

set! {
    /// A set of zones.
    ZoneSet of Zone in u16
}

/// The numbers of the bits that are set, lowest first.
#[derive(Clone)]
pub(crate) struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
