// Compares readings of stored vectors, and finds the known facts if several of them fit.
#pragma once
#include "renders/motion.h"
#include <string>
#include <vector>

namespace atrous {

/// The common facts of all readings that fit, and their differences.
struct KnownMotion {
    std::vector<std::string> sure{}, open{}; ///< "sign to" or "unit px", and "y" or "scale"
    MotionConvention convention{};           ///< as it is read, except for the sure facts
    bool is_read_so = false;                 ///< as it is read is one that fits
    bool is_read_best = false;               ///< ... and the best one
};

/// `fitting`: the readings that fit, the best one first. `read`: from table and options. Vectors to a
/// neighbour, and turned vectors to the other neighbour, are one motion.
KnownMotion known_motion(std::vector<MotionConvention> fitting, const MotionConvention& read);

/// The words of a convention, as --motion-stored takes them.
struct MotionWords {
    const char *to, *sign, *y, *unit;
};
MotionWords words_of(const MotionConvention& convention);

/// The same motion, as vectors to that neighbour.
MotionConvention towards(MotionConvention convention, MotionConvention::To to);
/// True if both are one motion: vectors to one neighbour, and the same, turned, to the other one.
bool same_motion(const MotionConvention& a, const MotionConvention& b);

/// "to previous, sign to, y up, unit px".
std::string convention_text(const MotionConvention& convention);

} // namespace atrous
