#!/usr/bin/env bash
# Compares the time of atrous with other programs, as whole processes on files. Prints tables for data/bench/README.md, and draws
# them. tests/scale/zone_plate.py measures the quality of scaled images.
set -euo pipefail
# shellcheck disable=SC2016 # commands are expanded where they run

usage() {
    cat <<'TEXT'
usage: tests/compare-peers.sh PROGRAM [--table enhance|scale] [--photo FILE] [--files N] [--runs N] [--only REGEX] [--svg FILE]

Makes N JPEGs of 24 megapixels from a photograph, or from a picture of its own, and runs PROGRAM (atrous) and the others on
them in turn, --runs times each (default: 5). Prints medians of time, processor time and memory (of the largest process).
  --table enhance  a photograph, a TIFF of 16 bits and N JPEGs (default: 6) through darktable's contrast equalizer and
                   atrous with the same curves, first with weights of edges, then those of the preset clarity, which has
                   none; and, which is another operation each, through the local contrast of ImageMagick and G'MIC
  --table scale    N JPEGs (default: 20) to an eighth: vipsthumbnail, oiiotool, ImageMagick
  --only REGEX     the rows whose names it finds; programs that are not installed are left out
  --svg FILE       draws the times
One run before is not counted: files and compiled kernels are then in memory.
TEXT
}

program='' table=enhance photo='' files='' runs=5 only='.*' svg=''
while [[ $# -gt 0 ]]; do
    case $1 in
    -h | --help) usage && exit 0 ;;
    --table) table=$2 && shift 2 ;;
    --photo) photo=$2 && shift 2 ;;
    --files) files=$2 && shift 2 ;;
    --runs) runs=$2 && shift 2 ;;
    --only) only=$2 && shift 2 ;;
    --svg) svg=$(realpath "$2") && shift 2 ;;
    -*) usage >&2 && exit 2 ;;
    *) program=$(realpath "$1") && shift ;;
    esac
done
[[ -x $program && $table =~ ^(enhance|scale)$ ]] || { usage >&2 && exit 2; }
if [[ -z $files && $table == scale ]]; then files=20; fi
files=${files:-6}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/many"

# The photographs: one, each time moved by some pixels, so that no two are the same. 4:2:0 and quality 92 as cameras write.
if [[ -z $photo ]]; then
    photo=$work/made.png
    oiiotool --pattern fill:topleft=.1,.3,.6:topright=.9,.8,.3:bottomleft=.2,.6,.2:bottomright=.7,.2,.4 1500x1000 3 \
        --noise:type=gaussian:stddev=.05 -d uint8 -o "$photo"
fi
oiiotool "$photo" --resize:filter=triangle 6100x4100 -d uint16 -o "$work/large.tif"
for ((i = 0; i < files; ++i)); do
    oiiotool "$work/large.tif" --cut "6000x4000+$((i * 5))+$((i * 3))" -d uint8 --compression jpeg:92 \
        --attrib jpeg:subsampling 4:2:0 -o "$work/many/photo_$(printf %02d "$i").jpg"
done

# The timed commands: name, input folder, command, which runs in an empty folder.
names=() inputs=() commands=()
row() { # NAME PROGRAM INPUTS COMMAND
    if command -v "$2" >/dev/null && [[ $1 =~ $only ]]; then
        names+=("$1") inputs+=("$work/$3") commands+=("$4")
    fi
}

# each COMMAND: runs it for each file, with the variables in and out.
each() { printf 'for in in "$inputs"/*; do out=$(basename "$in"); %s; done' "$1"; }

# write_sidecar FILE EDGES: a sidecar of darktable 4.2 with its contrast equalizer's preset clarity, all scales of lightness and
# colours. EDGES is the curve's value at all scales as the bytes of a float: 0 in the preset, which computes no edge weights.
write_sidecar() {
    local controls='' k value
    for ((c = 0; c < 5; ++c)); do for k in 00000000 cdcc4c3e cdcccc3e 9a99193f cdcc4c3f 0000803f; do controls+=$k; done; done
    for value in 9a99193f cdcc0c3f "$2" 00000000 00000000; do for k in 1 2 3 4 5 6; do controls+=$value; done; done
    cat >"$1" <<TEXT
<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="5" darktable:raw_params="0"
 darktable:auto_presets_applied="1" darktable:iop_order_version="4" darktable:history_end="1"><darktable:history><rdf:Seq>
<rdf:li darktable:num="0" darktable:operation="atrous" darktable:enabled="1" darktable:modversion="2"
 darktable:params="07000000${controls}0000803f" darktable:multi_name="" darktable:multi_priority="0"
 darktable:blendop_version="11" darktable:blendop_params="gz08eJxjYGBgkGAAgRNODESDBnsIHll8ANNSGQM="/>
</rdf:Seq></darktable:history></rdf:Description></rdf:RDF></x:xmpmeta>
TEXT
}

