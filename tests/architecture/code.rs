//! The modules of a crate, parsed with `syn`, so that comments, strings and documentation do not
//! count as code. Items under `#[cfg(test)]` are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Item, UseTree, Visibility};

/// A module path from the crate root, e.g. `["search", "root"]`; empty for the root.
type ModulePath = Vec<String>;

/// A file of a crate.
pub struct Source {
    /// Its path below the crate's `src/`, e.g. `tree/run.rs`.
    pub path: String,
    pub text: String,
    /// Items that are not for tests only.
    pub items: Vec<Item>,
    /// Modules in other files that are for tests only.
    tests: Vec<ModulePath>,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Source {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("src/{path}: {error}"));
        let mut source = Source {
            path: path.to_owned(),
            text: text.to_owned(),
            items: Vec::new(),
            tests: Vec::new(),
        };
        let module = source.module();
        source.items = without_tests(file.items, &module, &mut source.tests);
        source
    }

    /// The file's module: `[search, root]` for `search/root.rs`, `[search]` for `search/mod.rs`,
    /// empty for the crate root.
    fn module(&self) -> ModulePath {
        let parts = self.path.trim_end_matches(".rs").split('/');
        let mut parts: ModulePath = parts.map(str::to_owned).collect();
        if matches!(self.path.as_str(), "lib.rs" | "main.rs") || parts.last().unwrap() == "mod" {
            parts.pop();
        }
        parts
    }

    /// Every path that begins with `crate`, `self` or `super`, in macros too, as names from the
    /// crate root.
    fn references(&self) -> Vec<Vec<String>> {
        let tokens: Vec<_> = self.items.iter().flat_map(ToTokens::to_token_stream).collect();
        let mut found = Vec::new();
        self.add_references(&tokens, &mut found);
        found
    }

    fn add_references(&self, tokens: &[TokenTree], found: &mut Vec<Vec<String>>) {
        for (i, token) in tokens.iter().enumerate() {
            if let TokenTree::Group(group) = token {
                self.add_references(&trees(group.stream()), found);
            }
            let in_path = i > 0 && is(tokens, i - 1, ":");
            let begins = ["crate", "self", "super"].iter().any(|name| is(tokens, i, name));
            if begins && !in_path && is(tokens, i + 1, ":") {
                let mut paths = Vec::new();
                add_paths(&tokens[i..], &[], &mut paths);
                found.extend(paths.into_iter().map(|names| self.absolute(names)));
            }
        }
    }

    /// A path resolved from the crate root.
    fn absolute(&self, names: Vec<String>) -> Vec<String> {
        let mut full = self.module();
        let mut names = names.into_iter().peekable();
        while let Some(name) =
            names.next_if(|name| matches!(name.as_str(), "crate" | "self" | "super"))
        {
            match name.as_str() {
                "self" => {}
                "super" => drop(full.pop()),
                _ => full.clear(),
            }
        }
        full.extend(names);
        full
    }
}

/// The items that are not for tests, also inside inline modules.
fn without_tests(items: Vec<Item>, module: &[String], tests: &mut Vec<ModulePath>) -> Vec<Item> {
    let mut kept = Vec::new();
    for mut item in items {
        if let Item::Mod(inner) = &mut item {
            let path = [module, &[inner.ident.to_string()]].concat();
            if is_for_tests(&inner.to_token_stream()) {
                tests.push(path);
            } else if let Some((_, content)) = &mut inner.content {
                *content = without_tests(std::mem::take(content), &path, tests);
            }
        }
        if !is_for_tests(&item.to_token_stream()) {
            kept.push(item);
        }
    }
    kept
}

/// Whether an item has the attribute `#[cfg(test)]`.
fn is_for_tests(item: &TokenStream) -> bool {
    let attributes = |input: ParseStream| {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<TokenStream>()?;
        Ok(attributes)
    };
    let attributes = attributes.parse2(item.clone()).unwrap();
    attributes.iter().any(|it| it.meta.to_token_stream().to_string() == "cfg (test)")
}

/// The token trees of a stream. Groups without delimiters, which macros create, do not occur.
fn trees(stream: TokenStream) -> Vec<TokenTree> {
    stream.into_iter().collect()
}

