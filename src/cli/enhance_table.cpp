// The options of `enhance`.
#include "base/text.h"
#include "cli/file_rows.h"
#include "cli/preset.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"

namespace atrous {
namespace {

/// picture_file_rows(), and what only this command has: companion files beside outputs, layers.
std::vector<OptionRow> enhance_file_rows() {
    using enum ValueKind;
    constexpr const char* files = files_heading;
    std::vector<OptionRow> rows = picture_file_rows();
    rows.insert(
        rows.begin() + 1,
        {{files, "compare", 0, flag, "", "",
          "Write a picture STEM_compare beside each output: left half before, right half after, a thin line "
          "between"},
         {expert_heading, "dump-levels", 0, text, "DIR", "",
          "Write every coarse and detail image into a folder, as STEM_coarse_N and STEM_detail_N (details on "
          "middle grey); slow"}});
    rows.insert(
        rows.begin() + 3,
        {{files, "crop", 0, text, "WxH+X+Y", "",
          "Write this part of the pictures alone, X and Y from the top left corner as viewers show them: with "
          "the very pixels of the whole, in the time of the part"},
         {files, "depth", 'd', text, "uint8|uint16|half|float", "the input's, or the nearest",
          "Samples of the pictures in outputs; from more bits to uint8 they are dithered", 0, 0,
          "uint8|uint16|half|float"},
         {files, "gain-map", 0, text, "auto|keep|drop", "auto",
          "The gain map of a JPEG (Ultra HDR): auto keeps one whose picture has about its old light, keep any that "
          "can follow, so that brighter displays multiply the new picture as they did the old one",
          0, 0, "auto|keep|drop"}});
    rows.insert(
        rows.end() - 1,
        {files, "layer", 0, text, "NAME|all", "the picture",
         "Of EXR files with layers: which are filtered, all others stay as they are. By itself it is the picture, "
         "of each eye; of Blender's view layers Composite, else the first. NAME is a layer, a view layer or a "
         "pattern with *; all: every picture"});
    return rows;
}

/// How large outputs are.
std::vector<OptionRow> output_size_rows() {
    constexpr const char* heading = "Size of outputs";
    constexpr double most_sharpened = 4;
    return {size_row(heading),
            {heading, "sharpen-output", 0, ValueKind::number, "A", "0",
             "With --size, multiply the finest details of scaled pictures by 1 + A, 0 to 4: .5 for screens",
             0, most_sharpened}};
}

} // namespace

const OptionTable& enhance_table() {
    static const OptionTable table = [] {
        OptionTable made{
            "enhance", "[options] FILES|FOLDERS|PATTERN|-... -o OUT",
            "Local contrast, sharpening and denoising of photographs by edge-avoiding wavelets.", file_rows(),
            "Examples:\n"
            "  atrous enhance holiday/ -o better/\n"
            "  atrous enhance --preset denoise --amount 0.7 *.tif -o '{dir}/{stem}_clean.{ext}'\n"
            "  find . -name '*.jpg' -print0 | atrous enhance -0 --files-from - -o out/\n"
            "  atrous enhance --size 2048x2048 --sharpen-output .5 --format jpg holiday/ -o web/\n"
            "  curl -s URL | atrous enhance - -o - --format jpg | exiftool -\n"
            "  atrous enhance --frames 1-100 --chunk 3/10 'b.####.exr' -o 'out/b.####.exr'\n"};
        std::vector<OptionRow> filter = options_of(setting_rows());
        static const std::string names =
            "The settings to start from: " + joined(preset_names()) +
            ", or a file; options given here win over it. Of several a later one overrides what it names";
        filter.insert(
            filter.begin(),
            {{filter_heading, "preset", 0, ValueKind::text, "NAME|FILE", default_preset, names.c_str()},
             {filter_heading, "darktable-xmp", 0, ValueKind::text, "FILE|auto", "",
              "Start from the contrast equalizer in a darktable sidecar instead: space lab, borders "
              "clamped; blending and masks are left out. auto: from that of each photograph, NAME.EXT.xmp or "
              "NAME_01.EXT.xmp, where there is one"},
             {filter_heading, "noise", 0, ValueKind::text, "SIGMA|iso:N|found", "found",
              "How much noise there is, where finding it is unsure: the deviation of lightness in steps of 8 bits "
              "(white: 255), or iso:N, as much as a camera of 24 x 36 mm has at ISO N; what --denoise auto and best "
              "remove and --noise-guard does not amplify"},
             {filter_heading, "noise-from", 0, ValueKind::text, "FILE|first:N|each", "each",
              "Where the noise is found that --denoise auto and best remove and --noise-guard does not amplify: in each "
              "picture, or in one for all (frames of a film, a burst), so that nothing flickers; given several times, or as "
              "first:N for the first N pictures of the run (1 to 99), it is the mean of these"},
             {filter_heading, "dump-preset", 0, ValueKind::flag, "", "",
              "Print the preset, with the options given here, as a file for --preset; do nothing else"}});
        for (const auto& more : {enhance_file_rows(), output_size_rows(), filter, running_rows()})
            made.rows.insert(made.rows.end(), more.begin(), more.end());
        made.rules = file_rules();
        made.rules.push_back(
            {"crop", OptionRule::excludes, "in-place", "what is outside of the part would be lost"});
        made.rules.push_back(intent_rule());
        made.rules.push_back({"sharpen-output", OptionRule::needs, "size"});
        made.shorts = {{"output", "file, folder, or template of {dir} {stem} {ext} {inext} {frame}"},
                       {"recursive", "read sub-folders, too"},
                       {"preset", "what is done: sharpen, denoise, ... (see 'atrous presets')"},
                       {"amount", "how much of it, -2 to 2"},
                       {"luma", "gain of lightness details, finest first: 1.5,1.3,1"},
                       {"edges", "keep edges stronger than SIGMA; auto: found per pixel"},
                       {"denoise", "auto removes the picture's own noise first"},
                       {"size", "fit outputs into a box of so many pixels"},
                       {"format", "what outputs are: jpg, png, tif, webp, ..."},
                       {"quality", "of JPEG, WebP, HEIC and AVIF, 1 to 100"},
                       {"in-place", "replace the inputs; =.bak keeps the old files"},
                       {"existing", "replace, skip or newer: what to do where an output exists"},
                       {"report", "one page with each picture before and after"},
                       {"dry-run", "only say what would be done"}};
        return made;
    }();
    return table;
}

} // namespace atrous
