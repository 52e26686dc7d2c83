#!/bin/bash
# Compares what builds on two systems made of the same images: records of tests/against.sh --record. Encoders of different library versions write
# different bytes, so files that differ in bytes are compared by their samples (oiiotool), metadata (exiftool) and texts.
# Prints each difference. The exit status is 1 if there is one.
#
#   system 1: tests/against.sh --record one build/test/atrous
#   system 2: cp -rL one/images other/ && tests/against.sh --record other build/test/atrous
#   either:   tests/systems.sh one other
set -euo pipefail
one=$(realpath -e "${1:?usage: systems.sh ONE OTHER}") other=$(realpath -e "${2:?usage: systems.sh ONE OTHER}")
accepted=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/against/accepted.sed
export accepted

# metadata FILE: all but facts of storage, of the file itself, and of the encoder's stream.
metadata() {
    exiftool -a -G1 -s -e "$1" | grep -vE '^\[(System|ExifTool|File|Meta)\]|(Strip|Tile)(Offsets|ByteCounts) +:|Software +:' |
        grep -vE '(MajorBrand|CompatibleBrands|HEVC.*|AV1.*|Gen.*|Constraint.*|MinSpatial.*|Parallelism.*|Chroma.*|BitDepth.*) +:' |
        grep -vE '((Average|Constant)FrameRate|NumTemporalLayers|TemporalIDNested|ImageSpatialExtent|MediaData.*|CleanAperture) +:' | sort || true
}

# samples FILE: sizes, types and sums of all parts.
samples() { oiiotool -a --info --hash "$1" 2>&1 | sed -E "s|^$1||" | grep -vE 'fd/[0-9]+' || true; }

# text FILE: a text without times and the names of devices.
text() { sed -E -f "$accepted" "$1" | sed -E 's/(pthread|cpu)-[^",:)]*//g; s/PoCL [^",]*//g; s/"(driver|version)": ?"[^"]*"//g'; }

# compare FILE: prints the differences of a file that differs in its bytes.
compare() {
    local kind="" a=$one/new/$1 b=$other/new/$1
    case $1 in
    */files/*.jsonl | */files/*.json | */files/*.csv | */files/*.html | */stdout | */stderr | */statuses | */files/*.md) kind=text ;;
    esac
    if [[ $kind == text ]]; then
        diff <(text "$a") <(text "$b") | sed "s|^|$1: |" | cut -c 1-300 | sed 6q || true
        return
    fi
    diff <(cd "$one/new" && samples "$1") <(cd "$other/new" && samples "$1") | sed "s|^|$1: samples |" | sed 6q || true
    diff <(metadata "$a") <(metadata "$b") | sed "s|^|$1: metadata |" | sed 12q || true
}
export one other
export -f compare text metadata samples

list() { (cd "$1/new" && find . -mindepth 2 -type f | sed 's|^\./||' | sort); }
report=$(mktemp)
trap 'rm -f "$report"' EXIT
{
    diff <(list "$one") <(list "$other") | grep '^[<>]' | sed 's/^/names: /' || true
    comm -12 <(list "$one") <(list "$other") | while read -r file; do cmp -s "$one/new/$file" "$other/new/$file" || echo "$file"; done |
        xargs -P "$(nproc)" -I FILE bash -c 'compare FILE'
} >"$report"
cat "$report"
echo "$(comm -12 <(list "$one") <(list "$other") | wc -l) files compared, $(cut -d: -f 1 "$report" | sort -u | wc -l) differ in samples, metadata or texts"
[[ ! -s $report ]]
