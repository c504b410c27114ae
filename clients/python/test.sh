#!/usr/bin/env bash
# The checks of the Python package `ugi`.
#
#   clients/python/test.sh [ZUGI [BAD_ENGINE]]
#
# The tests need no package. If they can be installed, mypy, ruff and OpenSpiel (for
# examples/openspiel.py) are used, in virtual environments below the target folder. ZUGI and
# BAD_ENGINE are programs that cargo builds; without them the tests that need them are skipped.
set -euo pipefail
[ $# -lt 1 ] || ZUGI=$(realpath "$1")
[ $# -lt 2 ] || BAD_ENGINE=$(realpath "$2")
export ZUGI BAD_ENGINE
cd "$(dirname "${BASH_SOURCE[0]}")"

target=${CARGO_TARGET_DIR:-$PWD/../../target}
venv=$target/ugi-venv
openspiel=$target/openspiel-venv

if ! command -v python3 >/dev/null ||
    ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))'; then
    echo 'test.sh: the checks of ugi are skipped: there is no python3 of 3.9 or later' >&2
    exit 0
fi

quiet=(--quiet --disable-pip-version-check)
python3 -m unittest

if [ -z "${ZUGI-}" ]; then
    echo 'test.sh: the example for OpenSpiel is not tried: it needs ZUGI' >&2
elif python3 -m venv "$openspiel" >/dev/null 2>&1 &&
    "$openspiel/bin/pip" install "${quiet[@]}" --only-binary :all: 'open-spiel>=1.6'; then
    "$openspiel/bin/python" -m unittest tests.test_openspiel
else
    echo 'test.sh: the example for OpenSpiel is not tried: the package open-spiel cannot be had' >&2
fi

if python3 -m venv "$venv" >/dev/null 2>&1 &&
    "$venv/bin/pip" install "${quiet[@]}" 'mypy>=1.10' 'ruff>=0.5'; then
    "$venv/bin/ruff" format --check .
    "$venv/bin/ruff" check .
    "$venv/bin/mypy" .
    # Checks the Python programs of the guides with mypy --strict and no configuration.
    programs=$(mktemp -d)
    trap 'rm -rf "$programs"' EXIT
    awk -v to="$programs" '/^```python$/ { name = to "/program_" ++n ".py"; print "# " FILENAME >name; next }
        /^```$/ { name = "" } name { print >name }' ../../README.md ../../docs/*/*.md README.md
    MYPYPATH=$PWD "$venv/bin/mypy" --strict --config-file= "$programs"/*.py
else
    echo 'test.sh: ugi is tried and not linted: the packages mypy and ruff cannot be had' >&2
fi
