#!/usr/bin/env bash
# Times `atrous scale` beside other programs on a folder of photographs, as whole processes. Prints a table for the README; how
# near each comes to an ideal copy of a zone plate says zone_plate.py.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: tests/scale/peers.sh PROGRAM [--photo FILE] [--files N] [--runs N] [--only REGEX]

Makes N JPEGs of 24 megapixels (default: 20) from a photograph, or from a picture of its own, scales all of them to an
eighth with PROGRAM (atrous), vipsthumbnail, oiiotool and ImageMagick's convert, in turn and each --runs times (default: 5),
and prints the medians of time and of processor time. Programs that are not installed are left out (openimageio-tools,
libvips-tools, imagemagick). One run before is not counted: files and compiled kernels are then in memory.
TEXT
}

program='' photo='' files=20 runs=5 only='.*'
while [[ $# -gt 0 ]]; do
    case $1 in
    -h | --help) usage && exit 0 ;;
    --photo) photo=$2 && shift 2 ;;
    --files) files=$2 && shift 2 ;;
    --runs) runs=$2 && shift 2 ;;
    --only) only=$2 && shift 2 ;;
    -*) usage >&2 && exit 2 ;;
    *) program=$(realpath "$1") && shift ;;
    esac
done
[[ -x $program ]] || { usage >&2 && exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/in"

# The photographs: one, each time moved by some pixels, so that no two are the same; 4:2:0 and quality 92 as cameras write.
if [[ -z $photo ]]; then
    photo=$work/made.png
    oiiotool --pattern fill:topleft=.1,.3,.6:topright=.9,.8,.3:bottomleft=.2,.6,.2:bottomright=.7,.2,.4 1500x1000 3 \
        --noise:type=gaussian:stddev=.05 -d uint8 -o "$photo"
fi
oiiotool "$photo" --resize:filter=triangle 6100x4100 -d uint8 -o "$work/large.tif"
for ((i = 0; i < files; ++i)); do
    oiiotool "$work/large.tif" --cut "6000x4000+$((i * 5))+$((i * 3))" -d uint8 --compression jpeg:92 \
        --attrib jpeg:subsampling 4:2:0 -o "$work/in/photo_$(printf %02d "$i").jpg"
done

# What is timed: a name, what must be there, a command; it runs in a fresh folder, the files are in ../in.
names=() commands=()
row() {
    command -v "${2%% *}" >/dev/null || return 0
    [[ $1 =~ $only ]] || return 0
    names+=("$1") commands+=("$2")
}
row 'atrous scale' "$program scale -q --no-log --factor 8 ../in -o ."
row 'atrous scale --fast' "$program scale -q --no-log --fast --factor 8 ../in -o ."
row 'vipsthumbnail --linear (reads all)' "vipsthumbnail --linear --size 750x500 -o $work/out/%s.jpg[Q=92] ../in/*.jpg"
row 'vipsthumbnail' "vipsthumbnail --size 750x500 -o $work/out/%s.jpg[Q=92] ../in/*.jpg"
# shellcheck disable=SC2016 # expanded where it runs
row 'oiiotool --resize' 'for f in ../in/*.jpg; do oiiotool "$f" --resize:filter=lanczos3 750x500 -o "$(basename "$f")"; done'
# shellcheck disable=SC2016
row 'convert -resize' 'for f in ../in/*.jpg; do convert "$f" -resize 750x500 "$(basename "$f")"; done'

# once I: runs a command; adds "wall processor" in seconds to its times.
once() {
    rm -rf "$work/out" && mkdir "$work/out"
    local TIMEFORMAT='%R %U %S'
    (cd "$work/out" && time bash -c "${commands[$1]}" >/dev/null) 2>"$work/time"
    [[ $(find "$work/out" -name '*.jpg' | wc -l) == "$files" ]] || { echo "${names[$1]}: not all files" && exit 1; } >&2
    tail -1 "$work/time" | awk '{ print $1, $2 + $3 }' >>"$work/times-$1"
}
for ((run = 0; run <= runs; ++run)); do
    for ((i = 0; i < ${#names[@]}; ++i)); do
        once "$i"
        [[ $run -gt 0 ]] || rm "$work/times-$i"
    done
done

median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
echo "| $files JPEGs of 6000x4000 to 750x500 | time | processor time |"
echo "| --- | --- | --- |"
for ((i = 0; i < ${#names[@]}; ++i)); do
    echo "| \`${names[i]}\` | $(cut -d' ' -f1 "$work/times-$i" | median) s | $(cut -d' ' -f2 "$work/times-$i" | median) s |"
done
