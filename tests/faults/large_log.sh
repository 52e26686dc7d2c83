#!/usr/bin/env bash
# large_log.sh PROGRAM [--all | --count N]: tests a log of 100,000 images with --all, otherwise 2000, with 3 KB per line as for
# photographs. verify and --existing skip must find the changed file, the missing file and the truncated file, and no process may
# need more than 768 MiB. Prints the memory.
set -euo pipefail
# shellcheck source=tests/faults/support/trial.sh
source "$(dirname "${BASH_SOURCE[0]}")/support/trial.sh"
program=$(realpath -e "$1") count=2000
shift
read_count 100000 "$@"
begin_trial "writes the log"

mkdir in out
printf 'P6\n4 3\n255\n%036d' 0 >in/000000.ppm
"$program" enhance -q in -o out --levels 1
perl -e '
    my $count = shift;
    open my $log, "<", "out/atrous-timings.jsonl"; my @lines = <$log>; close $log;
    open my $in, "<", "in/000000.ppm"; my $source = join "", <$in>;
    open my $made, "<", "out/000000.ppm"; my $result = join "", <$made>;
    my $pad = "\"pad\":[" . join(",", ("{\"kernel\":\"name\",\"ms\":1.5}") x 90) . "],";
    open my $new, ">", "out/atrous-timings.jsonl";
    print $new $lines[0] =~ s/"images":1/"images":$count/r;
    for my $i (0 .. $count - 1) {
        my $name = sprintf "%06d", $i;
        print $new ($lines[1] =~ s/000000/$name/gr) =~ s/"read_ms"/$pad"read_ms"/r;
        open my $a, ">", "in/$name.ppm"; print $a $source;
        open my $b, ">", "out/$name.ppm"; print $b $result;
    }
    print $new $lines[2];' "$count"
printf 'x' | dd of=out/000007.ppm bs=1 seek=20 conv=notrunc status=none
rm out/000100.ppm
truncate -s 20 out/001999.ppm

# most_kib COMMAND...: runs it, and sets text, errors, rc and kib to its output, messages, exit code and peak memory.
most_kib() {
    "$@" >text 2>errors &
    watch_memory $!
    rc=$code kib=$peak
}
fail() { echo "large_log.sh: $1" >&2 && sed 5q text errors >&2 && exit 1; }

most_kib "$program" verify out
[[ $rc == 1 ]] || fail "verify ended with $rc"
for line in 'out/000007.ppm: has changed' 'out/000100.ppm: is not there' 'out/001999.ppm: is cut' "$((count - 3)) whole, 3 not"; do
    grep -q "$line" text || fail "verify does not say '$line'"
done
echo "verify, $count images, a log of $(($(stat -c %s out/atrous-timings.jsonl) >> 20)) MiB: at most $((kib >> 10)) MiB of memory"
((kib < 768 << 10)) || fail "verify took $kib KiB"
most_kib "$program" enhance in -o out --existing skip
[[ $rc == 0 ]] || fail "enhance --existing skip ended with $rc"
grep -q 'out/000007.ppm: has changed since' errors || fail "the changed file is not told of"
grep -q "2 written, $((count - 2)) skipped" errors || fail "not those two were made anew"
echo "--existing skip: at most $((kib >> 10)) MiB of memory"
((kib < 768 << 10)) || fail "--existing skip took $kib KiB"
