// Makes and reads grey images in CIE lightness (L*), for tests of visible differences.
#pragma once
#include "support/gpu_fixture.h"
#include <functional>
#include <vector>

namespace atrous::test {

/// L* (0 to 100 and above) of linear light.
double to_lightness(double light);

/// A grey float image of L* at every pixel.
Pixels grey_image(Size size, const std::function<double(int x, int y)>& lightness);
double lightness(const Pixels& grey, int x, int y);
/// L* of every pixel, row by row.
std::vector<double> lightness_of(const Pixels& grey);

} // namespace atrous::test
