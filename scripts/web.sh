#!/usr/bin/env bash
# Builds the engine as a module for browsers and Node, and the page without a server.
#
#   scripts/web.sh              clients/js/zugi.wasm and dist, for the npm package
#   scripts/web.sh --out DIR [ADDRESS]
#                               the same, and the page with it: DIR works from any static host;
#                               previews of links have a picture if ADDRESS, which ends with /, is
#                               the page's
#   scripts/web.sh --page DIR [ADDRESS]
#                               the page with the modules that were built before
#
# Rust comes from rustup, with the target wasm32-unknown-unknown, or from Debian's packages
# rustc-web, cargo-web, rust-web-src and lld, which also build the standard library. npm brings
# wasm-opt.
#
# Build results are not committed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The modules: the engine, the engine with threads, and the reader of games for the page. Each has a
# limit on its size after gzip, in bytes.
engine=clients/js/zugi.wasm most_engine=810000
threads=clients/js/zugi-threads.wasm most_threads=840000
reader=web/records.wasm most_reader=310000

usage() {
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
}

out='' address='' build=yes
case ${1-} in
'') ;;
--out | --page)
    [ $# -eq 2 ] || [ $# -eq 3 ] || usage
    address=${3-}
    out=$(cd "$OLDPWD" && realpath -m "$2")
    [ "$1" = --out ] || build=
    ;;
*) usage ;;
esac

target=${CARGO_TARGET_DIR:-$PWD/target}/web
triple=wasm32-unknown-unknown
flags='-Ctarget-feature=+simd128 -Clink-arg=-zstack-size=8388608'
with_threads=wasm32-wasip1-threads
debian=/usr/bin

# Whether rustup has the target for the toolchain of this folder; adds it if it is missing.
ensure_rustup_target() {
    command -v rustup >/dev/null || return 1
    rustup target list --installed | grep -qx "$1" || rustup target add "$1"
}

# compile FOLDER FEATURE: builds the module of a feature in its own target folder.
compile() {
    local linked=CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN
    local options=(--locked --profile wasm --package zugi-wasm --lib --crate-type cdylib
        --no-default-features --features "$2" --target "$triple" --target-dir "$1")
    if ensure_rustup_target "$triple"; then
        env "${linked}_RUSTFLAGS=$flags" cargo rustc "${options[@]}"
    elif [ -x "$debian/cargo" ] && [ -d "$("$debian/rustc" --print sysroot)/lib/rustlib/src/rust" ] &&
        command -v wasm-ld >/dev/null; then
        env "${linked}_RUSTFLAGS=$flags" "${linked}_LINKER=wasm-ld" RUSTC="$debian/rustc" \
            RUSTC_BOOTSTRAP=1 "$debian/cargo" rustc -Zbuild-std=std,panic_abort "${options[@]}"
    else
        echo 'web.sh: no Rust for WebAssembly: expected rustup, or Debian'\''s rustc-web cargo-web rust-web-src lld' >&2
        exit 1
    fi
}

# Builds the module with threads. It may use 512 MiB of memory; clients/js/src/threads.ts has the
# same number, and begins with 32 MiB.
compile_with_threads() {
    local libraries
    libraries=$(rustc --print target-libdir --target "$with_threads")/self-contained
    env CARGO_TARGET_WASM32_WASIP1_THREADS_RUSTFLAGS="$flags -Clink-arg=--max-memory=536870912 \
-Clink-arg=$libraries/crt1-reactor.o -Clink-arg=--export=_initialize" \
        cargo rustc --locked --profile wasm --package zugi-wasm --lib --crate-type cdylib \
        --target "$with_threads" --target-dir "$target"
}

# finish MODULE OUT: sorts the functions by name and drops the names. The copies of a generic
# function are then neighbours, near enough for gzip to find: a tenth fewer bytes packed.
finish() {
    web/node_modules/.bin/wasm-opt --reorder-functions-by-name --strip-debug --strip-producers \
        "$1" -o "$2"
}

# check MODULE MOST: checks the size of a module.
check() {
    local packed
    if ! [ -f "$1" ]; then
        echo "web.sh: no $1: build it by scripts/web.sh" >&2
        exit 1
    fi
    packed=$(gzip -9nc "$1" | wc -c)
    echo "$1: $(wc -c <"$1") bytes, $packed bytes packed by gzip"
    if [ "$packed" -gt "$2" ]; then
        echo "web.sh: $packed bytes packed: expected at most $2" >&2
        exit 1
    fi
}

[ -x web/node_modules/.bin/wasm-opt ] || (cd web && npm ci --no-audit --no-fund)
if [ -n "$build" ]; then
    compile "$target" engine
    finish "$target/$triple/wasm/zugi_wasm.wasm" "$engine"
    if ensure_rustup_target "$with_threads"; then
        compile_with_threads
        finish "$target/$with_threads/wasm/zugi_wasm.wasm" "$threads"
    else
        rm -f "$threads"
        echo "web.sh: no module with threads: expected rustup, with the target $with_threads" >&2
    fi
    # Optimised for size, because it does not search.
    CARGO_PROFILE_WASM_OPT_LEVEL=s compile "$target/records" records
    finish "$target/records/$triple/wasm/zugi_wasm.wasm" "$reader"
fi
check "$engine" "$most_engine"
[ ! -f "$threads" ] || check "$threads" "$most_threads"
check "$reader" "$most_reader"
(cd clients/js && npm run --silent build)
cp LICENSE-MIT LICENSE-APACHE clients/js/

[ -z "$out" ] || node web/static.mjs "$out" "$address"
