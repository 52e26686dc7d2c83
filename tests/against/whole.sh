# Sourced by tests/against.sh: every combination of the settings that decide how and where pixels are computed, on the
# smallest images that have all kinds of planes.
# shellcheck shell=bash disable=SC2016,SC2154

# schedule_options: the ways to order pixels, one per line. The plain schedule has no order.
schedule_options() {
    local order
    for order in $(values_of order); do echo "--execution schedule=permuted,order=$order"; done
    echo "--execution schedule=dilated"
}

# combine OPTIONS...: reads lines, prints each with each of the given options (texts of options with their values).
combine() {
    local line options
    while read -r line; do
        for options in "$@"; do echo "$line $options"; done
    done
}

# each OPTION VALUE...: combines with the values of an option ("--space", "--execution form="), by default all.
each() {
    local option=$1 value all=()
    local values=("${@:2}")
    if [[ ${#values[@]} == 0 ]]; then mapfile -t values < <(option=${option##* } && values_of "${option%=}"); fi
    [[ $option == *= ]] || option+=" "
    for value in "${values[@]}"; do all+=("$option$value"); done
    combine "${all[@]}"
}

# take_turns OPTION VALUE...: adds one value per line, by turns.
take_turns() {
    local line turn=0 option=$1
    local values=("${@:2}")
    [[ $option == *= ]] || option+=" "
    while read -r line; do
        echo "$line $option${values[turn++ % ${#values[@]}]}"
    done
}

# plan_lines NAME FOLDER: a command per line of options.
plan_lines() {
    local line
    while read -r line; do enhance "$1" "$2" "$line"; done
}

plan_products() {
    local -a schedules
    mapfile -t schedules < <(schedule_options)
    echo "" | combine "${schedules[@]}" | each "--execution form=" | each "--execution synthesis=" | each --space | each --border | each "--execution storage=" |
        each --radius 1 2 | take_turns --levels 1 2 3 >"$work/lines"
    plan_lines product small <"$work/lines"
    # Not every work-group has every map.
    echo "--execution form=tile,banks=32,bank-bits=32,subgroup=32" | each "--execution map=" | each "--execution element=" | each --radius 1 2 |
        each "--execution group=" 8x8 16x8 16x16 32x8 | each "--execution synthesis=" fused stored | take_turns "--execution schedule=" permuted permuted dilated |
        take_turns "--execution storage=" float half half float | take_turns --space lab rgb log linear rgb >"$work/lines"
    while read -r line; do attempt map "atrous enhance \$from/photo -o out/ --levels 2 $line"; done <"$work/lines"
    echo "--denoise bayes" | each "--execution schedule=" | each "--execution form=" | each "--execution synthesis=" stored gather | each --space | each --border |
        each --radius 1 2 | each --shrink | take_turns --noise-model starlet halving halving starlet |
        take_turns --levels 1 2 3 >"$work/lines"
    plan_lines denoise small <"$work/lines"
    echo "--edges auto" | each "--execution schedule=" | each "--execution form=" | each "--execution synthesis=" | each --space | each --border | each --radius 1 2 |
        take_turns "--execution order=" split ascending subdivision kaleidoscope split >"$work/lines"
    plan_lines edges-auto small <"$work/lines"
    echo "--limit 10 --protect-shadows 15" | each "--execution form=" | each "--execution synthesis=" fused stored | each --space | each --shrink |
        take_turns --luma-threshold 0 0.1 0.1 >"$work/lines"
    plan_lines details small <"$work/lines"
}

plan_pictures() {
    local preset line name
    local -a schedules
    mapfile -t schedules < <(schedule_options)
    for preset in $(preset_names); do
        echo "--preset $preset" | each --space auto lab log linear rgb | each --levels auto 4 >"$work/lines"
        plan_lines "preset-$preset" types <"$work/lines"
        plan "preset-dump-$preset" "atrous enhance --preset $preset --dump-preset"
    done
    echo "" | combine "${schedules[@]}" | each "--execution form=" | each --border | combine "--max-memory ,800K --levels 3" \
        "--max-memory ,1100K --levels 3 --denoise bayes" "--max-memory ,2000K --levels 2 --edges auto" >"$work/lines"
    while read -r line; do attempt regions "atrous enhance \$from/types/photo.jpg -o out/ $line"; done <"$work/lines"
    for name in srgb linear displayp3 adobergb prophoto rec709 rec2020 linear-rec2020 acescg aces2065-1 linear-displayp3 gamma22; do
        enhance "profile-$name" types --assume-profile "$name" --levels 2
        enhance "profile-space-$name" types --assume-profile "$name" --levels 1 --space linear --execution form=direct
    done
    for name in bmp dpx hdr heic avif jpg jp2 exr png ppm tga tif tx webp; do
        attempt "all-to-$name" "atrous enhance \$from/types \$from/small -o 'out/{stem}-{ext}.$name' --levels 1 --log log.jsonl"
        attempt "strip-to-$name" "atrous enhance \$from/formats -o 'out/{stem}-{ext}.$name' --levels 1 --strip --compare"
    done
}

plan_whole() {
    plan_each
    plan_products
    plan_pictures
}
