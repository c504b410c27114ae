//! The benchmarks. `cargo bench -p zugi-benches` runs all, `--bench rules` one of them.
