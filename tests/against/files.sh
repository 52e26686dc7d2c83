# Sourced by tests/against.sh: file handling of runs in addition to computing images: existing outputs, plans of runs,
# names and images through pipes, copies, logs and their readers, pages about runs, and refusals. In the commands, $from
# and words that begin with it are expanded where they run.
# shellcheck shell=bash disable=SC2016,SC2154

# input_lines COMMAND: the start of a command whose inputs are in/a.png ... in/d.png, for denoise frames of a render.
input_lines() {
    if [[ $1 == denoise ]]; then
        echo 'mkdir in && cp $from/room/room.0004.exr in/a.exr && cp $from/room/room.0005.exr in/b.exr &&
            cp $from/room/room.0006.exr in/c.exr && cp $from/room/room.0005.exr in/d.exr && extension=exr'
    else
        echo 'mkdir in && cp $from/small/rgb.png in/a.png && cp $from/small/grey.png in/b.png &&
            cp $from/small/one.png in/c.png &&
            cp $from/types/straight.png in/d.png && extension=png'
    fi
}

# options_of COMMAND: prints its required options.
options_of() {
    case $1 in
    enhance) echo "--levels 2" ;;
    denoise) echo "--temporal none --levels 2" ;;
    scale) echo "--factor 2" ;;
    esac
}

# The output of a is older than its input, the output of b newer. c is not an image, and d has no output.
outputs_there='touch -d 2001-01-01 in/* && mkdir out && cp in/[ab].* out/ && echo text >out/c.$extension &&
    touch -d 2000-01-01 out/a.* && touch -d 2002-01-01 out/[bc].*'

# plan_existing: outputs that exist, in every way to treat them, done and planned.
plan_existing() {
    local command treatment start
    for command in enhance denoise scale; do
        start="$(input_lines $command) && $outputs_there"
        for treatment in error replace newer; do
            attempt "$command-existing-$treatment" "$start &&
                atrous $command in -o out/ $(options_of $command) -j 1 --existing $treatment
                find out ! -newermt 2010-01-01 -name '[a-d].*' -printf '%f %TY\\n' | sort"
            attempt "$command-dry-$treatment" "$start &&
                atrous $command -n in -o out/ $(options_of $command) -j 1 --existing $treatment"
        done
        # Files that are not images are created again. Images are kept, independent of the log.
        attempt "$command-existing-skip-existing" "$start &&
            atrous $command in -o out/ $(options_of $command) -j 1 --existing skip"
        attempt "$command-dry-skip-existing" "$start &&
            atrous $command -n in -o out/ $(options_of $command) -j 1 --existing skip"
        # The outputs equal the outputs of a run with a log.
        start="$(input_lines $command) && atrous $command in -o out/ $(options_of $command) -q && rm out/d.*"
        plan "$command-again-skip-existing" "$start &&
            atrous $command in -o out/ $(options_of $command) --existing skip -j 1"
        plan "$command-again-dry" "$start && atrous $command -n in -o out/ $(options_of $command) --existing skip -j 1"
        plan "$command-again-newer" "$start && touch -d 2040-01-01 in/a.* &&
            atrous $command in -o out/ $(options_of $command) --existing newer -j 1"
        plan "$command-again-other" "$start &&
            atrous $command in -o out/ $(options_of $command) --existing replace -j 1 --compression zip:1"
        plan "$command-dry-templates" "$(input_lines $command) &&
            atrous $command -n in -o '{dir}/{stem}_new.{ext}' $(options_of $command) &&
            atrous $command -n in/a.* -o 'b.tif' $(options_of $command) -v &&
            atrous $command -n in -o out/ $(options_of $command) -q"
    done
}

