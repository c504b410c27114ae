#!/usr/bin/env bash
# Makes the net of a variant of Zola from nothing, as those that come with the program were
# made. Without arguments it says how it is used.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
    cat <<'END'
Makes the net of a variant of Zola from nothing: the weighted sum plays games, a first net
is trained on them, this net plays further games, and the net is trained on all of them.

  scripts/net.sh VARIANT [FOLDER]

FOLDER, by default target/nets and seen from the top of the repository, gets the files; the net is FOLDER/VARIANT.net. An hour or
two on two cores; what was interrupted goes on. src/eval/zola/net/VARIANT.net is the one
that comes with the program: copy the new one there to replace it, and measure it before:

  scripts/net.sh zola-8
  target/release/zugi match --variant zola-8 --each movetime=100 \
      --engine name=new cmd=target/release/zugi option.EvalFile=target/nets/zola-8.net \
      --engine name=old cmd=target/release/zugi
END
}

# The games by the sum, then those by the first net, and the filters of the nets.
case ${1-} in
zola-4) games=(30000 0) filters=8 ;;
zola-6) games=(125320 66381) filters=16 ;;
zola-8) games=(40000 32319) filters=16 ;;
zola-10) games=(6531 14301) filters=16 ;;
-h | --help)
    usage
    exit 0
    ;;
*)
    if [ -n "${1-}" ]; then
        echo "net.sh: no variant $1: expected zola-4, zola-6, zola-8 or zola-10" >&2
    else
        usage >&2
    fi
    exit 2
    ;;
esac
variant=$1
folder=${2-target/nets}
prefix=$folder/$variant

mkdir -p "$folder"
cargo build --locked --release >&2
zugi=target/release/zugi

"$zugi" data --variant "$variant" --games "${games[0]}" --nodes 600 --seed 1 \
    --eval-file sum --out "$prefix-1.data"
data=("$prefix-1.data")
if [ "${games[1]}" -gt 0 ]; then
    "$zugi" train --variant "$variant" --data "${data[@]}" --filters $filters \
        --out "$prefix-1.net"
    "$zugi" data --variant "$variant" --games "${games[1]}" --nodes 600 --seed 2 \
        --eval-file "$prefix-1.net" --out "$prefix-2.data"
    data+=("$prefix-2.data")
fi
"$zugi" train --variant "$variant" --data "${data[@]}" --filters $filters --out "$prefix.net"
