//! Accepts only requests to this server's names, made by its own pages.
//!
//! A browser sends the requested name in `Host` and the page's origin in `Origin`. A foreign page
//! could point its own name at this machine (DNS rebinding) or open a WebSocket to it; both are
//! refused.

use std::net::IpAddr;

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::http::uri::{Authority, Uri};
use zugi_protocol::quote;

/// The schemes of pages, each with its default port.
const SCHEMES: [(&str, &str); 2] = [("http://", ":80"), ("https://", ":443")];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllowedHosts {
    names: Vec<String>,
    any_address: bool,
}

impl AllowedHosts {
    /// The hosts of a server bound to the address `listens`: `localhost`, `names`, and numeric
    /// addresses. If `listens` is a loopback address, these are the loopback addresses, otherwise
    /// all addresses, because DNS rebinding needs a name.
    #[must_use]
    pub fn new(listens: IpAddr, names: &[String]) -> AllowedHosts {
        let mut all = vec!["localhost".to_owned()];
        all.extend(names.iter().map(|name| name.to_ascii_lowercase()));
        AllowedHosts { names: all, any_address: !listens.is_loopback() }
    }

    /// The error says that the host is wrong, or that the page has another origin.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), String> {
        let unusable = || unusable(&HOST);
        let text = only(headers, &HOST)?.ok_or_else(unusable)?;
        // Programs disagree about authorities with user information.
        let host = text.parse::<Authority>().ok().filter(|_| !text.contains('@'));
        let host = host.ok_or_else(unusable)?;
        let is_asked = uri.authority().is_none_or(|asked| asked == &host);
        if !is_asked || !self.is_mine(host.host()) {
            let mut expected = self.names.clone();
            expected.push(if self.any_address { "a numeric address" } else { "127.0.0.1" }.into());
            let expected = expected.join(", ");
            return Err(format!("unknown host {}: expected {expected}", quote(text)));
        }
        let Some(origin) = only(headers, &ORIGIN)? else { return Ok(()) };
        let is_own = SCHEMES.iter().any(|(scheme, port)| {
            let Some((start, from)) = origin.split_at_checked(scheme.len()) else { return false };
            let bare = |text| str::strip_suffix(text, port).unwrap_or(text);
            // Schemes are case-insensitive.
            start.eq_ignore_ascii_case(scheme) && bare(from).eq_ignore_ascii_case(bare(text))
        });
        if is_own {
            return Ok(());
        }
        Err(format!("foreign origin {}: expected that of this page", quote(origin)))
    }

    fn is_mine(&self, host: &str) -> bool {
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
        match bare.parse::<IpAddr>() {
            Ok(address) => self.any_address || address.is_loopback(),
            Err(_) => self.names.iter().any(|name| name.eq_ignore_ascii_case(host)),
        }
    }
}

/// Whether a browser can send this as the name in `Host`. Addresses are not names, and have rules
/// of their own.
pub fn is_host_name(name: &str) -> bool {
    let is_in_names = |c: u8| c.is_ascii_alphanumeric() || b"-_".contains(&c);
    let is_label = |label: &str| (1..=63).contains(&label.len()) && label.bytes().all(is_in_names);
    let labels = name.strip_suffix('.').unwrap_or(name);
    labels.split('.').all(is_label) && name.parse::<IpAddr>().is_err()
}

/// The value of a header that must not be repeated.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, String> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| unusable(name)),
        (Some(_), Some(_)) => Err(unusable(name)),
    }
}

