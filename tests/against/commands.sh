# Sourced by tests/against.sh: the commands other than enhance that read images, and the descriptions that all commands
# print of themselves. In the commands, $from is expanded where they run.
# shellcheck shell=bash disable=SC2016,SC2154

# values_in COMMAND OPTION: the values that the old program allows.
values_in() {
    "$work/old/program" completion bash | sed -n "s/^ *\"$1 \(--\)\?${2#--}\"[^)]*) words='\([^']*\)' ;;$/\2/p" | tr ' ' '\n' | grep -vx auto
}

# scale NAME FOLDER OPTION...: a folder of images with these options.
scale() { plan "$1" "atrous scale \$from/$2 -o out/ ${*:3}"; }

plan_scale() {
    local factor window access extension
    for factor in 1 2 3 7 64 4x2 1x3 5x1; do scale scale-factor small --factor $factor; done
    for factor in 2 3x2; do scale scale-types types --factor $factor -j 1; done
    for factor in 2 1x2; do scale scale-formats formats --factor $factor -j 3; done
    for factor in 1x1 20x20 100x10 61x47; do scale scale-size small --size $factor; done
    attempt scale-size-formats "atrous scale \$from/formats -o out/ --size 30x30 -j 1" # JPEG 2000 has a least size
    scale scale-upscale photo --size 90x70 --upscale
    for window in $(values_in scale --window); do
        for factor in 1 2 5 8; do scale scale-window small --factor 3 --window "$window" --taps $factor; done
    done
    for access in $(values_in scale --access); do
        for factor in 2 3 4x2 6; do scale scale-access small --factor $factor --access "$access"; done
        scale scale-access-taps photo --factor 5 --access "$access" --taps 3
    done
    for factor in 2 4 8 16; do scale scale-fast formats/as-jpeg.jpeg --factor $factor --fast; done
    scale scale-fast-size types/photo.jpg --size 20x20 --fast -v
    for extension in bmp dpx hdr heic avif jpg jp2 exr png ppm tga tif tx webp; do
        attempt "scale-to-$extension" "atrous scale --factor 2 \$from/convert -o 'out/{stem}.$extension' --log log.jsonl"
    done
    scale scale-samples samples --factor 4
    scale scale-raw raw --factor 2 --assume-profile srgb
    scale scale-strip formats --factor 2 --strip
    scale scale-quality convert --factor 2 --quality 50 --subsampling 420 --format jpg
    scale scale-regions samples/valley.jpg --factor 2 --max-memory ,4M -v
    scale scale-bands samples/wall.tif --factor 3 --max-memory 4M -v
    scale scale-render room --factor 2 -j 1
    scale scale-render-size room --size 50x50 --compression piz -j 1
}

plan_sequences() {
    local command options
    while read -r command options; do
        plan "$command-frames" "atrous $command \$from/room/room.####.exr -o 'out/b.####.exr' $options -j 1 &&
            atrous $command --frames 4-6x2 \$from/room/room.%04d.exr -o 'two/{frame}.exr' $options -j 1 &&
            atrous $command --chunk 0/2 \$from/room/room.@@@@.exr -o 'chunk/b.####.exr' $options -j 1 &&
            atrous $command -n --chunk 1/2 \$from/room/room.####.exr -o c.####.exr $options"
        attempt "$command-missing" "for what in error skip clip; do
            atrous $command --frames 3-5 --missing \$what \$from/room/room.####.exr -o \$what/b.####.exr $options -j 1;
            done
            atrous $command -n --frames 5-8 --missing clip \$from/room/room.####.exr -o b.####.exr $options;
            atrous $command --chunk 3/3 \$from/room/room.####.exr -o c.####.exr $options"
    done <<'LINES'
enhance --levels 2
denoise --levels 2
scale --factor 3
LINES
    plan trees 'atrous scale -r $from/tree --exclude "*08*" -o out/ --factor 2 &&
        atrous scale -r $from/tree --exclude deep/ -o out2/ --factor 2 -v &&
        atrous enhance -r $from/tree --exclude none -o out3/ --levels 1'
}

# denoise NAME OPTION...: the render with these options.
denoise() { plan "$1" "atrous denoise \$from/room -o out/ -j 1 ${*:2}"; }

