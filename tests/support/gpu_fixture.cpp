// Makes test images and runs for the device tests.
#include "support/gpu_fixture.h"
#include "batch/pipeline/filter_pixels.h"
#include "colour/profile.h"
#include "filters/eaw/levels.h"
#include "support/skip.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

namespace atrous::test {
namespace {

constexpr EngineOptions poisoned{.poison = true};

} // namespace

Engine* engine() {
    static std::unique_ptr<Engine> one = [] {
        if (!list_devices().empty())
            return std::make_unique<Engine>(choose_device("auto"), poisoned); // a broken one must fail
        skip("there is no OpenCL device");
        return std::unique_ptr<Engine>();
    }();
    return one.get();
}

DeviceTraits traits(const Engine& e) {
    const auto& d = e.device();
    return {
        d.type == DeviceInfo::Type::cpu, d.native_vector, d.largest_group, d.local_memory, d.vendor, d.name};
}

Pixels make_pixels(Size size, PixelType type, int colours, Alpha alpha, double peak) {
    Pixels p;
    p.size = size;
    p.type = type;
    p.colours = colours;
    p.alpha = alpha;
    p.transfer = is_float(type) ? Transfer::linear : Transfer::srgb;
    p.bytes = Bytes(p.byte_count());
    std::mt19937 random(42);
    std::uniform_real_distribution<double> noise(-0.05, 0.05);
    std::size_t i = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const double edge = (x / 23 + y / 17) % 3 == 0 ? 0.35 : 0;
            const double texture = 0.1 * std::sin(0.9 * x) * std::cos(0.7 * y);
            for (int c = 0; c < colours; ++c) {
                const double ramp = 0.15 + 0.25 * (c == 1 ? double(y) / size.height : double(x) / size.width);
                set_sample(p, i++,
                           std::clamp(ramp + edge * (1 - 0.3 * c) + texture + noise(random), 0.001, 1.0) *
                               peak);
            }
            if (alpha != Alpha::none)
                set_sample(p, i++, (x + y) % 7 == 0 ? 0.0 : 0.25 + 0.75 * ((x * 3 + y) % 5) / 4.0);
        }
    return p;
}

Pixels make_hdr(Size size, PixelType type, int transfer, int colours, Alpha alpha) {
    Pixels p = make_pixels(size, type, colours, alpha);
    p.profile = hdr_profile({9, transfer}, colours);
    p.transfer = p.profile->transfer;
    return p;
}

reference::Image to_reference(const Pixels& p) {
    reference::Image image{p.size, p.colours, {}};
    for (std::int64_t i = 0; i < p.size.pixels(); ++i) {
        const auto first = std::size_t(i) * std::size_t(p.channels());
        double alpha = p.alpha == Alpha::associated ? sample(p, first + std::size_t(p.colours)) : 1;
        if (!(alpha > 0)) alpha = 1;
        for (int c = 0; c < p.colours; ++c) image.values.push_back(sample(p, first + std::size_t(c)) / alpha);
    }
    return image;
}

reference::Settings to_reference(const EawResolved& s, const Pixels& p) {
    reference::Settings out;
    out.levels = s.levels;
    out.radius = s.radius;
    for (const auto& level : s.level) {
        out.luma_gain.push_back(level.luma.gain);
        out.chroma_gain.push_back(level.chroma.gain);
        out.luma_threshold.push_back(level.luma.threshold);
        out.chroma_threshold.push_back(level.chroma.threshold);
        out.sigma.push_back(level.sigma);
    }
    out.unbiased = s.shrink.unbiased;
    out.limit = s.limit;
    out.shadows = s.protect_shadows;
    out.search = s.search_edges;
    out.amount = s.amount;
    if (s.guarded_levels > 0)
        out.noise = [noise = s.asked.noise, levels = s.level,
                     strength = s.asked.noise_guard](int level, std::size_t group, double luma) {
            const EawLevelSettings& of = levels[std::size_t(level)];
            if (!(group == 0 ? of.luma : of.chroma).guarded) return 0.0;
            const double share = std::clamp((luma - noise.black) / (noise.white - noise.black), 0.0, 1.0);
            double log2 = 0, power = 1;
            for (const float term : log2_polynomial(noise.levels[std::size_t(level)][group])) {
                log2 += double(term) * power;
                power *= 2 * share - 1;
            }
            return strength * std::exp2(log2);
        };
    out.space = s.space.name;
    out.border = s.border.name;
    out.kernel = s.kernel.name;
    out.srgb = p.transfer == Transfer::srgb;
    out.pq = p.transfer == Transfer::pq;
    out.hlg = p.transfer == Transfer::hlg;
    if (is_hdr(p.transfer)) std::copy_n(p.profile->params.luma, 3, out.luminance.begin());
    if (is_hdr(p.transfer) && p.profile->own_primaries)
        std::copy_n(p.profile->params.to_srgb, 9, out.to_srgb.begin());
    return out;
}

