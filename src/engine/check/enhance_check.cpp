// Runs the kernels of an EAW plan with moderate numbers, which amplify no rounding, and compares all samples
// with a filter on the host.
#include "atrous/layout.h"
#include "engine/check/checked_pixels.h"
#include "engine/check/kernel_check.h"
#include "engine/region_runs.h"
#include "filters/eaw/plan.h"
#include "filters/framelet/plan.h"
#include "filters/pixel/passes.h"
#include "pixel/tone.h"
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace atrous {
namespace {

using namespace kernels;

/// Odd, with tails of vectors and tiles, and with pixels whose taps are all inside.
constexpr Size checked_size{77, 43};

/// Returns the planes of colours, or back.
Triple through_all(const Space& space, const Pixels& like, Triple v, bool enters) {
    const Profile* const profile = like.profile.get();
    const bool has_matrix = profile && like.colours == 3 && space.uses_primaries && profile->own_primaries;
    if (!enters) v = through_space(space, like.colours, v, false);
    if (space.uses_light && enters) v = through_curves(like, v, true);
    if (has_matrix) tone_matrix(v.data(), enters ? profile->params.to_srgb : profile->params.from_srgb);
    if (space.uses_light && !enters) v = through_curves(like, v, false);
    return enters ? through_space(space, like.colours, v, true) : v;
}

/// Returns the pixel that tap d of pixel x reads on an axis of n pixels, or -1. Border mirror reflects in the
/// layout of the level.
int tap_of(const EawResolved& s, int n, int level, int x, int d) {
    const int q = x + d * (1 << level);
    if (s.border.code == BORDER_MIRROR) {
        const bool permutes = s.how.schedule->permutes;
        const Layout layout{permutes ? s.how.order->layout : int(LAYOUT_ORIGINAL), 1, n, level};
        int p = layout_position(layout, x) + d * (permutes ? 1 : 1 << level);
        while (p < 0 || p >= n) p = p < 0 ? -1 - p : 2 * n - 1 - p;
        return layout_pixel(layout, p);
    }
    return s.border.code == BORDER_CLAMP     ? std::clamp(q, 0, n - 1)
           : s.border.code == BORDER_REFLECT ? layout_reflected(q, n)
           : q < 0 || q >= n                 ? -1
                                             : q;
}

/// The pixels that the taps of pixel x read, from x (2 radius + 1) on.
std::vector<int> taps_of_axis(const EawResolved& s, int n, int level) {
    std::vector<int> taps;
    for (int x = 0; x < n; ++x)
        for (int d = -s.radius; d <= s.radius; ++d) taps.push_back(tap_of(s, n, level, x, d));
    return taps;
}

/// gain * shrink(detail) - detail.
float change_of(float detail, const EawGroupSettings& of, float threshold, bool unbiased) {
    const float size = std::abs(detail), soft = std::max(size - threshold, 0.0F);
    const float share = !unbiased ? 0 : size < 2 * threshold ? size / (2 * threshold) : 1;
    return float(of.gain) * std::copysign(soft + (size - soft) * share, detail) - detail;
}

/// A level of the planes `first` to `end`, which share a weight, at pixel (x, y).
struct HostGroup {
    const EawResolved& s;
    int level;
    const std::vector<Triple>& coarse;
    const std::vector<int>&columns, &rows;
    std::size_t width, first, end;

    /// Returns c_l - c_{l+1}.
    Triple detail(std::size_t x, std::size_t y) const {
        const double sigma = s.level[std::size_t(level)].sigma;
        const float falloff = sigma > 0 ? float(std::numbers::log2e / (2 * sigma * sigma)) : 0;
        const std::size_t taps = 2 * std::size_t(s.radius) + 1;
        const Triple& centre = coarse[y * width + x];
        double norm = 0, sum[3] = {};
        for (std::size_t t = 0; t < taps * taps; ++t) {
            const int column = columns[x * taps + t % taps], row = rows[y * taps + t / taps];
            if (column < 0 || row < 0) continue;
            const Triple& tap = coarse[std::size_t(row) * width + std::size_t(column)];
            float squared = 0;
            for (std::size_t p = first; p < end; ++p) squared += (tap[p] - centre[p]) * (tap[p] - centre[p]);
            const double w = s.kernel.at(s.radius, int(t % taps) - s.radius) *
                             s.kernel.at(s.radius, int(t / taps) - s.radius) *
                             double(std::exp2(-falloff * squared));
            norm += w;
            for (std::size_t p = first; p < end; ++p) sum[p] += w * double(centre[p] - tap[p]);
        }
        return {float(sum[0] / norm), float(sum[1] / norm), float(sum[2] / norm)};
    }
};

/// Replaces c_l by c_{l+1} and adds to the delta. `found`: thresholds of the level's planes, or null.
void filter_level(const EawResolved& s, const Pixels& like, int level, const float* found,
                  std::vector<Triple>& coarse, std::vector<Triple>& delta) {
    const std::vector<int> columns = taps_of_axis(s, like.size.width, level),
                           rows = taps_of_axis(s, like.size.height, level);
    const std::size_t planes = std::size_t(plane_count(like, s.space)),
                      luma = std::size_t(luma_planes(like, s.space)), width = std::size_t(like.size.width);
    std::vector<Triple> next = coarse;
    for (const bool chroma : {false, true}) {
        const HostGroup group{
            s, level, coarse, columns, rows, width, chroma ? luma : 0, chroma ? planes : luma};
        const EawLevelSettings& own = s.level[std::size_t(level)];
        const EawGroupSettings& of = chroma ? own.chroma : own.luma;
        for (std::size_t i = 0; i < coarse.size() && group.first < group.end; ++i) {
            const Triple detail = group.detail(i % width, i / width);
            for (std::size_t p = group.first; p < group.end; ++p) {
                next[i][p] -= detail[p];
                delta[i][p] +=
                    change_of(detail[p], of, found ? found[p] : float(of.threshold), s.shrink.unbiased);
            }
        }
    }
    coarse.swap(next);
}

/// The settings with the same kernels. Protection, limits and noise have numbers that change nothing.
EawResolved moderate(const EawResolved& run, const Plan& plan, Size planned) {
    EawResolved s = run;
    const double unit = s.space.default_sigma;
    for (EawLevelSettings& level : s.level)
        level = {level.sigma > 0 ? unit : 0,
                 {1.5, unit / 100, level.luma.guarded},
                 {1.25, unit / 100, level.chroma.guarded}};
    s.amount = s.spacing = 1;
    if (s.limit > 0) s.limit = 1e15;
    for (double EawResolved::*reduction :
         {&EawResolved::protect_shadows, &EawResolved::protect_tones, &EawResolved::protect_blacks})
        if (s.*reduction > 0) s.*reduction = 1e-9;
    for (auto& level : s.asked.noise.levels)
        for (GuardedNoise::Group& group : level) group.variance.fill(0);
    if (planned.pixels() >= s.min_pixels_apart) s.min_pixels_apart = 0;
    for (const Pass& pass : plan.passes) // the rows of form ring depend on the size
        if (const auto* const launch = std::get_if<KernelLaunch>(&pass.operation);
            launch && s.how.form->rings)
            for (const std::string& define : launch->defines)
                if (define.starts_with("ROWS="))
                    s.how.group = {int(launch->local[0]), std::stoi(define.substr(5))};
    return s;
}

/// Runs a plan on the image. Returns its thresholds.
std::vector<float> run_plan(Engine& engine, const Plan& plan, const Pixels& input, Pixels& output) {
    std::vector<std::uint32_t> replaced(1);
    std::vector<float> thresholds(plan.output_bytes("thresholds") / sizeof(float));
    std::vector<Binding> bindings{bind_input("image", bytes_of(input)),
                                  bind_output("image", bytes_of(output)),
                                  bind_output("replaced", bytes_of(replaced))};
    if (!thresholds.empty()) bindings.push_back(bind_output("thresholds", bytes_of(thresholds)));
    engine.run_uncounted(plan, bindings);
    return thresholds;
}

double run_eaw(Engine& engine, const EawResolved& s, const Pixels& like) {
    const Pixels input = checked_image(like, checked_size);
    Pixels output = input.copy();
    const auto found = run_plan(engine, eaw_plan(s, input, traits_of(engine.device())), input, output);
    const double difference = difference_of(output, eaw_on_host(s, input, found));
    const bool is_known = !s.search_edges && (input.transfer != Transfer::table || !s.space.uses_light);
    return is_known ? difference : std::min(difference, 0.0);
}

/// Without noise, the filter returns its input.
double run_framelets(Engine& engine, const FrameletResolved& settings, const Pixels& like) {
    const Pixels input = checked_image(like, checked_size);
    Pixels output = input.copy();
    run_plan(engine, framelet_plan(settings, input, no_noise(like.colours), traits_of(engine.device())),
             input, output);
    std::vector<Triple> same;
    for (std::size_t i = 0; i < std::size_t(input.size.pixels()); ++i) {
        same.emplace_back();
        for (std::size_t c = 0; c < std::size_t(input.colours); ++c) same.back()[c] = sample_of(input, i, c);
    }
    return difference_of(output, same);
}

} // namespace

std::vector<std::array<float, 3>> eaw_on_host(const EawResolved& s, const Pixels& input,
                                              std::span<const float> found) {
    const std::size_t count = std::size_t(input.size.pixels()),
                      planes = std::size_t(plane_count(input, s.space));
    std::vector<Triple> start(count), delta(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t c = 0; c < std::size_t(input.colours); ++c) start[i][c] = sample_of(input, i, c);
        start[i] = through_all(s.space, input, start[i], true);
    }
    std::vector<Triple> coarse = start;
    for (int level = 0; level < s.levels; ++level)
        filter_level(s, input, level, found.empty() ? nullptr : &found[std::size_t(level) * planes], coarse,
                     delta);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t p = 0; p < planes; ++p) {
            if (s.shows_delta)
                start[i][p] = p < std::size_t(luma_planes(input, s.space)) ? float(s.space.grey) : 0;
            start[i][p] += float(s.amount) * delta[i][p];
        }
        start[i] = through_all(s.space, input, start[i], false);
    }
    return start;
}

void check_eaw(Engine& engine, const EawResolved& settings, const Pixels& pixels, const Plan& plan,
               Size planned) {
    // PQ, HLG and space ictcp take rounding of a bright channel to a dark one, of 200 times less light, through their matrices:
    // 1.01e-4 with PoCL on AVX-512.
    const bool mixes = is_hdr(pixels.transfer) || std::string_view(settings.space.name) == "ictcp";
    // Each of up to ten levels rounds halves to 11 bits.
    const double bound = !settings.how.storage->exact ? 1e-2 : mixes ? 3e-4 : 1e-5;
    check_once(engine, "eaw", *settings.how.form, plan, bound,
               [&] { return run_eaw(engine, moderate(settings, plan, planned), pixels); });
}

void check_framelets(Engine& engine, const FrameletResolved& settings, const Pixels& pixels,
                     const Plan& plan) {
    check_once(engine, "framelet", *settings.how.form, plan, 1e-5,
               [&] { return run_framelets(engine, settings, pixels); });
}

} // namespace atrous
