// Tests colour profiles through the whole filter on the device: neutral settings return every bit, results
// agree with LittleCMS and the reference in doubles, the same scene gives the same colours in every profile.
#include "base/error.h"
#include "batch/pipeline/filter_pixels.h"
#include "engine/enhance/eaw_filter.h"
#include "opencl/device.h"
#include "reference/reference.h"
#include "support/app_run.h"
#include "support/files/tagged.h"
#include "support/named.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace atrous;
using atrous::test::named;

namespace {

Engine* engine() {
    static std::unique_ptr<Engine> one =
        has_device() ? std::make_unique<Engine>(choose_device("auto")) : nullptr;
    return one.get();
}

/// Levels, edges and texture in the colours of a profile, not too near to the ends of its range.
Pixels scene(Size size, PixelType type, int colours) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> noise(-0.03, 0.03);
    return tagged::picture(size, type, colours, [&](int x, int y, int c) {
        const double edge = (x / 13 + y / 11) % 3 == 0 ? 0.25 : 0;
        const double ramp = 0.25 + 0.25 * (c == 1 ? double(y) / size.height : double(x) / size.width);
        return ramp + edge * (1 - 0.3 * c) + 0.05 * std::sin(0.9 * x) * std::cos(0.7 * y) + noise(random);
    });
}

void put_profile(Pixels& pixels, const tagged::Made& made) {
    const auto icc = open_profile(made.bytes.data(), made.bytes.size());
    const Fitted fit = fit_profile(icc, pixels.colours);
    REQUIRE(fit.profile);
    pixels.profile = fit.profile;
    pixels.transfer = fit.profile->transfer;
}

EawSettings busy(const std::string& space, bool grey) {
    EawSettings s;
    const double unit = space == "lab" ? 100 : space == "log" ? 4 : 1;
    s.space = named(space);
    s.levels = 4;
    s.luma = {{1.8, 1.3, 0.5, 1.4}};
    s.luma_threshold = {{0.01 * unit, 0.004 * unit, 0}};
    s.edges = {{0.2 * unit, 0.1 * unit, 0.3 * unit}};
    if (space == "rgb" || grey) return s;
    s.chroma = {{0.6, 1.2}};
    s.chroma_threshold = {{0.004 * unit, 0.002 * unit}};
    return s;
}

Pixels run(const EawSettings& settings, const Pixels& pixels) {
    Pixels out = pixels.copy();
    const DeviceTraits traits = traits_of(engine()->device());
    filter_pixels(*engine(), EawFilter(resolve(settings, pixels, traits), traits), out);
    return out;
}

bool same_bytes(const Pixels& a, const Pixels& b) {
    return std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

std::vector<double> values_of(const Pixels& pixels) {
    std::vector<double> values;
    for (std::size_t i = 0; i < pixels.byte_count() / sample_bytes(pixels.type); ++i)
        values.push_back(tagged::sample(pixels, i));
    return values;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(a[i] - b[i]);
        if (!(difference <= largest)) largest = std::isnan(difference) ? INFINITY : difference;
    }
    return largest;
}

/// The filter in doubles: LittleCMS to light, the reference in Lab, LittleCMS back.
std::vector<double> expected(const EawResolved& s, const Pixels& pixels, const tagged::Made& made) {
    reference::Settings r;
    r.levels = s.levels;
    for (const auto& level : s.level) {
        r.luma_gain.push_back(level.luma.gain);
        r.chroma_gain.push_back(level.chroma.gain);
        r.luma_threshold.push_back(level.luma.threshold);
        r.chroma_threshold.push_back(level.chroma.threshold);
        r.sigma.push_back(level.sigma);
    }
    r.space = s.space.name;
    r.border = s.border.name;
    const auto light = tagged::to_light(made, values_of(pixels));
    reference::Image image{pixels.size, pixels.colours, {}};
    for (std::size_t i = 0; i < light.size(); i += pixels.colours == 1 ? 3 : 1)
        image.values.push_back(light[i]);
    const reference::Image filtered = reference::eaw(image, r).back();
    std::vector<double> out;
    for (const double v : filtered.values) out.insert(out.end(), pixels.colours == 1 ? 3 : 1, v);
    return tagged::from_light(made, out);
}

