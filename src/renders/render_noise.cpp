// Sums over some rows, in a loop over pixels with their four neighbours.
#include "renders/render_noise.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace atrous {
namespace {

constexpr std::size_t max_compared = 250'000; ///< pixels: an error of .003
constexpr double chance =
    12; ///< over the root of their number: five deviations, neighbouring differences having pixels in common
constexpr float min_albedo = 0.01F; ///< as the filter has it
constexpr float sky_depth = 1e9F;   ///< and more, or 0 and less: as the filter has it

/// Second difference along both axes at a pixel that has neighbours on all sides.
float detail_at(const LightTrace& trace, int x, int y) {
    const auto width = std::size_t(trace.size.width);
    const float* const at = trace.luma.data() + std::size_t(y) * width + std::size_t(x);
    const auto along = [](const float* p) { return p[-1] - 2 * p[0] + p[1]; };
    return along(at - width) - 2 * along(at) + along(at + width);
}

/// Pixels that have neighbours on all sides, where it holds for them and the pixel.
template <class Holds>
std::vector<bool> pixels_amid(Size size, const Holds& holds) {
    const auto width = std::size_t(size.width);
    std::vector<bool> amid(std::size_t(size.pixels()));
    for (int y = 1; y < size.height - 1; ++y)
        for (int x = 1; x < size.width - 1; ++x) {
            bool all = true;
            for (std::size_t row = std::size_t(y) - 1; all && row <= std::size_t(y) + 1; ++row)
                for (std::size_t column = std::size_t(x) - 1; all && column <= std::size_t(x) + 1; ++column)
                    all = holds(row * width + column);
            amid[std::size_t(y) * width + std::size_t(x)] = all;
        }
    return amid;
}

/// Pixels amid sky.
std::vector<bool> sky_in(Size size, std::span<const float> depth) {
    if (depth.empty()) return {};
    return pixels_amid(size, [&](std::size_t i) { return !(depth[i] > 0 && depth[i] < sky_depth); });
}

/// 1 if the details of two frames at a pixel have the same sign, -1 if opposite signs, otherwise 0.
int agreement(const LightTrace& a, const LightTrace& b, int x, int y) {
    const std::size_t i = std::size_t(y) * std::size_t(a.size.width) + std::size_t(x);
    if ((!a.sky.empty() && a.sky[i]) || (!b.sky.empty() && b.sky[i])) return 0;
    if ((!a.solid.empty() && !a.solid[i]) || (!b.solid.empty() && !b.solid[i])) return 0;
    const float product = detail_at(a, x, y) * detail_at(b, x, y);
    return int(product > 0) - int(product < 0);
}

constexpr std::size_t block = 8;
constexpr std::size_t max_blocks = 1024;

/// 1 if a sample stands out from its neighbours on all sides, otherwise 0, or -1 where there is sky.
int peak_at(const float* at, std::ptrdiff_t row, const PeakStep& peak) {
    const std::array around{at[-1], at[1], at[-row], at[row]};
    const float least = std::ranges::min(around), most = std::ranges::max(around);
    if (!(std::abs(*at) < sky_depth) || !(most < sky_depth)) return -1;
    const float step = peak.step * (peak.relative ? std::abs(*at) : 1);
    return int(*at > most + step || *at < least - step);
}

/// Counts of samples in a block: peaks in the plane that has most, and of all planes lights and peaks among these.
struct BlockPeaks {
    int peaks = 0, lights = 0, noisy_lights = 0;
};

BlockPeaks peaks_in(std::span<const float> planes, std::size_t pixels, std::size_t first, std::ptrdiff_t row,
                    const PeakStep& step) {
    BlockPeaks found;
    for (; first < planes.size(); first += pixels) {
        int peaks = 0;
        for (std::size_t i = 0; i < block * block; ++i) {
            const float* const at = planes.data() + first + i / block * std::size_t(row) + i % block;
            peaks += peak_at(at, row, step) > 0;
            if (!(at[0] + at[-1] + at[1] + at[-row] + at[row] > 5)) continue;
            ++found.lights;
            found.noisy_lights += peak_at(at, row, {step.step, true}) > 0;
        }
        found.peaks = std::max(found.peaks, peaks);
    }
    return found;
}

double share_of_plane(const float* samples, Size size, const PeakStep& peak) {
    const auto row = std::ptrdiff_t(size.width);
    std::size_t peaks = 0, all = 0;
    for (std::ptrdiff_t y = 1; y + 1 < size.height; ++y)
        for (std::ptrdiff_t x = 1; x + 1 < row; ++x) {
            const int one = peak_at(samples + y * row + x, row, peak);
            peaks += one > 0;
            all += one >= 0;
        }
    return all < 64 ? 0 : double(peaks) / double(all);
}

} // namespace

const char* const how_to_animate_the_seed =
    "animate it (Blender: the clock next to Sampling > Advanced > Seed; Arnold: no Lock Sampling Pattern; "
    "others: a seed that follows the frame)";

