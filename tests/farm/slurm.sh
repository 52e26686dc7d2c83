#!/bin/bash
# Compares the Slurm recipe with one process: ten frames as an array of chunks of three, one task requeued while it runs. Needs
# slurm-one-node.sh in this folder and the packages that it names. Exit code 77 without them.
#
#   slurm.sh ATROUS
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
recipe=$here/../../data/farm/slurm-array.sh

# Runs where the cluster is.
submit() {
    local folder=$1 job
    cd "$folder"
    job=$(sbatch --parsable --array=0-3%1 --output='task-%a' "$recipe" 1-10 'in/b.####.ppm' 'out/b.####.ppm' \
        --preset sharpen --levels 5 --jobs 1)
    # Requeue the second task as soon as it has written one of its frames.
    for _ in $(seq 600); do
        [ -e out/b.0004.ppm ] && break
        sleep 0.1
    done
    scontrol requeue "${job}_1"
    for _ in $(seq 1200); do
        [ -z "$(squeue --noheader)" ] && break
        sleep 0.1
    done
    [ -z "$(squeue --noheader)" ] || { squeue; echo "the array does not end" >&2; return 1; }
    grep -h . task-* || true
    # ExitCode of each task, as the scheduler saw it.
    for task in 0 1 2 3; do
        scontrol show job "${job}_$task" | grep -q 'ExitCode=0:0' || { scontrol show job "${job}_$task"; return 1; }
    done
    scontrol show job "${job}_1" | grep -q 'Restarts=1' || { echo "the second task was not requeued" >&2; return 1; }
}

if [ "${1:-}" = --submit ]; then
    submit "$2"
    exit
fi

ATROUS=$(realpath "${1:?usage: slurm.sh ATROUS}")
export ATROUS
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/in"
# Noise, large enough for a frame to take a moment.
for frame in 01 02 03 04 05 06 07 08 09 10; do
    { printf 'P6\n1500 1000\n255\n'; head -c 4500000 /dev/urandom; } >"$folder/in/b.00$frame.ppm"
done
cd "$folder"
"$ATROUS" enhance --space log --preset sharpen --levels 5 -q --frames 1-10 'in/b.####.ppm' -o 'whole/b.####.ppm'
code=0
"$here/slurm-one-node.sh" --cpus 1 -- "$here/slurm.sh" --submit "$folder" || code=$?
if [ $code = 77 ]; then echo "[SKIP] Slurm is not installed, or not to be had here: see data/packages.txt, group slurm"; fi
[ $code = 0 ] || exit $code
diff -r whole out
echo "ten frames in chunks of three, one task requeued: the bytes of one process"