constexpr PixelType types[] = {PixelType::u8, PixelType::u16, PixelType::f32};

} // namespace

TEST_CASE("neutral settings return every type bit for bit in every colour profile") {
    if (!engine()) return;
    EawSettings neutral;
    neutral.levels = 3;
    for (const auto& made : tagged::all())
        for (const auto type : types)
            for (const char* space : {"lab", "log"}) {
                if (std::string(space) == "log" && type != PixelType::u16) continue; // one takes less time
                Pixels input = scene({67, 45}, type, made.colours);
                put_profile(input, made);
                neutral.space = named(space);
                CAPTURE(made.name);
                CAPTURE(int(type));
                CAPTURE(space);
                CHECK(same_bytes(run(neutral, input), input));
            }
}

TEST_CASE("a change too small to see moves no colour of a profile by more than 1e-5") {
    if (!engine()) return;
    std::size_t turn = 0; // of forms: compiling takes seconds
    for (const auto& made : tagged::all()) {
        if (made.transfer == Transfer::host) continue; // its own tables are coarser
        const auto& form = forms()[turn++ % forms().size()];
        Pixels input = scene({67, 45}, PixelType::f32, made.colours);
        put_profile(input, made);
        EawSettings tiny;
        tiny.space = named("lab");
        tiny.levels = 2;
        tiny.how.form = &form;
        tiny.luma = {{1.000001}};
        const Pixels out = run(tiny, input);
        CAPTURE(made.name);
        CAPTURE(form.name);
        const bool linear = made.transfer == Transfer::linear;
        CHECK_FALSE((!linear && same_bytes(out, input)));
        CHECK(largest_difference(values_of(out), values_of(input)) < 1e-5);
    }
}

TEST_CASE("results in a colour profile equal LittleCMS and the reference in doubles") {
    if (!engine()) return;
    for (const auto& made : tagged::all())
        for (const auto type : types) {
            Pixels input = scene({61, 43}, type, made.colours);
            put_profile(input, made);
            const EawSettings settings = busy("lab", made.colours == 1);
            auto right = expected(resolve(settings, input, traits_of(engine()->device())), input, made);
            if (type != PixelType::f32)
                for (double& v : right) v = std::clamp(v, 0.0, 1.0);
            CAPTURE(made.name);
            CAPTURE(int(type));
            constexpr double steps[] = {0.51 / 255, 0.51 / 65535, 0, 0};
            // LittleCMS evaluates sampled curves in 16 bits, of tables of a profile too.
            const bool sampled = made.curve_step > 0 || made.name.find("samples") != std::string::npos;
            CHECK(largest_difference(values_of(run(settings, input)), right) <
                  steps[int(type)] + (sampled ? 3e-4 : 4e-5));
        }
}

TEST_CASE("one scene filtered in different colour profiles gives the same colours") {
    if (!engine()) return;
    const auto settings = busy("lab", false);
    const Pixels original = scene({61, 43}, PixelType::u16, 3);
    const auto light = tagged::to_light(tagged::named("sRGB by formula"), values_of(original));
    std::vector<double> first;
    for (const char* name :
         {"sRGB by formula", "Adobe RGB", "Display P3", "ProPhoto", "three curves of samples",
          "gamma 2.2 by 256 samples", "linear P3", "RGB by tables"}) {
        const auto& made = tagged::named(name);
        Pixels input = original.copy();
        const auto colours = tagged::from_light(made, light);
        for (std::size_t i = 0; i < colours.size(); ++i) tagged::set_sample(input, i, colours[i]);
        put_profile(input, made);
        const auto lab = tagged::to_lab(tagged::to_light(made, values_of(run(settings, input))));
        if (first.empty()) first = lab;
        double worst = 0, sum = 0;
        for (std::size_t i = 0; i < lab.size(); i += 3) {
            const double e =
                std::hypot(lab[i] - first[i], lab[i + 1] - first[i + 1], lab[i + 2] - first[i + 2]);
            worst = std::max(worst, e);
            sum += e;
        }
        CAPTURE(name);
        const bool tables = made.transfer == Transfer::host; // 65 points per axis of Lab
        CHECK(worst < (tables ? 0.15 : 0.03));
        CHECK(sum / (double(lab.size()) / 3) < (tables ? 0.04 : 0.006));
    }
    CHECK(largest_difference(tagged::to_lab(light), first) > 3); // the filter did something
}