LightTrace light_trace(Size size, std::span<const float> beauty, std::span<const float> emission,
                       std::span<const float> albedo, std::span<const float> depth) {
    constexpr float shares[] = {.25F, .5F, .25F};
    LightTrace trace{size, {}, {}, sky_in(size, depth)};
    const auto pixels = std::size_t(size.pixels());
    trace.luma.resize(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        float light = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t at = k * pixels + i;
            const float own = beauty[at] - (emission.empty() ? 0 : emission[at]);
            light += shares[k] * own / (albedo.empty() ? 1 : std::max(albedo[at], min_albedo));
        }
        trace.luma[i] = std::isfinite(light) ? light : 0;
    }
    return trace;
}

std::vector<bool> solid_pixels(Size size, std::span<const float> alpha) {
    constexpr float least = .99F; // sums of a pixel filter
    if (std::ranges::none_of(alpha, [](float a) { return a > 0; })) return {};
    return pixels_amid(size, [&](std::size_t i) { return alpha[i] >= least; });
}

double noise_correlation(const LightTrace& a, const LightTrace& b) {
    if (a.size != b.size || a.luma.empty()) return 0;
    const int step = int(1 + std::size_t(a.size.pixels()) / max_compared);
    std::ptrdiff_t count = 0, sum = 0;
    for (int y = 1; y < a.size.height - 1; y += step)
        for (int x = 1; x < a.size.width - 1; ++x) {
            const int sign = agreement(a, b, x, y);
            count += sign != 0;
            sum += sign;
        }
    if (count == 0) return 0;
    const double correlation = std::sin(std::numbers::pi / 2 * double(sum) / double(count));
    return correlation > chance / std::sqrt(double(count)) ? correlation : 0;
}

double samples_by_noise(const LightTrace& trace) {
    constexpr std::size_t least = 1024; // pixels
    constexpr double usual = .4, normal_median = .6745, max_samples = 65536;
    const auto width = std::size_t(trace.size.width);
    const int step = int(1 + std::size_t(trace.size.pixels()) / max_compared);
    std::vector<float> noise;
    for (int y = 1; y < trace.size.height - 1; y += step)
        for (int x = 1; x < trace.size.width - 1; ++x) {
            const std::size_t i = std::size_t(y) * width + std::size_t(x);
            float level = 0;
            for (const std::size_t row : {i - width, i, i + width})
                level += (trace.luma[row - 1] + trace.luma[row] + trace.luma[row + 1]) / 9;
            const float detail = std::abs(detail_at(trace, x, y)) / 6;
            if ((trace.sky.empty() || !trace.sky[i]) && level > 0 && detail > 0)
                noise.push_back(detail / level);
        }
    if (noise.size() < least) return 0;
    const auto middle = noise.begin() + std::ptrdiff_t(noise.size() / 2);
    std::ranges::nth_element(noise, middle);
    const double deviation = double(*middle) / normal_median;
    const double samples = std::clamp(usual / (deviation * deviation), 1.0, max_samples);
    return std::round(std::exp2(std::round(4 * std::log2(samples)) / 4));
}

double share_of_peaks(std::span<const float> planes, Size size, const PeakStep& step) {
    double most = 0;
    const auto pixels = std::size_t(size.pixels());
    for (std::size_t from = 0; from < planes.size(); from += pixels)
        most = std::max(most, share_of_plane(planes.data() + from, size, step));
    return most;
}

double common_noise(const LightTrace& mean, const LightTrace& difference) {
    constexpr std::size_t min_blocks = 16;
    constexpr double clean = .95; // quantile of the blocks without texture
    std::vector<double> ratios;
    const Size size = mean.size;
    for (int top = 1; top + int(block) < size.height; top += int(block))
        for (int left = 1; left + int(block) < size.width; left += int(block)) {
            double all = 0, apart = 0;
            for (int i = 0; i < int(block * block); ++i) {
                const int x = left + i % int(block), y = top + i / int(block);
                all += std::pow(double(detail_at(mean, x, y)), 2);
                apart += std::pow(double(detail_at(difference, x, y)), 2);
            }
            if (all > 0) ratios.push_back(apart / all);
        }
    if (ratios.size() < min_blocks) return 0;
    const auto at = ratios.begin() + std::ptrdiff_t(clean * double(ratios.size()));
    std::ranges::nth_element(ratios, at);
    return std::max(0., (1 - *at) / (1 + *at));
}

NoisyPart noisy_part(std::span<const float> planes, Size size, const PeakStep& step) {
    constexpr int enough = 9, min_lights = 256; // peaks of 64 pixels; samples
    const auto width = std::size_t(size.width), pixels = std::size_t(size.pixels());
    const int columns = (size.width - 2) / int(block), rows = (size.height - 2) / int(block);
    if (planes.empty() || columns < 1 || rows < 1) return {};
    const int stride = int(std::ceil(std::sqrt(double(columns) * rows / double(max_blocks))));
    int all = 0, noisy = 0, lights = 0, noisy_lights = 0;
    for (int y = std::min(stride, rows) / 2; y < rows; y += stride)
        for (int x = std::min(stride, columns) / 2; x < columns; x += stride) {
            const std::size_t first = (1 + std::size_t(y) * block) * width + 1 + std::size_t(x) * block;
            const BlockPeaks found = peaks_in(planes, pixels, first, std::ptrdiff_t(width), step);
            ++all;
            noisy += found.peaks > enough;
            lights += found.lights;
            noisy_lights += found.noisy_lights;
        }
    return {double(noisy) / all, double(noisy_lights) / std::max(lights, min_lights)};
}

} // namespace atrous
