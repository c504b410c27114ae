#!/usr/bin/env bash
# How many checkers a position may have and still be proven: a table of the frontier.
# -h says how it is used.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
    cat <<'END'
How far proofs reach: positions are solved on one thread, those of each number of
checkers together.

  docs/notes/frontier.sh [OPTION...]

  --positions N     so many of each number of checkers (default 20)
  --random LIST     checkers of random balanced positions, all squares equally likely
                    (default "12 14 16 18 20 22 24"; "" for none)
  --games LIST      checkers of positions of the engine's own games, the first one with
                    so many of each game (default "30 28 26 24 22 20 18 16"; "" for none)
  --limits LIST     seconds; the last one ends a proof (default "1 10 100")
  --nodes N         ends a proof, too: figures that do not depend on the machine
  --tables DIR      tables of endings; may be given more than once
  --hash MIB        memory for results (default 1024)
  --seed N          other positions (default 1)
  --move-nodes N    what the engine thinks of a move in its games (default 100000)
  --program FILE    the zugi that is measured (default target/release/zugi)
  --out PREFIX      where the record goes (default target/frontier)

PREFIX.jsonl gets a line for each position as it goes, PREFIX.games those that games came
by, and PREFIX.md the table, which is shown as well. A second start with the same
arguments goes on where the first one was ended. Times are true only where nothing else
runs.
END
}

positions=20 random="12 14 16 18 20 22 24" games="30 28 26 24 22 20 18 16"
limits="1 10 100" nodes='' hash=1024 seed=1 thought=100000
zugi=target/release/zugi out=target/frontier tables=()

die() {
    echo "frontier.sh: $1" >&2
    exit 2
}

number() {
    [[ $2 =~ ^[1-9][0-9]{0,11}$ ]] || die "$1 $2: expected a positive number"
}

# checkers NAME LIST: checks that LIST has even numbers of checkers.
checkers() {
    for k in $2; do
        [[ $k =~ ^[1-9][0-9]?$ && $((k % 2)) = 0 && $k -le 36 ]] ||
            die "$1 $k: expected even numbers of checkers, 36 at most"
    done
}

while [ $# -gt 0 ]; do
    case $1 in
    -h | --help)
        usage
        exit 0
        ;;
    --positions | --random | --games | --limits | --nodes | --tables | --hash | --seed | --move-nodes | --program | --out) ;;
    *) die "$1: expected an option, see --help" ;;
    esac
    [ $# -gt 1 ] || die "$1: expected a value"
    case $1 in
    --positions) number "$1" "$2" && positions=$2 ;;
    --random) checkers "$1" "$2" && random=$2 ;;
    --games) checkers "$1" "$2" && games=$2 ;;
    --limits)
        for limit in $2; do number "$1" "$limit"; done
        [ -n "$2" ] || die "--limits: expected seconds"
        limits=$2
        ;;
    --nodes) number "$1" "$2" && nodes=$2 ;;
    --tables) tables+=(--tables "$2") ;;
    --hash) number "$1" "$2" && hash=$2 ;;
    --seed) number "$1" "$2" && seed=$2 ;;
    --move-nodes) number "$1" "$2" && thought=$2 ;;
    --program) zugi=$2 ;;
    --out) out=$2 ;;
    esac
    shift 2
done
[ -x "$zugi" ] || die "$zugi: expected a program, such as that of cargo build --release"
mkdir -p "$(dirname "$out")"
log=$out.jsonl
touch "$log" "$out.games"
# Figures of different arguments do not belong in one table.
arguments="{\"arguments\":\"limits=$limits nodes=$nodes hash=$hash seed=$seed move-nodes=$thought ${tables[*]-}\"}"
[ -s "$log" ] || echo "$arguments" >"$log"
[ "$(head -n 1 "$log")" = "$arguments" ] ||
    die "$log: expected the record of the same arguments, or another --out"

# Prints a random position with as many red as blue checkers. Arguments: checkers, number.
random_position() {
    awk -v k="$1" -v number="$2" -v seed="$seed" '
        # Park and Miller: exact in the numbers of awk.
        function below(n) { state = state * 16807 % 2147483647; return state % n }
        BEGIN {
            state = (seed * 1000003 + k * 10007 + number * 101) % 2147483646 + 1
            for (i = 0; i < 20; i++) below(2)
            for (i = 0; i < 36; i++) square[i] = i
            for (i = 0; i < k; i++) {
                j = i + below(36 - i)
                s = square[j]; square[j] = square[i]; square[i] = s
                piece[s] = i % 2 ? "b" : "r"
            }
            for (rank = 5; rank >= 0; rank--) {
                empty = 0
                for (file = 0; file < 6; file++) {
                    s = 6 * rank + file
                    if (!(s in piece)) { empty++; continue }
                    text = text (empty ? empty : "") piece[s]
                    empty = 0
                }
                text = text (empty ? empty : "") (rank ? "/" : "")
            }
            print text " r -"
        }'
}

