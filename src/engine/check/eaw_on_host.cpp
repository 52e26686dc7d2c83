// Holds the planes of all levels in image order. Taps outside the image go by its border, with mirror in the layout of the level.
#include "engine/check/eaw_on_host.h"
#include "atrous/exponent.h"
#include "atrous/layout.h"
#include "filters/eaw/levels.h"
#include "filters/pixel/passes.h"
#include "image/sample.h"
#include "pixel/colour.h"
#include "pixel/tone.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

namespace atrous {
namespace {

using namespace kernels;
using HostValues = std::array<float, 3>;

struct HostSpace {
    std::string_view name;
    void (*enter)(float*);
    void (*leave)(float*);
    float (*enter_grey)(float);
    float (*leave_grey)(float);
};
#define HOST_SPACE(name)                                                                                     \
    {                                                                                                        \
#name, space_##name##_enter, space_##name##_leave, space_##name##_enter_grey,                        \
            space_##name##_leave_grey                                                                        \
    }
constexpr HostSpace host_spaces[] = {HOST_SPACE(lab), HOST_SPACE(log), HOST_SPACE(linear), HOST_SPACE(rgb)};

/// A table of kernels/pixel/tone.h.
float host_tone_table(float x, const ToneTable& t, bool root, const std::vector<float>& tables) {
    const float v = std::abs(x - t.in) * t.scale, held = std::min(v, 1.0f);
    const float at = (root ? std::cbrt(held) : held) * float(TONE_ENTRIES - 1);
    const int entry = std::clamp(int(at), 0, TONE_ENTRIES - 2);
    const float *const left = &tables[std::size_t(t.first + entry)],
                       rise = left[0] + (left[1] - left[0]) * (at - float(entry)) + t.slope * (v - held);
    return t.out + (x < t.in ? -rise : rise);
}

/// Samples of an image to values of a space, and back.
struct Passage {
    const Pixels& pixels;
    const Space& space;
    const HostSpace& row = *std::ranges::find(host_spaces, std::string_view(space.name), &HostSpace::name);
    const Profile* profile = pixels.profile.get();
    bool has_matrix = profile && pixels.colours == 3 && space.uses_primaries && profile->own_primaries;

    float tone(float v, std::size_t c, bool decodes) const {
        if (!space.uses_light || pixels.transfer == Transfer::linear) return v;
        if (pixels.transfer == Transfer::srgb) return decodes ? srgb_decode(v) : srgb_encode(v);
        const ProfileParams& p = profile->params;
        if (pixels.transfer == Transfer::formula) return tone_formula(v, decodes ? p.decode[c] : p.encode[c]);
        return host_tone_table(v, decodes ? p.decode_table[c] : p.encode_table[c], !decodes, profile->tables);
    }
    HostValues enter(HostValues v, float alpha) const {
        for (std::size_t c = 0; c < std::size_t(pixels.colours); ++c) v[c] = tone(v[c] / alpha, c, true);
        if (has_matrix) tone_matrix(v.data(), profile->params.to_srgb);
        pixels.colours == 1 ? void(v[0] = row.enter_grey(v[0])) : row.enter(v.data());
        return v;
    }
    HostValues leave(HostValues v, float alpha) const {
        pixels.colours == 1 ? void(v[0] = row.leave_grey(v[0])) : row.leave(v.data());
        if (has_matrix) tone_matrix(v.data(), profile->params.from_srgb);
        for (std::size_t c = 0; c < std::size_t(pixels.colours); ++c) v[c] = tone(v[c], c, false) * alpha;
        return v;
    }
};

/// The pixels of an axis that the taps of each of its pixels read, -1 for none: taps of pixel x from x (2 radius + 1) on.
std::vector<int> taps_of_axis(const EawResolved& s, int n, int level) {
    const bool mirrors = s.border.code == BORDER_MIRROR, permutes = s.how.schedule->permutes;
    const Layout layout{permutes ? s.how.order->layout : int(LAYOUT_ORIGINAL), mirrors, n, level};
    const int stride = mirrors && permutes ? 1 : 1 << level;
    const auto reflected = [n](int q) { // as in kernels/atrous/level.h
        while (q < 0 || q >= n) q = q < 0 ? -1 - q : 2 * n - 1 - q;
        return q;
    };
    std::vector<int> taps;
    for (int x = 0; x < n; ++x)
        for (int d = -s.radius; d <= s.radius; ++d) {
            const int q = x + d * stride;
            taps.push_back(mirrors ? layout_pixel(layout, reflected(layout_position(layout, x) + d * stride))
                           : s.border.code == BORDER_CLAMP   ? std::clamp(q, 0, n - 1)
                           : s.border.code == BORDER_REFLECT ? layout_reflected(q, n)
                           : q < 0 || q >= n                 ? -1
                                                             : q);
        }
    return taps;
}

using HostPlanes = std::vector<std::vector<double>>;

/// A group of planes at a level.
struct HostGroup {
    std::size_t first, end; ///< planes
    EawGroupSettings of;
    std::vector<double> thresholds; ///< of its planes
};

struct HostFilter {
    const EawResolved& s;
    const Pixels& pixels;
    std::span<const float> found;
    std::size_t planes = std::size_t(plane_count(pixels, s.space)),
                luma = std::size_t(luma_planes(pixels, s.space));
    std::size_t width = std::size_t(pixels.size.width), count = std::size_t(pixels.size.pixels());
    HostPlanes coarse = HostPlanes(planes, std::vector<double>(count)), next = coarse, delta = coarse;

