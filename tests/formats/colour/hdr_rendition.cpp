// Tests HDR renditions of gain maps against formulas in double precision, and maps that are fitted to them.
#include "formats/common/hdr_rendition.h"
#include "colour/profile.h"
#include "support/files/io_files.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>
#include <limits>

using namespace atrous;

namespace {

Pixels bytes_of(Size size, int colours, const std::function<double(int, int, int)>& value) {
    return std::move(files::picture(size, PixelType::u8, colours, value).parts.front().pixels);
}
/// Waves of light, and others in each colour.
Pixels photograph(Size size, int colours = 3) {
    return bytes_of(size, colours,
                    [](int x, int y, int c) { return 0.5 + 0.4 * std::sin(0.11 * x + 0.07 * y * (c + 1)); });
}
GainMap slow_map(Size size, int colours, GainMapNumbers numbers = {}) {
    return {bytes_of(size, colours,
                     [&](int x, int y, int c) {
                         const double u = (x + 0.5) / size.width, v = (y + 0.5) / size.height;
                         return 0.5 + 0.3 * std::sin(3 * u + c) * std::cos(2 * v);
                     }),
            numbers};
}
double light_at(const Pixels& pixels, int x, int y, int c) {
    const double v = double(std::to_integer<int>(pixels.at(x, y)[c])) / 255;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}
double map_at(const GainMap& map, Size whole, int x, int y, int c) {
    const Size size = map.samples.size;
    const double u = std::clamp((x + 0.5) * size.width / whole.width - 0.5, 0.0, size.width - 1.0);
    const double v = std::clamp((y + 0.5) * size.height / whole.height - 0.5, 0.0, size.height - 1.0);
    const auto at = [&](double i, double j) {
        return double(std::to_integer<int>(
                   map.samples.at(std::min(int(i), size.width - 1), std::min(int(j), size.height - 1))[c])) /
               255;
    };
    const double i = std::floor(u), j = std::floor(v), a = u - i, b = v - j;
    return (at(i, j) * (1 - a) + at(i + 1, j) * a) * (1 - b) +
           (at(i, j + 1) * (1 - a) + at(i + 1, j + 1) * a) * b;
}
const float* floats_at(const Pixels& pixels, int x, int y) {
    return reinterpret_cast<const float*>(pixels.at(x, y));
}

constexpr Size whole{53, 37};
const Size map_sizes[] = {{53, 37}, {27, 19}, {13, 9}, {1, 1}, {53, 1}, {2, 3}};

} // namespace

TEST_CASE(
    "the HDR rendition is the light by the map's formula, in every size and number of channels of map and image") {
    GainMapNumbers curved{.curves = {GainCurve{-1, 3, 0.8, 0.02, 0.01}, GainCurve{0, 2, 1, 0.1, 0.2},
                                     GainCurve{-0.5, 4, 2, 0, 0}}};
    GainMapNumbers apple{.kind = GainMapKind::apple, .headroom = 2.3};
    apple.curves.fill({0, 2.3, 1, 0, 0});
    for (const GainMapNumbers& numbers : {GainMapNumbers{}, curved, apple})
        for (const Size size : map_sizes)
            for (const auto& [colours, map_colours] : {std::pair{3, 1}, {3, 3}, {1, 1}}) {
                const Pixels image = photograph(whole, colours);
                const GainMap map = slow_map(size, map_colours, numbers);
                const Pixels hdr = hdr_rendition(image, whole, map),
                             grey = hdr_rendition(image, whole, map, true);
                REQUIRE(hdr.colours == colours);
                REQUIRE(grey.colours == 1);
                double most = 0;
                for (int y = 0; y < whole.height; ++y)
                    for (int x = 0; x < whole.width; ++x) {
                        double luminance = 0;
                        for (int c = 0; c < colours; ++c) {
                            const int of = map_colours == 1 ? 0 : c;
                            const GainCurve& curve = numbers.curves[std::size_t(of)];
                            const double gain = numbers.gain(std::size_t(of), map_at(map, whole, x, y, of));
                            const double expected =
                                std::max((light_at(image, x, y, c) + curve.offset_sdr) * std::exp2(gain) -
                                             curve.offset_hdr,
                                         0.0);
                            most =
                                std::max(most, std::abs(double(floats_at(hdr, x, y)[c]) / (expected + 1e-3) -
                                                        expected / (expected + 1e-3)));
                            luminance += (colours == 1 ? 1
                                          : c == 0     ? 0.2126
                                          : c == 1     ? 0.7152
                                                       : 0.0722) *
                                         expected;
                        }
                        most = std::max(most, std::abs(double(*floats_at(grey, x, y)) - luminance) /
                                                  (luminance + 1e-3));
                    }
                CHECK(most < 1e-3);
            }
}

