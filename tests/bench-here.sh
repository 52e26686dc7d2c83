#!/usr/bin/env bash
# Makes the minimal build (bench, banks, devices) on a machine that has little more than a compiler, CMake and a GPU's
# driver, runs the benches that data/bench/README.md shows, and writes JSON and SVG into a folder, named by the device.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

usage() {
    cat <<'EOF'
usage: tests/bench-here.sh [FOLDER] [-- BENCH OPTIONS]

Writes FOLDER/DEVICE-SIZE.json, .svg and .txt (default folder: ./bench-out).
Options behind -- go to every 'atrous bench': -- --device 1 --repeat 9
  HEADERS         a folder that holds CL/cl.h, CL/opencl.hpp and cxxopts.hpp, where the system has none
  OPENCL_LIBRARY  the OpenCL library to link, where none is found
  PROGRAM         a program that is built already
  BUILD           where to build (default: a temporary folder)
  BUILD_TYPE      CMake's (default: Release)
  JOBS            how many files to compile at once (default: the number of cores)
  UNITE           ON compiles several files together, in a third of the time (default: ON)
  SIZES           image sizes (default: "6000x4000 6016x4032 1920x1080"; rows that leave a GPU's second
                  cache: "7680x4320 15360x8640")
EOF
}

case ${1-} in
-h | --help) usage && exit 0 ;;
esac
out=./bench-out
if [[ $# -gt 0 && $1 != -- ]]; then
    out=$1
    shift
fi
[[ ${1-} != -- ]] || shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
build=${BUILD:-$scratch/build}

# first_file NAME...: the first of these libraries in the loader's cache or the folders that drivers use.
first_file() {
    local name folder found library_path=${LD_LIBRARY_PATH-}
    for name in "$@"; do
        found=$(ldconfig -p 2>/dev/null | awk -v name="$name" '$1 == name { print $NF; exit }')
        [[ -z $found ]] || { echo "$found" && return; }
        for folder in ${library_path//:/ } /usr/lib/x86_64-linux-gnu /usr/lib/aarch64-linux-gnu /usr/lib64 /usr/lib \
            /usr/local/lib /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/local/cuda/lib64 /usr/local/cuda/compat \
            /opt/rocm/lib /opt/rocm/opencl/lib /opt/amdgpu-pro/lib/x86_64-linux-gnu /opt/intel/opencl/lib64 \
            /usr/lib/x86_64-linux-gnu/intel-opencl /usr/lib/wsl/lib; do
            [[ ! -e $folder/$name ]] || { echo "$folder/$name" && return; }
        done
    done
}

# The loader finds a vendor's library only by a file that names it. Without such a file we write it.
vendor=$(first_file libnvidia-opencl.so.1 libamdocl64.so libigdrcl.so)
loader=${OPENCL_LIBRARY:-$(first_file libOpenCL.so libOpenCL.so.1)}
if [[ -z ${OCL_ICD_VENDORS-} && -n $vendor ]] && ! cat /etc/OpenCL/vendors/*.icd 2>/dev/null | grep -qF "$(basename "$vendor")"; then
    mkdir -p "$scratch/vendors"
    cp /etc/OpenCL/vendors/*.icd "$scratch/vendors/" 2>/dev/null || true
    echo "$vendor" >"$scratch/vendors/found.icd"
    export OCL_ICD_VENDORS=$scratch/vendors/
    echo "no ICD file names $vendor: using a temporary one" >&2
fi
build_program() {
    if [[ -z $loader ]]; then
        loader=$vendor # the vendor's own library has the same entry points
        [[ -n $loader ]] || { echo "no OpenCL library was found; name it in OPENCL_LIBRARY" >&2 && exit 4; }
        echo "there is no OpenCL loader: linking $loader" >&2
    fi

    local configure=(-S "$root" -B "$build" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE:-Release}" -DATROUS_IO=OFF
        "-DATROUS_UNITE=${UNITE:-ON}" "-DOpenCL_LIBRARY=$loader")
    [[ -z ${HEADERS-} ]] || configure+=("-DOpenCL_INCLUDE_DIR=$HEADERS" "-DOPENCL_HPP=$HEADERS" "-DCXXOPTS=$HEADERS")
    if ! cmake "${configure[@]}" >"$scratch/configure.log" 2>&1; then
        cat "$scratch/configure.log" >&2
        echo "configuring failed; if headers are missing, put the folder CL (KhronosGroup/OpenCL-Headers, and opencl.hpp of" \
            "OpenCL-CLHPP) and cxxopts.hpp (jarro2783/cxxopts) into a folder and name it in HEADERS" >&2
        exit 1
    fi
    cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target atrous >"$scratch/build.log" 2>&1 || { cat "$scratch/build.log" >&2 && exit 1; }
    program=$build/atrous
}

program=${PROGRAM-}
[[ -n $program ]] || build_program
mkdir -p "$out"
"$program" devices
for size in ${SIZES:-6000x4000 6016x4032 1920x1080}; do
    levels=8
    [[ $size != 1920x1080 ]] || levels=5 # the schedule paper's image
    "$program" bench --yes --size "$size" --levels $levels --json "$scratch/bench.json" --svg "$scratch/bench.svg" "$@" >"$scratch/bench.txt"
    device=$(sed -n 's/^    "name": "\(.*\)",$/\1/p' "$scratch/bench.json" | head -n 1 | tr -c 'A-Za-z0-9\n' '-' | tr -s '-')
    for kind in json svg txt; do cp "$scratch/bench.$kind" "$out/$device-$size.$kind"; done
    cat "$scratch/bench.txt"
    echo "wrote $out/$device-$size.json, .svg and .txt"
done
