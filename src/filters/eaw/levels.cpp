// The 20 % rule.
#include "filters/eaw/levels.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace atrous {
namespace {

/// i0: octaves from the finest details to those of 20 % of the longer side, or of what 8 levels reach.
double octaves(Size size) {
    const double support = std::min(513.0, 0.2 * std::max(size.width, size.height));
    return std::log2(std::max(support - 1, 2.0) / 2);
}

} // namespace

int auto_levels(Size size) {
    constexpr int most = 8;
    const int by_support = int(std::floor(octaves(size) - 0.5)) + 1;
    const int by_short_side = int(std::bit_width(unsigned(std::min(size.width, size.height)))) - 1 - 2;
    return std::clamp(std::min(by_support, by_short_side), 1, most);
}

double relative_scale(int level, Size size) {
    return std::clamp(1 - (level + 0.5) / std::max(octaves(size), 0.5), 0.0, 1.0);
}

} // namespace atrous
