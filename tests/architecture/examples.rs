//! Each front page and each public trait of the crates has an example that runs as a test.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::{Attribute, Item, TraitItem, Visibility};

use super::code::{Crate, Source, exported_names, sources};
use super::crates;

/// The documentation lines in these attributes; for `#[doc = include_str!("..")]` the macro itself.
fn docs(attributes: &[Attribute]) -> Vec<String> {
    let line = |attribute: &Attribute| {
        let syn::Meta::NameValue(meta) = &attribute.meta else { return None };
        let text = match &meta.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => text.value(),
            other => other.to_token_stream().to_string(),
        };
        meta.path.is_ident("doc").then_some(text)
    };
    attributes.iter().filter_map(line).collect()
}

/// Whether documentation has a code block that `cargo test` compiles.
fn has_example(lines: &[String]) -> bool {
    let is_begin = |line: &&String| line.trim_start().starts_with("```");
    let runs = |line: &String| {
        let words = line.trim_start().trim_start_matches('`');
        words.split(',').all(|word| matches!(word.trim(), "" | "rust" | "no_run"))
    };
    // Every second fence closes a block.
    lines.iter().filter(is_begin).step_by(2).any(runs)
}

/// Public traits without an example in their documentation or in that of a member.
fn traits_without_example(items: &[Item], exported: &BTreeSet<String>) -> Vec<String> {
    let without = |item: &Item| match item {
        Item::Mod(inner) => {
            let inner = inner.content.iter();
            inner.flat_map(|(_, items)| traits_without_example(items, exported)).collect()
        }
        Item::Trait(item) => {
            let members = item.items.iter().map(|member| match member {
                TraitItem::Fn(member) => &member.attrs[..],
                TraitItem::Const(member) => &member.attrs[..],
                TraitItem::Type(member) => &member.attrs[..],
                _ => &[],
            });
            let has = has_example(&docs(&item.attrs))
                || members.into_iter().any(|attributes| has_example(&docs(attributes)));
            let name = item.ident.to_string();
            let public = matches!(item.vis, Visibility::Public(_)) && exported.contains(&name);
            if public && !has { vec![name] } else { Vec::new() }
        }
        _ => Vec::new(),
    };
    items.iter().flat_map(without).collect()
}

/// Whether the root of a crate has public items.
fn has_interface(lib: &Source) -> bool {
    lib.items.iter().any(|item| item.to_token_stream().to_string().contains("pub "))
}

/// Whether the front page of a crate has an example, itself or by its README.
fn front_page_has_example(lib: &Source, readme: &str) -> bool {
    let file = syn::parse_file(&lib.text).unwrap();
    let mut lines = docs(&file.attrs);
    if lines.iter().any(|line| line.contains("include_str") && line.contains("../README.md")) {
        lines.extend(readme.lines().map(str::to_owned));
    }
    has_example(&lines)
}

#[test]
fn each_public_trait_has_an_example() {
    let mut problems = Vec::new();
    for folder in crates() {
        let sources = Crate::new(sources(&folder)).0.sources;
        let exported = exported_names(&sources);
        for source in &sources {
            let names = traits_without_example(&source.items, &exported);
            let place = |name| format!("{}/src/{}: {name}", folder.display(), source.path);
            problems.extend(names.into_iter().map(place));
        }
    }
    assert!(problems.is_empty(), "no example:\n{}\n", problems.join("\n"));
}

#[test]
fn each_front_page_has_an_example() {
    for folder in crates() {
        let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
        let sources = sources(&folder);
        let lib = sources.iter().find(|source| source.path == "lib.rs").unwrap();
        // The WebAssembly crate has no Rust interface.
        if !has_interface(lib) {
            continue;
        }
        assert!(front_page_has_example(lib, &readme), "{}", folder.display());
    }
}

#[test]
fn a_trait_without_an_example_is_found() {
    let source = Source::new(
        "a.rs",
        "pub trait A { /// ```\n/// x();\n/// ```\nfn f(); }\n\
         /// ```text\n/// no code\n/// ```\npub trait B {}\n\
         /// ```ignore\n/// x();\n/// ```\npub mod m { pub trait C {} pub trait D {} }\n\
         trait E {}",
    );
    let exported = ["A", "B", "C"].map(str::to_owned).into();
    assert_eq!(traits_without_example(&source.items, &exported), ["B", "C"]);
    let page = |text: &str, readme| front_page_has_example(&Source::new("lib.rs", text), readme);
    assert!(page("//! ```\n//! x();\n//! ```\n", ""));
    assert!(!page("//! Text.\n", "```\nx();\n```\n"));
    assert!(!has_interface(&Source::new("lib.rs", "mod a; use a::A; fn f() {}")));
    assert!(has_interface(&Source::new("lib.rs", "mod a; pub use a::A;")));
    assert!(page("#![doc = include_str!(\"../README.md\")]\n", "```rust\nx();\n```\n"));
}

#[test]
fn names_that_leave_a_crate_are_found() {
    let sources = [
        ("lib.rs", "mod a; pub mod b; mod c; pub use a::A; pub use c::*;"),
        ("a.rs", "pub trait A {} pub trait Hidden {}"),
        ("b.rs", "pub trait B {} mod inner { pub trait Deep {} }"),
        ("c.rs", "pub trait C {}"),
    ];
    let sources = sources.map(|(path, text)| Source::new(path, text));
    let expected = ["A", "B", "C"].map(str::to_owned).into();
    assert_eq!(exported_names(&sources), expected);
}
