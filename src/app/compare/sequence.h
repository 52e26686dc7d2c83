// Measures all frames, one after the other, with at most two of each sequence in memory.
#pragma once
#include "app/compare/frames.h"
#include "app/compare/options.h"
#include "image/metrics.h"
#include <string>
#include <vector>

namespace atrous {

struct FrameResult {
    ComparedFrame files;
    Measured measured; ///< with the scores of the pair, where the frame before it is compared, too
    std::vector<std::string> channels; ///< names in A
};

struct Comparison {
    bool sequence = false;
    std::vector<FrameResult> frames;
    Scores overall;            ///< see overall_of()
    std::size_t identical = 0; ///< frames
    std::string no_flicker;    ///< of a sequence: why there is none; empty where there is
};

/// Reads and compares all pairs; warns of samples that are not finite. Throws a usage error where sizes or channels
/// differ (naming both), a file error for what cannot be read.
Comparison compare_frames(const FrameList& list, const CompareOptions& options);

/// Means over the frames that have a score; of PSNRs that are infinite only where all are. Flicker is the root of the
/// mean square over all pairs.
Scores overall_of(const std::vector<FrameResult>& frames);

/// The frame with the lowest PSNR, the first of equal ones.
const FrameResult& worst_frame(const Comparison& comparison);

/// Both pictures of a pair, checked to fit each other.
struct ComparedPictures {
    Planar a, b;
    std::optional<Motion> motion; ///< of B
};
ComparedPictures read_pair(const ComparedFrame& frame, const CompareOptions& options, bool motion);

} // namespace atrous
