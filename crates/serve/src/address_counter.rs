//! Limits the connections of each network address, so that one address cannot take all of them.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use hyper::header::HeaderMap;

/// The header in which a proxy names the address that it serves.
const FORWARDED: &str = "x-forwarded-for";

/// The address of a request's client: `peer`, the address of the connection, or, if `peer` is a
/// proxy, the last address in its header that is not a proxy. A client can write anything into the
/// header; a proxy appends the address that it sees.
pub fn client_address(peer: IpAddr, proxies: &[IpAddr], headers: &HeaderMap) -> IpAddr {
    let is_proxy = |address: &IpAddr| proxies.contains(address);
    let peer = peer.to_canonical();
    if !is_proxy(&peer) {
        return peer;
    }
    let values = headers.get_all(FORWARDED).iter().rev();
    // A client may put any bytes before what the proxy appends.
    let words = values.flat_map(|value| value.as_bytes().rsplit(|&byte| byte == b','));
    let address = |word: &[u8]| str::from_utf8(word).ok()?.trim().parse().ok();
    let mut addresses = words.map_while(address).map(|it: IpAddr| it.to_canonical());
    addresses.find(|address| !is_proxy(address)).unwrap_or(peer)
}

/// Counts the permits of each address. Loopback addresses are not counted: behind them may be a
/// proxy that does not name its clients.
#[derive(Clone, Debug, Default)]
pub struct AddressCounter(Arc<Mutex<HashMap<IpAddr, usize>>>);

impl AddressCounter {
    /// A permit for this address, unless it has `most` permits.
    pub fn acquire(&self, address: IpAddr, most: usize) -> Option<AddressPermit> {
        let key = (!address.is_loopback()).then(|| network(address));
        if let Some(key) = key {
            let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let held = counts.get(&key).copied().unwrap_or_default();
            if held >= most {
                return None;
            }
            counts.insert(key, held + 1);
        }
        Some(AddressPermit { counter: self.clone(), key })
    }
}

/// A permit of an address, returned when dropped.
#[derive(Debug)]
pub struct AddressPermit {
    counter: AddressCounter,
    key: Option<IpAddr>,
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let Some(key) = self.key else { return };
        let mut counts = self.counter.0.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.get_mut(&key) {
            Some(held) if *held > 1 => *held -= 1,
            _ => drop(counts.remove(&key)),
        }
    }
}

/// The network that counts as one address: in IPv6 the first 64 bits, which one client gets.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_a_proxy_names_another_address() {
        let proxies = [address("127.0.0.1"), address("10.0.0.1")];
        for (peer, values, client) in [
            ("192.0.2.1", &["198.51.100.7"][..], "192.0.2.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
            ("127.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("::ffff:127.0.0.1", &["::ffff:198.51.100.7"], "198.51.100.7"),
            // The client's own entries come first.
            ("127.0.0.1", &["203.0.113.5, 198.51.100.7"], "198.51.100.7"),
            ("127.0.0.1", &["203.0.113.5", "198.51.100.7"], "198.51.100.7"),
            ("127.0.0.1", &["203.0.113.5, 198.51.100.7, 10.0.0.1"], "198.51.100.7"),
            ("127.0.0.1", &["203.0.113.5, unknown"], "127.0.0.1"),
            ("127.0.0.1", &["203.0.113.5, unknown, 10.0.0.1"], "127.0.0.1"),
            ("127.0.0.1", &["é, 198.51.100.7"], "198.51.100.7"),
            ("127.0.0.1", &[""], "127.0.0.1"),
            ("127.0.0.1", &["2001:db8::5"], "2001:db8::5"),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(FORWARDED, HeaderValue::from_bytes(value.as_bytes()).unwrap());
            }
            let found = client_address(address(peer), &proxies, &headers);
            assert_eq!(found, address(client), "{peer} {values:?}");
        }
    }

    #[test]
    fn an_address_holds_no_more_than_its_share() {
        let counter = AddressCounter::default();
        let take = |text: &str| counter.acquire(address(text), 2);
        let (one, two) = (take("192.0.2.1"), take("192.0.2.1"));
        assert!(one.is_some() && two.is_some() && take("192.0.2.1").is_none());
        let (other, six) = (take("192.0.2.2"), take("2001:db8::1"));
        assert!(other.is_some() && six.is_some());
        let same = take("2001:db8::2");
        assert!(same.is_some() && take("2001:db8::3").is_none(), "a network of 64 bits");
        assert!(take("2001:db8:0:1::1").is_some(), "another network");
        drop(one);
        assert!(take("192.0.2.1").is_some());
        let own: Vec<_> = (0..9).map(|_| take("127.0.0.1")).collect();
        assert!(own.iter().all(Option::is_some));
        drop((two, other, six, same, own));
        assert!(counter.0.lock().unwrap().is_empty());
    }
}
