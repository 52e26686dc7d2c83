#!/usr/bin/env bash
# Installs missing packages, builds with warnings as errors, runs every test, or compares with another build.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=data/setup.sh
source "$root/data/setup.sh"

usage() {
    cat <<'EOF'
usage: tests/run.sh [--quick | --whole | --readme | --format | --tidy | --sanitize | --minimal | --slurm | --faults |
                    --fuzz SECONDS | --photos | --pilot | --hdr | --package | --wheel | --report | --wrappers | --on RELEASE | --against BUILD]

Installs missing packages (Debian, Ubuntu), builds the program of preset release and its tests into build/test with warnings as errors,
checks the formatting and the style of texts, runs all tests, and then the commands of the README with that program.
  --quick      skips slow tests and the commands of the README: at most 2 minutes after the build
  --whole      tests all combinations (ATROUS_EXHAUSTIVE), of which other runs test few: kernels under oclgrind, executions, tiles;
               takes several times as long
  --readme     runs only the commands of the README as printed, with those that build and install, in build/release (tests/readme.sh)
  --format     checks only the formatting and the style of texts (tests/style.sh): fails if clang-format would change something
  --tidy       runs only clang-tidy, on the program and the tests; needs version 16 or newer, which is not installed automatically
  --sanitize   builds into build/sanitize with address and undefined-behaviour checks of the host code
  --minimal    makes only the minimal build (ATROUS_IO=OFF) from scratch; other runs link its program from the objects of the whole build
  --slurm      runs only the recipe data/farm/slurm-array.sh, on a Slurm cluster of one node that it starts; needs the packages of the
               group slurm in data/packages.txt, which are not installed automatically: exit code 77 without them
  --faults     injects faults around the program (tests/faults): full disks of all sizes, kills, signals, crashes, many processes,
               images larger than memory, large logs, damaged files, flipped bits; prints tables (tried, held); about 30 minutes
  --fuzz SECONDS
               fuzzes our own parsers (tests/fuzz) with clang's libFuzzer, each for so long
  --photos     measures the gain of --denoise on photographs with known noise, and fails below the required gain (tests/photos.py;
               needs numpy, OpenImageIO's Python module and oiiotool: exit code 77 without them); about 10 minutes
  --pilot      measures what denoise --pilot makes of Open Image Denoise's frames, and fails below the required gain
               (tests/pilot.py; needs the renders beside the source tree, and DENOISERS_PYTHON [python3], a Python with numpy,
               pyoidn and OpenEXR: exit code 77 without them); about 5 minutes
  --hdr        reads, filters, converts and scales HDR files (PQ, HLG, gain maps) and hostile ones, compares the light of the outputs with
               a computation in double precision through other libraries, and fails above its bounds (tests/hdr.py; needs avifenc,
               cjxl, and HDR_PYTHON [python3], a Python with numpy, OpenImageIO 3.1, pyvips, pillow and pillow-heif: exit code 77
               without them); about 10 minutes
  --package    builds and checks the Debian package of the preset release, tests the wrappers with it, installs it in a bare Debian root
               if mmdebstrap or debootstrap is installed, and runs the C and Python examples of the manual there (tests/package.sh)
  --wheel      makes the Python packages, installs them as a user in bare Debian 12 and 13 roots, runs the program's cases, formats and
               examples there, and removes them (tests/wheel.sh); needs Debian 12, root, mmdebstrap, python3-venv and PyPI
  --report     checks pages of --report with 3 and 500 images in headless Chromium, if it is installed (tests/report.sh);
               build/report has the pages and screenshots of them
  --wrappers   tests data/wrappers: the add-on in Blender without a window, from rendering to denoised frames; the script in darktable on
               a virtual screen; the snippets of its README for Gaffer and AYON, without these programs (tests/wrappers.sh)
  --on RELEASE only makes a bare root of a Debian release (bookworm, trixie), runs data/demo.sh and tests/run.sh of the tracked files
               there, and prints what was skipped; tests/on.sh RELEASE --demo runs only data/demo.sh; needs root and mmdebstrap
  --against BUILD
               runs no tests, but compares this build with another program or build folder: fails if an output of any combination of
               settings differs in a byte (about an hour, see tests/against.sh)
  --help       prints this text
The exit status is 0 if everything was built and all tests passed.
EOF
}

# The version that the sources are formatted with. Other versions break lines differently.
formatter_version=14

# check_format: all C++ and OpenCL sources as clang-format leaves them. The kernels' own style is found by the path, and
# .cl files are read as C.
check_format() {
    local formatter=clang-format file
    if command -v clang-format-$formatter_version >/dev/null; then formatter=clang-format-$formatter_version; fi
    if ! "$formatter" --version 2>/dev/null | grep -q "version $formatter_version\."; then
        echo "[SKIP] the formatting was not checked: clang-format $formatter_version is not installed"
        return 0
    fi
    local failed=0
    find src tests kernels data -name '*.cpp' -o -name '*.h' | sort |
        xargs -P "$(nproc)" -n 40 "$formatter" --dry-run -Werror || failed=1
    for file in $(find kernels -name '*.cl' | sort); do
        "$formatter" --dry-run -Werror --assume-filename="${file%.cl}.c" <"$file" || { echo "$file" >&2 && failed=1; }
    done
    [[ $failed == 0 ]] || { echo "The formatting differs: clang-format -i FILE changes it." >&2 && return 1; }
}

# check_texts: formatting and style. Prints only what fails, or is not checked.
check_texts() {
    check_format
    tests/style.sh >build/style.log || { cat build/style.log && return 1; }
}

# newest_tidy: the name of the newest clang-tidy that is installed, as Debian calls them.
newest_tidy() { compgen -c clang-tidy | grep -xE 'clang-tidy(-[0-9]+)?' | sort -t- -k3 -n | tail -n 1 || true; }

# check_tidy: runs the checks of .clang-tidy on every file. The files of a folder are checked together, as the test build compiles
# them, in a fifth of the time. Findings name the file.
check_tidy() {
    local tidy
    tidy=$(newest_tidy)
    if [[ -z $tidy ]]; then
        echo "[SKIP] clang-tidy is not installed"
        return 0
    fi
    # clang-tidy 14 and 15 fail on <ranges> of GCC's library, so nearly all of their findings would be false.
    printf '#include <ranges>\nauto last(int n) { return std::views::iota(0, n).back(); }\n' >build/ranges.cpp
    if ! "$tidy" --quiet --checks='-*,misc-unused-*' build/ranges.cpp -- -std=c++20 >/dev/null 2>&1; then
        echo "[SKIP] this clang-tidy does not understand the C++ library: $("$tidy" --version | grep -o 'version [0-9.]*' | head -n 1)"
        return 0
    fi
    { cmake --preset test -B build/tidy && cmake --build build/tidy --target united; } >build/tidy.log ||
        { cat build/tidy.log && return 1; }
    # It is another compiler than the one whose options these are.
    sed -n 's/^ *"file": "\(.*\)",\?$/\1/p' build/tidy/compile_commands.json | grep -v '/generated/' | sort -u |
        xargs -P "$(nproc)" -n 1 "$tidy" -p build/tidy --quiet --warnings-as-errors='*' \
            --checks=-bugprone-suspicious-include --header-filter='/(src|kernels|tests|data)/' \
            --extra-arg=-Wno-unknown-warning-option
}

preset="test" task=tests other="" seconds="" selection=()
while [[ $# -gt 0 ]]; do
    case $1 in
    --quick) selection=(--label-exclude slow) ;;
    --whole) export ATROUS_EXHAUSTIVE=1 task=whole ;;
    --readme) preset=release task=readme ;;
    --format) task=format ;;
    --tidy) task=tidy ;;
    --sanitize) preset=sanitize ;;
    --slurm) task=slurm ;;
    --minimal) task=minimal ;;
    --faults) task=faults ;;
    --photos) task=photos ;;
    --pilot) task=pilot ;;
    --hdr) task=hdr ;;
    --package) preset=release task=package ;;
    --wheel) preset=release task=wheel ;;
    --report) task=report ;;
    --wrappers) task=wrappers ;;
    --fuzz)
        task=fuzz seconds=${2:?--fuzz needs seconds for each parser}
        shift
        ;;
    --on) exec "$root/tests/on.sh" "${2:?--on needs a release, bookworm or trixie}" ;;
    --against)
        task=against other=$(realpath -e "${2:?--against needs a program or a build folder}")
        shift
        ;;
    -h | --help) usage && exit 0 ;;
    *) echo "tests/run.sh: unknown option $1" >&2 && usage >&2 && exit 2 ;;
    esac
    shift