reference::Settings to_reference(const EawSettings& settings, const Pixels& pixels) {
    return to_reference(resolve(settings, pixels, traits(*engine())), pixels);
}

EawSettings busy_settings(const std::string& space) {
    EawSettings s;
    const double unit = space == "lab" ? 100 : space == "log" ? 4 : 1;
    s.space = named(space);
    s.levels = 8;
    s.luma = {{1.8, 1.3, 0.5, 1.4, 1}};
    s.luma_threshold = {{0.01 * unit, 0.004 * unit, 0}};
    s.edges = {{0.2 * unit, 0.1 * unit, 0.3 * unit}};
    s.amount = 0.9;
    if (space == "rgb") return s;
    s.chroma = {{0.6, 1.2}};
    s.chroma_threshold = {{0.004 * unit, 0.002 * unit}};
    return s;
}

Pixels run(Engine& e, const EawSettings& settings, const Pixels& pixels, FilterReport* report) {
    const auto resolved = resolve(settings, pixels, traits(e));
    Pixels out = pixels.copy();
    FilterReport ran = run_in_regions(e, resolved, region_grid(pixels.size, 0, 1, 1), out, out);
    if (report) *report = std::move(ran);
    return out;
}

FilterReport run_planned(Engine& e, const EawResolved& settings, const FilterRegions& how, Pixels& pixels) {
    return filter_pixels(e, EawFilter(settings, traits(e)), pixels, {}, how);
}

FilterReport run_in_regions(Engine& e, const EawResolved& settings, const Regions& grid, const Pixels& input,
                            Pixels& output) {
    Pixels made = input.copy();
    FilterReport report =
        run_planned(e, settings, {grid, eaw_plan(settings, shape_of(input, grid.outer), traits(e))}, made);
    output = std::move(made);
    return report;
}

double largest_difference(const Pixels& a, const reference::Image& b, double range) {
    const auto values = to_reference(a).values;
    double largest = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double difference = std::abs(values[i] - b.values[i]) / range;
        if (!(difference <= largest)) largest = std::isnan(difference) ? INFINITY : difference;
    }
    return largest;
}

double largest_difference(const Pixels& a, const Pixels& b, double range) {
    return largest_difference(a, to_reference(b), range);
}

namespace {

/// Settings of every schedule and order: the baseline has no order.
std::vector<EawSettings> all_layouts(const EawSettings& base) {
    std::vector<EawSettings> layouts;
    for (const auto& schedule : schedules())
        for (const auto& order : orders()) {
            if (!schedule.permutes && &order != &orders()[0]) continue;
            layouts.push_back(base);
            layouts.back().how.schedule = &schedule;
            layouts.back().how.order = &order;
        }
    return layouts;
}

EawSettings with_form(EawSettings way, std::size_t form, std::size_t synthesis) {
    way.how.form = &forms()[form % forms().size()];
    way.how.synthesis = &syntheses()[synthesis % syntheses().size()];
    return way;
}

} // namespace

std::vector<EawSettings> all_ways(const EawSettings& base) {
    std::vector<EawSettings> ways;
    for (const auto& layout : all_layouts(base))
        for (std::size_t f = 0; f < forms().size(); ++f)
            for (std::size_t s = 0; s < syntheses().size(); ++s) ways.push_back(with_form(layout, f, s));
    return ways;
}

// Forms a Latin square: the synthesis changes with every layout, form and turn.
std::vector<EawSettings> ways_in_pairs(const EawSettings& base, int turn) {
    if (std::getenv("ATROUS_EXHAUSTIVE")) return all_ways(base);
    std::vector<EawSettings> ways;
    const std::size_t columns = std::max(forms().size(), syntheses().size());
    auto shift = std::size_t(turn);
    for (const auto& layout : all_layouts(base)) {
        for (std::size_t f = 0; f < columns; ++f) ways.push_back(with_form(layout, f, f + shift));
        ++shift;
    }
    return ways;
}

std::string name_of(const EawSettings& s) {
    const auto name = [](const auto* row) { return std::string(row ? row->name : "auto"); };
    return name(s.space) + "." + name(s.border) + "." + name(s.how.schedule) + "." + name(s.how.order) + "." +
           name(s.how.form) + "." + name(s.how.synthesis) + " " + s.kernel->name + " of radius " +
           std::to_string(s.radius) + ", " + std::to_string(s.levels) + " levels";
}

} // namespace atrous::test
