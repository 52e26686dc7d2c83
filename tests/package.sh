#!/bin/bash
# The Debian package of a build: what it holds and needs, and that it installs, works and goes away again in a bare Debian
# root, which mmdebstrap or debootstrap makes; without them, or without root, that part is skipped.
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
    share/atrous/presets/local-contrast.preset share/atrous/aov share/atrous/log.schema.json share/doc/atrous/CHANGELOG.md; do
    grep -q "\./usr/$file" "$work/contents" || fail "$file is not in the package"
done
for page in "$here"/../man/*.[17]; do
    grep -q "man${page: -1}/$(basename "$page")" "$work/contents" || fail "the manual page $(basename "$page") is not in the package"
done
grep -E ' \./usr/(include|.*\.a$|.*\.cmake$)' "$work/contents" && fail "the package holds what only builds need"
grep -vE '^[^ ]+ root/root ' "$work/contents" && fail "files of another owner than root"

needs=$(dpkg-deb --field "$package" Depends)
for library in libc6 libopenimageio liblcms2 libexiv2 libwebp ocl-icd-libopencl1 libtbb libclblast libxxhash; do # all but the first are the module's
    [[ $needs == *$library* ]] || fail "Depends lacks $library: $needs"
done
dpkg-deb --fsys-tarfile "$package" | tar -xOf - ./usr/share/doc/atrous/copyright >"$work/copyright"
grep -q 'GPL-3.0-or-later' "$work/copyright" && grep -q 'Apache-2.0' "$work/copyright" || fail "the copyright file lacks a licence"
echo "$(basename "$package"): $(grep -c '^-' "$work/contents") files, $(dpkg-deb --field "$package" Installed-Size) KiB"
echo "  $needs"

# bare FOLDER: a Debian 12 with apt and nothing else.
bare() {
    if command -v mmdebstrap >/dev/null; then
        mmdebstrap --quiet --variant=apt bookworm "$1"
    elif command -v debootstrap >/dev/null; then
        debootstrap --variant=minbase bookworm "$1"
    fi
}
if [[ $EUID != 0 ]] || ! command -v mmdebstrap debootstrap | grep -q .; then
    echo "[SKIP] not installed in a bare root: that needs root, and mmdebstrap or debootstrap"
    exit 0
fi
bare "$work/root" >"$work/log" 2>&1 || { tail -n 5 "$work/log" && echo "[SKIP] no bare root could be made" && exit 0; }
cp "$package" "$work/root/atrous.deb"
mkdir "$work/root/work"
printf 'P6\n64 48\n255\n' >"$work/root/work/a.ppm"
head -c $((64 * 48 * 3)) /dev/urandom >>"$work/root/work/a.ppm"
inside() { chroot "$work/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/work "$@"; }
# A root that was just made may have no lists of packages, nor names of hosts.
cp /etc/resolv.conf "$work/root/etc/resolv.conf"
inside apt-get update -qq >"$work/log" 2>&1 || { tail -n 5 "$work/log" && echo "[SKIP] no packages can be had in the bare root" && exit 0; }
inside apt-get install -qq -y --no-install-recommends /atrous.deb >"$work/log" 2>&1 || { tail -n 20 "$work/log" && fail "it does not install"; }
# As every system has them; a root that was just made has none, and PoCL ends where it cannot find processors and memory.
trap 'umount -lq "$work/root/proc" "$work/root/sys" || true; rm -rf --one-file-system "$work"' EXIT
if ! mount -t proc proc "$work/root/proc" || ! mount -t sysfs -o ro sys "$work/root/sys"; then
    echo "[SKIP] /proc and /sys cannot be mounted in the bare root"
    exit 0
fi
inside atrous --version
inside atrous presets >/dev/null || fail "atrous presets fails"
inside atrous enhance /work/a.ppm -o /work/b.png || fail "atrous enhance fails"
inside test -s /work/b.png || fail "atrous enhance wrote nothing"
inside test -f /usr/share/man/man1/atrous.1 || fail "the manual is not there"
inside apt-get remove -qq -y atrous >"$work/log" 2>&1 || fail "it does not go away"
if inside test -e /usr/bin/atrous; then fail "the program is still there"; fi
echo "installed, ran and removed in a bare Debian 12"
