// Curves over relative scale: values that mean the same at every image size. Hides their interpolation.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// A value at a relative scale: 0 = the coarsest details (20 % of the longer side), 1 = the finest.
struct CurvePoint {
    double scale, value;
};

/// A curve over scales: points by ascending scale. The limit bounds the curve between and beyond its points: gains and
/// thresholds do not rise above it, sigmas do not fall below it (0: none).
struct Curve {
    std::vector<CurvePoint> points;
    double limit = 0;
};

/// The quantity that is smooth along a curve: `straighten` maps a point's value to it, `bend` maps it to the value at a
/// scale.
struct CurveRule {
    double (*straighten)(double value);
    double (*bend)(double straight, double scale);
};

/// Gains are smooth in their square roots.
extern const CurveRule gain_rule;
/// Thresholds are given as for the finest scale and fall with noise: at a scale they are multiplied by
/// 2^(-7 (1 - scale)).
extern const CurveRule threshold_rule;
/// Sigmas are smooth in 1 / sigma^2, the strength of edge stopping. Sigma 0 is strength 0 (off).
extern const CurveRule sigma_rule;

/// Returns the value at a scale in [0, 1]: Catmull-Rom cubics between points (slopes over both neighbours, at
/// the ends over one). The first and the last cubic continue beyond the ends, but not below 0. A single point
/// applies everywhere. Interpolation and rules equal darktable's contrast equalizer, whose control y means
/// gain (2y)^2, threshold 10 y for L* and 20 y for a* and b*, and the weight exp(-0.0025 y d^2).
double evaluate(const Curve& curve, const CurveRule& rule, double scale);

/// Reads "0:1,0.4:1.2,1:1.5" or "...,limit:4". Throws a usage error that begins with `where`.
Curve parse_curve(const std::string& text, const std::string& where);

/// The text that parse_curve() reads, numbers with as many digits as they need.
std::string to_string(const Curve& curve);

} // namespace atrous
