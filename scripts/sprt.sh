#!/usr/bin/env bash
# Tests by a match whether this tree is stronger than a revision. Without arguments it prints its
# usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/builds.sh

usage() {
    cat <<'END'
A sequential probability ratio test (SPRT): is this tree stronger than a revision?

  scripts/sprt.sh REVISION [ARGUMENT...]

With HEAD as REVISION it tests the uncommitted changes. Both are built, the revision in a work
tree below target/, and play until the test has a verdict or 20,000 games are over. ARGUMENTs go
to zugi match. The defaults are

  --sprt elo0=0 elo1=10 --each tc=1+0.01 --games 20000 --concurrency (all cores)

with the openings of the variant. For a change that only must not lose strength, take --sprt
elo0=-10 elo1=0. With model=normalized the bounds fit any time control.

  scripts/sprt.sh HEAD
  scripts/sprt.sh HEAD~1 --variant NAME --each nodes=20000 --openings many.txt --out /tmp/test

With nodes instead of time, a repeated opening repeats the same game, which adds no information
and is counted nevertheless: make as many openings as pairs with zugi openings. Revisions may use
cached tables differently: set ZUGI_CACHE to the empty string, so that they use none.

The record is written to target/sprt/ unless --out is given. To continue an interrupted test,
repeat its arguments with --out and --resume. Let nothing else run on the machine, or limit both
engines by nodes instead of time.
END
}

case ${1-} in
'')
    usage >&2
    exit 2
    ;;
-h | --help)
    usage
    exit 0
    ;;
esac

if ! revision=$(revision "$1"); then
    echo "sprt.sh: no $1: expected a revision of this repository" >&2
    exit 2
fi
shift
work=target/sprt
build_tree "$work"
old=$(build_revision "$work" "$revision")

defaults_unless_given "$@"
case " $* " in *" --sprt "*) ;; *) defaults+=(--sprt elo0=0 elo1=10) ;; esac
case " $* " in *" --out "*) ;; *) defaults+=(--out "$work/$revision-$(date +%Y%m%d-%H%M%S)") ;; esac
case " $* " in *" --games "*) ;; *) defaults+=(--games 20000) ;; esac
exec "$work/new" match --recover \
    --engine name=new "cmd=$work/new" --engine "name=$revision" "cmd=$old" \
    ${defaults[@]+"${defaults[@]}"} "$@"
