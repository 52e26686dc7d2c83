#!/usr/bin/env bash
# minimal.sh SOURCE PROGRAM HEADERS...: the minimal build (no image files, no library but OpenCL, headers in a folder that was carried
# along: HEADERS are the folders that hold CL and cxxopts.hpp) can be configured, compiles all files that PROGRAM was linked from
# (minimal/CMakeLists.txt), and PROGRAM works. With an empty PROGRAM the build is made from scratch, without Ninja, by the script for
# machines with a GPU.
set -euo pipefail
source=$1 program=$2
shift 2
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
export SIZES=64x64

# units: the library and the file of each object, from the names of CMake's folders.
units() { sed -nE 's,.*atrous_([a-z]+)\.dir/(.*/)?([^/ "]+\.c(pp|xx))\.o.*,\1 \3,p' | sort -u; }
if [[ -n $program ]]; then
    cmake -S "$source" -B "$work/build" -G Ninja -DATROUS_IO=OFF -DATROUS_UNITE=ON "-DOpenCL_INCLUDE_DIR=$HEADERS" "-DOPENCL_HPP=$HEADERS" \
        "-DCXXOPTS=$HEADERS" >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
    units <"$work/build/compile_commands.json" >"$work/compiled"
    # Members of archives: libatrous_NAME.a(FILE.o)
    sed -nE 's|.*libatrous_([a-z]+)\.a\(([^)]+)\.o\)$|\1 \2|p' "$program.map" | sort -u >"$work/linked"
    [[ -s $work/linked ]]
    if comm -23 "$work/linked" "$work/compiled" | grep .; then
        echo "the minimal build lacks these units, which its program needs" && exit 1
    fi
    export PROGRAM=$program
else
    export BUILD=$work/build CMAKE_GENERATOR="Unix Makefiles" BUILD_TYPE=None UNITE=ON
    program=$BUILD/atrous
fi
row=eaw.permuted.ascending.vector.-.1x1.64x64 # shows that kernels are found: the tests of bench have all rows
"$source/tests/bench-here.sh" "$work/out" -- --levels 1 --repeat 1 --match $row >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
grep -q "^CXXOPTS:.*=$HEADERS\$" "$work/build/CMakeCache.txt" # what was carried was used

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
