// Compares the holes of written frames with the frames that failed. Frames that do not exist are reported before the run.
#include "batch/log/failed_neighbours.h"
#include "base/log.h"
#include "batch/log/messages.h"
#include "batch/plan/frames.h"

namespace atrous {

void FailedNeighbours::add(const FrameRecord& record) {
    const bool failed = record.status == Status::failed;
    if (!failed && (record.status != Status::ok || record.holes.empty())) return;
    Shot& shot = shots_[record.job.shot];
    shot.file = record.job.input();
    if (failed)
        shot.failed.insert(record.job.number);
    else
        shot.holes[record.job.number] = record.holes;
}

void FailedNeighbours::report() const {
    for (const auto& [number, shot] : shots_) {
        std::set<int> failed, again;
        std::vector<int> affected;
        for (const auto& [frame, holes] : shot.holes) {
            std::vector<int> own = holes;
            std::erase_if(own, [&](int hole) { return !shot.failed.contains(hole); });
            if (own.empty()) continue;
            affected.push_back(frame);
            again.insert(frame);
            again.insert(own.begin(), own.end());
            failed.insert(own.begin(), own.end());
        }
        if (failed.empty()) continue;
        log_warning(message(messages::neighbours_failed, frames_text(affected),
                            frames_text({failed.begin(), failed.end()}),
                            frames_text({again.begin(), again.end()}), shot_pattern(shot.file, "PATTERN")));
    }
}

} // namespace atrous