    double luma_at(const HostPlanes& of, std::size_t i) const {
        double sum = 0;
        for (std::size_t p = 0; p < luma; ++p) sum += of[p][i];
        return sum / double(luma);
    }
    HostGroup group(int level, bool chroma) const {
        const EawLevelSettings& own = s.level[std::size_t(level)];
        HostGroup g{chroma ? luma : 0, chroma ? planes : luma, chroma ? own.chroma : own.luma, {}};
        for (std::size_t p = g.first; p < g.end; ++p)
            g.thresholds.push_back(found.empty() ? g.of.threshold
                                                 : double(found[std::size_t(level) * planes + p]));
        return g;
    }
    /// The part of a boost that noise leaves: `energy` is the variance of the taps.
    double above_noise(int level, bool chroma, double at, double energy) const {
        const GuardedNoise& noise = s.asked.noise;
        const auto terms = log2_polynomial(noise.levels[std::size_t(level)][chroma]);
        const double t = std::clamp(2 * (at - noise.black) / (noise.white - noise.black) - 1, -1.0, 1.0);
        double sum = 0;
        for (std::size_t k = terms.size(); k-- > 0;) sum = sum * t + double(terms[k]);
        const double part = 2.25 * s.asked.noise_guard * std::exp2(sum) / std::max(energy, 1e-30);
        return std::max(1 - part * part, 0.0);
    }
    /// gain * shrink(detail) - detail.
    double change(const EawGroupSettings& of, double threshold, double detail, double part) const {
        const double size = std::abs(detail), soft = std::max(size - threshold, 0.0);
        const double share = !s.shrink.unbiased ? 0 : size < 2 * threshold ? size / (2 * threshold) : 1;
        const double kept = std::copysign(soft + (size - soft) * share, detail);
        double boost = of.gain - 1;
        if (boost > 0) boost *= part / (s.limit > 0 ? 1 + kept * kept / (s.limit * s.limit) : 1);
        return (1 + boost) * kept - detail;
    }
    void smooth(int level, const HostGroup& g, const std::vector<int>& columns, const std::vector<int>& rows,
                std::vector<double>& energy);
    void run_level(int level);
};

/// Makes the next coarse image of a group, and the variance of the taps around it.
void HostFilter::smooth(int level, const HostGroup& g, const std::vector<int>& columns,
                        const std::vector<int>& rows, std::vector<double>& energy) {
    const double sigma = s.level[std::size_t(level)].sigma;
    const float falloff = sigma > 0 ? float(std::numbers::log2e / (2 * sigma * sigma)) : 0;
    const std::size_t taps = 2 * std::size_t(s.radius) + 1;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t x = i % width, y = i / width;
        double norm = 0, squares = 0, sum[3] = {};
        for (std::size_t t = 0; t < taps * taps; ++t) {
            const int column = columns[x * taps + t % taps], row = rows[y * taps + t / taps];
            if (column < 0 || row < 0) continue;
            const std::size_t q = std::size_t(row) * width + std::size_t(column);
            double squared = 0, difference[3] = {};
            for (std::size_t p = g.first; p < g.end; ++p) {
                difference[p - g.first] = coarse[p][q] - coarse[p][i];
                squared += difference[p - g.first] * difference[p - g.first];
            }
            const double h = s.kernel.at(s.radius, int(t % taps) - s.radius) *
                             s.kernel.at(s.radius, int(t / taps) - s.radius),
                         w = h * double(fast_exp2(-falloff * float(squared)));
            norm += w;
            squares += w * squared;
            for (std::size_t p = 0; p < g.end - g.first; ++p) sum[p] += w * difference[p];
        }
        energy[i] = squares / norm;
        for (std::size_t p = g.first; p < g.end; ++p) {
            const double difference = sum[p - g.first] / norm;
            next[p][i] = coarse[p][i] + difference;
            energy[i] -= difference * difference;
        }
    }
}

void HostFilter::run_level(int level) {
    const std::vector<int> columns = taps_of_axis(s, pixels.size.width, level),
                           rows = taps_of_axis(s, pixels.size.height, level);
    const std::size_t groups = planes > luma ? 2 : 1;
    std::vector<double> energy[2] = {std::vector<double>(count), std::vector<double>(count)};
    for (std::size_t k = 0; k < groups; ++k) smooth(level, group(level, k > 0), columns, rows, energy[k]);
    for (std::size_t k = 0; k < groups; ++k) {
        const HostGroup g = group(level, k > 0);
        for (std::size_t i = 0; i < count; ++i) {
            double part = 1;
            if (s.protect_shadows > 0) {
                const double t = std::clamp((luma_at(next, i) - s.space.black) / s.protect_shadows, 0.0, 1.0);
                part = t * t * (3 - 2 * t);
            }
            if (g.of.guarded) part *= above_noise(level, k > 0, luma_at(coarse, i), energy[k][i]);
            for (std::size_t p = g.first; p < g.end; ++p)
                delta[p][i] += change(g.of, g.thresholds[p - g.first], coarse[p][i] - next[p][i], part);
        }
    }
    coarse.swap(next);
}

/// Weakens the change of a pixel of integers, as kernels/pixel/guard.h does.
void guard_on_host(const EawResolved& s, const Pixels& pixels, const HostValues& own, float alpha,
                   HostValues& changed) {
    constexpr double inside = 5.0 / 255, at_end = 0.5 / 255, part = 0.1;
    const auto borne = [](double ratio) { return std::pow(1 + std::pow(std::min(ratio, 1e9), 4), -0.25); };
    const auto luma = [&](const HostValues& v) {
        return pixels.colours == 3 ? 0.2126 * double(v[0]) + 0.7152 * double(v[1]) + 0.0722 * double(v[2])
                                   : double(v[0]);
    };
    double ratio = 0;
    for (std::size_t c = 0; c < std::size_t(pixels.colours); ++c) {
        const double move = double(changed[c]) - double(own[c]),
                     all = double(move > 0 ? alpha - own[c] : own[c]);
        ratio = std::max(ratio, std::abs(move) / (all > 0 ? std::max(all - inside, part * all) : at_end));
    }
    const double from = luma(own), deep = double(deep_luma(pixels) * alpha);
    const double dark = std::max(from - luma(changed), 0.0) / std::max({from - deep, part * from, at_end});
    const double share =
        std::min(1 - s.protect_tones * (1 - borne(ratio)), 1 - s.protect_blacks * (1 - borne(dark)));
    for (std::size_t c = 0; c < std::size_t(pixels.colours); ++c)
        changed[c] = own[c] + float(share) * (changed[c] - own[c]);
}

} // namespace

