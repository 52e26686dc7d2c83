#!/usr/bin/env bash
# crashes.sh PROGRAM [--all]: runs batches whose workers crash. Three of 144 images crash their decoder: the others must be
# written, the three named, and a resumed run must do nothing. Then signals arrive at random moments, 20 like crashes and 8 like
# kills: every output must be absent or complete, and a resumed run completes them. Prints a table (tried, held). ATROUS_HARM makes
# PROGRAM crash.
set -euo pipefail
program=$(realpath -e "$1")
work=$(mktemp -d) tried=0 held=0
trap 'rm -rf "$work"' EXIT
cd "$work"
if ! "$program" devices >/dev/null 2>&1; then echo "[SKIP] no OpenCL device" && exit 0; fi

# One cache for all runs, because each crash would otherwise cost a compilation. The first run fills it.
export POCL_CACHE_DIR=$work/kernels
mkdir in "$POCL_CACHE_DIR"
for i in $(seq 100 243); do
    case $i in
    130 | 131 | 243) name=killer$i ;;
    *) name=good$i ;;
    esac
    { printf 'P6\n48 32\n255\n' && head -c 4608 /dev/urandom; } >"in/$name.ppm"
done
"$program" enhance --log none in -o whole >/dev/null 2>&1

# judge NAME PROBLEM: counts and prints problems.
judge() {
    tried=$((tried + 1))
    if [[ -z $2 ]]; then held=$((held + 1)); else echo "FAILED: $1: $2"; fi
}

# damaged FOLDER: prints the wrong outputs.
damaged() {
    local file
    [[ -d $1 ]] || return 0
    for file in "$1"/[a-z]*.ppm; do cmp -s "$file" "whole/${file##*/}" || printf '%s ' "$file"; done
}

# Three killers.
export ATROUS_HARM=decoding:killer:11
code=0 why=""
"$program" enhance in -o out 2>err || code=$?
[[ $code == 1 ]] || why="exit code $code"
[[ $(find out/ -name '[a-z]*.ppm' | wc -l) == 141 ]] || why+=" $(find out/ -name '[a-z]*.ppm' | wc -l) of 141 written"
[[ $(grep -c 'error: in/killer.*: a worker process crashed (SIGSEGV) while decoding' err) == 3 ]] || why+=" not three named"
[[ $(grep -o '"input":"[^"]*"' out/atrous-timings.jsonl | sort -u | wc -l) == 144 ]] || why+=" not a record for each"
why+=$(damaged out)
judge "three killers of 144" "$why"
code=0 why=""
"$program" enhance --existing skip --log none in -o out 2>err || code=$?
[[ $code == 1 ]] || why="exit code $code"
grep -q '144 images: 0 written, 141 skipped, 3 failed' err || why+=" $(tail -n 1 err)"
judge "the resume does nothing" "$why"
unset ATROUS_HARM

# hit SIGNAL: sends it to the worker of a run at a random moment. Faults are added to $why.
hit() {
    local signal=$1 worker="" code=0
    rm -rf out
    "$program" enhance --log none in -o out 2>err &
    local run=$!
    while [[ -z $worker && -d /proc/$run ]]; do read -r worker _ <"/proc/$run/task/$run/children" || true; done 2>/dev/null
    sleep "$((RANDOM % 2)).$((RANDOM % 10))$((RANDOM % 10))"
    kill -"$signal" "$worker" 2>/dev/null || true
    wait $run || code=$?
    why=""
    # An image that was retried separately when the signal arrived counts as its cause.
    case $code in
    # LLVM takes such a signal from outside for a crash of its own, removes its files and goes on without them.
    5) grep -q 'does not compile' err || why="exit code 5: $(tail -n 1 err) " ;;
    0) [[ $(find out/ -name '[a-z]*.ppm' | wc -l) == 144 ]] || why="not all written, exit code 0" ;;
    1 | 33) grep -q ': error: in/' err && grep -Eq 'crashed|killed' err || why="exit code $code without a name" ;;
    *) why="exit code $code: $(tail -n 1 err) " ;;
    esac
    why+=$(damaged out)
    "$program" enhance --log none --existing skip in -o out >/dev/null 2>&1 || why+=" the resume failed"
    [[ -z $(damaged out) && $(find out/ -name '[a-z]*.ppm' | wc -l) == 144 ]] || why+=" not all written at the end"
}
for i in $(seq 1 28); do
    signals=(SEGV ABRT BUS FPE)
    if [[ $i -gt 20 ]]; then signals=(KILL); fi
    signal=${signals[$((i % ${#signals[@]}))]}
    hit "$signal"
    judge "$signal from outside" "$why"
done

echo "crashes: tried $tried, held $held"
[[ $tried == "$held" ]]
