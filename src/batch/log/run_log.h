// The log of a run: its own object, one per image, and one that says that it ended.
#pragma once
#include "batch/log/record.h"
#include <array>
#include <cstddef>
#include <set>
#include <string>

namespace atrous {

/// Its lines carry the name of the run, since several processes may write into one file. Of a run of several workers it goes
/// on where the last one stopped: what that one had logged without living to say so is not logged again.
class RunLog {
  public:
    /// Opens the file as RecordFile does and begins with the run's own object, unless a worker before did. `images`: that the
    /// run is to make.
    RunLog(const std::filesystem::path& path, Json run, std::size_t images, bool named = true);
    ~RunLog();
    RunLog(const RunLog&) = delete;
    RunLog& operator=(const RunLog&) = delete;

    /// The run is to make so many more images than it was known to.
    void expect(std::size_t more) { images_ += more; }
    void add(const FrameRecord& record);
    /// Where the run goes on with another device: its description.
    void tell_of_device(const Json& device);
    /// The last object: how the run ends, and how many of its images came to what.
    void end(int code);
    bool is_complete() const { return file_.is_complete(); }

  private:
    Json line() const;
    /// Reads what other workers of this run logged; false where none of it is the run's own object. True of what cannot be
    /// read back.
    bool take_earlier(const std::filesystem::path& path);

    RecordFile file_;
    std::string run_;
    std::size_t images_;
    std::array<std::size_t, statuses> counts_{};
    std::set<std::string> earlier_{}; ///< key() of what other workers of this run logged
    bool tells_of_device_ = false;    ///< one of them told of the device
};

/// What a run is called in its log: the same for all workers of it, and of no other run: "HOST-PROCESS-TIME".
std::string name_of_this_run();

} // namespace atrous
