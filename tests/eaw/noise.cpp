// Tests automatic denoising: the thresholds found on the device agree with the equations, and the result with
// the reference at these thresholds.
#include "base/error.h"
#include "cli/setting_rows.h"
#include "filters/eaw/levels.h"
#include "filters/eaw/messages.h"
#include "support/gpu_fixture.h"
#include "support/messages.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace atrous;
using namespace atrous::test;

namespace {

/// A ramp, edges and texture under white noise of deviation `sigma`, in the space rgb.
Pixels noisy_pixels(Size size, int colours, double sigma) {
    Pixels p = make_pixels(size, PixelType::f32, colours, Alpha::none, 1);
    std::mt19937 random(7);
    std::normal_distribution<double> noise(0, sigma);
    for (std::size_t i = 0; i < std::size_t(size.pixels()) * std::size_t(colours); ++i)
        set_sample(p, i, sample(p, i) + noise(random));
    return p;
}

EawSettings automatic(int levels, const std::string& space = "rgb") {
    EawSettings s;
    s.space = named(space);
    s.levels = levels;
    s.denoise = named("bayes");
    s.luma = {{1.4, 1.1, 0.8}};
    return s;
}

/// Details of every level, interleaved as the image, from the reference: d_l = output with gain 1 - output
/// with gain 0.
std::vector<reference::Image> details_of(const Pixels& input, const EawSettings& settings) {
    EawSettings neutral = resolve(settings, input, {}).asked;
    neutral.luma = neutral.chroma = {{1}};
    const EawResolved plain = resolve(neutral, input, {});
    std::vector<reference::Image> details;
    for (int l = 0; l < plain.levels; ++l) {
        auto without = to_reference(plain, input);
        without.luma_gain[std::size_t(l)] = without.chroma_gain[std::size_t(l)] = 0;
        details.push_back(to_reference(input));
        const auto out = reference::eaw(details.back(), without).back();
        for (std::size_t i = 0; i < out.values.size(); ++i) details.back().values[i] -= out.values[i];
    }
    return details;
}

double median_size(const reference::Image& detail, int colour) {
    std::vector<double> sizes;
    for (std::size_t i = std::size_t(colour); i < detail.values.size(); i += std::size_t(detail.colours))
        sizes.push_back(std::abs(detail.values[i]));
    std::ranges::nth_element(sizes, sizes.begin() + std::ptrdiff_t((sizes.size() - 1) / 2));
    return sizes[(sizes.size() - 1) / 2];
}

double variance(const reference::Image& detail, int colour) {
    double sum = 0;
    for (std::size_t i = std::size_t(colour); i < detail.values.size(); i += std::size_t(detail.colours))
        sum += detail.values[i] * detail.values[i];
    return sum / double(detail.size.pixels());
}

/// Per level, then the noise: expected values of found[] for one colour.
std::vector<double> expected(const std::vector<reference::Image>& details, int colour, bool starlet) {
    auto decay = noise_of_levels(tap_weights()[0], 2, int(details.size()));
    for (std::size_t l = 0; l < decay.size(); ++l)
        decay[l] = starlet ? decay[l] / noise_of_levels(tap_weights()[0], 2, 1)[0] : std::pow(0.5, double(l));
    double noise = median_size(details[0], colour) / 0.6745;
    if (details.size() > 1) {
        const double next = median_size(details[1], colour) / 0.6745;
        noise = std::sqrt(std::max(noise * noise - 2 * next * next, 0.0) / (1 - 2 * decay[1] * decay[1]));
    }
    std::vector<double> out;
    for (std::size_t l = 0; l < details.size(); ++l) {
        const double of_level = noise * decay[l];
        const double signal = variance(details[l], colour) - of_level * of_level;
        out.push_back(noise == 0 ? 0 : signal <= 0 ? 1e30 : of_level * of_level / std::sqrt(signal));
    }
    out.push_back(noise);
    return out;
}

} // namespace

TEST_CASE("denoise bayes finds the thresholds of BayesShrink, in every schedule and form") {
    Engine* e = engine();
    if (!e) return;
    int turn = 0;
    for (const Size size : {Size{130, 97}, Size{61, 43}})
        for (const int colours : {1, 3})
            for (const char* model : {"starlet", "halving"}) {
                const Pixels input = noisy_pixels(size, colours, 0.1);
                auto settings = automatic(4);
                settings.noise_model = named(model);
                const auto details = details_of(input, settings);
                for (auto way : ways_in_pairs(settings, turn++)) {
                    if (is_named(way.how.synthesis, "fused") || is_named(way.how.order, "ascending"))
                        continue;
                    CAPTURE(name_of(way));
                    CAPTURE(to_string(size));
                    FilterReport report;
                    run(*e, way, input, &report);
                    REQUIRE(report.found.size() == std::size_t(5 * colours));
                    for (int c = 0; c < colours; ++c) {
                        const auto wanted = expected(details, c, way.noise_model->starlet);
                        for (std::size_t l = 0; l < wanted.size(); ++l) {
                            CAPTURE(l);
                            CAPTURE(c);
                            CHECK(report.found[l * std::size_t(colours) + std::size_t(c)] ==
                                  doctest::Approx(wanted[l]).epsilon(0.03)); // the bins of the median
                        }
                    }
                }
            }
}

