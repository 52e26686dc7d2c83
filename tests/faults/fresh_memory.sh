#!/usr/bin/env bash
# fresh_memory.sh PROGRAM [--all | --count N]: damaged pictures of every format (tests/faults/mutations), each made smaller and
# written in its own format, and filtered and written as TIFF, which keeps most of what is in it: 3000 pictures with --all, else
# 60. All of it twice, once where new memory is full of one byte and once of another (glibc's MALLOC_PERTURB_): outputs and what
# is said of them must be the same byte for byte, else memory that nobody filled came out. Prints a table: files tried and held.
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

# Formats for which the program fills new memory itself (leaves_gaps() in formats/common) come in runs of their own, or what others leave
# unfilled would not show.
mkdir gaps
find in \( -name '*.heic' -o -name '*dwa*' \) -exec mv -t gaps {} +

# run_filled BYTE: what comes of in/ and gaps/ in new memory full of this byte: BYTE/ with outputs and what was said. One file at a time,
# since messages of libraries have no names.
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

# Outputs of one run alone, outputs that differ, and lines that differ.
differ=$({ diff -rq 85/out 170/out || true; diff 85/said 170/said | grep -a '^[<>]' || true; })
[[ -z $differ ]] || printf 'FAILED: differs where memory is filled otherwise:\n%s\n' "$differ"
named=$({ grep -aoE '[0-9]{5}-' <<<"$differ" || true; } | sort -u | wc -l)
if [[ -n $differ && $named == 0 ]]; then named=1; fi
printf '%-14s %6s %6s %8s\n' fault tried held outputs
printf '%-14s %6d %6d %8d\n' "fresh memory" "$count" $((count - named)) "$(find 85/out -type f | wc -l)"
[[ -z $differ ]]