TEST_CASE("the rendition of a part is the part of the rendition") {
    const Pixels image = photograph(whole);
    const GainMap map = slow_map({13, 9}, 3);
    Pixels part = bytes_of({20, 11}, 3, [](int x, int y, int c) {
        return 0.5 + 0.4 * std::sin(0.11 * (x + 7) + 0.07 * (y + 19) * (c + 1));
    });
    part.left = 7, part.top = 19;
    const Pixels all = hdr_rendition(image, whole, map), cut = hdr_rendition(part, whole, map);
    for (int y = 0; y < 11; ++y)
        for (int x = 0; x < 20; ++x)
            for (int c = 0; c < 3; ++c) CHECK(floats_at(cut, x, y)[c] == floats_at(all, x + 7, y + 19)[c]);
}

TEST_CASE("the rendition of a part that goes around an image has the gains of the other side") {
    const GainMap map = slow_map({13, 9}, 3);
    const auto grey = [](int, int, int) { return 0.5; };
    const Pixels all = hdr_rendition(bytes_of(whole, 3, grey), whole, map);
    for (const int left : {-20, whole.width - 3}) {
        Pixels part = bytes_of({20, whole.height}, 3, grey);
        part.left = left;
        const Pixels around = hdr_rendition(part, whole, map);
        for (int y = 0; y < whole.height; ++y)
            for (int x = 0; x < 20; ++x)
                for (int c = 0; c < 3; ++c)
                    CHECK(floats_at(around, x, y)[c] ==
                          floats_at(all, (x + left + whole.width) % whole.width, y)[c]);
    }
}

TEST_CASE("a rendition for a grid begins and ends with pixels of it, and is the same there") {
    for (const int spacing : {2, 4})
        for (int width = spacing; width < 20; ++width) {
            const Size size{width, 37};
            const Pixels image = photograph(size);
            const GainMap map = slow_map({3, 9}, 3);
            const Pixels all = hdr_rendition(image, size, map),
                         part = hdr_rendition(image, size, map, false, spacing);
            const int skipped = spacing / 2;
            REQUIRE((part.size.width - 1) % spacing == 0);
            REQUIRE((part.size.height - 1) % spacing == 0);
            CHECK(part.size.width + skipped <= width);
            CHECK(part.size.width + skipped + spacing > width);
            for (int y = 0; y < part.size.height; ++y)
                for (int x = 0; x < part.size.width; ++x)
                    CHECK(std::equal(floats_at(part, x, y), floats_at(part, x, y) + 3,
                                     floats_at(all, x + skipped, y + skipped)));
        }
}

TEST_CASE("a map that is fitted to pixels of a grid is the same map to two steps, wherever the grid begins") {
    const Size size{64, 48};
    for (const int spacing : {2, 4})
        for (const int colours : {1, 3})
            for (const int left : {-1, 0, 1, 3}) {
                const GainMap map = slow_map({size.width / spacing, size.height / spacing}, colours);
                const Pixels image = photograph(size);
                const Pixels all = hdr_rendition(image, size, map);
                Pixels hdr = bytes_of({size.width + left, size.height}, 3, [](int, int, int) { return 0.0; });
                hdr.type = PixelType::f32, hdr.transfer = Transfer::linear;
                hdr.bytes = Bytes(hdr.byte_count());
                for (int y = 0; y < size.height; ++y)
                    for (int x = 0; x < hdr.size.width; ++x)
                        for (int c = 0; c < 3; ++c) { // other pixels are wrong
                            const bool counts = x % spacing == 0 && y % spacing == 0 && x >= left;
                            const_cast<float*>(floats_at(hdr, x, y))[c] =
                                counts ? floats_at(all, x - left, y)[c] : 1000;
                        }
                const GainMap fitted = fitted_gain_map(image, hdr, map, {spacing, left, 0});
                int most = 0;
                for (std::size_t i = 0; i < map.samples.bytes.size; ++i)
                    most = std::max(most, std::abs(std::to_integer<int>(fitted.samples.bytes.data[i]) -
                                                   std::to_integer<int>(map.samples.bytes.data[i])));
                CAPTURE(spacing);
                CAPTURE(left);
                CHECK(most <= 2);
            }
}

