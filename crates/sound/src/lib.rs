//! The sounds of the table, made by arithmetic: nothing is recorded, and the same sound has the same samples on every start.

mod air;
mod far;
mod filter;
mod guns;
mod level;
mod noise;
mod on_the_table;
mod rain;
#[cfg(test)]
mod tests;

/// Samples a second of every sound.
pub const RATE: u32 = 44_100;

/// What fires or bursts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arm {
    /// One shot of a rifle.
    Rifle,
    /// A short burst of a machine gun.
    MachineGun,
    /// A grenade, a rocket, a mine.
    Grenade,
    /// A mortar: the round leaves the tube and bursts.
    Mortar,
    /// A shell or bomb bursts.
    Artillery,
}

impl Arm {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Rifle, Self::MachineGun, Self::Grenade, Self::Mortar, Self::Artillery];
}

/// From how far away something is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Distance {
    /// A few paces.
    Near,
    /// Several hundred metres: late, dull, with an echo.
    Far,
}

/// A sound of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sound {
    /// Two dice come to rest.
    Dice,
    /// A counter is set down.
    Counter,
    /// A turn begins.
    Turn,
    /// Something fires or bursts.
    Fire(Arm, Distance),
    /// A helicopter passes.
    Rotor,
    /// The rain of the monsoon: its end goes on with its beginning.
    Rain,
}

impl Sound {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let fire = Arm::ALL.into_iter().flat_map(|arm| [Distance::Near, Distance::Far].map(|far| Self::Fire(arm, far)));
        [Self::Dice, Self::Counter, Self::Turn, Self::Rotor, Self::Rain].into_iter().chain(fire)
    }

    /// Whether it can be repeated without a seam.
    pub const fn loops(self) -> bool {
        matches!(self, Self::Rain)
    }

    /// The largest sample: how loud it is beside the others, at full volume.
    pub const fn peak(self) -> f32 {
        match self {
            Self::Counter => 0.22,
            Self::Turn => 0.20,
            Self::Rain => 0.12,
            Self::Dice => 0.30,
            Self::Rotor => 0.32,
            Self::Fire(arm, Distance::Near) => match arm {
                Arm::Rifle => 0.42,
                Arm::MachineGun => 0.46,
                Arm::Grenade => 0.52,
                Arm::Mortar => 0.55,
                Arm::Artillery => 0.65,
            },
            Self::Fire(arm, Distance::Far) => match arm {
                Arm::Rifle => 0.20,
                Arm::MachineGun => 0.24,
                Arm::Grenade => 0.26,
                Arm::Mortar => 0.30,
                Arm::Artillery => 0.40,
            },
        }
    }

    /// Its samples, between -1 and 1, [`RATE`] a second, one channel.
    pub fn samples(self) -> Vec<f32> {
        let made = match self {
            Self::Dice => on_the_table::dice(),
            Self::Counter => on_the_table::counter(),
            Self::Turn => on_the_table::turn(),
            Self::Fire(arm, Distance::Near) => guns::near(arm),
            Self::Fire(arm, Distance::Far) => far::away(&guns::near(arm), arm),
            Self::Rotor => air::rotor(),
            Self::Rain => rain::bed(),
        };
        if self.loops() { level::to_peak(made, self.peak()) } else { level::finished(made, self.peak()) }
    }
}
