// Works on means of blocks, whose noise is known from the differences within a block.
#include "renders/pilot_match.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace atrous {
namespace {

using Planes = std::span<const float>;
using Values = std::vector<double>;

constexpr int side = 8; // of a block
constexpr std::size_t enough_blocks = 16;

double quantile(Values values, double share) {
    const auto at = values.begin() + std::ptrdiff_t(share * double(values.size() - 1));
    std::ranges::nth_element(values, at);
    return *at;
}

/// Means of luma, and the standard errors of their differences.
struct Blocks {
    Size size{};
    Values render{}, pilot{}, error{};
    double floor = 0; ///< darker blocks count as dark

    Blocks(Size pixels, Planes of_render, Planes of_pilot) : size{pixels.width / side, pixels.height / side} {
        constexpr double count = side * side;
        const auto n = std::size_t(pixels.pixels());
        for (int i = 0; i < size.width * size.height; ++i) {
            double a = 0, b = 0, squares = 0;
            for (int k = 0; k < side * side; ++k) {
                const int x = i % size.width * side + k % side, y = i / size.width * side + k / side;
                const auto at = std::size_t(y) * std::size_t(pixels.width) + std::size_t(x);
                const auto luma = [&](Planes p) {
                    return double(.25F * p[at] + .5F * p[n + at] + .25F * p[2 * n + at]);
                };
                const double own = luma(of_render), its = luma(of_pilot);
                if (!std::isfinite(own) || !std::isfinite(its)) continue;
                a += own, b += its, squares += (own - its) * (own - its);
            }
            render.push_back(a / count);
            pilot.push_back(b / count);
            error.push_back(std::sqrt(std::max(squares - (a - b) * (a - b) / count, 0.)) / count);
            floor += .05 * std::max(render.back(), 0.) / (double(size.width) * double(size.height));
        }
    }
};

/// Differences of all blocks, exposure and contrast of blocks that are not dark. False if these are too few.
bool compare_light(const Blocks& blocks, PilotMatch& match) {
    constexpr double sure = 3, visible = .05;
    Values renders, pilots, gains, errors;
    for (std::size_t i = 0; i < blocks.render.size(); ++i) {
        const double own = blocks.render[i], its = blocks.pilot[i], apart = std::abs(own - its);
        if (apart > 0) errors.push_back(apart / (blocks.error[i] + 1e-8 * blocks.floor));
        if (apart > std::max(sure * blocks.error[i], visible * (std::abs(its) + blocks.floor)))
            match.differing += 1 / double(blocks.render.size());
        if (own <= blocks.floor) continue;
        renders.push_back(std::log2(own));
        pilots.push_back(std::log2(std::max(its, 1e-6 * blocks.floor)));
        gains.push_back(pilots.back() - renders.back());
    }
    if (errors.size() >= enough_blocks) match.errors = quantile(errors, .5);
    if (gains.size() < enough_blocks) return false;
    const auto range = [](const Values& v) { return quantile(v, .9) - quantile(v, .1); };
    match.gain = quantile(gains, .5);
    if (range(renders) > 1) match.contrast = range(pilots) / range(renders);
    return true;
}

/// Logarithms minus the means of the 5x5 blocks around them.
Values details_of(Size size, const Values& light, double floor) {
    Values logs, details;
    for (const double one : light) logs.push_back(std::log(std::max(one, 0.) + floor));
    for (int i = 0; i < size.width * size.height; ++i) {
        details.push_back(logs[std::size_t(i)]);
        for (int k = 0; k < 25; ++k) {
            const int x = std::clamp(i % size.width + k % 5 - 2, 0, size.width - 1),
                      y = std::clamp(i / size.width + k / 5 - 2, 0, size.height - 1);
            details.back() -= logs[std::size_t(y * size.width + x)] / 25;
        }
    }
    return details;
}

/// True if noise does not explain why details of the render are missing in the pilot.
bool compare_details(const Blocks& blocks, PilotMatch& match) {
    const Values render = details_of(blocks.size, blocks.render, blocks.floor),
                 pilot = details_of(blocks.size, blocks.pilot, blocks.floor);
    double aa = 0, bb = 0, ab = 0, noise = 0;
    for (std::size_t i = 0; i < render.size(); ++i) {
        aa += render[i] * render[i], bb += pilot[i] * pilot[i], ab += render[i] * pilot[i];
        noise += std::pow(blocks.error[i] / (std::max(blocks.render[i], 0.) + blocks.floor), 2);
    }
    match.agreement = ab / std::sqrt(aa * bb + 1e-20);
    return aa > 2 * noise;
}

/// True if the pilot ends at 1, and four blocks of the render certainly do not.
bool is_clipped(const Blocks& blocks, Planes pilot) {
    int above = 0;
    for (std::size_t i = 0; i < blocks.render.size(); ++i)
        above += blocks.render[i] - 3 * blocks.error[i] > 1.1;
    return above >= 4 && std::ranges::none_of(pilot, [](float v) { return v > 1.001F; });
}

/// Equal, but for a rounding to half floats.
bool is_as_half(float a, float b) { return !(std::abs(a - b) > 1e-3F * std::abs(a)); }

/// Larger share of samples on the steps of 8 bits, linear or with the curve of sRGB.
double share_of_steps(Planes pilot) {
    constexpr double least = .5 / 255, near = .15; // of a step
    int all = 256, linear = 0, curved = 0;         // few samples show nothing
    const auto is_step = [](double v) { return std::abs(v - std::round(v)) < near; };
    for (std::size_t i = 0; i < pilot.size(); i += 1 + pilot.size() / 65536) {
        const auto v = double(pilot[i]);
        if (!(v > least && v < 1)) continue;
        ++all;
        linear += is_step(255 * v);
        curved += is_step(255 * (v <= .0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - .055));
    }
    return std::max(linear, curved) / double(all);
}

} // namespace

PilotMatch match_pilot(Size size, std::span<const float> render, std::span<const float> pilot) {
    using enum PilotFlaw;
    PilotMatch match{.steps = share_of_steps(pilot)};
    const bool is_flat = std::ranges::adjacent_find(render, std::not_equal_to()) == render.end();
    if (!is_flat && std::ranges::equal(render, pilot, is_as_half)) return {.flaw = same};
    const Blocks blocks(size, render, pilot);
    if (!compare_light(blocks, match)) return match;
    const bool is_clear = compare_details(blocks, match);
    const bool is_encoded = match.contrast < .8 || match.contrast > 1.3 || is_clipped(blocks, pilot),
               is_exposed = std::abs(match.gain) > .15,
               is_far = match.errors > .78 && match.differing * double(blocks.render.size()) > 3.5,
               is_other = is_far && match.errors > .9 && match.differing > .08;
    match.flaw = match.steps > .9                                                             ? rounded
                 : match.agreement < .6 && (is_clear || is_encoded || is_exposed || is_other) ? foreign
                 : is_encoded                                                                 ? encoded
                 : is_exposed                                                                 ? exposed
                 : is_other                                                                   ? other_frame
                 : is_far && match.differing > .03                                            ? moved
                                                                                              : none;
    return match;
}

} // namespace atrous
