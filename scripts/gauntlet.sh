#!/usr/bin/env bash
# Plays this tree against several revisions or other engines, in one match. Without arguments it
# prints its usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/builds.sh

usage() {
    cat <<'END'
This tree, with its uncommitted changes, against several revisions or other engines.

  scripts/gauntlet.sh REVISION|[NAME=]PROGRAM... [-- ARGUMENT...]

An executable file is a UGI engine, with NAME or else its file's name as its name. Anything else
is a revision of this repository, which is built in a work tree below target/. ARGUMENTs go to
zugi match. The defaults are

  --each tc=1+0.01 --concurrency (all cores)

with the openings of the variant, 100 against each opponent.

  scripts/gauntlet.sh HEAD~1 HEAD~2
  scripts/gauntlet.sh other=/path/to/engine -- --variant NAME --games 200
END
}

case ${1-} in
'' | --)
    usage >&2
    exit 2
    ;;
-h | --help)
    usage
    exit 0
    ;;
esac

# Check all opponents before building anything.
opponents=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    program=${1#*=}
    if [ -f "$program" ] && [ -x "$program" ]; then
        name=$(basename "$program")
        [ "$program" = "$1" ] || name=${1%%=*}
        opponents+=("$name" "$program")
    elif revision=$(revision "$1"); then
        opponents+=("$revision" '')
    else
        echo "gauntlet.sh: no $1: expected a revision of this repository or a program" >&2
        exit 2
    fi
    shift
done
[ $# -eq 0 ] || shift

work=target/gauntlet
build_tree "$work"

engines=()
set -- "${opponents[@]}" -- "$@"
while [ "$1" != -- ]; do
    program=${2:-$(build_revision "$work" "$1")}
    engines+=(--engine "name=$1" "cmd=$program")
    shift 2
done
shift

defaults_unless_given "$@"
exec "$work/new" match --gauntlet --recover \
    --engine name=new "cmd=$work/new" "${engines[@]}" ${defaults[@]+"${defaults[@]}"} "$@"
