// A small path tracer of ellipsoids and a round board under a window and a soft sky.
#pragma once
#include "noise.h"
#include <vector>

namespace atrous::samples {

struct Surface {
    Vec3 albedo;
    Vec3 normal;
    float gloss = 0.04f;     ///< reflectance of the clear coat seen from the front
    float roughness = 0.05f; ///< spread of its reflections
};

/// Colours the point `p`; `fine` asks for small details too (light that bounced does not show them).
using Skin = Surface (*)(Vec3 p, Vec3 normal, int seed, bool fine);

/// An ellipsoid; its skin sees points of the unit sphere.
struct Solid {
    Vec3 centre, radius;
    Skin skin;
    int seed = 0;
};

struct Scene {
    std::vector<Solid> solids;
    float board_radius = 3, board_thickness = 0.16f; ///< its top is at y = 0
    Skin board = nullptr;
};

/// Light that arrives from the world around the scene (window and room).
Vec3 surroundings(Vec3 direction);
/// Light along a ray after up to `bounces` reflections; alpha 0 where the ray meets nothing.
struct Seen {
    Vec3 rgb;
    bool hit;
};
Seen trace(const Scene& scene, Vec3 from, Vec3 direction, int bounces, Random& random);

/// A ray through (u, v), both within about +-0.5, from `eye` towards `target`, in focus there.
struct Ray {
    Vec3 from, direction;
};
Ray camera(Vec3 eye, Vec3 target, float zoom, float aperture, float u, float v, Random& random);

} // namespace atrous::samples
