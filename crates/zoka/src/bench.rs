//! The positions of the benchmark for each variant, each with its depth. Face-down pieces are sets,
//! as players know them.

use zugi_search::bench::Benchmarks;

pub const ZOKA: Benchmarks = Benchmarks(&[
    (
        "......../......../......../......../......../......../......../........ 1 - ZZZZZZ12345/ZZZZZ123456 6/Z -/- 0:0 -/- 0:0:-",
        6,
    ),
    (
        "......../......../......../......../......../aZ......./a6aZ.b3bZ.../aZaZ.bZbZ... 2 - -/- Z1235/ZZ1456 Z/Z 2:4 -/- 0:0:-",
        15,
    ),
]);

pub const ZOKA_3: Benchmarks = Benchmarks(&[(
    "........../........../........../........../........../........../........../........../........../aZa3........ 2 1 ZZ/Z4/ZZ ZZZ12456/ZZZZZ12356/ZZZZ123456 -/-/- 0:0 -/-/- 0:0:-",
    12,
)]);

pub const ZOKA_4: Benchmarks = Benchmarks(&[(
    "........../........../........../........../........../........../aZ........./........../a5aZ.c1.dZ..../aZ.bZdZdZ..... 1+ 1 -/-/-/- ZZZ124/ZZZZ123456/ZZZZZ23456/ZZZ123456 -/Z/Z/- 0:9 -/-/-/- 0:0:-",
    10,
)]);

pub const ZOKA_1V2: Benchmarks = Benchmarks(&[(
    "........../........../........../........../........../........../........../........../a5........./.......... 1+ 1 ZZZ1234/ZZZZ123456/ZZZZ1345 ZZZ/Z/ZZ26 -/Z/- 0:6 -/-/- 0:0:-",
    7,
)]);

pub const ZOKA_2V2: Benchmarks = Benchmarks(&[(
    "........../........../........../........../........../bZdZ......../dZdZdZ......./bZ..cZ....../.cZaZ......./bZ.aZ..aZ.aZ.. 2 - ZZ2/ZZ46/ZZ5/ZZ25 1346/1235/Z12346/136 -/Z/Z/- 4:5 -/-/-/- 0:0:-",
    6,
)]);
