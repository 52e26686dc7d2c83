#!/usr/bin/env bash
# Runs two builds of the program side by side and fails on any difference of their outputs: a refactoring changes no
# bit. The images are made by against/images.sh, the commands are in against/cases.sh (settings), against/files.sh (file
# handling of runs), against/commands.sh (other commands) and against/whole.sh (all combinations), and against/accepted.sed
# lists the intended differences.
# shellcheck disable=SC2016 # commands are expanded where they run
set -euo pipefail
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$tests/../data/samples

usage() {
    cat <<'TEXT'
usage: tests/against.sh OLD NEW [--whole] [--only PATTERN]
       tests/against.sh --self-test NEW
       tests/against.sh --record FOLDER PROGRAM [--only PATTERN]

Runs the programs OLD and NEW on the same images and compares exit statuses, the files that they write, byte by byte,
what they print, and the logs without times. Needs oiiotool (openimageio-tools).
  --whole          every combination of settings instead of each value once
  --only PATTERN   the commands alone whose names match this regular expression (the names are printed on a difference)
  --record FOLDER  runs each value once with one program, and keeps what it does in FOLDER, where tests/systems.sh compares it
                   with the record of another system; uses the images in FOLDER/images if there are any
  --self-test      shows that programs which differ in little are found out
  --help           this text

On two quiet cores, each value once takes about 6 minutes, the whole more than an hour. PoCL compiles a kernel for each
new combination of macros once, which adds about 2 minutes per program to the part and as much again to the whole; it
keeps them in ~/.cache/pocl or POCL_CACHE_DIR. The exit status is 0 if nothing differs, 1 if something does, 2 for
wrong arguments; differing outputs are kept.
TEXT
}

# plan NAME COMMAND: a command that both must do with success. In it, `atrous` is the program, $from the folder of images.
# It runs in an empty folder, the same for both but for the name of one folder above.
plan() {
    planned=$((planned + 1))
    printf '%s\n' "$2" >"$work/plan/$(printf %04d $planned)-$1"
}

# refuse NAME COMMAND: one that neither may do with success. Each call of `atrous` in it is to fail.
refuse() { plan "refused-$1" "$2"; }

# attempt NAME COMMAND: one that may do with success or not, as long as both do the same.
attempt() { plan "attempt-$1" "$2"; }

# run_one SIDE NAME: the command of the plan with one program, in a folder of its own.
run_one() {
    local at=$work/$1/$2 program=$work/$1/program
    mkdir -p "$at/files"
    # Called by the command of the plan.
    # shellcheck disable=SC2317
    atrous() {
        local status=0
        timeout 900 "$program" "$@" || status=$?
        echo "status $status: atrous $*" >>"$at/statuses"
        return "$status"
    }
    # holds TEXT FILE: checks that the file contains the text, so that the command tests its purpose.
    # shellcheck disable=SC2317
    holds() { grep -q -- "$1" "$2" || echo "status 1: $2 lacks $1" >>"$at/statuses"; }
    cd "$at/files"
    (eval "$(<"$work/plan/$2")") >"$at/stdout" 2>"$at/stderr" </dev/null || true
    cd "$work"
}

# same_pixels FILE FILE: whether two tiled TIFFs differ in nothing but the padding of edge tiles, where the library
# writes what memory holds.
same_pixels() {
    local one two
    [[ $1 =~ \.(tif|tiff|tx)$ ]] || return 1
    one=$(cd "$(dirname "$1")" && oiiotool -a -v --info --hash "$(basename "$1")" 2>&1) || return 1
    two=$(cd "$(dirname "$2")" && oiiotool -a -v --info --hash "$(basename "$2")" 2>&1) || return 1
    [[ $one == *"tile size: "* && $one == *"SHA-1: "* && $one == "$two" ]]
}

# same_text FILE FILE: whether texts differ in nothing but what accepted.sed leaves out.
same_text() { cmp -s <(sed -E -f "$accepted" "$1") <(sed -E -f "$accepted" "$2"); }

# same FILE FILE: whether two outputs count as equal.
same() {
    if cmp -s "$1" "$2"; then return 0; fi
    case $1 in
    */stdout | */stderr | *.jsonl | *.json | *.csv | *.html) same_text "$1" "$2" ;;
    *) same_pixels "$1" "$2" ;;
    esac
}

