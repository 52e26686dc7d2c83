// `atrous bench --match svgf`.
#pragma once
#include "app/bench/options.h"

namespace atrous {

/// Times the filter of renders and prints tables and ratios. Throws an internal error if schedules differ in a bit.
int run_svgf_bench(const BenchOptions& options);

} // namespace atrous
