#!/usr/bin/env bash
# Installs missing packages, builds, enhances data/samples, denoises data/samples/room, and writes proxies and before-and-after images.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=data/setup.sh
source "$root/data/setup.sh"

usage() {
    cat <<'EOF'
usage: data/demo.sh [FOLDER]

Installs missing packages (Debian, Ubuntu), builds atrous into build/release, enhances the images in data/samples and
denoises the frames in data/samples/room into FOLDER (default: build/demo in the source tree), makes proxies of both in
FOLDER/proxies, and before-and-after images in FOLDER/compare.
EOF
}

# before_after IMAGE [OPTION...]: writes both versions of IMAGE side by side to FOLDER/compare/STEM.jpg, with OPTIONs of oiiotool.
before_after() {
    local image=$1 name=${1%.*} font=/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf
    local before=() after=()
    if [[ -f $font ]]; then
        local style="x=24:y=52:size=34:color=1,1,1:shadow=2:font=$font"
        before=("--text:$style" before)
        after=("--text:$style" after)
    fi
    oiiotool "$root/data/samples/$image" "${@:2}" "${before[@]}" "$out/$image" "${@:2}" "${after[@]}" --mosaic:pad=8 2x1 \
        -d uint8 --compression jpeg:95 -o "$out/compare/${name##*/}.jpg"
}

case ${1:-} in
-h | --help) usage && exit 0 ;;
-*) echo "data/demo.sh: unknown option $1" >&2 && usage >&2 && exit 2 ;;
esac
out=${1:-$root/build/demo}
mkdir -p "$out/compare"
out=$(cd "$out" && pwd)

install_packages build run demo tools
(cd "$root" && cmake --workflow --preset release)

echo
"$root/build/release/atrous" enhance -v --existing replace "$root/data/samples" -o "$out"
"$root/build/release/atrous" denoise -v --existing replace "$root/data/samples/room" -o "$out/room/"
"$root/build/release/atrous" scale -v --existing replace --factor 4 "$root/data/samples" "$root/data/samples/room" -o "$out/proxies/"
echo
echo "Enhanced images:   $out"
echo "Denoised frames:   $out/room"
echo "Proxies:           $out/proxies"
echo "Timings:           $out/atrous-timings.jsonl"
if command -v oiiotool >/dev/null; then
    for image in valley.jpg wall.tif; do before_after "$image"; done
    # The image of a render is a linear layer: converted to sRGB and enlarged by 4, so that the captions fit.
    before_after room/room.0005.exr --ch ViewLayer.Combined.R,ViewLayer.Combined.G,ViewLayer.Combined.B --chnames R,G,B \
        --powc 0.4545,0.4545,0.4545 --resize:filter=box 640x480
    cat <<EOF
Before and after:  $out/compare/valley.jpg     the haze between the ridges
                   $out/compare/wall.jpg       the bricks in the shade and the veins of the leaves
                   $out/compare/room.0005.jpg  the reflections in the ball and the joints of the bricks
EOF
fi
