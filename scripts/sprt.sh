#!/usr/bin/env bash
# A sequential test of this tree against a revision: is it stronger? Without arguments it prints
# its usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/builds.sh

usage() {
    cat <<'END'
A sequential test: is this tree, as it is, stronger than a revision of it?

  scripts/sprt.sh REVISION [ARGUMENT...]

With HEAD as REVISION the changes that are not committed yet are tested. Both are built,
the revision in a work tree of its own below target/, and play until the test has a
verdict or 20,000 games are over. ARGUMENTs go to zugi match; unless they say otherwise
the test is

  --sprt elo0=0 elo1=10 --each tc=1+0.01 --games 20000 --concurrency (all cores)

with the openings of the variant. For a change that should not make it weaker take
--sprt elo0=-10 elo1=0, and add model=normalized for bounds that fit any time control.

  scripts/sprt.sh HEAD
  scripts/sprt.sh HEAD~1 --variant NAME --each nodes=20000 --openings many.txt --out /tmp/test

With nodes instead of time the same two engines play the same game again when an opening
comes again, and a copy says nothing new, though it is counted: take as many openings as
pairs, made by zugi openings. Revisions differ in their use of cached tables: set
ZUGI_CACHE to nothing, and none has any.

The record is in target/sprt/ unless --out says otherwise; an interrupted test goes on
with the same arguments, --out and --resume. Let nothing else run on the machine, or
give both engines nodes instead of time.
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
