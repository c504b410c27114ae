#!/usr/bin/env bash
# A match on Cute Games, of any variant that comes with openings.
# Without arguments it says how it is used.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
    cat <<'END'
A match on Cute Games (https://github.com/kz04px/cutegames).

  scripts/cutegames.sh VARIANT [CONFIG]
  scripts/cutegames.sh --print VARIANT [CONFIG]

CONFIG is cutegames (the default), cutegames-sprt or cutegames-gauntlet: a file of
settings beside this script, for one variant. They are written for VARIANT, with the
openings that come with it, to target/VARIANT-CONFIG.json, or with --print to the
standard output; then Cute Games is started with them. It is the program that the
variable CUTEGAMES names, or cutegames. Build zugi before: cargo build --release.
END
}

print=
case ${1-} in
'')
    usage >&2
    exit 2
    ;;
-h | --help)
    usage
    exit 0
    ;;
--print)
    print=1
    shift
    ;;
esac

variant=${1-}
config=${2-cutegames}
openings=$(echo crates/*/src/openings/"$variant".txt)
if [ ! -f "$openings" ] || [ ! -f "scripts/$config.json" ]; then
    known=$(basename -a crates/*/src/openings/*.txt | paste -sd " ")
    echo "cutegames.sh: expected a variant of ${known//.txt/} and a config of scripts/" >&2
    exit 2
fi

# The variant that the file is for stands in its options, and in the path of its openings.
given=$(sed -n 's/.*"UGI_Variant": "\([^"]*\)".*/\1/p' "scripts/$config.json")
settings=$(sed -e "s/$given/$variant/g" -e "s#crates/.*/openings#$(dirname "$openings")#" \
    "scripts/$config.json")
if [ -n "$print" ]; then
    printf '%s\n' "$settings"
    exit 0
fi
cutegames=${CUTEGAMES:-cutegames}
if ! command -v "$cutegames" >/dev/null; then
    echo "cutegames.sh: no $cutegames: expected the program Cute Games, or its path in CUTEGAMES" >&2
    exit 2
fi
mkdir -p target
printf '%s\n' "$settings" >"target/$variant-$config.json"
exec "$cutegames" --settings "target/$variant-$config.json"
