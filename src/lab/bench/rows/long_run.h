// What a run of many rows tells: how long it will take, before it starts; how far it is; and whether it was asked to stop.
#pragma once
#include "base/error.h"
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace atrous {

/// While there is one, the first SIGINT or SIGTERM asks the run to stop, which it does when the row at work has ended; the
/// second kills, as usual.
class LongRun {
  public:
    /// `runs` of rows in all; `yes`: nobody need be asked.
    LongRun(std::size_t runs, bool yes);
    ~LongRun();
    LongRun(const LongRun&) = delete;
    LongRun& operator=(const LongRun&) = delete;

    /// Says what all runs will take if each takes `seconds`, and `compiling` besides. Throws a usage error where that is
    /// above ten minutes, unless it was agreed to.
    void estimate(double seconds, double compiling) const;

    /// Counts a run that was done, of what is called so: shown on terminals, else told every half a minute.
    void done(const std::string& name);

    /// Whether a signal has come.
    static bool stopped();
    /// Its exit code.
    static Exit exit_code();
    /// That, or else what it is after rows of which some `failed`.
    static Exit exit_after(bool failed) {
        return stopped() ? exit_code() : failed ? Exit::some_failed : Exit::ok;
    }

  private:
    using Clock = std::chrono::steady_clock;
    std::size_t runs_, done_ = 0;
    bool yes_, shows_;
    Clock::time_point start_ = Clock::now(), told_ = start_;
    void (*before_[2])(int); ///< what the signals did before
};

/// "40 seconds", "12 minutes", "19.7 hours".
std::string duration_text(double seconds);

/// Between two order statistics, with a probability of at least 95 % that the true median lies there.
struct Interval {
    double median = 0, low = 0, high = 0;
    bool known = false; ///< false below six samples, which no such interval has
    /// Half its width as a share of the median.
    double noise() const { return median > 0 ? (high - low) / 2 / median : 0; }
};
Interval median_interval(std::vector<double> samples);

/// "faster", "slower": the intervals lie apart; "same": their ratio is within 2 % of 1, all of it; else "cannot tell".
std::string verdict(const Interval& before, const Interval& now);

} // namespace atrous
