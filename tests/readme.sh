#!/usr/bin/env bash
# Runs every command of README.md as printed, on small images under its names, and compares the numbers of README.md and
# man/atrous-faq.7 with the tables that they cite: tests/readme.sh [PROGRAM]. Without PROGRAM it only compares numbers. Commands for
# the source folder run with build/release/atrous as PROGRAM. With build/test/atrous, which is the same program, they name this folder,
# and the commands that build it again do not run. not_run lists commands that cannot run here.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
program=${1:+$(realpath -e "$1")}
failed=0
fail() {
    echo "tests/readme.sh: $*" >&2
    failed=1
}

# facts: each line names a document, a text in it, a table, a text in a line of the table, and numbers that this line contains.
facts() {
    while IFS=';' read -r document text table row numbers; do
        [[ -n $document ]] || continue
        tr -s '\n ' '  ' <"$root/$document" | sed 's/\\&//g' | grep -qF -- "$text" || fail "$document lacks '$text'"
        for number in $numbers; do
            grep -F -- "$row" "$root/$table" | grep -qF -- "$number" || fail "'$row' in $table lacks $number, which $document states"
        done
    done <<'FACTS'
README.md;PSNR rises from 23.8 to 38.8 dB;data/bench/denoisers.md;| noisy |;23.8
README.md;PSNR rises from 23.8 to 38.8 dB;data/bench/denoisers.md;| `atrous denoise` |;38.8
README.md;takes 3.0 s with the curves;data/bench/README.md;JPEG: `atrous` |;3.0
README.md;darktable takes 14.6 s;data/bench/README.md;JPEG: `darktable-cli` |;14.6
README.md;darktable needs 3.4 times as much CPU time;data/bench/README.md;JPEG, edge weights;3.4
README.md;takes 0.8 s (preset darktable/sharpen);data/bench/README.md;takes 0.8 s;0.8
README.md;the GPU computes for 6 ms;data/bench/README.md;6 ms;6
README.md;23.8 dB | 33.3 dB | 38.8 dB | 0.972 | 0.0735 → 0.0107;data/bench/denoisers.md;| noisy |;.0735
README.md;23.8 dB | 33.3 dB | 38.8 dB | 0.972 | 0.0735 → 0.0107;data/bench/denoisers.md;`--temporal none` |;33.3
README.md;23.8 dB | 33.3 dB | 38.8 dB | 0.972 | 0.0735 → 0.0107;data/bench/denoisers.md;| `atrous denoise` |;.0107
README.md;32.7 dB | 41.1 dB | 42.5 dB | 0.983 | 0.0273 → 0.0076;data/bench/denoisers.md;| noisy |;32.7 .0273
README.md;32.7 dB | 41.1 dB | 42.5 dB | 0.983 | 0.0273 → 0.0076;data/bench/denoisers.md;`--temporal none` |;41.1
README.md;32.7 dB | 41.1 dB | 42.5 dB | 0.983 | 0.0273 → 0.0076;data/bench/denoisers.md;| `atrous denoise` |;42.5 .0076
README.md;Open Image Denoise reaches 38.4 dB;data/bench/denoisers.md;| Open Image Denoise |;38.4
README.md;up to 1.7 dB better in sunlight through slats;data/bench/denoisers.md;At 32 and 128 samples;1.7
README.md;up to 1.1 dB worse on hair, and up to 2.2 dB worse where light;data/bench/denoisers.md;on `hair`, and;2.2
man/atrous-faq.7;up to 1.7 dB better in sunlight through slats;data/bench/denoisers.md;At 32 and 128 samples;1.7
man/atrous-faq.7;up to 1.1 dB worse on hair, and up to 2.2 dB worse where light;data/bench/denoisers.md;on `hair`, and;2.2
README.md;2.7 to 5.7 dB for TIFF;data/bench/photographs.md;Olympus ;2.7
README.md;2.7 to 5.7 dB for TIFF;data/bench/photographs.md;Canon 5D II ;5.7
README.md;1.4 to 2.8 dB for JPEG;data/bench/photographs.md;JPEG 92 ;1.4 2.8
README.md;it gains 0.6 dB;data/bench/photographs.md;Nikon D90;0.6
README.md;nlmeans gains 0.6 to 3.8 dB;data/bench/denoisers.md;ffmpeg nlmeans;0.6 3.8
README.md;take 3.75 ms;data/bench/README.md;permuted, form `ring` ;3.75
README.md;takes 2.2 times as long;data/bench/README.md;permuted, form `ring` ;2.22
README.md;write 1.2 times;data/bench/README.md;strongest dilated kernel that we can write, a ring;1.2
README.md;about 1 dB closer;data/bench/README.md;`atrous scale` ;25.9
README.md;about 1 dB closer;data/bench/README.md;lanczos3` ;24.9
FACTS
}

# not_run: commands of README.md, or parts of them, that do not run here, each with its reason.
not_run() {
    cat <<'COMMANDS'
 && ldconfig;changes the machine, as root
cmake --preset dev && cmake --build --preset dev;compiles everything a second time, file by file
tests/run.sh;runs this script
python3 -m venv ~/atrous && ~/atrous/bin/pip install ./atrous-*.whl ./atrous_pocl-*.whl;tests/wheel.sh runs it
export PATH=~/atrous/bin:$PATH;tests/wheel.sh runs it
data/package/wheel/make.sh build/wheels;tests/wheel.sh runs it
COMMANDS
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# A new user has no settings, no compiled kernels, and the kernels that the program contains.
unset ATROUS_KERNEL_DIR ATROUS_KERNEL_OPTIONS POCL_CACHE_DIR
export PATH=$work/bin:$PATH XDG_CACHE_HOME=$work/cache XDG_CONFIG_HOME=$work/config

# inputs: small files under the names that README.md uses.
inputs() {
    local frame
    mkdir -p bin small holiday/day2 raw shot shots/a shots/b
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$program" >bin/atrous
    chmod +x bin/atrous
    ln -s "$root/kernels" kernels
    atrous scale -q --size 32x32 "$root"/data/samples/room/room.*.exr -o small/
    cp small/room.*.exr .
    cp small/room.0005.exr still.exr
    for frame in $(seq 1001 1012); do cp "small/room.000$((4 + frame % 3)).exr" "shot/b.$frame.exr"; done
    for frame in $(seq 1013 1100); do ln "shot/b.$((1001 + frame % 12)).exr" "shot/b.$frame.exr"; done
    cp shot/b.1001.exr shots/a/beauty.0001.exr
    cp shot/b.1002.exr shots/b/beauty.0002.exr
    cp shot/b.1001.exr shot/b.1002.exr .
    atrous scale -q --size 64x64 "$root/data/samples/valley.jpg" -o a.jpg
    cp a.jpg holiday/
    cp a.jpg holiday/day2/b.jpg
    cp a.jpg raw/
    atrous scale -q --size 64x64 "$root/data/samples/wall.tif" -o wall.tif
}

# Seconds for a command. The longest, bench with its default size, takes minutes on two cores.
max_seconds=900

# try COMMAND: runs it in the current folder.
try() {
    local code=0
    timeout "$max_seconds" bash -c "$1" >"$work/log" 2>&1 || code=$?
    [[ $code == 0 ]] || { fail "exit code $code: $1" && tail -n 5 "$work/log" >&2; }
}

# try_long COMMAND: a bench that takes up to 10 minutes on a CPU, or does not start without --yes. Tests that it starts with its default
# size, and the rest with a small one.
try_long() {
    local code=0
    timeout 30 bash -c "$1" >"$work/log" 2>&1 || code=$?
    [[ $code == 0 || $code == 124 ]] || { [[ $code == 2 ]] && grep -q -- 'add --yes' "$work/log"; } ||
        { fail "exit code $code: $1" && tail -n 5 "$work/log" >&2; }
    try "${1/ bench/ bench --size 64x48 --repeat 1}"
}

# run_command COMMAND: as a reader who tries one line after the other. The output of an earlier line is removed first.
run_command() {
    local command=$1 out
    out=$(sed -nE "s/.* -o '?([^' ]+).*/\1/p" <<<"$command")
    case $out in
    '' | '{dir}'* | post/\{*) ;;
    */*) rm -rf "${out%%/*}" ;;
    *) rm -rf "$out" ;;
    esac
    rm -f ./*_clean.tif ./*_small.jpg
    case $command in
    *' compare clean/ '*) cp -r clean reference && try "$command" ;;
    *' bench --figure '*) try_long "$command" ;;
    *) try "$command" ;;
    esac
}

# run_in_sources COMMAND: a command for the source folder. It installs into a private folder.
run_in_sources() {
    local text reason command=$1
    while IFS=';' read -r text reason; do command=${command/"$text"/}; done < <(not_run)
    [[ -n $command ]] || return 0
    case $program in
    "$root/build/release/atrous") ;;
    "$root/build/test/atrous")
        [[ $command != 'cmake --workflow '* && $command != data/demo.sh ]] || return 0
        command=${command//build\/release/build\/test}
        ;;
    *) return 0 ;;
    esac
    if [[ $command == 'cmake --install '* ]]; then command="DESTDIR='$work/installed' $command"; fi
    if [[ $command == *cpack* ]] && ! command -v dpkg-shlibdeps >/dev/null; then
        echo "[SKIP] dpkg-dev is not installed: $command"
        return 0
    fi
    cd "$root" && try "$command" && cd "$work"
}

commands() {
    awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside && NF' "$root/README.md" | sed -E 's/ +# .*//'
}

facts
while IFS=';' read -r text reason; do
    commands | grep -qF -- "$text" || fail "README.md lacks '$text', which not_run lists ($reason)"
done < <(not_run)
if [[ -z $program ]]; then exit "$failed"; fi
if ! "$program" devices >/dev/null 2>&1; then
    echo "[SKIP] there is no OpenCL device: the commands of README.md were not run"
    exit "$failed"
fi
inputs
count=0
while IFS= read -r command; do
    case $command in
    jq\ *) if command -v jq >/dev/null; then run_command "$command"; fi ;;
    atrous\ * | find\ * | ATROUS_*) run_command "$command" ;;
    *) run_in_sources "$command" ;;
    esac
    count=$((count + 1))
done < <(commands)
[[ $count -ge 25 ]] || fail "README.md has only $count commands"
[[ $failed == 0 ]] && echo "tests/readme.sh: $count commands of README.md ran; its numbers are those of the tables"
exit "$failed"
