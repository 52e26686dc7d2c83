// A row per option: where it means nothing, and what does instead.
#include "app/denoise/unused_options.h"
#include "base/error.h"

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
    {"variance", is_gaussian, "the filter eaw does not know the noise"},
    {"warmup", has_no_history, "is for --temporal recursive"},
    {"sigma-color", is_svgf, "is for --filter eaw; what light may differ by is --sigma-luma in svgf"},
    {"sigma-albedo", is_svgf, "is for --filter eaw"},
};

} // namespace

void check_unused(const CommandLine& line, const SvgfSettings& settings) {
    for (const Unused& row : rows)
        if (line.has(row.option) && row.means_nothing(settings))
            throw usage_error(std::string("--") + row.option + ": " + row.why);
}

} // namespace atrous