TEST_CASE(
    "a map that is fitted to its own rendition is the same map to a step, in every size, also with other primaries") {
    const auto p3 = fit_profile(find_profile("displayp3", "test"), 3).profile;
    for (const bool wide : {false, true})
        for (const Size size : map_sizes)
            for (const int colours : {1, 3}) {
                Pixels image = photograph(whole);
                if (wide) image.profile = p3, image.transfer = p3->transfer;
                const GainMap map = slow_map(size, colours);
                const GainMap fitted = fitted_gain_map(image, hdr_rendition(image, whole, map), map);
                CAPTURE(to_string(size));
                REQUIRE(fitted.samples.size == size);
                REQUIRE(fitted.samples.colours == colours);
                int most = 0;
                for (std::size_t i = 0; i < map.samples.bytes.size; ++i)
                    most = std::max(most, std::abs(std::to_integer<int>(fitted.samples.bytes.data[i]) -
                                                   std::to_integer<int>(map.samples.bytes.data[i])));
                CHECK(most <= 1);
                CHECK(fitted.numbers.curves[0].most == map.numbers.curves[0].most);
            }
}

TEST_CASE(
    "ranges grow for light beyond them, alike in all channels that had one range, and the light is there") {
    const Pixels image = photograph(whole);
    for (const int colours : {1, 3}) {
        const GainMap map = slow_map(whole, colours);
        Pixels hdr = hdr_rendition(image, whole, map);
        auto* light = reinterpret_cast<float*>(hdr.bytes.data.get());
        for (std::size_t i = 0; i < std::size_t(whole.pixels()) * 3; ++i)
            light[i] = (light[i] + 1 / 64.0F) * (i % 3 == 0 ? 8 : 4) - 1 / 64.0F;
        const GainMap fitted = fitted_gain_map(image, hdr, map);
        CHECK(fitted.numbers.curves[0].most > 2);
        CHECK(fitted.numbers.curves[0].most == fitted.numbers.curves[2].most);
        if (colours == 1) continue;
        const Pixels again = hdr_rendition(image, whole, fitted);
        double sum = 0, all = 0;
        for (std::size_t i = 0; i < std::size_t(whole.pixels()) * 3; ++i) {
            sum += std::abs(double(reinterpret_cast<const float*>(again.bytes.data.get())[i]) -
                            double(light[i]));
            all += double(light[i]);
        }
        CHECK(sum < 0.01 * all);
    }
}

TEST_CASE("light that is no number, infinite, negative or huge leaves sound numbers in the map") {
    const Pixels image = photograph(whole);
    for (const int colours : {1, 3})
        for (const float wrong : {std::numeric_limits<float>::quiet_NaN(),
                                  std::numeric_limits<float>::infinity(), -5.0F, 1e30F}) {
            const GainMap map = slow_map({13, 9}, colours);
            Pixels hdr = hdr_rendition(image, whole, map);
            auto* light = reinterpret_cast<float*>(hdr.bytes.data.get());
            for (std::size_t i = 0; i < std::size_t(whole.pixels()) * 3; i += 11) light[i] = wrong;
            const GainMap fitted = fitted_gain_map(image, hdr, map);
            for (const GainCurve& curve : fitted.numbers.curves) {
                CHECK(std::isfinite(curve.least));
                CHECK(curve.most < 32.001);
                CHECK(curve.least <= curve.most);
            }
        }
}
