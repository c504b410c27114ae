#!/usr/bin/env bash
# Runs the fuzz targets, two at a time, on the stable toolchain.
#
#   scripts/fuzz.sh [SECONDS] [TARGET...]
#
# SECONDS is the time of each target, 30 by default; without a TARGET all of fuzz/ run. FUZZ_SEED is
# the random seed, by default a new one for each run; scripts/long.sh sets it to 1. fuzz/corpus/
# keeps interesting inputs for the next run, fuzz/artifacts/ those that fail. To repeat a failure,
# run the target's program with the path of the input.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-30}
shift || true
if [[ ! $seconds =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: scripts/fuzz.sh [SECONDS] [TARGET...]" >&2
    exit 2
fi
if [ $# -eq 0 ]; then
    for target in fuzz/fuzz_targets/*.rs; do
        set -- "$@" "$(basename "$target" .rs)"
    done
fi

# The dictionary: the program's keywords, options and variants, and the words of fuzz/words.dict.
mkdir -p fuzz/artifacts
dictionary=fuzz/artifacts/words.dict
cargo run --quiet --locked --package tools --bin fuzz_dictionary | cat fuzz/words.dict - >"$dictionary"

# The flags of `cargo fuzz` for the counters and comparisons that guide libFuzzer, without the
# sanitizers, which need a nightly toolchain and are for unsafe code.
export RUSTFLAGS="--cfg fuzzing -Ccodegen-units=16 -Cpasses=sancov-module \
-Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
# With a named target, cargo does not apply these flags to build scripts and macros.
host=$(rustc -vV | sed -n 's/^host: //p')
cargo build --manifest-path fuzz/Cargo.toml --target "$host"
programs=${CARGO_TARGET_DIR:-fuzz/target}/$host/debug

# fuzz TARGET: prints the result, and the whole output after a failure.
fuzz() {
    local log=fuzz/artifacts/$1.log
    mkdir -p "fuzz/corpus/$1"
    if "$programs/$1" "fuzz/corpus/$1" -max_total_time="$seconds" -timeout=20 -seed="${FUZZ_SEED:-0}" \
        -dict="$dictionary" -artifact_prefix="fuzz/artifacts/$1-" -print_final_stats=1 \
        >"$log" 2>&1; then
        echo "$1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
    else
        cat "$log"
        echo "fuzz.sh: $1 fails" >&2
        return 1
    fi
}
export -f fuzz
export programs seconds dictionary
printf '%s\n' "$@" | xargs -P 2 -I '{}' bash -c 'fuzz {}'
