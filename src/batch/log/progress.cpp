// Prints progress. Hides terminals, colours (NO_COLOR), the lines of render farms, and the estimate of the
// time left.
#include "batch/log/progress.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/log/interrupt.h"
#include "batch/log/messages.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace atrous {
namespace {

constexpr std::pair<Status, const char*> endings[] = {{Status::ok, " written, "},
                                                      {Status::skipped, " skipped, "},
                                                      {Status::failed, " failed, "},
                                                      {Status::missing, " missing, "},
                                                      {Status::interrupted, " not done, "}};

/// "1:02:03" or "2:03".
std::string clock_text(double seconds) {
    const long all = std::lround(seconds);
    std::array<char, 32> text{};
    if (all >= 3600)
        std::snprintf(text.data(), text.size(), "%ld:%02ld:%02ld", all / 3600, all / 60 % 60, all % 60);
    else
        std::snprintf(text.data(), text.size(), "%ld:%02ld", all / 60, all % 60);
    return text.data();
}

bool may_colour() {
    const char* no = std::getenv("NO_COLOR");
    return !(no && *no);
}

const char* variable(const char* name) { return std::getenv(name); }

/// Returns the present width of the standard error's terminal, or 80 if it is unknown.
int terminal_columns() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

struct ModeRow {
    const char* name;
    ProgressMode mode;
    const char* line; ///< of a farm, for printf with a percentage, or null
    bool whole;       ///< the percentage has no decimals
};
constexpr ModeRow mode_rows[] = {
    {"auto", ProgressMode::automatic, nullptr, false},
    {"none", ProgressMode::none, nullptr, false},
    {"plain", ProgressMode::plain, nullptr, false},
    {"deadline", ProgressMode::deadline, "Progress: %.0f%%", true},
    {"tractor", ProgressMode::tractor, "TR_PROGRESS %03.0f%%", true},
    {"openjd", ProgressMode::openjd, "openjd_progress: %.1f", false},
};

struct FarmRow {
    const char* variable; ///< that the farm sets for its tasks
    ProgressMode mode;
};
constexpr FarmRow farm_rows[] = {
    {"DEADLINE_SESSION_ID", ProgressMode::openjd},
    {"CUE_IFRAME", ProgressMode::plain},
    {"SLURM_JOB_ID", ProgressMode::plain},
};

/// True if a bar is shown: on a terminal, unless quiet.
bool shows_bar(ProgressMode mode) {
    const char* term = std::getenv("TERM");
    return mode == ProgressMode::automatic && verbosity() != Verbosity::quiet && isatty(STDERR_FILENO) &&
           term && std::string(term) != "dumb";
}

} // namespace

Progress::Progress(ProgressMode mode, std::size_t total, std::chrono::milliseconds silence,
                   const Resume& from)
    : mode_(mode), bar_(shows_bar(mode)), colour_(may_colour()), total_(total), pixels_(from.pixels),
      noiseless_(from.noiseless) {
    for (std::size_t i = 0; i < counts_.size(); ++i) done_ += counts_[i] = from.counts[i];
    if (from.start != 0) start_ = Clock::time_point(std::chrono::nanoseconds(from.start));
    if (verbosity() == Verbosity::quiet) mode_ = ProgressMode::none;
    if (bar_) draw();
    if (mode_ == ProgressMode::automatic && !bar_) mode_ = automatic_progress(variable);
    if (bar_ || mode_ == ProgressMode::none) return;
    if (mode_ != ProgressMode::plain) print_status();
    repeater_ = std::thread([this, silence] { repeat(silence); });
}

Progress::~Progress() {
    stop_repeating();
    if (bar_) set_status_line("");
}

void Progress::say(const std::string& line) {
    said_ = Clock::now();
    log_info(line);
}

/// Prints the line of a farm if it has changed.
void Progress::print_status() {
    const std::string line = progress_line(mode_, done_, total_);
    if (line != last_) say(line);
    last_ = line;
}

/// Runs in a separate thread.
void Progress::repeat(std::chrono::milliseconds silence) {
    std::unique_lock guard(lock_);
    while (!ended_) {
        wake_.wait_until(guard, said_ + silence);
        if (ended_ || Clock::now() < said_ + silence) continue;
        const auto seconds = std::chrono::duration<double>(Clock::now() - start_).count();
        say(mode_ == ProgressMode::plain
                ? std::to_string(done_) + "/" + std::to_string(total_) + " done after " + clock_text(seconds)
                : last_);
    }
}

