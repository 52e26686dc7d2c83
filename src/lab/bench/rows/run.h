// Runs the rows of the bench and keeps what was measured.
#pragma once
#include "base/error.h"
#include "lab/bench/rows/ceilings.h"
#include "lab/bench/rows/interval.h"
#include "lab/bench/rows/rows.h"
#include "opencl/blas.h"
#include "opencl/engine.h"
#include <functional>

namespace atrous {

struct PassSamples {
    std::string kernel;
    Stage stage;
    int level; ///< -1 where there is none
    std::uint64_t bytes, pixels;
    std::vector<double> ms; ///< of the timed repeats
};

struct RowResult {
    BenchRow row;
    Difference check;  ///< to the baseline
    std::string error; ///< why the row was not timed; empty = it was
    std::vector<PassSamples> passes;
};

struct BenchReport {
    DeviceInfo device;
    Size size;
    int levels, repeats;
    double copy_gb_per_s;        ///< bytes read and written by a copy of a plane stack
    PerUnit ceilings;            ///< what the device gives at most
    std::vector<RowResult> rows; ///< the baseline first
    Exit interrupted =
        Exit::ok;      ///< by a signal: rows may have fewer repeats, or only the run that was checked
    bool cold = false; ///< as in BenchOptions
};

/// Checks every row against the first one, then times them in turn. Rows that fail or differ have an error. Throws a usage
/// error, before it has spent much time, for a run of more than ten minutes that was not agreed to (BenchOptions::yes).
BenchReport run_rows(Engine& engine, const std::vector<BenchRow>& rows, const BenchOptions& options);

/// Runs `work` unless the row failed before; an error of it becomes the row's.
void guarded(RowResult& result, const std::function<void()>& work);

/// Throws an internal error where a difference from the baseline is above `most`, or none at all.
void must_agree(double difference, double most, const char* measure = "");

/// Adds the times of a run to those of the row.
void keep_times(RowResult& result, const RunReport& report);

double median(std::vector<double> values);
/// Milliseconds: sum of the passes' medians in a stage.
double stage_ms(const RowResult& row, Stage stage);
std::uint64_t stage_bytes(const RowResult& row, Stage stage);
/// Levels, upward pass and leaving, which moves columns home: what one schedule costs beside another. Rows that are no wavelets leave nothing.
double together_ms(const RowResult& row);
/// The same of each repeat.
std::vector<double> together_of_repeats(const RowResult& row);
/// What a level of the row uses of each unit, as a share of what the device gives; none of rows that are no wavelets.
std::optional<PerUnit> level_shares(const BenchReport& report, const RowResult& row,
                                    const PassSamples& level);
/// The baseline's time together / the row's; of rows that are no wavelets without leaving.
double speed_up(const RowResult& baseline, const RowResult& row);
/// Medians of the levels, finest first.
std::vector<double> level_ms(const RowResult& row);
/// Slowest level / fastest level.
double flatness(const RowResult& row);
/// GB/s of bytes in milliseconds; Mpixel/s of pixels in milliseconds.
double gb_per_s(std::uint64_t bytes, double ms);
double mpixel_per_s(std::uint64_t pixels, double ms);

} // namespace atrous