# say_difference NAME FILE: prints the details of a difference.
say_difference() {
    local old=$work/old/$1/$2 new=$work/new/$1/$2
    echo "DIFFERENT: $2 ($(wc -c <"$old") and $(wc -c <"$new") bytes)$(cmp "$old" "$new" 2>&1 | sed 's/.* differ:/, first at/')"
    case $2 in
    stdout | stderr | statuses | *.jsonl | *.json | *.csv | *.html)
        diff <(sed -E -f "$accepted" "$old") <(sed -E -f "$accepted" "$new") | cut -c 1-400 | sed 10q || true
        ;;
    esac
}

# unexpected NAME: what of a command should not be: a command that fails with both programs would show nothing.
unexpected() {
    local statuses=$work/old/$1/statuses
    if [[ $1 == *-attempt-* ]]; then return; fi
    if [[ $1 == *-refused-* ]]; then
        grep -E 'status (0|5|1[0-9]{2}):' "$statuses" || true
    else
        if grep -v 'status 0:' "$statuses"; then tail -n 3 "$work/old/$1/stderr"; fi
    fi | sed 's/^/UNEXPECTED, of both programs: /'
}

# compare NAME: compares what both programs did with a command. Leaves a file of words in failed/ if they differ,
# the counts of equal files and commands in equal/ if not.
compare() {
    local file count=0 old=$work/old/$1 new=$work/new/$1 report=$work/failed/$1
    {
        diff <(cd "$old" && find . | sort) <(cd "$new" && find . | sort) | sed 's/^/DIFFERENT NAMES: /' || true
        unexpected "$1"
        while read -r file; do
            if [[ ! -e $new/$file ]]; then continue; fi
            if same "$old/$file" "$new/$file"; then count=$((count + 1)); else say_difference "$1" "$file"; fi
        done < <(cd "$old" && find . -type f | sed 's/^\.\///' | sort)
    } >"$report"
    if [[ -s $report ]]; then
        printf '%s: %s\n%s\n' "$1" "$(<"$work/plan/$1")" "$(<"$report")" >"$report"
        cat "$report"
        return
    fi
    echo "$count $(wc -l <"$old/statuses")" >"$work/equal/$1"
    rm -r "$report" "$old" "$new"
}

# both NAME: a command of the plan with both programs, then compared.
both() {
    run_one old "$1"
    run_one new "$1"
    compare "$1"
}
export -f run_one same_pixels same_text same say_difference unexpected compare both

# run_plan: all commands of the plan, on all cores. Fails if something differs.
run_plan() {
    local names equal failed
    names=$(find "$work/plan" -type f -printf '%f\n' | sort | { grep -E -- "$only" || true; })
    if [[ -z $names ]]; then
        echo "tests/against.sh: no command matches '$only'" >&2
        return 2
    fi
    xargs -P "$(nproc)" -I NAME bash -c 'set -euo pipefail; both NAME' <<<"$names" || true # counted below
    find "$work/equal" -type f -exec cat {} + |
        awk '{ files += $1; commands += $2 } END { print commands + 0 " commands, " files + 0 " files equal" }'
    equal=$(find "$work/equal" -type f | wc -l)
    failed=$(($(wc -l <<<"$names") - equal))
    if [[ $failed == 0 ]]; then return 0; fi
    echo "$failed of the commands above DIFFER or could not be compared; the outputs are in $work/old and $work/new" >&2
    return 1
}

# prepare OLD NEW: links both programs into the folder of this run, so that they are called by the same name.
prepare() {
    rm -rf "$work"/{old,new,plan,equal,failed}
    mkdir -p "$work"/{old,new,plan,equal,failed}
    ln -s "$(realpath "$1")" "$work/old/program"
    ln -s "$(realpath "$2")" "$work/new/program"
    planned=0
    help=$("$1" enhance --help)
}

# wrapper FILE LINE: makes a program that does something else than the one it calls.
wrapper() {
    printf '#!/usr/bin/env bash\nprogram=%q\n%s\n' "$(realpath "$new")" "$2" >"$1"
    chmod +x "$1"
}

