// Estimates the error of mixtures of the filtered and the unfiltered halves, and mixes them by it.
#include "engine/denoise/halves.h"
#include "base/error.h"
#include "engine/denoise/coverage.h"
#include "engine/denoise/reframe.h"
#include "engine/messages.h"
#include "engine/region_runs.h"
#include "renders/render_noise.h"
#include <algorithm>
#include <array>
#include <cstring>

namespace atrous {
namespace {

using Planes = std::vector<float>;

void average(Planes& planes, const Planes& other) {
    for (std::size_t i = 0; i < planes.size(); ++i) planes[i] = .5F * (planes[i] + other[i]);
}

/// Depth of the mean: a pixel that is sky in one half only may have the surface of the other.
void fill_sky(Planes& depth, const Planes& other) {
    for (std::size_t i = 0; i < depth.size(); ++i)
        if (!is_surface(depth[i]) && is_surface(other[i])) depth[i] = other[i];
}

/// Pixels are empty, or light only, if they are so in both halves. A pixel without light in one half is light only if it is
/// that in the other.
void join_coverage(Render& render, const Render& other) {
    const std::size_t pixels = render.planes.pixels();
    const auto is_empty = [](const Render& of, std::size_t i) { return !of.empty.empty() && of.empty[i]; };
    const auto is_glow = [](const Render& of, std::size_t i) {
        return !of.planes.coverage.empty() && of.planes.coverage[i] < 0;
    };
    std::vector<bool> empty(pixels);
    Planes coverage(pixels, 1);
    for (std::size_t i = 0; i < pixels; ++i) {
        const bool both_bare =
            (is_empty(render, i) || is_glow(render, i)) && (is_empty(other, i) || is_glow(other, i));
        empty[i] = is_empty(render, i) && is_empty(other, i);
        if (both_bare && !empty[i]) coverage[i] = -1;
    }
    if (!render.empty.empty() || !other.empty.empty()) render.empty = std::move(empty);
    if (std::ranges::count(coverage, -1.F) > 0)
        render.planes.coverage = std::move(coverage);
    else
        render.planes.coverage.clear();
}

SvgfRoles roles_without_motion(const RenderPlanes& planes) {
    SvgfRoles roles = roles_of(planes);
    roles.previous = roles.next = roles.coverage = roles.depth = roles.pilot = false;
    return roles;
}

/// Throws for halves that do not belong together.
void check_pair(const Render& render, const Render& other) {
    check_half_window(other.place, render.place);
    if (!(roles_without_motion(render.planes) == roles_without_motion(other.planes)))
        throw file_error(messages::half_layers);
    const Planes &a = render.planes.beauty, &b = other.planes.beauty;
    if (std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0) // NaN are equal, too
        throw file_error(messages::half_same);
}

constexpr double max_wide_samples = 32; ///< below, products are so noisy that their local means are wider

constexpr float spline[] = {.0625F, .25F, .375F, .25F, .0625F};

/// B3 spline along both axes with `step` between its taps. Outside the image, its nearest values.
void blur(Planes& plane, Size size, int step, Planes& rows) {
    const auto width = std::size_t(size.width);
    rows.resize(plane.size());
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            float sum = 0;
            for (int i = 0; i < 5; ++i)
                sum += spline[i] * plane[std::size_t(y) * width +
                                         std::size_t(std::clamp(x + (i - 2) * step, 0, size.width - 1))];
            rows[std::size_t(y) * width + std::size_t(x)] = sum;
        }
    for (int y = 0; y < size.height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            float sum = 0;
            for (int i = 0; i < 5; ++i)
                sum += spline[i] *
                       rows[std::size_t(std::clamp(y + (i - 2) * step, 0, size.height - 1)) * width + x];
            plane[std::size_t(y) * width + x] = sum;
        }
}

/// A filtered image and its unfiltered stacks, each of `linear` planes.
struct Stacks {
    const Planes& planes;
    std::size_t pixels, input,
        means; ///< first sample of the stacks; without means over frames these are the input

