//! The Content-Security-Policy of a page. `web/page.mjs` writes it into `index.html`. `router.rs`
//! adds it to all answers, because a worker has only the policy of its script.

use hyper::header::HeaderValue;

/// The text before the policy in `index.html`.
const BEFORE: &str = r#"<meta http-equiv="Content-Security-Policy" content=""#;

/// The policy in `index.html`, as a header. It also forbids frames around the page, which only a
/// header can do.
pub fn policy_of(index: &[u8]) -> Option<HeaderValue> {
    let (_, rest) = std::str::from_utf8(index).ok()?.split_once(BEFORE)?;
    let (policy, _) = rest.split_once('"')?;
    HeaderValue::from_str(&format!("{policy}; frame-ancestors 'none'")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_says_what_the_page_says() {
        for (index, policy) in [
            (
                r#"<meta http-equiv="Content-Security-Policy" content="script-src 'self'; trusted-types art"><p>"#,
                Some("script-src 'self'; trusted-types art; frame-ancestors 'none'"),
            ),
            (r#"<meta http-equiv="Content-Security-Policy" content="script-src"#, None),
            ("<title>zugi</title>", None),
        ] {
            let header = policy_of(index.as_bytes());
            assert_eq!(header.as_ref().map(|header| header.to_str().unwrap()), policy, "{index}");
        }
    }
}
