#!/usr/bin/env bash
# Long tests and measurements, for an idle machine, before an issue is closed. They take an hour at
# most; longer parts run by name only.
#
#   scripts/long.sh             all parts of the hour
#   scripts/long.sh PART...     these parts
#   scripts/long.sh --list      prints the names of the parts
#
# The last line of output counts the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/steps.sh

program=$target/release/zugi

# release PACKAGE TEST ARGUMENT...: runs a test binary, built for release.
release() {
    tests cargo test --locked --release --package "$1" --test "$2" -- "${@:3}"
}

# --- The parts. -----------------------------------------------------------------------------

# The rules of each game against reference data and an oracle, without the perft of ten minutes.
part_rules() {
    local rules
    for rules in crates/*/tests/it/rules; do
        rules=${rules#crates/}
        release "zugi-${rules%%/*}" it rules:: --include-ignored --skip reference_perft_to_the_end
    done
}

# Deadlines: searches, stops, clocks.
part_time() {
    release zugi session --ignored --skip random_searches --skip search:: --skip xboard:: \
        --skip memory_use::
    release zugi matches arbiter:: --ignored --skip sprt::
}

part_searches() {
    ZUGI_SEARCHES=${ZUGI_SEARCHES:-1000} release zugi session random_searches --ignored --nocapture
}

part_matches() {
    ZUGI_GAMES=${ZUGI_GAMES:-80} release zugi matches clocks:: --ignored --skip games_at_100_ms_and_1_ms --nocapture
}

part_visitors() {
    release zugi command_line serve:: --ignored --nocapture
}

# Kills: builds of tables at random moments, a proof after 65 s and 85 s.
part_kills() {
    release zugi matches solve:: --ignored --nocapture
    release zugi matches tables:: --ignored --nocapture
}

part_xboard() {
    board_program
    release zugi session xboard:: --include-ignored --nocapture
}

# Damaged files of each kind; the seed of each run is printed.
part_hostile() {
    release zugi matches damaged_files:: --ignored --nocapture
}

# The properties of the protocol, the options and the records, with many more examples.
part_properties() {
    PROPTEST_RNG_SEED=$RANDOM PROPTEST_CASES=5000 tests cargo test --locked --package zugi-protocol \
        --package zugi-engine --package zugi-records --lib
}

# The proof search against 10,000 random positions of a table, puzzles and proven games; and tables
# against their plain implementations (plain.rs).
part_proofs() {
    release zugi-zola it proofs:: --ignored
    release zugi-zola it puzzles:: --ignored
    release zugi-zvp it wins_are_proven --ignored
    release zugi matches proven_games:: --ignored
    local plain
    for plain in crates/*/src/tables/plain.rs; do
        plain=${plain#crates/}
        tests cargo test --locked --release --package "zugi-${plain%%/*}" --lib -- --ignored
    done
}

part_tuning() {
    tests cargo test --locked --features tuning --package zugi --test command_line -- arguments::
    tests cargo test --locked --features tuning --package zugi-learn
    tests cargo test --locked --features tuning --package zugi-zola --test it -- training::
}

part_fuzz() {
    if ! command -v c++ >/dev/null && ! command -v g++ >/dev/null && ! install_packages g++; then
        echo "long.sh: libFuzzer needs a C++ compiler: install g++" >&2
        return 1
    fi
    FUZZ_SEED=1 scripts/fuzz.sh "${FUZZ_SECONDS:-10}"
}

# The largest game file that can be opened.
part_files() {
    release zugi session memory_use:: --ignored --nocapture
}

part_cluster() {
    scripts/cluster/test.sh
}

part_bot() {
    scripts/bot/test.sh "$program"
}

# The compliance check of zugi itself.
part_check() {
    "$program" check -- "$program"
}

part_signature() {
    scripts/signature.sh "$program"
}

# The page, with all variants and sizes of screens.
part_page() {
    page_packages
    ZUGI_LONG=1 page_in_a_browser "$program"
}

# The page in Firefox: a game of each kind, and a file of another program.
part_firefox() {
    page_packages
    command -v firefox-esr >/dev/null || install_packages firefox-esr || true
    page_in_a_browser "$program" test:firefox
}

# The release files: made, unpacked and installed.
part_release() {
    cargo xtask release --out "$work/release"
}

# WebAssembly: builds the engine and checks its signature; tests the npm package, and the page
# without a server.
part_web() {
    scripts/web.sh
    clients/js/test.sh
    page_packages
    if [ ! -d "$work/web/node_modules" ]; then return 0; fi
    cp clients/js/zugi*.wasm "$work/clients/js/"
    cp web/records.wasm "$work/web/"
    (cd "$work/web" && node static.mjs "$work/site")
    ZUGI_LONG=1 ZUGI_STATIC=$work/site page_in_a_browser "$program" test:static
}

part_oldest() {
    scripts/oldest_rust.sh
}

# Packages each crate and builds it from the package, in a new folder each time, because cargo
# keeps unpacked packages by folder and version.
part_package() {
    cargo package --locked --allow-dirty --workspace --target-dir "$work/package"
}

# The program for Windows, under Wine: the protocol, a match, and tables with the same bytes. Wine
# 8 lacks bcryptprimitives.dll; three lines of C replace it.
part_windows() {
    local triple=x86_64-pc-windows-gnu compiler=x86_64-w64-mingw32-gcc folder=$work/windows
    if ! command -v wine >/dev/null || ! command -v "$compiler" >/dev/null; then
        install_packages wine wine64 gcc-mingw-w64-x86-64 || true
    fi
    if ! command -v wine >/dev/null || ! command -v "$compiler" >/dev/null ||
        ! rustup target add "$triple"; then
        echo "long.sh: Windows is not tried: install wine, gcc-mingw-w64-x86-64, and the target $triple" >&2
        return 0
    fi
    cargo build --locked --release --bin zugi --target "$triple"
    mkdir -p "$folder"
    cp "$target/$triple/release/zugi.exe" "$folder/"
    printf '%s\n' '#include <windows.h>' '#include <ntsecapi.h>' \
        '__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T size) { return RtlGenRandom(to, size); }' |
        "$compiler" -shared -x c - -o "$folder/bcryptprimitives.dll" -ladvapi32
    "$program" table build --variant zola-4 --checkers 4 --dir "$folder/linux"
    (
        cd "$folder"
        export WINEPREFIX=$folder/wine WINEDEBUG=-all
        wine zugi.exe check -- zugi.exe
        wine zugi.exe match --variant zola-4 --games 20 --each depth=3 --out m \
            --engine name=a cmd=zugi.exe --engine name=b cmd=zugi.exe
        wine zugi.exe table build --variant zola-4 --checkers 4 --dir windows
    )
    diff -r "$folder/linux" "$folder/windows"
}

# By name only: ten minutes and more.
longer_perft() {
    release zugi-zola it reference_perft_to_the_end --ignored
}

longer_play() {
    release zugi session search:: --ignored --nocapture
    release zugi-zoka it the_engine_beats_the_rival --ignored --nocapture
}

# Many games at a very fast clock: none may be lost on time.
longer_clocks() {
    ZUGI_GAMES=${ZUGI_GAMES:-10000} release zugi matches games_at_100_ms_and_1_ms --ignored --nocapture
}

# The everyday tests ten times beside busy loops: none may fail. target/busy/ keeps the runs that
# passed, so that an interrupted call continues.
longer_busy() {
    scripts/busy.sh 10
}

# --------------------------------------------------------------------------------------------

parts=(signature check rules time searches matches visitors kills hostile proofs
    properties files xboard tuning cluster bot release package oldest windows page firefox web fuzz)
longer=(perft play clocks busy)

case ${1-} in
--list)
    printf 'in the hour:  %s\nby name only: %s\n' "${parts[*]}" "${longer[*]}"
    exit 0
    ;;
'') set -- "${parts[@]}" ;;
esac
for part in "$@"; do
    if ! declare -F "part_$part" >/dev/null && ! declare -F "longer_$part" >/dev/null; then
        echo "long.sh: unknown part \"$part\": expected one of ${parts[*]} ${longer[*]}" >&2
        exit 2
    fi
done

touch "$work/results"
step 'release build' cargo build --locked --release --package zugi --bins --examples
for part in "$@"; do
    if declare -F "part_$part" >/dev/null; then step "$part" "part_$part"; else step "$part" "longer_$part"; fi
done
closing
