// What `atrous bench --match svgf` prints.
#pragma once
#include "base/json.h"
#include "lab/bench/rows/run.h"

namespace atrous {

struct SvgfReport {
    DeviceInfo device;
    Size size;
    int repeats;
    std::vector<RowResult> rows;
};

/// A ratio of times, and the most that it should be.
struct SvgfRatio {
    const char* name;
    double value, most;
};
std::vector<SvgfRatio> svgf_ratios(const SvgfReport& report);

std::string svgf_text(const SvgfReport& report);
Json svgf_json(const SvgfReport& report);

} // namespace atrous
