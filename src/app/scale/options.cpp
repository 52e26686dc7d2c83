// How the options of `scale` are read.
#include "app/scale/options.h"
#include "app/cli/scale_rows.h"
#include "base/error.h"

namespace atrous {
namespace {

constexpr int largest_box = 1 << 20; // pixels

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

ScaleOptions scale_options(const CommandLine& line, const std::vector<std::string>& arguments) {
    ScaleOptions options;
    read_session_options(line, arguments, options);
    read_picture_options(line, options.batch);
    read_request(line, options.request);
    check_has_files(options, {"scale"});
    return options;
}

} // namespace atrous
