// Times the filter of renders on the bench, and prints `atrous bench --match svgf`.
#pragma once
#include "base/json.h"
#include "lab/bench/rows/run.h"

namespace atrous {

/// Times the levels of a single frame, with local models of order 0, in these ways; the first is the reference of the
/// others. Rows that fail or differ have an error.
std::vector<RowResult> time_svgf_levels(Engine& engine, const BenchOptions& options,
                                        const std::vector<Execution>& ways);

std::string svgf_text(const BenchReport& report);
Json svgf_json(const BenchReport& report);

} // namespace atrous
