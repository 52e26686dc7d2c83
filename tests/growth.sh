#!/usr/bin/env bash
# Measures the time of atrous by image size and by number of images: the cost per pixel and per image must not grow.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: tests/growth.sh PROGRAM [--megapixels "4 16 64 256"] [--pictures "10 100 1000"] [--runs N]

Filters a picture of so many megapixels with 7 levels, and so many pictures of one megapixel, as whole processes, and prints
medians of --runs (default: 3) in turn as tables for data/bench/README.md: time per megapixel and per picture, start-up apart, which is
what a picture of one pixel takes. Needs oiiotool and some 3 GiB of disk.
TEXT
}

program='' megapixels='4 16 64 256' pictures='10 100 1000' runs=3
while [[ $# -gt 0 ]]; do
    case $1 in
    -h | --help) usage && exit 0 ;;
    --megapixels) megapixels=$2 && shift 2 ;;
    --pictures) pictures=$2 && shift 2 ;;
    --runs) runs=$2 && shift 2 ;;
    -*) usage >&2 && exit 2 ;;
    *) program=$(realpath "$1") && shift ;;
    esac
done
[[ -x $program ]] || { usage >&2 && exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# picture MEGAPIXELS FILE: writes a square image of noise on a ramp, as uncompressed TIFF.
picture() {
    local side
    side=$(awk -v n="$1" 'BEGIN { print int(sqrt(n * 1e6) + 0.5) }')
    oiiotool --pattern fill:topleft=.1,.3,.6:topright=.9,.8,.3:bottomleft=.2,.6,.2:bottomright=.7,.2,.4 "${side}x$side" 3 \
        --noise:type=gaussian:stddev=.05 -d uint8 --compression none -o "$2"
}

# time_of NAME OPTION... INPUT: adds the seconds that a run takes to the times of NAME.
time_of() {
    local TIMEFORMAT=%R
    rm -rf "$work/out"
    { time "$program" enhance -q --log none --levels 7 "${@:2}" -o "$work/out/" 2>"$work/said"; } 2>>"$work/$1.times" ||
        { cat "$work/said" >&2 && exit 1; }
}
median() { sort -g "$work/$1.times" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

mkdir "$work/start"
oiiotool --pattern constant:color=.5,.5,.5 1x1 3 -d uint8 -o "$work/start/one.tif"
for n in $megapixels; do mkdir "$work/size-$n" && picture "$n" "$work/size-$n/a.tif"; done
for n in $pictures; do
    mkdir "$work/count-$n"
    picture 1 "$work/count-$n/0.tif"
    for ((i = 1; i < n; ++i)); do cp "$work/count-$n/0.tif" "$work/count-$n/$i.tif"; done
done
for ((run = 0; run <= runs; ++run)); do
    # shellcheck disable=SC2086 # lists of numbers
    for name in start $(printf 'size-%s ' $megapixels) $(printf 'count-%s ' $pictures); do
        [[ $run == 0 && $name == count-* ]] || time_of "$name" "$work/$name"
        [[ $run -gt 0 ]] || rm -f "$work/$name.times" # kernels are compiled, files in memory
    done
done

start=$(median start)
echo "| megapixels | time | per megapixel, $start s of start-up apart |"
echo "| --- | --- | --- |"
for n in $megapixels; do
    awk -v n="$n" -v t="$(median "size-$n")" -v s="$start" 'BEGIN { printf "| %s | %.1f s | %.0f ms |\n", n, t, (t - s) / n * 1000 }'
done
echo
echo "| pictures of 1 megapixel | time | per picture, start-up apart |"
echo "| --- | --- | --- |"
for n in $pictures; do
    awk -v n="$n" -v t="$(median "count-$n")" -v s="$start" 'BEGIN { printf "| %s | %.1f s | %.0f ms |\n", n, t, (t - s) / n * 1000 }'
done