    float filtered(std::size_t i) const { return planes[i]; }
    float own(std::size_t i) const { return planes[input + i]; }
    float mean(std::size_t i) const { return planes[means + i]; }
};

/// Products over the channels of a pixel: of the mean residuals R and Q, and of both with the loss of the filter, T - F.
enum Product { RR, QQ, RQ, RT, QT, PRODUCTS };
using Products = std::array<Planes, PRODUCTS>;

/// Local brightness of the filtered image. The light of a pixel itself would give outliers less weight in one direction.
Planes brightness_of(const Stacks& a, const Stacks& b, Size size, Planes& rows) {
    Planes bright(a.pixels);
    for (std::size_t i = 0; i < 3 * a.pixels; ++i)
        bright[i % a.pixels] += std::max(.5F * (a.filtered(i) + b.filtered(i)), 0.F) / 3;
    for (const int step : {1, 2}) blur(bright, size, step, rows);
    return bright;
}

/// T is not known, but the noise of a half does not correlate with the other: products of one half's residual with the other
/// half have the mean of products with T. Residuals are compressed as a display compresses them.
Products products_of(const Stacks& a, const Stacks& b, const Planes& brightness) {
    constexpr float limit = 100;
    Products products;
    for (Planes& plane : products) plane.resize(a.pixels);
    for (std::size_t i = 0; i < 3 * a.pixels; ++i) {
        const float f = .5F * (a.filtered(i) + b.filtered(i)), bright = 1 + brightness[i % a.pixels];
        const auto weighted = [&](float value) {
            return std::clamp(value / (bright * bright), -limit, limit);
        };
        const float r_a = weighted(a.own(i) - a.filtered(i)), r_b = weighted(b.own(i) - b.filtered(i)),
                    q_a = weighted(a.mean(i) - a.filtered(i)), q_b = weighted(b.mean(i) - b.filtered(i)),
                    t_a = weighted(a.own(i) - f), t_b = weighted(b.own(i) - f), r = .5F * (r_a + r_b),
                    q = .5F * (q_a + q_b);
        const float all[] = {r * r, q * q, r * q, .5F * (r_a * t_b + r_b * t_a),
                             .5F * (q_a * t_b + q_b * t_a)};
        for (std::size_t k = 0; k < PRODUCTS; ++k) products[k][i % a.pixels] += all[k];
    }
    return products;
}

/// Least squares with both shares 0 or more, and their sum at most 1.
std::pair<float, float> shares_of(const Products& products, std::size_t i) {
    constexpr double ridge = 1.005, least = 1e-20;
    const double rr = ridge * double(products[RR][i]) + least, qq = ridge * double(products[QQ][i]) + least,
                 rq = double(products[RQ][i]), rt = double(products[RT][i]), qt = double(products[QT][i]);
    const double det = std::max(rr * qq - rq * rq, 1e-3 * rr * qq);
    double a = (rt * qq - qt * rq) / det, b = (qt * rr - rt * rq) / det;
    if (a < 0)
        a = 0, b = std::clamp(qt / qq, 0., 1.);
    else if (b < 0)
        a = std::clamp(rt / rr, 0., 1.), b = 0;
    const double sum = std::max(a + b, 1.);
    return {float(a / sum), float(b / sum)};
}

} // namespace

void check_half_window(const ImageWindow& half, const ImageWindow& image) {
    if (!is_same_place(image, half) || image.display != half.display)
        throw file_error(messages::half_window, to_string(half.size), half.x, half.y, to_string(image.size),
                         image.x, image.y);
}

void pair_halves(Render& render, const Render& other) {
    check_pair(render, other);
    RenderPlanes& planes = render.planes;
    render.halves = {planes, other.planes};
    for (const auto role : {&RenderPlanes::beauty, &RenderPlanes::albedo, &RenderPlanes::normal,
                            &RenderPlanes::emission, &RenderPlanes::variance, &RenderPlanes::lights})
        average(planes.*role, other.planes.*role);
    if (!other.alpha.empty()) average(render.alpha, other.alpha);
    for (float& v : planes.variance) v /= 2;
    if (!other.planes.depth.empty()) fill_sky(planes.depth, other.planes.depth);
    join_coverage(render, other);
    render.notes.half_samples = {render.samples, other.samples};
    render.samples = render.samples > 0 && other.samples > 0 ? render.samples + other.samples : 0;
    render.filled += other.filled;
    render.clamped = std::max(render.clamped, other.clamped);
}

