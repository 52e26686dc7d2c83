// Tests that the framelet filter agrees with the double-precision reference on awkward sizes, and every
// schedule, order and form with each other.
#include "base/error.h"
#include "engine/region_runs.h"
#include "filters/atrous/messages.h"
#include "filters/framelet/plan.h"
#include "framelet/bank.h"
#include "reference/framelet.h"
#include "support/gpu_fixture.h"
#include "support/messages.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

constexpr double to_reference_bound = 1e-5, to_each_other_bound = 2e-6; // of the value range

/// Noise that differs from channel to channel, with brightness and from band to band.
FrameletNoise busy_noise(int colours, double deviation) {
    FrameletNoise noise = no_noise(colours);
    for (std::size_t c = 0; c < noise.curves.size(); ++c)
        for (std::size_t i = 0; i < 256; ++i)
            noise.curves[c][i] = float(deviation * deviation * (0.5 + double(i) / 255 + 0.2 * double(c)));
    for (std::size_t p = 0; p < noise.share.size(); ++p)
        for (std::size_t l = 0; l < 4; ++l)
            for (std::size_t i = 1; i < 9; ++i)
                noise.share[p][l][i] = float(0.1 + 0.01 * double((7 * i + 3 * l + p) % 11));
    return noise;
}

reference::Image expected(const Pixels& input, const FrameletSettings& s, const FrameletNoise& noise) {
    reference::FrameletCase c{
        .curves = {}, .share = {}, .strength = s.strength, .chroma = s.chroma, .detail = s.detail};
    for (const auto& curve : noise.curves) {
        c.curves.emplace_back();
        std::copy(curve.begin(), curve.end(), c.curves.back().begin());
    }
    for (const auto& plane : noise.share) {
        c.share.emplace_back();
        for (std::size_t l = 0; l < 4; ++l) // the reference's bands lie without gaps, too
            std::copy(plane[l].begin(), plane[l].end(), c.share.back()[l].begin());
    }
    return reference::framelet(to_reference(input), c);
}

Pixels filtered(Engine& e, const FrameletSettings& s, const Pixels& input, const FrameletNoise& noise) {
    const DeviceTraits device = traits(e);
    Pixels out = input.copy();
    std::uint32_t replaced = 0;
    e.run(framelet_plan(resolve(s, device), input, noise, device),
          {bind_input("image", bytes_of(input)), bind_output("image", bytes_of(out)),
           bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1)))});
    return out;
}

/// Floats whose values are filtered as they are.
Pixels picture(Size size, int colours) {
    Pixels p = make_pixels(size, PixelType::f32, colours);
    p.transfer = Transfer::srgb;
    return p;
}

/// Mean squared difference of two float images.
double mean_square(const Pixels& a, const Pixels& b) {
    double sum = 0;
    const std::size_t count = std::size_t(a.size.pixels()) * std::size_t(a.colours);
    for (std::size_t i = 0; i < count; ++i) sum += std::pow(sample(a, i) - sample(b, i), 2);
    return sum / double(count);
}

/// All schedules, orders and forms of the filter.
std::vector<Execution> ways() {
    std::vector<Execution> all;
    for (const auto& form : forms())
        for (const auto& schedule : schedules())
            for (const auto& order : orders()) {
                if (form.tiles || (!schedule.permutes && &order != &orders()[0])) continue;
                Execution how;
                how.form = &form, how.schedule = &schedule, how.order = &order;
                all.push_back(how);
            }
    return all;
}

void check_ways(Engine& e, FrameletSettings s, Size size, int colours) {
    const Pixels input = picture(size, colours);
    const FrameletNoise noise = busy_noise(colours, 0.04);
    const reference::Image reference = expected(input, s, noise);
    Pixels first;
    for (const auto& how : ways()) {
        CAPTURE(to_string(size));
        CAPTURE(how.form->name);
        CAPTURE(how.schedule->name);
        CAPTURE(how.order->name);
        s.how = how;
        const Pixels out = filtered(e, s, input, noise);
        CHECK(largest_difference(out, reference, 1) <= to_reference_bound);
        if (first.bytes.size == 0)
            first = out.copy();
        else
            CHECK(largest_difference(out, first, 1) <= to_each_other_bound);
    }
    CHECK(largest_difference(first, input, 1) > (size.pixels() > 1 ? 0.005 : -1)); // it has an effect
}

} // namespace

TEST_CASE("every way of computing the framelets gives the reference") {
    Engine* e = engine();
    if (!e) return;
    FrameletSettings s;
    s.strength = 1.25, s.chroma = 0.75;
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 17}, Size{3, 5}, Size{9, 33}, Size{67, 131}})
        check_ways(*e, s, size, 3);
    for (const Size size : {Size{1, 1}, Size{2, 3}, Size{139, 23}}) check_ways(*e, s, size, 1);
}

TEST_CASE(
    "the restored share of the finest lightness details equals the reference, in every way of computing") {
    Engine* e = engine();
    if (!e) return;
    FrameletSettings s;
    s.detail = 0.4;
    for (const int colours : {1, 3}) check_ways(*e, s, {37, 21}, colours);
}

