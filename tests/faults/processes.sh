#!/usr/bin/env bash
# processes.sh PROGRAM [--all | KILLS [SIGNALS [TIMES]]]: ends batches from outside at random moments, and runs eight of them on one
# folder. After KILL (150 times) each output is absent or whole and a resume ends with the bytes of an undisturbed run. After INT,
# TERM and HUP (25 each) the exit code is the signal's and nothing hidden is left. Eight processes (3 times) all end with 0 and work
# on at most a twentieth twice. Prints a table (tried, held).
set -euo pipefail
if [[ ${2:-} == --all ]]; then set -- "$1"; fi
program=$(realpath -e "$1") kills=${2:-150} signals=${3:-25} times=${4:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# 40 images. The outputs have several formats, of which TIFF is the largest.
mkdir in
for i in $(seq 10 49); do
    { printf 'P6\n90 60\n255\n' && head -c 16200 /dev/urandom; } >"in/$i.ppm"
done
run() { "$program" enhance -q --existing skip --log log.jsonl in -o "$1/{stem}.tif"; }
if ! run reference 2>err; then
    if grep -q OpenCL err; then echo "[SKIP] no OpenCL device" && exit 0; fi
    cat err && exit 1
fi

table=$(printf '%-14s %6s %6s' fault tried held) failed=0
# add FAULT TRIED HELD
add() {
    table+=$'\n'$(printf '%-14s %6d %6d' "$1" "$2" "$3")
    [[ $2 == "$3" ]] || failed=1
}
hidden() { find "$1" -name '.*' -type f 2>/dev/null; }
# whole FOLDER: no output there differs from the reference.
whole() {
    local file
    for file in "$1"/*.tif; do
        [[ -e $file ]] || continue
        cmp -s "$file" "reference/${file##*/}" || { echo "FAILED: $file is not whole" && return 1; }
    done
}
# after_a_while SIGNAL FOLDER: a run that gets the signal at a random moment. Sets code.
after_a_while() {
    # Not `run`: the signal would end the shell around it.
    "$program" enhance -q --existing skip --log log.jsonl in -o "$2/{stem}.tif" 2>err &
    local pid=$! moment
    printf -v moment '0.%03d' $((RANDOM % 900))
    sleep "$moment"
    kill -"$1" "$pid" 2>/dev/null || true
    code=0
    wait "$pid" 2>/dev/null || code=$?
}

held=0
for i in $(seq "$kills"); do
    if [[ $((i % 10)) == 1 ]]; then rm -rf killed; fi # the others begin with what the killed ones left
    after_a_while KILL killed
    if whole killed; then held=$((held + 1)); fi
done
run killed
add KILL "$kills" "$held"
held=0
if whole killed && [[ -z $(hidden killed) && $(find killed -name '*.tif' | wc -l) == 40 ]]; then held=1; fi
add resume 1 "$held"

for signal in INT:130 TERM:143 HUP:129; do
    held=0
    for i in $(seq "$signals"); do
        rm -rf ended
        # A shell ignores this signal in background jobs without job control.
        set -m
        after_a_while "${signal%:*}" ended
        set +m
        # Before the program catches it, the signal itself ends it, with the same code. A run that was faster is done.
        if [[ $code == "${signal#*:}" || $code == 0 ]] && whole ended && [[ -z $(hidden ended) ]]; then
            held=$((held + 1))
        else
            echo "FAILED: ${signal%:*}: exit code $code, hidden: $(hidden ended)"
        fi
    done
    add "${signal%:*}" "$signals" "$held"
done

held=0
for i in $(seq "$times"); do
    rm -rf shared shared.jsonl
    pids=() bad=0
    for _ in 1 2 3 4 5 6 7 8; do
        "$program" enhance -q --existing skip --log shared.jsonl in -o 'shared/{stem}.tif' &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do wait "$pid" || bad=1; done
    written=$(grep -c '"status":"ok"' shared.jsonl)
    if [[ $bad == 0 && $written -ge 40 && $written -le 42 && -z $(hidden shared) ]] && whole shared &&
        "$program" verify shared.jsonl >/dev/null; then
        held=$((held + 1))
    else
        echo "FAILED: eight processes: written $written of 40, failures $bad"
    fi
done
add "8 processes" "$times" "$held"
echo "$table"
exit "$failed"
