#!/usr/bin/env bash
# A raw session with the engine, explained. Lines with `>` go to the engine, the lines
# below them are its answers. The commands are specified in protocol.md.
#
#   scripts/session.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cargo build --locked --release --quiet

# Two pipes, so that this script can write and read in turn, as any client does.
pipes=$(mktemp -d)
trap 'rm -rf "$pipes"' EXIT
mkfifo "$pipes/in" "$pipes/out"
cargo run --locked --release --quiet <"$pipes/in" >"$pipes/out" &
exec 3>"$pipes/in" 4<"$pipes/out"

# A remark for the reader of the output.
remark() {
    printf '\n# %s\n' "$@"
}

# Sends a command that has no answer.
send() {
    printf '> %s\n' "$1"
    printf '%s\n' "$1" >&3
}

# Sends a command, and prints its answer up to a line that begins so.
ask() {
    local line
    send "$1"
    while IFS= read -r -t 30 line <&4; do
        printf '%s\n' "$line"
        case $line in "$2"*) return ;; esac
    done
    echo "session.sh: no answer to: $1" >&2
    exit 1
}

remark 'The engine introduces itself. It has said nothing before.'
ask 'ugi' 'ugiok'

remark 'Options come before the game. They have no answer; isready waits until they are set.'
send 'setoption name UGI_Variant value zola-4'
send 'setoption name PieRule value true'
ask 'isready' 'readyok'

remark 'A new game. The start position says p: the pie rule is on.'
send 'uginewgame'
send 'position startpos'
ask 'd' 'result'

remark 'What can be played?'
ask 'query legalmoves' 'response'

remark 'The engine thinks for at most 100 ms, and no deeper than 4 plies.'
ask 'go movetime 100 depth 4' 'bestmove'

remark 'A client sends the start and all moves, each time. Player two may swap now.'
send 'position startpos moves a1b1'
ask 'query islegal swap' 'response'

remark 'After the swap it is the turn of player one again: ask, do not count.'
send 'position startpos moves a1b1 swap'
ask 'query p1turn' 'response'

remark 'One bad move, and the whole line is refused; the old position stays.'
ask 'position startpos moves a1b1 d4a1' 'info string error'
ask 'query fen' 'response'

remark 'An endless search answers isready, and ends with stop.'
send 'go infinite'
ask 'isready' 'readyok'
ask 'stop' 'bestmove'

remark 'A position near the end: Red wins with the next move.'
send 'position fen 4/1b2/r3/4 r'
ask 'go depth 5' 'bestmove'
send 'moves a2b3'
ask 'query legalmoves' 'response'

remark 'The end. Closing the input would do as well.'
send 'quit'
wait
