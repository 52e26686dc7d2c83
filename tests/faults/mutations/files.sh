# shellcheck shell=bash
# Images of every format that can be read, and damaged ones made of them. Sourced by the scripts that run over them. Hides
# perl, which makes and changes bytes.

# make_plain FOLDER: writes a GIF of three frames, a PSD with packed rows and a TIFF with tiles beyond the image.
make_plain() {
    perl - "$1" <<'PERL'
use strict;
my ($folder) = @ARGV;
sub put { my ($name, $bytes) = @_; open(my $out, '>:raw', "$folder/$name") or die; print $out $bytes; close $out; }
my $frame = pack('C*', 0x21, 0xf9, 4, 4, 10, 0, 0, 0, 0x2c) . pack('v4C', 0, 0, 2, 2, 0) . pack('C*', 2, 3, 0x44, 0x02, 0x05, 0);
put('frames.gif', 'GIF89a' . pack('v2C3', 2, 2, 0x80, 0, 0) . pack('C6', 250, 20, 30, 10, 120, 240) . $frame x 3 . ';');
put('packed.psd', '8BPS' . pack('nx6nNNnn', 1, 3, 8, 8, 8, 3) . pack('N3', 0, 0, 0) . pack('n', 1) . pack('n*', (4) x 24) .
    join('', map { pack('cCcC', -3, 9 * $_, -3, 255 - 9 * $_) } 1 .. 24));
my @tags = ([256, 3, 1, 40], [257, 3, 1, 24], [258, 3, 1, 8], [259, 3, 1, 1], [262, 3, 1, 1], [277, 3, 1, 1], [322, 3, 1, 16],
    [323, 3, 1, 16], [324, 4, 6, 158], [325, 4, 6, 182]);
put('tiles.tif', pack('a2vVv', 'II', 42, 8, scalar @tags) . join('', map { pack('vvVV', @$_) } @tags) . pack('V', 0) . pack('x24') .
    pack('V6', map { 206 + 256 * $_ } 0 .. 5) . pack('V6', (256) x 6) . join('', map { chr($_ * 7 % 256) } 0 .. 1535));
PERL
}

# make_seeds PROGRAM TESTS: writes seeds/: the files of the tests, and the image with the most metadata (EXIF, XMP, IPTC, a
# profile, a thumbnail) in each format and compression of this build, also with alpha, floats and several pages.
make_seeds() {
    local program=$1 tests=$2 row picture format compression
    mkdir seeds
    cp "$tests"/tiny/* seeds/
    for format in dpx png; do tail -c +2 "$tests/fuzz/seeds/files/$format" >"seeds/fuzz.$format"; done
    make_plain seeds
    for row in tagged.jpg:{png,tif,exr,webp,hdr,bmp,tga,ppm,dpx,jp2,jpg,heic} rgba16.png:{png,tif,exr,webp,tga} \
        tagged.jpg:{tif:none,tif:lzw,tif:packbits,png:none,webp:lossless} curves8.tif:{png,jpg,webp} \
        half.exr:{tif,exr:none,exr:rle,exr:zips,exr:piz,exr:pxr24,exr:b44,exr:dwaa} frames.gif:{tif,exr,webp}; do
        IFS=: read -r picture format compression <<<"$row"
        "$program" enhance -q --log none --levels 1 ${compression:+--compression "$compression"} "seeds/$picture" \
            -o "seeds/${picture%.*}-$compression.$format" 2>/dev/null || true
    done
}

# mutate COUNT: files in/NUMBER-SEED, the same ones each time. Half of the changes lie in the first 512 bytes, where headers are.
mutate() {
    mkdir in
    perl - "$1" seeds/* <<'PERL'
use strict;
my ($count, @seeds) = @ARGV;
srand(13);
sub place { my ($length) = @_; return int(rand(rand() < 0.5 && $length > 512 ? 512 : $length)); }
my @numbers = ("\xff\xff\xff\xff", "\x7f\xff\xff\xff", "\xff\xff\xff\x7f", "\0\0\0\0", "\0\0\0\x01", "\x80\0\0\0", "\xf0\xff\xff\xff");
for my $i (1 .. $count) {
    my $seed = $seeds[$i % @seeds];
    open(my $in, '<:raw', $seed) or die; local $/; my $bytes = <$in>; close $in;
    my $how = int(rand(10));
    if ($how == 0) { substr($bytes, place(length $bytes), 1) = chr(int(rand(256))) for 0 .. int(rand(8)); }
    elsif ($how == 1) { my $at = place(length($bytes)); substr($bytes, $at, 4) = $numbers[rand @numbers]; }
    elsif ($how == 2) { $bytes = substr($bytes, 0, int(rand(length $bytes))); }
    elsif ($how == 3) { my ($at, $n) = (place(length $bytes), 1 + int(rand(64))); substr($bytes, $at, 0) = substr($bytes, $at, $n); }
    elsif ($how == 4) { substr($bytes, place(length $bytes), 1 + int(rand(64))) = ''; }
    elsif ($how == 5) { my $at = place(length $bytes); substr($bytes, $at, 2) = pack('n', int(rand(65536))) for 0 .. int(rand(3)); }
    else { my $at = place(length $bytes); substr($bytes, $at, 1) ^= chr(1 << int(rand(8))); }
    (my $name = $seed) =~ s,.*/,,;
    open(my $out, '>:raw', sprintf('in/%05d-%s', $i, $name)) or die; print $out $bytes; close $out;
}
PERL
}
