// How motion vectors are stored, by trial: the neighbour is warped by every reading of them, and the one that fits is it.
#pragma once
#include "commands/probe/look.h"

namespace atrous {

/// A reading of a pair of channels, and what is left between a frame and its neighbour warped by it.
struct MotionCandidate {
    std::size_t pair = 0; ///< of Look::pairs
    MotionConvention convention{};
    double residual = 0; ///< root mean square; of light of x / (1 + x)
};

/// What was found of one pair.
struct PairFit {
    std::string title;
    bool found = false;
    bool direction = false;        ///< which neighbour they lead to is told, too: motion is not even
    MotionConvention convention{}; ///< the best reading; where the direction is not told, the table's
    std::string why;               ///< "cannot tell: ..", "in part: ..", or what was found in words
    std::vector<std::string> sure{}, open{}; ///< where several fit: what these have in common, and what not
    std::string options; ///< of `denoise`, where it reads them otherwise: "--motion-stored 'y down'"
};

struct MotionFit {
    std::string guide; ///< "albedo" or "beauty"
    double still[2] = {
        -1, -1}; ///< residuals without motion: of the frame before, of the one after; below 0: no such
    std::vector<MotionCandidate> candidates{}; ///< ascending residuals
    std::vector<PairFit> pairs{};
};

/// Frames that follow each other; null where there is none. The middle one is warped to from both sides; where one of
/// its neighbours is missing, that side's test is between the other one and the middle, from its side.
struct FrameTrio {
    const Look *before, *middle, *after;
};

/// A convention is found where its residual is at most .9 of the next one's that means another motion, and of that
/// without motion. Vectors to the frame before and the same, turned, to the frame after are one motion: which of both is
/// told where one fits better by the same .9.
MotionFit fit_motion(const FrameTrio& frames);

/// Whether both are one motion: vectors to one neighbour, and the same, turned, to the other one.
bool same_motion(MotionConvention a, const MotionConvention& b);

/// "to previous, sign to, y up, unit px".
std::string convention_text(const MotionConvention& convention);

} // namespace atrous
