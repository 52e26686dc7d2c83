// Computes the denoiser of renders in double precision, one loop per index, from its equations
// (src/filters/svgf/METHOD.md). Shares no code with the kernels.
#pragma once
#include "base/size.h"
#include <vector>

namespace atrous::reference::svgf {

using Plane = std::vector<double>;
using Planes = std::vector<Plane>;

struct Settings {
    int levels = 5;
    int fit = 1; ///< order of the local model
    double samples = 8;
    double strength = 1;
    double sigma_luma = 3, sigma_normal = 32, sigma_depth = 2;
    double sigma_color = 4, sigma_albedo = 0.1; ///< of Gaussians
    double own_albedo = 0;
    std::vector<double> gains{},
        same{};    ///< of the window's frames: of their light, of their noise. None: 1, 0
    int unlit = 0; ///< the last of the lights without a gain
    /// Guides that are filtered before they are used: albedo, normal, depth.
    bool prefilters[3] = {};
    double prefilter_share = 1;
    bool film_alpha = false;
};

/// A frame as in a file: 3 planes of each vector, empty if a role is missing. Motion in pixels, rows down.
struct Frame {
    Size size;
    Planes beauty, albedo, normal, depth;
    Planes previous, next; ///< x, y
    Planes emission, variance;
    Planes lights;   ///< 3 of each
    Planes coverage; ///< below 0: only light
    Planes pilot{};  ///< not finite: none
};

/// A frame as its neighbours use it.
struct Prepared {
    Size size;
    Planes c, a, n, previous, next, e, lights; ///< c without emission
    Plane z;                                   ///< 0 = sky, -1 = only light (a glow)
    Planes variance;
    Plane luma, luma_variance; ///< of the frame without neighbours: Y(S), vS
    int replaced = 0;
    bool has_albedo = false;
    Planes pilot{}; ///< without emission, no_pilot where there is none
};

/// Input of the levels.
struct Gathered {
    Planes c, a, n, e, lights;
    Plane z;
    Plane count;    ///< sum of the weights of frames
    Plane variance; ///< of the mean over frames. 0 for one frame
};

constexpr double no_pilot = -65504;

/// What a pilot needs of the other frames of a window.
struct Others {
    Planes q;    ///< mean of their beauties
    Plane count; ///< of frames
    struct One {
        Plane weight; ///< 0 if it is 1e-3 or less, and then the pilot is 0, too
        Planes pilot;
    };
    std::vector<One> each{};
};

/// Data of every pixel that the levels need in addition to the signal.
struct Guides {
    Planes unit;  ///< normals
    Plane z;      ///< of the frame. 0 = sky, -1 = a glow
    Plane gx, gy; ///< slopes
    Planes f;     ///< features, 7
};

/// The inputs that the result is compared with: beauty without emission, then lights.
struct Residual {
    Planes own, means; ///< of the frame, over frames
    Plane count;
    bool is_sharp;      ///< with albedo, without a history
    double longest = 7; ///< the most frames that count
    Plane kept{};       ///< share of the noise of the means that is in the filtered light, empty: .2
};
/// B3 spline of that step along both axes. Outside the image, its nearest values.
Plane blurred(const Plane& plane, Size size, int step);
/// Squares of second differences along both axes, x, and y, over their norm. `limit`: of the values around each pixel.
Planes all_details(const Plane& plane, Size size, const Plane& limit = {});
/// The details of a difference to other frames, times the factor for `count` frames, mixed with the own ones for fewer than 2.
Plane of_others(const Plane& details, const Plane& own, const Plane& count);
/// Gives filtered light (as in Residual) the lost light that is not noise.
void give_back(Planes& filtered, const Residual& of, Size size, const Settings& settings);

struct Result {
    Planes image, lights, emission;
    Plane count;
};

Gathered alone(const Prepared& frame);
/// True if pixels are of one class, by their depths: surfaces, sky, glows.
bool same_class(double a, double b);
double luma(double r, double g, double b);
double luma_at(const Planes& rgb, int at);
/// Demodulated: c / max(a, .01).
Planes demodulated(const Planes& c, const Planes& a);
Guides guides(const Prepared& frame, const Gathered& gathered);
/// v0: residual variance of `y` after a local fit of first order.
Plane residual_variance(const Plane& y, const Guides& guides, Size size);
/// All levels, in place: linear planes (i first) and the variance.
void levels(Planes& signal, Plane& v, const Guides& guides, Size size, const Settings& settings);

/// Repaired contents of a frame, without results of filtering.
Prepared entered(const Frame& frame);
/// The same with filtered guides.
Prepared with_filtered_guides(const Prepared& frame, const Settings& settings);
/// The frame through Gaussians of light, albedo, normal and depth.
Result gaussian(const Frame& frame, const Settings& settings);
/// State that a frame passes to the next one.
struct History {
    Prepared before;
    Planes light;               ///< demodulated, after the first level: of the beauty, then of lights
    Plane first, second, count; ///< moments of luma, frames
};
/// Filters the frame with the present history (of no frame: before.z is empty), and replaces it by the frame's own.
Result recursive(const Frame& frame, History& history, const Settings& settings);
Prepared prepare(const Frame& frame, const Settings& settings);
/// The frames of a window. Missing vectors are found from the vectors of neighbours. A hole stays empty.
std::vector<Prepared> with_all_vectors(const std::vector<const Prepared*>& window);
/// `window`: 2 K + 1 frames, with the frame of the result in the middle. Null = a hole.
Gathered gather(const std::vector<const Prepared*>& window, const Settings& settings);
Others gather_pilots(const std::vector<const Prepared*>& window, const Settings& settings);
/// Mixes light (beauty without emission, then lights) with the pilot of the frame.
void mix_pilot(Planes& light, const Prepared& frame, const Others& others, int unlit);
Result filter(const std::vector<const Prepared*>& window, const Settings& settings);

} // namespace atrous::reference::svgf
