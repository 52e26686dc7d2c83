// What the tests of users' complaints share: steps in lightness, and what comes out.
#pragma once
#include "support/lightness.h"
#include <doctest/doctest.h>

namespace atrous::test {

/// Settings in space lab with all gains 1 and these edges.
EawSettings lab_settings(const PerLevel& edges);

/// A step in the middle of rows, from 50 - height / 2 to 50 + height / 2.
Pixels step_image(Size size, double height);
/// How far the middle row of a filtered step goes beyond its two plateaus: the larger side, in L*.
double overshoot(const Pixels& filtered, double height);
/// Mean |difference| of colour samples, in L* for grey float images and in file units else.
double mean_change(const Pixels& a, const Pixels& b);
/// Standard deviation of L* in a rectangle.
double deviation(const Pixels& grey, int x, int y, int width, int height);

bool all_finite(const Pixels& pixels);

} // namespace atrous::test