# ask COMMANDS WORD: sends commands to the session, and sets `answer` to the rest of the first line
# that begins with WORD.
ask() {
    local line
    echo "$1" >&"${session[1]}"
    while read -r line <&"${session[0]}"; do
        case $line in
        error* | illegal*) die "the session said: $line" ;;
        "$2 "*)
            answer=${line#"$2 "}
            return
            ;;
        esac
    done
    die "the session has ended"
}

# The positions of one game of the engine against itself, from four random moves on: for
# each wanted number of checkers the first position with that number.
play() {
    local fen last='' pieces moves least=36 found=''
    for k in $games; do least=$((k < least ? k : least)); done
    RANDOM=$((seed * 1009 + $1))
    echo "uginewgame" >&"${session[1]}"
    ask $'position startpos\nquery fen' response
    fen=$answer
    for ((ply = 0; ; ply++)); do
        pieces=${fen%% *}
        pieces=${pieces//[!rb]/}
        if [ ${#pieces} -lt "$least" ]; then break; fi
        if [[ " $games " == *" ${#pieces} "* && ${#pieces} != "$last" ]]; then
            found+="$1 ${#pieces} $fen"$'\n'
        fi
        last=${#pieces}
        if [ "$ply" -lt 4 ]; then
            ask 'query legalmoves' response
            read -ra moves <<<"$answer"
            answer=${moves[RANDOM % ${#moves[@]}]}
        else
            ask "go nodes $thought" bestmove
        fi
        ask "position fen $fen moves ${answer%% *}"$'\nquery fen' response
        fen=$answer
        ask 'query gameover' response
        [ "$answer" = false ] || break
    done
    printf '%s' "$found" >>"$out.games"
    echo "$1 end" >>"$out.games"
}

# Solves a position and records the result. Arguments: set, checkers, number, position.
solve() {
    local key="{\"set\":\"$1\",\"checkers\":$2,\"number\":$3," said winner count time
    if grep -qF "$key" "$log"; then return; fi
    said=$("$zugi" solve "$4" --hash "$hash" --time "${limits##* }" ${nodes:+--nodes "$nodes"} \
        ${tables[@]+"${tables[@]}"} 2>"$out.errors") || [ $? = 3 ] ||
        die "$4 cannot be solved: $(tail -n 1 "$out.errors")"
    said=$(sed -n 2p <<<"$said")
    case $said in
    p[12]\ wins:*) winner=\"${said%% *}\" said=${said#*: } ;;
    unknown\ after*) winner=null said=${said#unknown after } ;;
    *) die "$4: the answer is $said" ;;
    esac
    count=${said%% *} time=${said#*, }
    echo "$key\"fen\":\"$4\",\"winner\":$winner,\"nodes\":$count,\"seconds\":${time%% *}}" >>"$log"
}

# The table, from the record.
report() {
    sed '1d; s/[{}",:]/ /g' "$log" | awk '{
        for (i = 1; i <= NF; i++) value[$i] = $(i + 1)
        print $2, value["checkers"], value["winner"] == "null" ? 1 : 0, value["nodes"], value["seconds"]
    }' | sort -k1,1 -k2,2n -k3,3n -k4,4n | awk -v limits="$limits" '
        function flush(  i, middle, text, growth) {
            if (!n) return
            middle = int((n + 1) / 2)
            text = "| " set " | " k " | " n " |"
            for (i = 1; i <= bounds; i++) text = text " " within[i] + 0 " |"
            more = middle > solved ? "> " : ""
            growth = last == k - 2 && set == before && !more && nodes[middle] > 0 && median > 0
            text = text " " more nodes[middle] " | " more sprintf("%.3f", seconds[middle]) " |"
            print text (growth ? sprintf(" %.1f |", sqrt(nodes[middle] / median)) : " |")
            last = k; before = set; median = more ? 0 : nodes[middle]
            n = solved = 0
            delete within
        }
        BEGIN {
            bounds = split(limits, bound, " ")
            text = "| positions | checkers | of them |"; rule = "|---|---|---|"
            for (i = 1; i <= bounds; i++) { text = text " proven in " bound[i] " s |"; rule = rule "---|" }
            print text " nodes, median | seconds, median | nodes, times per checker |"
            print rule "---|---|---|"
        }
        $1 != set || $2 != k { flush(); set = $1; k = $2 }
        {
            nodes[++n] = $4; seconds[n] = $5
            if (!$3) { solved++; for (i = 1; i <= bounds; i++) within[i] += $5 <= bound[i] }
        }
        END { flush() }'
}

for k in $random; do
    for ((i = 1; i <= positions; i++)); do
        solve random "$k" "$i" "$(random_position "$k" "$i")"
    done
    report >"$out.md"
done
if [ -n "$games" ]; then
    coproc session { exec "$zugi"; }
    for ((i = 1; i <= positions; i++)); do
        grep -q "^$i end" "$out.games" || play "$i"
    done
    echo quit >&"${session[1]}"
    # From the fewest checkers on: the last ones may be out of reach.
    for k in $(tr ' ' '\n' <<<"$games" | sort -n); do
        while read -r number pieces fen; do
            [ "$pieces" != "$k" ] || solve games "$k" "$number" "$fen"
        done <"$out.games"
        report >"$out.md"
    done
fi
report | tee "$out.md"
