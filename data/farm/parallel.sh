#!/bin/bash
# GNU parallel: data/farm/parallel.sh 10 1001-1100 'in/b.####.exr' 'post/b.####.exr' [OPTION...]. SLOTS and HOSTS as below.
# Runs SLOTS tasks at once (default 1, because one uses the whole machine). With --device '{%}' in the options, slot N uses device N.
# To repeat failed tasks, run the same line again: atrous.joblog lists the chunks, and --existing skip skips complete frames.
chunks=$1 frames=$2 input=$3 output=$4
shift 4
# For renders with AOVs, set COMMAND=denoise: a task also reads the frames around its chunk, and writes the same bytes.
if [ "${COMMAND:-enhance}" = enhance ]; then set -- --space log "$@"; fi
case $output in */*) folder=${output%/*} ;; *) folder=. ;; esac
mkdir -p "$folder" || exit 1
"$(dirname "$0")/warm.sh" "$frames" "$input" "$@" # this machine's; "atrous verify FOLDER" reads the logs of all tasks
# HOSTS, for example "a,b,:", lists machines with the same folders. ":" is this machine.
seq 0 $((chunks - 1)) |
    parallel --jobs "${SLOTS:-1}" --sshlogin "${HOSTS:-:}" --workdir . --joblog atrous.joblog --resume-failed --retries 2 \
        "${ATROUS:-atrous}" "${COMMAND:-enhance}" --frames "$frames" --chunk "{}/$chunks" --existing skip \
        --progress plain --log "${folder@Q}/atrous-timings.{}.jsonl" "${@@Q}" "${input@Q}" -o "${output@Q}"
