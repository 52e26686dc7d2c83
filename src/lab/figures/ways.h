// Defines the ways of computing in the paper's figures 9 and 10, and the times in its text.
#pragma once
#include "filters/eaw/settings.h"
#include "graph/plan.h"
#include "lab/bench/rows/run.h"
#include "lab/figures/figure.h"
#include <string>
#include <vector>

namespace atrous {

/// One line of a figure. `form` null = the device's own.
struct Way {
    std::string label; ///< "GMEM, ascending"
    const Schedule* schedule;
    const Order* order; ///< null = the baseline
    const Form* form;
    const Synthesis* synthesis;
    const Storage* storage = nullptr; ///< null = float
    bool edges = true;                ///< false: no edge weights, so that memory limits a level
};

/// The baseline, then per order global memory (GMEM, form direct) and local memory (SHMEM, form tile). All store details
/// and add them in an upward pass, as the paper's filter does.
std::vector<Way> paper_ways();
/// The same ways, then, on devices with another default form, all ways in that form. Last the program's own
/// way, which has no upward pass.
std::vector<Way> all_ways(const DeviceTraits& device);

/// The index of an order's way in local memory (`tiles`) or in global memory.
std::size_t way_at(const std::vector<Way>& ways, const Order* order, bool tiles);

/// `common` in all of these ways.
std::vector<EawSettings> settings_of(const std::vector<Way>& ways, const EawSettings& common);

/// For the wavelets only: the baseline and the own way without edge weights, the own way in halves, and on GPUs form
/// ring in both.
std::vector<Way> more_ways(const DeviceTraits& device);

/// The rows of one filter, one per way.
struct FilterTimes {
    std::string filter; ///< "EAW" or "SVGF"
    const std::vector<Way>& ways;
    const std::vector<RowResult>& rows;
};

/// The claims about this filter. Cells per figure_orders(), "-" if a row was not timed.
std::vector<PaperClaim> time_claims(const FilterTimes& times);

} // namespace atrous
