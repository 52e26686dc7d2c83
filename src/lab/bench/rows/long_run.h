// Reports a run of many rows: the estimated time before it starts, its progress, and a request to stop.
#pragma once
#include "base/error.h"
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace atrous {

/// While it lives, the first SIGINT or SIGTERM stops the run after the present row. The second one ends the
/// process, as usual.
class LongRun {
  public:
    /// `runs` of rows in all. `yes`: accepts long runs.
    LongRun(std::size_t runs, bool yes);
    ~LongRun();
    LongRun(const LongRun&) = delete;
    LongRun& operator=(const LongRun&) = delete;

    /// Prints the time of all runs if each takes `seconds`, and `compiling` in addition. Throws a usage error
    /// if it exceeds ten minutes, unless the user has accepted it.
    void estimate(double seconds, double compiling) const;

    /// Counts a finished run of this name. Shown on terminals, otherwise printed every half a minute.
    void done(const std::string& name);

    /// True after a signal.
    static bool stopped();
    /// Its exit code.
    static Exit exit_code();
    /// Exit code of the signal, otherwise the exit code after rows of which some `failed`.
    static Exit exit_after(bool failed) {
        return stopped() ? exit_code() : failed ? Exit::some_failed : Exit::ok;
    }

  private:
    using Clock = std::chrono::steady_clock;
    std::size_t runs_, done_ = 0;
    bool yes_, shows_;
    Clock::time_point start_ = Clock::now(), told_ = start_;
    void (*before_[2])(int); ///< earlier handlers of the signals
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

/// "faster", "slower": separate intervals. "same": the whole ratio is within 2 % of 1. Otherwise "cannot tell".
std::string verdict(const Interval& before, const Interval& now);

} // namespace atrous