double common_noise(const Render& render) {
    const RenderPlanes& planes = render.planes;
    Planes difference = render.halves.front().beauty;
    for (std::size_t i = 0; i < difference.size(); ++i)
        difference[i] = .5F * (difference[i] - render.halves.back().beauty[i]);
    return common_noise(light_trace(planes.size, planes.beauty, {}, planes.albedo, {}),
                        light_trace(planes.size, difference, {}, planes.albedo, {}));
}

void share_motion(Render& render) {
    for (RenderPlanes& half : render.halves)
        for (const auto role : {&RenderPlanes::depth, &RenderPlanes::previous, &RenderPlanes::next,
                                &RenderPlanes::coverage, &RenderPlanes::pilot})
            half.*role = render.planes.*role;
}

std::vector<float> joined_halves(const std::vector<float>& a, const std::vector<float>& b,
                                 const SvgfResolved& settings, const SvgfRoles& roles, Size size) {
    const auto pixels = std::size_t(size.pixels()), linear = std::size_t(3 + 3 * roles.lights),
               filtered = std::size_t(3 + roles.extras());
    const bool has_means = settings.asked.reach > 0;
    const auto stacks = [&](const Planes& planes) {
        return Stacks{planes, pixels, filtered * pixels, (filtered + (has_means ? linear : 0)) * pixels};
    };
    const Stacks of_a = stacks(a), of_b = stacks(b);
    Planes share_r(pixels), share_q(pixels), rows;
    Products products = products_of(of_a, of_b, brightness_of(of_a, of_b, size, rows));
    const int max_step = settings.asked.samples < max_wide_samples ? 8 : 4;
    for (Planes& plane : products)
        for (int step = 1; step <= max_step; step *= 2) blur(plane, size, step, rows);
    for (std::size_t i = 0; i < pixels; ++i) std::tie(share_r[i], share_q[i]) = shares_of(products, i);
    for (Planes* plane : {&share_r, &share_q}) blur(*plane, size, 1, rows);
    Planes joined(filtered * pixels);
    const float strength = roles.pilot ? 1 : float(settings.share());
    for (std::size_t i = 0; i < joined.size(); ++i) {
        const float f = .5F * (a[i] + b[i]);
        joined[i] = f;
        if (i >= linear * pixels) continue; // emission
        const float n = .5F * (of_a.own(i) + of_b.own(i)), q = .5F * (of_a.mean(i) + of_b.mean(i));
        const float mixed = f + share_r[i % pixels] * (n - f) + share_q[i % pixels] * (q - f);
        joined[i] = n + strength * (mixed - n);
    }
    return joined;
}

std::uint64_t joining_bytes(const SvgfResolved& settings, const SvgfRoles& roles, Size size) {
    constexpr int shares = 2, brightness = 1, rows = 1;
    const int planes =
        2 * svgf_image_planes(settings, roles) + 3 + roles.extras() + PRODUCTS + shares + brightness + rows;
    return std::uint64_t(planes) * std::uint64_t(size.pixels()) * sizeof(float);
}

SvgfPicture filter_halves(SvgfDevice& device, const SvgfResolved& settings, std::vector<SvgfFrame*> window,
                          std::vector<SvgfFrame>& halves, const MemoryLimits& limits,
                          const kernels::SvgfNeighbours& known) {
    std::vector<bool> found;
    for (const SvgfFrame* frame : window) found.push_back(frame && frame->found);
    std::vector<SvgfPicture> results;
    SvgfFrame* const mean = window[window.size() / 2];
    for (SvgfFrame& half : halves) {
        window[window.size() / 2] = &half;
        results.push_back(filter_frame(device, settings, window, limits, known));
        for (std::size_t i = 0; i < window.size(); ++i) // the other half finds its vectors, too
            if (window[i]) window[i]->found = found[i];
    }
    window[window.size() / 2] = mean;
    SvgfPicture& made = results.front();
    made.planes = joined_halves(made.planes, results.back().planes, settings, halves.front().roles,
                                halves.front().size);
    add_times(made.report, results.back().report);
    mix_pilot(device, settings, window, limits, known, made);
    return std::move(made);
}

} // namespace atrous
