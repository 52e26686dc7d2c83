#!/bin/bash
# Slurm: sbatch --array=0-9 data/farm/slurm-array.sh 1001-1100 'in/b.####.exr' 'post/b.####.exr' [OPTION...]
# Each task of the array is a chunk of the frames, counted from 0, because Slurm rejects array indices above 1000.
# A requeued task continues. To submit some tasks again, give the number of chunks: CHUNKS=10 sbatch --array=3,7 ...
# For renders with AOVs, use COMMAND=denoise sbatch ... (a task also reads the frames around its chunk, and writes the same bytes).
#SBATCH --job-name=atrous
#SBATCH --requeue
#SBATCH --open-mode=append
frames=$1 input=$2 output=$3
shift 3
chunk=auto
if [ -n "${CHUNKS:-}" ]; then chunk=$SLURM_ARRAY_TASK_ID/$CHUNKS; fi
case $output in */*) folder=${output%/*} ;; *) folder=. ;; esac
mkdir -p "$folder" || exit 1
if [ "${COMMAND:-enhance}" = enhance ]; then set -- --space log "$@"; fi
# Slurm may run a copy of this file. FARM is the folder of the other files.
warm=${FARM:-$(dirname "$0")}/warm.sh
if [ -x "$warm" ]; then "$warm" "$frames" "$input" "$@"; fi
# "atrous verify FOLDER" reads the logs of all tasks.
# exec: atrous receives the signals of scancel and of a requeue, and ends within two seconds.
exec "${ATROUS:-atrous}" "${COMMAND:-enhance}" --frames "$frames" --chunk "$chunk" --existing skip --progress plain \
    --log "$folder/atrous-timings.$SLURM_ARRAY_TASK_ID.jsonl" "$@" "$input" -o "$output"