# try_wrapper NAME LINE: runs the plan of the self-test with a program that LINE makes of the tested one. NAME is the difference.
try_wrapper() {
    local status=0 found=""
    wrapper "$work/same" 'exec "$program" "$@"'
    wrapper "$work/altered" "$2"
    prepare "$work/same" "$work/altered"
    plan still 'atrous banks tile'
    plan "$1" 'atrous enhance $from/types/tiled.tif $from/types/photo.jpg -o out/ --levels 2 --dump-levels levels/'
    run_plan >"$work/said" 2>&1 || status=$?
    found=$(find "$work/failed" -type f -printf '%f ')
    if [[ $1 == nothing && $status == 0 ]] ||
        [[ $status == 1 && $found == "0002-$1 " && $(<"$work/said") == *"0002-$1: atrous enhance"*$'\n'*DIFFER* ]]; then
        echo "$1: as it should be"
        return
    fi
    echo "FAILED: status $status, different: $found where it should be $1"
    cat "$work/said"
    return 1
}

# self_test: each change of the program is found in the command that it touches, and nowhere else.
self_test() {
    local name line
    while IFS='|' read -r name line; do try_wrapper "$name" "$line"; done <<'LINES'
nothing|exec "$program" "$@"
amount|if [[ $1 == banks ]]; then exec "$program" "$@"; else exec "$program" "$@" --amount 0.999; fi
status|if [[ $1 == banks ]]; then exec "$program" "$@"; else "$program" "$@"; exit 1; fi
bit|"$program" "$@"; if [[ -d out ]]; then printf '\1' | dd of=out/photo.jpg bs=1 seek=2000 conv=notrunc status=none; fi
tile|"$program" "$@"; if [[ -d out ]]; then "$program" enhance "$2" -o out/tiled.tif --existing replace --levels 2 --amount 0.999 -q; fi
missing|"$program" "$@"; rm -f levels/photo_coarse_1.jpg
more|"$program" "$@"; if [[ -d out ]]; then echo more >out/more; fi
stdout|"$program" "$@"; [[ $1 == banks ]] || echo word
log|"$program" "$@"; if [[ -d out ]]; then sed -i 's/"radius":2/"radius":1/' out/*.jsonl; fi
LINES
    echo "self-test: every change was found"
}

only="" whole=0 selftest=0 record="" programs=()
while [[ $# -gt 0 ]]; do
    case $1 in
    --whole) whole=1 ;;
    --self-test) selftest=1 ;;
    --record) record=$(realpath -m "${2:?--record needs a folder}") && shift ;;
    --only) only=${2-} && shift ;;
    -h | --help) usage && exit 0 ;;
    -*) echo "tests/against.sh: unknown option $1" >&2 && usage >&2 && exit 2 ;;
    *) programs+=("$1") ;;
    esac
    shift
done
if [[ -n $record ]]; then programs+=("${programs[@]}"); fi
if [[ ${#programs[@]} != $((2 - selftest)) ]]; then usage >&2 && exit 2; fi
for program in "${programs[@]}"; do
    [[ -f $program && -x $program ]] || { echo "tests/against.sh: $program is no program" >&2 && exit 2; }
done
command -v oiiotool >/dev/null || { echo "tests/against.sh: oiiotool is not installed (openimageio-tools)" >&2 && exit 2; }

# They would change what both programs do, or make them the same.
unset ATROUS_KERNEL_DIR ATROUS_KERNEL_OPTIONS NO_COLOR
work=${record:-$(mktemp -d)}
images=$work/images from=../../../images accepted=$tests/against/accepted.sed
banks=$tests/../data/banks
export work from accepted banks
# shellcheck source=tests/against/images.sh
source "$tests/against/images.sh"
# shellcheck source=tests/against/cases.sh
source "$tests/against/cases.sh"
# shellcheck source=tests/against/files.sh
source "$tests/against/files.sh"
# shellcheck source=tests/against/commands.sh
source "$tests/against/commands.sh"
# shellcheck source=tests/against/whole.sh
source "$tests/against/whole.sh"
[[ -d $images ]] || make_images
if [[ $selftest == 1 ]]; then
    new=${programs[0]}
    self_test
else
    prepare "${programs[@]}"
    if [[ $whole == 1 ]]; then plan_whole; else plan_each; fi
    if [[ -n $record ]]; then
        find "$work/plan" -type f -printf '%f\n' | sort | { grep -E -- "$only" || true; } |
            xargs -P "$(nproc)" -I NAME bash -c 'set -euo pipefail; run_one new NAME'
        exit
    fi
    run_plan
fi
rm -rf "$work"
