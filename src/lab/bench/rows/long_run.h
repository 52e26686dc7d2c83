// Estimates the duration of a run of many rows before it starts, shows its progress, and handles requests to stop.
#pragma once
#include "base/error.h"
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace atrous {

/// While an object exists, the first SIGINT or SIGTERM stops the run after the current row; the second one kills the
/// process, as usual.
class LongRun {
  public:
    /// `runs` of all rows; `yes`: no confirmation is needed.
    LongRun(std::size_t runs, bool yes);
    ~LongRun();
    LongRun(const LongRun&) = delete;
    LongRun& operator=(const LongRun&) = delete;

    /// Reports the total time if each run takes `seconds`, plus `compiling`. Throws a usage error above ten minutes,
    /// unless confirmed.
    void estimate(double seconds, double compiling) const;

    /// Counts a finished run with this name: shown on terminals, otherwise reported every half minute.
    void done(const std::string& name);

    /// Returns whether a signal has arrived.
    static bool stopped();
    /// Its exit code.
    static Exit exit_code();
    /// Returns the exit code of the signal, otherwise the exit code after rows of which some `failed`.
    static Exit exit_after(bool failed) {
        return stopped() ? exit_code() : failed ? Exit::some_failed : Exit::ok;
    }

  private:
    using Clock = std::chrono::steady_clock;
    std::size_t runs_, done_ = 0;
    bool yes_, shows_;
    Clock::time_point start_ = Clock::now(), told_ = start_;
    void (*before_[2])(int); ///< the previous signal handlers
};

/// "40 seconds", "12 minutes", "19.7 hours".
std::string duration_text(double seconds);

/// An interval between two order statistics that contains the true median with a probability of at least 95 %.
struct Interval {
    double median = 0, low = 0, high = 0;
    bool known = false; ///< false below six samples, which no such interval has
    /// Half its width as a share of the median.
    double noise() const { return median > 0 ? (high - low) / 2 / median : 0; }
};
Interval median_interval(std::vector<double> samples);

/// Returns "faster" or "slower" if the intervals do not overlap, "same" if the whole ratio is within 2 % of 1,
/// otherwise "cannot tell".
std::string verdict(const Interval& before, const Interval& now);

/// Returns true if the verdict is "faster" and the median is smaller by at least 3 %.
bool is_clearly_faster(const std::vector<double>& now, const std::vector<double>& before);

} // namespace atrous
