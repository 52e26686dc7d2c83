// Tells of progress; hides terminals, colours (NO_COLOR) and the estimate of the time left.
#include "app/tell/progress.h"
#include "base/log.h"
#include "base/text.h"
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

bool smart_terminal() {
    const char* term = std::getenv("TERM");
    return isatty(STDERR_FILENO) && term && std::string(term) != "dumb";
}

/// Of the error output's terminal, which may have changed; 80 where it does not say.
int terminal_columns() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace

bool shows_bar(ProgressMode mode) {
    return mode == ProgressMode::automatic && verbosity() != Verbosity::quiet && smart_terminal();
}

Progress::Progress(ProgressMode mode, std::size_t total, std::chrono::milliseconds silence,
                   const Resume& from)
    : mode_(mode), bar_(shows_bar(mode)), colour_(may_colour()), total_(total), pixels_(from.pixels) {
    for (std::size_t i = 0; i < counts_.size(); ++i) done_ += counts_[i] = from.counts[i];
    if (from.start != 0) start_ = Clock::time_point(std::chrono::nanoseconds(from.start));
    if (verbosity() == Verbosity::quiet) mode_ = ProgressMode::none;
    if (bar_) draw();
    if (mode_ == ProgressMode::automatic && !bar_) mode_ = automatic_progress(variable);
    if (bar_ || mode_ == ProgressMode::none) return;
    if (mode_ != ProgressMode::plain) say_where();
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

/// The line of a farm where it has changed.
void Progress::say_where() {
    const std::string line = progress_line(mode_, done_, total_);
    if (line != last_) say(line);
    last_ = line;
}

/// Runs beside the batch.
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
    set_status_line(bar_line(facts, terminal_columns(), colour_));
}

void Progress::expect(std::size_t more) {
    const std::lock_guard guard(lock_);
    total_ += more;
    if (bar_) draw();
}

void Progress::add(const FrameRecord& record) {
    if (record.job.outputs.empty()) return;
    const std::lock_guard guard(lock_);
    ++done_;
    ++counts_[std::size_t(record.status)];
    if (record.status == Status::ok) pixels_ += double(record.size.pixels());
    if (bar_)
        draw();
    else if (mode_ == ProgressMode::plain)
        say(std::to_string(done_) + "/" + std::to_string(total_) + " " + to_string(record.status) + " " +
            one_line(record.job.output().string()) + " " + fixed(record.total_ms, 0) + " ms");
    else if (mode_ != ProgressMode::none)
        say_where();
}

void Progress::finish() {
    stop_repeating();
    if (bar_) set_status_line("");
    if (total_ < 2) return;
    // Images that an interruption or --fail-fast kept from beginning were not told of.
    counts_[std::size_t(Status::interrupted)] += total_ - done_;
    std::string line = std::to_string(total_) + " images: ";
    for (const auto& [status, word] : endings) {
        const std::size_t count = counts_[std::size_t(status)];
        if (count > 0 || status == Status::ok) line += std::to_string(count) + word;
    }
    line.erase(line.size() - 2); // the last comma
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    log_info(line + "; " + (seconds < 60 ? fixed(seconds, 1) + " s" : clock_text(seconds)));
}

} // namespace atrous
