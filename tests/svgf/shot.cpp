// Renders the shot, and runs it on the device and in the reference.
#include "svgf/shot.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

namespace svgf_shot {
namespace {

constexpr float step_x = 1.3f, step_y = -0.6f; // of the wall, per frame
constexpr float disc_x = -2.2f, disc_y = 0.8f;

/// Noise, 0 to 1, the same for the same numbers.
float noise(int x, int y, int frame, int which) {
    unsigned h = unsigned(x) * 73856093u ^ unsigned(y) * 19349663u ^ unsigned(frame) * 83492791u ^
                 unsigned(which) * 2654435761u;
    h = (h ^ (h >> 13)) * 1274126177u;
    h = (h ^ (h >> 16)) * 2246822519u;
    return float(h >> 8) / 16777216.0f;
}

enum class What { sky, wall, disc };

struct Seen {
    What what;
    float u, v; ///< on the surface, in pixels
};

Seen seen(Size size, int number, int x, int y) {
    const float t = float(number), radius = 0.2f * float(std::min(size.width, size.height));
    const float dx = float(x) - 0.6f * float(size.width) - disc_x * t;
    const float dy = float(y) - 0.5f * float(size.height) - disc_y * t;
    if (dx * dx + dy * dy < radius * radius) return {What::disc, dx, dy};
    if (y < size.height / 6) return {What::sky, float(x), float(y)};
    return {What::wall, float(x) - step_x * t, float(y) - step_y * t};
}

void put(Samples& s, std::vector<float>& role, int x, int y, std::initializer_list<float> values) {
    int k = 0;
    for (const float value : values) s.at(role, k++, x, y) = value;
}

void put_surface(Samples& s, const Seen& at, int x, int y) {
    const float z = 5 + 0.01f * at.u + 0.02f * at.v;
    if (at.what == What::sky) {
        put(s, s.normal, x, y, {0, 0, 0});
        put(s, s.depth, x, y, {1e10f});
        put(s, s.albedo, x, y, {0.3f, 0.5f, 0.9f});
        return;
    }
    const bool disc = at.what == What::disc;
    const float texture = 0.15f * std::sin(0.7f * at.u) * std::cos(0.5f * at.v);
    put(s, s.albedo, x, y, {0.5f + texture, disc ? 0.2f : 0.45f - texture, 0.3f + 0.5f * texture});
    if (disc)
        put(s, s.normal, x, y, {0.1f * std::sin(0.3f * at.u), 0.6f, 0.8f});
    else
        put(s, s.normal, x, y, {0.7f, 0.1f * std::cos(0.4f * at.v), 0.7f});
    put(s, s.depth, x, y, {disc ? 3 + 0.005f * at.u : z});
}

void put_light(Samples& s, const Seen& at, int x, int y, int number, const Extras& extras) {
    const float light = 1 + 0.4f * std::sin(0.05f * at.u) + (at.v > 3 ? 0.5f : 0);
    for (int k = 0; k < 3; ++k) {
        const float first = light * 2 * noise(x, y, number, 1), second = noise(x, y, number, 2 + k);
        const float albedo = s.at(s.albedo, k, x, y), glow = at.what == What::disc ? 0.8f : 0;
        if (extras.lights > 0) s.at(s.lights, k, x, y) = first * albedo;
        if (extras.lights > 1) s.at(s.lights, 3 + k, x, y) = second * albedo;
        if (extras.emission) s.at(s.emission, k, x, y) = glow;
        if (extras.variance)
            s.at(s.variance, k, x, y) = 0.3f * albedo * albedo * (1 + noise(x, y, number, 7));
        s.at(s.beauty, k, x, y) = first * albedo + second * albedo + (extras.emission ? glow : 0);
        if (extras.pilot) {
            const float wave = extras.right ? 0 : 0.1f * std::sin(0.3f * float(x));
            const float mean = (light + 0.5f) * albedo * (1 + wave);
            const float part = at.u > 20 && !extras.right ? 0.6f : 1; // a part is wrong
            s.at(s.pilot, k, x, y) =
                part * (mean + 0.1f * (s.at(s.beauty, k, x, y) - mean)) + (extras.emission ? glow : 0);
        }
    }
}

reference::svgf::Planes planes_of(const std::vector<float>& samples, Size size) {
    reference::svgf::Planes planes;
    const auto pixels = std::ptrdiff_t(size.pixels());
    for (auto at = samples.begin(); at != samples.end(); at += pixels) planes.emplace_back(at, at + pixels);
    return planes;
}

} // namespace

reference::svgf::Frame Samples::reference() const {
    const auto of = [&](const std::vector<float>& role) { return planes_of(role, size); };
    return {size,     of(beauty),   of(albedo),   of(normal), of(depth),    of(previous),
            of(next), of(emission), of(variance), of(lights), of(coverage), of(pilot)};
}

Samples make_frame(Size size, int number, const Extras& extras) {
    Samples s;
    s.size = size;
    const auto planes = [&](bool has, int count) {
        return std::vector<float>(has ? std::size_t(count) * std::size_t(size.pixels()) : 0);
    };
    for (auto* role : {&s.beauty, &s.albedo, &s.normal}) *role = planes(true, 3);
    s.depth = planes(true, 1);
    for (auto* role : {&s.previous, &s.next}) *role = planes(true, 2);
    s.emission = planes(extras.emission, 3);
    s.variance = planes(extras.variance, 3);
    s.lights = planes(extras.lights > 0, 3 * extras.lights);
    s.coverage = planes(extras.glow, 1);
    s.pilot = planes(extras.pilot, 3);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const Seen at = seen(size, number, x, y);
            if (extras.glow)
                put(s, s.coverage, x, y, {x < size.width / 3 && y < size.height / 2 ? -1.0F : 1.0F});
            put_surface(s, at, x, y);
            put_light(s, at, x, y, number, extras);
            const bool sky = at.what == What::sky, disc = at.what == What::disc;
            const float mx = sky ? 0 : disc ? disc_x : step_x, my = sky ? 0 : disc ? disc_y : step_y;
            put(s, s.previous, x, y, {-mx, -my});
            put(s, s.next, x, y, {mx, my});
        }
    return s;
}

