# Sourced by tests/against.sh: makes the images on which two programs are compared, of pieces of the samples.
# Hides oiiotool.
# shellcheck shell=bash disable=SC2154 # images, samples and tests are set by against.sh

# piece SAMPLE WxH+X+Y: adds a crop of a sample to the list for oiiotool. The following operations apply to it.
piece() { calls+=("$samples/$1" --cut "$2" "${@:3}"); }

# keep TYPE FILE [MORE]: writes the piece that was put down last. MORE: of oiiotool's -o, like :tile=16x16.
keep() { calls+=("-o:datatype=$1${3:-}" "$2"); }

# work_off OPTION...: runs the list in one process, since loading oiiotool takes longer than the work.
work_off() {
    # Its own command line must not get into the files.
    oiiotool --nosoftwareattrib --threads 1 "$@" "${calls[@]}"
    calls=()
}

# small_images: one per kind of planes, and a single pixel, for the many commands that try settings.
small_images() {
    local to=$images/small
    mkdir -p "$to"
    piece valley.jpg 61x47+300+500 --eraseattrib '.*' && keep uint8 "$to/rgb.png"
    piece wall.tif 29x35+200+100 --eraseattrib '.*' && keep uint8 "$to/grey.png"
    piece street.exr 37x23+400+200 --ch R,G,B,A=0.75 && keep half "$to/half.exr"
    piece fruit.png 1x1+400+300 --ch R,G,B --eraseattrib '.*' && keep uint8 "$to/one.png"
    work_off
    mkdir -p "$images/photo"
    cp "$to/rgb.png" "$images/photo/"
}

