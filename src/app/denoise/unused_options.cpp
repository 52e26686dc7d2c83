// A row per option: where it means nothing, and what does instead.
#include "app/denoise/unused_options.h"
#include "base/error.h"
#include <algorithm>

namespace atrous {
namespace {

bool is_gaussian(const SvgfSettings& s) { return s.filter->gaussian; }
bool is_svgf(const SvgfSettings& s) { return !s.filter->gaussian; }

bool has_no_history(const SvgfSettings& s) { return !s.recursive; }

struct Unused {
    const char* option;
    bool (*means_nothing)(const SvgfSettings&);
    const char* why;
};
constexpr Unused rows[] = {
    {"fit", is_gaussian, "the filter eaw has no local model"},
    {"sigma-luma", is_gaussian,
     "the filter eaw does not know the noise; --sigma-color is what light may differ by"},
    {"samples", is_gaussian, "the filter eaw does not ask how many there are"},
    {"role variance", is_gaussian, "the filter eaw does not know the noise"},
    {"warmup", has_no_history, "is for --temporal recursive"},
    {"sigma-color", is_svgf, "is for --filter eaw; what light may differ by is --sigma-luma in svgf"},
    {"sigma-albedo", is_svgf, "is for --filter eaw"},
};

/// "role variance": the option with a value that begins so.
bool is_given(const CommandLine& line, const std::string& option) {
    const auto blank = option.find(' ');
    if (blank == std::string::npos) return line.has(option);
    return std::ranges::any_of(line.given, [&](const auto& one) {
        return one.first == option.substr(0, blank) && one.second.starts_with(option.substr(blank + 1) + "=");
    });
}

} // namespace

void check_unused(const CommandLine& line, const SvgfSettings& settings) {
    for (const Unused& row : rows)
        if (is_given(line, row.option) && row.means_nothing(settings))
            throw usage_error(std::string("--") + row.option + ": " + row.why);
}

} // namespace atrous
