#!/usr/bin/env bash
# All that must be true of a commit. Runs from any directory, ends at the first failure.
#
#   scripts/ci.sh
#
# The fuzz targets need a C++ compiler, the games on XBoard need xboard, Xvfb and xdotool.
# The page of web/ needs npm, and Chromium to be tried. They are installed if they are missing
# and this runs as root on a system with apt-get. Without the compiler this fails; without the
# others those games, and what is said of the page, are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Sixteen units build on all cores; the programs are a fifth slower than those that users
# build, and otherwise the same.
export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16

# Where cargo builds, and the program that most steps try.
folder=${CARGO_TARGET_DIR:-$PWD/target}
program=$folder/release/zugi

work=$(mktemp -d)
aside=
trap '[ -z "$aside" ] || kill "$aside" 2>/dev/null; rm -rf "$work"' EXIT

# step NAME COMMAND...: a heading, the command, and the time that it took.
step() {
    local name=$1 start=$SECONDS
    shift
    printf '\n=== %s\n' "$name"
    "$@"
    printf '=== %s: %d s\n' "$name" $((SECONDS - start))
}

# aside COMMAND...: begins it beside what follows, with what it says in a file; what follows has
# the processors first.
aside() {
    (
        renice -n 19 -p "$BASHPID" >/dev/null
        "$@"
    ) >"$work/aside" 2>&1 &
    aside=$!
}

# joined: waits for what was begun beside, says what it said, and fails as it has.
joined() {
    local code=0
    wait "$aside" || code=$?
    aside=
    cat "$work/aside"
    return "$code"
}

# Runs tests and keeps the closing lines of the test runner.
tests() {
    local said
    said=$(mktemp -p "$work")
    "$@" 2>&1 | tee "$said"
    grep '^test result:' "$said" >>"$work/results"
}

documentation() {
    RUSTDOCFLAGS=-Dwarnings cargo doc --locked --no-deps
}

# What users build: without what tests add to the features of other crates, and with as little
# as can be had.
program_alone() {
    cargo check --locked
    cargo check --locked --no-default-features
}

# With the examples, so that other crates have the features that tests ask for: otherwise the
# tests below would build the crate a second time.
release_build() {
    cargo build --locked --release --bins --examples
}

# A game of the release binary with itself, to its end.
whole_game() {
    "$program" play --watch --movetime 5 >"$work/game"
    tail -n 16 "$work/game"
    tail -n 1 "$work/game" | grep -Eq '^p[12] wins after ([0-9]+ plies|1 ply)$'
}

# install_packages PACKAGE...: fails where that cannot be done.
install_packages() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 1
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"
}

fuzz_targets() {
    if ! command -v c++ >/dev/null && ! command -v g++ >/dev/null && ! install_packages g++; then
        echo "ci.sh: libFuzzer needs a C++ compiler: install g++" >&2
        return 1
    fi
    FUZZ_SEED=1 scripts/fuzz.sh 5
}

# What takes long to build, and in which no time is measured.
other_builds() {
    step 'fuzz targets, 5 s each' fuzz_targets
    step 'the build for tuning' tests \
        cargo test --locked --features tuning --lib --test cli -- parameters tuning
}

# What the games on XBoard among the tests need.
board_program() {
    if ! PATH=$PATH:/usr/games command -v xboard >/dev/null || ! command -v Xvfb >/dev/null ||
        ! command -v xdotool >/dev/null; then
        install_packages xboard xvfb xdotool ||
            echo "ci.sh: the games on XBoard will be skipped: install xboard xvfb xdotool" >&2
    fi
}

# The page in the program is what npm builds from web/, byte for byte. It is built elsewhere,
# so that nothing here changes.
page() {
    if ! command -v npm >/dev/null && ! install_packages nodejs npm; then
        echo "ci.sh: whether web/dist is what npm builds is not checked: install nodejs npm" >&2
        return 0
    fi
    mkdir "$work/web"
    git ls-files -z web examples/tic-tac-toe.py src/arbiter/report ':!web/dist' |
        xargs -0 cp --parents -t "$work"
    if ! (cd "$work/web" && npm ci --no-audit --no-fund); then
        echo "ci.sh: whether web/dist is what npm builds is not checked: npm ci failed" >&2
        return 0
    fi
    (cd "$work/web" && npm run check && npm run build)
    diff -r web/dist "$work/web/dist"
}

# The page in a browser without a window, with the program that was just built.
page_in_a_browser() {
    if [ ! -d "$work/web/node_modules" ]; then
        echo "ci.sh: the page is not tried in a browser: its packages are missing" >&2
        return 0
    fi
    if ! command -v chromium >/dev/null && ! install_packages chromium; then
        echo "ci.sh: the page is not tried in a browser: install chromium" >&2
        return 0
    fi
    (cd "$work/web" && ZUGI_SERVE=$program npm test)
}

# The package holds what it takes to build the crate and its tests: unpacked elsewhere, they
# compile. What the crate is built from is not built again.
package() {
    cargo package --locked --no-verify --allow-dirty
    tar -xzf "$folder"/package/zugi-*.crate -C "$work"
    (cd "$work"/zugi-*/ && CARGO_TARGET_DIR=$folder cargo check --locked --all-targets)
}

step 'format' cargo fmt --check
step 'lints' cargo clippy --locked --all-targets -- -D warnings
step 'XBoard, for the tests' board_program
step 'tests' tests cargo test
step 'documentation' documentation
step 'package' package
step 'the page is what npm builds' page
step 'the program alone' program_alone
step 'release build' release_build
aside other_builds
step 'the page in a browser' page_in_a_browser
step 'other builds, which began before that' joined
step 'a whole game' whole_game
step 'the protocol, as others would test it' "$program" check -- "$program"
# Each game against its reference data and its oracle, but for the perft of ten minutes.
for rules in tests/*_rules*; do
    name=$(basename "$rules" .rs)
    step "$name at length" tests cargo test --locked --release --test "$name" -- \
        --include-ignored --skip reference_perft_to_the_end
done
step 'many visitors' \
    tests cargo test --locked --release --test serve -- --ignored --nocapture
step 'random searches' \
    tests env ZUGI_SEARCHES=1000 cargo test --locked --release --test session random_searches -- --ignored --nocapture
step 'matches' \
    tests env ZUGI_GAMES=80 cargo test --locked --release --test matches -- --ignored --nocapture
step 'many machines' scripts/cluster/test.sh
step 'sequential tests' \
    tests env ZUGI_SEEDS=5 cargo test --locked --release --test arbiter matches::sprt -- --ignored
step 'signature' scripts/signature.sh "$program"

printf '\n=== all steps passed in %d s\n' "$SECONDS"
cat "$work/results"
