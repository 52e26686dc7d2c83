// Makes a shot of a wall, a box and sky with hard edges, texture and noise. Its vectors lead between pixels, and its
// pixels are far from the limits of the filter's tests, so that rounding changes no sum by more than the bound.
#include "engine/denoise/denoise_check.h"
#include "engine/check/kernel_check.h"
#include "engine/denoise/checked_sums.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace atrous {
namespace {

/// Odd: vectors and tiles have tails.
constexpr Size shot_size{77, 43};
constexpr std::size_t shot_width = 77, shot_pixels = 77 * 43;

/// The same number from 0 to 1 for the same `n` (Wang's hash).
float random_of(std::size_t of) {
    auto n = unsigned(of);
    n = (n ^ 61 ^ (n >> 16)) * 9;
    n = (n ^ (n >> 4)) * 0x27d4eb2d;
    return float((n ^ (n >> 15)) >> 8) * 0x1p-24F;
}

/// Rises and falls between 0 and 1.
float wave(float x) { return std::abs(2 * (x - std::floor(x)) - 1); }

struct CheckedPixel {
    float albedo[3], normal[3], depth, way[2], light, glow;
};

/// The box moves by whole pixels, so that vectors of both directions lead to the same pixels. Slopes of the depth are
/// no multiples of its noise, so that differences to both sides are never nearly the same.
CheckedPixel pixel_at(int x, int y, int number) {
    const int left = x - 40 + 2 * number, top = y - 14 - number;
    const float u = float(x) - 1.3F * float(number), v = float(y) + 0.4F * float(number);
    const float texture = 0.2F * wave(u / 11) + 0.1F * wave(v / 7),
                light = u > 60 ? 0.5F : 1 + 0.3F * wave(v / 19);
    if (y < 6) return {{0.4F, 0.5F, 0.8F}, {0, 0, 0}, 1e10F, {0, 0}, 1, 0};
    if (left >= 0 && left < 15 && top >= 0 && top < 16)
        return {
            {0.7F, 0.3F, 0.2F}, {0.1F, 0.9F, 0.3F}, 3 + 0.01F * float(left + top), {-2.3F, 0.8F}, 1.2F, 0.3F};
    return {{0.3F + texture, 0.5F - texture, 0.4F},
            {0.3F * wave(u / 17), 0.1F, 1},
            6 + 0.02F * u + 0.01F * v,
            {1.3F, -0.4F},
            light,
            0};
}

} // namespace

RenderPlanes checked_frame(int number, const SvgfRoles& run) {
    RenderPlanes planes{.size = shot_size};
    const auto put = [&](std::vector<float>& role, std::size_t plane, std::size_t i, float value) {
        role.resize(std::max(role.size(), (plane + 1) * shot_pixels));
        role[plane * shot_pixels + i] = value;
    };
    for (std::size_t i = 0; i < shot_pixels; ++i) {
        const CheckedPixel p = pixel_at(int(i % shot_width), int(i / shot_width), number);
        const auto random = [&](std::size_t which) {
            return random_of((which * 5 + std::size_t(number)) * shot_pixels + i);
        };
        put(planes.depth, 0, i, p.depth + 0.03F * std::floor(4 * random(10)));
        for (std::size_t c = 0; c < 3; ++c) {
            const float sun = p.albedo[c] * p.light * (0.4F + 0.6F * random(0)),
                        sky = p.albedo[c] * p.light * (0.2F + 0.3F * random(1 + c));
            put(planes.beauty, c, i, sun + sky + p.glow);
            put(planes.emission, c, i, p.glow);
            put(planes.albedo, c, i, p.albedo[c] + 0.02F * random(4 + c));
            put(planes.normal, c, i, p.depth > 100 ? 0 : p.normal[c] + 0.02F * random(7 + c));
            if (run.lights > 0) put(planes.lights, c, i, sun), put(planes.lights, 3 + c, i, sky);
            if (c < 2) put(planes.previous, c, i, -p.way[c]);
            if (c < 2 && run.previous && run.next) put(planes.next, c, i, p.way[c]);
            const float seen = p.albedo[c] * p.light * (0.98F + 0.04F * random(11)) + p.glow;
            if (run.pilot) put(planes.pilot, c, i, i % shot_width < 30 ? 0.5F : seen); // half painted over
        }
    }
    return planes;
}

std::vector<float> checked_result(const RenderPlanes& frame) {
    std::vector<float> result;
    for (const std::vector<float>* planes : {&frame.beauty, &frame.lights, &frame.emission})
        for (std::size_t i = 0; i < planes->size(); ++i) {
            const std::size_t x = i % shot_pixels % shot_width;
            result.push_back((x < 55 ? 0.5F : 0.4F) * ((*planes)[i] + (*planes)[i - x % 2]));
        }
    return result;
}

