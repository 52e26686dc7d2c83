// Provides geometries by their factors and runs on the device for the tests of the scale filter.
#pragma once
#include "filters/scale/plan.h"
#include "reference/scale.h"
#include "support/gpu_fixture.h"

namespace atrous::test {

/// Factors of both axes.
ScaleGeometry geometry_of(Size in, double fx, double fy);
ScaleGeometry geometry_to(Size in, Size out);

ScaleSettings scale_settings(int taps, const std::string& window = "kaiser", const std::string& access = "");

/// The copy of the pixels. `replaced` receives the count of samples that were not finite.
Pixels scaled(Engine& engine, const ScaleSettings& settings, const Pixels& input,
              const ScaleGeometry& geometry, std::uint32_t* replaced = nullptr);

/// The copy by the reference. As in the filter, colours are light times alpha, then alpha. Grey and RGB of
/// floats are light already.
reference::Image expected(const ScaleSettings& settings, const reference::Image& planes,
                          const ScaleGeometry& geometry);

} // namespace atrous::test
