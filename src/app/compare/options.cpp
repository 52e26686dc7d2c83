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
