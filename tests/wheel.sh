#!/usr/bin/env bash
# Makes the Python packages (data/package/wheel/make.sh), and installs them as a user in bare roots of Debian 12 and 13 that have
# python3-venv and nothing else: no compiler, no linker, no OpenCL. There it runs the commands of the README's installation, the cases of
# tests/gpu/product.sh, which must give the bytes of BUILD, formats, a folder with --report, and the Python example, and removes them.
# Needs root and mmdebstrap, and skips parts without them.
#
#   wheel.sh BUILD [WHEELS]      WHEELS: a folder with wheels that were made before
set -euo pipefail
build=$(realpath -e "${1:?usage: wheel.sh BUILD [WHEELS]}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
work=$(mktemp -d)
roots=()
clean() {
    local root
    for root in "${roots[@]}"; do umount -lq "$root/proc" "$root/sys" "$root$work/shared" || true; done
    rm -rf --one-file-system "$work"
}
trap clean EXIT
fail() { echo "tests/wheel.sh: $*" >&2 && exit 1; }

wheels=${2:-$work/wheels}
[[ -n ${2:-} ]] || data/package/wheel/make.sh "$wheels" >"$work/log" 2>&1 || { tail -n 20 "$work/log" && fail "no wheels were made"; }

# check_contents FILE MEGABYTES: size, licences, and the list of contents.
check_contents() {
    [[ $(stat -c %s "$1") -le $(($2 * 1000000)) ]] || fail "$(basename "$1") has $(stat -c %s "$1") bytes"
    python3 - "$1" <<'PYTHON' || fail "$(basename "$1"): contents"
import email, json, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
names = wheel.namelist()
info = next(name for name in names if name.endswith('.dist-info/METADATA')).rsplit('/', 1)[0]
about = email.message_from_bytes(wheel.read(info + '/METADATA'))
listed = json.loads(wheel.read(next(name for name in names if name.endswith('.spdx.json'))))
libraries = [name.rsplit('/', 1)[1] for name in names if '.so' in name and '/lib/' in name]
known = ' '.join(package.get('comment', '') for package in listed['packages'])
missing = [name for name in libraries if name not in known and not name.startswith(('libatrous', 'atrous-', 'libm.so', 'libc.so', 'libpocl-devices'))]
for package in listed['packages'][1:]:
    missing += [name for name in (f"{info}/licenses/{package['name']}.txt",) if name not in names]
missing += [name for name in about.get_all('License-File') if f'{info}/licenses/{name}' not in names]
has_exiv2 = any(name.startswith('libexiv2') for name in libraries)
assert not missing, missing
assert ('GPL-3.0-or-later' in about['License-Expression']) or not has_exiv2
print(f"{sys.argv[1].rsplit('/', 1)[1]}: {len(libraries)} libraries, {len(listed['packages']) - 1} packages of Debian, {about['License-Expression']}")
PYTHON
}
program=$(echo "$wheels"/atrous-*.whl) pocl=$(echo "$wheels"/atrous_pocl-*.whl)
[[ -f $program && -f $pocl ]] || fail "there is not one wheel of each kind in $wheels"
check_contents "$program" 40
check_contents "$pocl" 70

if [[ $EUID != 0 ]] || ! command -v mmdebstrap >/dev/null; then
    echo "[SKIP] not installed in bare roots: that needs root and mmdebstrap"
    exit 0
fi

# Shared with the roots, at the same path: inputs, and results of BUILD.
shared=$work/shared
mkdir -p "$shared/bin" "$shared/files/folder/more" "$shared/wheels"
chmod 755 "$work"
cp "$program" "$pocl" "$shared/wheels/"
ln -s "$build/atrous" "$shared/bin/atrous"
tests/gpu/product.sh cases "$shared" 2>&1 | tee "$work/failing" | sed "s|^|[SKIP] a case that fails with $build, too: |"
cp data/samples/valley.jpg data/samples/fruit.png "$shared/files/folder/"
cp "$shared/in/photo.tif" "$shared/files/folder/more/" && cp "$shared/in/photo.exr" "$shared/files/"
cp data/samples/fruit.png "$shared/files/"
printf 'P6\n64 48\n255\n' >"$shared/files/small.ppm" && head -c 9216 "$build/atrous" >>"$shared/files/small.ppm"
raw=../shared/data/odd/lightroom.dng
if [[ -f $raw ]]; then cp "$raw" "$shared/files/raw.dng"; fi
# commands PREFIX: other formats, with program and folder of outputs from the environment.
cat >"$shared/formats.sh" <<'END'
set -eu
cd "$SHARED/files" && mkdir "$OUT"
run() { "$ATROUS" "$@" --no-defaults -q --log none; }
run enhance small.ppm -o "$OUT/small.png"
for format in heic avif webp jxl jpg jp2 dpx; do run enhance --size 200x200 fruit.png -o "$OUT/fruit.$format"; done
for format in heic avif webp jxl jp2; do run scale --factor 2 "$OUT/fruit.$format" -o "$OUT/$format.png"; done
for compression in zip dwaa dwab piz; do run enhance --compression $compression photo.exr -o "$OUT/$compression.exr"; done
if [ -f raw.dng ]; then run scale --factor 8 raw.dng -o "$OUT/raw.tif"; fi
END
SHARED=$shared OUT=$shared/formats ATROUS=$build/atrous sh "$shared/formats.sh" || fail "formats fail with $build/atrous"
if [[ ! -f $raw ]]; then echo "[SKIP] a RAW file: ../shared has none"; fi
"$here/capi/example.sh" man/atrous-api.3 >"$shared/example.py"
chmod -R a+rX "$shared"
rm "$shared/bin/atrous"

# numpy_for RELEASE VERSION: the wheel of numpy for its Python, so that the root needs no network.
numpy_for() {
    python3 -m pip download --quiet --only-binary=:all: --no-deps --python-version "$2" --platform manylinux_2_28_x86_64 --platform manylinux2014_x86_64 \
        --dest "$shared/numpy-$1" numpy >"$work/log" 2>&1 || echo "[SKIP] $1: the Python example, since numpy cannot be fetched"
}

# The README's commands of the installation.
readme=$(sed -n 's/ \+# .*//; /^python3 -m venv/,/^export PATH/p' README.md)
[[ $(wc -l <<<"$readme") == 2 ]] || fail "README.md has other commands"

# inside ROOT COMMAND...: as a user without rights, with the environment of a login.
inside() {
    local root=$1
    shift
    chroot --userspec=1000:1000 "$root" env -i PATH=/usr/bin:/bin HOME=/home/user LANG=C.UTF-8 "$@"
}

# try_root RELEASE NUMBER
try_root() {
    local root=$work/$1 home=/home/user failed="" file
    mmdebstrap --quiet --variant=apt --include=python3-venv "$1" "$root" >"$work/log" 2>&1 ||
        { tail -n 5 "$work/log" && echo "[SKIP] no bare root of $1 could be made" && return; }
    numpy_for "$1" "$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
    roots+=("$root")
    mkdir -p "$root$shared" "$root$home"
    if ! { mount -t proc proc "$root/proc" && mount -t sysfs -o ro sys "$root/sys" && mount --bind "$shared" "$root$shared"; }; then
        echo "[SKIP] $1: /proc, /sys and a folder cannot be mounted"
        return
    fi
    chown 1000:1000 "$root$home"
    for file in cc ld clinfo; do if inside "$root" sh -c "command -v $file" >/dev/null; then fail "the root of $1 is not bare: it has $file"; fi; done

    inside "$root" python3 -m venv $home/atrous
    inside "$root" sh -c "cd $home/atrous && find . ! -type d | sort" >"$work/before"
    inside "$root" $home/atrous/bin/pip install --quiet --no-index "$shared/wheels/${program##*/}"
    if inside "$root" $home/atrous/bin/atrous enhance "$shared/files/fruit.png" -o $home/none.png 2>"$work/err"; then fail "$1: a run without a device succeeds"; fi
    grep -q 'no OpenCL device found' "$work/err" || { cat "$work/err" && fail "$1: the error without a device"; }
    inside "$root" $home/atrous/bin/pip uninstall --quiet -y atrous
    inside "$root" sh -euc "cd '$shared/wheels'; $readme; command -v atrous" >"$work/log" 2>&1 || { cat "$work/log" && fail "$1: the README's installation"; }
    inside "$root" $home/atrous/bin/pip install --quiet --no-index --find-links "$shared/wheels" 'atrous[cpu]' || fail "$1: atrous[cpu] is not what was installed"
    [[ $(inside "$root" $home/atrous/bin/atrous --version) == atrous\ * ]] || fail "$1: --version"
    inside "$root" $home/atrous/bin/atrous devices >"$work/devices" || fail "$1: devices"
    [[ $(grep -c 'Portable Computing Language' "$work/devices") == 1 ]] || { cat "$work/devices" && fail "$1: not one device"; }
    inside "$root" test -f $home/atrous/share/man/man1/atrous.1 || fail "$1: no manual"

    # The cases: the program in the root, called from outside.
    mkdir -p "$work/$1-cases/bin"
    printf '#!/bin/sh\nexec chroot --userspec=1000:1000 "%s" env -i PATH=/usr/bin:/bin HOME=%s %s/atrous/bin/atrous "$@"\n' "$root" $home $home >"$work/run-$1"
    chmod +x "$work/run-$1"
    mkdir "$shared/$1" && cp "$work/run-$1" "$shared/bin/atrous" && mv "$shared/cpu" "$shared/expected" && mkdir -m 777 "$shared/cpu"
    (umask 0 && tests/gpu/product.sh cases "$shared") >"$work/log" 2>&1 || true
    diff "$work/failing" "$work/log" || fail "$1: cases fail"
    diff -rq "$shared/expected" "$shared/cpu" || failed=1
    echo "$1: $(find "$shared/cpu" -type f ! -name '*.err' | wc -l) files of the cases of tests/gpu/product.sh${failed:+ DIFFER}"
    rm -rf "$shared/cpu" && mv "$shared/expected" "$shared/cpu"
    [[ -z $failed ]] || fail "$1: other pixels than those of $build"

    chmod 777 "$shared/$1"
    inside "$root" SHARED="$shared" OUT="$shared/$1/formats" ATROUS=$home/atrous/bin/atrous sh "$shared/formats.sh" || fail "$1: formats"
    diff -r "$shared/formats" "$shared/$1/formats" || fail "$1: other bytes in other formats"
    inside "$root" $home/atrous/bin/atrous enhance -q -r "$shared/files/folder" -o $home/out --report $home/page.html || fail "$1: a folder"
    [[ $(inside "$root" find $home/out -name '*.jpg' -o -name '*.png' -o -name '*.tif' | wc -l) == 3 ]] || fail "$1: not three outputs of a folder"
    inside "$root" grep -q valley.jpg $home/page.html || fail "$1: the page of --report"
    inside "$root" $home/atrous/bin/atrous verify $home/out >"$work/log" || fail "$1: verify"
    start_time "$1" "$root" $home
    if [[ -d $shared/numpy-$1 ]]; then
        inside "$root" $home/atrous/bin/pip install --quiet --no-index --find-links "$shared/numpy-$1" --find-links "$shared/wheels" 'atrous[numpy]'
        inside "$root" $home/atrous/bin/python -B "$shared/example.py" || fail "$1: the example in Python"
    fi
    inside "$root" $home/atrous/bin/pip uninstall --quiet -y atrous atrous-pocl numpy 2>/dev/null
    # pip leaves empty folders.
    inside "$root" sh -c "cd $home/atrous && find . ! -type d | grep -v __pycache__ | sort" >"$work/after"
    diff <(grep -v __pycache__ "$work/before") "$work/after" || fail "$1: files stay after pip uninstall"
    echo "$1: installed without root, ran, served the example in Python, and removed"
    tried=$((tried + 1))
}

# start_time RELEASE ROOT HOME: processor seconds of a small PNG with compiled kernels, the least of ten runs.
start_time() {
    inside "$2" python3 - "$3/atrous/bin/atrous" "$shared/formats/small.png" "$3/small.png" <<'PYTHON' | sed "s/^/$1: /"
import resource, subprocess, sys
def used():
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return now.ru_utime + now.ru_stime
times = []
for _ in range(11):
    before = used()
    subprocess.run([sys.argv[1], 'enhance', '-q', '--existing', 'replace', *sys.argv[2:3], '-o', sys.argv[3]], check=True)
    times.append(used() - before)
print(f'{min(times):.2f} processor seconds for a small PNG')
PYTHON
}

tried=0
try_root bookworm
try_root trixie
[[ $tried -gt 0 ]] || exit 77 # no root could be made
