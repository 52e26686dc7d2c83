#!/usr/bin/env bash
# many_files.sh PROGRAM [--all]: one run over 10,000 small files (1000 without --all). Memory and open files of the process that works must
# be as flat as the number of files is large: from a tenth of the run to its end it may grow by 16 MiB and by 8 descriptors. Prints
# a table (tried, held).
set -euo pipefail
program=$(realpath -e "$1") count=1000
if [[ ${2:-} == --all ]]; then count=10000; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
if ! "$program" devices >/dev/null 2>&1; then echo "[SKIP] no OpenCL device" && exit 0; fi
mkdir in
{ printf 'P6\n16 12\n255\n' && head -c 576 /dev/urandom; } >seed.ppm
for i in $(seq -w "$count"); do cp seed.ppm "in/$i.ppm"; done

# look FILE: memory in KiB and descriptors of the worker, while it works, with how many files are done.
look() {
    local run=$1 worker resident descriptors finished
    while [[ -d /proc/$run ]]; do
        read -r worker _ <"/proc/$run/task/$run/children" || true
        resident=$(sed -n 's/^RssAnon:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/${worker:-none}/status") || true
        descriptors=$(find "/proc/${worker:-none}/fd" -mindepth 1 2>/dev/null | wc -l) || true
        finished=$(grep -c '"output"' out/atrous-timings.jsonl) || true
        if [[ ${resident:-0} -gt 0 && ${finished:-0} -gt $((count / 10)) ]]; then echo "$resident $descriptors"; fi
        sleep 0.5
    done 2>/dev/null
}
code=0 why=""
"$program" enhance -q --levels 1 in -o out 2>err &
run=$!
look $run >seen
wait $run || code=$?
[[ $code == 0 ]] || why+="exit code $code: $(tail -n 1 err); "
[[ $(find out -name '*.ppm' | wc -l) == "$count" ]] || why+="$(find out -name '*.ppm' | wc -l) of $count written; "
"$program" verify out >/dev/null || why+="verify: $("$program" verify out | head -n 1); "
grown=$(awk 'NR == 1 {first = $1} $1 > most {most = $1} END {print NR > 2 ? most - first : -1}' seen)
more=$(awk 'NR == 1 {first = $2} $2 > most {most = $2} END {print most - first}' seen)
if [[ $grown == -1 ]]; then why+="the run was too short to look; "; fi
if [[ $grown -gt 16384 ]]; then why+="its memory grew by $((grown / 1024)) MiB; "; fi
if [[ $more -gt 8 ]]; then why+="$more descriptors more; "; fi
held=$count
if [[ -n $why ]]; then held=0 && echo "FAILED: $why"; fi
printf '%-14s %6s %6s %12s %12s\n' fault tried held 'grown KiB' 'more files'
printf '%-14s %6d %6d %12d %12d\n' 'many files' "$count" "$held" "$grown" "$more"
[[ -z $why ]]
