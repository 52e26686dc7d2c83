// `atrous bench --match svgf`.
#pragma once
#include "lab/bench/rows/run.h"

namespace atrous {

/// Times the filter of renders and prints tables and ratios. Throws an internal error if schedules differ in a bit.
int run_svgf_bench(const CommandLine& line);

/// Times the levels of a frame alone, with local models of order 0, in these ways; the first is what the others are checked
/// against. Rows that fail or differ have an error.
std::vector<RowResult> time_svgf_levels(Engine& engine, const BenchOptions& options,
                                        const std::vector<Execution>& ways);

} // namespace atrous
