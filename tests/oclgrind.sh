#!/usr/bin/env bash
# oclgrind.sh PROGRAM MODULE TOOLS: runs every kernel of PROGRAM on small odd-sized images under the OpenCL simulator oclgrind and
# fails on any report: an access outside a buffer, a data race, an uninitialised value, a wrong API call. MODULE is the module of
# the program. TOOLS is the folder of the binaries of oclgrind/*.cpp.
set -euo pipefail
program=$1 module=$2 minimal=$3/oclgrind_minimal commands=$3/oclgrind_commands fill=$3/liboclgrind_fill.so
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! command -v oclgrind >/dev/null; then
    echo "[SKIP] oclgrind is not installed"
    exit 0
fi
# Its own platform replaces all others, or nothing here would be checked.
if ! oclgrind "$program" devices | grep -q "Oclgrind Simulator"; then
    echo "[SKIP] $program does not see oclgrind's device (is it linked against another libOpenCL?)"
    exit 0
fi
unset POCL_CACHE_DIR # atrous would find kernels there that were compiled with other options of oclgrind
# Only where oclgrind reports a buffer that was filled as uninitialised, filling is replaced.
oclgrind --uninitialized --log "$work/minimal.txt" "$minimal"
preload=""
if grep -q "Uninitialized value" "$work/minimal.txt"; then preload=$fill; fi

# simulated OPTIONS REPORTS COMMAND...: the command under oclgrind, which compiles kernels with the options, and writes a file of reports.
simulated() {
    # oclgrind sets LD_PRELOAD itself. The shell puts another library before its own.
    # shellcheck disable=SC2016
    oclgrind --build-options "$1 -Dalways_inline=" --check-api --data-races --uninitialized --num-threads 1 \
        --max-errors 1000 --log "$2" bash -c 'LD_PRELOAD=$0:$LD_PRELOAD exec "$@"' "$preload" "${@:3}"
}
# With variables in registers, kernels run in a fifth of the time. But oclgrind 21.10 lacks functions that LLVM puts in then: of inlining
# (llvm.experimental.noalias.scope.decl), of absolute values (llvm.abs), and of a quotient with its remainder (freeze), so kernels
# subtract to get a remainder. A run with reports, or that did not end, is repeated without, and its reports count.
declare -A build_options=([list]="-O1 -fno-inline -DMAGNITUDE=abs" [again]="-cl-opt-disable")

failed() {
    echo "FAILED: $*"
    touch "$work/failed"
}

# of_file COMMAND NAME FILE OPTION...: a line of the list, for commands.cpp. enhance and scale: the same of an image of tests/tiny.
of_file() {
    printf '%s\t%s %s %s -o %s/out/%s/ --log %s/out/%s.log\n' "$2" "$1" "${*:4}" "$3" "$work" "$2" "$work" "$2"
}
enhance() { of_file enhance "$1" "$tests/tiny/$2" "${@:3}"; }
scale() { of_file scale "$1" "$tests/tiny/$2" "${@:3}"; }

# renders NAME OPTION...: runs denoise. The options choose frames of oclgrind/shot.####.exr (from shot.py), which have every role.
# It uses one thread, because the simulator keeps its state per host thread, and crashes if several threads prepare the frames of
# a sequence.
renders() {
    printf '%s\tdenoise -j 1 %s %s/oclgrind/shot.####.exr -o %s/out/%s/ --log %s/out/%s.log\n' "$1" "${*:2}" "$tests" "$work" \
        "$1" "$work" "$1"
}

# tile NAME ELEMENTS MAP OPTION...: form tile with a map, on the first element, banks, radius and work-group that have it.
tile() {
    local element banks radius group line=""
    for element in $2; do
        for banks in auto 24 64; do
            for radius in 2 1; do
                for group in 8x8 16x8 16x16 32x8; do
                    line+=$(enhance "$1" rgb8.png --execution form=tile,map="$3",element="$element",group=$group --radius $radius \
                        --execution banks=$banks "${@:4}" | if [[ -n $line ]]; then sed 's/.*\t/ | /'; else cat; fi)
                done
            done
        done
    done
    echo "$line"
}

