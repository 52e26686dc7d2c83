// Makes a small shot for the filter of renders, for device and reference: a textured wall that the camera
// passes, a disc that moves before it, sky above, noise that differs from frame to frame.
#pragma once
#include "engine/denoise/svgf_frames.h"
#include "reference/svgf.h"
#include "support/gpu_fixture.h"
#include <functional>
#include <optional>

namespace svgf_shot {

using namespace atrous;

/// A frame's samples, as in RenderPlanes.
struct Samples {
    Size size;
    std::vector<float> beauty, albedo, normal, depth, previous, next, emission, variance, lights, coverage,
        pilot{};

    RenderPlanes planes() const {
        return {size, beauty,   albedo,   normal, depth,    previous,
                next, emission, variance, lights, coverage, pilot};
    }
    /// Plane `k` of a role.
    float& at(std::vector<float>& role, int k, int x, int y) const {
        return role[(std::size_t(k) * std::size_t(size.height) + std::size_t(y)) * std::size_t(size.width) +
                    std::size_t(x)];
    }
    reference::svgf::Frame reference() const;
};

/// Further contents of a shot, in addition to the roles that all have.
struct Extras {
    bool emission = false, variance = false;
    bool glow = false;  ///< only light in a part of the sky and of the wall
    int lights = 0;     ///< 2 lights sum up to the beauty without emission
    bool pilot = false; ///< the beauty with a tenth of the noise, and other errors
    bool right = false; ///< without the other errors
};
Samples make_frame(Size size, int number, const Extras& extras = {});

/// The same device, with the plans of a GPU whose exponential is not known.
DeviceTraits as_gpu(DeviceTraits traits);

/// Frames 0 to 2 reach. Frames in `holes` are missing.
struct Shot {
    std::vector<std::optional<Samples>> frames;
};
Shot make_shot(Size size, int reach, const Extras& extras = {}, const std::vector<int>& holes = {});

/// The result of the frame in the middle.
SvgfPicture run(Engine& engine, const SvgfSettings& settings, const Shot& shot,
                const kernels::SvgfNeighbours& known = usual_neighbours);
SvgfPicture run(Engine& engine, const SvgfSettings& settings, const Shot& shot,
                const kernels::SvgfNeighbours& known, const DeviceTraits& traits);
reference::svgf::Settings reference_settings(const SvgfSettings& settings);
reference::svgf::Result expected(const SvgfSettings& settings, const Shot& shot,
                                 const kernels::SvgfNeighbours& known = usual_neighbours);

/// Differences of two results, relative to the larger of the value and 0.05.
struct Difference {
    double largest = 0, mean = 0;
    std::size_t beyond = 0; ///< values that differ by more than 1e-4
    std::size_t values = 0;
};
/// The image, then the lights, then the emission.
reference::svgf::Planes all_planes(const reference::svgf::Result& result);
Difference difference(const std::vector<float>& a, const reference::svgf::Planes& b);
/// Checks that the result is the reference. Pixels at which a test of the filter is at its limit may differ: one in ten thousand.
void check_reference(const std::vector<float>& found, const reference::svgf::Planes& wanted);
double largest_difference(const std::vector<float>& a, const std::vector<float>& b);

/// Every schedule and order in the forms of the filter.
std::vector<SvgfSettings> ways(const SvgfSettings& base);
std::string name_of(const SvgfSettings& settings);

using CheckPlanes = std::function<void(const std::vector<float>&)>;
/// Runs the shot in all of these ways: each result passes the check, and all are the same.
void check_ways(Engine& engine, const std::vector<SvgfSettings>& ways, const Shot& shot,
                const CheckPlanes& check);

} // namespace svgf_shot
