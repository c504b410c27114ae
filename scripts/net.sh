#!/usr/bin/env bash
# Makes a net of a variant, as the nets of the program were made. Without arguments it prints its
# usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
    cat <<'END'
Makes a net of a variant: the program's own evaluation plays games, a first net is trained on
them, the first net plays further games, and the final net is trained on all of them.

  scripts/net.sh VARIANT [FOLDER]

The files are written to FOLDER, by default target/nets in the repository; the net is
FOLDER/VARIANT.net. It takes an hour or two on two cores. A second call continues an interrupted
one. The net of the program is VARIANT.net below crates: to replace it, copy the new one there.
Before that, compare both:

  scripts/net.sh zola-8
  target/release/zugi match --variant zola-8 --each movetime=100 \
      --engine name=new cmd=target/release/zugi option.EvalFile=target/nets/zola-8.net \
      --engine name=old cmd=target/release/zugi
END
}

variants() {
    find crates -name '*.plan' -exec basename {} .plan \; | sort | paste -sd ' '
}

case ${1-} in
-h | --help)
    usage
    exit 0
    ;;
'')
    usage >&2
    exit 2
    ;;
esac
# The numbers of games and the settings are in a file beside the program's net.
plan=$(find crates -name "$1.plan")
if [ -z "$plan" ]; then
    echo "net.sh: no variant $1: expected one of $(variants)" >&2
    exit 2
fi
read -r by_own by_net filters discount < <(grep -v '^#' "$plan")
variant=$1
folder=$PWD/target/nets
[ $# -lt 2 ] || folder=$(cd "$OLDPWD" && realpath -m "$2")
prefix=$folder/$variant

mkdir -p "$folder"
cargo build --locked --release >&2
zugi=${CARGO_TARGET_DIR:-target}/release/zugi

"$zugi" data --variant "$variant" --games "$by_own" --nodes 600 --seed 1 \
    --out "$prefix-1.data"
data=("$prefix-1.data")
if [ "$by_net" -gt 0 ]; then
    "$zugi" train --variant "$variant" --data "${data[@]}" --filters "$filters" \
        --discount "${discount:-1}" --out "$prefix-1.net" --force
    "$zugi" data --variant "$variant" --games "$by_net" --nodes 600 --seed 2 \
        --eval-file "$prefix-1.net" --out "$prefix-2.data"
    data+=("$prefix-2.data")
fi
"$zugi" train --variant "$variant" --data "${data[@]}" --filters "$filters" \
    --discount "${discount:-1}" --out "$prefix.net" --force