# run_list NAME PROCESS: one of several processes that execute lines of a list. Prints the result of each line.
run_list() {
    simulated "${build_options[$1]}" "$work/reports.$1.$2.txt" "$commands" "$module" "$work/$1" "$work/claims" \
        "$work/reports.$1.$2.txt" || [[ $1 == list ]] || failed "process $2 of the list (exit status $?)"
}

# copy NAME VECTOR: bench/copy.cl on three work-items, the last of which has less to do.
copy() {
    local name=$1 floats=$((19 * $2))
    printf '%s\n' "$tests/../kernels/bench/copy.cl" bench_copy "3 1 1" "1 1 1" "<size=$((4 * floats)) float range=1:1:$floats>" \
        "<size=$((4 * floats)) float fill=0>" "<size=8 int>" "19 7" >"$work/$name.sim"
    oclgrind-kernel --data-races --uninitialized --build-options "-I$tests/../kernels -DVECTOR=$2" \
        --log "$work/$name.txt" "$work/$name.sim" >"$work/$name.out" 2>&1 || failed "bench_copy: $(<"$work/$name.out")"
    if [[ -s $work/$name.txt ]]; then
        failed "bench_copy with vectors of $2"
        cat "$work/$name.txt"
    fi
}

# values_of OPTION: the values that it allows, so that new rows of the program's tables are run, too.
help=$("$program" enhance --help)
values_of() { sed -n "s/^ *\"enhance $1\"[^)]*) words='\([^']*\)' ;;$/\1/p" <<<"$completion" | tr ' ' '\n' | grep -vx auto; }
completion=$("$program" completion bash)
mapfile -t orders < <(values_of order)
mapfile -t spaces < <(values_of --space)
mapfile -t borders < <(values_of --border)
mapfile -t forms < <(values_of form | grep -vx -e strip -e ring) # which have runs of their own below
mapfile -t schedules < <(values_of schedule)
mapfile -t syntheses < <(values_of synthesis)
images=(rgb8.png rgba16.png half.exr grey8.png one.png) edges=("--edges 0.5" "--edges off" "--edges 0.2,0")
if grep -q -- '--edges SIGMA.*auto' <<<"$help"; then edges+=("--edges auto"); fi
details=("" "--limit 0.2" "--shrink unbiased --luma-threshold 0.1")