/// The error for a required header that is missing, repeated or malformed.
fn unusable(name: &HeaderName) -> String {
    format!("no usable {name}: expected it once, as NAME or NAME:PORT")
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn headers(host: &[&'static str], origin: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, values) in [(HOST, host), (ORIGIN, origin)] {
            for value in values {
                headers.append(&name, HeaderValue::from_static(value));
            }
        }
        headers
    }

    #[test]
    fn a_name_is_what_a_browser_can_send() {
        for name in ["board.example", "Board", "xn--brd-ula.example", "a_b.example."] {
            assert!(is_host_name(name), "{name}");
        }
        for text in ["", ".", "a..b", "board.example:80", "http://board.example", "board.example/"]
            .into_iter()
            .chain([
                "*.example",
                "b\u{f6}rd.example",
                "a b",
                "me@board",
                "192.0.2.1",
                "::1",
                "[::1]",
            ])
        {
            assert!(!is_host_name(text), "{text}");
        }
    }

    fn admit(address: &str, host: &[&'static str], origin: &[&'static str]) -> Option<String> {
        let hosts = AllowedHosts::new(address.parse().unwrap(), &["Board.example".to_owned()]);
        let uri = Uri::from_static("/engine");
        hosts.check(&uri, &headers(host, origin)).err()
    }

    #[test]
    fn pages_of_the_server_itself_are_let_in() {
        for (host, origin) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("localhost:8080", "http://LOCALHOST:8080"),
            ("localhost:8080", "HTTP://LOCALHOST:8080"),
            ("LocalHost", "http://localhost"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("127.8.9.10", "http://127.8.9.10"),
            ("board.example", "https://board.example"),
            // A proxy may write the default port of the scheme.
            ("localhost:80", "http://localhost"),
            ("[::1]:80", "HTTP://[::1]"),
            ("board.example:443", "https://board.example"),
            ("board.example", "https://board.example:443"),
            // A tunnel with another local port.
            ("localhost:9999", "http://localhost:9999"),
        ] {
            assert_eq!(admit("127.0.0.1", &[host], &[origin]), None, "{host} {origin}");
            assert_eq!(admit("127.0.0.1", &[host], &[]), None, "{host}");
        }
    }

    #[test]
    fn unknown_hosts_and_foreign_origins_are_refused() {
        let hosts: &[&[&'static str]] = &[
            &[],
            &[""],
            &["evil.example"],
            &["evil.example:8080"],
            &["localhost.evil.example"],
            &["127.0.0.1.evil.example"],
            &["localhost."],
            &["user@localhost"],
            &["localhost:8080", "localhost:8080"],
            &["192.168.1.5"],
            &["[fe80::1]"],
            &["localhost/"],
            &["0.0.0.0:8080"],
        ];
        for host in hosts {
            assert!(admit("127.0.0.1", host, &[]).is_some(), "{host:?}");
        }
        let origins: &[&[&'static str]] = &[
            &["null"],
            &[""],
            &["http://evil.example"],
            &["http://localhost"],
            &["http://localhost:8081"],
            &["http://localhost:8080.evil.example"],
            &["http://localhost:8080/"],
            &["file://localhost:8080"],
            &["localhost:8080"],
            &["http://localhost:8080", "http://localhost:8080"],
        ];
        for origin in origins {
            assert!(admit("127.0.0.1", &["localhost:8080"], origin).is_some(), "{origin:?}");
        }
        for (host, origin) in [
            ("localhost:80", "https://localhost"),
            ("localhost:443", "http://localhost"),
            ("localhost:80", "http://localhost:8080"),
            ("localhost", "http://localhost:80:80"),
        ] {
            assert!(admit("127.0.0.1", &[host], &[origin]).is_some(), "{host} {origin}");
        }
        assert_eq!(
            admit("127.0.0.1", &["evil.example"], &[]).unwrap(),
            "unknown host \"evil.example\": expected localhost, board.example, 127.0.0.1"
        );
    }

    #[test]
    fn a_server_for_others_has_all_numeric_addresses() {
        for address in ["0.0.0.0", "192.168.1.5", "::"] {
            for host in ["192.168.1.5:8080", "10.0.0.1", "[fe80::1]:80", "localhost"] {
                assert_eq!(admit(address, &[host], &[]), None, "{host}");
            }
            assert!(admit(address, &["evil.example"], &[]).is_some());
        }
    }

    #[test]
    fn a_target_with_another_host_is_refused() {
        let hosts = AllowedHosts::new([127, 0, 0, 1].into(), &[]);
        let admit =
            |uri: &'static str| hosts.check(&Uri::from_static(uri), &headers(&["localhost"], &[]));
        assert_eq!(admit("http://localhost/engine"), Ok(()));
        assert!(admit("http://evil.example/engine").is_err());
    }
}
