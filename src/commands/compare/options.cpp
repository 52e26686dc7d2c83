// Rows and checks of the options of `compare`.
#include "commands/compare/options.h"
#include "base/text.h"
#include "cli/messages.h"
#include <filesystem>

namespace atrous {
namespace {

using Options = CompareOptions;
using Text = const std::string&;

std::string png_name(const std::string& name) {
    if (lower(std::filesystem::path(name).extension().string()) != ".png")
        throw usage_error(messages::heat_is_png, name);
    return name;
}

constexpr OptionSetter<Options> setters[] = {
    {"frames", [](Options& o, Text list) { o.frames = list; }},
    {"layer", [](Options& o, Text name) { o.layer = name; }},
    {"motion-from", [](Options& o, Text pattern) { o.motion = pattern; }},
    {"linear", [](Options& o, Text) { o.scale.linear = true; }},
    {"peak", [](Options& o, Text number) { o.scale.peak = to_number(number); }},
    {"alpha", [](Options& o, Text) { o.alpha = true; }},
    {"json", [](Options& o, Text) { o.json = true; }},
    {"heat", [](Options& o, Text name) { o.heat = png_name(name); }},
    {"min-psnr", [](Options& o, Text number) { o.min_psnr = to_number(number); }},
    {"max-flicker", [](Options& o, Text number) { o.max_flicker = to_number(number); }}};

} // namespace

CompareOptions compare_options(const CommandLine& line) {
    CompareOptions options;
    if (line.operands.size() != 2) throw usage_error(messages::two_images_needed, line.operands.size());
    options.a = line.operands[0];
    options.b = line.operands[1];
    set_given(line, setters, options);
    return options;
}

} // namespace atrous
