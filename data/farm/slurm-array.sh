#!/bin/bash
# Slurm: sbatch --array=0-9 data/farm/slurm-array.sh 1001-1100 'in/b.####.exr' 'post/b.####.exr' [OPTION...]
# Each task of the array is a chunk of the frames, counted from 0: Slurm refuses array indices above 1000, where frames are.
# A requeued task goes on where it was; to send some tasks again, say of how many: CHUNKS=10 sbatch --array=3,7 ...
# Renders with AOVs: COMMAND=denoise sbatch ...; each task reads the frames around its chunk, too, and writes the same bytes.
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
# A copy of this file may run; FARM says where the others are.
warm=${FARM:-$(dirname "$0")}/warm.sh
if [ -x "$warm" ]; then "$warm" "$frames" "$input" "$@"; fi
# "atrous verify FOLDER" reads the logs of all tasks.
# exec: the signals of scancel and of a requeue reach atrous, which then ends within two seconds.
exec "${ATROUS:-atrous}" "${COMMAND:-enhance}" --frames "$frames" --chunk "$chunk" --existing skip --progress plain \
    --log "$folder/atrous-timings.$SLURM_ARRAY_TASK_ID.jsonl" "$@" "$input" -o "$output"
