// Joins two renders of a frame with independent noise. Each half is filtered separately. Products of one half with the other
// half contain no noise on average. They show the error of a filtered image.
#pragma once
#include "engine/denoise/render.h"

namespace atrous {

/// Samples of both halves together from which on each half is filtered separately. With fewer, the weights of each half are too
/// noisy, and the mean is filtered.
constexpr double min_half_samples = 8;

/// Reach of joined_halves(), in pixels: local brightness, local means of products with up to four steps, and the blur of shares.
constexpr int joining_reach = 2 * (1 + 2) + 2 * (1 + 2 + 4 + 8) + 2;

/// Throws a file error if a half has another place in its image than the other one.
void check_half_window(const ImageWindow& half, const ImageWindow& image);

/// Makes the render the mean of two halves, and keeps both in `render.halves`. Vectors, points
/// and camera of the render stay. So does depth, except of sky where the other half has a surface. Pixels stay without light only if
/// both halves have none. If a file states no samples, the number of both together is unknown. Throws a file error if the halves differ
/// in data window or guides, or have the same pixels.
void pair_halves(Render& render, const Render& other);

/// Returns the share of the noise that both halves have in common, see renders/render_noise.h.
double common_noise(const Render& render);

/// Copies from the mean to the halves what neighbours must not see twice: depth, vectors and coverage.
void share_motion(Render& render);

/// Joins the filtered halves. Each is an image of svgf_filter_plan() with its unfiltered stacks; the result has no such stacks.
/// It is F + a (N - F) + b (Q - F) with F, N and Q the means of the filtered halves, the halves and their means over frames. The
/// shares a and b minimise the squared error, estimated per pixel from products of both halves.
std::vector<float> joined_halves(const std::vector<float>& a, const std::vector<float>& b,
                                 const SvgfResolved& settings, const SvgfRoles& roles, Size size);

/// Returns the bytes that joined_halves() takes on the host, with its arguments and result.
std::uint64_t joining_bytes(const SvgfResolved& settings, const SvgfRoles& roles, Size size);

/// Filters each half in the middle of `window`, whose other frames are means of both, and joins the results. As filter_frame().
SvgfPicture filter_halves(SvgfDevice& device, const SvgfResolved& settings, std::vector<SvgfFrame*> window,
                          std::vector<SvgfFrame>& halves, const MemoryLimits& limits,
                          const kernels::SvgfNeighbours& known);

} // namespace atrous