std::vector<SvgfSettings> checked_settings(const SvgfSettings& run) {
    SvgfSettings s{.filter = run.filter, .levels = 2, .fit = 0, .reach = 0};
    s.samples = 4;
    s.sigma_normal = run.recursive ? s.sigma_normal : run.sigma_normal; // its sums have no history
    s.prefilter = run.prefilter->any() ? &prefilters().back() : &prefilters()[1];
    s.halves = run.halves;
    s.how = run.how;
    std::vector all{s};
    if (!run.filter->gaussian) {
        s.prefilter = &prefilters()[1];
        s.sigma_normal = run.sigma_normal;
        s.fit = run.fit == 1 && run.levels > 2;
        s.levels = 2 + s.fit;
        s.reach = run.reach > 0;
        s.recursive = run.recursive;
        if (run.samples > 4 && !run.halves) s.samples = 12; // with the residual
        if (!run.prefilter->any()) all.clear();
        all.push_back(s);
    }
    s.pilots = true;
    if (run.pilots) all.push_back(s);
    return all;
}

int checked_frames(const SvgfSettings& checked) {
    return checked.recursive && !checked.pilots ? 5 : 1 + 2 * checked.reach;
}

std::span<const double> stored_sums(const SvgfSettings& s, bool has_lights) {
    const bool prefilters = s.prefilter->any();
    const int mode = s.reach > 0 ? 1 : s.recursive ? 2 : 0, own = s.fit * 2 + (s.samples > 4);
    const int kind = s.pilots             ? 15 + (mode == 1 ? 1 + own : 0)
                     : s.filter->gaussian ? 13 + prefilters
                     : prefilters         ? 12
                                          : mode * 4 + own;
    constexpr std::size_t count = std::tuple_size_v<BlockSums>;
    return std::span(checked_sums).subspan(std::size_t(2 * kind + has_lights) * count, count);
}

bool has_stored_sums(const SvgfSettings& checked) {
    return checked.filter->gaussian || checked.sigma_normal == (checked.recursive ? 128 : 32);
}

void add_to_sums(BlockSums& sums, std::size_t plane, std::size_t pixel, double sample) {
    const std::size_t block = pixel % shot_width / 8 + 3 * (pixel / shot_width / 8);
    sums[block % sums.size()] += random_of(plane * shot_pixels + pixel) < 0.5F ? sample : -sample;
}

double denoise_difference(SvgfDevice& device, const SvgfSettings& checked, const SvgfRoles& run) {
    const SvgfResolved s = resolve(checked, device.plans.device, shot_size);
    const int count = checked_frames(checked);
    std::vector<SvgfFrame> frames(static_cast<std::size_t>(count));
    std::vector<SvgfFrame*> window;
    SvgfHistory history;
    SvgfPicture made;
    const bool has_history = checked.recursive && !checked.pilots;
    SvgfRoles roles = run;
    roles.pilot = checked.pilots;
    for (int number = 0; number < count; ++number) {
        SvgfFrame& frame = frames[std::size_t(number)] =
            prepare_at(device, s, checked_frame(number, roles), nullptr);
        window.push_back(&frame);
        if (has_history) made = filter_frame(device, s, frame, history);
    }
    const std::vector<float> result = checked_result(checked_frame(count / 2, roles));
    if (!has_history)
        made = filter_at(device, s, window, usual_neighbours, nullptr, checked.pilots ? &result : nullptr);
    BlockSums sums{};
    for (std::size_t i = 0; i < shot_pixels * std::size_t(3 + frames.back().roles.extras()); ++i)
        add_to_sums(sums, i / shot_pixels, i % shot_pixels, double(made.planes[i]));
    double most = std::abs(std::accumulate(made.counts.begin(), made.counts.end(), -double(shot_pixels)));
    for (std::size_t k = 0; k < sums.size(); ++k)
        most = std::abs(sums[k]) < 1e6 && most >= 0
                   ? std::max(most, std::abs(sums[k] - stored_sums(checked, run.lights > 0)[k]))
                   : -1;
    return most;
}

void check_denoise(SvgfDevice& device, const SvgfSettings& run, const SvgfRoles& roles) {
    if (device.checked == std::pair(run, roles)) return; // of the frame before
    SvgfDevice own(device.engine);
    own.plans.device = device.plans.device;
    own.counts = false;
    SvgfRoles its = roles_of(checked_frame(0, roles));
    Plan all; // kernels only
    const auto add = [&](const Plan& plan) {
        all.passes.insert(all.passes.end(), plan.passes.begin(), plan.passes.end());
    };
    const std::vector<SvgfSettings> checked = checked_settings(run);
    for (const SvgfSettings& one : checked) {
        const SvgfResolved s = resolve(one, own.plans.device, shot_size);
        const SvgfWindow window{one.reach, one.reach};
        its.pilot = one.pilots;
        add(own.plans.prepare_plan(s, shot_size, its));
        add(one.pilots      ? own.plans.pilot_plan(s, shot_size, its, window)
            : one.recursive ? own.plans.recursive_plan(s, shot_size, its, true)
                            : own.plans.filter_plan(s, shot_size, its, window));
        if (one.reach > 0 && !its.next) add(own.plans.invert_plan(s, shot_size, its, {false, true}));
    }
    const double bound = run.how.storage->exact ? sum_bound : sum_bound_halves;
    check_once(own.engine, "svgf", *run.how.form, all, bound, [&] {
        double most = 0;
        for (const SvgfSettings& one : checked)
            if (const double found = denoise_difference(own, one, roles); found < 0 || most < 0)
                most = -1;
            else if (has_stored_sums(one))
                most = std::max(most, found);
        return most;
    });
    device.checked.emplace(run, roles);
}

} // namespace atrous
