// Declares the rows of the bench: ways of computing for comparison, and their names.
#pragma once
#include "base/size.h"
#include "filters/eaw/plan.h"
#include "graph/plan.h"
#include "lab/bench/rows/options.h"
#include <optional>

namespace atrous {

/// One way to compute. The first row of a bench is the dilated baseline.
struct BenchRow {
    std::string name;
    std::optional<EawResolved> settings{}; ///< none if the rows are only listed
    Plan plan{};                           ///< of the native row: the baseline's, whose bytes count
    bool is_native = false;
    bool teaches = false; ///< kernels/teach: another filter, compared with its own first row
    bool is_wavelets() const { return !is_native && !teaches; }
};

/// The input's shape: float RGB with sRGB's curve, without its bytes.
Pixels bench_shape(Size size);

/// The parts of a name that need the device: the value of `auto`, the analyser's map.
struct ResolvedForm {
    std::string form, map, element, group, synthesis;
    std::string refused; ///< reason why these settings cannot run. Empty = they can
};
ResolvedForm resolved_form(const EawSettings& settings, const DeviceTraits& device);

/// "eaw.permuted.ascending.tile.bank.16x16.6000x4000": schedule, order, form, map, work-group. Then element,
/// synthesis, border, kernel and storage unless they are planar, fused, drop, b3 and float. Then the size.
/// "-" stands for parts that do not apply.
std::string row_name(const EawSettings& settings, const ResolvedForm& form, Size size);

/// Rows of these settings, in their order. Throws a usage error if the device cannot run one.
std::vector<BenchRow> rows_of(const std::vector<EawSettings>& settings, Size size,
                              const DeviceTraits& device);

/// The baseline, then the rows of the options. Throws a usage error if there are none.
std::vector<BenchRow> bench_rows(const BenchOptions& options, const DeviceTraits& device);

constexpr double teach_sigma = 0.1; ///< of differences between pixels with values up to 1

/// All levels over pixels of four floats, from port image to port image.
Plan teach_plan(Size size, int levels, bool dilated);

} // namespace atrous
