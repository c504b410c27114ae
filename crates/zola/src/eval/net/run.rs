//! Runs nets, in vector instructions where the processor has them.

use zugi_search::Value;
use zugi_search::eval::net::Tables;

use super::{Checkers, phase, totals};
use crate::rules::movegen::Contacts;
use crate::rules::{Size, Size4, Size6, Size8, Size10, versions};

/// The evaluation for the side that `own` belongs to.
#[inline(always)]
fn run<S: Size, const H: usize>(
    tables: &Tables<H>,
    own: S::Bits,
    enemy: S::Bits,
    contacts: &[Contacts<S::Bits>; 2],
) -> Value {
    let checkers = Checkers::new::<S>(own, enemy, contacts);
    tables.run(checkers.rows(), totals(contacts), phase::<S>(checkers.count))
}

/// A size of the board on which nets are run.
pub trait RunsNets: Size {
    /// The bytes of the net that comes with the program.
    const NET: &'static [u8];

    /// The evaluation by a net of 8 filters for the side that `own` belongs to.
    fn run_8(
        tables: &Tables<64>,
        own: Self::Bits,
        enemy: Self::Bits,
        contacts: &[Contacts<Self::Bits>; 2],
    ) -> Value;

    /// That by a net of 16 filters.
    fn run_16(
        tables: &Tables<128>,
        own: Self::Bits,
        enemy: Self::Bits,
        contacts: &[Contacts<Self::Bits>; 2],
    ) -> Value;

    /// That by a net of 32 filters.
    fn run_32(
        tables: &Tables<256>,
        own: Self::Bits,
        enemy: Self::Bits,
        contacts: &[Contacts<Self::Bits>; 2],
    ) -> Value;
}

macro_rules! runs_nets {
    ($($size:ident in $module:ident: $file:literal, $bits:ident, $($run:ident $filters:literal),*;)*) => {$(
        /// The functions in a version for each kind of processor.
        mod $module {
            use super::*;

            versions! {$(
                pub fn $run(
                    tables: &Tables<{ 8 * $filters }>,
                    own: $bits,
                    enemy: $bits,
                    contacts: &[Contacts<$bits>; 2],
                ) -> Value {
                    super::run::<$size, _>(tables, own, enemy, contacts)
                }
            )*}
        }

        impl RunsNets for $size {
            const NET: &'static [u8] = include_bytes!($file);

            $(
            #[inline]
            fn $run(
                tables: &Tables<{ 8 * $filters }>,
                own: $bits,
                enemy: $bits,
                contacts: &[Contacts<$bits>; 2],
            ) -> Value {
                $module::$run(tables, own, enemy, contacts)
            })*
        }
    )*};
}

runs_nets! {
    Size4 in size4: "zola-4.net", u64, run_8 8, run_16 16, run_32 32;
    Size6 in size6: "zola-6.net", u64, run_8 8, run_16 16, run_32 32;
    Size8 in size8: "zola-8.net", u64, run_8 8, run_16 16, run_32 32;
    Size10 in size10: "zola-10.net", u128, run_8 8, run_16 16, run_32 32;
}