/// Whether the token at `at` is an identifier or punctuation with this text.
fn is(tokens: &[TokenTree], at: usize, text: &str) -> bool {
    match tokens.get(at) {
        Some(TokenTree::Ident(ident)) => ident == text,
        Some(TokenTree::Punct(mark)) => text.len() == 1 && text.starts_with(mark.as_char()),
        _ => false,
    }
}

/// Adds the paths that the tokens begin with: one, or those of a group in braces.
fn add_paths(tokens: &[TokenTree], prefix: &[String], paths: &mut Vec<Vec<String>>) {
    let (mut names, mut i) = (prefix.to_vec(), 0);
    loop {
        match tokens.get(i) {
            Some(TokenTree::Ident(name)) => names.push(name.to_string()),
            Some(TokenTree::Punct(mark)) if mark.as_char() == '*' => names.push("*".to_owned()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner = trees(group.stream());
                for part in inner.split(|token| token.to_string() == ",") {
                    if !part.is_empty() {
                        add_paths(part, &names, paths);
                    }
                }
                return;
            }
            _ => break,
        }
        if !(is(tokens, i + 1, ":") && is(tokens, i + 2, ":")) {
            break;
        }
        i += 3;
    }
    // `a::{self, b}` imports the module itself.
    if names.len() > prefix.len().max(1) && names.last().is_some_and(|name| name == "self") {
        names.pop();
    }
    paths.push(names);
}

/// All files of a crate and their imports.
pub struct Crate {
    pub sources: Vec<Source>,
    /// For each module, the path of each name imported by `use`.
    imports: BTreeMap<ModulePath, BTreeMap<String, Vec<String>>>,
}

impl Crate {
    /// Separates files for tests only, which are returned second.
    pub fn new(sources: Vec<Source>) -> (Crate, Vec<Source>) {
        let tests: Vec<ModulePath> =
            sources.iter().flat_map(|source| source.tests.clone()).collect();
        let is_test =
            |source: &Source| tests.iter().any(|module| source.module().starts_with(module));
        let (tests, sources) = sources.into_iter().partition(is_test);
        let mut all = Crate { sources, imports: BTreeMap::new() };
        for source in &all.sources {
            let names = all.imports.entry(source.module()).or_default();
            for item in &source.items {
                let Item::Use(item) = item else { continue };
                let mut found = Vec::new();
                add_imports(&item.tree, Vec::new(), &mut found);
                names.extend(found.into_iter().map(|(name, path)| (name, source.absolute(path))));
            }
        }
        (all, tests)
    }

    /// The module that defines a path's target, following re-exports; the last known one if it
    /// leads out of the crate.
    fn home(&self, names: &[String]) -> ModulePath {
        let (mut at, mut hops) = (ModulePath::new(), 0);
        let mut rest: Vec<String> = names.iter().rev().cloned().collect();
        while let Some(name) = rest.pop() {
            let inner = [&at[..], std::slice::from_ref(&name)].concat();
            if self.imports.contains_key(&inner) {
                at = inner;
            } else if let Some(path) = self.imports.get(&at).and_then(|names| names.get(&name))
                && hops < 9
            {
                hops += 1;
                rest.extend(path.iter().rev().cloned());
                at.clear();
            } else {
                break;
            }
        }
        at
    }

    /// The cycles among sibling modules, sorted: each as the modules that import each other,
    /// including their submodules.
    pub fn circles(&self) -> BTreeSet<Vec<String>> {
        let mut reach: BTreeMap<ModulePath, BTreeSet<ModulePath>> = BTreeMap::new();
        for source in &self.sources {
            let from = source.module();
            for names in source.references() {
                let to = self.home(&names);
                let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
                if common < from.len() && common < to.len() {
                    let edge = (from[..=common].to_vec(), to[..=common].to_vec());
                    reach.entry(edge.0).or_default().insert(edge.1);
                }
            }
        }
        while extend(&mut reach) {}
        let reaches =
            |a: &ModulePath, b: &ModulePath| reach.get(a).is_some_and(|to| to.contains(b));
        let circle = |module: &ModulePath| -> Option<Vec<String>> {
            let members = reach.keys().filter(|to| reaches(module, to) && reaches(to, module));
            let members: Vec<String> = members.map(|to| to.join("::")).collect();
            (!members.is_empty()).then_some(members)
        };
        reach.keys().filter_map(circle).collect()
    }
}

