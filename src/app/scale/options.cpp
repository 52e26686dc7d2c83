// How the options of `scale` are read.
#include "app/scale/options.h"
#include "app/cli/scale_rows.h"
#include "base/error.h"
#include "base/text.h"
#include <charconv>

namespace atrous {
namespace {

constexpr int largest_box = 1 << 20; // pixels

/// A whole number within the range of factors; 0 for what is none.
int factor_in(const std::string& text) {
    int value = 0;
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = bad == std::errc{} && end == text.data() + text.size();
    return whole && value >= scale_range::factor.least && value <= scale_range::factor.most ? value : 0;
}

void read_request(const CommandLine& line, ScaleRequest& request) {
    for (const auto& [name, value] : line.given)
        for (const auto& row : scale_rows())
            if (name == row.option.name) row.set(request.settings, value);
    resolve(request.settings);
    const std::string *factor = line.find("factor"), *size = line.find("size");
    if (!factor && !size)
        throw usage_error("how small? give --factor M or --size WxH ('atrous scale --help')");
    if (factor) request.factor = parse_factor(*factor, "--factor");
    if (size) request.box = parse_size(*size, "--size", largest_box, "512x512");
    request.enlarges = line.has("upscale");
}

} // namespace

Size parse_factor(const std::string& text, const std::string& option) {
    const auto parts = split(text, 'x');
    const Size factor{parts.empty() ? 0 : factor_in(parts.front()),
                      parts.empty() ? 0 : factor_in(parts.back())};
    if (parts.size() > 2 || factor.width == 0 || factor.height == 0)
        throw usage_error(option + ": '" + text + "' is no factor; allowed are whole numbers from " +
                          decimal(scale_range::factor.least) + " to " + decimal(scale_range::factor.most) +
                          ", like 8, or 4x2 across and down; for other sizes use --size");
    return factor;
}

ScaleOptions scale_options(const CommandLine& line, const std::vector<std::string>& arguments) {
    ScaleOptions options;
    read_session_options(line, arguments, options);
    read_picture_options(line, options.batch);
    read_request(line, options.request);
    check_has_files(options, "scale");
    return options;
}

} // namespace atrous
