// Progress of a batch on stderr: a bar on a terminal, or a line per image; one line at the end.
#pragma once
#include "app/batch/record.h"
#include <array>
#include <chrono>
#include <string>

namespace atrous {

enum class ProgressMode {
    automatic, ///< a bar when stderr is a terminal, else nothing
    none,
    plain ///< a line per image
};
/// The mode that --progress names; `name` is checked.
ProgressMode progress_mode(const std::string& name);

/// What is shown while a batch runs.
class Progress {
  public:
    /// `total`: images.
    Progress(ProgressMode mode, std::size_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    /// One more image is done.
    void add(const FrameRecord& record);
    /// All are: takes the bar away and, of more than one image, says what became of them, terminal or not.
    void finish();

  private:
    void draw() const;
    using Clock = std::chrono::steady_clock;
    bool bar_, plain_, colour_;
    std::size_t total_, done_ = 0;
    std::array<std::size_t, statuses> counts_{}; ///< by Status
    double pixels_ = 0;
    Clock::time_point start_ = Clock::now();
};

} // namespace atrous
