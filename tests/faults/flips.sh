#!/usr/bin/env bash
# flips.sh PROGRAM [--all | --count N]: flips single bits of images of every readable format, compression and layout, 50 of each
# with --all, otherwise 3, and reads each file twice, with two fillings of fresh memory. Prints per kind the number of flips that
# were seen (rejected, or warned of), are harmless (same samples and metadata), and cannot be seen (the format has no checksum
# there). Differences under a checksum (unseen) and between the two fillings (leaks) must be 0.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath -e "$1") picture=$here/../tiny/tagged.jpg count=3
# shellcheck source=tests/faults/support/trial.sh
source "$here/support/trial.sh"
shift
read_count 50 "$@"
begin_trial "turns the bits"
mkdir seeds in

# made NAME ARGUMENT...: writes a seed with the most metadata, if this build supports it.
made() {
    "$program" enhance -q --log none --preset neutral "${@:2}" "$picture" -o "seeds/$1" 2>/dev/null || echo "left out: $1, which this build does not write"
}
# tool NAME ARGUMENT...: one that oiiotool writes.
tool() {
    oiiotool "${@:2}" -o "seeds/$1" >/dev/null 2>&1 || echo "left out: $1, which this oiiotool does not write"
}
# Photoshop documents, raw and run-length encoded: a slope.
psds() {
    perl -e 'use strict; my ($w, $h) = (40, 30);
        my $head = "8BPS" . pack("n x6 n N N n n N N N", 1, 3, $h, $w, 8, 3, 0, 0, 0);
        my @rows = map { my $r = $_; join "", map { chr(($_ * 5 + $r * 3) & 255) } 0 .. $w - 1 } 0 .. 3 * $h - 1;
        for (["raw", pack("n", 0) . join "", @rows], ["rle", pack("n*", 1, map { $w + 1 } @rows) . join "", map { chr($w - 1) . $_ } @rows]) {
            open(my $out, ">:raw", "seeds/psd-$_->[0].psd") or die; print $out $head, $_->[1]; }'
}
make_seeds() {
    local format
    for format in png tif webp hdr bmp tga ppm dpx jp2 jpg heic; do made "$format.$format"; done
    for format in none rle zips zip piz pxr24 b44 b44a dwaa dwab; do made "exr-$format.exr" --compression $format; done
    made webp-lossless.webp --compression lossless
    psds
    if command -v oiiotool >/dev/null; then
        for format in none rle zips zip piz pxr24 b44 dwaa; do tool "exr-tiles-$format.exr" seeds/exr-zip.exr --tile 16 16 --compression $format; done
        tool exr-parts.exr seeds/exr-zip.exr seeds/exr-zip.exr --siappend --compression zip
        tool exr-parts-tiles.exr seeds/exr-zip.exr seeds/exr-zip.exr --siappend --tile 16 16 --compression zip
        tool jpg-progressive.jpg "$picture" --attrib jpeg:progressive 1
        tool tga-rle.tga seeds/png.png --compression rle
        tool gif.gif seeds/png.png
        tool gif-frames.gif seeds/png.png seeds/png.png --flip --siappend
        tool ppm-text.ppm seeds/png.png --attrib pnm:binary 0
        tool pfm.pfm seeds/png.png -d float
    else
        echo "left out: kinds that oiiotool writes, which is missing"
    fi
    python3 "$here/tiff_kinds.py" seeds || echo "left out: TIFFs that libtiff writes, which needs it and python3"
}