done

cd "$root"
if [[ $task != format ]]; then install_packages build run test tools; fi
mkdir -p build
case $task in
format) check_format && tests/style.sh; exit ;;
minimal) exec tests/minimal.sh "$root" "" /usr/include ;;
tidy) check_tidy; exit ;;
fuzz) exec tests/fuzz.sh "$seconds" ;;
esac
# Meanwhile the build keeps the other cores busy. A failure is printed after the build, before the tests.
check_texts >build/texts.log 2>&1 &
texts=$!
trap 'kill "$texts" 2>/dev/null || true' EXIT
# Not `cmake --workflow`, which returns 0 when its ctest is killed.
cmake --preset "$preset"
cmake --build --preset "$preset"
wait "$texts" || { cat build/texts.log && exit 1; }
trap - EXIT
cat build/texts.log
if [[ $task == against ]]; then
    if [[ -d $other ]]; then other+=/atrous; fi
    exec tests/against.sh "$other" "build/$preset/atrous" --whole
fi
if [[ $task == photos ]]; then
    tests/photos.py "build/$preset/atrous" --guard --check
    exec tests/photos.py "build/$preset/atrous" --check
fi
if [[ $task == pilot ]]; then exec "${DENOISERS_PYTHON:-python3}" tests/pilot.py "build/$preset/atrous" --check; fi
if [[ $task == hdr ]]; then exec "${HDR_PYTHON:-python3}" tests/hdr.py "build/$preset/atrous" --check; fi
if [[ $task == package ]]; then exec tests/package.sh "build/$preset"; fi
if [[ $task == wheel ]]; then exec tests/wheel.sh "build/$preset"; fi
if [[ $task == readme ]]; then exec tests/readme.sh build/release/atrous; fi
if [[ $task == report ]]; then exec tests/report.sh "build/$preset/atrous" build/report; fi
if [[ $task == wrappers ]]; then exec tests/wrappers.sh "build/$preset/atrous"; fi
if [[ $task == slurm ]]; then exec tests/farm/slurm.sh "build/$preset/atrous"; fi
if [[ $task == faults ]]; then
    failed=0
    for script in tests/faults/*.sh; do "$script" "build/$preset/atrous" --all || failed=1; done
    exit "$failed"
fi
unset ATROUS_KERNEL_DIR ATROUS_KERNEL_OPTIONS ATROUS_HARM ATROUS_DEVICE_FAILS ATROUS_CHECK_SECONDS ATROUS_BINARIES_OF_ALL
ctest --preset "$preset" "${selection[@]}"
if [[ $preset == test && ${#selection[@]} == 0 ]]; then tests/readme.sh build/test/atrous; fi
