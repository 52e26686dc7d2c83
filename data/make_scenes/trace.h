// Traces paths through a world, and returns their light with the guides that a renderer writes for denoisers.
#pragma once
#include "world.h"

namespace atrous::scenes {

/// A ray from the lens through a point of the image: (0, 0) is its centre, (0.5, y) its right side, rows down.
struct Ray {
    Vec3 from, direction;
};
Ray ray_through(const Camera& camera, float u, float v, Random& random);
/// The place of a point in the image, in widths of the image from its centre, rows down.
struct Place {
    float u, v;
};
Place place_of(const Camera& camera, Vec3 p);

/// The contribution of one path to its pixel. The albedo belongs to the first rough surface, seen through mirrors and glass. Light
/// sources and the sky have their radiance as albedo, as Cycles writes it. The other guides belong to the first surface.
struct Sample {
    Vec3 light, albedo, normal;
    Place before{}, after{}; ///< motion in the image: from the frame before, to the frame after
};
Sample trace(const World& world, const Ray& ray, Random& random);

/// Depth along the axis of the camera, 1e10 for the sky.
float depth_of(const World& world, const Ray& ray);

} // namespace atrous::scenes
