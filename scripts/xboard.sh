#!/usr/bin/env bash
# A game with the mouse against the engine, on XBoard. You play White and move first.
#
#   scripts/xboard.sh [VARIANT] [TIME]
#
# VARIANT is one of those that the engine names, zola (6x6) by default; with hyphens,
# as zugi has them elsewhere, will do. TIME is the time of each player for the game, in
# minutes or as MINUTES:SECONDS; 5 by default.
#
# To move, click on a piece and then on one of the marked squares, or drag it there. To
# pass, when no move is left, click on the opponent's clock. Mode > Machine White gives
# you the other side. Engine > Engine #1 Settings has the options of the engine, such as
# its strength: UGI_LimitStrength and UGI_Elo. README.md says what is particular to a
# game.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

variant=${1:-zola}
variant=${variant//-/}
variant=${variant/#zola6/zola}
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

variants=$(printf 'xboard\nprotover 2\nquit\n' | "$engine" | sed -n 's/^feature variants="\(.*\)"$/\1/p')
if [[ ,$variants, != *,"$variant",* ]]; then
    echo "xboard.sh: no variant $1: expected one of ${variants//,/, }" >&2
    exit 2
fi

# The engine knows the rules, and no draw is XBoard's to claim. The time is for the
# whole game.
exec xboard -fcp "'$engine'" -variant "$variant" -timeControl "$time" -timeIncrement 0 \
    -testLegality false -ruleMoves 0 -repeatsToDraw 0 -sweepPromotions false \
    -showTargetSquares true -showCoords true -showThinking true -popupMoveErrors false \
    -soundProgram '' -size 72 -saveSettingsOnExit false
