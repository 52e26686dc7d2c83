#!/usr/bin/env bash
# full_disk.sh PROGRAM [--all]: writes images of every format to file systems that are too small. An output must equal the output
# on a large disk, or be an error with exit code 1 and no file, and the run must end. Prints a table (tried, held). --all tries
# five sizes per format, otherwise two.
set -euo pipefail
program=$(realpath -e "$1") all=${2:-}
if [[ ${ATROUS_IN_NAMESPACE:-} != yes ]]; then
    # Mounts a tmpfs that only this process can see. Without root, this needs a user namespace.
    if ! unshare -Urm true 2>/dev/null; then
        echo "[SKIP] no user and mount namespaces here, so no small disks"
        exit 0
    fi
    ATROUS_IN_NAMESPACE=yes exec unshare -Urm "$0" "$@"
fi
work=$(mktemp -d) tried=0 held=0
small=$work/small
trap 'umount "$small"/* 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir -p "$work/in" "$work/large" "$small"

# Noise, which no format makes small, in each format that this build can write.
written=(png tif exr webp hdr bmp tga ppm dpx jp2 jpg heic)
make_inputs() {
    rm -rf "$work/noise" && mkdir "$work/noise"
    local format
    for format in "${written[@]}"; do
        { printf 'P6\n160 120\n255\n' && head -c 57600 /dev/urandom; } >"$work/noise/$format.$format.ppm"
    done
    "$program" enhance --log none --preset neutral "$work/noise" -o "$work/in/{stem}" 2>"$work/err"
}
until make_inputs; do
    if grep -q OpenCL "$work/err"; then echo "[SKIP] no OpenCL device" && exit 0; fi
    without=$(sed -n 's/.*cannot write .*\.\([a-z0-9]*\):.*/\1/p' "$work/err" | head -n 1)
    if [[ -z $without ]]; then cat "$work/err" && exit 1; fi
    read -r -a written <<<"$(printf '%s\n' "${written[@]}" | grep -vx "$without" | tr '\n' ' ')"
done
"$program" enhance --log none "$work/in" -o "$work/large" >/dev/null 2>&1

# pages_of FORMAT: of its output on a large disk.
page=4096
pages_of() { echo $((($(stat -c %s "$work/large/$1.$1") + page - 1) / page)); }

# judge FORMAT: whether its output is whole, or absent with an error.
judge() {
    local file=$small/$1/$1.$1 why=""
    tried=$((tried + 1))
    if [[ $code != 0 && $code != 1 ]]; then
        why="exit code $code"
    elif [[ -e $file ]]; then
        cmp -s "$file" "$work/large/$1.$1" || why="a cut file"
    elif [[ $code == 0 ]]; then
        why="no file and exit code 0"
    elif ! grep -q "$1.$1: cannot be written: No space left" "$work/err"; then
        why="no error that names it"
    fi
    if [[ -z $why && -n $(find "$small/$1" -name '.*' -type f) ]]; then why="left behind: $(ls -A "$small/$1")"; fi
    if [[ -z $why ]]; then
        held=$((held + 1))
    else
        echo "FAILED: $1 on a disk of $(stat -f -c %b "$small/$1") pages, needs $(pages_of "$1"): $why"
    fi
}

# onto_small DIVIDE MORE: writes all formats, each onto a disk of its own that has the pages which the output needs,
# divided by DIVIDE, and MORE.
onto_small() {
    local format pages code=0
    for format in "${written[@]}"; do
        mkdir -p "$small/$format"
        pages=$(($(pages_of "$format") / $1 + $2))
        mount -t tmpfs -o "size=$((pages > 0 ? pages * page : page))" small "$small/$format"
    done
    timeout -k 5 120 "$program" enhance -v --log none "$work/in" -o "$small/{stem}/{stem}.{ext}" >"$work/out" 2>"$work/err" ||
        code=$?
    for format in "${written[@]}"; do
        judge "$format"
        umount "$small/$format"
    done
}

onto_small 1 -1
onto_small 2 0
if [[ $all == --all ]]; then
    onto_small 1000000 0
    onto_small 4 0
    onto_small 1 8
fi
printf '%-12s %6s %6s\n' fault tried held "full disk" "$tried" "$held"
[[ $tried == "$held" && $tried -gt 0 ]]
