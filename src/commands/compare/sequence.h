// Measures all frames, one after the other, with at most two of each sequence in memory.
#pragma once
#include "batch/pipeline/isolated_reading.h"
#include "commands/compare/frames.h"
#include "image/metrics.h"
#include <string>
#include <vector>

namespace atrous {

/// The extent of the comparison between a frame and the frame before it.
enum class Flicker : std::uint8_t { no_frame_before, no_vectors, too_small, measured };

struct FrameResult {
    ComparedFrame files;
    Measured measured{}; ///< with the scores of the pair, if the frame before it is compared, too
    Flicker flicker = Flicker::no_frame_before;
    std::vector<std::string> channels{}; ///< names in A
    Message error{};                     ///< the reason why nothing was measured
    bool display = false;                ///< samples taken unchanged: both files contain integers
};

struct Comparison {
    bool sequence = false;
    std::vector<FrameResult> frames;
    Scores overall;            ///< means over the frames
    std::size_t identical = 0; ///< frames
    Message no_flicker;        ///< of a sequence: the reason for no flicker, or empty

    bool has_failed() const;
};

/// Reads and compares all pairs. Warns of samples that are not finite. Throws a usage error if sizes or
/// channels differ (naming both), a RequestError, and a file error for unreadable files. In a sequence a file
/// error belongs to its frame.
Comparison compare_frames(const FrameList& list, const CompareOptions& options, IsolatedReading& reading);

/// The frame with the lowest PSNR or highest FLIP, the first of equal ones.
const FrameResult& worst_frame(const Comparison& comparison, bool by_flip);

} // namespace atrous
