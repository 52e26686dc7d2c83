// Compares consecutive frames. Checks that motion vectors lead to the same albedo: the mean of albedos over a
// window improves a noisy albedo, but blurs it if vectors are wrong.
#pragma once
#include "engine/denoise/render.h"
#include <cstdint>

namespace atrous {

/// Data of an image for comparisons with neighbours: about one byte per pixel.
struct AlbedoTrace {
    struct Point {
        int x, y;
        float dx, dy; ///< the vector there
    };
    Size size{};
    std::vector<std::uint8_t> grey{};            ///< of the albedo, 0 to 1
    std::vector<Point> to_previous{}, to_next{}; ///< some pixels with their vectors
    bool found = false; ///< `to_previous` was estimated, and replaces the vectors of the earlier frame
};
/// Nothing if the image has no albedo or no vectors.
AlbedoTrace trace_of(const Render& render);

/// Another reading of vectors that fits far better: no motion at all, the other sign, rows the other way, or both.
enum class BetterReading { none, no_motion, sign, rows, sign_and_rows };

struct VectorFit {
    double fit = 1;                             ///< 0 to 1
    BetterReading better = BetterReading::none; ///< none for estimated vectors
};

/// Returns the share of the difference between the albedos of two consecutive frames that would remain if
/// places moved by up to 8 pixels, or if vectors were read otherwise: 1 for correct vectors, whatever the
/// noise, 0 for wrong vectors and an albedo without noise. Sums over tiles, because places may be wrong in
/// different ways. Returns 1 if nothing differs or nothing can be compared.
VectorFit vector_fit(const AlbedoTrace& earlier, const AlbedoTrace& later);

/// Returns the least share of a frame's own albedo in the factor of its result, for vectors of this fit.
double own_albedo(double fit);

/// Returns the factor from the light of the earlier frame to the light of the later one along the vectors, for
/// flickering lights, or 1 if the difference may be noise.
double light_gain(const LightTrace& earlier, const LightTrace& later, const AlbedoTrace& earlier_albedo,
                  const AlbedoTrace& later_albedo);

} // namespace atrous