TEST_CASE(
    "with a detail share of 0, the plan is the plan without the setting; a larger share restores more of the image") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = picture({64, 48}, 3);
    const FrameletNoise noise = busy_noise(3, 0.04);
    FrameletSettings s;
    double last = 1e9;
    for (const double detail : {0.0, 0.3, 0.6, 1.0}) {
        s.detail = detail;
        const DeviceTraits device = traits(*e);
        int passes = 0;
        for (const Pass& pass : framelet_plan(resolve(s, device), input, noise, device).passes)
            if (const auto* launch = std::get_if<KernelLaunch>(&pass.operation))
                passes += int(std::ranges::count(launch->defines, "GIVES_BACK=1"));
        CHECK(passes == (detail > 0)); // of the finest level, and only of lightness
        const double difference = mean_square(filtered(*e, s, input, noise), input);
        CHECK(difference < last);
        last = difference;
    }
    CHECK(last > 0); // coarser details and colour keep their filtered values
}

TEST_CASE("without noise or strength, framelets return the image up to rounding") {
    Engine* e = engine();
    if (!e) return;
    for (const int colours : {1, 3})
        for (const Size size : {Size{1, 1}, Size{1, 2}, Size{5, 1}, Size{6, 4}, Size{70, 41}}) {
            const Pixels input = picture(size, colours);
            FrameletSettings s;
            CHECK(largest_difference(filtered(*e, s, input, no_noise(input.colours)), input, 1) <= 1e-6);
            s.strength = 0;
            CHECK(largest_difference(filtered(*e, s, input, busy_noise(input.colours, 0.1)), input, 1) <=
                  1e-6);
        }
}

TEST_CASE("framelets of light equal framelets of its encoding, also above white") {
    Engine* e = engine();
    if (!e) return;
    const auto encode = [](double v) {
        return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
    };
    const auto decode = [](double v) {
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    Pixels light = make_pixels({37, 29}, PixelType::f32, 3, Alpha::none, 8);
    light.transfer = Transfer::linear;
    const std::size_t count = std::size_t(light.size.pixels()) * 3;
    for (std::size_t i = 0; i < count; i += 5) set_sample(light, i, -0.01);
    Pixels code = light.copy();
    for (std::size_t i = 0; i < count; ++i) set_sample(code, i, encode(sample(light, i)));
    const FrameletNoise noise = busy_noise(3, 0.02);
    reference::Image reference = expected(code, FrameletSettings{}, noise);
    for (double& value : reference.values) value = decode(value);
    CHECK(largest_difference(filtered(*e, FrameletSettings{}, light, noise), reference, 8) <=
          to_reference_bound);
}

TEST_CASE("the banks are tight: squared responses add up to 1 at every frequency") {
    const auto check = [](const auto& bank) {
        constexpr int taps = int(std::extent_v<std::remove_reference_t<decltype(bank)>>);
        for (double w = 0; w < 3.2; w += 0.1) {
            double sum = 0;
            for (const auto& filter : bank) {
                double real = 0, imaginary = 0;
                for (int k = 0; k < taps; ++k)
                    real += double(filter[k]) * std::cos(w * k),
                        imaginary += double(filter[k]) * std::sin(w * k);
                sum += real * real + imaginary * imaginary;
            }
            CHECK(sum == doctest::Approx(1).epsilon(1e-6));
        }
    };
    check(kernels::framelet_linear);
}

TEST_CASE("the kernels compute the taps of the bank and of its adjoint") {
    const auto check = [](const auto& bank, auto analysis, auto adjoint) {
        constexpr std::size_t taps = std::extent_v<std::remove_reference_t<decltype(bank)>>;
        for (std::size_t k = 0; k < taps; ++k) {
            float one[taps] = {}, out[taps];
            one[k] = 1;
            analysis(one, out);
            for (std::size_t i = 0; i < taps; ++i) CHECK(out[i] == doctest::Approx(bank[i][k]).epsilon(1e-6));
            adjoint(one, out);
            for (std::size_t i = 0; i < taps; ++i) CHECK(out[i] == doctest::Approx(bank[k][i]).epsilon(1e-6));
        }
    };
    check(kernels::framelet_linear, kernels::linear_analysis, kernels::linear_adjoint);
}

TEST_CASE("framelets refuse strengths out of range") {
    FrameletSettings s;
    s.strength = 2.5;
    const auto refusal = [&] { return thrown_by([&] { resolve(s, DeviceTraits{}); }); };
    CHECK(is_message(refusal(), messages::setting_range, "--denoise-strength", "2.5", "0", "2"));
    s = {};
    s.detail = 1.5;
    CHECK(is_message(refusal(), messages::setting_range, "--denoise-detail", "1.5", "0", "1"));
    s = {};
    s.chroma = -1;
    CHECK(is_message(refusal(), messages::setting_range, "--chroma-denoise", "-1", "0", "2"));
}