enhance_rows() {
    mkdir "$work/jpeg" "$work/tiff"
    cp "$work/many/photo_00.jpg" "$work/jpeg/"
    oiiotool "$work/large.tif" --cut 6000x4000+0+0 -d uint16 --compression none -o "$work/tiff/photo.tif"
    write_sidecar "$work/edges.xmp" 0000003f # a half, as in its preset sharpen
    write_sidecar "$work/clarity.xmp" 00000000
    local darktable=(--apply-custom-presets false --icc-type SRGB
        --core --disable-opencl --configdir "$work/dt" --cachedir "$work/dt" --library :memory:
        --conf plugins/imageio/format/tiff/bpp=16 --conf plugins/imageio/format/jpeg/quality=92)
    equalizer() { # NAME SIDECAR SET: what both programs do with the same curves
        row "atrous, $1" "$program" "$3" "$program enhance -q --log none --preset $work/$2.xmp \"\$inputs\" -o ."
        row "darktable-cli, $1" darktable-cli "$3" "$(each "darktable-cli \"\$in\" $work/$2.xmp \"\$PWD/\$out\" ${darktable[*]}")"
    }
    equalizer 'jpeg, weights of edges' edges jpeg
    for set in jpeg tiff many; do
        equalizer "$set" clarity "$set"
        row "convert -local-contrast 10x20%, $set" convert "$set" "$(each 'convert "$in" -local-contrast 10x20% "$out"')"
        row "gmic normalize_local, $set" gmic "$set" "$(each 'gmic "$in" normalize_local 2,6 cut 0,255 -o "$out"')"
    done
}

scale_rows() {
    row 'atrous scale' "$program" many "$program scale -q --log none --factor 8 \"\$inputs\" -o ."
    row 'vipsthumbnail --linear, which reads all pixels, too' vipsthumbnail many \
        'vipsthumbnail --linear --size 750x500 -o "$PWD/%s.jpg[Q=92]" "$inputs"/*.jpg'
    row 'convert -resize' convert many "$(each 'convert "$in" -resize 750x500 "$out"')"
    row 'oiiotool --resize:filter=lanczos3' oiiotool many "$(each 'oiiotool "$in" --resize:filter=lanczos3 750x500 -o "$out"')"
    row 'atrous scale --fast' "$program" many "$program scale -q --log none --fast --factor 8 \"\$inputs\" -o ."
    row 'vipsthumbnail, which lets the decoder scale, too' vipsthumbnail many \
        'vipsthumbnail --size 750x500 -o "$PWD/%s.jpg[Q=92]" "$inputs"/*.jpg'
}
"${table}_rows"

# once I: runs a command. Adds "wall processor" in seconds and the memory in MiB to its times.
once() {
    local wanted
    wanted=$(find "${inputs[$1]}" -type f | wc -l)
    rm -rf "$work/out" && mkdir "$work/out"
    (cd "$work/out" && inputs=${inputs[$1]} /usr/bin/time -f '%e %U %S %M' -o "$work/time" bash -c "${commands[$1]}" \
        >"$work/said" 2>&1) || true
    if [[ $(find "$work/out" -type f | wc -l) -lt $wanted ]]; then
        { echo "${names[$1]}: not all files are there" && tail -5 "$work/said"; } >&2 && exit 1
    fi
    tail -1 "$work/time" | awk '{ print $1, $2 + $3, int($4 / 1024 + 0.5) }' >>"$work/times-$1"
}
for ((run = 0; run <= runs; ++run)); do
    for ((i = 0; i < ${#names[@]}; ++i)); do
        once "$i"
        [[ $run -gt 0 ]] || rm "$work/times-$i"
    done
done

# median I COLUMN: of a row's times.
median() { cut -d' ' -f"$2" "$work/times-$1" | sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
echo "| 6000x4000 pixels, $files files where they are many | time | processor time | memory |"
echo "| --- | --- | --- | --- |"
for ((i = 0; i < ${#names[@]}; ++i)); do
    echo "| \`${names[i]}\` | $(median "$i" 1) s | $(median "$i" 2) s | $(median "$i" 3) MiB |"
    printf '%s\t%s\n' "$(median "$i" 1)" "${names[i]}" >>"$work/bars"
done

# A bar per row. All bars are as long as their times.
[[ -z $svg ]] || awk -F'\t' '
    { time[NR] = $1; name[NR] = $2; most = $1 > most ? $1 : most }
    function escaped(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); return text }
    END {
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 %d\" font-family=\"sans-serif\" font-size=\"13\">\n", 26 * NR + 12
        print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
        for (i = 1; i <= NR; ++i) {
            y = 26 * i - 18; width = 320 * time[i] / most
            printf "<text x=\"350\" y=\"%d\" text-anchor=\"end\">%s</text>", y + 14, escaped(name[i])
            printf "<rect x=\"358\" y=\"%d\" width=\"%.1f\" height=\"18\" fill=\"%s\"/>", y, width, name[i] ~ /^atrous/ ? "#2a7" : "#999"
            printf "<text x=\"%.1f\" y=\"%d\">%.1f s</text>\n", 362 + width, y + 14, time[i]
        }
        print "</svg>"
    }' "$work/bars" >"$svg"
