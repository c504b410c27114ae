#!/usr/bin/env bash
# A sequential test of this tree against a revision of it: is the new one stronger?
#
#   scripts/sprt.sh [REVISION [ARGUMENT...]]
#
# REVISION is the last commit unless it is given (uncommitted changes are then what is
# tested). Further arguments go to zugi match, e.g.
#
#   scripts/sprt.sh HEAD~1 --variant zola-8 --each tc=1+0.01 --sprt elo0=0 elo1=10
#
# Both are built here, the revision in a work tree of its own below target/. The record
# is in target/sprt/ unless --out says otherwise; an interrupted test goes on with the
# same arguments, --out and --resume.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

revision=$(git rev-parse --short "${1:-HEAD}")
shift || true
work=target/sprt
old=$work/$revision

mkdir -p "$work"
if [ ! -d "$old" ]; then
    git worktree prune
    git worktree add --detach --force "$old" "$revision" >&2
fi
cargo build --locked --release >&2
cargo build --locked --release --manifest-path "$old/Cargo.toml" --target-dir "$old/target" >&2
# A copy: the tree may be built again while the test runs.
cp target/release/zugi "$work/new"

defaults=()
case " $* " in *" tc="* | *"movetime="* | *"nodes="* | *"depth="*) ;; *) defaults+=(--each tc=1+0.01) ;; esac
case " $* " in *" --sprt "*) ;; *) defaults+=(--sprt elo0=0 elo1=10) ;; esac
case " $* " in *" --out "*) ;; *) defaults+=(--out "$work/$revision-$(date +%Y%m%d-%H%M%S)") ;; esac
case " $* " in *" --games "*) ;; *) defaults+=(--games 20000) ;; esac
case " $* " in *" --concurrency "*) ;; *) defaults+=(--concurrency "$(nproc)") ;; esac
exec "$work/new" match --recover \
    --engine name=new "cmd=$work/new" \
    --engine "name=$revision" "cmd=$old/target/release/zugi" \
    ${defaults[@]+"${defaults[@]}"} "$@"
