#!/bin/bash
# GNU parallel: data/farm/parallel.sh 10 1001-1100 'in/b.####.exr' 'post/b.####.exr' [OPTION...]; SLOTS and HOSTS as below.
# SLOTS tasks at once (default 1, as one fills a machine); with --device '{%}' in the options the slot N has the device N.
# What failed is done again by the same line: atrous.joblog knows the chunks, --existing skip the frames.
chunks=$1 frames=$2 input=$3 output=$4
shift 4
# COMMAND=denoise is for renders with AOVs: each task reads the frames around its chunk, too, and writes the same bytes.
if [ "${COMMAND:-enhance}" = enhance ]; then set -- --space log "$@"; fi
case $output in */*) folder=${output%/*} ;; *) folder=. ;; esac
mkdir -p "$folder" || exit 1
"$(dirname "$0")/warm.sh" "$frames" "$input" "$@" # this machine's; "atrous verify FOLDER" reads the logs of all tasks
# HOSTS, like "a,b,:", has machines that see the same folders; ":" is this one.
seq 0 $((chunks - 1)) |
    parallel --jobs "${SLOTS:-1}" --sshlogin "${HOSTS:-:}" --workdir . --joblog atrous.joblog --resume-failed --retries 2 \
        "${ATROUS:-atrous}" "${COMMAND:-enhance}" --frames "$frames" --chunk "{}/$chunks" --existing skip \
        --progress plain --log "${folder@Q}/atrous-timings.{}.jsonl" "${@@Q}" "${input@Q}" -o "${output@Q}"
