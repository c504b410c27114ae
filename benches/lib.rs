//! The benchmarks: `cargo bench -p zugi-benches`, one of them with `--bench rules` and the like.
