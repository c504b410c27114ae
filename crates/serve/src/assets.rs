//! The page's files, built by npm into `dist` and embedded in the program.

use std::io::{self, Write as _};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::header::HeaderValue;

use super::content_security_policy::policy_of;

#[derive(Debug)]
pub struct Asset {
    /// The path of its URL.
    pub path: &'static str,
    /// The media type.
    pub kind: &'static str,
    pub bytes: &'static [u8],
    /// The `ETag` of the contents.
    pub tag: String,
    /// The contents in gzip and their `ETag`, if compression worked.
    pub packed: Option<(Vec<u8>, String)>,
}

impl Asset {
    /// The contents are compressed once for all visitors.
    pub fn new(path: &'static str, kind: &'static str, bytes: &'static [u8]) -> Asset {
        let packed = pack(bytes).ok().map(|packed| {
            let tag = tag(&packed);
            (packed, tag)
        });
        Asset { path, kind, bytes, tag: tag(bytes), packed }
    }
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let html = "text/html; charset=utf-8";
    let script = "text/javascript; charset=utf-8";
    let style = "text/css; charset=utf-8";
    let files: [(_, _, &'static [u8]); 8] = [
        ("/", html, include_bytes!("../dist/index.html")),
        ("/app.js", script, include_bytes!("../dist/app.js")),
        ("/shared.js", script, include_bytes!("../dist/shared.js")),
        ("/later.js", script, include_bytes!("../dist/later.js")),
        ("/early.js", script, include_bytes!("../dist/early.js")),
        ("/app.css", style, include_bytes!("../dist/app.css")),
        ("/icon.svg", "image/svg+xml", include_bytes!("../dist/icon.svg")),
        ("/preview.jpg", "image/jpeg", include_bytes!("../dist/preview.jpg")),
    ];
    files.map(|(path, kind, bytes)| Asset::new(path, kind, bytes)).into()
});

/// The policy of the page; without one, nothing is allowed.
pub static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let found = find("/").and_then(|index| policy_of(index.bytes));
    found.unwrap_or(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"))
});

fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    packer.finish()
}

/// The `ETag` of these bytes. It has no comma, so a list of tags can be split at commas.
fn tag(bytes: &[u8]) -> String {
    format!("\"{:08x}-{:x}\"", crc32fast::hash(bytes), bytes.len())
}

/// The file at a path. Browsers request `/favicon.ico` by themselves, and get the icon.
pub fn find(path: &str) -> Option<&'static Asset> {
    let path = if path == "/favicon.ico" { "/icon.svg" } else { path };
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::io::Read as _;
    use std::path::Path;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        let files: BTreeSet<String> =
            files.map(|name| format!("/{}", name.to_str().unwrap())).collect();
        let served = ASSETS.iter().map(|asset| match asset.path {
            "/" => "/index.html".to_owned(),
            path => path.to_owned(),
        });
        assert_eq!(served.collect::<BTreeSet<String>>(), files);
    }

    #[test]
    fn what_is_packed_is_the_same_and_smaller() {
        for asset in ASSETS.iter() {
            let (packed, tag) = asset.packed.as_ref().unwrap();
            assert_ne!(tag, &asset.tag, "{}", asset.path);
            let mut bytes = Vec::new();
            GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes, asset.bytes, "{}", asset.path);
        }
        let script = find("/shared.js").unwrap();
        assert!(2 * script.packed.as_ref().unwrap().0.len() < script.bytes.len());
    }

    #[test]
    fn the_page_is_small() {
        // The first load. The other script loads when the board is visible.
        let first = ["/app.js", "/shared.js", "/early.js", "/app.css"];
        let packed = |path: &&str| find(path).unwrap().packed.as_ref().unwrap().0.len();
        let bytes: usize = first.iter().map(packed).sum();
        assert!(bytes <= 82_000, "{bytes} bytes");
    }
}
