#!/usr/bin/env bash
# A game with the mouse against the engine, on XBoard. You play White and move first.
#
#   scripts/xboard.sh [VARIANT] [TIME]
#
# VARIANT is zola (the default, 6x6), zola4, zola8, zola10 or zvp; zugi's own names, such
# as zola-8, do as well. TIME is the time of each player for the game, in minutes or as
# MINUTES:SECONDS; 5 by default.
#
# To move, click on a piece and then on one of the marked squares, or drag it there. To
# pass, when no move is left, click on the opponent's clock. In zvp a princess jumps by
# two clicks, on the victim and on the square beyond; after each jump of a zombie pass,
# for it has not come down yet. Mode > Machine White gives you the other side; zombies
# capture by taking the victim's square, and then one comes from the hand at the side
# of the board onto the square beyond. Engine > Engine #1 Settings has the options of
# the engine, such as its strength: UGI_LimitStrength and UGI_Elo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case ${1:-zola} in
    zola | zola-6) variant=zola ;;
    zola4 | zola-4) variant=zola4 ;;
    zola8 | zola-8) variant=zola8 ;;
    zola10 | zola-10) variant=zola10 ;;
    zvp) variant=zvp ;;
    *)
        echo "xboard.sh: no variant $1: expected zola, zola4, zola8, zola10 or zvp" >&2
        exit 2
        ;;
esac
time=${2:-5}
if [[ ! $time =~ ^[0-9]+(:[0-5][0-9])?$ ]]; then
    echo "xboard.sh: no time $time: expected minutes, or MINUTES:SECONDS" >&2
    exit 2
fi

# Debian keeps games where root does not look.
PATH=$PATH:/usr/games
if ! command -v xboard >/dev/null; then
    echo "xboard.sh: xboard is missing: install it, for example by apt-get install xboard" >&2
    exit 1
fi

cargo build --locked --release --quiet
engine=${CARGO_TARGET_DIR:-$PWD/target}/release/zugi

# The engine knows the rules, and no draw is XBoard's to claim. The time is for the
# whole game.
exec xboard -fcp "'$engine'" -variant "$variant" -timeControl "$time" -timeIncrement 0 \
    -testLegality false -ruleMoves 0 -repeatsToDraw 0 -sweepPromotions false \
    -showTargetSquares true -showCoords true -showThinking true -popupMoveErrors false \
    -soundProgram '' -size 72 -saveSettingsOnExit false
