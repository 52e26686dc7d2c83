#!/usr/bin/env bash
# mutated.sh PROGRAM [--all | --count N] [--peak MIB]: processes images of every readable format, created here with EXIF, XMP and
# profiles, with bytes that were changed, cut off, doubled or inserted: 2000 files with --all, otherwise 60. Each must give an
# intact output or an error that names it, under --max-memory 512M with no process above 1 GiB, and the run must end. Prints a
# table: files tried, held, written, rejected, and files that ended a worker (which may only cost that file). --peak MIB is for
# builds with sanitizers, which need more memory. --max-memory is the same.
set -euo pipefail
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(realpath -e "$1") count=60 memory=512M most=1024 timeout=60
shift
while [[ $# -gt 0 ]]; do
    case $1 in
    --all) count=2000 ;;
    --count) count=$2 && shift ;;
    --peak)
        most=$2 memory=$2M timeout=600
        export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$tests/leaks.txt:print_suppressions=0}
        # Complete stacks, which leaks.txt needs. The other options as in tests/CMakeLists.txt.
        export ASAN_OPTIONS=${ASAN_OPTIONS:-fast_unwind_on_malloc=0:intercept_tls_get_addr=0}
        shift
        ;;
    *) echo "mutated.sh: unknown option $1" >&2 && exit 2 ;;
    esac
    shift
done
# shellcheck source=tests/faults/support/trial.sh
source "$tests/faults/support/trial.sh"
# shellcheck source=tests/faults/mutations/files.sh
source "$tests/faults/mutations/files.sh"
begin_trial "changes the bytes"

make_seeds "$program" "$tests"
mutate "$count"

# run_watched: a run over in/, and the largest amount of memory, in KiB, that its processes had at any time.
run_watched() {
    "$program" enhance --levels 1 --max-memory "$memory" --timeout "$timeout" --log log.jsonl in -o 'out/{stem}-{ext}.png' >/dev/null 2>err &
    watch_memory $!
}
run_watched

why=""
case $code in
0 | 1 | 33) ;;
*) why+="exit code $code: $(tail -n 1 err); " ;;
esac
if [[ $peak -gt $((most * 1024)) ]]; then why+="a process had $((peak / 1024)) MiB; "; fi
named=$(grep -o '"input":"[^"]*"' log.jsonl | sort -u | wc -l)
[[ $named == "$(find in -type f | wc -l)" ]] || why+="$named records of $(find in -type f | wc -l) files; "
# In a build with sanitizers, reports of a process that ended normally are only visible here.
reported=$(grep -E 'ERROR: [A-Za-z]*Sanitizer|runtime error' err | head -n 1 || true)
[[ -z $reported ]] || why+="$reported; "
# Problems that verify finds, except outputs that were not written.
broken=$("$program" verify log.jsonl 2>&1 | grep -Ev ' was not written |^[0-9]+ outputs: ' || true)
[[ -z $broken ]] || why+="$broken; "
[[ -z $(find out -name '.*' -type f) ]] || why+="left behind: $(find out -name '.*' -type f); "
ended=$(grep -Ec 'error: in/.*(crashed|did nothing|took more memory|was killed)' err || true)
grep -E 'error: in/.*(crashed|did nothing|took more memory|was killed)' err || true

printf '%-14s %6s %6s %8s %8s %8s %9s\n' fault tried held written refused 'ended it' 'peak MiB'
held=$count
if [[ -n $why ]]; then held=0 && echo "FAILED: $why"; fi
printf '%-14s %6d %6d %8d %8d %8d %9d\n' "mutated files" "$count" "$held" "$(grep -c '"status":"ok"' log.jsonl)" \
    "$(($(grep -c '"status":"failed"' log.jsonl) - ended))" "$ended" $((peak / 1024))
[[ -z $why ]]
