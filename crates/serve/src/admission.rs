//! Admits or refuses visitors and other connections: each takes one of the server's places, and one
//! of the places that its network address may have.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::address_counter::{AddressCounter, AddressPermit};

/// A place, given back when dropped.
#[derive(Debug)]
pub struct Place {
    _of_all: OwnedSemaphorePermit,
    _of_address: AddressPermit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPlace {
    /// The server has this many, and all are taken.
    Full(usize),
    /// The address may have this many, and all are taken.
    Address(usize),
}

pub struct Admission {
    places: usize,
    /// One permit per place.
    free: Arc<Semaphore>,
    by_address: AddressCounter,
    per_address: Option<usize>,
}

impl Admission {
    /// An address gets at most `per_address` places. With `None`, an address that holds N places
    /// gets another one only if more than N places then stay free; so no address takes all of them.
    /// Loopback addresses have no such limit, see [`AddressCounter`].
    pub fn new(places: usize, per_address: Option<usize>) -> Admission {
        let (free, by_address) = (Arc::new(Semaphore::new(places)), AddressCounter::default());
        Admission { places, free, by_address, per_address }
    }

    pub fn admit(&self, address: IpAddr) -> Result<Place, NoPlace> {
        let of_all = Arc::clone(&self.free).try_acquire_owned();
        let of_all = of_all.map_err(|_| NoPlace::Full(self.places))?;
        let most = self.per_address.unwrap_or_else(|| self.free.available_permits());
        let of_address = self.by_address.acquire(address, most).ok_or(NoPlace::Address(most))?;
        Ok(Place { _of_all: of_all, _of_address: of_address })
    }

    pub async fn wait_until_all_free(&self) {
        let places = u32::try_from(self.places).unwrap_or(u32::MAX);
        // The semaphore is never closed.
        drop(self.free.acquire_many(places).await);
    }
}
