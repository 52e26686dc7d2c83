// Shows the progress of a batch on stderr: a bar on a terminal, or lines for people and render farms, and one
// line at the end.
#pragma once
#include "batch/log/record.h"
#include "supervisor/protocol/worker_protocol.h"
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace atrous {

/// The form of progress output.
enum class ProgressMode {
    automatic, ///< a bar when stderr is a terminal, otherwise automatic_progress()
    none,
    plain,    ///< a line per image: "3/10 ok out/a.exr 210 ms"
    deadline, ///< Thinkbox Deadline: "Progress: 37%"
    tractor,  ///< Pixar Tractor: "TR_PROGRESS 037%"
    openjd    ///< Open Job Description, AWS Deadline Cloud: "openjd_progress: 37.0"
};
/// Returns the mode for a checked value of --progress.
ProgressMode progress_mode(const std::string& name);

/// Returns the meaning of `automatic` without a terminal: openjd in a session of Deadline Cloud
/// (DEADLINE_SESSION_ID), plain in a task of OpenCue (CUE_IFRAME) or Slurm (SLURM_JOB_ID), whose logs show
/// whether it lives, and otherwise none. Deadline and Tractor set no such variable. `variable` gives the
/// value of an environment variable, or null.
ProgressMode automatic_progress(const char* (*variable)(const char* name));

/// Returns the line of a farm's mode when `done` of `total` images are done, and an empty text for the other
/// modes.
std::string progress_line(ProgressMode mode, std::size_t done, std::size_t total);

/// The contents of a bar.
struct BarFacts {
    std::size_t done, total;
    std::string rate, left; ///< "12.1 Mpixel/s", "1:02 left", or empty if not known yet
};
/// Returns the bar's line for a terminal of `columns` columns, one of which stays free, so that no terminal
/// breaks the line. On narrow terminals it omits the rate first, then shortens the bar, then omits the time
/// left.
std::string bar_line(const BarFacts& facts, int columns, bool colour);

/// The progress display of a running batch.
class Progress {
  public:
    static constexpr std::chrono::milliseconds max_silence = std::chrono::seconds(25);
    /// Repeats the last line of a line mode after `silence`, since farms end silent tasks. `from` is the
    /// state in which an earlier worker died, so that all workers are one run.
    Progress(ProgressMode mode, std::size_t total, std::chrono::milliseconds silence = max_silence,
             const Resume& from = {});
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    /// Counts one more image, unless the frame is only a neighbour of others.
    void add(const FrameRecord& record);
    /// Ends the display: removes the bar and, for more than one image, prints the results, on a terminal or
    /// not.
    void finish();

  private:
    void draw() const;
    void say(const std::string& line);
    void print_status();
    void repeat(std::chrono::milliseconds silence);
    void stop_repeating();
    using Clock = std::chrono::steady_clock;
    ProgressMode mode_;
    bool bar_, colour_;
    const std::size_t total_;
    std::size_t done_ = 0;
    std::array<std::size_t, statuses> counts_{}; ///< by Status
    double pixels_ = 0;
    std::size_t noiseless_ = 0; ///< FrameRecord::noiseless()
    Clock::time_point start_ = Clock::now();

    std::mutex lock_; ///< for the members below, and for done_ in line modes
    std::condition_variable wake_;
    Clock::time_point said_ = Clock::now();
    std::string last_; ///< last printed line of a farm's mode
    bool ended_ = false;
    std::thread repeater_; ///< only with lines
};

} // namespace atrous
