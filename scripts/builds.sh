#!/usr/bin/env bash
# What sprt.sh and gauntlet.sh share: programs of this tree and of revisions, for matches. They
# source it in the folder of the repository. Work is a folder below target/.

# revision NAME: the short name of a revision of this repository, if it is one.
revision() {
    git rev-parse --verify --quiet --short "$1^{commit}"
}

# build_tree WORK: builds this tree as it is, and copies the program to WORK/new: the tree may be
# built again while a match runs.
build_tree() {
    mkdir -p "$1"
    cargo build --locked --release >&2
    cp target/release/zugi "$1/new"
}

# build_revision WORK REVISION: builds a revision in a work tree of its own below WORK, and prints
# the path of the program.
build_revision() {
    local old=$1/$2
    if [ ! -d "$old" ]; then
        git worktree prune
        git worktree add --detach --force "$old" "$2" >&2
    fi
    cargo build --locked --release --manifest-path "$old/Cargo.toml" --target-dir "$old/target" >&2
    echo "$old/target/release/zugi"
}

# defaults_unless_given ARGUMENT...: sets `defaults` to the arguments of zugi match that sprt.sh
# and gauntlet.sh have in common, where ARGUMENTs do not say otherwise.
defaults_unless_given() {
    defaults=()
    case " $* " in *" tc="* | *"movetime="* | *"nodes="* | *"depth="*) ;; *) defaults+=(--each tc=1+0.01) ;; esac
    case " $* " in *" --concurrency "*) ;; *) defaults+=(--concurrency "$(nproc)") ;; esac
}
