#!/usr/bin/env bash
# same_build.sh SOURCE BUILD: the program, its module and the library of BUILD are made by the commands of preset release, so the tests
# run what users have. Only -Werror and the name of the folder differ.
set -euo pipefail
source=$1 build=$2
work=$(mktemp -d -p "$(dirname "$build")") # as deep as BUILD, so that relative paths agree
trap 'rm -rf "$work"' EXIT

mapfile -t own < <(sed -nE 's/^(CMAKE_CXX_COMPILER|CMAKE_CXX_FLAGS|ATROUS_EXIV2|ATROUS_SANITIZE):[A-Z]+=(.+)/-D\1=\2/p' "$build/CMakeCache.txt")
cmake -S "$source" --preset release -B "$work" "${own[@]}" >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
# commands FOLDER: all commands that lead to them.
commands() {
    ninja -C "$1" -t commands atrous atrous_module libatrous | sed "s|$1|BUILD|g; s| -Werror\b||g" | sort
}
commands "$work" >"$work/released"
commands "$build" >"$work/tested"
grep -q -- "-O3 .*/src/main.cpp" "$work/released"
diff "$work/released" "$work/tested" || { echo "the tests would run another program: $build differs from preset release" && exit 1; }
