// Chooses the rows of the bench, the compared ways of computing, and their names.
#pragma once
#include "base/size.h"
#include "filters/eaw/plan.h"
#include "graph/plan.h"
#include "lab/bench/rows/options.h"
#include <optional>

namespace atrous {

/// One way to compute. The first row of a bench is the dilated baseline. Names are
/// "eaw.permuted.ascending.tile.bank.16x16.6000x4000": schedule, order, form, map, work-group; then element, synthesis,
/// border, kernel and storage if they are not planar, fused, drop, b3 and float; then the size. "-" stands for parts that
/// do not apply.
struct BenchRow {
    std::string name;
    std::optional<EawResolved> settings{}; ///< none if the rows are only listed
    Plan plan{};
    bool teaches = false; ///< kernels/teach: another filter, compared with its own first row
    bool is_wavelets() const { return !teaches; }
};

/// The input's shape: float RGB with sRGB's curve, without its bytes.
Pixels bench_shape(Size size);

/// Rows of these settings, in their order. Throws a usage error if the device cannot run one.
std::vector<BenchRow> rows_of(const std::vector<EawSettings>& settings, Size size,
                              const DeviceTraits& device);

/// Returns the baseline, then the requested rows. Throws a usage error if no row exists for the request.
std::vector<BenchRow> bench_rows(const BenchOptions& options, const DeviceTraits& device);

constexpr double teach_sigma = 0.1; ///< of differences between pixels with values up to 1

/// All levels over pixels of four floats, from port image to port image.
Plan teach_plan(Size size, int levels, bool dilated);

} // namespace atrous
