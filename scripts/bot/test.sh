#!/usr/bin/env bash
# The checks of zugi-bot, in a virtual environment below the target folder.
#
#   scripts/bot/test.sh ZUGI
#
# Prints a message and passes if Python or its packages are missing.
set -euo pipefail
ZUGI=$(realpath "$1")
export ZUGI
cd "$(dirname "${BASH_SOURCE[0]}")"

target=${CARGO_TARGET_DIR:-$PWD/../../target}
venv=$target/bot-venv

skip() {
    echo "test.sh: the checks of zugi-bot are skipped: $1" >&2
    exit 0
}

command -v python3 >/dev/null || skip 'there is no python3'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip 'python3 is older than 3.10'
python3 -m venv "$venv" >/dev/null 2>&1 || skip 'install python3-venv'
"$venv/bin/pip" install --quiet --disable-pip-version-check -e ../../clients/python -e '.[test]' ||
    skip 'the package index cannot be reached'

"$venv/bin/ruff" format --check .
"$venv/bin/ruff" check .
MYPYPATH=../../clients/python "$venv/bin/mypy" .
"$venv/bin/python" -W error::ResourceWarning -m unittest "${@:2}"
