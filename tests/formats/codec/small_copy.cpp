// Tests small copies for pages: size, orientation, colours.
#include "formats/write/small_copy.h"
#include "colour/profile.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// The copy, decoded.
Pixels seen(const SmallCopy& copy) {
    const files::Folder folder;
    files::write_all(folder / "c.webp", copy.webp);
    Pixels pixels = std::move(files::load(folder / "c.webp").parts.at(0).pixels);
    CHECK(pixels.size == copy.size);
    return pixels;
}

SmallCopy copy_of_all(const Pixels& pixels, int orientation = 1) {
    return small_copy(pixels, {0, 0, pixels.size}, orientation);
}

/// Floats of one value, and of alpha.
Pixels plain(Size size, int colours, Alpha alpha, std::vector<float> pixel) {
    return tagged::picture(
        size, PixelType::f32, colours, [&](int, int, int c) { return double(pixel[std::size_t(c)]); }, alpha);
}

int sample(const Pixels& pixels, int x, int y, int channel) { return int(pixels.at(x, y)[channel]); }

} // namespace

TEST_CASE("small copies have at most 480 pixels along a side, none is enlarged, and thin ones stay") {
    const std::pair<Size, Size> rows[] = {{{6000, 40}, {480, 3}},   {{480, 480}, {480, 480}},
                                          {{481, 962}, {240, 480}}, {{30, 20}, {30, 20}},
                                          {{1, 1}, {1, 1}},         {{3, 5000}, {1, 480}}};
    for (const auto& [size, small] : rows)
        CHECK(copy_of_all(plain(size, 1, Alpha::none, {0.5F})).size == small);
}

TEST_CASE("small copies are turned as viewers turn the image, of grey and colours, in all orientations") {
    for (int orientation = 1; orientation <= 8; ++orientation)
        for (const int colours : {1, 3}) {
            Pixels pixels =
                plain({64, 32}, colours, Alpha::none, std::vector<float>(std::size_t(colours), 0));
            for (int y = 0; y < 16; ++y) // the left upper quarter of the stored image is white
                for (int x = 0; x < 32; ++x)
                    for (int c = 0; c < colours; ++c)
                        floats_of(pixels)[std::size_t((y * 64 + x) * colours + c)] = 1;
            const Pixels shown = seen(copy_of_all(pixels, orientation));
            CAPTURE(orientation);
            CHECK(shown.size == (orientation > 4 ? Size{32, 64} : Size{64, 32}));
            const bool right = orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7,
                       below = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
            for (const int corner : {0, 1, 2, 3}) { // EXIF 2.3, tag 274: place of row 0 and column 0
                const bool white = (corner % 2 != 0) == right && (corner / 2 != 0) == below;
                const int x = corner % 2 != 0 ? shown.size.width - 4 : 3,
                          y = corner / 2 != 0 ? shown.size.height - 4 : 3;
                CHECK(sample(shown, x, y, 1) == doctest::Approx(white ? 255 : 0).epsilon(0.02));
            }
        }
}

TEST_CASE(
    "small copies are sRGB: light and profiles are converted, samples above white are clipped and counted") {
    const int near = 3; // of 255, since WebP halves chroma and loses a little
    const Pixels grey = seen(copy_of_all(plain({32, 32}, 3, Alpha::none, {0.2140F, 0.2140F, 0.2140F})));
    CHECK(std::abs(sample(grey, 16, 16, 0) - 127) <= near);
    const SmallCopy bright = copy_of_all(plain({32, 32}, 3, Alpha::none, {4, 4, 0.5F}));
    CHECK(bright.clipped == doctest::Approx(2.0 / 3));
    CHECK(sample(seen(bright), 16, 16, 0) >= 255 - near);
    Pixels wide = plain({32, 32}, 3, Alpha::none, {0.1F, 0.5F, 0.1F});
    const Pixels own = seen(copy_of_all(wide));
    const auto& profile = tagged::named("Display P3");
    wide.profile = fit_profile(open_profile(profile.bytes.data(), profile.bytes.size()), 3).profile;
    wide.transfer = wide.profile->transfer;
    CHECK(sample(seen(copy_of_all(wide)), 16, 16, 0) < sample(own, 16, 16, 0) - near);
}

