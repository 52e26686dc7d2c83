#!/usr/bin/env bash
# fresh_memory.sh PROGRAM [--all | --count N]: scales damaged images of every format (tests/faults/mutations) in their own
# formats, and filters them into TIFF, which keeps most of their data: 3000 images with --all, otherwise 60. Everything runs
# twice, with new memory full of one byte and of another (MALLOC_PERTURB_ of glibc): outputs and messages must be equal byte for
# byte, otherwise uninitialised memory was used. Prints a table: files tried and held.
set -euo pipefail
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(realpath -e "$1") count=60
# shellcheck source=tests/faults/support/trial.sh
source "$tests/faults/support/trial.sh"
shift
read_count 3000 "$@"
# shellcheck source=tests/faults/mutations/files.sh
source "$tests/faults/mutations/files.sh"
begin_trial "changes the bytes"
make_seeds "$program" "$tests"
mutate "$count"

# Formats for which the program fills new memory itself (leaves_gaps() in formats/common) have their own runs, because they would
# hide gaps of others.
mkdir gaps
find in \( -name '*.heic' -o -name '*dwa*' \) -exec mv -t gaps {} +

# run_filled BYTE: processes in/ and gaps/ with new memory full of this byte: BYTE/ gets outputs and messages. One file at a time,
# because messages of libraries do not name files.
run_filled() {
    mkdir "$1"
    local folder
    for folder in in gaps; do
        run_one "$1" scale --factor 2 "$folder" -o 'out/{stem}.{ext}'
        run_one "$1" enhance --levels 1 "$folder" -o 'out/{stem}-{ext}.tif'
    done
    mv out "$1/"
}

# run_one BYTE COMMAND...: without the line at the end, which has the time.
run_one() {
    local code=0
    MALLOC_PERTURB_=$1 "$program" "${@:2}" -j 1 --log none >all 2>&1 || code=$?
    grep -av ' written, ' all >>"$1/said" || true
    case $code in
    0 | 1 | 33) ;;
    *) echo "FAILED: exit code $code: $(tail -n 1 all)" && exit 1 ;;
    esac
}
run_filled 85
run_filled 170

# Outputs of only one run, outputs that differ, and lines that differ.
differ=$({ diff -rq 85/out 170/out || true; diff 85/said 170/said | grep -a '^[<>]' || true; })
[[ -z $differ ]] || printf 'FAILED: differs where memory is filled otherwise:\n%s\n' "$differ"
named=$({ grep -aoE '[0-9]{5}-' <<<"$differ" || true; } | sort -u | wc -l)
if [[ -n $differ && $named == 0 ]]; then named=1; fi
printf '%-14s %6s %6s %8s\n' fault tried held outputs
printf '%-14s %6d %6d %8d\n' "fresh memory" "$count" $((count - named)) "$(find 85/out -type f | wc -l)"
[[ -z $differ ]]
