#!/usr/bin/env bash
# Compares the signature of the search, the node count of `zugi bench`, with the last line
# `Bench: N` in the history. Commits that do not change the engine's play have no such line.
#
#   scripts/signature.sh [PROGRAM]
#
# Without a PROGRAM it builds one.
# Exit code: 0 if they are equal, 1 if not.
set -euo pipefail
program=${1:+$(realpath "$1")}
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ -z "$program" ]; then
    cargo build --locked --release --quiet
    program=${CARGO_TARGET_DIR:-target}/release/zugi
fi
counted=$("$program" bench | sed -n 's/^\([0-9][0-9]*\) nodes .*/\1/p')

message=$(git log -1 --grep='^Bench: [0-9]' --format=%B)
committed=$(printf '%s\n' "$message" | sed -n 's/^Bench: \([0-9][0-9]*\).*/\1/p' | tail -n 1)
if [ -z "$committed" ]; then
    echo "signature.sh: no commit here has a line \"Bench: N\" (is the clone shallow?)" >&2
    exit 1
fi

echo "counted now:  $counted"
echo "last commit:  $committed"
if [ "$counted" != "$committed" ]; then
    echo "The search plays differently. If that is meant, say so in the commit, which" >&2
    echo "ends with the line: Bench: $counted" >&2
    exit 1
fi