/// Adds what is reachable in two steps; false if there is nothing new.
fn extend(reach: &mut BTreeMap<ModulePath, BTreeSet<ModulePath>>) -> bool {
    let before = reach.clone();
    for to in reach.values_mut() {
        let further: Vec<ModulePath> =
            to.iter().filter_map(|middle| before.get(middle)).flatten().cloned().collect();
        to.extend(further);
    }
    *reach != before
}

/// The names that a `use` imports, each with its path as written.
fn add_imports(tree: &UseTree, mut path: Vec<String>, found: &mut Vec<(String, Vec<String>)>) {
    match tree {
        UseTree::Path(part) => {
            path.push(part.ident.to_string());
            add_imports(&part.tree, path, found);
        }
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| add_imports(tree, path.clone(), found));
        }
        UseTree::Name(name) if name.ident == "self" => {
            found.extend(path.last().cloned().map(|name| (name, path)));
        }
        UseTree::Name(name) => {
            path.push(name.ident.to_string());
            found.push((name.ident.to_string(), path));
        }
        UseTree::Rename(name) => {
            path.push(name.ident.to_string());
            found.push((name.rename.to_string(), path));
        }
        _ => {}
    }
}

/// All files of the crate in a folder.
pub fn sources(folder: &Path) -> Vec<Source> {
    let mut sources = Vec::new();
    read_folder(&folder.join("src"), "", &mut sources);
    sources
}

fn read_folder(folder: &Path, name: &str, sources: &mut Vec<Source>) {
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let inner = format!("{name}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            read_folder(&path, &format!("{inner}/"), sources);
        } else if inner.ends_with(".rs") {
            sources.push(Source::new(&inner, &fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The public types among items, also inside inline modules.
pub fn public_types(items: &[Item]) -> Vec<String> {
    let named = |item: &Item| {
        let (visibility, name) = match item {
            Item::Mod(inner) => {
                return inner.content.iter().flat_map(|(_, items)| public_types(items)).collect();
            }
            Item::Struct(item) => (&item.vis, &item.ident),
            Item::Enum(item) => (&item.vis, &item.ident),
            Item::Union(item) => (&item.vis, &item.ident),
            Item::Trait(item) => (&item.vis, &item.ident),
            Item::Type(item) => (&item.vis, &item.ident),
            _ => return Vec::new(),
        };
        let public = matches!(visibility, Visibility::Public(_));
        if public { vec![name.to_string()] } else { Vec::new() }
    };
    items.iter().flat_map(named).collect()
}

/// The items of all files with their modules, also inside inline modules.
fn items_with_modules<'a>(
    items: &'a [Item],
    module: &ModulePath,
    found: &mut Vec<(ModulePath, &'a Item)>,
) {
    for item in items {
        found.push((module.clone(), item));
        if let Item::Mod(inner) = item
            && let Some((_, items)) = &inner.content
        {
            items_with_modules(items, &[&module[..], &[inner.ident.to_string()]].concat(), found);
        }
    }
}

/// The names of traits that other crates can use: in public modules, or re-exported by one.
pub fn exported_names(sources: &[Source]) -> BTreeSet<String> {
    let mut items = Vec::new();
    for source in sources {
        items_with_modules(&source.items, &source.module(), &mut items);
    }
    let is_public = |visibility: &Visibility| matches!(visibility, Visibility::Public(_));
    let mut modules = BTreeSet::from([ModulePath::new()]);
    let mut names = BTreeSet::new();
    loop {
        let before = modules.len();
        for (module, item) in &items {
            let child = |name: &str| [&module[..], &[name.to_owned()]].concat();
            match item {
                _ if !modules.contains(module) => {}
                Item::Mod(inner) if is_public(&inner.vis) => {
                    modules.insert(child(&inner.ident.to_string()));
                }
                Item::Trait(item) if is_public(&item.vis) => {
                    names.insert(item.ident.to_string());
                }
                Item::Use(item) if is_public(&item.vis) => {
                    let mut found = Vec::new();
                    add_imports(&item.tree, Vec::new(), &mut found);
                    names.extend(found.into_iter().map(|(name, _)| name));
                    if let UseTree::Path(path) = &item.tree
                        && matches!(*path.tree, UseTree::Glob(_))
                    {
                        modules.insert(child(&path.ident.to_string()));
                    }
                }
                _ => {}
            }
        }
        if modules.len() == before {
            break;
        }
    }
    // The imports include modules, too.
    names.retain(|name| name.starts_with(char::is_uppercase));
    names
}