# pick VALUE...: prints one of them, by turns that look random and are the same every time.
state=1
pick() {
    state=$(((state * 1103515245 + 12345) & 0x7fffffff))
    local -a values=("$@")
    picked=${values[$(((state >> 16) % $#))]}
}
index=0
# plan FUNCTION OPTION...: adds a line. Missing options are chosen.
plan() {
    local function=$1 levels=$((1 + index % 3)) image options=()
    shift
    ((++index))
    pick "${images[@]}" && image=$picked
    if [[ $1 != --* ]]; then
        options=("$1")
        shift
    fi
    pick "${spaces[@]}" && options+=(--levels "$levels" --space "$picked")
    pick "${orders[@]}"
    [[ $* == *schedule=dilated* ]] || options+=(--execution "order=$picked") # which has none
    # shellcheck disable=SC2206
    pick "${edges[@]}" && options+=($picked)
    # shellcheck disable=SC2206
    pick "${details[@]}" && options+=($picked)
    pick "${borders[@]}"
    [[ $* == *"--border "* ]] || options+=(--border "$picked")
    "$function" "run$index" "$image" "${options[@]}" "$@"
}

# rows: combinations of form, radius, border, schedule, synthesis, storage and protected shadows, so few that any two of these meet in
# all values that they have (with ATROUS_EXHAUSTIVE any three): of those left the one that brings most new meetings together, until
# there are none. Shadows are not protected where blocks are gathered.
rows() {
    local form radius border schedule synthesis storage shadows
    for form in "${forms[@]}"; do
        for radius in 1 2; do
            for border in "${borders[@]}"; do
                for schedule in "${schedules[@]}"; do
                    for synthesis in "${syntheses[@]}"; do
                        for storage in float half; do
                            for shadows in 0 1; do
                                [[ $synthesis-$shadows != gather-1 ]] || continue
                                echo "$form $radius $border $schedule $synthesis $storage $shadows"
                            done
                        done
                    done
                done
            done
        done
    done | awk -v three="${ATROUS_EXHAUSTIVE:+1}" '{ row[NR] = $0 }
    # Counts the meetings of a row that are new, and notes them where asked to.
    function fresh(r, note,    value, n, i, j, k, key, count) {
        n = split(row[r], value, " ")
        for (i = 1; i <= n; ++i) for (j = 1; j < i; ++j) for (k = three ? 1 : j; k < j + !three; ++k) {
            key = i SUBSEP j SUBSEP k SUBSEP value[i] SUBSEP value[j] SUBSEP value[k]
            if (!(key in met)) { ++count; if (note) met[key] }
        }
        return count + 0
    }
    END {
        do {
            most = 0
            for (r = 1; r <= NR; ++r) { count = fresh(r); if (count > most) { most = count; best = r } }
            if (most > 0) { print row[best]; fresh(best, 1) }
        } while (most > 0)
    }'
}

{
    # First, because they take longest. Each form gathers from one or both sides, derives vectors of one direction from the other,
    # with all roles and without optional ones, and fits both models.
    renders shot-vector --execution form=vector --levels 3 --temporal window:1 --frames 1-3 --chunk 1/3 --role motion=none \
        --light '*.DiffDir,*.Emit'
    renders shot-direct --execution form=direct --levels 2 --temporal window:1 --frames 2-3 --chunk 1/2 --execution schedule=dilated \
        --role motion-next=none --role 'emission=*.Emit' --role 'variance=*.DiffDir'
    renders still --execution form=vector --levels 2 --sigma fit=0 --execution order=kaleidoscope --temporal none --frames 1 \
        --role albedo=none --role normal=none --role depth=none --role 'pilot=*.DiffDir'
    renders pilots --execution form=vector --levels 1 --temporal window:1 --frames 1-2 --chunk 1/2 --role 'pilot=*.DiffDir'
    renders shot-tile --execution form=tile --levels 3 --temporal none --frames 2 --light '*.Emit'
    renders gaussian --filter eaw --execution form=tile --levels 2 --execution order=subdivision --frames 2 --light '*.Emit'
    renders recursive --temporal recursive --execution form=vector --levels 2 --frames 1-2 --light '*.Emit'
    renders recursive-direct --temporal recursive --execution form=direct --levels 1 --frames 1-2
    while read -r form radius border schedule synthesis storage shadows; do
        plan enhance --execution "form=$form,schedule=$schedule,synthesis=$synthesis,storage=$storage" --radius "$radius" --border "$border" \
            --protect-shadows "$shadows"
    done < <(rows)
    enhance search rgb8.png --execution form=vector --levels 2 --space lab --border clamp --edges auto
    # Curves of colour profiles: by formula, by a matrix, and by the tables of an image that carries its profile.
    enhance formula rgba16.png --levels 1 --execution form=direct --space lab --assume-profile adobergb
    enhance matrix rgb8.png --levels 1 --execution form=vector --space lab --assume-profile displayp3
    enhance table curves8.tif --levels 1 --execution form=vector --space lab
    # PQ, and HLG with its system gamma, in vectors and pixel by pixel.
    enhance pq pq16.png --levels 1 --execution form=vector --space ictcp
    enhance hlg hlg16.png --levels 1 --execution form=direct --space ictcp
    scale scale-hlg hlg16.png --factor 2 --taps 1
    # Framelets: a column per work-item, of which few pixels have 64 each, and strips. A pixel takes seconds.
    printf 'P5 2 1 255\n@p' >"$work/two.pgm"
    printf 'P5 3 2 255\n@A0pPz' >"$work/six.pgm"
    of_file enhance framelet-columns "$work/two.pgm" --levels 1 --execution form=direct --denoise auto --noise 20 --denoise-detail 0.5
    of_file enhance framelet-strips "$work/six.pgm" --levels 1 --execution form=vector --denoise auto --noise 20
    enhance noise-guard rgb8.png --levels 2 --execution form=vector --luma 2 --noise 20 --noise-guard 1
    # Subimages of 10x8 pixels and more, or form strip would run as vector does.
    enhance strip subimages8.png --execution form=strip --levels 2 --space lab --border drop
    enhance strip-half subimages8.png --execution form=strip --levels 2 --space rgb --border clamp --execution order=kaleidoscope \
        --radius 1 --execution storage=half,synthesis=stored --protect-shadows 1
    enhance ring subimages8.png --execution form=ring,group=8x5 --levels 1 --space lab --border drop
    enhance ring-stored rgba16.png --execution form=ring --levels 3 --space rgb --border reflect --radius 1 --execution order=kaleidoscope \
        --execution synthesis=stored --edges 0.2,0
    enhance ring-half one.png --execution form=ring --levels 2 --space lab --border mirror --execution order=ascending,storage=half --protect-shadows 1
    enhance ring-dilated grey8.png --execution form=ring,group=16x2 --levels 3 --space lab --border clamp --execution schedule=dilated,storage=half
    # CLBlast's norms have 8192 work-items, however small the image: seconds each. One pixel, a plane less, and regions cost more.
    enhance denoise one.png --denoise bayes --levels 1 --radius 1 --shrink unbiased
    # Two regions of one image: less memory would be refused, more would do for the whole.
    enhance regions wide8.png --noise-guard 0 --execution form=direct --levels 1 --radius 1 --max-memory ,16K
    # Every access, with and without alpha, with a factor per axis, enlarging, and with a non-integer factor.
    scale scale-vector rgb8.png --factor 2x3 --access vector
    scale scale-naive rgba16.png --size 7x7 --window hann --access naive
    scale scale-strided one.png --factor 8 --access strided --taps 1
    scale scale-scrambled half.exr --factor 4 --access scrambled --taps 2
    scale scale-up grey8.png --size 20x20 --upscale --taps 1
} >"$work/list"
{
    # Form tile, whose kernels oclgrind crashes on with registers. The elements by turns, if they have the map. Each map with both in an exhaustive run.
    elements=(planar pixel)
    for map in $(values_of map); do
        tile "map-$map" "${elements[*]}" "$map" --levels 1 --space lab --edges 0.5 --border clamp --execution synthesis=stored
        elements=("${elements[1]}" "${elements[0]}")
        [[ -z ${ATROUS_EXHAUSTIVE:-} ]] || tile "map-$map-too" "${elements[0]}" "$map" --levels 3 --space rgb --execution synthesis=stored
    done
} >"$work/maps"
mkdir "$work/claims" "$work/out"
for process in $(seq "$(nproc)"); do run_list list "$process" & done >"$work/ran"
copy copy1 1
copy copy4 4
wait
while IFS=$'\t' read -r name line; do
    if ! grep -qxF "$name"$'\t0\t0' "$work/ran"; then
        printf '%s\t%s\n' "$name" "$line"
        rm -rf "$work/claims/$name" "$work/out/$name" "$work/out/$name.log"
    fi
done <"$work/list" >"$work/again"
cat "$work/maps" >>"$work/again"
for process in $(seq "$(nproc)"); do run_list again "$process" & done >"$work/ran.again"
wait

# Each line wrote an image and caused no report. Reports of oclgrind do not name the command.
while IFS=$'\t' read -r name line; do
    result=$(grep -hP "^$name\t" "$work/ran.again" "$work/ran" | head -n 1 || true)
    [[ $name != map-*-too || $result != *$'\t2\t0' ]] || continue # no work-group has this map with this element
    if [[ $result != "$name"$'\t0\t0' ]] || ! grep -q '"status":"ok"' "$work/out/$name.log"; then
        failed "(exit status and bytes of reports: ${result:-it did not end}) atrous $line"
        cat "$work/claims/$name"
    fi
done < <(cat "$work/list" "$work/maps")
for map in $(values_of map); do grep -q "\"map\":\"$map\"" "$work"/out/*.log || failed "no work-group has the map $map"; done
cat "$work"/reports.again.*.txt 2>/dev/null || true # none, if all runs passed at once
grep -q '"regions":{"count":2' "$work/out/regions.log" || failed "no regions in $(cat "$work/out/regions.log")"
runs=$(cat "$work/list" "$work/maps" | wc -l)
[[ $runs -ge 45 ]] # or --help was not understood
echo "$runs runs, $(wc -l <"$work/again") of them not optimised, under $(oclgrind --version | grep -o 'Oclgrind [0-9.]*')"
[[ ! -e $work/failed ]]