Shot make_shot(Size size, int reach, const Extras& extras, const std::vector<int>& holes) {
    Shot shot;
    for (int n = 0; n <= 2 * reach; ++n) {
        shot.frames.emplace_back();
        if (std::ranges::find(holes, n) == holes.end()) shot.frames.back() = make_frame(size, n, extras);
    }
    return shot;
}

DeviceTraits as_gpu(DeviceTraits traits) {
    traits.is_cpu = false;
    traits.vendor = "none";
    return traits;
}

SvgfPicture run(Engine& engine, const SvgfSettings& settings, const Shot& shot,
                const kernels::SvgfNeighbours& known) {
    return run(engine, settings, shot, known, test::traits(engine));
}

SvgfPicture run(Engine& engine, const SvgfSettings& settings, const Shot& shot,
                const kernels::SvgfNeighbours& known, const DeviceTraits& traits) {
    const SvgfResolved resolved = resolve(settings, traits);
    SvgfDevice device(engine);
    device.plans = SvgfPlans(traits);
    std::vector<std::optional<SvgfFrame>> frames;
    for (const auto& samples : shot.frames) {
        frames.emplace_back();
        if (samples) frames.back() = prepare_frame(device, resolved, samples->planes());
    }
    std::vector<SvgfFrame*> window;
    for (auto& frame : frames) window.push_back(frame ? &*frame : nullptr);
    return filter_frame(device, resolved, window, {}, known);
}

reference::svgf::Settings reference_settings(const SvgfSettings& s) {
    reference::svgf::Settings settings{
        s.levels,      s.fit,         s.samples,      s.strength,  s.sigma_luma, double(s.sigma_normal),
        s.sigma_depth, s.sigma_color, s.sigma_albedo, s.own_albedo};
    const bool guides[] = {s.prefilter->albedo, s.prefilter->normal, s.prefilter->depth};
    std::ranges::copy(guides, settings.prefilters);
    settings.prefilter_share = s.prefilter_share;
    settings.film_alpha = s.film_alpha;
    return settings;
}

