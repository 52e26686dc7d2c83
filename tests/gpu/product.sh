#!/usr/bin/env bash
# Runs the real program on a GPU machine: do the filters give the CPU's pixels there, and how long do whole runs and their kernels take?
#   tests/gpu/product.sh pack [BUILD]    here: computes the cases on the CPU by BUILD (default: build/release), and puts program, libraries,
#                                        inputs and results into build/gpu/product.tar.xz (40 MB)
#   tests/gpu/product.sh dry             here: the same on this machine's CPU, into build/gpu/product-dry
#   tests/gpu/product.sh cases FOLDER    here, for tests/wheel.sh: computes the cases on the CPU by FOLDER/bin/atrous into FOLDER/cpu
#   tests/gpu/product.sh run             there, in a checkout that carries build/gpu/product.tar.xz. OUT names the folder of results
# The machine needs a driver and python3. Writes summary.txt, log.txt and logs.tar.gz (-v and --log of the timed runs). LIMIT: seconds in all.
# ONLY="pixels times" runs one of both.
# shellcheck disable=SC2086 # sizes, names and numbers, without blanks
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
home=$PWD/build/gpu

# A case per line: its name, then the arguments. IN is the folder of inputs.
cases='
local-contrast      enhance IN/photo.tif
local-contrast-exr  enhance IN/photo.exr
clarity             enhance --preset clarity IN/photo.tif
sharpen             enhance --preset sharpen IN/photo.tif
bloom               enhance --preset darktable/bloom IN/photo.tif
denoise-preset      enhance --preset denoise IN/noisy.tif
denoise-chroma      enhance --preset darktable/denoise-chroma IN/noisy.tif
space-log           enhance --space log --preset sharpen IN/photo.exr
space-linear        enhance --space linear --preset sharpen IN/photo.exr
space-rgb           enhance --space rgb --preset sharpen IN/photo.tif
edges-auto          enhance --edges auto IN/photo.tif
edges-off           enhance --edges off IN/photo.tif
radius-1            enhance --radius 1 IN/photo.tif
border-drop         enhance --border drop IN/photo.tif
border-reflect      enhance --border reflect IN/photo.tif
limit               enhance --limit 10 --protect-shadows 15 IN/photo.tif
unbiased            enhance --preset denoise --shrink unbiased IN/noisy.tif
storage-half        enhance --execution storage=half IN/photo.tif
gather              enhance --execution synthesis=gather IN/photo.tif
stored              enhance --execution synthesis=stored IN/photo.tif
ring                enhance --execution form=ring IN/photo.tif
tile                enhance --execution form=tile IN/photo.tif
direct              enhance --execution form=direct IN/photo.tif
dilated             enhance --execution schedule=dilated IN/photo.tif
kaleidoscope        enhance --execution order=kaleidoscope IN/photo.tif
auto                enhance --preset neutral --denoise auto IN/noisy.tif
auto-sharpen        enhance --preset sharpen --denoise auto IN/noisy.tif
bayes               enhance --preset neutral --denoise bayes IN/noisy.tif
size                enhance --size 150x150 IN/photo.tif
crop                enhance --crop 100x80+40+30 IN/photo.tif
regions             enhance --max-memory ,3M IN/photo.tif
guarded             enhance IN/noisy.tif
guarded-ring        enhance --execution form=ring IN/noisy.tif
guarded-tile        enhance --execution form=tile IN/noisy.tif
guarded-direct      enhance --execution form=direct IN/noisy.tif
guarded-regions     enhance --max-memory ,50M IN/noisy-megapixel.jpg -d uint16 --format tif
grey                enhance IN/grey.tif
alpha               enhance IN/alpha.tif
wrap                enhance --wrap x IN/photo.tif
megapixel           enhance IN/megapixel.jpg -d uint16 --format tif
guarded-megapixel   enhance IN/noisy-megapixel.jpg -d uint16 --format tif
factor-2            scale --factor 2 IN/photo.exr
factor-3            scale --factor 3 IN/photo.exr
scale-size          scale --size 170x170 IN/photo.exr
space-ictcp         enhance --space ictcp IN/photo.exr
pq                  enhance IN/pq.png
hlg                 enhance IN/hlg.png
pq-denoise          enhance --preset neutral --denoise auto IN/pq.png
exr-to-map          enhance IN/bright.exr --format jpg
gain-map            enhance IN/gain-map.jpg
gain-map-denoise    enhance --preset sharpen --denoise auto IN/gain-map.jpg
gain-map-to-pq      enhance --output-profile pq --format png IN/gain-map.jpg
window-2            denoise --temporal window:2 IN/shot
window-1            denoise --temporal window:1 IN/shot
none                denoise --temporal none IN/shot
none-fit-0          denoise --temporal none --sigma fit=0 IN/shot
recursive           denoise --temporal recursive IN/shot
light-auto          denoise --light auto IN/shot
eaw-filter          denoise --filter eaw IN/shot
samples-32          denoise --samples 32 IN/shot
alpha-filter        denoise --alpha filter IN/shot
fireflies           denoise --clamp-fireflies 8 IN/shot
strength            denoise --strength .5 IN/shot
prefilter           denoise --prefilter albedo,normal,depth IN/shot
samples-256         denoise --samples 256 IN/shot
half                denoise --half IN/half IN/shot
render-regions      denoise --temporal none --max-memory ,24M IN/shot'

