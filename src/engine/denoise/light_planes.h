// Lights in the filter and in its result: layers, then alpha (--alpha filter), then a divisor. Lights whose surface's colour is
// divided out already (Cycles' DiffDir, GlossInd, ..), and alpha, are in another form in the filter, so that its weights and
// means fit: it divides all light by the albedo, and multiplies its means by that again.
#pragma once
#include "engine/denoise/render.h"
#include <span>

namespace atrous {

/// Adds a light to the planes for the filter: alpha times the divisor of light (the albedo, at least 0.01),
/// because the filter multiplies its means by that divisor again. add_divisor() adds the plane that reverses
/// it. Does nothing if the image has no alpha.
void add_alpha(Render& render, const std::vector<float>& alpha);

/// Multiplies the lights that use the albedo (LightLayer::uses_albedo()) by the filter's divisor, and adds the divisor as the
/// last light, whose result reverses the multiplication. Does nothing if there is no such light and no alpha.
void add_divisor(Render& render);

/// Planes of a light and of its colour (LightLayer::colour) in the file.
struct StoredLight {
    std::vector<float> light, colour{};
};

/// The layer for light i as the file stores it: without the surface's colour if that is divided out. Where that is 0 the light
/// is, too. Pixels without alpha and beauty keep the stored light, if it is finite: no part of it is in the beauty (Cycles' Env
/// without a film). With halves, light and colour come from the first half, like the other layers of the result.
std::vector<float> filtered_light(const RenderInfo& info, std::size_t i, std::span<const float> planes,
                                  const StoredLight& stored);

/// The filtered alpha. If it stays 1 or 0, beauty and lights change with it, except lights that use the albedo.
/// Coverage needs fewer samples than light: from 4 on the stored alpha is mixed in, from 32 on it remains alone.
std::vector<float> take_alpha(const RenderInfo& info, double samples, bool has_emission,
                              std::span<float> planes);

} // namespace atrous