plan_denoise() {
    local line
    denoise denoise-usual
    while read -r line; do denoise denoise-pairs "${line//+/ }"; done < <({
        schedules
        setting_values --execution+form= --execution+storage=
        echo "--temporal window:1 none recursive"
        echo "--levels 1 3"
    } | pairs)
    denoise denoise-fit --sigma fit=0,luma=3,normal=0,depth=1 --strength 0.6
    denoise denoise-alpha --alpha filter --clamp-fireflies 3 --only-filtered --levels 2
    denoise denoise-eaw --filter eaw --sigma color=2,albedo=0.2 --levels 3
    denoise denoise-recursive --temporal recursive:1 --levels 2
    denoise denoise-roles --role albedo=none --role normal=none --levels 2
    denoise denoise-motion --motion-stored '"to next, sign from, y down, scale 0.5"' --levels 2
    refuse denoise-memory 'atrous denoise $from/room -o out/ -j 1 --max-memory ,3M --levels 2'
    denoise denoise-strength-0 --strength 0
    denoise denoise-samples --samples 4 --levels 1 --compression dwaa:45
    plan denoise-still 'atrous denoise $from/room/room.0005.exr -o a.exr --temporal none --levels 2 &&
        atrous denoise $from/types/alpha.exr -o b.exr --levels 2 &&
        atrous denoise $from/room/room.0005.exr -o a.png --temporal none --levels 1'
    plan denoise-pipe 'atrous denoise - -o - --format exr --temporal none --levels 2 <$from/room/room.0005.exr >a.exr'
    denoise denoise-from '--from "albedo=$from/room/room.####.exr"' --levels 1
}

plan_looks() {
    plan probe 'atrous probe $from/room && atrous probe --json --every-frame $from/room &&
        atrous probe $from/types/parts.exr $from/types/alpha.exr $from/types/pages.tif &&
        atrous probe --frames 4-5 $from/room/room.####.exr &&
        atrous probe --aovs cycles --role albedo=none $from/room/room.0005.exr && atrous probe -r $from/tree $from/small'
    attempt probe-damaged 'atrous probe $from/damaged; atrous probe none.exr;
        atrous probe --json $from/damaged/cut-off.exr'
    plan compare-pictures 'atrous enhance $from/small $from/types/photo.jpg -o out/ --levels 2 -q &&
        for name in rgb.png grey.png half.exr; do
            atrous compare out/$name $from/small/$name && atrous compare --linear --json out/$name $from/small/$name &&
            atrous compare --alpha --peak 0.5 out/$name $from/small/$name || exit 1
        done; atrous compare out/photo.jpg $from/types/photo.jpg &&
        atrous compare $from/small/rgb.png $from/small/rgb.png'
    plan compare-frames 'atrous denoise $from/room -o out/ --levels 2 -q && atrous compare out $from/room &&
        atrous compare --json --frames 4-5 out/room.####.exr $from/room/room.####.exr &&
        atrous compare --motion-from $from/room out $from/room --layer ViewLayer.Combined'
    attempt compare-limits 'atrous enhance $from/small -o out/ --levels 2 -q &&
        atrous compare --min-psnr 90 out/rgb.png $from/small/rgb.png;
        atrous compare --min-psnr 5 out/rgb.png $from/small/rgb.png
        atrous compare $from/small/rgb.png $from/small/grey.png;
        atrous compare --max-flicker 0.001 $from/room $from/room; atrous compare none.png $from/small/rgb.png'
    plan compare-heat 'atrous enhance $from/small -o out/ --levels 2 -q &&
        atrous compare --heat heat.png out/rgb.png $from/small/rgb.png &&
        atrous compare --heat heat2.png out/half.exr $from/small/half.exr'
}

plan_help() {
    local command
    plan help 'atrous --help && atrous --version && atrous -h'
    for command in enhance denoise scale probe compare verify devices bench;
    do plan "help-$command" "atrous $command --help && atrous $command -h"; done
    plan help-banks 'atrous banks --help && for part in tile degree optimize scramble; do atrous banks $part --help ||
        exit 1; done'
}

plan_more() {
    enhance denoise-auto small --denoise auto -j 1 -v
    enhance denoise-scaled photo --denoise auto --denoise-strength 0.5 --denoise-strength ,1.5
    enhance denoise-detail small --denoise auto --denoise-detail 0.5
    enhance denoise-auto-edges types/photo.jpg --denoise auto --edges auto --levels 2
    enhance noise-guard small --noise-guard 1.5 --protect-clipping 0.3, --levels 2
    enhance noise-guard-0 types/photo.jpg --noise-guard 0 --protect-clipping 0,
    enhance noise-from small '--noise $from/photo/rgb.png' --denoise auto
    enhance kernel-box small --kernel box --levels 2
    enhance kernel-reflect small --border reflect --execution form=strip --levels 3
    enhance layers room --layer ViewLayer.Combined --levels 2
    enhance layers-all types/parts.exr --layer all --levels 1
    plan darktable-auto 'cp $from/small/rgb.png a.png && cp $from/sidecar.xmp a.png.xmp &&
        cp $from/small/grey.png b.png && atrous enhance --preset sidecar a.png b.png -o out/ -j 1'
    plan defaults 'mkdir -p config/atrous && printf "[enhance]\nlevels = 1\n" >config/atrous/defaults;
        XDG_CONFIG_HOME=$PWD/config atrous enhance $from/photo -o out/ -v;
        XDG_CONFIG_HOME=$PWD/config atrous enhance --no-defaults $from/photo -o out2/'
}

plan_commands() {
    plan_scale
    plan_sequences
    plan_denoise
    plan_looks
    plan_help
    plan_more
}
