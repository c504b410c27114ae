//! The page: the files of `dist`, as npm builds them, in the program itself.

use std::sync::LazyLock;

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    /// Its path in an address.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
    /// A tag for caches that changes with what is in it.
    pub tag: String,
}

/// All files of the page.
static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let html = "text/html; charset=utf-8";
    let script = "text/javascript; charset=utf-8";
    let style = "text/css; charset=utf-8";
    let files: [(_, _, &'static [u8]); 4] = [
        ("/", html, include_bytes!("../dist/index.html")),
        ("/app.js", script, include_bytes!("../dist/app.js")),
        ("/app.css", style, include_bytes!("../dist/app.css")),
        ("/icon.svg", "image/svg+xml", include_bytes!("../dist/icon.svg")),
    ];
    let asset = |(path, kind, bytes): (_, _, &'static [u8])| {
        let tag = format!("\"{:08x}-{:x}\"", crc32fast::hash(bytes), bytes.len());
        Asset { path, kind, bytes, tag }
    };
    files.map(asset).into()
});

/// The file at a path.
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

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
    fn the_page_is_small() {
        let bytes: usize = ASSETS.iter().map(|asset| asset.bytes.len()).sum();
        assert!(bytes < 300_000, "{bytes} bytes");
    }
}
