#!/usr/bin/env bash
# A game against the engine on XBoard. You play White and move first.
#
#   scripts/xboard.sh [VARIANT] [TIME] [--level LEVEL] [FLAG...]
#
# VARIANT is zola (6x6, the default), zola-4, zola-8, zola-10 or zvp. TIME is each player's time for
# the game, in minutes or as MINUTES:SECONDS; 5 by default. LEVEL is beginner, novice, casual, club
# (the default), advanced, expert, master, full, or a rating from 600 to 2600. The first flag of
# XBoard, such as -size 60, and all words after it go to XBoard. A second engine (-scp) has no
# LEVEL, unless -secondOptions gives it one.
#
# White is player one, whatever the colours of the pieces. To move, click a piece and then one of
# the marked squares, or drag it there. To pass, if you have no move, click the opponent's clock.
# Mode > Machine White gives you the other side. docs/guides/gui.md has more about each game.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# complain TEXT: prints what is wrong with the arguments, and exits.
complain() {
    echo "xboard.sh: $1" >&2
    exit 2
}

level=club words=()
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h)
            sed -n '2,/^set /{/^set /d; s/^# \{0,1\}//; p}' "scripts/$(basename "${BASH_SOURCE[0]}")"
            exit
            ;;
        --level)
            level=${2-}
            shift $(($# > 1 ? 2 : 1))
            ;;
        --level=*)
            level=${1#*=}
            shift
            ;;
        --*) complain "no option $1: expected --level or --help" ;;
        -*) break ;;
        *)
            words+=("$1")
            shift
            ;;
    esac
done
[ ${#words[@]} -le 2 ] || complain "too many words: ${words[*]}: expected VARIANT and TIME"

# A time without a variant is for the default variant.
[[ ${words[0]-} != [0-9]* ]] || words=('' "${words[@]}")
variant=${words[0]:-zola}
variant=${variant,,}
variant=${variant//-/}
variant=${variant/#zola6/zola}
time=${words[1]:-5}
{ [[ $time =~ ^[0-9]+(:[0-5][0-9])?$ ]] && [[ $time =~ [1-9] ]]; } ||
    complain "no time ${words[1]}: expected minutes, or MINUTES:SECONDS, and not zero"

# The levels of `zugi play`, and two older names.
case $level in
    beginner | easy) rating=600 ;;
    novice) rating=950 ;;
    casual | mild) rating=1250 ;;
    club) rating=1600 ;;
    advanced) rating=1950 ;;
    expert) rating=2250 ;;
    master) rating=2600 ;;
    full) rating= ;;
    *) rating=$level ;;
esac
if [ "$level" != full ]; then
    { [[ $rating =~ ^[0-9]{3,4}$ ]] && ((10#$rating >= 600 && 10#$rating <= 2600)); } ||
        complain "no level ${level:-given}: expected beginner, novice, casual, club, advanced, expert, master, full, or a rating from 600 to 2600"
fi

# Debian installs games in a folder that root's PATH does not have.
PATH=$PATH:/usr/games
if ! command -v xboard >/dev/null; then
    echo "xboard.sh: xboard is missing: install it, for example by apt-get install xboard" >&2
    exit 1
fi

echo "xboard.sh: building zugi" >&2
cargo build --locked --release --quiet
engine=${CARGO_TARGET_DIR:-$PWD/target}/release/zugi

variants=$(printf 'xboard\nprotover 2\nquit\n' | "$engine" | sed -n 's/^feature variants="\(.*\)"$/\1/p')
[[ ,$variants, == *,"$variant",* ]] ||
    complain "no variant ${words[0]}: expected one of ${variants//,/, }"

# XBoard divides the width among the files and the columns for pieces in hand beside the board, of
# which there are half as many as files. So the file `size` beside a game's pictures has one and a
# half times the usual size.
game=${variant%%[0-9]*} size=72
[ ! -f "scripts/pieces/$game/size" ] || size=$(<"scripts/pieces/$game/size")
strength=UGI_LimitStrength=0
[ -z "$rating" ] || strength=UGI_LimitStrength=1,UGI_Elo=$((10#$rating))

# The startup message would cover the board; it explains menus. The engine knows the rules, so
# XBoard claims no draws. The time is for the whole game. The pictures replace those of the XBoard
# pieces with these names.
exec xboard -fcp "'$engine'" -variant "$variant" -timeControl "$time" -timeIncrement 0 \
    -firstOptions "$strength" \
    -pieceImageDirectory "$PWD/scripts/pieces/$game" -trueColors true \
    -testLegality false -ruleMoves 0 -repeatsToDraw 0 -sweepPromotions false \
    -showTargetSquares true -showCoords true -showThinking true -popupMoveErrors false \
    -startupMessage '' -soundProgram '' -size "$size" -saveSettingsOnExit false "$@"
