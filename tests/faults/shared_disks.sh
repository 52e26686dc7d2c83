#!/usr/bin/env bash
# shared_disks.sh PROGRAM [--all]: what disks of other machines do, as far as this one can play it: a disk that takes no more files
# in the middle of a run (a quota), one that goes away, and two hosts (by name) on one folder, one of which is killed. Outputs are whole
# or absent, and a resume completes them. Prints a table (tried, held). Locks that a server does not know, ESTALE and errors
# that only fsync or close tell need a file system made for it; nothing here plays them.
set -euo pipefail
program=$(realpath -e "$1")
if [[ ${ATROUS_IN_NAMESPACE:-} != yes ]]; then
    if ! unshare -Urm --uts true 2>/dev/null; then
        echo "[SKIP] no user and mount namespaces here, so no disks to play with"
        exit 0
    fi
    ATROUS_IN_NAMESPACE=yes exec unshare -Urm --uts "$0" "$@"
fi
work=$(mktemp -d) tried=0 held=0
disk=$work/disk
trap 'umount -l "$disk" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
if ! "$program" devices >/dev/null 2>&1; then echo "[SKIP] no OpenCL device" && exit 0; fi
mkdir in "$disk"
for i in $(seq 100 159); do
    { printf 'P6\n240 160\n255\n' && head -c 115200 /dev/urandom; } >"in/$i.ppm"
done
"$program" enhance -q --no-log in -o whole

# judge NAME PROBLEM: counts, and tells of a problem.
judge() {
    tried=$((tried + 1))
    if [[ -z $2 ]]; then held=$((held + 1)); else echo "FAILED: $1: $2"; fi
}
# damaged: the outputs on the disk that are not what they should be.
damaged() {
    local file
    for file in "$disk"/out/[0-9]*.ppm; do
        [[ ! -e $file ]] || cmp -s "$file" "whole/${file##*/}" || printf '%s ' "$file"
    done
}
complete() { [[ -z $(damaged) && $(find "$disk/out" -name '*.ppm' | wc -l) == 60 && -z $(find "$disk/out" -name '.*' -type f) ]]; }
# begin: a run onto the disk, as soon as it has written some images.
begin() {
    "$program" enhance -q -j 2 --log log.jsonl --skip-existing in -o "$disk/out" 2>err &
    run=$!
    while [[ $(find "$disk/out" -name '[0-9]*.ppm' 2>/dev/null | wc -l) -lt 5 && -d /proc/$run ]]; do sleep 0.02; done
}
resume() { "$program" enhance -q --log log.jsonl --skip-existing in -o "$disk/out" 2>err; }

mount -t tmpfs -o size=64M played "$disk"
begin
read -r all free <<<"$(stat -f -c '%c %d' "$disk")"
mount -o "remount,nr_inodes=$((all - free + 12))" "$disk" # some more, since the run goes on meanwhile
code=0 why=""
wait $run || code=$?
[[ $code == 1 ]] || why="exit code $code, "
grep -q 'error: .*No space left on device' err || why+="no error that says it, "
why+=$(damaged)
if "$program" verify log.jsonl >/dev/null; then why+=" verify finds nothing"; fi
mount -o remount,nr_inodes=100000 "$disk"
resume || why+=" the resume ended with $?: $(tail -n 1 err)"
complete || why+=" not complete: $(damaged) $(find "$disk/out" -name '.*' -type f)"
"$program" verify log.jsonl >/dev/null || why+=" verify: $("$program" verify log.jsonl | head -n 1)"
judge "no more files in the middle" "$why"
umount "$disk"
rm log.jsonl

# Paths lead to another disk from now on, as where a server was mounted anew; files that are open stay where they are.
mount -t tmpfs -o size=64M played "$disk"
begin
umount -l "$disk"
code=0 why=""
wait $run || code=$?
[[ $code == 0 || $code == 1 ]] || why="exit code $code: $(tail -n 1 err) "
why+=$(damaged)
resume || why+=" the resume ended with $?: $(tail -n 1 err)"
complete || why+=" not complete: $(damaged) $(find "$disk/out" -name '.*' -type f)"
judge "goes away in the middle" "$why"
rm -rf "$disk/out" log.jsonl

# Two hosts by their names; one is killed in the middle and leaves its temporaries.
why=""
begin
unshare --uts sh -c "hostname other && exec '$program' enhance -q --log log.jsonl --skip-existing in -o '$disk/out'" 2>err2 &
other=$!
sleep 0.2
kill -KILL $run
wait $run 2>/dev/null || true
wait $other || why="the other host ended with $?: $(tail -n 1 err2) "
resume || why+=" the resume ended with $?"
complete || why+=" not complete: $(damaged) $(find "$disk/out" -name '.*' -type f)"
judge "two hosts, one killed" "$why"

printf '%-14s %6s %6s\n' fault tried held
printf '%-14s %6d %6d\n' "shared disks" "$tried" "$held"
[[ $tried == "$held" ]]