TEST_CASE("space rgb uses the sample values unchanged, with each colour profile") {
    if (!engine()) return;
    const Pixels plain = scene({61, 43}, PixelType::u16, 3), filtered = run(busy("rgb", false), plain);
    for (const auto& made : tagged::all()) {
        if (made.colours != 3) continue;
        Pixels input = plain.copy();
        put_profile(input, made);
        CAPTURE(made.name);
        CHECK(same_bytes(run(busy("rgb", false), input), filtered));
    }
}

TEST_CASE("log and linear keep the primaries of the colour profile: no colour becomes negative") {
    if (!engine()) return;
    Pixels plain = scene({61, 43}, PixelType::f32, 3), tagged_p3 = plain.copy();
    put_profile(tagged_p3, tagged::named("linear P3"));
    for (const char* space : {"log", "linear"})
        CHECK(same_bytes(run(busy(space, false), tagged_p3), run(busy(space, false), plain)));
    CHECK_FALSE(same_bytes(run(busy("lab", false), tagged_p3), run(busy("lab", false), plain)));
}

TEST_CASE("huge floats, NaN and infinities in a colour profile keep their places") {
    if (!engine()) return;
    constexpr int width = 67, height = 45, x0 = 30, y0 = 20, reach = 2 * (1 + 2) + 1;
    for (const auto& made : tagged::all()) {
        const Pixels clean = [&] {
            Pixels p = scene({width, height}, PixelType::f32, made.colours);
            put_profile(p, made);
            return p;
        }();
        const auto channels = std::size_t(made.colours);
        auto settings = busy("lab", made.colours == 1);
        settings.levels = 2;
        const Pixels without = run(settings, clean);
        for (const float bad : {3e38F, -3e38F, 1e13F, -5.0F, NAN, INFINITY}) {
            Pixels input = clean.copy();
            tagged::set_sample(input, (y0 * width + x0) * channels, bad);
            const Pixels out = run(settings, input);
            CAPTURE(made.name);
            CAPTURE(bad);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    for (std::size_t c = 0; c < channels; ++c) {
                        const std::size_t i = std::size_t(y * width + x) * channels + c;
                        REQUIRE(std::isfinite(tagged::sample(out, i)));
                        if (std::abs(x - x0) > reach || std::abs(y - y0) > reach)
                            REQUIRE(tagged::sample(out, i) == tagged::sample(without, i));
                    }
        }
    }
}

TEST_CASE("alpha, straight or associated, comes through colour profiles of tables bit for bit") {
    if (!engine()) return;
    for (const auto alpha : {Alpha::straight, Alpha::associated}) {
        Pixels input = tagged::picture({43, 29}, PixelType::u16, 4, [](int x, int y, int c) {
            return c == 3 ? ((x + y) % 5) / 4.0 : 0.2 + 0.01 * ((x * 3 + y * c) % 17);
        });
        input.colours = 3;
        input.alpha = alpha;
        put_profile(input, tagged::named("RGB by tables"));
        const Pixels out = run(busy("lab", false), input);
        CHECK_FALSE(same_bytes(out, input));
        for (std::size_t i = 3; i < 43 * 29 * 4; i += 4)
            REQUIRE(tagged::sample(out, i) == tagged::sample(input, i));
    }
}