void Progress::stop_repeating() {
    if (!repeater_.joinable()) return;
    {
        const std::lock_guard guard(lock_);
        ended_ = true;
    }
    wake_.notify_all();
    repeater_.join();
}

void Progress::draw() const {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    BarFacts facts{done_, total_, {}, {}};
    if (done_ > 0) {
        facts.rate = fixed(pixels_ / 1e6 / std::max(seconds, 1e-3), 1) + " Mpixel/s";
        facts.left = clock_text(seconds / double(done_) * double(total_ - done_)) + " left";
    }
    set_status_line(interrupted() ? "" : bar_line(facts, terminal_columns(), colour_));
}

void Progress::add(const FrameRecord& record) {
    if (record.job.outputs.empty()) return;
    const std::lock_guard guard(lock_);
    ++done_;
    ++counts_[std::size_t(record.status)];
    noiseless_ += record.status == Status::ok && record.noiseless();
    if (record.status == Status::ok) pixels_ += double(record.size.pixels());
    if (bar_)
        draw();
    else if (mode_ == ProgressMode::plain)
        say(std::to_string(done_) + "/" + std::to_string(total_) + " " + to_string(record.status) + " " +
            one_line(record.job.output().string()) + " " + fixed(record.total_ms, 0) + " ms");
    else if (mode_ != ProgressMode::none)
        print_status();
}

void Progress::finish() {
    stop_repeating();
    if (bar_) set_status_line("");
    if (total_ < 2) return;
    // Images that an interruption or --fail-fast kept from beginning were not counted.
    counts_[std::size_t(Status::interrupted)] += total_ - done_;
    std::string line = std::to_string(total_) + " images: ";
    for (const auto& [status, word] : endings) {
        const std::size_t count = counts_[std::size_t(status)];
        if (count > 0 || status == Status::ok) line += std::to_string(count) + word;
    }
    line.erase(line.size() - 2); // the last comma
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    log_info(line + "; " + (seconds < 60 ? fixed(seconds, 1) + " s" : clock_text(seconds)));
    if (noiseless_ > 0) log_info(message(messages::no_noise, noiseless_));
}

ProgressMode progress_mode(const std::string& name) {
    const auto row = std::ranges::find_if(mode_rows, [&](const ModeRow& r) { return name == r.name; });
    return row == std::end(mode_rows) ? ProgressMode::automatic : row->mode;
}

ProgressMode automatic_progress(const char* (*variable)(const char* name)) {
    for (const FarmRow& row : farm_rows)
        if (const char* value = variable(row.variable); value && *value) return row.mode;
    return ProgressMode::none;
}

std::string bar_line(const BarFacts& facts, int columns, bool colour) {
    constexpr int full_bar = 24, min_bar = 6;
    const std::string count = std::to_string(facts.done) + "/" + std::to_string(facts.total);
    const auto spaced = [](const std::string& text) { return text.empty() ? text : "  " + text; };
    const std::string tails[] = {count + spaced(facts.rate) + spaced(facts.left), count + spaced(facts.left),
                                 count};
    std::string tail;
    int room = 0;
    for (const std::string& one : tails) {
        tail = one;
        room = columns - 1 - int(one.size()) - 3; // brackets and a space
        if (room >= (&one == tails ? full_bar : min_bar)) break;
    }
    if (room < 1) return count.substr(0, std::size_t(std::max(columns - 1, 0)));
    const auto width = std::size_t(std::min(room, full_bar));
    const std::size_t filled = width * facts.done / std::max<std::size_t>(facts.total, 1);
    const std::string bar = std::string(filled, '#') + std::string(width - filled, '.');
    return "[" + (colour ? "\033[32m" + bar + "\033[0m" : bar) + "] " + tail;
}

std::string progress_line(ProgressMode mode, std::size_t done, std::size_t total) {
    const auto row = std::ranges::find_if(mode_rows, [&](const ModeRow& r) { return mode == r.mode; });
    if (!row->line) return "";
    const std::size_t all = std::max<std::size_t>(total, 1);
    // Downwards: 100 % is when all are done.
    const double percent = row->whole ? double(100 * done / all) : double(1000 * done / all) / 10;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), row->line, percent);
    return text.data();
}

} // namespace atrous
