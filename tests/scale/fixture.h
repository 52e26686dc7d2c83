// What the tests of the scale filter share: geometries by their factors, runs on the device.
#pragma once
#include "filters/scale/plan.h"
#include "reference/scale.h"
#include "support/gpu_fixture.h"

namespace atrous::test {

/// Factors of both axes.
ScaleGeometry geometry_of(Size in, double fx, double fy);
ScaleGeometry geometry_to(Size in, Size out);

ScaleSettings scale_settings(int taps, const std::string& window = "kaiser", const std::string& access = "");

/// The copy of the pixels; `replaced` receives the count of samples that were not finite.
Pixels scaled(Engine& engine, const ScaleSettings& settings, const Pixels& input,
              const ScaleGeometry& geometry, std::uint32_t* replaced = nullptr);

/// The copy by the reference: colours as light times alpha, then alpha, as the filter says it; grey and RGB of floats that are
/// light already.
reference::Image expected(const ScaleSettings& settings, const reference::Image& planes,
                          const ScaleGeometry& geometry);

} // namespace atrous::test
