#!/usr/bin/env bash
# What a commit must pass, meant to take fifteen minutes at most. Runs from any directory, ends at the
# first failure. Nothing here measures time; what does is in scripts/long.sh.
#
#   scripts/ci.sh
#
# The oldest Rust is tried by scripts/oldest_rust.sh; here clippy compares what is used of the
# standard library with `rust-version` (incompatible_msrv).
#
# What is missing is installed, where this runs as root on a system with apt-get: npm for the
# page, chromium-headless-shell to try it. Without them those steps say so and are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/steps.sh
trap 'end_background; rm -rf "$work"' EXIT

# What is built here is built once, without debug information.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=none

# The page in the program is what npm builds from web/, byte for byte. It is built elsewhere,
# so that nothing here changes.
page() {
    page_packages
    [ -d "$work/web/node_modules" ] || return 0
    (cd "$work/web" && npm run check && npm run build)
    diff -r crates/serve/dist "$work/crates/serve/dist"
    diff -r crates/arbiter/dist "$work/crates/arbiter/dist"
}

# The library as others take it, and the build for tuning.
features() {
    cargo check --locked --package zugi --lib --no-default-features
    cargo check --locked --package zugi --lib --no-default-features --features proofs
    cargo check --locked --package zugi --no-default-features --features program
    cargo check --locked --package zugi --features tuning
}

documentation() {
    RUSTDOCFLAGS=-Dwarnings cargo doc --locked --no-deps
}

# The tables of protocol.md are those of the protocol. The packages are those of the tests, and so
# are their features: nothing but the tool is built.
tables() {
    cargo build --locked --workspace --exclude zugi-benches --bin protocol_tables
    "$target/debug/protocol_tables" | diff protocol.md -
}

# The scripts, as shellcheck reads them.
shell_scripts() {
    if ! command -v shellcheck >/dev/null && ! install_packages shellcheck; then
        echo "$0: the scripts are not checked: install shellcheck" >&2
        return 0
    fi
    git ls-files -z '*.sh' .ci/run | xargs -0 shellcheck --external-sources
}

# Packages and a browser are fetched while cargo compiles.
page_and_browser() {
    step 'the page is what npm builds' page
    step 'a browser' browser || true
}

# The clients of the program. They leave the processors free while they wait for it.
clients() {
    step 'the page in a browser' page_in_a_browser "$target/debug/zugi"
    step 'the Python client' clients/python/test.sh "$target/debug/zugi" "$target/debug/examples/bad_engine"
    step 'the agent for Ludii' examples/ludii/test.sh "$target/debug/zugi"
}

step 'format' cargo fmt --all --check
step 'shell scripts' shell_scripts
beside page page_and_browser
step 'lints' cargo clippy --locked --workspace --all-targets -- -D warnings
step 'features' features
step 'documentation' documentation
step 'tests: build' cargo test --locked --no-run
step 'the tables of protocol.md' tables
joined page
beside clients clients
step 'tests' tests cargo test
joined clients
step 'signature' scripts/signature.sh "$target/debug/zugi"
closing
