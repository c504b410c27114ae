//! Prints a dictionary for the fuzz targets: the words of the protocol, the options and the
//! variants, one a line and in quotes. `scripts/fuzz.sh` adds the words of `fuzz/words.dict`, which
//! no table of the program has.

use std::error::Error;

use zugi::engine::Engine;
use zugi::protocol::Dialect;

fn main() -> Result<(), Box<dyn Error>> {
    let registry = zugi::registry();
    let engine = Engine::new(&registry, registry.default_variant().name())?;
    let grammar = zugi::protocol::keywords().into_iter().map(str::to_owned);
    let options = engine.declarations(Dialect::Ugi).map(|option| option.name);
    let variants = registry.names().into_iter().map(str::to_owned);
    for word in grammar.chain(options).chain(variants) {
        println!("\"{word}\"");
    }
    Ok(())
}
