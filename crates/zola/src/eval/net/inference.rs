//! Evaluates nets, with vector instructions if the processor has them.

use zugi_search::Value;
use zugi_search::eval::net::Tables;

use super::{Checkers, phase, totals};
use crate::rules::movegen::Mobility;
use crate::rules::{Size, Size4, Size6, Size8, Size10, versions};

/// The evaluation for the side that `own` belongs to.
#[inline(always)]
fn run<S: Size, const H: usize>(
    tables: &Tables<H>,
    own: S::Bits,
    enemy: S::Bits,
    contacts: &[Mobility<S::Bits>; 2],
) -> Value {
    let checkers = Checkers::new::<S>(own, enemy, contacts);
    tables.run(checkers.rows(), totals(contacts), phase::<S>(checkers.count))
}

/// A board size on which nets of `H` hidden units run.
pub trait Runs<const H: usize>: Size {
    /// The evaluation for the side that `own` belongs to.
    fn run(
        tables: &Tables<H>,
        own: Self::Bits,
        enemy: Self::Bits,
        contacts: &[Mobility<Self::Bits>; 2],
    ) -> Value;
}

/// A board size with a net, on which nets of 8, 16 and 32 filters run.
///
/// ```
/// use zugi_search::eval::net::NetFile;
/// use zugi_zola::{NetInference, Size6};
/// let net = NetFile::from_bytes(Size6::NET)?;
/// assert_eq!(net.variant, "zola-6");
/// # Ok::<(), zugi_search::eval::net::NetError>(())
/// ```
pub trait NetInference: Runs<64> + Runs<128> + Runs<256> {
    /// The bytes of the net that comes with the program.
    const NET: &'static [u8];
}

macro_rules! runs {
    ($size:ident, $bits:ident: $($hidden:literal)*) => {$(
        impl Runs<$hidden> for $size {
            #[inline]
            fn run(
                tables: &Tables<$hidden>,
                own: $bits,
                enemy: $bits,
                contacts: &[Mobility<$bits>; 2],
            ) -> Value {
                versions! {
                    fn compiled(
                        tables: &Tables<$hidden>,
                        own: $bits,
                        enemy: $bits,
                        contacts: &[Mobility<$bits>; 2],
                    ) -> Value {
                        run::<$size, _>(tables, own, enemy, contacts)
                    }
                }
                compiled(tables, own, enemy, contacts)
            }
        }
    )*};
}

macro_rules! runs_nets {
    ($($size:ident: $file:literal, $bits:ident;)*) => {$(
        runs! { $size, $bits: 64 128 256 }

        impl NetInference for $size {
            const NET: &'static [u8] = include_bytes!($file);
        }
    )*};
}

runs_nets! {
    Size4: "zola-4.net", u64;
    Size6: "zola-6.net", u64;
    Size8: "zola-8.net", u64;
    Size10: "zola-10.net", u128;
}
