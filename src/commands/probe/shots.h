// Groups inputs into shots, with frames, holes and changes, and the findings of the checked frames.
#pragma once
#include "batch/pipeline/isolated_reading.h"
#include "batch/plan/job.h"
#include "commands/probe/listing.h"
#include "commands/probe/motion_fit.h"
#include <map>

namespace atrous {

/// A frame whose headers differ from the frame before it.
struct Change {
    int frame;
    std::string what; ///< "display 40x30, was 48x30", "2 layers more: a, b"
};

struct ProbedShot {
    std::string name;          ///< of a sequence its pattern or first file, otherwise the file
    bool sequence = false;     ///< several frames, or a pattern
    std::vector<int> frames{}; ///< that are there
    std::vector<int> holes{};
    std::vector<Change> changes{};
    std::vector<Listing> listings{}; ///< of the first file, and of each that differs from the one before it
    std::vector<Finding> findings{};
    std::multimap<int, Message> errors{}; ///< by frame
    int motion_frame = 0;                 ///< whose neighbours were warped
    MotionFit motion{};                   ///< without candidates: there was nothing to try
    std::vector<int> looked_at{};
};

/// Errors of files are in the shots.
std::vector<ProbedShot> probe_shots(const Inputs& inputs, const ProbeOptions& options,
                                    IsolatedReading& reading);

} // namespace atrous
