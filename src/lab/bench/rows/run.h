// Runs the rows of the bench and keeps their measurements.
#pragma once
#include "base/error.h"
#include "lab/bench/rows/long_run.h"
#include "lab/bench/rows/rows.h"
#include "opencl/blas.h"
#include "opencl/engine.h"
#include <array>
#include <functional>

namespace atrous {

constexpr std::array unit_names = {"copy", "fma", "exp2", "loads"};

/// Rates per second, by unit: bytes that a copy moves. Fused multiply-adds, exponentials of weights and loads
/// of floats from the first-level cache, of single lanes.
using PerUnit = std::array<double, unit_names.size()>;

/// Measures all, in some 30 ms of the device. `bytes`: size of the copy.
PerUnit measure_ceilings(Engine& engine, std::size_t bytes);

/// Returns the needs of a level of these planes by unit: its bytes; per tap and plane a load, a difference, its square
/// and a sum; per tap and group of planes an exponential, its argument and a norm. Assumes one weight per tap, as in
/// all forms except `strip` and `ring`, which share the weight of a pair.
PerUnit needs_of(const EawResolved& settings, int planes, std::uint64_t bytes, std::uint64_t pixels);

/// Returns the shares of the ceilings in these milliseconds; the largest is the bottleneck.
PerUnit shares_of(const PerUnit& needs, const PerUnit& ceilings, double ms);

/// A plan that copies so many bytes, more than caches hold, to time the copy or to empty the caches.
Plan copy_plan(const DeviceInfo& device, std::size_t bytes);

struct PassSamples {
    std::string kernel;
    Stage stage;
    int level; ///< -1 if there is none
    std::uint64_t bytes, pixels;
    std::vector<double> ms; ///< of the timed repeats
};

struct RowResult {
    BenchRow row;
    Difference check;  ///< to the baseline
    std::string error; ///< reason why the row was not timed. Empty = it was
    std::vector<PassSamples> passes;
};

struct BenchReport {
    DeviceInfo device;
    Size size;
    int levels, repeats;
    double copy_gb_per_s;        ///< bytes read and written by a copy of a plane stack
    PerUnit ceilings;            ///< ceilings of the device
    std::vector<RowResult> rows; ///< the baseline first
    Exit interrupted =
        Exit::ok;      ///< after a signal: rows may have fewer repeats, or only the run of the check
    bool cold = false; ///< as in BenchOptions
};

/// Checks every row against the first one, then times them in turn. Rows that fail or differ have an error. Throws a usage
/// error early if a run takes more than ten minutes, unless the user has accepted it (BenchOptions::yes).
BenchReport run_rows(Engine& engine, const std::vector<BenchRow>& rows, const BenchOptions& options);

/// Runs `work` unless the row failed before. Its error becomes the row's error.
void guarded(RowResult& result, const std::function<void()>& work);

/// Throws an internal error if a difference from the baseline is above `most`, or not a number.
void must_agree(double difference, double most, const char* measure = "");

/// Adds the times of a run to the times of the row.
void keep_times(RowResult& result, const RunReport& report);

double median(std::vector<double> values);
/// Milliseconds: sum of the passes' medians in a stage.
double stage_ms(const RowResult& row, Stage stage);
std::uint64_t stage_bytes(const RowResult& row, Stage stage);
/// Levels, upward pass and leaving (which restores the columns): the full cost of a schedule. Rows that are not
/// wavelets have no leaving.
double together_ms(const RowResult& row);
/// The sum for each repeat.
std::vector<double> together_of_repeats(const RowResult& row);
/// The use of each unit by a level of the row, as a share of the ceiling; empty for rows that are not wavelets.
std::optional<PerUnit> level_shares(const BenchReport& report, const RowResult& row,
                                    const PassSamples& level);
/// Ratio of the baseline's together_ms() and the row's. For rows that are no wavelets, without leaving.
double speed_up(const RowResult& baseline, const RowResult& row);
/// Medians of the levels, finest first.
std::vector<double> level_ms(const RowResult& row);
/// Slowest level / fastest level.
double flatness(const RowResult& row);
/// GB/s of bytes in milliseconds, Mpixel/s of pixels in milliseconds.
double gb_per_s(std::uint64_t bytes, double ms);
double mpixel_per_s(std::uint64_t pixels, double ms);

} // namespace atrous
