// A world of simple shapes that moves from frame to frame, and the cameras that render it.
#pragma once
#include "../make_samples/noise.h"
#include <array>
#include <vector>

namespace atrous::scenes {

using samples::Random, samples::Vec3;

/// Properties of a surface.
struct Material {
    enum class Kind { matt, mirror, glass, lamp } kind = Kind::matt;
    Vec3 colour{0.7f, 0.7f, 0.7f}; ///< reflected part of the light, or radiance of a light source
    float coat = 0;                ///< reflectance of a clear coat, seen from the front
    float roughness = 0;           ///< spread of reflections, 0 in a mirror
    float through = 0; ///< part of the scattered light that leaves on the other side, as in leaves
    float ripple = 0;  ///< slope of small waves
    Vec3 (*paint)(Vec3 p) = nullptr; ///< factor of the colour at a point of the shape
};

/// An ellipsoid with radii `u`, a box with half sides `u`, or an ellipse or parallelogram with half axes `u` and `v`.
struct Shape {
    enum class Form { ball, box, leaf, board } form;
    Vec3 centre, u, v;
    int material;
    Vec3 motion{}; ///< from frame to frame
};

struct Camera {
    Vec3 eye, target;
    float zoom = 1; ///< focal length in widths of the image
    float aperture = 0, focus = 1;
};

/// A box of the tree of shapes: its children are the next node and node `other`, or it has `count` shapes.
struct Node {
    Vec3 low, high;
    int first, count, other;
};

struct World {
    std::vector<Material> materials;
    std::vector<Shape> shapes;
    Vec3 sun{0, 1, 0}, sun_light{};  ///< direction to the sun, and irradiance of a surface that faces it
    float sun_radius = 0.02f;        ///< tangent of half its angle
    Vec3 (*sky)(Vec3 d) = nullptr;   ///< radiance by direction
    std::array<Camera, 3> cameras{}; ///< of the frames before, now and after
    std::vector<Node> nodes{};
    std::vector<int> order{}, lamps{}; ///< indices of shapes: as the nodes count them, and the light sources
};

/// Sorts the shapes into nodes and finds the light sources among them.
void finish(World& world);

/// The nearest shape along a ray.
struct Hit {
    float distance;
    int shape = -1;
    Vec3 normal{}; ///< outwards
};
Hit meet(const World& world, Vec3 from, Vec3 d, float limit);

/// The scenes by name. Frames count from 1.
struct SceneRow {
    const char* name;
    World (*make)(int frame);
};
extern const std::array<SceneRow, 3> scene_rows;

} // namespace atrous::scenes
