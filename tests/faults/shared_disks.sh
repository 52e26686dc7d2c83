#!/usr/bin/env bash
# shared_disks.sh PROGRAM [--all]: simulates network disks as far as one machine can: a disk that accepts no more files during a
# run (a quota), a disk that disappears, and two hosts (by name) with one folder, one of which is killed. A library in front of
# the program (played_disk.cpp) adds errors that only fsync or close report, stale handles, and file systems without locks, hard
# links, exclusive renames or unnamed files. A rule that made no call fail is a failure, too. Outputs are complete or absent, and
# a resumed run completes them. Prints a table (tried, held).
set -euo pipefail
program=$(realpath -e "$1")
played=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/played_disk.cpp
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
"$program" enhance -q --log none in -o whole

# judge NAME PROBLEM: counts and prints problems.
judge() {
    tried=$((tried + 1))
    if [[ -z $2 ]]; then held=$((held + 1)); else echo "FAILED: $1: $2"; fi
}
# damaged: prints the wrong outputs on the disk.
damaged() {
    local file
    for file in "$disk"/out/[0-9]*.ppm; do
        [[ ! -e $file ]] || cmp -s "$file" "whole/${file##*/}" || printf '%s ' "$file"
    done
}
complete() { [[ -z $(damaged) && $(find "$disk/out" -name '*.ppm' | wc -l) == 60 && -z $(find "$disk/out" -name '.*' -type f) ]]; }
# begin: a run onto the disk, as soon as it has written some images.
begin() {
    "$program" enhance -q -j 2 --log log.jsonl --existing skip in -o "$disk/out" 2>err &
    run=$!
    while [[ $(find "$disk/out" -name '[0-9]*.ppm' 2>/dev/null | wc -l) -lt 5 && -d /proc/$run ]]; do sleep 0.02; done
}
resume() { "$program" enhance -q --log log.jsonl --existing skip in -o "$disk/out" 2>err; }

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

# From now on, paths lead to another disk, as after a remount. Open files stay on the old disk.
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

# Two hosts by their names. One is killed in the middle and leaves its temporaries.
why=""
begin
unshare --uts sh -c "hostname other && exec '$program' enhance -q --log log.jsonl --existing skip in -o '$disk/out'" 2>err2 &
other=$!
sleep 0.2
kill -KILL $run
wait $run 2>/dev/null || true
wait $other || why="the other host ended with $?: $(tail -n 1 err2) "
resume || why+=" the resume ended with $?"
complete || why+=" not complete: $(damaged) $(find "$disk/out" -name '.*' -type f)"
judge "two hosts, one killed" "$why"

rm -rf "$disk/out" log.jsonl

# From here on, the library simulates the disk. Eight images, and one of another format, to which the rules apply.
if ! c++ -std=c++20 -O1 -shared -fPIC "$played" -o played.so -ldl 2>compiler; then
    echo "[SKIP] no compiler for what plays file systems"
