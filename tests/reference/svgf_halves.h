// Joins two filtered halves in double precision, from the equations in src/filters/svgf/METHOD.md.
#pragma once
#include "reference/svgf.h"

namespace atrous::reference::svgf {

/// A half: beauty, then lights, filtered and as they are in the frame and in the mean over frames.
struct Half {
    Planes filtered, own, means;
};
Planes joined(const Half& a, const Half& b, Size size, const Settings& settings);

} // namespace atrous::reference::svgf
