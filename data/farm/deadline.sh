#!/bin/bash
# Deadline: data/farm/deadline.sh 10 1001-1100 '/shot/b.####.exr' '/post/b.####.exr'. The authors have not tested it on a farm.
# Submits a job of the plugin CommandLine: its frames are chunks, counted from 0, one per task.
# For renders with AOVs, set COMMAND="denoise": a task also reads the frames around its chunk, and writes the same bytes.
# The progress bar of a task follows the lines "Progress: 37%". A task fails only by its exit code, because no warning contains "Error:".
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
