// Repeatable randomness: hashes of integers, value noise and sums of it. No state, so any order of pixels
// gives the same picture.
#pragma once
#include "vec.h"
#include <cstdint>

namespace atrous::samples {

/// A hash in [0, 1) of three integers.
float hash(int x, int y, int seed);

/// A short stream of random numbers for one pixel.
struct Random {
    std::uint32_t state;
    explicit Random(int x, int y, int seed);
    float next();   ///< uniform in [0, 1)
    float normal(); ///< mean 0, standard deviation 1
};

/// Smooth value noise in [0, 1] with its derivatives (quintic interpolation).
struct NoiseValue {
    float value, dx, dy;
};
NoiseValue noise(float x, float y, int seed = 0);

/// Sum of `octaves` noises, each with twice the frequency and half the height: mean about 0, within +-1.
float fbm(float x, float y, int octaves, int seed = 0);
/// Value noise in space and its sum, for textures of solid objects.
float noise3(Vec3 p, int seed = 0);
float fbm3(Vec3 p, int octaves, int seed = 0);

/// Distance to the nearest of one jittered point per unit cell, and which cell it is.
struct Cell {
    float distance;
    int x, y;
};
Cell nearest_cell(float x, float y, int seed = 0);

} // namespace atrous::samples
