#!/usr/bin/env bash
# opening.sh PROGRAM [--all]: opens files whose headers announce images of gigabytes, in each readable format, under --max-memory
# 1G, one at a time. No process may exceed 1.1 times that, and each file must end with an error that names it. Prints the peak
# memory of each, in MiB.
set -euo pipefail
# shellcheck source=tests/faults/support/trial.sh
source "$(dirname "${BASH_SOURCE[0]}")/support/trial.sh"
program=$(realpath -e "$1") most=$((1024 * 11 / 10))
begin_trial "makes the files"
mkdir in

perl - <<'PERL'
use strict;
use Compress::Zlib;
# Padded with zeros, which need no disk space, because a file that is shorter than its header specifies is rejected for that
# reason.
sub put { my ($name, $bytes, $more) = @_; open(my $out, '>:raw', "in/$name") or die; print $out $bytes; truncate $out, length($bytes) + ($more // 0); close $out; }
my ($w, $h) = (65500, 65500);
# JPEGs of three components: one scan, progressive, and one scan a component; tables are left to the decoder's complaints.
sub jpeg {
    my ($frame, @scans) = @_;
    my $bytes = "\xff\xd8" . "\xff\xdb" . pack('n C', 67, 0) . "\x01" x 64;
    $bytes .= chr(0xff) . chr($frame) . pack('n C n n C', 17, 8, $h, $w, 3) . join '', map { pack('C C C', $_, 0x11, 0) } 1 .. 3;
    for my $scan (@scans) {
        $bytes .= "\xff\xc4" . pack('n C', 20, $_) . "\x01" . "\0" x 15 . "\0" for 0, 0x10;
        $bytes .= "\xff\xda" . pack('n C', 6 + 2 * @$scan, scalar @$scan) . join('', map { pack('C C', $_, 0) } @$scan);
        $bytes .= $frame == 0xc2 ? pack('C3', 0, 0, 0) : pack('C3', 0, 63, 0);
        $bytes .= "\0" x 3000;
    }
    return $bytes;
}
put('plain.jpg', jpeg(0xc0, [1, 2, 3]), 64 << 20);
put('progressive.jpg', jpeg(0xc2, [1, 2, 3]), 64 << 20);
put('scans.jpg', jpeg(0xc0, [1], [2], [3]), 64 << 20);
sub chunk { my ($name, $data) = @_; my $all = $name . $data; my $crc = 0xffffffff;
    for my $byte (unpack 'C*', $all) { $crc ^= $byte; $crc = $crc & 1 ? $crc >> 1 ^ 0xedb88320 : $crc >> 1 for 1 .. 8; }
    return pack('N', length $data) . $all . pack('N', $crc ^ 0xffffffff); }
my ($deflate) = deflateInit(-WindowBits => -15);
my $million = $deflate->deflate("\0" x 1000000) . $deflate->flush(Z_FULL_FLUSH); # whole blocks, which may be repeated
for my $interlaced (0, 1) {
    put("png$interlaced.png", "\x89PNG\r\n\x1a\n" . chunk('IHDR', pack('N N C5', 30000, 30000, 8, 2, 0, 0, $interlaced)) .
        chunk('IDAT', "\x78\x9c" . $million x 2710) . chunk('IEND', ''));
}
for my $packed (0, 1) { # of PSD 30000 pixels a side are the most
    put("psd$packed.psd", '8BPS' . pack('n x6 n N N n n N N N n', 1, 4, 30000, 30000, 8, 3, 0, 0, 0, $packed), $packed ? 1 << 20 : 30000 * 30000 * 4);
}
put('bmp.bmp', 'BM' . pack('V4 l< l< v2 V6', 5054, 0, 54, 40, $w, $h, 1, 24, 0, 0, 0, 0, 0, 0), 3 * $w * $h);
put('tga.tga', pack('C3 v2 C v2 v2 C2', 0, 0, 10, 0, 0, 0, 0, 0, $w, $h, 32, 0) . "\x80\0\0\0\0" x 1000);
put('hdr.hdr', "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y $h +X $w\n" . "\x02\x02\xff\xdc" x 1000);
put('ppm.ppm', "P6\n40000 40000\n65535\n", 6 * 40000 * 40000);
my @tags = ([256, $w], [257, $h], [258, 8], [259, 1], [262, 1], [273, 200], [277, 1], [278, $h], [279, $w * $h & 0xffffffff]);
put('strip.tif', "II*\0" . pack('V v', 8, scalar @tags) . join('', map { pack('v v V V', $_->[0], 4, 1, $_->[1]) } @tags) .
    pack('V', 0), $w * $h);
my $siz = pack('n n N8 n', 38 + 9, 0, $w, $h, 0, 0, $w, $h, 0, 0, 3) . "\x07\x01\x01" x 3;
put('jp2.j2k', "\xff\x4f\xff\x51$siz\xff\x52" . pack('n C C n C C5 x', 12, 0, 0, 1, 0, 5, 4, 4, 0, 1) . "\xff\x5c" . pack('n C', 19, 0x40) . "\x40" x 16 .
    "\xff\x90" . pack('n n N C C', 10, 0, 0, 0, 1) . "\xff\x93" . "\0" x 2000 . "\xff\xd9");
PERL
# Files that the program writes, with another size in the header.
printf 'P6\n64 64\n255\n%s' "$(head -c 12288 /dev/zero | tr '\0' a)" >small.ppm
for ending in exr gif webp heic dpx; do
    "$program" enhance -q --log none --preset neutral small.ppm -o "in/$ending.$ending" 2>/dev/null || continue
    perl -0777 -pi -e 'if (/^v\/1\x01/s) { s/(dataWindow\0box2i\0....)(.{8}).{8}/$1 . $2 . pack("V2", 65499, 65499)/se }
        elsif (/^SDPX|^XPDS/) { substr($_, 772, 8) = substr($_, 0, 1) eq "S" ? pack("N2", 65500, 65500) : pack("V2", 65500, 65500) }
        elsif (/ispe/) { s/(ispe....)......../$1 . pack("N2", 65500, 65500)/gse }' "in/$ending.$ending"
done

failed=0
printf '%-18s %6s %5s\n' file 'MiB' code
for file in in/*; do
    "$program" enhance --levels 1 --log none --max-memory 1G --timeout 60 "$file" -o out.tif --existing replace >/dev/null 2>err &
    watch_memory $!
    printf '%-18s %6d %5d\n' "${file#in/}" $((peak / 1024)) "$code"
    if [[ $((peak / 1024)) -gt $most ]]; then echo "FAILED: $file: above $most MiB" && failed=1; fi
    if [[ $code != 0 ]] && ! grep -q "$file" err; then echo "FAILED: $file: is not named: $(tail -n 1 err)" && failed=1; fi
    case $code in 0 | 1 | 33) ;; *) echo "FAILED: $file: exit code $code" && failed=1 ;; esac
done
exit "$failed"
