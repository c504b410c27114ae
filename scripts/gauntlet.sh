#!/usr/bin/env bash
# This tree against several revisions or other engines, one after the other.
#
#   scripts/gauntlet.sh REVISION|PROGRAM... [-- ARGUMENT...]
#
# What is an executable file is taken as a UGI engine, anything else as a revision of
# this repository, which is built in a work tree below target/. Arguments after -- go to
# zugi match.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=target/gauntlet
mkdir -p "$work"
cargo build --locked --release >&2
# A copy: the tree may be built again while the match runs.
cp target/release/zugi "$work/new"

engines=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    if [ -f "$1" ] && [ -x "$1" ]; then
        engines+=(--engine "name=$(basename "$1")" "cmd=$1")
    else
        revision=$(git rev-parse --short "$1")
        old=$work/$revision
        if [ ! -d "$old" ]; then
            git worktree prune
            git worktree add --detach --force "$old" "$revision" >&2
        fi
        cargo build --locked --release --manifest-path "$old/Cargo.toml" --target-dir "$old/target" >&2
        engines+=(--engine "name=$revision" "cmd=$old/target/release/zugi")
    fi
    shift
done
if [ ${#engines[@]} -eq 0 ]; then
    echo "usage: scripts/gauntlet.sh REVISION|PROGRAM... [-- ARGUMENT...]" >&2
    exit 2
fi
[ $# -eq 0 ] || shift

each=(--each tc=1+0.01)
case " $* " in *" tc="* | *"movetime="* | *"nodes="* | *"depth="*) each=() ;; esac
case " $* " in *" --concurrency "*) ;; *) each+=(--concurrency "$(nproc)") ;; esac
exec "$work/new" match --gauntlet --recover \
    --engine name=new "cmd=$work/new" "${engines[@]}" ${each[@]+"${each[@]}"} "$@"
