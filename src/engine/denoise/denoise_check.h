// Checks the kernels of the SVGF filter by a small shot, before their first use on a device with a driver. A
// filter on the host would be as long as the kernels, so sums over its results are stored (checked_sums.h).
#pragma once
#include "engine/denoise/svgf_frames.h"
#include <array>

namespace atrous {

/// Sums over the samples of some blocks of 8x8 pixels each, with random signs: errors do not cancel out.
using BlockSums = std::array<double, 6>;
void add_to_sums(BlockSums& sums, std::size_t plane, std::size_t pixel, double sample);

/// Frame 0, 1, .. of the shot. It has vectors in both directions, lights and a pilot if the run has.
RenderPlanes checked_frame(int number, const SvgfRoles& run);
/// The result that is mixed with the pilot of a frame: its beauty, lights and emission with less noise, in part too dark.
std::vector<float> checked_result(const RenderPlanes& frame);
/// The settings that run all kernels of a run together. A prefilter has settings of its own, and so has a pilot, which is mixed with
/// checked_result().
std::vector<SvgfSettings> checked_settings(const SvgfSettings& run);
/// A history needs so many frames for its own variance. Other settings use the first ones.
int checked_frames(const SvgfSettings& checked);
std::span<const double> stored_sums(const SvgfSettings& checked, bool has_lights);
/// False if the power of normals, for which kernels are compiled, is not the default of denoise.
bool has_stored_sums(const SvgfSettings& checked);
/// The largest difference of a sum for right kernels, with planes of floats and of halves.
constexpr double sum_bound = 2e-4, sum_bound_halves = 0.25;

/// Returns the largest difference of a sum, or -1 if samples are not finite.
double denoise_difference(SvgfDevice& device, const SvgfSettings& checked, const SvgfRoles& run);

/// Checks the kernels of a run as check_once() (engine/check/kernel_check.h). Without stored sums, results only
/// have to be finite.
void check_denoise(SvgfDevice& device, const SvgfSettings& run, const SvgfRoles& roles);

} // namespace atrous
