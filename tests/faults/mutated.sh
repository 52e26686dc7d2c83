#!/usr/bin/env bash
# mutated.sh PROGRAM [--all | --count N] [--peak MIB]: pictures of every format that can be read, made here with EXIF, XMP and profiles in them, with
# bytes that were changed, cut off, doubled or put in: 2000 files with --all, else 60. Each must become an output that is whole
# or an error that names it, under --max-memory 512M with no process above 1 GiB, and the run must end. Prints a table: files
# tried and held, how many of them were written, refused, and how many ended a worker process (which costs that file alone).
# --peak is for builds with sanitizers, which keep a shadow of all memory: they may have so many MiB, and --max-memory is the same.
set -euo pipefail
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(realpath -e "$1") count=60 memory=512M most=1024 timeout=60
shift
while [[ $# -gt 0 ]]; do
    case $1 in
    --all) count=2000 ;;
    --count) count=$2 && shift ;;
    --peak)
        most=$2 memory=$2M timeout=600
        export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$tests/leaks.txt:print_suppressions=0}
        # Whole stacks, without which leaks.txt does not find what it names; the other as in tests/CMakeLists.txt.
        export ASAN_OPTIONS=${ASAN_OPTIONS:-fast_unwind_on_malloc=0:intercept_tls_get_addr=0}
        shift
        ;;
    *) echo "mutated.sh: unknown option $1" >&2 && exit 2 ;;
    esac
    shift
done
tiny=$tests/tiny
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
if ! command -v perl >/dev/null; then echo "[SKIP] no perl, which changes the bytes" && exit 0; fi
if ! "$program" devices >/dev/null 2>&1; then echo "[SKIP] no OpenCL device" && exit 0; fi

# Seeds: what the tests have, and the picture with the most metadata in each format that this build can write.
mkdir seeds
cp "$tiny"/* seeds/
for format in png tif exr webp hdr bmp tga ppm dpx jp2 jpg heic; do
    "$program" enhance -q --no-log --preset neutral "$tiny/tagged.jpg" -o "seeds/tagged.$format" 2>/dev/null || true
done
for format in png tif exr; do
    "$program" enhance -q --no-log --preset neutral "$tiny/rgba16.png" -o "seeds/alpha.$format" 2>/dev/null || true
done

# mutate COUNT: files in/NUMBER-SEED, the same ones each time. Half of the changes lie in the first 512 bytes, where headers are.
mutate() {
    perl - "$1" seeds/* <<'PERL'
use strict;
my ($count, @seeds) = @ARGV;
srand(13);
sub place { my ($length) = @_; return int(rand(rand() < 0.5 && $length > 512 ? 512 : $length)); }
my @numbers = ("\xff\xff\xff\xff", "\x7f\xff\xff\xff", "\xff\xff\xff\x7f", "\0\0\0\0", "\0\0\0\x01", "\x80\0\0\0", "\xf0\xff\xff\xff");
for my $i (1 .. $count) {
    my $seed = $seeds[$i % @seeds];
    open(my $in, '<:raw', $seed) or die; local $/; my $bytes = <$in>; close $in;
    my $how = int(rand(6));
    if ($how == 0) { substr($bytes, place(length $bytes), 1) = chr(int(rand(256))) for 0 .. int(rand(8)); }
    elsif ($how == 1) { my $at = place(length($bytes)); substr($bytes, $at, 4) = $numbers[rand @numbers]; }
    elsif ($how == 2) { $bytes = substr($bytes, 0, int(rand(length $bytes))); }
    elsif ($how == 3) { my ($at, $n) = (place(length $bytes), 1 + int(rand(64))); substr($bytes, $at, 0) = substr($bytes, $at, $n); }
    elsif ($how == 4) { substr($bytes, place(length $bytes), 1 + int(rand(64))) = ''; }
    else { my $at = place(length $bytes); substr($bytes, $at, 2) = pack('n', int(rand(65536))) for 0 .. int(rand(3)); }
    (my $name = $seed) =~ s,.*/,,;
    open(my $out, '>:raw', sprintf('in/%05d-%s', $i, $name)) or die; print $out $bytes; close $out;
}
PERL
}
mkdir in
mutate "$count"

# run_watched: a run over in/, and the largest amount of memory, in KiB, that its processes had at any time.
run_watched() {
    code=0 peak=0
    "$program" enhance --levels 1 --max-memory "$memory" --timeout "$timeout" --log log.jsonl in -o 'out/{stem}-{ext}.png' >/dev/null 2>err &
    local run=$! process had
    while [[ -d /proc/$run ]]; do
        for process in $run $(cat /proc/$run/task/$run/children 2>/dev/null); do
            had=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$process/status" 2>/dev/null) || continue
            if [[ ${had:-0} -gt $peak ]]; then peak=$had; fi
        done
        sleep 0.1
    done
    wait $run || code=$?
}
run_watched

why=""
case $code in
0 | 1 | 33) ;;
*) why+="exit code $code: $(tail -n 1 err); " ;;
esac
if [[ $peak -gt $((most * 1024)) ]]; then why+="a process had $((peak / 1024)) MiB; "; fi
named=$(grep -o '"input":"[^"]*"' log.jsonl | sort -u | wc -l)
[[ $named == "$(find in -type f | wc -l)" ]] || why+="$named records of $(find in -type f | wc -l) files; "
# Of a build with sanitizers: what they say of a process that ended as it should does not show otherwise.
reported=$(grep -E 'ERROR: [A-Za-z]*Sanitizer|runtime error' err | head -n 1 || true)
[[ -z $reported ]] || why+="$reported; "
# What verify finds beside outputs that were not written.
broken=$("$program" verify log.jsonl 2>&1 | grep -Ev ' was not written |^[0-9]+ outputs: ' || true)
[[ -z $broken ]] || why+="$broken; "
[[ -z $(find out -name '.*' -type f) ]] || why+="left behind: $(find out -name '.*' -type f); "
ended=$(grep -Ec 'error: in/.*(crashed|did nothing|took more memory|was killed)' err || true)
grep -E 'error: in/.*(crashed|did nothing|took more memory|was killed)' err || true

printf '%-14s %6s %6s %8s %8s %8s %9s\n' fault tried held written refused 'ended it' 'peak MiB'
held=$count
if [[ -n $why ]]; then held=0 && echo "FAILED: $why"; fi
printf '%-14s %6d %6d %8d %8d %8d %9d\n' "mutated files" "$count" "$held" "$(grep -c '"status":"ok"' log.jsonl)" \
    "$(($(grep -c '"status":"failed"' log.jsonl) - ended))" "$ended" $((peak / 1024))
[[ -z $why ]]