std::vector<double> eaw_on_host(const EawResolved& s, const Pixels& input,
                                std::span<const float> thresholds) {
    HostFilter filter{s, input, thresholds};
    const Passage passage{input, s.space};
    const std::size_t colours = std::size_t(input.colours), channels = std::size_t(input.channels());
    std::vector<HostValues> own(filter.count), start(filter.count);
    std::vector<float> alpha(filter.count, 1.0F);
    for (std::size_t i = 0; i < filter.count; ++i) {
        const auto sample = [&](std::size_t c) {
            return read_sample(input.bytes.data.get() + (i * channels + c) * sample_bytes(input.type),
                               input.type);
        };
        for (std::size_t c = 0; c < colours; ++c) own[i][c] = sample(c);
        if (input.alpha == Alpha::associated && sample(colours) > 0) alpha[i] = sample(colours);
        start[i] = passage.enter(own[i], alpha[i]);
        for (std::size_t p = 0; p < filter.planes; ++p) filter.coarse[p][i] = double(start[i][p]);
    }
    for (int level = 0; level < s.levels; ++level) filter.run_level(level);
    std::vector<double> out;
    for (std::size_t i = 0; i < filter.count; ++i) {
        HostValues value = start[i];
        for (std::size_t p = 0; p < filter.planes; ++p) {
            if (s.shows_delta) value[p] = p < filter.luma ? float(s.space.grey) : 0;
            value[p] += float(s.amount * filter.delta[p][i]);
        }
        value = passage.leave(value, alpha[i]);
        if ((s.protect_tones > 0 || s.protect_blacks > 0) && !is_float(input.type) && !s.shows_delta)
            guard_on_host(s, input, own[i], alpha[i], value);
        out.insert(out.end(), value.begin(), value.begin() + std::ptrdiff_t(colours));
    }
    return out;
}

} // namespace atrous
