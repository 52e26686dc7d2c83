#!/usr/bin/env bash
# bands.sh PROGRAM [--all | --side PIXELS --max-memory BYTES]: processes an image of that side as 8-bit TIFF and as half EXR in
# row blocks under --max-memory. The process must stay below the memory for a small image plus that limit (at least 256 MiB, which
# the device always gets), leave no file, and write the bytes of the whole image, if it is small enough to compute. Prints a table
# (tried, held), and times and peaks on stderr. By hand, with 30 GB of disk in TMPDIR and half an hour: bands.sh PROGRAM --side
# 32768 --max-memory 2147483648
set -euo pipefail
program=$(realpath -e "$1") side=2048 limit=$((8 << 20)) most_whole=8192
least=$((256 << 20)) allocator=$((32 << 20)) # bytes: whatever the limit is; what malloc keeps
case ${2:-} in
--all) side=6144 limit=$((72 << 20)) ;; # 2 GiB for 32768, in proportion
--side) side=$3 limit=$5 ;;
esac
work=$(mktemp -d) tried=0 held=0
trap 'rm -rf "$work"' EXIT
cd "$work"
if ! "$program" devices >/dev/null 2>&1; then echo "[SKIP] no OpenCL device" && exit 0; fi

# le BYTES NUMBER...: little-endian.
le() {
    local bytes=$1 number i text=""
    shift
    for number in "$@"; do
        for ((i = 0; i < bytes; i++)); do text+=$(printf '\\x%02x' $((number >> 8 * i & 255))); done
    done
    printf '%b' "$text"
}

# tag NUMBER TYPE COUNT VALUE
tag() { le 2 "$1" "$2" && le 4 "$3" "$4"; }

# tiff SIDE: noise, 8 bits RGB, in strips of 64 rows.
tiff() {
    local rows=64 row=$(($1 * 3)) strips=$((($1 + 63) / 64)) tags=10 behind at
    behind=$((8 + 2 + tags * 12 + 4)) # the bits per sample, the strips' offsets and lengths, the samples
    printf 'II*\0' && le 4 8 && le 2 $tags
    tag 256 4 1 "$1" && tag 257 4 1 "$1" && tag 258 3 3 $behind && tag 259 3 1 1 && tag 262 3 1 2
    tag 273 4 "$strips" $((behind + 6)) && tag 277 3 1 3 && tag 278 4 1 $rows
    tag 279 4 "$strips" $((behind + 6 + 4 * strips)) && tag 284 3 1 1
    le 4 0 && le 2 8 8 8
    at=$((behind + 6 + 8 * strips))
    for ((i = 0; i < strips; i++)); do le 4 $((at + i * rows * row)); done
    for ((i = 0; i < strips; i++)); do
        le 4 $((row * (i + 1 < strips ? rows : $1 - i * rows)))
    done
    head -c $((row * $1)) /dev/urandom
}

# run NAME ARGUMENT...: runs `enhance`. Its peak of resident memory goes into `peak`, its exit code into `code`.
run() {
    local name=$1 start=$SECONDS process
    shift
    code=0 peak=0
    ATROUS_NO_SUPERVISOR=1 "$program" enhance --log none -q --levels 3 --compression none "$@" >"$name.out" 2>"$name.err" &
    process=$!
    while kill -0 "$process" 2>/dev/null; do
        peak=$(sed -n 's/^VmHWM:\s*\([0-9]*\) kB/\1/p' "/proc/$process/status" 2>/dev/null || echo "$peak")
        last=${peak:-${last:-0}}
        sleep 0.05
    done
    peak=$last
    wait "$process" || code=$?
    echo "$name: exit code $code, $((peak >> 10)) MiB, $((SECONDS - start)) s" >&2
}

# judge NAME: checks the last run. NAME.exr is its output.
judge() {
    local allowed=$((base + ((limit > least ? limit : least) + allocator >> 10))) why=""
    tried=$((tried + 1))
    if [[ $code != 0 ]]; then
        why="exit code $code: $(cat "$1.err")"
    elif ((peak > allowed)); then
        why="$((peak >> 10)) MiB; allowed are $((allowed >> 10)) MiB"
    elif [[ -n $(find . -name '.atrous*') ]]; then
        why="left behind: $(find . -name '.atrous*')"
    elif ((side <= most_whole)) && ! cmp -s "$1.exr" "$1-whole.exr"; then
        why="other bytes than the whole picture"
    fi
    if [[ -z $why ]]; then held=$((held + 1)); else echo "FAILED: $1: $why"; fi
}

tiff 64 >small.tif
run small small.tif -o small.exr
run smaller small.exr -o smaller.exr
base=$peak
tiff "$side" >large.tif
if ((side <= most_whole)); then
    run a-whole large.tif -o a-whole.exr
    run b-whole a-whole.exr -o b-whole.exr
fi
run a --max-memory "$limit" large.tif -o a.exr
judge a
rm -f large.tif
run b --max-memory "$limit" a.exr -o b.exr
judge b
printf '%-12s %6s %6s\n' fault tried held bands "$tried" "$held"
[[ $tried == "$held" ]]
