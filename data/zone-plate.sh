#!/usr/bin/env bash
# Writes data/readme/zone-plate.png: a zone plate, every fourth sample of it, and the result of atrous scale.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
atrous=${1:-$root/build/release/atrous}
out=${2:-$root/data/readme/zone-plate.png}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# zone STEP: cos(pi r^2 / 512) of 512x512 pixels as light, every STEP-th sample, as sRGB, so that the mean is grey.
zone() {
    awk -v step="$1" 'BEGIN {
        n = 512; pi = atan2(0, -1)
        printf "P2\n%d %d\n65535\n", n / step, n / step
        for (y = int(step / 2); y < n; y += step)
            for (x = int(step / 2); x < n; x += step) {
                dx = x + 0.5 - n / 2; dy = y + 0.5 - n / 2
                v = 0.5 + 0.5 * cos(pi * (dx * dx + dy * dy) / n)
                s = v <= 0.0031308 ? 12.92 * v : 1.055 * v ^ (1 / 2.4) - 0.055
                print int(65535 * s + 0.5)
            }
    }'
}
zone 1 >"$work/zone.pgm"
zone 4 >"$work/sampled.pgm"
"$atrous" scale -q --log none --factor 4 "$work/zone.pgm" -o "$work/scaled.png"
# Enlarges the small images to the size of the first, with square pixels.
for name in sampled.pgm scaled.png; do
    oiiotool "$work/$name" --resize:filter=box 512x512 -o "$work/large-$name.png"
done
oiiotool "$work/zone.pgm" "$work/large-sampled.pgm.png" "$work/large-scaled.png.png" --mosaic:pad=8 3x1 -d uint8 -o "$out"
