// What the paper's text states of times, and the same of what was measured.
#pragma once
#include "app/bench/figures/figure.h"
#include "app/bench/figures/ways.h"
#include "app/bench/rows/run.h"

namespace atrous {

/// The rows of one filter, one per way.
struct FilterTimes {
    std::string filter; ///< "EAW" or "SVGF"
    const std::vector<Way>& ways;
    const std::vector<RowResult>& rows;
};

/// The claims about this filter; cells per figure_orders(), "-" where a row was not timed.
std::vector<PaperClaim> time_claims(const FilterTimes& times);

} // namespace atrous