else
    mkdir few
    cp in/10[0-7].ppm few
    "$program" enhance -q --log none in/108.ppm -o few/odd.tif
    "$program" enhance -q --log none few -o whole-few
    "$program" enhance -q --log none --max-memory 64K few/odd.tif -o bands-few/ # whose strips lie in another order

    export PLAYED_DISK_TOLD=$PWD/told
    # silent RULES: prints the rules that made no call of the last run fail. They tested nothing.
    silent() {
        local rule rules
        touch told
        IFS=';' read -ra rules <<<"$1"
        for rule in "${rules[@]}"; do grep -q "^${rule%% *} " told || printf ' nothing played "%s"' "$rule"; done
        rm told
    }
    # play RULES OPTIONS...: a run over the few. Its code is in $code, its messages are in err.
    play() {
        code=0
        rm -f told
        PLAYED_DISK=$1 LD_PRELOAD=$PWD/played.so "$program" enhance -q --log log.jsonl "${@:2}" few -o "$disk/out" 2>err || code=$?
    }
    # strange: prints wrong outputs and remaining temporary files.
    strange() {
        local file
        for file in "$disk"/out/[0-9o]*; do
            [[ ! -e $file ]] || cmp -s "$file" "whole-few/${file##*/}" || cmp -s "$file" "bands-few/${file##*/}" ||
                printf '%s ' "$file"
        done
        find "$disk/out" -name '.*' -type f
    }
    # only_odd NAME TEXT RULES: only the odd file fails, with the reason of the system. The next run, without faults, writes it.
    only_odd() {
        play "$3" --existing skip
        why=$(silent "$3")
        [[ $code == 1 ]] || why+="exit code $code, "
        [[ $(grep -c 'error: ' err) == 1 ]] && grep -q "odd.tif: .*$2" err || why+="it says: $(head -n 3 err), "
        [[ ! -e $disk/out/odd.tif && $(find "$disk/out" -name '*.ppm' | wc -l) == 8 ]] || why+="wrong outputs, "
        why+=$(strange)
        "$program" verify log.jsonl >/dev/null && why+=" verify finds nothing"
        play "" --existing skip
        [[ $code == 0 && -e $disk/out/odd.tif ]] || why+=" the resume ended with $code: $(tail -n 1 err)"
        "$program" verify log.jsonl >/dev/null || why+=" verify: $("$program" verify log.jsonl | head -n 1)"
        why+=$(strange)
        judge "$1" "$why"
        rm -rf "$disk/out" log.jsonl
    }
    # all_made NAME RULES OPTIONS...: nothing fails, though the file system lacks something.
    all_made() {
        play "$2" "${@:3}"
        why=$(silent "$2")
        [[ $code == 0 ]] || why+="exit code $code: $(tail -n 1 err), "
        [[ $(find "$disk/out" -name '*.ppm' -o -name '*.tif' | wc -l) == 9 ]] || why+="not complete, "
        why+=$(strange)
        play "$2"
        [[ $code == 1 && $(grep -c "exists already" err) == 9 ]] || why+="the second run replaced something, "
        why+=$(strange)
        judge "$1" "$why"
        rm -rf "$disk/out" log.jsonl
    }
    stale="Stale file handle" # 116
    only_odd "a quota that fsync tells" "Disk quota exceeded" "fsync 122 .tif"
    only_odd "a full disk that close tells" "No space left on device" "close 28 .tif"
    only_odd "an output that is stale at fsync" "$stale" "fsync 116 .tif"
    only_odd "an output that is stale at close" "$stale" "close 116 .tif"
    only_odd "an input that is stale" "$stale" "open 116 few/odd.tif"
    only_odd "an input that is stale while it is read" "" "read 116 few/odd.tif"
    all_made "no locks" "flock 37 *" --existing skip                    # ENOLCK
    all_made "no rename that replaces nothing" "rename 22 *"            # EINVAL
    all_made "neither that nor hard links" "rename 22 *;link 1 *"       # EPERM
    all_made "no files without names" "nameless 95 *" --max-memory 64K  # EOPNOTSUPP
    cp -r few own
    why=""
    PLAYED_DISK="link 1 *" LD_PRELOAD=$PWD/played.so "$program" enhance -q --log none --in-place=.bak own 2>err || why="ended with $?"
    why+=$(silent "link 1 *")
    for file in few/*; do
        cmp -s "$file" "own/${file##*/}.bak" && cmp -s "whole-few/${file##*/}" "own/${file##*/}" || why+=" ${file##*/}"
    done
    judge "backups without hard links" "$why"
    # Three hosts without locks between them: all end well, though some work is done twice.
    why="" hosts="" rules="flock 37 *;rename 22 *;link 1 *"
    for host in one two three; do
        PLAYED_DISK=$rules LD_PRELOAD=$PWD/played.so unshare --uts sh -c \
            "hostname $host && exec '$program' enhance -q --log $host.jsonl --existing skip few -o '$disk/out'" 2>>err3 &
        hosts+=" $!"
    done
    for host in $hosts; do wait "$host" || why+="a host ended with $?: $(tail -n 1 err3) "; done
    why+=$(silent "$rules")
    [[ $(find "$disk/out" -name '*.ppm' -o -name '*.tif' | wc -l) == 9 ]] || why+="not complete, "
    why+=$(strange)
    judge "three hosts without locks" "$why"
fi

printf '%-14s %6s %6s\n' fault tried held
printf '%-14s %6d %6d\n' "shared disks" "$tried" "$held"
[[ $tried == "$held" ]]
