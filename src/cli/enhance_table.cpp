// Defines the options of `enhance`.
#include "base/text.h"
#include "cli/file_rows.h"
#include "cli/preset.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"

// The facts of an option stand in one line, its sentence below:
// clang-format off
namespace atrous {
namespace {

/// File options that only this command has.
std::vector<OptionRow> enhance_file_rows() {
    using enum ValueKind;
    return under(files_heading, {
        {.name = "compare", .help = "Write a before/after image next to each output: STEM_compare"},
        {.name = "crop", .kind = size, .value = "WxH+X+Y",
         .help = "Process only this part: W x H pixels, X and Y from the top left corner of the displayed image"},
        {.name = "depth", .letter = 'd', .kind = text, .value = "TYPE", .fallback = "the input's, or the nearest",
         .help = "Set the sample type of outputs: uint8 (dithered), uint10, uint12, uint16, half or float",
         .words = "uint8|uint10|uint12|uint16|half|float"},
        {.name = "layer", .kind = text, .value = "NAME|all", .fallback = "the beauty",
         .help = "Filter these layers of EXR files: a layer, a view layer, a pattern with * or all; other layers are "
                 "copied", .level = OptionLevel::expert},
        {.name = "gain-map", .kind = word, .value = "keep|auto|drop", .fallback = "keep",
         .help = "Handle the gain map of a JPEG (Ultra HDR): keep it, drop it, or keep it if the light of the image "
                 "changed little (auto)", .level = OptionLevel::expert},
        {.name = "dump-levels", .kind = text, .value = "DIR",
         .help = "Write every coarse and detail image of the decomposition into a folder; slow",
         .level = OptionLevel::expert},
    });
}

std::vector<OptionRow> output_size_rows() {
    return under("Size of outputs", {
        size_row(),
        {.name = "sharpen-output", .kind = ValueKind::number, .value = "A", .fallback = "0",
         .help = "Sharpen images that --size made smaller, {range}: 0.5 for screens, 1 for prints",
         .least = 0, .most = 4},
    });
}

/// A darktable sidecar is a preset, too.
Assignments split_preset(const OptionRow&, const std::string& value) {
    if (value == "sidecar") return {{"darktable-xmp", value}};
    return {{lower(value).ends_with(".xmp") ? "darktable-xmp" : "preset", value}};
}

/// The noise itself, or the images in which it is measured.
Assignments split_noise(const OptionRow&, const std::string& value) {
    const bool given = value == "found" || value.starts_with("iso:") || read_number(value);
    return {{given ? "noise" : "noise-from", value}};
}

/// The start of a run: presets, and the noise of the images.
std::vector<OptionRow> start_rows() {
    std::vector<std::string> own = preset_names();
    std::erase_if(own, [](const std::string& name) { return name.find('/') != std::string::npos; });
    static const std::string names =
        "Start from a preset: " + joined(own) +
        ", darktable/NAME ('atrous presets' lists all), a file, or a darktable sidecar (FILE.xmp; sidecar: each photograph's own); repeat "
        "to combine several";
    return under(filter_heading, {
        {.name = "preset", .kind = ValueKind::text, .value = "NAME|FILE|sidecar", .fallback = default_preset,
         .help = names.c_str(), .split = split_preset},
        {.name = "darktable-xmp", .kind = ValueKind::text, .value = "FILE|sidecar",
         .help = "Start from a darktable sidecar", .level = OptionLevel::hidden, .part_of = "preset={}"},
    });
}

/// Options that stand for several settings, and the parts of those.
std::vector<OptionRow> merged_rows() {
    using enum ValueKind;
    static const char* const parts = [] {
        std::vector<std::string> names;
        for (const auto& row : execution_rows()) names.emplace_back(row.option.name);
        return kept(joined(names, "|"));
    }();
    return under(filter_heading, {
        {.name = "protect-clipping", .kind = text, .value = "WHITES[,BLACKS]", .fallback = "the preset's",
         .help = "Weaken changes that would clip, 0 to 1: near white and black for WHITES, in deep shadows for BLACKS",
         .split = [](const OptionRow&, const std::string& value) {
             return split_pair(value, "protect-tones", "protect-blacks", true);
         }},
        {.name = "noise", .kind = text, .value = "SIGMA|iso:N|FILE|first:N|each", .fallback = "each",
         .help = "State the noise instead of measuring it in each image: a deviation in steps of 8 bits, iso:N like a "
                 "full-frame camera, or as measured in FILE or the first N images (so that films do not flicker)",
         .split = split_noise},
        {.name = "noise-from", .kind = text, .value = "FILE|first:N|each",
         .help = "Measure the noise in these images", .level = OptionLevel::hidden, .part_of = "noise={}"},
        {.name = "execution", .kind = named, .value = "NAME=VALUE,..",
         .help = "Choose how the filter is computed, for example form=tile,map=bank; 'man atrous-bench' lists the "
                 "names", .words = parts, .level = OptionLevel::expert, .split = split_named},
        {.name = "dump-preset",
         .help = "Print the resulting preset, for use with --preset, and stop", .level = OptionLevel::expert},
    });
}

} // namespace

const OptionTable& enhance_table() {
    static const OptionTable table{
        "enhance", "[options] FILES|FOLDERS|PATTERN|-... -o OUT",
        "Enhances local contrast, sharpens and denoises photographs with edge-avoiding wavelets.",
        concatenated<OptionRow>({file_rows(), enhance_file_rows(), picture_file_rows(), output_size_rows(), start_rows(),
                                 options_of(setting_rows()), merged_rows(), running_rows()}),
        "Examples:\n"
        "  atrous enhance holiday/ -o better/\n"
        "  atrous enhance --preset darktable/denoise --amount 0.7 *.tif -o '{dir}/{stem}_clean.{ext}'\n"
        "  find . -name '*.jpg' -print0 | atrous enhance -0 --files-from - -o out/\n"
        "  atrous enhance --size 2048x2048 --sharpen-output .5 --format jpg holiday/ -o web/\n"
        "  curl -s URL | atrous enhance - -o - --format jpg | exiftool -\n"
        "  atrous enhance --frames 1-100 --chunk 3/10 'b.####.exr' -o 'out/b.####.exr'\n",
        concatenated<OptionRule>(
            {file_rules(), {{"crop", OptionRule::excludes, "in-place", "the image outside of the part would be lost"},
                            intent_rule(), {"sharpen-output", OptionRule::needs, "size"}}}),
        {"output", "recursive", "exclude", "preset", "amount", "luma", "edges", "denoise", "size", "format", "depth",
         "quality", "compare", "in-place", "existing", "report", "log", "dry-run"}};
    return table;
}

} // namespace atrous