reference::svgf::Result expected(const SvgfSettings& settings, const Shot& shot,
                                 const kernels::SvgfNeighbours& known) {
    reference::svgf::Settings s = reference_settings(settings);
    const int reach = int(shot.frames.size() / 2);
    for (int k = -reach; k <= reach; ++k) {
        const kernels::SvgfNeighbour one =
            k == 0 ? usual_neighbour : (k < 0 ? known.before : known.after)[std::abs(k) - 1];
        s.gains.push_back(double(one.gain));
        s.same.push_back(double(one.same));
    }
    if (settings.filter->gaussian) return gaussian(shot.frames[shot.frames.size() / 2]->reference(), s);
    std::vector<std::optional<reference::svgf::Prepared>> frames;
    for (const auto& samples : shot.frames) {
        frames.emplace_back();
        if (samples) frames.back() = reference::svgf::prepare(samples->reference(), s);
    }
    std::vector<const reference::svgf::Prepared*> window;
    for (const auto& frame : frames) window.push_back(frame ? &*frame : nullptr);
    return reference::svgf::filter(window, s);
}

Difference difference(const std::vector<float>& a, const reference::svgf::Planes& b) {
    Difference d;
    for (const auto& plane : b)
        for (const double value : plane) {
            const double relative = std::abs(double(a[d.values++]) - value) / std::max(std::abs(value), 0.05);
            if (!(relative <= d.largest)) d.largest = std::isnan(relative) ? INFINITY : relative;
            if (!(relative <= 1e-4)) ++d.beyond;
            d.mean += relative;
        }
    d.mean /= double(d.values);
    return d;
}

void check_reference(const std::vector<float>& found, const reference::svgf::Planes& wanted) {
    const Difference d = difference(found, wanted);
    CHECK(d.values == found.size());
    CHECK(double(d.beyond) <= 1e-4 * double(d.values));
    CHECK(d.largest <= 1e-2);
}

reference::svgf::Planes all_planes(const reference::svgf::Result& r) {
    auto planes = r.image;
    planes.insert(planes.end(), r.lights.begin(), r.lights.end());
    planes.insert(planes.end(), r.emission.begin(), r.emission.end());
    return planes;
}

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double relative =
            std::abs(double(a[i]) - double(b[i])) / std::max(std::abs(double(b[i])), 0.05);
        if (!(relative <= largest)) largest = std::isnan(relative) ? INFINITY : relative;
    }
    return largest;
}

std::vector<SvgfSettings> ways(const SvgfSettings& base) {
    std::vector<SvgfSettings> out;
    std::vector<const Form*> offered; // strips are vectors here, and ring is direct
    for (const auto& form : forms())
        if (!form.strips && !form.rings) offered.push_back(&form);
    for (const auto& schedule : schedules())
        for (const auto& order : orders()) {
            if (!schedule.permutes && &order != &orders()[0]) continue;
            // Orders in all forms would take long on a CPU: each has one form, in turn. Vectors have separate
            // code for kaleidoscope, whose segments are mirrored.
            const auto turn = std::size_t(&order - &orders()[0]) % offered.size();
            for (const Form* form : offered) {
                const bool mirrored = form->vectors && order.name == std::string("kaleidoscope");
                if (schedule.permutes && form != offered[turn] && !mirrored) continue;
                SvgfSettings& way = out.emplace_back(base);
                way.how.schedule = &schedule;
                way.how.order = &order;
                way.how.form = form;
            }
        }
    return out;
}

std::string name_of(const SvgfSettings& s) {
    return std::string(s.how.schedule->name) + "." + s.how.order->name + "." + s.how.form->name + " fit " +
           std::to_string(s.fit) + ", " + std::to_string(s.levels) + " levels";
}

void check_ways(Engine& engine, const std::vector<SvgfSettings>& ways, const Shot& shot,
                const CheckPlanes& check) {
    std::vector<float> first;
    // Drivers of GPUs contract products and sums of vectors and of scalars differently.
    const auto allowed = [&](const SvgfSettings& way) {
        return engine.device().is_cpu() || way.how.form->vectors == ways[0].how.form->vectors ? 0 : 2e-6;
    };
    for (const SvgfSettings& way : ways) {
        CAPTURE(name_of(way));
        CAPTURE(to_string(shot.frames[shot.frames.size() / 2]->size));
        const auto found = run(engine, way, shot).planes;
        check(found);
        if (first.empty()) first = found;
        CHECK(largest_difference(found, first) <= allowed(way));
    }
}

} // namespace svgf_shot
