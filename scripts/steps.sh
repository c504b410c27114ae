#!/usr/bin/env bash
# Functions of ci.sh, long.sh and busy.sh: timed steps with headings, and installations.

# Cargo's target folder.
# shellcheck disable=SC2034 # ci.sh and long.sh use it.
target=${CARGO_TARGET_DIR:-$PWD/target}

# No cache: the user's cache stays unchanged.
export ZUGI_CACHE=

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# step NAME COMMAND...: prints a heading, runs the command, and notes its time.
step() {
    local name=$1 start=$SECONDS
    shift
    printf '\n=== %s\n' "$name"
    "$@"
    printf '=== %s: %d s\n' "$name" $((SECONDS - start))
    printf '%5d s  %s\n' $((SECONDS - start)) "$name" >>"$work/times"
}

# beside NAME COMMAND...: runs the command in the background. `joined NAME` waits for it and prints
# its output.
declare -A background=()
beside() {
    local name=$1
    shift
    # A process group of its own, so that it ends with all its children.
    set -m
    (set -e; "$@") >"$work/$name.log" 2>&1 &
    set +m
    background[$name]=$!
}

end_background() {
    local group
    for group in "${background[@]}"; do kill -- "-$group" 2>/dev/null || true; done
}

joined() {
    local status=0
    wait "${background[$1]}" || status=$?
    cat "$work/$1.log"
    return "$status"
}

# tests COMMAND...: runs tests, and keeps the summary lines for `closing`.
tests() {
    local said
    said=$(mktemp -p "$work")
    "$@" 2>&1 | tee "$said"
    grep '^test result:' "$said" >>"$work/results"
}

# closing: prints the time of each step, and the counts of all tests.
closing() {
    printf '\n=== all steps passed in %d s\n' "$SECONDS"
    cat "$work/times"
    awk '{ passed += $4; failed += $6; ignored += $8 }
        END { printf "%d passed, %d failed, %d skipped\n", passed, failed, ignored }' "$work/results"
}

# install_packages PACKAGE...: installs packages of the system; fails if it cannot.
install_packages() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 1
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"
}

# Installs the packages for building and checking the page in $work/web, from the files that git
# tracks.
page_packages() {
    if ! command -v npm >/dev/null && ! install_packages nodejs npm; then
        echo "$0: the page is neither built nor tried: install nodejs npm" >&2
        return 0
    fi
    git ls-files -z .prettierrc.json .prettierignore web docs/guides/play.md examples clients/js crates/arbiter/src/report crates/arbiter/dist crates/records/tests/data \
        crates/serve/dist |
        xargs -0 cp --parents -t "$work"
    (cd "$work/web" && npm ci --no-audit --no-fund) || {
        echo "$0: the page is neither built nor tried: npm ci failed" >&2
        rm -rf "$work/web/node_modules"
    }
}

# browser: installs a browser if there is none; fails if it cannot.
browser() {
    command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
        install_packages chromium-headless-shell
}

# page_in_a_browser PROGRAM [SCRIPT]: runs the tests of the page, or those of a script in
# package.json, in a headless browser.
page_in_a_browser() {
    if [ ! -d "$work/web/node_modules" ]; then
        echo "$0: the page is not tried in a browser: its packages are missing" >&2
        return 0
    fi
    if ! browser; then
        echo "$0: the page is not tried in a browser: install chromium-headless-shell" >&2
        return 0
    fi
    (cd "$work/web" && ZUGI_SERVE=$1 npm run "${2:-test}")
}

# Installs the programs that the tests with XBoard need.
board_program() {
    if ! PATH=$PATH:/usr/games command -v xboard >/dev/null || ! command -v Xvfb >/dev/null ||
        ! command -v xdotool >/dev/null; then
        install_packages xboard xvfb xdotool ||
            echo "$0: the games on XBoard will be skipped: install xboard xvfb xdotool" >&2
    fi
}
