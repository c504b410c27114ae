#!/usr/bin/env bash
# Runs the everyday tests several times beside a busy loop on each core. A test that fails only
# then depends on time.
#
#   scripts/busy.sh [TIMES]
#
# TIMES is 10 by default. Each run that passed leaves a file in target/busy/; an interrupted
# call goes on after them. Remove the folder to begin again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
times=${1:-10}
if [[ ! $times =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: scripts/busy.sh [TIMES]" >&2
    exit 2
fi
folder=${CARGO_TARGET_DIR:-target}/busy
mkdir -p "$folder"
cargo test --locked --no-run

loops=()
trap 'kill "${loops[@]}" 2>/dev/null || true' EXIT
for ((core = 0; core < $(nproc); core++)); do
    (while :; do :; done) &
    loops+=($!)
done

failed=0
for ((run = 1; run <= times; run++)); do
    if [ -e "$folder/$run.passed" ]; then continue; fi
    if cargo test --locked --no-fail-fast >"$folder/$run.log" 2>&1; then
        mv "$folder/$run.log" "$folder/$run.passed"
        echo "run $run of $times passed"
    else
        failed=$((failed + 1))
        echo "run $run of $times failed: $folder/$run.log"
        grep -E '^test .* FAILED$|^    [a-z_:]+$' "$folder/$run.log" || true
    fi
done
echo "$((times - failed)) of $times runs passed"
[ "$failed" -eq 0 ]
