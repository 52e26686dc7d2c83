// Access expressions of any length, for `atrous bench --match banks`: the time of an analysis must not depend
// on the number of warps or iterations.
#pragma once
#include <cstdint>
#include <vector>

namespace atrous {

struct BankSample {
    const char* name; ///< "banks.for"
    /// Analyses the expression with this many warps or iterations (1 to 2^30) once; returns its replays.
    std::int64_t (*analyse)(std::int64_t iterations);
};

const std::vector<BankSample>& bank_samples();

} // namespace atrous
