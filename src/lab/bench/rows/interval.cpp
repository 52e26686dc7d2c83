// Of n samples the k-th from both ends enclose the median unless fewer than k lie on one side of it, which is a binomial tail:
// nothing is assumed of the distribution (David, Nagaraja: Order Statistics, section 7.1).
#include "lab/bench/rows/interval.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr double one_sided = 0.025;
constexpr double same_within = 0.02;

/// The most samples that may be left out at each end; -1 where even all of them do not do.
int left_out(int n) {
    double term = std::pow(0.5, n), tail = 0;
    int out = -1;
    for (int k = 0; k < n / 2 && tail + term <= one_sided; ++k) {
        tail += term; // P(at most k of n lie below the median)
        term *= double(n - k) / double(k + 1);
        out = k;
    }
    return out;
}

} // namespace

Interval median_interval(std::vector<double> samples) {
    Interval out;
    if (samples.empty()) return out;
    std::ranges::sort(samples);
    const std::size_t n = samples.size();
    out.median = (samples[(n - 1) / 2] + samples[n / 2]) / 2;
    const int leave = left_out(int(n));
    out.known = leave >= 0;
    out.low = samples[std::size_t(std::max(0, leave))];
    out.high = samples[n - 1 - std::size_t(std::max(0, leave))];
    return out;
}

std::string verdict(const Interval& before, const Interval& now) {
    if (!before.known || !now.known) return "cannot tell";
    if (now.high < before.low) return "faster";
    if (now.low > before.high) return "slower";
    const bool same =
        now.high <= before.low * (1 + same_within) && now.low * (1 + same_within) >= before.high;
    return same ? "same" : "cannot tell";
}

} // namespace atrous