# flip COUNT: in/KIND-NUMBER.EXT and in/KIND-good.EXT of each seed. Prints names, and 1 if a checksum covers the bit.
flip() {
    perl - "$1" seeds/* <<'PERL'
use strict;
my ($count, @seeds) = @ARGV;
srand(26);
# Ranges [first, end, covered] of the chunks of a PNG; all of them have a CRC.
sub png {
    my ($bytes) = @_;
    my %kinds;
    for (my $at = 8; $at + 12 <= length $bytes;) {
        my ($size, $name) = unpack('N a4', substr($bytes, $at, 8));
        push @{$kinds{$name eq 'IDAT' ? 'IDAT' : 'other chunks'}}, [$at, $at + 12 + $size, 1];
        $at += 12 + $size;
    }
    return %kinds;
}
# The deflated strips and tiles of a TIFF, in its own byte order and size of offsets.
sub tiff {
    my ($bytes) = @_;
    my $order = substr($bytes, 0, 1) eq 'M' ? '>' : '<';
    my $big = unpack("S$order", substr($bytes, 2, 2)) == 43;
    my ($count_code, $offset_code, $entry, $wide) = $big ? ("Q$order", "Q$order", 20, 8) : ("S$order", "L$order", 12, 4);
    my %codes = (3 => ["S$order", 2], 4 => ["L$order", 4], 16 => ["Q$order", 8]);
    my @found;
    for (my $at = unpack($offset_code, substr($bytes, $wide == 8 ? 8 : 4, $wide)); $at;) {
        my ($entries, %tags) = (unpack($count_code, substr($bytes, $at, 8)));
        $at += $big ? 8 : 2;
        for (1 .. $entries) {
            my ($tag, $type) = unpack("S$order S$order", substr($bytes, $at, 4));
            my $values = unpack($offset_code, substr($bytes, $at + 4, $wide));
            my ($code, $size) = @{$codes{$type} // ['', 0]};
            my $place = $values * $size <= $wide ? $at + 4 + $wide : unpack($offset_code, substr($bytes, $at + 4 + $wide, $wide));
            $tags{$tag} = [unpack("($code)$values", substr($bytes, $place, $values * $size))] if $size;
            $at += $entry;
        }
        my ($places, $sizes) = $tags{324} ? @tags{324, 325} : @tags{273, 279};
        my $method = $tags{259}[0];
        push @found, map { [$places->[$_], $places->[$_] + $sizes->[$_], 1] } 0 .. $#$places if $method == 8 || $method == 32946;
        $at = unpack($offset_code, substr($bytes, $at, $wide));
    }
    return @found;
}
# The deflated chunks of an OpenEXR: from the first zlib stream that some number of bytes before it gives the size of.
sub exr {
    my ($bytes) = @_;
    my @found;
    while ($bytes =~ /\x78[\x01\x5e\x9c\xda]/g) {
        my $at = $-[0];
        my $size = unpack('L<', substr($bytes, $at - 4, 4));
        next if $size < 8 || $size > length($bytes) - $at;
        push @found, [$at, $at + $size, 1];
        pos($bytes) = $at + $size;
    }
    return @found;
}
# The file without one of its marker segments, or of the intervals between restarts.
sub without_segment {
    my ($bytes) = @_;
    my ($at, @segments) = (2);
    while ($at + 4 < length $bytes) {
        my ($marker, $size) = unpack('x C n', substr($bytes, $at, 4));
        push @segments, [$at, 2 + $size];
        $at += 2 + $size;
        next if $marker != 0xda;
        substr($bytes, $at) =~ /\xff[^\x00\xd0-\xd7]/ or last;
        push @segments, [$at, $-[0] / 2] if $-[0] > 2;
        $at += $-[0];
        last if substr($bytes, $at + 1, 1) eq "\xd9";
    }
    my ($from, $size) = @{$segments[rand @segments]};
    substr($bytes, $from, $size) = '';
    return $bytes;
}
sub put {
    my ($name, $bytes) = @_;
    open(my $out, '>:raw', "in/$name") or die; print $out $bytes; close $out;
}
for my $seed (@seeds) {
    open(my $in, '<:raw', $seed) or die; local $/; my $bytes = <$in>; close $in;
    my ($name, $kind) = $seed =~ m,/(([^/]*)\.[^.]*)$,;
    my ($ending) = $name =~ /\.([^.]*)$/;
    my @checked = $ending eq 'tif' ? tiff($bytes) : $name =~ /zips?\.exr|parts/ ? exr($bytes) : ();
    my %kinds = $ending eq 'png' ? png($bytes) : ('' => [[0, length $bytes, 0]]);
    $kinds{'lost segment'} = 0 if $ending eq 'jpg';
    for my $part (sort keys %kinds) {
        (my $row = $part eq '' ? $kind : "$kind $part") =~ tr/ /-/;
        put("$row~good.$ending", $bytes);
        for my $i (1 .. $count) {
            my ($flipped, $covered) = ($bytes, 0);
            if (my $where = $kinds{$part}) {
                my $place = rand(eval { my $sum = 0; $sum += $_->[1] - $_->[0] for @$where; $sum });
                for (@$where) {
                    my $size = $_->[1] - $_->[0];
                    if ($place < $size) { $place = int($_->[0] + $place); $covered = $_->[2]; last; }
                    $place -= $size;
                }
                $covered ||= grep { $place >= $_->[0] && $place < $_->[1] } @checked;
                substr($flipped, $place, 1) ^= chr(1 << int(rand(8)));
            } else {
                $flipped = without_segment($bytes);
            }
            put("$row~$i.$ending", $flipped);
            print join(' ', $row, $i, $ending, $covered ? 1 : 0), "\n";
        }
    }
}
PERL
}

# read_all FILLING: reads in/ and writes the images to out-FILLING, without compression, and the messages to err-FILLING. OpenEXR
# keeps parts and layers that other formats lose. Formats for which the program fills new memory itself (leaves_gaps() in
# formats/common) have their own runs, because they would hide gaps of others.
read_all() {
    mkdir -p "out-$1"
    local code=0 kind
    local gaps='/(heic|tiff-webp|exr-(tiles-)?dwa[ab])~'
    find in -name '*~*' | sort >list
    grep -E "$gaps" list | grep '\.exr$' >list-exr-gaps || true
    grep -E "$gaps" list | grep -v '\.exr$' >list-other-gaps || true
    grep -vE "$gaps" list | grep '\.exr$' >list-exr || true
    grep -vE "$gaps" list | grep -v '\.exr$' >list-other || true
    for kind in exr exr-gaps other other-gaps; do
        [[ -s list-$kind ]] || continue
        code=0
        MALLOC_PERTURB_=$1 "$program" enhance --preset neutral --log none --progress none --max-memory 1G --files-from "list-$kind" \
            --compression none -o "out-$1/{stem}.$([[ $kind == exr* ]] && echo exr || echo tif)" >/dev/null 2>"err-$1-$kind" || code=$?
        [[ $code == 0 || $code == 1 ]] || echo "a run ended with $code: $(tail -n 1 "err-$1-$kind")"
    done
    cat "err-$1"-* >"err-$1"
}

make_seeds
flip "$count" >flips
read_all 85
read_all 170
perl - <<'PERL'
use strict;
my (%said, %rows, @order, @bad);
open(my $err, '<', 'err-85') or die;
while (<$err>) { $said{$1} .= $2 if m,in/([^/:]*~[^/:.]*)\.\w+(.*),; }
sub bytes_of { my ($path) = @_; open(my $in, '<:raw', $path) or return undef; local $/; return <$in> // ''; }
open(my $flips, '<', 'flips') or die;
while (<$flips>) {
    my ($row, $i, $ending, $covered) = split;
    push @order, $row unless $rows{$row};
    my $to = $ending eq 'exr' ? 'exr' : 'tif';
    my ($one, $two, $good) = map { bytes_of("$_.$to") } "out-85/$row~$i", "out-170/$row~$i", "out-85/$row~good";
    die "$row: the good file is not read\n" unless defined $good;
    my $what = !defined $one || !defined $two || ($said{"$row~$i"} // '') ne ($said{"$row~good"} // '') ? 'seen'
        : $one ne $two ? 'leaks' : $one eq $good ? 'harmless' : $covered ? 'unseen' : 'silent';
    $what = 'leaks' if defined $one && defined $two && $one ne $two;
    $rows{$row}{$_}++ for 'flips', $what;
    push @bad, "FAILED: $row, file $i: $what" if $what eq 'unseen' || $what eq 'leaks';
}
my @columns = qw(flips seen harmless silent unseen leaks);
my %all;
my $line = "%-26s %6s %6s %9s %15s %7s %6s\n";
printf $line, 'format', 'flips', 'seen', 'harmless', 'cannot be seen', 'unseen', 'leaks';
for my $row (@order) {
    printf $line, $row, map { $rows{$row}{$_} // 0 } @columns;
    $all{$_} += $rows{$row}{$_} // 0 for @columns;
}
printf $line, 'all', map { $all{$_} } @columns;
print "$_\n" for @bad;
exit(0 < grep { /^FAILED/ } @bad);
PERL
