# Sourced by tests/against.sh: the commands that try each value of each setting at least once, pairs of values where
# settings work on the same pixels, every kind of file, and output without images. In the commands, $from is
# expanded where they run.
# shellcheck shell=bash disable=SC2016,SC2154

# values_of OPTION: the values that the old program allows for "--space", or for a part of --execution: "order". auto is the
# value of all commands without the option.
values_of() { values_in enhance "$1"; }

# enhance NAME FOLDER OPTION...: a folder of images with these options.
enhance() { plan "$1" "atrous enhance \$from/$2 -o out/ ${*:3}"; }

# in_regions NAME OPTION...: an image that is computed in several regions.
in_regions() { plan "$1" "atrous enhance \$from/types/photo.jpg -o out/ ${*:2}; holds '\"regions\":' out/*.jsonl"; }

# pairs: reads a setting and its values per line, prints lines of options in which every two values of two settings
# meet at least once. Of 200 lines by chance, the one with the most new pairs is taken, until none is left.
pairs() {
    awk '
        function draw() { state = (state * 1103515245 + 12345) % 2147483648; return int(state / 65536) }
        { name[NR] = $1; count[NR] = NF - 1; for (i = 2; i <= NF; ++i) value[NR, i - 2] = $i }
        function fresh(take,   i, j, n, key) {
            for (i = 1; i <= NR; ++i)
                for (j = i + 1; j <= NR; ++j) {
                    key = i " " line[i] " " j " " line[j]
                    if (!(key in met)) { ++n; if (take) met[key] }
                }
            return n + 0
        }
        END {
            state = 1
            for (i = 1; i <= NR; ++i) for (j = i + 1; j <= NR; ++j) left += count[i] * count[j]
            while (left > 0) {
                most = 0
                for (try = 0; try < 200 || most == 0; ++try) {
                    for (i = 1; i <= NR; ++i) line[i] = draw() % count[i]
                    if ((n = fresh(0)) > most) { most = n; for (i = 1; i <= NR; ++i) best[i] = line[i] }
                }
                for (i = 1; i <= NR; ++i) line[i] = best[i]
                left -= fresh(1)
                out = ""
                for (i = 1; i <= NR; ++i) out = out " " name[i] (name[i] ~ /=$/ ? "" : "+") value[i, line[i]]
                print out
            }
        }'
}

