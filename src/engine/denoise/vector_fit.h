// How frames that follow each other compare. Whether motion vectors lead to where the albedo says that things are: the mean of albedos over a window is the better one
// where a frame's own is noisy, and blurs it where vectors are wrong.
#pragma once
#include "engine/denoise/render.h"
#include "renders/render_noise.h"
#include <cstdint>

namespace atrous {

/// What is kept of a picture to compare neighbours by: about a byte a pixel.
struct AlbedoTrace {
    struct Point {
        int x, y;
        float dx, dy; ///< the vector there
    };
    Size size{};
    std::vector<std::uint8_t> grey{};            ///< of the albedo, 0 to 1
    std::vector<Point> to_previous{}, to_next{}; ///< some pixels with their vectors
    bool found = false; ///< `to_previous` was found, and counts in place of what the earlier frame has
};
/// Nothing where the picture has no albedo or no vectors.
AlbedoTrace trace_of(const Render& render);

/// Another reading of vectors that fits far better: no motion at all, the other sign, rows the other way, or both.
enum class BetterReading { none, no_motion, sign, rows, sign_and_rows };

struct VectorFit {
    double fit = 1;                             ///< 0 to 1
    BetterReading better = BetterReading::none; ///< of those that were found there is none
};

/// How much of what differs between the albedos of two frames that follow each other would be left if places were moved by up
/// to 8 pixels, or vectors read otherwise: 1 where vectors are right, whatever noise there is; 0 where they are wrong and
/// albedo has none. Sums over tiles, since places may be wrong in different ways. 1 where nothing differs, and where there is
/// nothing to compare.
VectorFit vector_fit(const AlbedoTrace& earlier, const AlbedoTrace& later);

/// The least share of a frame's own albedo in what its result is multiplied by, where vectors fit so far.
double own_albedo(double fit);

/// What the light of the earlier frame is multiplied by to be that of the later one (lamps flicker, and no vector tells), where
/// vectors lead to the same albedo: 1 where the difference may be noise.
double light_gain(const LightTrace& earlier, const LightTrace& later, const AlbedoTrace& earlier_albedo,
                  const AlbedoTrace& later_albedo);

} // namespace atrous
