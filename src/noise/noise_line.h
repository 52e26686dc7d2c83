// Variance over brightness as a line, of points of which some have texture on top.
#pragma once
#include <span>

namespace atrous {

/// A variance that was measured at a brightness; its deviation relative to itself, from chance alone.
struct LinePoint {
    double x = 0, y = 0, deviation = 0;
};
/// y = start + slope x + bend x^2, none of them below 0. What grows with the square is texture, or photosites that are
/// not alike, and no noise of light.
struct NoiseLine {
    double start = 0, slope = 0, bend = 0;
    double at(double x) const { return start + slope * x + bend * x * x; }
};
/// The line along the points' lower edge; bent only where that fits much better. At least one point.
NoiseLine lower_line(std::span<const LinePoint> points);

} // namespace atrous
