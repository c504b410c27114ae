#!/usr/bin/env bash
# Checks the libraries with the oldest Rust that their manifests promise. Pull requests and
# scripts/long.sh run it.
#
#   scripts/oldest_rust.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

oldest=$(sed -n '/^\[workspace.package\]/,/^$/s/^rust-version = "\(.*\)"/\1.0/p' Cargo.toml)
if ! command -v rustup >/dev/null ||
    ! rustup toolchain install "$oldest" --profile minimal >/dev/null 2>&1; then
    echo "$0: Rust $oldest is not tried: rustup cannot install it" >&2
    exit 0
fi
cargo "+$oldest" check --locked --workspace --exclude zugi --exclude zugi-benches \
    --exclude breakthrough --exclude tools --lib --target-dir "${CARGO_TARGET_DIR:-target}/oldest"
