// Tests types of samples, alpha, transfer curves and samples that are not finite. Regions give the bits of the whole.
#include "batch/pipeline/filter_pixels.h"
#include "batch/scaling/scale_file.h"
#include "scale/fixture.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>

using namespace atrous;
using namespace atrous::test;

namespace {

double decode(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
double encode(double v) { return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055; }

/// Colours as light times alpha, then alpha, as channels of the reference.
reference::Image light_times_alpha(const Pixels& p) {
    const int channels = p.channels();
    reference::Image out{p.size, channels, {}};
    for (std::size_t i = 0; i < std::size_t(p.size.pixels()); ++i) {
        const std::size_t first = i * std::size_t(channels);
        const double alpha = p.alpha == Alpha::none ? 1 : sample(p, first + std::size_t(p.colours));
        for (int c = 0; c < p.colours; ++c) {
            const double v = sample(p, first + std::size_t(c));
            out.values.push_back((p.transfer == Transfer::srgb ? decode(v) : v) *
                                 (p.alpha == Alpha::associated ? 1 : alpha));
        }
        if (p.alpha != Alpha::none) out.values.push_back(alpha);
    }
    return out;
}

/// Largest difference of samples if the copy has alpha.
double difference(const Pixels& out, const reference::Image& sums) {
    double worst = 0;
    const std::size_t channels = std::size_t(out.channels());
    for (std::size_t i = 0; i < std::size_t(out.size.pixels()); ++i) {
        const double alpha = out.alpha == Alpha::none ? 1 : sums.values[i * channels + channels - 1];
        if (out.alpha != Alpha::none)
            worst = std::max(
                worst, std::abs(sample(out, i * channels + channels - 1) - std::clamp(alpha, 0.0, 1.0)));
        if (alpha < 0.05) continue;
        for (std::size_t c = 0; c < std::size_t(out.colours); ++c) {
            double v = sums.values[i * channels + c] / (out.alpha == Alpha::straight ? alpha : 1);
            if (out.transfer == Transfer::srgb) v = encode(v);
            if (!is_float(out.type)) v = std::clamp(v, 0.0, 1.0);
            worst = std::max(worst, std::abs(sample(out, i * channels + c) - v));
        }
    }
    return worst;
}

} // namespace

TEST_CASE("every type, with and without alpha, is filtered as light that alpha weights") {
    Engine* e = engine();
    if (!e) return;
    struct Row {
        PixelType type;
        int colours;
        Alpha alpha;
        double bound; ///< half a step of the type
    };
    const Row rows[] = {{PixelType::u8, 3, Alpha::none, 0.51 / 255},
                        {PixelType::u16, 1, Alpha::straight, 0.52 / 65535 + 1e-5},
                        {PixelType::f16, 3, Alpha::associated, 6e-4},
                        {PixelType::f32, 3, Alpha::associated, 1e-5}};
    for (const Row& row : rows) {
        const Pixels input = make_pixels({75, 53}, row.type, row.colours, row.alpha);
        const ScaleGeometry geometry = geometry_of(input.size, 4, 3);
        CAPTURE(int(row.type));
        CHECK(difference(scaled(*e, scale_settings(5), input, geometry),
                         expected(scale_settings(5), light_times_alpha(input), geometry)) <= row.bound);
    }
}

TEST_CASE("transparent pixels give no colour to opaque pixels") {
    Engine* e = engine();
    if (!e) return;
    Pixels input = make_pixels({75, 53}, PixelType::u16, 1, Alpha::straight);
    for (int y = 0; y < 53; ++y)
        for (int x = 0; x < 75; ++x) {
            const bool visible = (x - 30) * (x - 30) + (y - 25) * (y - 25) < 300;
            const std::size_t at = 2 * std::size_t(y * 75 + x);
            set_sample(input, at, visible ? 0.4 : 1.0);
            set_sample(input, at + 1, visible ? 1.0 : 0.0);
        }
    const Pixels out = scaled(*e, scale_settings(5), input, geometry_of(input.size, 4, 3));
    int edges = 0;
    for (std::size_t i = 0; i < std::size_t(out.size.pixels()); ++i) {
        const double alpha = sample(out, 2 * i + 1);
        if (alpha > 0.001) CHECK(sample(out, 2 * i) == doctest::Approx(0.4).epsilon(1e-3));
        edges += alpha > 0.001 && alpha < 0.9;
    }
    CHECK(edges > 10);
}

TEST_CASE("samples that are not finite are replaced and counted, once however many regions see them") {
    Engine* e = engine();
    if (!e) return;
    Pixels input = make_pixels({75, 53}, PixelType::f32, 3, Alpha::associated);
    for (const std::size_t at : {std::size_t(0), std::size_t(4 * 1234), std::size_t(4 * (75 * 53 - 1) + 2)})
        set_sample(input, at,
                   at % 8 == 0 ? std::numeric_limits<double>::quiet_NaN()
                               : std::numeric_limits<double>::infinity());
    const ScaleGeometry geometry = geometry_of(input.size, 4, 3);
    const ScaleResolved settings = resolve(scale_settings(5));
    Pixels whole = input.copy(), parts = input.copy();
    const FilterReport of_whole =
        filter_pixels(*e, ScaleFilter(settings, geometry, traits_of(e->device())), whole, {});
    CHECK(of_whole.replaced == 3);
    CHECK(of_whole.regions.count() == 1);
    for (std::size_t i = 0; i < 4 * std::size_t(whole.size.pixels()); ++i)
        REQUIRE(std::isfinite(sample(whole, i)));
}

TEST_CASE("regions give the bits of the whole") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({601, 403}, PixelType::u8, 3);
    const ScaleGeometry geometry = geometry_of(input.size, 2, 2);
    const ScaleResolved settings = resolve(scale_settings(5));
    Pixels whole = input.copy(), parts = input.copy();
    filter_pixels(*e, ScaleFilter(settings, geometry, traits_of(e->device())), whole, {});
    const FilterReport report = filter_pixels(*e, ScaleFilter(settings, geometry, traits_of(e->device())),
                                              parts, MemoryLimits::of(1500000));
    CHECK(report.regions.count() > 1);
    REQUIRE(parts.size == whole.size);
    CHECK(std::memcmp(parts.bytes.data.get(), whole.bytes.data.get(), whole.byte_count()) == 0);
}
