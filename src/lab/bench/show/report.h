// Declares the output of the bench, as text, JSON and an image.
#pragma once
#include "base/json.h"
#include "lab/bench/rows/run.h"
#include "lab/bench/show/chart.h"

namespace atrous {

/// Returns the commit from which the program was built, with "-dirty" for changed files; "unknown" outside a
/// repository.
const char* commit();

/// Tables as text, at most 100 columns for names of usual length.
std::string bench_text(const BenchReport& report);
Json bench_json(const BenchReport& report);
/// Returns the measurements of a pass.
Json pass_json(const PassSamples& pass);
/// "7.567 + 1.981 + 0.473 ms": levels, upward pass, leaving, as far as they exist.
std::string together_text(const RowResult& row);
/// Time per level of the rows, a chart per question.
std::vector<Chart> bench_charts(const BenchReport& report);
/// Returns the charts as an SVG file (the schedule paper's figure 9).
std::string bench_svg(const BenchReport& report);

/// "float RGB, space lab, luma and chroma edge weights, 5x5 taps".
std::string workload(const BenchReport& report);

} // namespace atrous
