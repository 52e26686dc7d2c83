#!/usr/bin/env bash
# Whether every form of the kernels is right on a GPU machine, and how fast: one call of at most LIMIT seconds (default: 480).
#   tests/gpu/kernels.sh pack    here: makes the minimal build and puts it into build/gpu/kernels (5 MB)
#   tests/gpu/kernels.sh dry     here: the same steps on this machine's CPU with small images, into build/gpu/dry
#   tests/gpu/kernels.sh run     there, in a checkout that carries build/gpu/kernels. OUT names the folder of results
# The machine needs a driver and python3. At most 8 files come back: summary.txt has one line per row, log.txt all that was printed,
# rest.tar.gz all reports. ONLY="right bench" runs some of the steps: right, sizes, bench, svgf, groups, figure, full.
# shellcheck disable=SC2086 # sizes, names and numbers, without blanks
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
home=$PWD/build/gpu/kernels forms=${FORMS:-direct,tile,ring}
case ${1-} in
pack)
    rm -rf "$home" && mkdir -p "$home"
    cp -L "$(ldconfig -p | awk '$1 == "libOpenCL.so.1" { print $NF; exit }')" "$home/"
    LDFLAGS="-static-libstdc++ -static-libgcc" SIZES=32x32 BUILD=build/gpu/minimal OPENCL_LIBRARY=$home/libOpenCL.so.1 \
        tests/bench-here.sh build/gpu/first -- --levels 1 --repeat 1 --schedule permuted --form direct || exit 1
    strip -o "$home/atrous" build/gpu/minimal/atrous && git describe --always --dirty --abbrev=12 --exclude='*' >"$home/commit"
    echo "packed $(du -sh "$home" | cut -f 1) in $home; next: tests/gpu/kernels.sh dry" && exit ;;
dry) out=$PWD/build/gpu/dry device="cpu" big=96x64 small=64x48 sub=32x24 wide=64x48 odd=41x35 sizes="32x24 48x40" levels=3 few=2 repeat=1 LIMIT=${LIMIT:-3000} ;;
run) out=${OUT:?names the folder of results} device="gpu" big=6016x4032 small=1920x1080 sub=752x504 wide=7680x4320 odd=203x131 levels=8 few=4 repeat=9
    sizes="752x504 1024x768 1200x900 1920x1080 3008x2000" ;;
*) sed -n '2,7s/^# //p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
esac
# shellcheck source=tests/gpu/machine.sh
source tests/gpu/machine.sh
begin "$out" && mkdir "$work/more"
program=$home/atrous
export LD_LIBRARY_PATH=$home${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
say "kernels of $(cat "$home/commit"), $(nproc) CPUs"
if [[ $device == gpu ]]; then
    use_gpu "$work"
    export ATROUS_KERNEL_OPTIONS=-cl-nv-verbose # tells registers
fi
step devices 30 "$program" devices || exit 1

# bench NAME SECONDS OPTION...: a report, and a line of each row.
bench() {
    local name=$1 seconds=$2 json=$work/more/$1.json
    shift 2
    [[ $device == gpu ]] || seconds=$((seconds * 10))
    step "$name" "$seconds" "$program" bench -v --yes --device $device --repeat $repeat --json "$json" "$@" 2>"$work/more/$name.err" ||
        grep -v -e ptxas -e '^$' "$work/more/$name.err" | tail -n 3 | tee -a "$summary"
    [[ ! -s $json ]] || python3 tests/gpu/rows.py "$json" | tee -a "$summary"
}
# right NAME OPTION...: runs a bench only for its differences, in parallel with others.
right() {
    repeat=1 bench "right-$1" 100 --size $odd "${@:2}" &
    checks+=($!)
}
# ahead OPTION...: lets the driver compile the kernels of a bench, in parallel with others.
ahead() {
    [[ $device == gpu ]] || return 0
    timeout -k 5 $((limit / 3)) "$program" bench -v --yes --device $device --repeat 1 "$@" >"$work/more/ahead-${#checks[@]}.txt" 2>"$work/more/ahead-${#checks[@]}.err" &
    checks+=($!)
}
permuted=(--schedule permuted --form "$forms") dilated=(--schedule dilated --form "${forms/tile,/}")
kinds=(--storage "float,half" --synthesis "fused,stored")
# by_sizes COMMAND: calls it for every size and border with a name, a limit of seconds and options.
by_sizes() {
    local size border
    for size in $sizes; do
        for border in drop clamp; do "$1" sizes-$size-$border 20 --size $size --levels $levels "${permuted[@]}" --border $border; done
    done
}
ahead_of() { ahead "${@:3}"; }

checks=()
if wants right; then # sizes with odd halves; each border for itself, since rows are held to a baseline of the same
    short="--levels $few" both="permuted,dilated"
    right forms $short --schedule $both --form $forms --storage float,half
    right svgf --match svgf
    right orders $short "${permuted[@]}" --order ascending,subdivision,kaleidoscope
    right synthesis $short --schedule $both --form $forms --synthesis stored,gather
    for border in clamp reflect; do right $border $short --schedule $both --form $forms --border $border; done
    right radius $short --schedule $both --form $forms --radius 1
fi
! wants sizes || by_sizes ahead_of
if wants bench; then
    for size in $big $small $sub; do ahead --size $size --levels $levels "${permuted[@]}" "${kinds[@]}"; done
    ahead --size $big --levels $levels "${dilated[@]}" --synthesis fused,stored
fi
! wants svgf || ahead --size $small --match svgf
((${#checks[@]} == 0)) || wait "${checks[@]}"
! wants sizes || by_sizes bench # what best_forms[] of src/filters/atrous/execution.cpp predicts
if wants bench; then
    for size in $big $small $sub; do bench "bench-$size" 60 --size $size --levels $levels "${permuted[@]}" "${kinds[@]}"; done
    bench "dilated-$big" 60 --size $big --levels $levels "${dilated[@]}" --synthesis fused,stored
    bench "dilated-$small" 60 --size $small --levels $levels "${dilated[@]}"
fi
if wants svgf; then
    for size in $small $wide; do bench "svgf-$size" 40 --size $size --match svgf; done
fi
say "registers:" # what the driver's compiler tells of each kernel
awk -F"'" '/Compiling entry function/ { k = $2 } /bytes stack frame/ { s = $0 } /Used [0-9]+ registers/ { print "   " k ": " $0 "; " s }' \
    "$work"/more/*.err | sed 's/ptxas info *: //; s/  */ /g' | sort | uniq -c | sort -rn | head -n 60 | tee -a "$summary"
if wants groups; then
    here="--size $big --levels $levels --schedule permuted"
    bench groups-direct 40 $here --form direct --group 64x2,32x8,128x1
    bench groups-tile 40 $here --form tile --element planar,pixel --map rows,blocks
    bench groups-ring 40 $here --form ring --group 32x16,32x32,64x16,64x32,128x32
    bench groups-ring-small 40 --size $small --levels $levels --schedule permuted --form ring --group 32x8,32x16,64x8,64x16
fi
drawn() { step "$1" "$2" "$program" bench --yes --device $device --repeat $repeat --levels $levels --json "$out/$1.json" --svg "$out/$1.svg" "${@:3}" >"$work/more/$1.txt"; }
if wants figure; then drawn figure-9 90 --figure 9 --size $wide; fi
if wants full; then drawn full 120 --size $big; fi
cp "$work/more/bench-$big.json" "$out/" 2>/dev/null
tar -C "$work" -czf "$out/rest.tar.gz" more
say "all: $SECONDS s" && echo "== summary" && cat "$summary" && sleep 1
