// Builds the plan of the framelet filter: enter, brightness and its noise, per opponent two passes down and
// up, leave. Opponents are filtered one after the other, so that planes between serve all. Hides their ping-pong.
// Checks the settings of the filter.
#include "filters/framelet/plan.h"
#include "base/error.h"
#include "base/text.h"
#include "filters/framelet/builder.h"
#include "filters/framelet/settings.h"
#include "filters/pixel/passes.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr LowpassTaps b3_spline{0.375f, 0.25f, 0.0625f};
constexpr LowpassTaps linear_spline{0.5f, 0.25f, 0};

const Space& stored_values() { return find_row(spaces(), "rgb", "space"); }

/// Stacks of one plane, but for `code`, `brightness` and `result`, which have one of each channel.
struct Buffers {
    int code, brightness, result, curves;
    int opponent;
    std::array<int, framelet_levels> map, details;
    std::array<int, 4> spare;
};

Buffers add_buffers(FrameletBuilder& b) {
    const auto stack = [&](const std::string& name, int count = 1) {
        return add_stack(b.plan, b.frame, name, count);
    };
    Buffers at{};
    at.code = stack("channels", b.colours);
    at.brightness = stack("brightness", b.colours);
    at.result = stack("filtered opponents", b.colours);
    const auto bytes = std::as_bytes(std::span(b.noise.curves));
    at.curves = b.plan.add_constants("noise curves", {bytes.begin(), bytes.end()});
    at.opponent = stack("opponent");
    for (int l = 0; l < framelet_levels; ++l) {
        at.map[std::size_t(l)] = stack("noise map " + std::to_string(l));
        at.details[std::size_t(l)] = stack("details " + std::to_string(l));
    }
    for (int& spare : at.spare) spare = stack("coarse");
    return at;
}

/// The brightness on which noise depends: each channel, smoothed by the two finest levels of the B3-spline.
void add_brightness(FrameletBuilder& b, const Buffers& at) {
    const int level = kernels::FRAMELET_BRIGHTNESS;
    for (int c = 0; c < b.colours; ++c) {
        add_smooth(b, 0, {at.code, c, 0}, {at.spare[0], 0, level}, -1, b3_spline);
        add_smooth(b, 1, {at.spare[0], 0, level}, {at.brightness, c, level}, -1, b3_spline);
    }
}

/// The way back from c_L in `coarse`. `coarse` and `spare` take turns, the last one goes to `to`.
void add_upward(FrameletBuilder& b, const Buffers& at, int coarse, int spare, const PlaneAt& to) {
    PlaneAt from{coarse, 0, framelet_levels - 1};
    for (int l = framelet_levels - 1; l >= 0; --l) {
        const PlaneAt out = l == 0 ? to : PlaneAt{from.stack == coarse ? spare : coarse, 0, l};
        add_smooth(b, l, from, out, at.details[std::size_t(l)], linear_spline);
        from = out;
    }
}

void add_opponent(FrameletBuilder& b, const Buffers& at, int plane) {
    static_assert(framelet_levels % 2 == 0); // the alternating buffers end where the next pass reads
    const auto& [c, oracle, c2, oracle2] = at.spare;
    add_mix(b, "framelet_opponent", plane, {at.code}, at.opponent);
    add_mix(b, "framelet_map", plane, {at.brightness, at.curves, b.tables}, at.map[0]);
    int coarse = at.opponent;
    for (std::size_t l = 0; l < framelet_levels; ++l) {
        const int out = l % 2 == 0 ? c : c2, next = l + 1 < framelet_levels ? at.map[l + 1] : oracle2;
        add_level(b, plane, int(l), {coarse, -1, at.map[l], out, next, at.details[l]});
        coarse = out;
    }
    add_upward(b, at, c2, c, {oracle, 0, 0});
    coarse = at.opponent;
    for (std::size_t l = 0; l < framelet_levels; ++l) {
        const int out = l % 2 == 0 ? c : c2;
        const int own = l % 2 == 0 ? oracle : oracle2, next = l % 2 == 0 ? oracle2 : oracle;
        add_level(b, plane, int(l), {coarse, own, at.map[l], out, next, at.details[l]});
        coarse = out;
    }
    add_upward(b, at, c2, c, {at.result, plane, 0});
}

/// The form that replaces tiles.
const Form& without_tiles(const Form& form) {
    if (!form.tiles) return form;
    return *std::ranges::find_if(forms(), [](const Form& other) { return !other.tiles && !other.vectors; });
}

} // namespace

Plan framelet_plan(const FrameletResolved& settings, const Pixels& pixels, const FrameletNoise& noise,
                   const DeviceTraits& device) {
    const BorderRule& any = borders()[0]; // strips reflect at borders themselves
    FrameletBuilder b{.settings = settings,
                      .noise = noise,
                      .frame = atrous_frame(pixels.size, settings.how, any, {1, framelet_levels, 1}, device),
                      .colours = pixels.colours,
                      .light = pixels.transfer == Transfer::linear};
    const PixelPasses samples = pixel_passes(b.plan, b.frame, pixels, {stored_values()});
    b.tables = add_tables(b.plan, b.frame);
    const Buffers at = add_buffers(b);
    const int entered = b.light ? at.brightness : at.code;
    add_enter(b.plan, samples, {entered, entered});
    if (b.light) add_mix(b, "framelet_encode", 0, {at.brightness}, at.code);
    add_brightness(b, at);
    for (int plane = 0; plane < b.colours; ++plane) add_opponent(b, at, plane);
    add_mix(b, "framelet_delta", 0, {at.result, at.code}, at.brightness);
    add_leave(b.plan, samples, {at.brightness, at.brightness});
    return std::move(b.plan);
}

FrameletNoise no_noise(int colours) {
    FrameletNoise noise;
    noise.curves.resize(std::size_t(colours));
    noise.share.resize(std::size_t(colours));
    return noise;
}

// A pass per level and side: c_l depends on 2^l - 1 pixels, its details and their adjoint on 2 2^l, the way back on
// 2^l - 1. The energies use one more pixel of the oracle's level.
int framelet_reach(PixelType type) {
    constexpr int apart = 1 << (framelet_levels - 1), first = 2 * (apart - 1) + 2 * apart,
                  second = first + apart;
    return first + second + (is_float(type) ? 1 : 0);
}

FilterRegions framelet_regions(const FrameletResolved& settings, const Pixels& pixels,
                               const FrameletNoise& noise, const DeviceTraits& device,
                               const MemoryLimits& limits) {
    const auto plan_of = [&](Size size) {
        return framelet_plan(settings, shape_of(pixels, size), noise, device);
    };
    const RegionRule rule{framelet_reach(pixels.type), {}, "leave out --denoise, or use "};
    return fit_regions(pixels.size, rule, plan_of, limits);
}

FrameletResolved resolve(const FrameletSettings& settings, const DeviceTraits& device) {
    FrameletSettings s = settings;
    check_ranges(s, framelet_facts);
    s.how.form = &without_tiles(s.how.form ? *s.how.form : form_of(device));
    if (is_wrong("framelet", s.how.form->name, device))
        s.how.form = &without_tiles(best_form({"framelet", {1, 1}, "clamp"}, device));
    check_right("framelet", *s.how.form, device);
    s.how.storage = &storages()[0];
    check_group(s.how, device);
    return FrameletResolved(s);
}

double FrameletResolved::scale(int plane) const {
    const double deviation = asked.strength * (plane > 0 ? asked.chroma : 1);
    return deviation * deviation;
}

} // namespace atrous
