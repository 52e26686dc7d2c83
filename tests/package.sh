#!/bin/bash
# Checks the Debian package of a build: contents and dependencies, its program in the wrappers of data/wrappers
# (tests/wrappers.sh, which prints skipped parts), installation, function, C and Python examples, and removal in a bare root
# of this system's release from mmdebstrap or debootstrap. Without these, or without root, that part is skipped.
#
#   package.sh BUILD
set -euo pipefail
build=$(realpath -e "${1:?usage: package.sh BUILD}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT

fail() { echo "tests/package.sh: $*" >&2 && exit 1; }
command -v dpkg-shlibdeps >/dev/null || { echo "[SKIP] dpkg-shlibdeps (package dpkg-dev) is not installed" && exit 77; }

rm -f "$build"/atrous_*.deb
(cd "$build" && cpack -G DEB) >"$work/log" 2>&1 || { cat "$work/log" && fail "cpack failed"; }
package=$(echo "$build"/atrous_*.deb)
[[ -f $package ]] || fail "cpack made no package"

dpkg-deb --contents "$package" >"$work/contents"
for file in bin/atrous lib/.*/atrous-module.so share/doc/atrous/copyright \
    share/bash-completion/completions/atrous share/zsh/site-functions/_atrous share/fish/vendor_completions.d/atrous.fish \
    share/atrous/presets/local-contrast.preset share/atrous/aov share/atrous/log.schema.json share/doc/atrous/CHANGELOG.md \
    share/atrous/wrappers/atrous_darktable.lua share/atrous/farm/flamenco.js \
    include/atrous.h lib/.*libatrous.so.0 lib/.*pkgconfig/atrous.pc lib/.*cmake/atrous/atrous-config.cmake \
    lib/python3/dist-packages/atrous.py; do
    grep -q "\./usr/$file" "$work/contents" || fail "$file is not in the package"
done
for page in "$here"/../man/*.[137]; do
    grep -q "man${page: -1}/$(basename "$page")" "$work/contents" || fail "the manual page $(basename "$page") is not in the package"
done
# refuse REASON GREP-ARGUMENT...: what of the package no package may hold.
refuse() {
    local reason=$1
    shift
    if grep -E "$@" "$work/contents"; then fail "$reason"; fi
}
refuse "the package holds what only builds need" ' \./usr/(include/.*/|.*\.a$)'
refuse "files of another owner than root" -v '^[^ ]+ root/root '

needs=$(dpkg-deb --field "$package" Depends)
for library in libc6 libopenimageio liblcms2 libexiv2 libheif1 libjxl libraw libwebp ocl-icd-libopencl1 libtbb libclblast libxxhash; do # all but the first are the module's
    [[ $needs == *$library* ]] || fail "Depends lacks $library: $needs"
done
# Where libheif's encoders and decoders are packages of their own, users need them for HEIC and AVIF.
recommends=$(dpkg-deb --field "$package" Recommends)
for plugin in x265 aomenc libde265 dav1d; do
    if apt-cache show libheif-plugin-$plugin >/dev/null 2>&1; then
        [[ $recommends == *libheif-plugin-$plugin* ]] || fail "Recommends lacks libheif-plugin-$plugin: $recommends"
    fi
done
dpkg-deb --fsys-tarfile "$package" | tar -xOf - ./usr/share/doc/atrous/copyright >"$work/copyright"
for licence in GPL-3.0-or-later Apache-2.0; do
    grep -q "$licence" "$work/copyright" || fail "the copyright file lacks $licence"
done
echo "$(basename "$package"): $(grep -c '^-' "$work/contents") files, $(dpkg-deb --field "$package" Installed-Size) KiB"
echo "  $needs"

dpkg-deb -x "$package" "$work/unpacked"
"$here/wrappers.sh" "$work/unpacked/usr/bin/atrous" || [[ $? == 77 ]] || fail "a wrapper fails with the package's program"