# in_place COMMAND: replaced inputs, backups, and the plan of a run.
in_place() {
    local start
    start="$(input_lines "$1") && chmod 640 in/a.* && touch -d 2001-01-01 in/*"
    plan "$1-in-place" "$start && atrous $1 in --in-place $(options_of "$1") -j 1 && stat -c '%n %a' in/* && ls -A in"
    plan "$1-in-place-dry" "$start && atrous $1 -n in --in-place=.bak $(options_of "$1") -j 1 && ls -A in"
    attempt "$1-in-place-backup" "$start && atrous $1 in --in-place=.bak -p $(options_of "$1") -j 1 --log log.jsonl
        stat -c '%n %a %Y' in/*
        atrous $1 in/a.* --in-place=.bak $(options_of "$1") -j 1"
}

plan_pipes() {
    local format
    for format in png jpg tif webp ppm; do
        plan "pipe-$format" "atrous enhance - -o - --format $format --levels 2 <\$from/small/rgb.png >a.$format &&
            atrous scale --factor 3 - -o - --format $format <\$from/types/photo.jpg >b.$format"
    done
    plan pipe-exr 'atrous enhance - -o - --format exr --levels 2 <$from/small/half.exr >a.exr &&
        atrous scale --factor 2 - -o - --format exr <$from/types/parts.exr >b.exr &&
        atrous enhance - -o out.png --levels 1 <$from/types/photo.jpg &&
        atrous enhance $from/small/rgb.png -o - --format png --levels 1 >c.png'
    plan pipe-chain 'atrous scale --factor 2 - -o - --format png <$from/types/photo.jpg | atrous enhance - -o - \
        --format jpg --levels 2 >a.jpg'
    plan pipe-copies 'atrous enhance - -o out/a.png --levels 1 --compare <$from/small/rgb.png &&
        cat $from/small/rgb.png | atrous probe -'
    plan names-stdin 'printf "%s\n" $from/tree/frame.0007.png $from/small/grey.png | atrous enhance \
        --files-from - -o out/ --levels 1 -j 1 &&
        printf "%s\n" $from/tree/frame.0007.png "" $from/small/grey.png | atrous scale \
        --files-from - -o "small-{stem}.png" --factor 2 -j 1 &&
        printf "%s\0" $from/small/rgb.png $from/small/one.png | atrous scale -0 --files-from - -o zero/ --factor 2x1 -j 1'
    plan names-files 'atrous scale --files-from $from/names.txt -o out/ --factor 2 &&
        atrous enhance -0 --files-from $from/names0.txt -o zero/ --levels 1 &&
        atrous denoise --files-from - -o clean/ --temporal none --levels 1 <$from/frames.txt &&
        atrous scale -n --files-from $from/names.txt -o out2/ --size 30x30'
    attempt names-lost 'printf "%s\n" none.png $from/small/grey.png | atrous enhance --files-from - -o out/ \
        --levels 1 -j 1
        atrous enhance --files-from none.txt -o out/; printf "" | atrous enhance --files-from - -o out2/;
        : | atrous enhance - -o a.png
        head -c 900 $from/types/photo.jpg | atrous enhance - -o b.png'
    plan names-text 'mkdir in && cp $from/small/one.png "in/a  b.png" && cp $from/small/one.png "in/$(printf "tab\t\303\251").png" &&
        cp $from/small/one.png "in/-o.png" &&
        atrous enhance in -o out/ --levels 1 -j 1 -v && atrous scale in/* -o "small/{stem}.{ext}" --factor 1 -j 1'
}

plan_copies() {
    plan crop 'for crop in 20x10+5+7 1x1+0+0 61x47+0+0 30x3+31+44;
        do atrous enhance $from/photo -o "{stem}-$crop.png" --levels 3 --crop $crop || exit 1; done'
    plan crop-files 'for file in formats/turned6.jpg formats/turned3.jpg types/pages.tif types/alpha.exr types/tiled.tif;
        do
        atrous enhance $from/$file -o out/ --levels 2 --crop 12x9+3+2 --existing replace || exit 1
    done; atrous enhance $from/types/window.exr -o out/ --levels 2 --crop 10x8+10+4'
    plan crop-more 'atrous enhance $from/types/photo.jpg -o out/ --crop 64x50+20+30 --compare --edges auto \
        --levels 2 -v &&
        atrous enhance -n $from/types/photo.jpg -o out2/ --crop 64x50+20+30 &&
        atrous enhance $from/types/photo.jpg -o out3/ --crop 150x140+9+9 --max-memory ,700K --levels 2'
    attempt crop-outside 'atrous enhance $from/photo -o out/ --crop 20x10+50+7;
        atrous enhance $from/small -o out2/ --crop 29x35+0+0 --levels 1 -j 1'
    plan fitted 'for size in 20x20 100x30 61x47;
        do atrous enhance $from/small $from/formats/turned6.jpg -o $size/ --levels 2 --size $size --sharpen-output .5 ||
        exit 1; done'
    plan keep-times 'cp $from/small/rgb.png . && touch -d 2003-04-05 rgb.png &&
        atrous enhance -p rgb.png -o out/ --levels 1 && atrous scale -p rgb.png -o small/ --factor 2 &&
        stat -c "%n %Y" out/rgb.png small/rgb.png'
    plan depths 'for depth in uint8 uint16 half float;
        do atrous enhance $from/small $from/types/grey16.tif -o $depth/ --depth $depth --levels 1 --format tif || exit 1;
        done
        atrous enhance $from/types/float.tif -o a.png --no-dither --levels 1 &&
        atrous enhance $from/types/float.tif -o b.png --levels 1'
    plan output-profiles 'for name in srgb displayp3 adobergb prophoto linear; do
            atrous enhance $from/convert -o $name/ --levels 1 --output-profile $name --format tif || exit 1
        done; atrous scale $from/photo -o scaled/ --factor 2 --output-profile displayp3 --intent perceptual'
    plan compressions 'for name in none lzw zip:9 packbits;
        do atrous enhance $from/small/rgb.png -o ${name%:*}.tif --levels 1 --compression $name || exit 1; done
        for name in none rle zip zips piz pxr24 b44 b44a dwaa:45 dwab:90;
        do atrous enhance $from/small/half.exr -o ${name%:*}.exr --levels 1 --compression $name || exit 1; done
        atrous enhance $from/small/rgb.png -o lossless.webp --levels 1 --compression lossless;
        atrous scale $from/small/rgb.png -o a.jpg --factor 2 --compression jpeg:60'
}

plan_logs() {
    local start='atrous enhance $from/small/rgb.png $from/small/grey.png $from/types/photo.jpg -o out/ --levels 2 -q \
    --compare && atrous scale --factor 2 $from/small/rgb.png -o small.png --log small.jsonl -q'
    plan verify "$start && atrous verify out && atrous verify small.jsonl out/atrous-timings.jsonl -j 1"
    attempt verify-json "$start && atrous verify --json out; rm out/grey.png && atrous verify --json out"
    attempt verify-lost "$start && rm out/grey.png && atrous verify out -j 1; rm out/rgb_compare.png &&
        atrous verify out -j 1"
    attempt verify-damaged "$start && head -c 1500 out/photo.jpg >cut && mv cut out/photo.jpg &&
        echo text >out/grey.png && atrous verify out -j 1"
    attempt verify-other 'atrous verify none; atrous verify $from/photo; echo text >a.jsonl && atrous verify a.jsonl'
    plan logs 'atrous enhance $from/small -o a/ --levels 1 --log a.jsonl &&
        atrous enhance $from/photo -o a/ --levels 2 --log a.jsonl --existing replace &&
        atrous denoise $from/room -o b/ --levels 1 -j 1 && atrous scale $from/small -o c/ --size 20x20 --log none &&
        atrous enhance $from/small -o d/ --chunk 1/2 --levels 1'
    attempt logs-failed 'atrous enhance $from/damaged $from/photo -o out/ --levels 1 -j 1;
        atrous scale $from/damaged $from/photo -o small/ --factor 2 -j 1
        atrous denoise $from/damaged $from/room -o clean/ --levels 1 -j 1 --temporal none'
    plan verbose 'atrous enhance $from/small -o a/ --levels 2 -v -j 1 &&
        atrous denoise $from/room -o b/ --levels 2 -v -j 1 && atrous scale $from/small -o c/ --factor 2 -v -j 1 &&
        atrous enhance $from/photo -o d/ --denoise auto -v &&
        atrous enhance $from/photo -o e/ --execution form=tile,group=16x16 --levels 2 -v'
    plan progress 'for how in plain none deadline tractor openjd;
        do atrous enhance $from/small -o $how/ --levels 1 -j 1 --progress $how || exit 1; done'
}

plan_reports() {
    plan report 'atrous enhance $from/small $from/types/photo.jpg -o out/ --levels 2 --report r.html -j 1'
    plan report-scale 'atrous scale --factor 2 $from/small $from/types/window.exr $from/formats/turned6.jpg -o out/ \
        --report r.html -j 1'
    plan report-denoise 'atrous denoise $from/room -o out/ --levels 2 --report r.html -j 1'
    attempt report-failed 'atrous enhance $from/damaged $from/photo $from/types/infinite.exr -o out/ --levels 1 \
        --report r.html -j 1'
    plan report-again 'atrous enhance $from/small -o out/ --levels 1 -q && rm out/rgb.png &&
        atrous enhance $from/small -o out/ --levels 1 --existing skip --report r.html -j 1 &&
        atrous enhance $from/small -o d/ --chunk 1/2 --levels 1 --report r.html -j 1'
}

# what_is_refused COMMAND: options and names that make no sense, of this command.
what_is_refused() {
    local good
    good="$1 \$from/small/half.exr $(options_of "$1")"
    refuse "$1-none" "atrous $1; atrous $1 $(options_of "$1") -o out/; atrous $1 -o out/ $(options_of "$1") none.exr;
        atrous $1 --none -o out/ a.exr"
    refuse "$1-outputs" "atrous $good; atrous $good -o; atrous $good -o out.none; atrous $good -o 'a.{none}';
        atrous $good -o out/ --format none
        atrous $good -o \$from/small/half.exr; atrous $good -o a.exr --in-place; atrous $good -o a.png --format exr;
        atrous $good --in-place="
    refuse "$1-together" "atrous $good -o a.exr -q -v; atrous $good -o a.exr -0"
    refuse "$1-values" "atrous $good -o a.exr -j 0; atrous $good -o a.exr -j many; atrous $good -o a.exr --max-memory 3X;
        atrous $good -o a.exr --timeout -1
        atrous $good -o a.exr --compression none:3; atrous $good -o a.exr --compression lz77;
        atrous $good -o a.exr --progress loud
        atrous $good -o a.exr --device none; atrous $good -o a.exr --chunk 2/2/2; atrous $good -o a.exr --chunk -1/2;
        atrous $good -o a.exr --frames 1-x
        atrous $good -o a.exr --missing all; atrous $good -o a.exr --report r.txt;
        atrous $good -o a.exr --max-memory ,-1"
}

plan_refused_files() {
    local command
    for command in enhance denoise scale; do what_is_refused $command; done
    refuse enhance-own 'for option in "--crop 1x1" "--crop 0x1+0+0" "--size 0x1" \
        "--size 0" "--sharpen-output 1" "--depth int8" \
            "--quality 0" "--quality 101" "--subsampling 411" "--intent loud" "--output-profile none" \
            "--assume-profile none" "--preset none" "--preset none.xmp" \
            "--noise none.png" "--levels 0" "--levels 11" "--denoise loud" "--denoise-strength 3" "--execution group=0x1" \
            "--amount 3" "--luma" "--dump-levels"; do
            atrous enhance $from/photo -o out/ $option; done'
    refuse scale-own 'for option in "" "--factor 0" "--factor 65" "--factor 2x" "--size 0x4" "--factor 2 --size 3x3" \
        "--factor 2 --upscale" "--factor 2 --taps 9" "--factor 2 --window box" \
            "--factor 2 --access fast" "--factor 2 --quality 0" "--factor 2 --levels 2" \
            "--factor 2 --fast --size 2x2"; do atrous scale $from/photo -o out/ $option; done'
    refuse denoise-own 'for option in "--aovs none" "--role albedo=none.*" "--role beauty=nothing" "--temporal window:9" \
        "--temporal recursive:3 --temporal none" "--sigma fit=2" "--levels 8" "--filter eaw --sigma fit=1" \
            "--sigma color=2" "--strength 11" "--samples 0" "--alpha loud" "--clamp-fireflies 0" "--motion-stored here" \
            "--motion-stored mm" "--from albedo" "--from none=a.exr" "--light none" \
            "--only-filtered --strip"; do atrous denoise $from/room -o out/ $option; done'
    refuse verify-own 'atrous verify; atrous verify --none a; atrous verify -j 0 $from/photo; atrous probe;
        atrous probe --frames x $from/room; atrous compare $from/photo; atrous compare a.exr b.exr
        atrous compare $from/photo $from/room; atrous compare $from/small/rgb.png $from/small/grey.png;
        atrous devices --device none; atrous verify --json none'
}

plan_of_files() {
    local command
    plan_existing
    for command in enhance denoise scale; do in_place $command; done
    plan_pipes
    plan_copies
    plan_logs
    plan_reports
    plan_refused_files
}