TEST_CASE("small copies have checkers under transparent pixels, however alpha is stored, and no NaN") {
    const std::pair<Alpha, std::vector<float>> rows[] = {{Alpha::straight, {1, 0, 0, 0.5F}},
                                                         {Alpha::associated, {0.5F, 0, 0, 0.5F}}};
    std::vector<int> greens;
    for (const auto& [alpha, pixel] : rows) {
        const Pixels shown = seen(copy_of_all(plain({64, 64}, 3, alpha, pixel)));
        CHECK(shown.alpha == Alpha::none);
        CHECK(sample(shown, 12, 4, 1) < sample(shown, 20, 4, 1));
        greens.push_back(sample(shown, 20, 4, 1));
    }
    CHECK(greens[0] == greens[1]);
    const float none = std::numeric_limits<float>::quiet_NaN();
    CHECK(sample(seen(copy_of_all(plain({16, 16}, 3, Alpha::none, {none, none, none}))), 8, 8, 0) <= 2);
}

TEST_CASE("small copies are means of boxes, of integers and floats, whatever the channels and the part") {
    const Size small{5, 4};
    const PixelsPart part{7, 3, {41, 30}}; // boxes of 8 or 9 by 7 or 8 pixels: all rows count
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
        for (const int colours : {1, 3})
            for (const Alpha alpha : {Alpha::none, Alpha::straight}) {
                const Pixels pixels = tagged::picture(
                    {53, 35}, type, colours,
                    [](int x, int y, int c) { return (x * 7919 + y * 5003 + c * 331) % 1009 / 1009.0; },
                    alpha);
                const auto channels = std::size_t(pixels.channels());
                Pixels out = shrunk(pixels, part, small);
                REQUIRE(out.size == small);
                REQUIRE(std::size_t(out.channels()) == channels);
                double largest = 0;
                for (int y = 0; y < small.height; ++y)
                    for (int x = 0; x < small.width; ++x)
                        for (std::size_t c = 0; c < channels; ++c) {
                            double sum = 0;
                            const int left = x * 41 / 5, right = (x + 1) * 41 / 5, top = y * 30 / 4,
                                      bottom = (y + 1) * 30 / 4;
                            for (int j = top; j < bottom; ++j)
                                for (int i = left; i < right; ++i)
                                    sum += tagged::sample(pixels,
                                                          std::size_t((j + 3) * 53 + i + 7) * channels + c);
                            const auto at = std::size_t(y * small.width + x) * channels + c;
                            largest = std::max(largest, std::abs(double(floats_of(out)[at]) -
                                                                 sum / ((right - left) * (bottom - top))));
                        }
                CAPTURE(int(type));
                CAPTURE(channels);
                CHECK(largest < 1e-6);
            }
}

TEST_CASE("small copies of PQ and HLG are tone mapped: 203 and 1000 cd/m2 are 88 % and 100 % of sRGB") {
    for (const int transfer : {16, 18})
        for (const auto& [light, white] : {std::pair{1.0F, 0.887}, {4.9F, 0.998}}) {
            Pixels pixels = tagged::picture({32, 32}, PixelType::u16, 1, [](int, int, int) { return 0.0; });
            pixels.profile = hdr_profile({9, transfer}, 1);
            pixels.transfer = pixels.profile->transfer;
            float sample_of_light = light;
            HostColours(*pixels.profile).from_light({&sample_of_light, 1});
            for (std::size_t i = 0; i < 1024; ++i) tagged::set_sample(pixels, i, double(sample_of_light));
            CAPTURE(transfer);
            CHECK(std::abs(sample(seen(copy_of_all(pixels)), 16, 16, 0) - std::lround(255 * white)) <= 3);
        }
}
