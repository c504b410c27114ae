#!/usr/bin/env bash
# The checks of a commit, in about twenty minutes on two cores. Runs from any directory, and ends at
# the first failure. Nothing here measures time; scripts/long.sh does.
#
#   scripts/ci.sh
#
# scripts/oldest_rust.sh tries the oldest Rust. Here clippy checks that the standard library of
# `rust-version` has all functions that are used (incompatible_msrv).
#
# As root on a system with apt-get, it installs missing packages: shellcheck for the scripts, npm
# for the page, chromium-headless-shell for its tests. Otherwise these steps print a message and are
# skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/steps.sh
trap 'end_background; rm -rf "$work"' EXIT

# The build is used once, so it is not incremental, and has no debug information.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=none

# Checks that the page in the program is what npm builds from web/, byte for byte. Builds in
# another folder, so that nothing here changes.
page() {
    page_packages
    [ -d "$work/web/node_modules" ] || return 0
    (cd "$work/web" && npm run check && npm run build)
    diff -r crates/serve/dist "$work/crates/serve/dist"
    diff -r crates/arbiter/dist "$work/crates/arbiter/dist"
}

# Checks the library without the default features, and the build for tuning.
features() {
    cargo check --locked --package zugi --lib --no-default-features
    cargo check --locked --package zugi --lib --no-default-features --features proofs
    cargo check --locked --package zugi --no-default-features --features program
    cargo check --locked --package zugi --features tuning
}

documentation() {
    RUSTDOCFLAGS=-Dwarnings cargo doc --locked --no-deps
}

# Checks that the tables of protocol.md match the code. `--workspace` gives the packages the
# features that the tests use, so that nothing is compiled twice.
tables() {
    cargo build --locked --workspace --exclude zugi-benches --bin protocol_tables
    "$target/debug/protocol_tables" | diff protocol.md -
}

shell_scripts() {
    if ! command -v shellcheck >/dev/null && ! install_packages shellcheck; then
        echo "$0: the scripts are not checked: install shellcheck" >&2
        return 0
    fi
    git ls-files -z '*.sh' .ci/run | xargs -0 shellcheck --external-sources
}

# Builds the page, and installs a browser, while cargo compiles.
page_and_browser() {
    step 'the page is what npm builds' page
    step 'a browser' browser || true
}

# The tests of the clients. They mostly wait for the program, so they run beside those of cargo.
clients() {
    ZUGI_RETRIES=1 step 'the page in a browser' page_in_a_browser "$target/debug/zugi"
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
