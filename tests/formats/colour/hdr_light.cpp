// Tests light of PQ and HLG between files: placement at 203 cd/m2, tone curve, clipped light, dithered bits, exact codes.
#include "base/error.h"
#include "formats/common/convert.h"
#include "formats/common/light_levels.h"
#include "formats/common/messages.h"
#include "formats/write/gain_map.h"
#include "support/files/hdr_output.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using hdr_output::as, hdr_output::count_of, hdr_output::of;

namespace {

/// Light of 64 x 48 pixels: greys and colours from 0 to `peak`, inside BT.709.
Pixels light_to(double peak, int colours = 3) {
    return tagged::picture({64, 48}, PixelType::f32, colours, [&](int x, int y, int c) {
        const double level = peak * std::pow((x + 64.0 * y) / (64 * 48 - 1), 4);
        return level * (c == y % 3 && y % 2 ? 0.3 : 1);
    });
}

/// Samples of PQ or HLG of all brightnesses.
Pixels samples_of(int transfer, int colours = 3, PixelType type = PixelType::u16) {
    Pixels made = tagged::picture({64, 64}, type, colours, [](int x, int y, int c) {
        return std::fmod((x + 64 * y) / 4095.0 + 0.02 * c, 1.0);
    });
    made.profile = hdr_profile({9, transfer}, colours);
    made.transfer = made.profile->transfer;
    return made;
}

double largest(const Pixels& a, const Pixels& b, double floor) {
    double most = 0;
    const auto count = std::size_t(a.size.pixels()) * std::size_t(a.channels());
    for (std::size_t i = 0; i < count; ++i)
        most = std::max(most, std::abs(tagged::sample(a, i) - tagged::sample(b, i)) /
                                  (floor + std::abs(tagged::sample(b, i))));
    return most;
}

bool same_samples(const Pixels& a, const Pixels& b) {
    return a.byte_count() == b.byte_count() &&
           std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

} // namespace

TEST_CASE(
    "light of floats is the light of PQ and HLG files, in every format of 16 bits, in colours and greys") {
    files::Folder folder;
    for (const char* name : {"pq", "hlg", "PQ-P3"})
        for (const char* file : {"a.png", "a.tif"})
            for (const int colours : {1, 3}) {
                CAPTURE(name);
                CAPTURE(file);
                CAPTURE(colours);
                const Pixels light = light_to(4.9, colours);
                CHECK(write_image_file(of(light.copy()), folder / file, as(name)).empty());
                const ImageFile read = files::load(folder / file);
                const Pixels& pixels = read.parts[0].pixels;
                CHECK(pixels.type == PixelType::u16);
                REQUIRE(is_hdr(pixels.transfer));
                CHECK(pixels.colours == colours);
                CHECK(pixels.profile->points.primaries ==
                      (std::string(name) == "PQ-P3" && (colours == 3 || file[2] == 'p')
                           ? 12
                           : 9)); // a grey ICC profile has none
                CHECK(largest(light_of(pixels), light, 0.01) < 1e-3);
            }
}

TEST_CASE("white of sRGB is 203 cd/m2 of PQ, 58 % of its range, with 16 bits from 8") {
    files::Folder folder;
    const Pixels white = tagged::picture({8, 8}, PixelType::u8, 3, [](int, int, int) { return 1.0; });
    CHECK(write_image_file(of(white.copy()), folder / "a.png", as("pq")).empty());
    const ImageFile read = files::load(folder / "a.png");
    CHECK(read.parts[0].pixels.type == PixelType::u16);
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(tagged::sample(read.parts[0].pixels, i) == doctest::Approx(0.58069).epsilon(1e-4));
}

TEST_CASE("requested colours that the samples have leave every code as it is") {
    files::Folder folder;
    for (const auto& [transfer, name] : {std::pair{16, "pq"}, {18, "hlg"}}) {
        const Pixels own = samples_of(transfer);
        write_image_file(of(own.copy()), folder / "a.png", as(""));
        const ImageFile read = files::load(folder / "a.png");
        CHECK(same_samples(read.parts[0].pixels, own));
        CHECK(write_image_file(read, folder / "b.png", as(name)).empty());
        CHECK(same_samples(files::load(folder / "b.png").parts[0].pixels, own));
    }
}

TEST_CASE("HLG goes to PQ and back with the same codes but for PQ's steps, whatever the intent") {
    files::Folder folder;
    const Pixels own = samples_of(18);
    WriteOptions absolute = as("pq");
    absolute.colours = output_colours("pq", Intent::absolute, "--output-profile");
    CHECK(write_image_file(of(own.copy()), folder / "a.png", absolute).empty());
    write_image_file(files::load(folder / "a.png"), folder / "b.png", as("hlg"));
    const ImageFile back = files::load(folder / "b.png");
    for (std::size_t i = 0; i < std::size_t(3 * own.size.pixels()); ++i) {
        const double code = tagged::sample(own, i),
                     bound = code < 0.1 ? 20 : 4; // PQ has coarser codes near black
        REQUIRE(std::abs(tagged::sample(back.parts[0].pixels, i) - code) < bound / 65535);
    }
}

TEST_CASE("light above the top of HLG and PQ is clipped, with a warning that has the numbers") {
    files::Folder folder;
    Pixels light = light_to(4.0);
    for (std::size_t i = 0; i < 3; ++i) tagged::set_sample(light, i, 19.7);
    const Messages found = write_image_file(of(light.copy()), folder / "a.png", as("hlg"));
    REQUIRE(found.size() == 1);
    CAPTURE(found[0].text);
    CHECK(is_message(found[0], messages::hdr_clipped, 1, 64 * 48, "BT.2020 HLG", 3999,
                     "PQ (--output-profile pq)"));
    CHECK(write_image_file(of(light.copy()), folder / "a.png", as("pq")).empty());
    for (std::size_t i = 0; i < 3; ++i) tagged::set_sample(light, i, 60);
    CHECK(is_message(write_image_file(of(light.copy()), folder / "a.png", as("pq")).at(0),
                     messages::hdr_clipped, 1, 64 * 48, "BT.2020 PQ", anything, "an OpenEXR (--format exr)"));
}

TEST_CASE(
    "files of standard range get the tone curve of BT.2446, method C, with a warning that names formats with PQ") {
    files::Folder folder;
    const auto curve = [](double nits) { // its numbers
        const double knee = 58.5 / 0.83802;
        return nits < knee ? 0.83802 * nits : 15.09968 * std::log(nits / knee - 0.74204) + 78.99439;
    };
    for (const int transfer : {16, 18}) {
        const Pixels own = samples_of(transfer, 1);
        const Messages found = write_image_file(of(own.copy()), folder / "a.webp", as(""));
        const auto mapped = std::ranges::find(found, std::string(messages::tone_mapped.id), &Message::id);
        REQUIRE(mapped != found.end());
        CHECK(mapped->text.find("AVIF") != std::string::npos);
        const Pixels light = light_of(own);
        const Pixels shown = converted(own, PixelType::u16, {Transfer::srgb, nullptr}, Alpha::none);
        for (std::size_t i = 0; i < std::size_t(own.size.pixels()); ++i) {
            const double wanted = std::min(1.0, curve(203 * tagged::sample(light, i)) / curve(1000));
            const double sample =
                wanted <= 0.0031308 ? 12.92 * wanted : 1.055 * std::pow(wanted, 1 / 2.4) - 0.055;
            REQUIRE(std::abs(tagged::sample(shown, i) - sample) < 5e-5);
        }
    }
    write_image_file(of(samples_of(16)), folder / "a.tif", as(""));
    for (const Message& found : write_image_file(files::load(folder / "a.tif"), folder / "a.webp", as("")))
        CHECK(found.id != std::string(messages::profile_lost.id)); // the ICC profile of PQ
    CHECK(files::load(folder / "a.webp").parts[0].pixels.transfer == Transfer::srgb);
    const Messages asked = write_image_file(of(samples_of(16)), folder / "a.png", as("srgb"));
    CHECK(count_of(asked, messages::tone_mapped) == 1);
    CHECK(files::load(folder / "a.png").parts[0].pixels.transfer == Transfer::srgb);
}

TEST_CASE("a JPEG of PQ or HLG has a gain map, also without light above white, which gives all light again") {
    files::Folder folder;
    for (const int transfer : {16, 18})
        for (const double level : {0.0, 0.2, 0.4, 0.55, 0.6, 0.75, 0.9}) {
            CAPTURE(transfer);
            CAPTURE(level);
            Pixels made = tagged::picture({8, 8}, PixelType::u16, 3, [&](int, int, int) { return level; });
            made.profile = hdr_profile({1, transfer}, 3); // of sRGB's primaries
            made.transfer = made.profile->transfer;
            const double light = tagged::sample(light_of(made), 0);
            const Messages found = write_image_file(of(std::move(made)), folder / "a.jpg", as(""));
            CHECK(count_of(found, messages::tone_mapped) == 0);
            ImageFile read = files::load(folder / "a.jpg");
            CHECK(put_hdr_rendition(read) == "");
            CHECK(tagged::sample(read.parts[0].pixels, 0) == doctest::Approx(light).epsilon(0.01));
        }
}

TEST_CASE("a JPEG XL of PQ whose light is not known has no peak") {
    files::Folder folder;
    for (const char* name : {"a.jxl", "b.jxl"}) {
        write_image_file(of(samples_of(16)), folder / name,
                         {.depth = name[0] == 'a' ? PixelType::u8 : PixelType::u16});
        CHECK_FALSE(content_light(files::load(folder / name).parts[0].pass_through->spec));
    }
}

TEST_CASE("floats lose no light: an OpenEXR of PQ has its light, an sRGB file of an OpenEXR is clipped") {
    files::Folder folder;
    const Pixels own = samples_of(16);
    CHECK(write_image_file(of(own.copy()), folder / "a.exr", as("")).empty());
    const ImageFile read = files::load(folder / "a.exr");
    CHECK(largest(light_of(read.parts[0].pixels), light_of(own), 1e-3) < 2e-3); // halves
    const Messages found = write_image_file(of(light_to(8)), folder / "a.png", as(""));
    CHECK(count_of(found, messages::tone_mapped) == 0);
    const ImageFile clipped = files::load(folder / "a.png");
    CHECK(tagged::sample(clipped.parts[0].pixels, 64 * 47 * 3) == 1);
}

TEST_CASE("--output-profile pq into a format of standard range is refused, with formats that keep it") {
    files::Folder folder;
    for (const char* file : {"a.jpg", "a.bmp", "a.webp"}) {
        CAPTURE(file);
        CHECK(is_message(colours_refusal(file, *as("pq").colours), messages::format_no_hdr, anything,
                         anything));
        CHECK(files::refusal([&] {
                  write_image_file(of(light_to(1)), folder / file, as("pq"));
              }).find("PNG") != std::string::npos);
        CHECK_FALSE(std::filesystem::exists(folder / file));
    }
}

TEST_CASE("a slow ramp of PQ has no bands in 8, 10 and 12 bits, and codes of these bits stay") {
    for (const int bits : {8, 10, 12}) {
        CAPTURE(bits);
        const double steps = (1 << bits) - 1;
        const PixelType type = bits == 8 ? PixelType::u8 : PixelType::u16;
        const Pixels ramp = tagged::picture({256, 64}, PixelType::f32, 1,
                                            [&](int x, int, int) { return 1 + 0.01 * x / 256; });
        const auto pq = hdr_profile({9, 16}, 1);
        const Encoding encoding{Transfer::pq, pq};
        const Pixels exact = converted(ramp, PixelType::f32, encoding, Alpha::none);
        const Pixels written = converted(ramp, type, encoding, Alpha::none, Rounding::dithered, {}, bits);
        for (int x = 0; x + 16 <= 256; x += 16) { // windows of a hundredth of a step
            double error = 0;
            for (int y = 0; y < 64; ++y)
                for (int i = x; i < x + 16; ++i) {
                    const auto at = std::size_t(y * 256 + i);
                    error +=
                        std::round(tagged::sample(written, at) * steps) / steps - tagged::sample(exact, at);
                }
            CHECK(std::abs(error / (16 * 64)) * steps < 0.06);
        }
        const Pixels codes = tagged::picture({64, 64}, PixelType::u16, 3, [&](int x, int y, int c) {
            return std::fmod(x + 64.0 * y + 7 * c, steps + 1) / steps;
        });
        Pixels same = codes.copy();
        same.profile = hdr_profile({9, 16}, 3), same.transfer = Transfer::pq;
        const Pixels again =
            converted(same, type, encoding_of(same), Alpha::none, Rounding::dithered, {}, bits);
        for (std::size_t i = 0; i < std::size_t(3 * codes.size.pixels()); ++i)
            REQUIRE(std::lround(tagged::sample(again, i) * steps) ==
                    std::lround(tagged::sample(codes, i) * steps));
    }
}