# The package needs libraries of the release that it was built on.
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
# bare FOLDER: that release with apt and nothing else.
bare() {
    if command -v mmdebstrap >/dev/null; then
        mmdebstrap --quiet --variant=apt "$release" "$1"
    elif command -v debootstrap >/dev/null; then
        debootstrap --variant=minbase "$release" "$1"
    fi
}
if [[ $EUID != 0 ]] || ! command -v mmdebstrap debootstrap | grep -q .; then
    echo "[SKIP] not installed in a bare root: that needs root, and mmdebstrap or debootstrap"
    exit 0
fi
bare "$work/root" >"$work/log" 2>&1 || { tail -n 5 "$work/log" && echo "[SKIP] no bare root could be made" && exit 0; }
cp "$package" "$work/root/atrous.deb"
mkdir "$work/root/trial"
printf 'P6\n64 48\n255\n' >"$work/root/trial/a.ppm"
head -c $((64 * 48 * 3)) /dev/urandom >>"$work/root/trial/a.ppm"
inside() { chroot "$work/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/trial "$@"; }
# A root that was just made may have no lists of packages, nor names of hosts.
cp /etc/resolv.conf "$work/root/etc/resolv.conf"
inside apt-get update -qq >"$work/log" 2>&1 || { tail -n 5 "$work/log" && echo "[SKIP] no packages can be had in the bare root" && exit 0; }
inside apt-get install -qq -y --no-install-recommends /atrous.deb >"$work/log" 2>&1 || { tail -n 20 "$work/log" && fail "it does not install"; }
# As every system has them. A root that was just made has none, and PoCL ends if it cannot find processors and memory.
trap 'umount -lq "$work/root/proc" "$work/root/sys" || true; rm -rf --one-file-system "$work"' EXIT
if ! mount -t proc proc "$work/root/proc" || ! mount -t sysfs -o ro sys "$work/root/sys"; then
    echo "[SKIP] /proc and /sys cannot be mounted in the bare root"
    exit 0
fi
inside atrous --version
inside atrous presets >/dev/null || fail "atrous presets fails"
inside atrous enhance /trial/a.ppm -o /trial/b.png || fail "atrous enhance fails"
inside test -s /trial/b.png || fail "atrous enhance wrote nothing"
if [[ -n $recommends ]]; then # not installed yet
    inside atrous enhance /trial/a.ppm -o /trial/b.heic >"$work/log" 2>&1 && fail "HEIC is written without an encoder"
    grep -q 'libheif-plugin-x265' "$work/log" || { cat "$work/log" && fail "the missing encoder's package is not named"; }
    # shellcheck disable=SC2086 # a list of names
    inside apt-get install -qq -y --no-install-recommends ${recommends//,/} >"$work/log" 2>&1 || fail "$recommends do not install"
fi
for ending in heic avif; do
    inside atrous enhance /trial/a.ppm -o /trial/b.$ending || fail "atrous enhance writes no $ending"
    inside atrous enhance /trial/b.$ending -o /trial/$ending.png || fail "atrous enhance does not read $ending"
done
inside test -f /usr/share/man/man1/atrous.1 || fail "the manual is not there"
# The C and Python examples of the manual, with sufficiently large images.
page=$work/root/usr/share/man/man3/atrous-api.3
inside apt-get install -qq -y --no-install-recommends gcc libc6-dev pkg-config python3-numpy >"$work/log" 2>&1 ||
    { tail -n 5 "$work/log" && fail "a compiler and numpy do not install"; }
sed -n '/^#include <atrous.h>$/,/^\.Ed$/p' "$page" | sed '/^\.Ed$/d; s/\\e/\\/g; s/^\\&//' >"$work/root/trial/example.c"
inside sh -c 'cd /trial && cc -Wall -Wextra -Werror example.c $(pkg-config --cflags --libs atrous) -o example && ./example <a.ppm >c.ppm' ||
    fail "the example in C fails"
if cmp -s "$work/root/trial/a.ppm" "$work/root/trial/c.ppm"; then fail "the example in C changes nothing"; fi
"$here/capi/example.sh" "$page" >"$work/root/trial/example.py"
inside python3 /trial/example.py || fail "the example in Python fails"
inside apt-get remove -qq -y atrous >"$work/log" 2>&1 || fail "it does not go away"
if inside test -e /usr/bin/atrous; then fail "the program is still there"; fi
echo "installed, ran, served the examples in C and Python, and removed in a bare root of $release"
