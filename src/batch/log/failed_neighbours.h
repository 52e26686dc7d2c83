// Collects the frames that were filtered without a neighbour that failed, and warns of them at the end of a run.
#pragma once
#include "batch/log/record.h"
#include <map>
#include <set>

namespace atrous {

class FailedNeighbours {
  public:
    void add(const FrameRecord& record);
    /// Warns once for each shot, with the options that repeat these frames when the failed ones are repaired.
    void report() const;

  private:
    struct Shot {
        std::filesystem::path file{};
        std::set<int> failed{};
        std::map<int, std::vector<int>> holes{}; ///< of written frames
    };
    std::map<int, Shot> shots_{};
};

} // namespace atrous
