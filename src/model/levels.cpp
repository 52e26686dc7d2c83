// The 20 % rule.
#include "model/levels.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace atrous {

int auto_levels(Size size) {
    constexpr int most = 8;
    const double support = std::min(513.0, 0.2 * std::max(size.width, size.height));
    const double finest = std::log2(std::max(support - 1, 2.0) / 2); // i0, in octaves
    const int by_support = int(std::floor(finest - 0.5)) + 1;
    const int by_short_side = int(std::bit_width(unsigned(std::min(size.width, size.height)))) - 1 - 2;
    return std::clamp(std::min(by_support, by_short_side), 1, most);
}

} // namespace atrous
