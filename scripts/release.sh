#!/usr/bin/env bash
# Makes what users without a compiler get, for the system that it runs on: the program with its
# licences in one compressed file, and a wheel that pip installs. Both are tried as a new user has
# them: in an empty directory with an empty environment, and in a fresh virtual environment.
#
#   scripts/release.sh [--out DIR] [--wheel WHEN] [--force]
#
#   --out DIR     where they are put [default: target/release-files]
#   --wheel WHEN  always, never, or auto: if there is Python and the package maturin can be had
#                 [default: auto]
#   --force       write over files that are there
#
# PROFILE=dev takes the program of `cargo build`, to try this script. On Windows it runs in the
# bash of Git, and the compressed file is a .zip.
set -euo pipefail

usage() {
    sed -n '2,/^set /s/^# \{0,1\}//p' "$0" | sed '$d'
}

fail() {
    echo "release.sh: $1" >&2
    exit "${2:-1}"
}

out='' wheel=auto force=''
while [ $# -gt 0 ]; do
    case $1 in
    --help) usage && exit 0 ;;
    --force) force=1 ;;
    --out | --wheel)
        [ $# -gt 1 ] || fail "$1: expected a value after it" 2
        declare "${1#--}=$2"
        shift
        ;;
    *) fail "unknown argument \"$1\": expected --out, --wheel, --force or --help" 2 ;;
    esac
    shift
done
case $wheel in
always | never | auto) ;;
*) fail "--wheel \"$wheel\": expected always, never or auto" 2 ;;
esac

start=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
case $out in
'') out=$target/release-files ;;
/* | ?:*) ;;
*) out=$start/$out ;;
esac
profile=${PROFILE:-dist}
built=$profile
[ "$profile" != dev ] || built=debug

host=$(rustc -vV | sed -n 's/^host: //p')
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
name=zugi-$version-$host
exe='' archive=$name.tar.gz
case $host in *windows*) exe=.exe archive=$name.zip ;; esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# put FILE: moves a finished file into DIR.
put() {
    mkdir -p "$out"
    [ -n "$force" ] || [ ! -e "$out/${1##*/}" ] ||
        fail "$out/${1##*/} exists: expected --force, or another --out"
    mv -f "$1" "$out/"
}

# in_nothing DIR COMMAND...: runs a command in a directory with an empty environment; Windows
# needs to be told where it is.
in_nothing() {
    (cd "$1" && env -i ${SYSTEMROOT:+"SYSTEMROOT=$SYSTEMROOT"} "${@:2}")
}

# session PROGRAM DIR: plays a move, and leaves no file behind.
session() {
    local said before
    before=$(ls -A "$2")
    said=$(printf 'ugi\nposition startpos\ngo depth 5\nquit\n' | in_nothing "$2" "$1") ||
        fail "$1 has failed: $said"
    if ! grep -q '^ugiok' <<<"$said" || ! grep -q '^bestmove [a-z][0-9]' <<<"$said"; then
        fail "$1 has not played a move: $said"
    fi
    [ "$(in_nothing "$2" "$1" -V)" = "zugi $version" ] || fail "$1 is not version $version"
    [ "$(ls -A "$2")" = "$before" ] || fail "$1 has left files in the directory"
}

[ -n "$force" ] || [ ! -e "$out/$archive" ] ||
    fail "$out/$archive exists: expected --force, or another --out"
# Without the names of functions, a fifth of the file. Cargo drops the profile's setting for that
# where a package has an opt-level of its own.
if [ "$profile" = dev ]; then
    cargo build --locked --bin zugi
else
    cargo rustc --locked --profile "$profile" --bin zugi -- -Cstrip=symbols
fi

# --- The program. ---------------------------------------------------------------------------

mkdir "$work/$name" "$work/empty"
cp "$target/$built/zugi$exe" README.md CHANGELOG.md protocol.md LICENSE-APACHE LICENSE-MIT "$work/$name/"
case $archive in
*.zip) (cd "$work" && 7z a -bso0 "$archive" "$name") ;;
*) tar -C "$work" -czf "$work/$archive" "$name" ;;
esac
case $archive in
*.zip) (cd "$work/empty" && 7z x -bso0 "$work/$archive") ;;
*) tar -C "$work/empty" -xzf "$work/$archive" ;;
esac
session "./zugi$exe" "$work/empty/$name"
put "$work/$archive"
if command -v objdump >/dev/null && [ -z "$exe" ]; then
    libc=$(objdump -T "$work/$name/zugi" 2>/dev/null | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
    [ -z "$libc" ] || echo "release.sh: the program needs ${libc/_/ } or later" >&2
fi

# --- The wheel. -----------------------------------------------------------------------------

# The interpreter of a fresh virtual environment in DIR; it fails if there is none to be had.
environment() {
    local python
    for python in python3 python; do
        "$python" -m venv "$1" >/dev/null 2>&1 || continue
        if [ -d "$1/Scripts" ]; then echo "$1/Scripts"; else echo "$1/bin"; fi
        return
    done
    return 1
}

make_wheel() {
    local bin
    bin=$(environment "$work/maturin") || { echo 'there is no Python with venv' && return 1; }
    "$bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.7,<2' >&2 ||
        { echo 'the package maturin cannot be had' && return 1; }
    (cd scripts/wheel && PATH=$bin:$PATH "$bin/maturin" build --profile "$profile" \
        --out "$work/wheels") >&2 || fail 'maturin has failed'
}

if [ "$wheel" != never ]; then
    if why=$(make_wheel); then
        bin=$(environment "$work/fresh")
        "$bin/pip" install --quiet --disable-pip-version-check --no-index "$work"/wheels/*.whl
        session "$bin/zugi$exe" "$work/fresh"
        for file in "$work"/wheels/*.whl; do put "$file"; done
    elif [ "$wheel" = always ]; then
        fail "no wheel: $why"
    else
        echo "release.sh: no wheel: $why" >&2
    fi
fi

# --- What there is. -------------------------------------------------------------------------

cd "$out"
files=("$archive")
for file in zugi-"$version"-*.whl; do [ ! -e "$file" ] || files+=("$file"); done
if command -v sha256sum >/dev/null; then sums=(sha256sum); else sums=(shasum -a 256); fi
"${sums[@]}" "${files[@]}" >"$name.sha256"
cat "$name.sha256"
ls -l "${files[@]}"
