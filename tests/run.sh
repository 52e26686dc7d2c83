#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors, runs every test.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=data/setup.sh
source "$root/data/setup.sh"

usage() {
    cat <<'EOF'
usage: tests/run.sh [--sanitize]

Installs missing packages (Debian, Ubuntu), builds into build/test with warnings as errors and runs all tests.
  --sanitize   builds into build/sanitize with address and undefined-behaviour checks of the host code
  --help       this text
The exit status is 0 when everything was built and all tests passed.
EOF
}

preset="test"
for argument in "$@"; do
    case $argument in
    --sanitize) preset=sanitize ;;
    -h | --help) usage && exit 0 ;;
    *) echo "tests/run.sh: unknown option $argument" >&2 && usage >&2 && exit 2 ;;
    esac
done

install_packages build run test
cd "$root"
# Not `cmake --workflow`, which returns 0 when its ctest is killed.
cmake --preset "$preset"
cmake --build --preset "$preset"
ctest --preset "$preset"