TEST_CASE("denoise bayes is the filter with the thresholds found") {
    Engine* e = engine();
    if (!e) return;
    for (const char* shrink : {"soft", "unbiased"}) {
        const Pixels input = noisy_pixels({93, 61}, 1, 0.08);
        auto settings = automatic(5);
        settings.shrink = named(shrink);
        FilterReport report;
        const Pixels out = run(*e, settings, input, &report);
        auto plain = to_reference(resolve(settings, input, traits(*e)), input);
        for (std::size_t l = 0; l < 5; ++l) plain.luma_threshold[l] = double(report.found[l]);
        CAPTURE(shrink);
        CHECK(largest_difference(out, reference::eaw(to_reference(input), plain).back(), 1) <= 1e-5);
    }
}

TEST_CASE("denoise bayes keeps images without noise: black, constant, one pixel, a ramp") {
    Engine* e = engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 97}, Size{64, 33}})
        for (const double value : {0.0, 0.4, 1.0})
            for (const double slope : {0.0, 1e-3}) {
                if (size.pixels() < 64 && slope > 0) continue; // two different pixels may well be noise
                Pixels input = make_pixels(size, PixelType::f32, 3, Alpha::none, 1);
                for (std::size_t i = 0; i < std::size_t(size.pixels()) * 3; ++i)
                    set_sample(input, i, value + slope * double(i / 3 % std::size_t(size.width)));
                auto settings = automatic(6, "lab");
                settings.luma = {{1}};
                CAPTURE(to_string(size));
                CAPTURE(value);
                CAPTURE(slope);
                CHECK(largest_difference(run(*e, settings, input), input, 1) <= 1e-3 * slope * 64 + 1e-7);
            }
}

TEST_CASE("statistics do not include data that an image of another shape left in the buffers") {
    Engine* e = engine();
    if (!e) return;
    auto settings = automatic(3);
    FilterReport before, after;
    const Pixels input = noisy_pixels({61, 64}, 1, 0.1); // rows of 61 of 64
    run(*e, settings, input, &before);
    run(*e, settings, noisy_pixels({64, 64}, 1, 0.5), nullptr); // the same bytes, all of them used
    run(*e, settings, input, &after);
    CHECK(before.found == after.found);
}

TEST_CASE("limit and protected shadows give the reference in every way that allows them") {
    Engine* e = engine();
    if (!e) return;
    int turn = 0;
    for (const char* space : {"lab", "log", "rgb"})
        for (const int colours : {1, 3}) {
            const Pixels input = make_pixels({75, 58}, PixelType::f32, colours);
            auto settings = busy_settings(space);
            if (colours == 1) settings.chroma = settings.chroma_threshold = EawSettings{}.chroma;
            settings.chroma_threshold = {{0}};
            settings.levels = 5;
            settings.shrink = named("unbiased");
            settings.luma = {{3, 2, 0.5, 1.6}};
            const double unit = settings.edges.at(0) / 0.2;
            settings.limit = 0.03 * unit;
            settings.protect_shadows = is_named(settings.space, "log") ? 9 : 0.6 * unit;
            const auto reference_of = [&](const EawSettings& way) {
                return reference::eaw(to_reference(input), to_reference(way, input)).back();
            };
            auto unprotected = settings;
            unprotected.protect_shadows = 0;
            const reference::Image wanted = reference_of(settings), of_gather = reference_of(unprotected);
            CHECK(wanted.values != of_gather.values);
            for (auto way : ways_in_pairs(settings, turn++)) {
                if (is_named(way.how.synthesis, "gather")) way.protect_shadows = 0;
                CAPTURE(name_of(way));
                const auto& expected = way.protect_shadows > 0 ? wanted : of_gather;
                CHECK(largest_difference(run(*e, way, input), expected, 1) <= 1e-5);
            }
        }
}

TEST_CASE("automatic denoising without stored details, with half storage, and unknown words are refused") {
    const Pixels input = make_pixels({8, 8}, PixelType::u8);
    const DeviceTraits device{};
    EawSettings denoising;
    denoising.denoise = named("bayes");
    CHECK_NOTHROW(resolve(denoising, input, device));
    const auto with = [&](const char* name, const std::string& value) {
        EawSettings s = denoising;
        find_setting(name)->set(s, value);
        return s;
    };
    for (const auto& [name, value] : std::vector<std::array<const char*, 2>>{
             {"synthesis", "fused"}, {"storage", "half"}, {"limit", "-1"}, {"protect-shadows", "-1"}}) {
        CAPTURE(name);
        CHECK_THROWS_AS(resolve(with(name, value), input, device), Error);
    }
    for (const auto& [name, value] : std::vector<std::array<const char*, 2>>{
             {"denoise", "on"}, {"shrink", "hard"}, {"noise-model", "pink"}}) {
        CAPTURE(name);
        CHECK_THROWS_AS(check_value(find_setting(name)->option, value, name), Error);
    }
    auto gather = with("synthesis", "gather");
    CHECK_NOTHROW(resolve(gather, input, device));
    auto searching = denoising;
    searching.search_edges = true;
    CHECK(is_message(thrown_by([&] { resolve(searching, input, device); }), messages::bayes_edges,
                     "--denoise", "bayes", "--edges", "--denoise"));
    gather.protect_shadows = 10;
    CHECK(is_message(thrown_by([&] { resolve(gather, input, device); }), messages::shadows_gather,
                     "--protect-shadows", "synthesis"));
}
