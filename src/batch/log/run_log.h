// Writes the log of a run: its own object, one object per image, and one object at the end.
#pragma once
#include "batch/log/record.h"
#include <array>
#include <cstddef>
#include <set>
#include <string>

namespace atrous {

/// Writes the name of the run in each line, since several processes may write into one file. In a run of
/// several workers, continues the log of the last worker, and does not repeat an image that a dead worker
/// logged but did not report.
class RunLog {
  public:
    /// Opens the file as RecordFile does and begins with the run's own object, unless a worker before did. `images`: that the
    /// run is to make.
    RunLog(const std::filesystem::path& path, Json run, std::size_t images, bool named = true);
    ~RunLog();
    RunLog(const RunLog&) = delete;
    RunLog& operator=(const RunLog&) = delete;

    void add(const FrameRecord& record);
    /// Logs the reason why the run continues on this device, and the verdicts about kernels that are not
    /// used, unless an earlier worker did.
    void print_device(const Json& device);
    /// The last object: how the run ends, and how many of its images came to what.
    void end(int code);
    bool is_complete() const { return file_.is_complete(); }

  private:
    Json line() const;
    /// Reads the records of other workers of this run. Returns false if the file does not contain the run's
    /// own object, and true if the file cannot be read back.
    bool take_earlier(const std::filesystem::path& path);

    RecordFile file_;
    std::string run_;
    const std::size_t images_;
    std::array<std::size_t, statuses> counts_{};
    std::set<std::string> earlier_{}; ///< key() of records from other workers of this run
    bool tells_of_device_ = false;    ///< one of them logged the device
    std::size_t checks_ = 0;          ///< verdicts that they logged
};

/// Returns the name of a run in its log, shared by its workers and by no other run: "HOST-PROCESS-TIME".
std::string name_of_this_run();

} // namespace atrous
