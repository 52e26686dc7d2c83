// What a median is worth: an interval that holds the true one, whatever the times are distributed like.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Between two order statistics, with a probability of at least 95 % that the true median lies there.
struct Interval {
    double median = 0, low = 0, high = 0;
    bool known = false; ///< false below six samples, which no such interval has
    /// Half its width as a share of the median.
    double noise() const { return median > 0 ? (high - low) / 2 / median : 0; }
};
Interval median_interval(std::vector<double> samples);

/// "faster", "slower": the intervals lie apart; "same": their ratio is within 2 % of 1, all of it; else "cannot tell".
std::string verdict(const Interval& before, const Interval& now);

} // namespace atrous
