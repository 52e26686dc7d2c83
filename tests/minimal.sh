#!/usr/bin/env bash
# minimal.sh SOURCE HEADERS...: the minimal build (no image files, no library but OpenCL, no Ninja, headers in a folder that was
# carried along: HEADERS are the folders that hold CL and cxxopts.hpp) builds in a temporary folder from
# tests/bench-here.sh, and its program works.
set -euo pipefail
source=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/headers"
for folder in "$@"; do
    for name in CL cxxopts.hpp; do
        [[ ! -e $folder/$name || -e $work/headers/$name ]] || ln -s "$folder/$name" "$work/headers/"
    done
done
export HEADERS=$work/headers
# Shares the kernel cache of the test programs, so that each kernel is compiled once.
export POCL_CACHE_DIR=${POCL_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/pocl/kcache}
# The banks that compile fastest, one file at a time, so that other tests have the other core. One row shows that kernels are found:
# the tests of bench have all of them.
export BUILD=$work/build CMAKE_GENERATOR="Unix Makefiles" SIZES=64x64 BUILD_TYPE=None UNITE=ON JOBS=1
row=eaw.permuted.ascending.vector.-.1x1.64x64

"$source/tests/bench-here.sh" "$work/out" -- --levels 1 --repeat 1 --match $row >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
grep -q "^CXXOPTS:.*=$HEADERS\$" "$work/build/CMakeCache.txt" # what was carried was used

program=$work/build/atrous
if ldd "$program" | grep -E 'OpenImageIO|tbb|clblast'; then
    echo "the minimal build links a library that it must not need" && exit 1
fi
ls "$work"/out/*-64x64.json "$work"/out/*-64x64.svg "$work"/out/*-64x64.txt
# Through files: grep -q leaves a pipe early, and a program that writes on then fails.
"$program" banks tile --width 20 --json >"$work/tile" && grep -q '"d": 4' "$work/tile"
"$program" bench --figure 8 --json - >"$work/footprint" && grep -q '"mirror.subdivision"' "$work/footprint"
"$program" devices --json >/dev/null
"$program" --help >"$work/help"
for command in bench banks devices; do grep -q "^  $command" "$work/help"; done
if "$program" enhance 2>"$work/refused"; then exit 1; fi
grep -q "unknown command 'enhance'" "$work/refused"
