// Handles signals, prints the progress of a run, and gives medians their intervals.
#include "lab/bench/rows/long_run.h"
#include "base/log.h"
#include "base/text.h"
#include "lab/messages.h"
#include <algorithm>
#include <cmath>
#include <csignal>
#include <iterator>
#include <unistd.h>

namespace atrous {
namespace {

constexpr double max_seconds = 600; // limit without --yes
constexpr std::chrono::seconds between_lines{30};

constexpr int stopping[] = {SIGINT, SIGTERM};
volatile std::sig_atomic_t stop_signal = 0;

extern "C" void on_stop(int signal) {
    stop_signal = signal;
    for (const int one : stopping) std::signal(one, SIG_DFL);
}

constexpr double one_sided = 0.025;
constexpr double same_within = 0.02;

/// Maximum number of samples to leave out at each end. -1 if even all of them do not suffice.
int left_out(int n) {
    double term = std::pow(0.5, n), tail = 0;
    int out = -1;
    for (int k = 0; k < n / 2 && tail + term <= one_sided; ++k) {
        tail += term; // P(at most k of n lie below the median)
        term *= double(n - k) / double(k + 1);
        out = k;
    }
    return out;
}

} // namespace

std::string duration_text(double seconds) {
    if (seconds < 100) return fixed(seconds, 0) + (fixed(seconds, 0) == "1" ? " second" : " seconds");
    if (seconds < 6000) return fixed(seconds / 60, 0) + " minutes";
    return fixed(seconds / 3600, 1) + " hours";
}

LongRun::LongRun(std::size_t runs, bool yes)
    : runs_(runs), yes_(yes), shows_(verbosity() != Verbosity::quiet && ::isatty(STDERR_FILENO) == 1) {
    stop_signal = 0;
    for (std::size_t i = 0; i < std::size(stopping); ++i) {
        before_[i] = std::signal(stopping[i], on_stop);
        if (before_[i] == SIG_IGN) std::signal(stopping[i], SIG_IGN); // as under nohup
    }
}

LongRun::~LongRun() {
    for (std::size_t i = 0; i < std::size(stopping); ++i) std::signal(stopping[i], before_[i]);
    if (shows_) set_status_line("");
}

void LongRun::estimate(double seconds, double compiling) const {
    const double all = double(runs_) * seconds + compiling;
    const std::string each = significant(seconds, 2), once = duration_text(compiling),
                      total = duration_text(all);
    if (all > max_seconds && !yes_) throw usage_error(messages::bench_long, runs_, each, once, total);
    log_info(message(messages::bench_estimate, runs_, each, once, total));
}

void LongRun::done(const std::string& name) {
    ++done_;
    const auto now = Clock::now();
    if (!shows_ && now - told_ < between_lines) return;
    told_ = now;
    const double spent = std::chrono::duration<double>(now - start_).count();
    const double left = spent / double(done_) * double(runs_ - std::min(done_, runs_));
    const Message line = message(messages::bench_progress, done_, runs_, duration_text(left), name);
    if (shows_)
        set_status_line(line.text.substr(0, 100));
    else
        log_info(line);
}

bool LongRun::stopped() { return stop_signal != 0; }
Exit LongRun::exit_code() { return Exit(128 + int(stop_signal)); }

Interval median_interval(std::vector<double> samples) {
    Interval out;
    if (samples.empty()) return out;
    std::ranges::sort(samples);
    const std::size_t n = samples.size();
    out.median = (samples[(n - 1) / 2] + samples[n / 2]) / 2;
    const int leave = left_out(int(n));
    out.known = leave >= 0;
    out.low = samples[std::size_t(std::max(0, leave))];
    out.high = samples[n - 1 - std::size_t(std::max(0, leave))];
    return out;
}

std::string verdict(const Interval& before, const Interval& now) {
    if (!before.known || !now.known) return "cannot tell";
    if (now.high < before.low) return "faster";
    if (now.low > before.high) return "slower";
    const bool same =
        now.high <= before.low * (1 + same_within) && now.low * (1 + same_within) >= before.high;
    return same ? "same" : "cannot tell";
}

bool is_clearly_faster(const std::vector<double>& now, const std::vector<double>& before) {
    const Interval fresh = median_interval(now), old = median_interval(before);
    return verdict(old, fresh) == "faster" && old.median >= 1.03 * fresh.median;
}

} // namespace atrous
