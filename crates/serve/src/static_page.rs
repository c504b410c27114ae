//! The static page, whose engine runs in the visitor's browser: a folder made by `scripts/web.sh`,
//! read at startup.

use std::fs;
use std::io;
use std::path::Path;

use hyper::header::HeaderValue;

use super::assets::Asset;
use super::content_security_policy::policy_of;

/// The URL path of the files.
pub const PATH: &str = "/static/";

/// The files that every static page has.
const NEEDED: [&str; 3] = ["index.html", "worker.js", "zugi.wasm"];

/// Media types by file name suffix. Other files are not served.
const KINDS: [(&str, &str); 7] = [
    (".html", "text/html; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".wasm", "application/wasm"),
    (".webmanifest", "application/manifest+json"),
    (".gz", "application/gzip"),
];

#[derive(Debug)]
pub struct StaticPage {
    /// The files, leaked: they live as long as the program.
    files: Vec<&'static Asset>,
    pub policy: HeaderValue,
}

impl StaticPage {
    /// # Errors
    /// A file cannot be read, or a required one or the policy of the page is missing.
    pub fn read(folder: &Path) -> io::Result<StaticPage> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().into_string().unwrap_or_default();
            let kind = KINDS.iter().find(|(end, _)| name.ends_with(end));
            let Some(&(_, kind)) = kind.filter(|_| entry.path().is_file()) else { continue };
            let path: &'static str = String::leak(format!("{PATH}{name}"));
            let bytes: &'static [u8] = Vec::leak(fs::read(entry.path())?);
            files.push(&*Box::leak(Box::new(Asset::new(path, kind, bytes))));
        }
        let lacks = |what: &str| {
            let expected = "expected a folder that scripts/web.sh --out has made";
            io::Error::other(format!("no {what} in it: {expected}"))
        };
        if let Some(name) =
            NEEDED.iter().find(|name| find(&files, &format!("{PATH}{name}")).is_none())
        {
            return Err(lacks(name));
        }
        let policy = find(&files, PATH).and_then(|index| policy_of(index.bytes));
        let policy = policy.ok_or_else(|| lacks("Content-Security-Policy in the index.html"))?;
        Ok(StaticPage { files, policy })
    }

    pub fn find(&self, path: &str) -> Option<&'static Asset> {
        find(&self.files, path)
    }
}

fn find(files: &[&'static Asset], path: &str) -> Option<&'static Asset> {
    let path = if path == PATH { "/static/index.html" } else { path };
    files.iter().copied().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_read_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), name).unwrap();
        let index = r#"<meta http-equiv="Content-Security-Policy" content="worker-src 'self'">"#;
        write("index.html");
        write("worker.js");
        write("secret.txt");
        fs::create_dir(folder.path().join("folder.js")).unwrap();
        let error = StaticPage::read(folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("no zugi.wasm in it: expected a folder"), "{error}");
        write("zugi.wasm");
        write("zugi.wasm.gz");
        let error = StaticPage::read(folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("no Content-Security-Policy in the index.html"), "{error}");
        fs::write(folder.path().join("index.html"), index).unwrap();
        let page = StaticPage::read(folder.path()).unwrap();
        assert_eq!(page.policy, "worker-src 'self'; frame-ancestors 'none'");
        let found = page.find("/static/").unwrap();
        assert_eq!((found.bytes, found.kind), (index.as_bytes(), "text/html; charset=utf-8"));
        assert_eq!(page.find("/static/zugi.wasm").unwrap().kind, "application/wasm");
        assert_eq!(page.find("/static/zugi.wasm.gz").unwrap().kind, "application/gzip");
        for path in ["/static/secret.txt", "/static/folder.js", "/static/../Cargo.toml", "/"] {
            assert!(page.find(path).is_none(), "{path}");
        }
        assert!(StaticPage::read(&folder.path().join("nowhere")).is_err());
    }
}
