#!/usr/bin/env bash
# Runs the everyday tests several times and, beside them, the tests of the page as often, with a
# busy loop on each core. A test that fails only under this load depends on time.
#
#   scripts/busy.sh [TIMES]
#
# TIMES is 10 by default. Each run that passed leaves a file in target/busy/; an interrupted call
# continues after them. Remove the folder to start again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/steps.sh
times=${1:-10}
if [[ ! $times =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: scripts/busy.sh [TIMES]" >&2
    exit 2
fi
folder=$target/busy
mkdir -p "$folder"
page_packages
if [ ! -d "$work/web/node_modules" ] || ! browser; then
    echo "scripts/busy.sh: expected npm and chromium-headless-shell, to try the page" >&2
    exit 1
fi
cargo test --locked --no-run

loops=()
trap 'kill "${loops[@]}" 2>/dev/null || true; end_background; rm -rf "$work"' EXIT
for ((core = 0; core < $(nproc); core++)); do
    (while :; do :; done) &
    loops+=($!)
done

# several NAME COMMAND...: runs the command TIMES times; fails if one run failed.
several() {
    local name=$1 run passed=0 failed=0
    shift
    for ((run = 1; run <= times; run++)); do
        local log=$folder/$name-$run.log
        if [ -e "${log%.log}.passed" ]; then
            passed=$((passed + 1))
        elif "$@" >"$log" 2>&1; then
            mv "$log" "${log%.log}.passed"
            passed=$((passed + 1))
        else
            failed=1
            echo "$name, run $run: $log"
            grep -E '^test .* FAILED$|^not ok' "$log" || true
        fi
    done
    echo "$name: $passed of $times runs passed"
    return "$failed"
}

beside page several page page_in_a_browser "$target/debug/zugi"
failed=0
several tests cargo test --locked --no-fail-fast || failed=1
joined page || failed=1
exit "$failed"
