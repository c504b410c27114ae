#!/usr/bin/env bash
# Functions for sprt.sh and gauntlet.sh, which build programs of this tree and of revisions. Both
# source this file in the root of the repository. WORK is a folder below target/.

# revision NAME: the short name of a revision of this repository; fails if there is none.
revision() {
    git rev-parse --verify --quiet --short "$1^{commit}"
}

# build_tree WORK: builds this tree, and copies the program to WORK/new, so that the tree may be
# built again while a match runs.
build_tree() {
    mkdir -p "$1"
    cargo build --locked --release >&2
    cp "${CARGO_TARGET_DIR:-target}/release/zugi" "$1/new"
}

# build_revision WORK REVISION: builds a revision in its own work tree below WORK, and prints the
# path of the program.
build_revision() {
    local old=$1/$2
    if [ ! -d "$old" ]; then
        git worktree prune
        git worktree add --detach --force "$old" "$2" >&2
    fi
    cargo build --locked --release --manifest-path "$old/Cargo.toml" --target-dir "$old/target" >&2
    echo "$old/target/release/zugi"
}

# defaults_unless_given ARGUMENT...: sets `defaults` to the common arguments of zugi match that
# ARGUMENTs do not override.
defaults_unless_given() {
    defaults=()
    case " $* " in *" tc="* | *"movetime="* | *"nodes="* | *"depth="*) ;; *) defaults+=(--each tc=1+0.01) ;; esac
    case " $* " in *" --concurrency "*) ;; *) defaults+=(--concurrency "$(nproc)") ;; esac
}
