// Rows and checks of the options of `compare`.
#include "app/compare/options.h"
#include "base/text.h"
#include <filesystem>

namespace atrous {
namespace {

std::optional<double> number_of(const CommandLine& line, const char* name) {
    const std::string* text = line.find(name);
    return text ? std::optional(to_number(*text)) : std::nullopt;
}

} // namespace

const OptionTable& compare_table() {
    using enum ValueKind;
    constexpr const char* what = "What is compared";
    constexpr const char* results = "Results";
    constexpr double least_peak = 1e-6, most_peak = 1e6;
    static const OptionTable table{
        "compare",
        "[options] A B",
        "Error metrics of picture A against the reference B: two files, two folders of frames, or two patterns "
        "like 'out/beauty.####.exr'. Frames are paired by their numbers.",
        {
            {what, "frames", 0, text, "LIST", "all, which both must have",
             "Frames of the sequences: numbers and ranges like '1-100', '1-100x2' (every second) or '1-5,9'"},
            {what, "layer", 0, text, "NAME", "the picture",
             "The layer that is compared, by the first names of its channels ('ViewLayer.DiffCol'), or the part "
             "of that name; a file without layers is compared whole"},
            {what, "alpha", 0, flag, "", "", "Compare alpha, too"},
            {what, "motion-from", 0, text, "FILES", "B",
             "Folder or pattern of the frames with motion vectors (Cycles' Vector layer), for flicker"},
            {what, "linear", 0, flag, "", "",
             "PSNR and tPSNR of the samples as they are, not of x / (1 + x): for display values, as in PNG"},
            {what, "peak", 0, number, "P", "1", "The peak of PSNR and tPSNR, 0.000001 to 1000000", least_peak,
             most_peak},
            {results, "json", 0, flag, "", "", "Print JSON; infinite values are null there"},
            {results, "heat", 0, text, "FILE", "none",
             "Write a PNG of where the pictures differ, with a legend; of a sequence the frame of lowest PSNR"},
            {results, "min-psnr", 0, number, "DB", "none",
             "The exit code is 1 if PSNR (of a sequence the mean over its frames) is below"},
            {results, "max-flicker", 0, number, "F", "none",
             "The exit code is 1 if the sequence's flicker is above, or cannot be measured", 0},
            {results, "help", 'h', flag, "", "", "Print this"},
        },
        "  atrous compare denoised.exr reference.exr\n"
        "  atrous compare out/ reference/ --frames 1-10 --motion-from out/ --min-psnr 37.7\n"
        "  atrous compare --linear --json a.png b.png | jq .overall.psnr\n"};
    return table;
}

CompareOptions compare_options(const CommandLine& line) {
    CompareOptions options;
    if (line.operands.size() != 2)
        throw usage_error("compare takes A and B, two files, folders or patterns, but got " +
                          std::to_string(line.operands.size()) + " operands ('atrous compare --help')");
    options.a = line.operands[0];
    options.b = line.operands[1];
    options.frames = line.value("frames", "");
    options.layer = line.value("layer", "");
    options.motion = line.value("motion-from", "");
    options.scale.linear = line.has("linear");
    options.scale.peak = to_number(line.value("peak", "1"));
    options.alpha = line.has("alpha");
    options.json = line.has("json");
    options.heat = line.value("heat", "");
    options.min_psnr = number_of(line, "min-psnr");
    options.max_flicker = number_of(line, "max-flicker");
    if (!options.heat.empty() && lower(std::filesystem::path(options.heat).extension().string()) != ".png")
        throw usage_error("--heat " + options.heat + ": is written as PNG; give a name that ends in .png");
    return options;
}

} // namespace atrous
