// Finds the storage convention of motion vectors by trial: warps the neighbour by every reading, and takes
// the best fit.
#pragma once
#include "commands/probe/look.h"

namespace atrous {

/// A reading of a pair of channels, and the residual between a frame and its neighbour warped by it.
struct MotionCandidate {
    std::size_t pair = 0; ///< of Look::pairs
    MotionConvention convention{};
    double residual = 0; ///< root mean square, of light of x / (1 + x)
};

/// The result for one pair.
struct PairFit {
    std::string title;
    bool found = false;
    bool direction = false;        ///< the neighbour they lead to is also known, since motion is not even
    MotionConvention convention{}; ///< the best reading, the direction by the table if unknown
    std::string reason;            ///< "cannot tell", "in part", or the result as text
    std::vector<std::string> sure{}, open{}; ///< if several fit: their common facts, and their differences
    std::string options; ///< of `denoise`, if it reads them differently: "--motion-stored 'y down'"
};

struct MotionFit {
    std::string guide; ///< "albedo" or "beauty"
    double still[2] = {
        -1, -1}; ///< residuals without motion: to the frame before, to the one after, below 0 if missing
    std::vector<MotionCandidate> candidates{}; ///< ascending residuals
    std::vector<PairFit> pairs{};
};

/// Consecutive frames, or null for a missing one. The middle one is warped to from both sides. If one of its
/// neighbours is missing, that side's test is between the other one and the middle, from its side.
struct FrameTrio {
    const Look *before, *middle, *after;
};

/// Finds a convention if its residual is at most 0.9 of the residual of the next one with another motion, and
/// of no motion. Vectors to the frame before and the same, turned, to the frame after are one motion. Their
/// direction is known if one fits better by the same 0.9.
MotionFit fit_motion(const FrameTrio& frames);

} // namespace atrous
