#!/bin/bash
# Deadline: data/farm/deadline.sh 10 1001-1100 '/shot/b.####.exr' '/post/b.####.exr'; not tried on a farm by the authors.
# Submits a job of the plugin CommandLine: its frames are chunks, counted from 0, one a task.
# COMMAND="denoise" is for renders with AOVs: a task reads the frames around its chunk, too, and writes the same bytes.
# The task's bar follows the lines "Progress: 37%"; a task fails by its exit code alone, since no warning says "Error:".
chunks=$1 frames=$2 input=$3 output=$4
case $output in */*) folder=${output%/*} ;; *) folder=. ;; esac
mkdir -p "$folder" || exit 1 # of the outputs; "atrous verify FOLDER" reads the logs of all tasks
job=$(mktemp -d) || exit 1
trap 'rm -r "$job"' EXIT
cat >"$job/job" <<JOB
Plugin=CommandLine
Name=atrous $output
Frames=0-$((chunks - 1))
ChunkSize=1
JOB
cat >"$job/plugin" <<PLUGIN
Executable=${ATROUS:-atrous}
Arguments=${COMMAND:-enhance --space log} --frames $frames --chunk <STARTFRAME>/$chunks --existing skip --progress deadline --log <QUOTE>$folder/atrous-timings.<STARTFRAME>.jsonl<QUOTE> <QUOTE>$input<QUOTE> -o <QUOTE>$output<QUOTE>
PLUGIN
"${DEADLINE:-deadlinecommand}" "$job/job" "$job/plugin"