# type_images: every type of samples and kind of alpha, several pages, other channels, sizes from one pixel up.
type_images() {
    local to=$images/types
    mkdir -p "$to"
    piece fruit.png 1x7+300+200 && keep uint8 "$to/column.png"
    piece fruit.png 3x2+310+280 && keep uint16 "$to/six.png"
    piece fruit.png 17x13+500+300 && keep uint8 "$to/straight.png"
    piece fruit.png 19x21+40+40 --ch R,A && keep uint8 "$to/grey-alpha.png"
    piece fruit.png 23x31+480+310 --attrib oiio:UnassociatedAlpha 1 && keep uint16 "$to/straight16.tif"
    piece fruit.png 24x32+480+310 && keep uint8 "$to/premultiplied.tif"
    piece fruit.png 45x34+450+300 --ch R,G,B,A,depth=0.25,mask=0.5 && keep uint16 "$to/extra.tif"
    piece fruit.png 30x20+450+300 --ch R,G,B
    piece wall.tif 20x30+50+30 --siappend
    piece street.exr 25x25+50+30 --ch R,G,B --siappend && keep uint16 "$to/pages.tif" :all=1
    piece wall.tif 61x1+10+10 && keep uint8 "$to/row.png"
    piece wall.tif 47x31+600+300 && keep uint16 "$to/grey16.tif"
    piece wall.tif 77x51+3+5 --attrib compression lzw && keep uint16 "$to/tiled-grey.tif" :tile=16x16
    piece valley.jpg 191x173+600+400 && keep uint8 "$to/photo.jpg"
    piece street.exr 40x25+300+300 --ch R,G,B && keep half "$to/half.tif"
    piece street.exr 97x53+200+300 --ch R,G,B && keep float "$to/tiled.tif" :tile=64x64
    piece street.exr 41x67+200+300 --ch R,G,B --attrib compression none && keep float "$to/float.tif"
    piece street.exr 53x31+100+300 --ch R,G,B && keep float "$to/tiled.exr" :tile=32x32
    piece street.exr 35x31+100+300 --ch R,G,B,A=0.5 --attrib compression piz && keep float "$to/alpha.exr"
    piece street.exr 31x22+500+300 --ch R,G,B,Z=3.5,object.id=0.25 && keep half "$to/extra.exr"
    piece street.exr 22x14+500+300 --ch R,G,B --origin +5-3 --fullsize 40x30-4-6 && keep half "$to/window.exr"
    piece street.exr 20x10+300+300 --chnames X,Y,Z && keep float "$to/no-colours.exr"
    piece street.exr 21x16+300+300 --ch R,G,B --mulc 1e38 --mulc 1e4 && keep float "$to/infinite.exr"
    piece street.exr 33x21+300+300 --ch R,G,B --subc 0.2 && keep float "$to/negative.exr"
    work_off --oiioattrib tiff:half 1
    piece street.exr 26x18+500+300 --ch R,G,B --attrib oiio:subimagename left
    piece street.exr 26x18+300+300 --ch R --chnames Y --attrib oiio:subimagename depth --siappend
    keep half "$to/parts.exr" :all=1
    work_off
    cp "$tests"/tiny/* "$to/" # half.exr holds a NaN
    cp "$samples/broken.exr" "$to/"
    mkdir "$images/damaged"
    head -c 150000 "$samples/valley.jpg" >"$images/damaged/cut-off.jpg"
    head -c 200000 "$samples/broken.exr" >"$images/damaged/cut-off.exr"
    echo "no image" >"$images/damaged/text.png"
    : >"$images/damaged/empty.tif"
}

# format_images: writes one image per readable format, with metadata and other data.
format_images() {
    local to=$images/formats name
    mkdir -p "$to"
    for name in bmp tga tpic ppm pnm webp hdr rgbe dpx jp2 heic avif png jpeg tif tx exr; do
        piece valley.jpg 83x69+500+500 && keep uint8 "$to/as-$name.$name"
    done
    piece wall.tif 21x37+10+20 && keep uint8 "$to/grey.pgm" && keep uint8 "$to/grey.jpg"
    piece valley.jpg 83x69+500+500 && keep uint16 "$to/deep.dpx" && keep uint16 "$to/deep.jp2"
    piece fruit.png 33x29+500+300 && keep uint8 "$to/alpha.tga"
    for name in 2 3 4 5 6 7 8; do
        piece valley.jpg 48x31+500+500 --attrib Orientation $name --attrib Make atrous && keep uint8 "$to/turned$name.jpg"
    done
    piece valley.jpg 48x31+500+500 --attrib Orientation 6 && keep uint16 "$to/turned.tif"
    piece valley.jpg 50x30+500+500 --attrib jpeg:subsampling 4:2:0 --attrib compression jpeg:60
    keep uint8 "$to/subsampled.jpg"
    piece valley.jpg 50x30+500+500 --attrib oiio:ColorSpace GammaCorrected1.8 --attrib oiio:Gamma 1.8
    keep uint8 "$to/gamma.png"
    calls+=("$tests/tiny/curves8.tif") && keep uint8 "$to/curves.png" && keep uint8 "$to/curves.jpg"
    keep float "$to/curves-float.tif"
    # Without writers for some formats (HEIC), the rest is made all the same.
    work_off --no-error-exit 2>"$images/not-made.txt" || true
    cp "$tests/tiny/tagged.jpg" "$to/"
}

# other_files: folders in folders, lists of names, a preset.
other_files() {
    local to=$images/tree
    mkdir -p "$to/deep/er"
    cp "$images/small/rgb.png" "$to/frame.0007.png"
    cp "$images/small/grey.png" "$to/deep/frame.0008.png"
    cp "$images/small/one.png" "$to/deep/er/frame.0009.png"
    printf '%s\n' "$from/tree/frame.0007.png" "$from/tree/deep/frame.0008.png" >"$images/names.txt"
    printf '%s\0' "$from/tree/frame.0007.png" "$from/tree/deep/frame.0008.png" >"$images/names0.txt"
    printf 'luma = 1.5,1.2\nchroma = 1.1\nlimit = 12\n[log]\nluma = 0:1.5,1:1.2\n[rgb]\nluma = 1.3\n' >"$images/own.preset"
    cp "$tests/against/sidecar.xmp" "$images/"
    ln -s "$(realpath "$samples")" "$images/samples"
    ln -s "$(realpath "$samples")/room" "$images/room"
    printf '%s\n' "$from/room/room.0004.exr" "$from/room/room.0006.exr" >"$images/frames.txt"
    mkdir "$images/raw"
    cp "$tests/tiny/sensor.dng" "$images/raw/"
}

# convert_images: a few of the others that differ in what formats can hold.
convert_images() {
    local name
    mkdir -p "$images/convert"
    for name in types/{straight.png,rgba16.png,alpha.exr,extra.exr,grey16.tif,pages.tif} \
        formats/{as-png.png,tagged.jpg,turned6.jpg,curves.png,gamma.png}; do
        cp "$images/$name" "$images/convert/"
    done
}

# make_images: all of them, below $images.
make_images() {
    calls=()
    small_images
    type_images
    format_images
    convert_images
    other_files
}
