#!/usr/bin/env bash
# Compiles the agent against a stub of the signatures of Ludii that it uses, and plays whole games
# on this stub. Without javac it prints a message and passes.
#
#   examples/ludii/test.sh ZUGI
set -euo pipefail
zugi=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"

if ! command -v javac >/dev/null || ! command -v java >/dev/null; then
    echo 'test.sh: the agent for Ludii is neither compiled nor tried: install default-jdk-headless' >&2
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
find stub -name '*.java' -print0 | xargs -0 javac --release 8 -Xlint:all,-options -Werror -d "$work/stub"
javac --release 8 -Xlint:all,-options -Werror -cp "$work/stub" -d "$work/agent" ZugiAI.java
javac -cp "$work/stub:$work/agent" -d "$work/test" test/Try.java
java -cp "$work/stub:$work/agent:$work/test" -Dzugi.path="$zugi" Try
