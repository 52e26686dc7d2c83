// Makes OpenEXR files whose samples a test chooses, byte by byte.
#pragma once
#include "base/size.h"
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace atrous::test {

/// The sample of a channel at x, y.
using Sampler = std::function<float(int, int, const std::string&)>;

/// Names and values of attributes that are text.
using Attributes = std::vector<std::pair<std::string, std::string>>;

/// An uncompressed OpenEXR of 32-bit floats whose data window begins at `corner`, its channels as named.
std::string exr_of(Size size, std::vector<std::string> channels, const Sampler& sampler, int corner = 0,
                   const Attributes& attributes = {});

} // namespace atrous::test
