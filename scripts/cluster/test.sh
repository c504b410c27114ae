#!/usr/bin/env bash
# The checks of zugi-cluster, in a virtual environment below the target folder.
#
#   scripts/cluster/test.sh
#
# Prints a message and passes if Python or its packages are missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

target=${CARGO_TARGET_DIR:-$PWD/../../target}
venv=$target/cluster-venv

skip() {
    echo "test.sh: the checks of zugi-cluster are skipped: $1" >&2
    exit 0
}

command -v python3 >/dev/null || skip 'there is no python3'
if ! python3 -m venv "$venv" >/dev/null 2>&1; then
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq || true
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv || true
    fi
    python3 -m venv "$venv" || skip 'install python3-venv'
fi
"$venv/bin/pip" install --quiet --disable-pip-version-check -e '.[test]' ||
    skip 'the package index cannot be reached'

"$venv/bin/ruff" format --check .
"$venv/bin/ruff" check .
"$venv/bin/mypy" .
"$venv/bin/pytest" --quiet "$@"
