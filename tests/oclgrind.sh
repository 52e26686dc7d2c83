#!/usr/bin/env bash
# oclgrind.sh PROGRAM: enhances images of tests/tiny under the OpenCL simulator oclgrind with every form, schedule,
# synthesis and space (orders, borders, radii, edges and pixel types take turns), and fails on any report: an
# access outside a buffer, a data race, a wrong call of the API.
set -euo pipefail
program=$1
tiny=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/tiny
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

# run_one NAME IMAGE OPTION...: one run; prints what was reported.
# Without optimisation and inlining, since oclgrind 21.10 lacks functions that LLVM puts in then (llvm.abs,
# llvm.experimental.noalias.scope.decl).
run_one() {
    local name=$1 image=$2 status=0
    shift 2
    oclgrind --build-options "-cl-opt-disable -Dalways_inline=" --check-api --data-races --max-errors 20 \
        --log "$work/$name.txt" "$program" enhance "$@" "$tiny/$image" -o "$work/$name/" >"$work/$name.out" 2>&1 || status=$?
    if [[ $status != 0 || -s $work/$name.txt ]] || ! grep -q '"status":"ok"' "$work/$name/atrous-timings.jsonl"; then
        echo "FAILED (exit status $status): atrous enhance $* $image"
        cat "$work/$name.out" "$work/$name.txt"
        touch "$work/failed"
    fi
}
export -f run_one
export work tiny program

# values_of OPTION: what --help lists for it, so that new rows of the program's tables are run, too.
help=$("$program" enhance --help)
values_of() { grep -o -m 1 -- "$1 [a-z|]*" <<<"$help" | cut -d ' ' -f 2 | tr '|' '\n' | grep -vx auto; }

index=0
images=(rgb8.png rgba16.png half.exr grey8.png one.png) radii=(2 1) edges=("--edges 0.5" "--edges off")
mapfile -t borders < <(values_of --border)
mapfile -t orders < <(values_of --order)
for space in $(values_of --space); do
    for form in $(values_of --form); do
        for schedule in $(values_of --schedule); do
            for synthesis in $(values_of --synthesis); do
                turn=$((index + index / 18)) # so that a form meets all borders, orders, radii and images
                index=$((index + 1))
                echo "run$index ${images[turn % 5]} --levels $((1 + index % 3))" \
                    "--space $space --form $form --schedule $schedule --synthesis $synthesis" \
                    "--order ${orders[turn % ${#orders[@]}]} --border ${borders[turn % ${#borders[@]}]}" \
                    "--radius ${radii[turn / 2 % 2]} ${edges[turn / 4 % 2]}"
            done
        done
    done
done >"$work/runs"
[[ $index -ge 32 ]] # or --help was not understood
# xargs -L joins lines that end with a blank; none does.
xargs -P "$(nproc)" -L 1 bash -c 'run_one "$@"' run_one <"$work/runs"
echo "$index runs under $(oclgrind --version | grep -o 'Oclgrind [0-9.]*')"
[[ ! -e $work/failed ]]