# compute DEVICE FOLDER: runs all cases, some in parallel, with outputs in FOLDER/NAME/. Prints failures.
compute() {
    local name arguments pids=() at_once=$((($(nproc) + 1) / 2))
    while read -r name arguments; do
        [[ -n $name ]] || continue
        arguments=${arguments//IN/$product/in}
        [[ $arguments != enhance*.tif ]] || arguments+=" -d float"
        [[ $arguments != denoise* ]] || arguments+=" --only-filtered"
        mkdir -p "$2/$name"
        { timeout -k 5 $seconds "$product/bin/atrous" $arguments -o "$2/$name/" --device "$1" --log none -q --no-defaults 2>"$2/$name.err" ||
            echo "$name: exit $?: $(head -n 1 "$2/$name.err" | cut -c 1-150) <<<<"; } &
        pids+=($!)
        ((${#pids[@]} < at_once)) || { wait "${pids[0]}" && pids=("${pids[@]:1}"); }
    done <<<"$cases"
    ((${#pids[@]} == 0)) || wait "${pids[@]}" # without a name it would wait for log.txt, too
}

# inputs FOLDER: photographs, some noisy, two of more than a megapixel (for which GPUs take other forms), light above white as floats, PQ,
# HLG and in a gain map, frames of a render, from data/samples.
inputs() {
    local frame to
    mkdir -p "$1/shot" "$1/half"
    oiiotool -q data/samples/valley.jpg --cut 200x150+600+400 -d float -o "$1/photo.tif"
    oiiotool -q "$1/photo.tif" --powc 2.2 -o "$1/photo.exr"
    oiiotool -q data/samples/valley.jpg --cut 260x180+600+400 -d float --noise:type=gaussian:stddev=.03 --clamp:min=0:max=1 -o "$1/noisy.tif"
    oiiotool -q "$1/noisy.tif" --ch 0 -o "$1/grey.tif"
    oiiotool -q "$1/noisy.tif" --ch 0,1,2,A=2 -o "$1/alpha.tif"
    oiiotool -q data/samples/valley.jpg --cut 1210x905+100+80 -d uint8 -o "$1/megapixel.jpg" --noise:type=gaussian:stddev=.03 -o "$1/noisy-megapixel.jpg"
    for frame in data/samples/room/room.*.exr; do cp "$frame" "$1/shot/" && oiiotool -q "$frame" --noise:type=gaussian:stddev=.05 -o "$1/half/${frame##*/}"; done
    oiiotool -q "$1/noisy.tif" --powc 2.2 --mulc 4 -o "$1/bright.exr"
    for to in "pq.png --output-profile pq" "hlg.png --output-profile hlg" gain-map.jpg; do
        "$product/bin/atrous" enhance --amount 0 -q "$1/bright.exr" -o "$1/"$to --device cpu --log none --no-defaults 2>/dev/null
    done
    "$product/bin/atrous" probe "$1/gain-map.jpg" 2>/dev/null | grep -q "gain map" || { echo "no gain map was made" >&2 && exit 1; }
    cp data/samples/valley.jpg "$1/"
}

# bundle BUILD FOLDER: copies program, module and oiiotool with their libraries. Libraries for video, DICOM, volumes and HEIF
# become stubs.
bundle() {
    mkdir -p "$2/bin" "$2/all/lib" && ln -s ../bin "$2/all/bin" && cp -L "$1/atrous" "$1/atrous-module.so" "$(command -v oiiotool)" "$2/bin/"
    ldd "$2"/bin/* | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
        grep -v -E '/(libc|libm|libpthread|libdl|librt|libresolv|ld-linux[^/]*)\.so' | xargs -I{} cp -L {} "$2/all/lib/"
    python3 tests/gpu/stub_libraries.py "$2/all" "$2/lib" 'opencv|^libdcm|^liboflog|^libofstd|^libav|^libsw|openvdb|x265|de265|^libaom|dav1d' || exit 1
    rm -rf "$2/all" && strip "$2"/bin/* "$2"/lib/* 2>/dev/null
}

case ${1-} in
pack)
    product=$home/product seconds=300
    rm -rf "$product" && bundle "${2:-build/release}" "$product"
    inputs "$product/in" && compute cpu "$product/cpu"
    tar -C "$product" -cf - bin lib in cpu | xz -T0 -6 >"$home/product.tar.xz" && rm -rf "$product" && ls -l "$home/product.tar.xz" && exit ;;
cases)
    product=${2:?names the folder} seconds=300
    [[ -d $product/in ]] || inputs "$product/in"
    compute cpu "$product/cpu" && exit ;;
dry) out=$home/product-dry device="cpu" seconds=300 LIMIT=${LIMIT:-3000} big=600x402 wide=320x240 sizes="60x40" ;;
run) out=${OUT:?names the folder of results} device="gpu" seconds=60 big=6016x4032 wide=1920x1080 sizes="752x504 1200x900 1920x1080" ;;
*) sed -n '2,9s/^# //p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
esac
# shellcheck source=tests/gpu/machine.sh
source tests/gpu/machine.sh
begin "$out"
product=$work/product
mkdir -p "$product" "$work/gpu" "$work/logs" "$work/in/j" "$work/in/s"
python3 -c "import tarfile; tarfile.open('$home/product.tar.xz').extractall('$product')" || exit 1
export LD_LIBRARY_PATH=$product/lib XDG_CACHE_HOME=$work/cache
[[ $device != gpu ]] || use_gpu "$work"
step devices 30 "$product/bin/atrous" devices || exit 1

# compared: a line for each file of the cases.
compared() {
    local file name hdr
    for file in "$work"/gpu/*/*; do
        name=${file#"$work/gpu/"} hdr=
        [[ $file != *.jpg ]] || hdr=--hdr # with its gain map
        "$product/bin/atrous" compare --json $hdr "$file" "$product/cpu/$name" >"$work/one.json" 2>/dev/null
        python3 tests/gpu/frames.py difference "$name" "$work/one.json"
    done
}
if wants pixels; then
    compute $device "$work/gpu"
    say "pixels: $(find "$work"/gpu/*/ -type f | wc -l) of $(find "$product"/cpu/*/ -type f | wc -l) files after $SECONDS s; largest differences from the CPU:"
    compared | sort -g -k 1,1 -r | tee -a "$summary"
fi

# timed NAME ARGUMENT...: two runs, of which the first one compiles. Seconds of both, and the kernels of a frame of the second.
timed() {
    local name=$1 run began
    shift
    ((SECONDS < limit)) || { say "[no time] $name" && return; }
    for run in 1 2; do
        rm -rf "$work/o" && began=$(date +%s.%N)
        timeout -k 5 $seconds "$product/bin/atrous" "$@" -o "$work/o/" --device $device --no-defaults -v --log "$work/logs/$name.$run.jsonl" \
            >"$work/logs/$name.$run.txt" 2>&1 || say "$name: exit $?: $(grep -v '^ ' "$work/logs/$name.$run.txt" | head -n 2) <<<<"
        say "$name, run $run: $(python3 -c "import time; print(f'{time.time() - $began:.2f} s')")"
    done
    python3 tests/gpu/frames.py kernels "$work/logs/$name.2.jsonl" "$work/logs/$name.2.txt" | tee -a "$summary"
}
if wants times; then
    cd "$work/in" || exit 1
    "$product/bin/oiiotool" "$product/in/valley.jpg" --resize $big -d uint8 --compression jpeg:92 -o j/1.jpg && for n in 2 3 4 5 6; do cp j/1.jpg j/$n.jpg; done
    "$product/bin/oiiotool" j/1.jpg --noise:type=gaussian:stddev=.02 --clamp:min=0:max=1 -d uint8 --compression jpeg:92 -o noisy.jpg
    for n in 4 5 6; do "$product/bin/oiiotool" "$product/in/shot/room.000$n.exr" --resize $wide -o s/room.000$n.exr && cp s/room.000$n.exr s/room.000$((n + 3)).exr; done
    "$product/bin/oiiotool" j/1.jpg --powc 2.2 --mulc 4 -d half -o bright.exr
    "$product/bin/atrous" enhance --amount 0 -q bright.exr -o map.jpg --device cpu --log none
    for size in $sizes; do "$product/bin/oiiotool" noisy.jpg --resize $size -d uint8 --compression jpeg:92 -o $size.jpg; done
    cd "$OLDPWD" || exit 1
    for size in $sizes; do
        for form in direct tile ring; do timed jpeg-$size-$form enhance --execution form=$form "$work/in/$size.jpg"; done
    done
    timed render-window-2 denoise --temporal window:2 "$work/in/s"
    timed render-none denoise --temporal none "$work/in/s"
    timed render-recursive denoise --temporal recursive "$work/in/s"
    timed jpeg enhance "$work/in/j/1.jpg"
    timed jpeg-noisy enhance "$work/in/noisy.jpg"
    timed jpeg-gain-map enhance "$work/in/map.jpg"
    timed jpeg-noisy-unguarded enhance --noise-guard 0 "$work/in/noisy.jpg"
    for form in direct tile ring; do timed "jpeg-noisy-$form" enhance --execution form=$form "$work/in/noisy.jpg"; done
    timed jpeg-sharpen enhance --preset sharpen "$work/in/j/1.jpg"
    timed jpeg-denoise-auto enhance --denoise auto "$work/in/j/1.jpg"
    timed six-jpegs enhance "$work/in/j"
    mkdir "$work/in/many" && for n in $(seq 48); do ln -s "../j/1.jpg" "$work/in/many/$n.jpg"; done
    timed jpegs-48 enhance "$work/in/many"
    timed scale-8 scale --factor 8 "$work/in/j"
fi
tar -C "$work" -czf "$out/logs.tar.gz" logs
say "all: $SECONDS s" && echo "== summary" && cat "$summary" && sleep 1
