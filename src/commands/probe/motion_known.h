// What is known of how vectors are stored where several readings of them fit.
#pragma once
#include "renders/motion.h"
#include <string>
#include <vector>

namespace atrous {

/// What all readings that fit have in common, and what differs.
struct KnownMotion {
    std::vector<std::string> sure{}, open{}; ///< "sign to", "unit px"; "y", "scale"
    MotionConvention convention{};           ///< as it is read, but for what is sure
    bool is_read_so = false;                 ///< as it is read is one that fits
    bool is_read_best = false;               ///< ... and the best one
};

/// `fitting`: those readings, the best one first. `read`: as table and options have it; what leads to its neighbour, and what,
/// turned round, leads to the other one, are one motion.
KnownMotion known_motion(std::vector<MotionConvention> fitting, const MotionConvention& read);

} // namespace atrous
