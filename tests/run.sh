#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors, runs every test, or compares with another build.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=data/setup.sh
source "$root/data/setup.sh"

usage() {
    cat <<'EOF'
usage: tests/run.sh [--sanitize | --against BUILD]

Installs missing packages (Debian, Ubuntu), builds into build/test with warnings as errors and runs all tests.
  --sanitize   builds into build/sanitize with address and undefined-behaviour checks of the host code
  --against BUILD
               runs no tests, but this build and another one, a program or its build folder, side by side: fails if
               an output of any combination of settings differs in a byte (about an hour, see tests/against.sh)
  --help       this text
The exit status is 0 when everything was built and all tests passed.
EOF
}

preset="test" other=""
while [[ $# -gt 0 ]]; do
    case $1 in
    --sanitize) preset=sanitize ;;
    --against)
        other=$(realpath -e "${2:?--against needs a program or a build folder}")
        shift
        ;;
    -h | --help) usage && exit 0 ;;
    *) echo "tests/run.sh: unknown option $1" >&2 && usage >&2 && exit 2 ;;
    esac
    shift
done

install_packages build run test tools
cd "$root"
# Not `cmake --workflow`, which returns 0 when its ctest is killed.
cmake --preset "$preset"
cmake --build --preset "$preset"
if [[ -n $other ]]; then
    if [[ -d $other ]]; then other+=/atrous; fi
    exec tests/against.sh "$other" "build/$preset/atrous" --whole
fi
ctest --preset "$preset"
