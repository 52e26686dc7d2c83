# shellcheck shell=bash
# Starts the scripts of tests/faults and measures the memory of a run. Sourced by them. `program` is the one that is tried.

# read_count ALL [ARGUMENT...]: sets `count` to ALL with --all, to N with --count N. Otherwise it stays.
read_count() {
    local all=$1
    shift
    while [[ $# -gt 0 ]]; do
        case $1 in
        --all) count=$all ;;
        --count) count=$2 && shift ;;
        *) echo "${0##*/}: unknown option $1" >&2 && exit 2 ;;
        esac
        shift
    done
}

# begin_trial WHAT: skips if perl, which does WHAT, or a device is missing. Goes to an empty folder, removed at the end.
begin_trial() {
    if ! command -v perl >/dev/null; then echo "[SKIP] no perl, which $1" && exit 0; fi
    if ! "$program" devices >/dev/null 2>&1; then echo "[SKIP] no OpenCL device" && exit 0; fi
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cd "$work"
}

# watch_memory RUN: waits for a process of this shell. Sets `code`, and `peak` to the most memory, in KiB, that it or a child of it
# had at any time.
watch_memory() {
    local run=$1 process had
    code=0 peak=0
    while [[ -d /proc/$run ]]; do
        for process in $run $(cat "/proc/$run/task/$run/children" 2>/dev/null); do
            had=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$process/status" 2>/dev/null) || continue
            if [[ ${had:-0} -gt $peak ]]; then peak=$had; fi
        done
        sleep 0.01
    done
    wait "$run" || code=$?
}
