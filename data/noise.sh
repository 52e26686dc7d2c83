#!/usr/bin/env bash
# Writes data/readme/noise.jpg: two crops of the sample valley with simulated camera noise, correlated between neighbours, before and
# after --denoise auto, enlarged by 2. Needs oiiotool. About a minute.
#   noise.sh PROGRAM [OUT]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(realpath "${1:?usage: data/noise.sh PROGRAM [OUT]}")
out=${2:-$root/data/readme/noise.jpg}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sample=$root/data/samples/valley.jpg
size=$(oiiotool --info "$sample" | grep -oE '[0-9]+ x +[0-9]+' | head -n 1 | tr -d ' ')

# Separate noise per channel, correlated as by demosaicing, on the encoded samples.
oiiotool -q --create "$size" 3 --noise:type=gaussian:mean=0:stddev=0.06:seed=7 --kernel gaussian 3x3 --convolve -d float -o "$work/noise.tif"
oiiotool -q "$sample" --ch R,G,B -d float "$work/noise.tif" --add --clamp:min=0:max=1 -d uint8 -o "$work/before.png"
"$program" enhance -q --log none --denoise auto "$work/before.png" -o "$work/after.png"

# row X Y NAME: writes this crop of both images side by side.
row() {
    local place="300x200+$1+$2" name
    for name in before after; do
        oiiotool -q "$work/$name.png" --cut "$place" --resample 600x400 -o "$work/$3-$name.png"
    done
    oiiotool -q "$work/$3-before.png" "$work/$3-after.png" --mosaic:pad=8 2x1 -o "$work/$3.png"
}
row 60 40 a
row 500 420 b
oiiotool -q "$work/a.png" "$work/b.png" --mosaic:pad=8 1x2 --quality 88 -o "$out"
