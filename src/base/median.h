// Computes the median of numbers in any order.
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace atrous {

/// Returns the median of at least one number. For an even count, the larger of the two in the middle.
inline double upper_median(std::vector<double> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace atrous
