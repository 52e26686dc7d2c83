// `atrous bench`: every schedule on a device, timed and checked; and what can be computed of a schedule
// without a device: cache hits, permutations, footprints.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Runs `bench ...`; returns the exit code. Throws Error.
int run_bench(const std::vector<std::string>& arguments);

} // namespace atrous
