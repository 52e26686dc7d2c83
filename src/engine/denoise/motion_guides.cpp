// Uses logarithms, so that depth and light compare by factors as exposure and distance do. A small blur keeps the part
// of the light that is not noise: shadows and textures that the albedo lacks.
#include "engine/denoise/coverage.h"
#include "engine/denoise/motion_match.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

using Feature = std::array<std::int16_t, motion_features>;
constexpr std::size_t first_normal = 3, depth_at = 6, light_at = 7;
constexpr float albedo_most = 2, normal_weight = 0.7F, light_weight = 0.5F;
constexpr float min_depth = 1e-3F;
constexpr float min_light = 0.02F, max_light = 1e4F, darkest_albedo = 0.01F;
constexpr int max_halvings = 7, min_side = 16; ///< of a level that has a coarser one

std::int16_t stored(float value) { return std::int16_t(std::lround(value * motion_unit)); }

float limited(float value, float least, float most) {
    return std::isfinite(value) ? std::clamp(value, least, most) : std::max(least, 0.0F);
}

/// Log depth of every pixel, infinite in the sky.
std::vector<float> log_depths(const std::vector<float>& depth) {
    std::vector<float> logs(depth.size(), INFINITY);
    for (std::size_t i = 0; i < depth.size(); ++i)
        if (is_surface(depth[i])) logs[i] = std::log(std::max(depth[i], min_depth));
    return logs;
}

/// Returns the mean around a pixel, without the sky. Depth is a single sample, so fog and edges are dotted with sky. If
/// all of it is sky, returns the largest depth, which is the same in all frames.
float log_depth(const std::vector<float>& logs, Size size, std::size_t i) {
    constexpr int min_count = 2;
    float sum = 0;
    int count = 0;
    around(size, i, [&](std::size_t at) {
        if (std::isinf(logs[at])) return;
        sum += logs[at];
        ++count;
    });
    return count < std::min<std::int64_t>(min_count, size.pixels()) ? std::log(SVGF_FAR) : sum / float(count);
}

float log_light(const RenderPlanes& picture, std::size_t i) {
    constexpr float luma[] = {0.2126F, 0.7152F, 0.0722F};
    const auto pixels = picture.pixels();
    float light = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const float albedo = picture.albedo.empty() ? 1.0F : picture.albedo[k * pixels + i];
        light += luma[k] * picture.beauty[k * pixels + i] /
                 std::max(limited(albedo, 0, max_light), darkest_albedo);
    }
    return std::log(limited(light, 0, max_light) + min_light);
}

/// A binomial of five taps along rows (`step` 1) or columns (the width).
std::vector<float> blurred(const std::vector<float>& plane, Size size, bool rows) {
    std::vector<float> out(plane.size());
    const int most = rows ? size.width - 1 : size.height - 1;
    const auto step = rows ? std::size_t(1) : std::size_t(size.width);
    std::size_t i = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x, ++i) {
            const int at = rows ? x : y;
            const std::size_t start = i - std::size_t(at) * step;
            const auto tap = [&](int d) {
                return plane[start + std::size_t(std::clamp(at + d, 0, most)) * step];
            };
            out[i] = (6 * tap(0) + 4 * (tap(-1) + tap(1)) + tap(-2) + tap(2)) / 16;
        }
    return out;
}

std::vector<float> light_of(const RenderPlanes& picture) {
    std::vector<float> light(picture.pixels());
    for (std::size_t i = 0; i < light.size(); ++i) light[i] = log_light(picture, i);
    for (int pass = 0; pass < 4; ++pass) light = blurred(light, picture.size, pass % 2 == 0);
    return light;
}

MotionLevel finest(const RenderPlanes& picture) {
    MotionLevel level{picture.size, {}};
    const auto pixels = picture.pixels();
    const std::vector<float> light = light_of(picture), logs = log_depths(picture.depth);
    level.pixels.resize(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        Feature& to = level.pixels[i];
        for (std::size_t k = 0; k < 3; ++k) {
            if (!picture.albedo.empty())
                to[k] = stored(limited(picture.albedo[k * pixels + i], 0, albedo_most));
            if (!picture.normal.empty())
                to[first_normal + k] = stored(normal_weight * limited(picture.normal[k * pixels + i], -1, 1));
        }
        if (!picture.depth.empty()) to[depth_at] = stored(log_depth(logs, picture.size, i));
        to[light_at] = stored(light_weight * light[i]);
    }
    return level;
}

/// Albedo and normals after a binomial of three by three taps: noise that stays at its place on the screen is no motion.
MotionLevel smoothed_once(const MotionLevel& fine) {
    MotionLevel level = fine;
    const Size size = fine.size;
    std::size_t i = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x, ++i) {
            std::array<int, motion_features> sum{};
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const Feature& tap = fine.pixels[std::size_t(std::clamp(y + dy, 0, size.height - 1)) *
                                                         std::size_t(size.width) +
                                                     std::size_t(std::clamp(x + dx, 0, size.width - 1))];
                    const int w = (2 - std::abs(dx)) * (2 - std::abs(dy));
                    for (std::size_t k = 0; k < depth_at; ++k) sum[k] += w * tap[k];
                }
            for (std::size_t k = 0; k < depth_at; ++k) level.pixels[i][k] = std::int16_t((sum[k] + 8) >> 4);
        }
    return level;
}

/// Means of two by two pixels. An odd row or column at the end is its own neighbour.
MotionLevel halved(const MotionLevel& fine) {
    MotionLevel level{{(fine.size.width + 1) / 2, (fine.size.height + 1) / 2}, {}};
    level.pixels.resize(std::size_t(level.size.pixels()));
    const auto at = [&](int x, int y) -> const Feature& {
        return fine.pixels[std::size_t(std::min(y, fine.size.height - 1)) * std::size_t(fine.size.width) +
                           std::size_t(std::min(x, fine.size.width - 1))];
    };
    std::size_t i = 0;
    for (int y = 0; y < level.size.height; ++y)
        for (int x = 0; x < level.size.width; ++x, ++i)
            for (std::size_t k = 0; k < motion_features; ++k)
                level.pixels[i][k] =
                    std::int16_t((at(2 * x, 2 * y)[k] + at(2 * x + 1, 2 * y)[k] + at(2 * x, 2 * y + 1)[k] +
                                  at(2 * x + 1, 2 * y + 1)[k] + 2) >>
                                 2);
    return level;
}

} // namespace

MotionGuides motion_guides(const RenderPlanes& picture) {
    MotionGuides guides;
    if (picture.size.pixels() == 0) return guides;
    guides.levels.push_back(smoothed_once(finest(picture)));
    for (int made = 1; made < max_halvings; ++made) {
        const Size size = guides.levels.back().size;
        if (std::min(size.width, size.height) < min_side) break;
        guides.levels.push_back(halved(guides.levels.back()));
    }
    return guides;
}

} // namespace atrous