# setting_values OPTION...: a line for pairs per option: "--space lab log", "--execution+form= direct tile". + stands for blanks.
setting_values() {
    local option name
    for option in "$@"; do name=${option##*+} && echo "$option $(values_of "${name%=}" | paste -sd ' ')"; done
}

# schedules: a setting for pairs whose values are the ways to order pixels. A dilated schedule has no order.
schedules() { echo "--execution+schedule= dilated $(values_of order | sed 's/^/permuted,order=/' | paste -sd ' ')"; }

plan_settings() {
    local line level=0
    # The image is also combined in pairs, because kernels differ by their inputs.
    while read -r line; do
        level=$((level % 4 + 1))
        line=${line//+/ }
        enhance pairs "${line#image }" --levels $level
    done < <({
        echo "image small/rgb.png small/grey.png small/half.exr"
        schedules
        setting_values --space --execution+form= --execution+synthesis= --border --execution+storage=
        echo "--radius 1 2"
    } | pairs)
    enhance auto small --space auto --execution form=auto,synthesis=auto,group=auto,map=auto,element=auto --levels auto \
        --execution banks=auto,bank-bits=auto,subgroup=auto
    # The maps that exist for these work-groups on the usual banks.
    while read -r line; do
        enhance map photo --execution form=tile,banks=32,bank-bits=32,subgroup=32 --levels 2 --execution synthesis=stored "$line"
    done <<'LINES'
--execution map=rows,element=planar --radius 2 --execution group=8x8
--execution map=transposed,element=pixel --radius 1 --execution group=16x8
--execution map=padded,element=planar --radius 1 --execution group=20x8
--execution map=bank,element=planar --radius 2 --execution group=16x16
--execution map=bank,element=pixel --radius 1 --execution group=8x8
--execution map=rotated,element=pixel --radius 2 --execution group=32x8
--execution map=padded-bank,element=planar --radius 1 --execution group=32x4
--execution map=wide,element=planar --radius 2 --execution group=8x8
--execution map=blocks,element=planar --radius 1 --execution group=32x8
--execution map=planes,element=pixel --radius 2 --execution group=8x8
LINES
    enhance group small --execution form=direct,group=16x4
    enhance levels types/photo.jpg --levels 10
    enhance lists types/photo.jpg --luma 2,1.5,1 --chroma 0:1.5,1:0.5 --luma-threshold 0.5,0.1 --chroma-threshold 0:0,1:2
    enhance edges-off types/photo.jpg --edges off
    enhance edges-list types/photo.jpg --edges 20,10,0
    enhance edges-curve types/photo.jpg --edges 0:12,1:30
    enhance shrink types/photo.jpg --luma-threshold 1 --shrink unbiased
    enhance limit small --limit 8 --protect-shadows 15
    enhance limit-stored small --limit 8 --protect-shadows 15 --execution synthesis=stored
    enhance amount small --amount -0.5
    enhance amount-0 types --amount 0
}

# preset_names: the presets of the old program.
preset_names() { "$work/old/program" presets | cut -d ' ' -f 1; }

plan_presets() {
    local preset
    # shellcheck disable=SC2013 # names without blanks
    for preset in $(preset_names); do enhance "preset-${preset//\//-}" photo --preset "$preset"; done
    enhance preset-file small --preset '$from/own.preset' --space rgb
    enhance preset-auto small --preset '$from/own.preset' --compare
    plan preset-dump 'atrous enhance --preset $from/own.preset --luma 3 --edges auto --denoise off --dump-preset'
    enhance darktable small --preset '$from/sidecar.xmp'
    plan darktable-dump 'atrous enhance --preset $from/sidecar.xmp --dump-preset'
}

plan_searches() {
    enhance denoise types --denoise bayes
    enhance denoise-models small --denoise bayes --noise-model halving --shrink unbiased --execution synthesis=gather --radius 1
    enhance denoise-tile small --denoise bayes --execution form=tile --shrink soft --border mirror --space rgb
    enhance denoise-preset types/photo.jpg --denoise bayes --preset sharpen --execution schedule=dilated --protect-shadows 15
    enhance edges-auto small --edges auto
    enhance edges-auto-tile photo --edges auto --execution form=tile --radius 1 --border drop
    enhance edges-auto-direct photo --edges auto --execution form=direct,schedule=dilated,synthesis=stored
    # An image of 191x173 needs more memory than these values.
    in_regions regions --max-memory ,800K --levels 3
    in_regions regions-dilated --max-memory ,800K --levels 3 --execution schedule=dilated,form=direct --border drop
    in_regions regions-denoise --max-memory ,1100K --levels 3 --denoise bayes
    in_regions regions-edges --max-memory ,2000K --levels 2 --edges auto
    in_regions regions-levels --max-memory ,900K --levels 2 --dump-levels levels/ --compare
}

plan_files() {
    local extension
    enhance types-all types --levels 2 -j 1
    enhance formats-all formats --levels 2 -j 5 --max-memory 100M
    for extension in bmp dpx hdr heic avif jpg jp2 exr png ppm tga tif tx webp; do
        attempt "to-$extension" "atrous enhance \$from/convert -o 'out/{stem}.$extension' --levels 2 --log log.jsonl"
    done
    enhance samples samples
    enhance raw raw --assume-profile srgb
    plan quality 'atrous enhance $from/convert -o "out/{stem}.jpg" --quality 40 --subsampling 420 --levels 1'
    plan quality-422 'atrous enhance $from/formats/subsampled.jpg -o a.jpg --subsampling 4:2:2'
    plan quality-webp 'atrous enhance $from/photo -o "{stem}.webp" --quality 70'
    enhance strip formats --strip --levels 1
    enhance compare formats --compare --dump-levels levels/ --levels 2
    enhance profiles photo --assume-profile adobergb --levels 1
    enhance profile-exr small --assume-profile displayp3 --space lab --levels 1
    plan ways 'atrous enhance -r $from/tree -o out/ --levels 1 && atrous enhance -r $from/tree -o out/ --existing skip &&
        atrous enhance -r $from/tree -o out/ --levels 1 --existing replace --amount 0.5 --log none'
    plan names 'atrous enhance --files-from $from/names.txt -o "{frame}-{stem}.{ext}" --levels 1 --log a.jsonl &&
        atrous enhance -0 --files-from - -o zero/ --levels 1 <$from/names0.txt && atrous enhance -r -n $from/tree -o out/ --levels 2'
    plan dry 'atrous enhance --dry-run $from/small $from/formats -o out/; atrous enhance -n $from/types/photo.jpg -o out/ --levels 3 --max-memory ,900K'
    plan quiet 'atrous enhance $from/photo -o out/ --levels 1 -q; atrous enhance $from/photo -o out2/ --progress plain'
}

plan_printed() {
    plan devices 'atrous devices && atrous devices --json && atrous devices --device cpu'
    plan tile 'atrous banks tile --svg tile.svg &&
        atrous banks tile --workgroup 8x8 --radius 1 --element-bits 128 --json &&
        atrous banks tile --width 20 --reshape tall --height 32 && atrous banks tile --element-bits 8 --window 4x4 &&
        atrous banks tile --workgroup 32x8 --banks 16 --bank-bits 64 --subgroup 64 --memory-limit 4K --json'
    plan tile-devices 'for device in nvidia cdna3 cdna4 rdna3 rdna4 intel intel-pvc kepler4 kepler8 fermi tesla cpu; do
        atrous banks tile --device $device --json || exit 1
    done'
    plan degree-mappings 'for mapping in conv4 conv8 row2 row4 row8 col2 col4 col8 three tesla fermi kepler4 kepler8; do
        atrous banks degree --mapping $mapping --stride 3 --offset 1 --warps 3 --json || exit 1
    done'
    plan degree 'atrous banks degree --mapping row2 --stride 4 --increment 1 --iterations 10000000 &&
        atrous banks degree --mapping col2 --stride-y 24 --repeat-x 16 --repeat-y 2 --json &&
        atrous banks degree --mapping conv4 --last-exclusive 1000 --pitch 33 --first 3 &&
        atrous banks degree --device rdna3 --element-bits 64 --stride 2 --lanes 3,17 --json &&
        atrous banks degree --threads 2,40 &&
        atrous banks degree --mapping custom --element-bits 16 --access-bits 32 --layer-bits 64 --banks 16 --json'
    plan optimize 'atrous banks optimize --markdown --method one $banks/nw.json $banks/tp-*.json &&
        atrous banks optimize --json --modes conv32x4 --memory-limit 4K $banks/cs-crk.json && atrous banks optimize $banks/lud-dia.json'
    plan scramble 'atrous banks scramble && atrous banks scramble --factor 6 --taps 20 --banks 8 --lanes 4 --json'
    plan layout 'for order in split ascending subdivision kaleidoscope; do
        atrous bench --layout 19x22,2 --order $order --mirror || exit 1
    done
    atrous bench --layout 37,3'
    plan footprint 'atrous bench --figure 8 --json p.json && atrous bench --figure 8 --centre 3,2 --kernel box --size 20x24 --json -'
    plan model-cache 'atrous bench --model-cache L1=16K,L2=256K,line=128,ways=4 --size 200x150 --units 2 --json - &&
        atrous bench --model-cache L1=8K,line=64 --size 120x90 --form tile --map rows,bank --group 16x16'
    plan bench-list 'atrous bench --list && atrous bench --list --order split,ascending --form tile,direct --element pixel --synthesis gather &&
        atrous bench --list --match "split.vector.*" --storage half --border clamp --radius 1'
    plan bench 'atrous bench --size 96x64 --repeat 1 --levels 2 --order split --form vector --synthesis fused,stored --json - &&
        atrous bench --size 90x60 --repeat 1 --levels 1 --form direct --group 16x16 --border clamp --json b.json >/dev/null'
}

plan_refused() {
    refuse names 'atrous; atrous enhnace; atrous enhance --lvels 3 $from/photo -o out/; atrous enhance $from/none.png -o out/;
        atrous enhance $from/photo; atrous enhance -r $from/small $from/tree -o "out/{frame}.png"'
    refuse values 'atrous enhance $from/photo -o out/ --radius 3; atrous enhance $from/photo -o out/ --execution order=spilt;
        atrous enhance $from/photo -o out/ --luma 1,2,x; atrous enhance $from/photo -o out/ --execution group=100x100,form=direct'
    refuse together 'atrous enhance $from/photo -o out/ --denoise bayes --edges auto;
        atrous enhance $from/photo -o out/ --chroma 2 --space rgb;
        atrous enhance $from/photo -o out/ --denoise bayes --execution synthesis=fused'
    refuse memory 'atrous enhance $from/types/photo.jpg -o out/ --max-memory ,20K; atrous enhance $from/photo -o out/ --device none'
    refuse files 'atrous enhance $from/damaged -o out/; atrous enhance --fail-fast -j 1 $from/damaged $from/photo -o out2/'
    refuse others 'atrous banks tile --banks 0; atrous bench --order none; atrous banks optimize none.json'
}

plan_each() {
    plan_settings
    plan_presets
    plan_searches
    plan_files
    plan_printed
    plan_refused
    plan_of_files
    plan_commands
}
