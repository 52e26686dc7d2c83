// Makes OpenEXR files of floats whose samples a test chooses.
#pragma once
#include "support/files/io_files.h"
#include <algorithm>

namespace atrous::test {

/// The sample of a channel at x, y.
using Sampler = std::function<float(int, int, const std::string&)>;

/// Names and values of attributes that are text.
using Attributes = std::vector<std::pair<std::string, std::string>>;

/// An uncompressed OpenEXR of 32-bit floats whose data window begins at `corner`, its channels as named.
inline std::string exr_of(Size size, std::vector<std::string> channels, const Sampler& sampler,
                          int corner = 0, const Attributes& attributes = {}) {
    files::ExrPart part{"", {}, corner, corner, size.width, size.height, size.width, size.height};
    std::ranges::sort(channels);
    for (const std::string& name : channels) part.channels.push_back({name, files::ExrType::single});
    for (const auto& [name, value] : attributes) part.attributes.push_back({name, "string", value});
    part.sample = [&](const std::string& channel, int x, int y) { return sampler(x, y, channel); };
    return files::exr({part});
}

} // namespace atrous::test
