// What the bench prints, as text, JSON, CSV and a picture.
#pragma once
#include "app/bench/rows/run.h"
#include "app/bench/show/chart.h"
#include "base/json.h"

namespace atrous {

/// Tables for people, at most 100 columns for names of usual length.
std::string bench_text(const BenchReport& report);
Json bench_json(const BenchReport& report);
/// One line per row and pass.
std::string bench_csv(const BenchReport& report);
/// Time per level of each row.
Chart bench_chart(const BenchReport& report);
/// The same as an SVG file (the schedule paper's figure 9).
std::string bench_svg(const BenchReport& report);

/// "float RGB, space lab, luma and chroma edge weights, 5x5 taps".
std::string workload(const BenchReport& report);

} // namespace atrous
