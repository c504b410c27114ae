//! The positions of the benchmark, each with its depth: start, opening, middle game, endings and a
//! forced pass.

use zugi_search::bench::Benchmarks;

pub const ZOLA_4: Benchmarks = Benchmarks(&[
    ("brbr/rbrb/brbr/rbrb r -", 11),
    ("b1br/1b2/bbr1/rbrb r -", 12),
    ("b1rr/b1rb/brrr/1r1b b -", 12),
    ("br1r/rb2/rr1b/1b1b r -", 12),
]);

pub const ZOLA_6: Benchmarks = Benchmarks(&[
    ("brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb r p", 10),
    ("b1brbr/rrrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb b -", 10),
    ("brbrbr/rbrbrb/brb1b1/rbrrrr/brbrbr/r1bbb1 r -", 10),
    ("b1r2r/1b2rb/2br2/r1b1b1/b2r1r/1br1b1 b -", 10),
]);

pub const ZOLA_8: Benchmarks = Benchmarks(&[
    ("brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb r -", 6),
    ("rbbrr1br/2rbrbrb/b1rrbrb1/bbr1rbrr/1rbbbrbr/bbr1bbrr/1rbrbrb1/1rrbb1rb b -", 8),
    ("r4rb1/2r1b1b1/1rbrbrr1/b1r1bb1b/1bbrrrrb/3r1r2/b1bb1b1r/rb2r1rb r -", 8),
    ("br2b1br/r4b1b/2bb4/4rrr1/2b1r3/1rb1b3/4r3/6r1 b -", 9),
]);

pub const ZOLA_10: Benchmarks = Benchmarks(&[
    (
        "brbrbrbrbr/rbrbrbrbrb/brr1brbrbr/1b1bb1b1rb/rrrrbrbrbr/rbrbbbrbrb/b1rr1rbb1r/rbrbrbrbbb/brbrbrbr2/2rb1rrbr1 b -",
        6,
    ),
    (
        "3rbb1r2/b1b1rbrrrb/2bbbrbr2/1brbrr1bb1/brbrbrrrr1/bbrbrb1bbr/1rrrbrbr2/5bbb1r/2rb4r1/b2r2r3 r -",
        7,
    ),
    ("8br/5b1b1b/r5b3/3r1rr1r1/1b1rbrbb2/3bb1r3/3rbrb3/rb1b5r/b2r2r3/rbr1r4b r -", 8),
    ("6r2r/2b7/5bbb1b/5b4/4rr4/6r3/1r8/3b6/r6r2/9b b -", 9),
]);
