// Tests CMYK images as sRGB (--cmyk rgb): colours whose result is known, made byte by byte.
#include "base/error.h"
#include "colour/messages.h"
#include "files/deflate.h"
#include "formats/common/messages.h"
#include "formats/tiff/messages.h"
#include "platform/heartbeat.h"
#include "support/files/io_files.h"
#include "support/files/jpeg_file.h"
#include "support/files/tagged.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include <atomic>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// sRGB's sample of a colour with that share of white in the press's profile.
double grey_of(double share) {
    const double light = std::pow(share, 2.4);
    return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

struct Colour {
    std::array<int, 4> samples; ///< of 255
    std::array<double, 3> srgb;
};

ImageFile read_as_rgb(const std::filesystem::path& path) {
    ReadOptions options;
    options.to_rgb = true;
    return Decoder(path, options).read();
}

double sample_of(const Pixels& pixels, std::size_t i) {
    if (pixels.type == PixelType::u8) return double(pixels.bytes.data.get()[i]) / 255;
    std::uint16_t wide = 0;
    std::memcpy(&wide, pixels.bytes.data.get() + 2 * i, 2);
    return wide / 65535.0;
}

void check_colours(const ImageFile& file, const std::vector<Colour>& colours, double step) {
    const Pixels& pixels = file.parts[0].pixels;
    REQUIRE(pixels.size == Size{int(colours.size()), 1});
    REQUIRE(pixels.colours == 3);
    CHECK(pixels.alpha == Alpha::none);
    for (std::size_t i = 0; i < colours.size(); ++i)
        for (std::size_t c = 0; c < 3; ++c) {
            CAPTURE(i);
            CAPTURE(c);
            CHECK(std::abs(sample_of(pixels, 3 * i + c) - colours[i].srgb[c]) <= step);
        }
}

/// The pixels' samples, of 8 or 16 bits.
std::string samples_of(const std::vector<Colour>& colours, int bits, std::size_t channels) {
    std::string all;
    for (const Colour& colour : colours)
        for (std::size_t c = 0; c < channels; ++c)
            all += files::little(std::uint64_t(colour.samples[c]) * (bits == 16 ? 257 : 1), bits / 8);
    return all;
}

const std::vector<Colour> inks{
    {{0, 0, 0, 0}, {1, 1, 1}},
    {{0, 0, 0, 255}, {0, 0, 0}},
    {{255, 255, 255, 0}, {0, 0, 0}},
    {{0, 0, 0, 64}, {grey_of(191 / 255.), grey_of(191 / 255.), grey_of(191 / 255.)}},
    {{128, 128, 128, 0}, {grey_of(127 / 255.), grey_of(127 / 255.), grey_of(127 / 255.)}}};
constexpr int separated = 5, cielab = 8, tag_icc = 34675;
constexpr double two_steps = 2.0 / 255; // 9 nodes of a table for a curve

} // namespace

TEST_CASE("a TIFF of CMYK, of 8 and 16 bits, becomes sRGB by its profile, with a warning") {
    const files::Folder folder;
    for (const int bits : {8, 16}) {
        CAPTURE(bits);
        files::write_all(folder / "a.tif",
                         files::tiff_file(5, 1, 4, bits, separated, samples_of(inks, bits, 4),
                                          {files::bytes_tag(tag_icc, tagged::press())}));
        const ImageFile file = read_as_rgb(folder / "a.tif");
        check_colours(file, inks, two_steps);
        CHECK(file.parts[0].pixels.type == (bits == 8 ? PixelType::u8 : PixelType::u16));
        REQUIRE(file.warnings.size() == 1);
        CHECK(is_message(file.warnings[0], messages::cmyk_converted));
        CHECK(write_image_file(file, folder / "b.tif", {.overwrite = true}).empty());
        check_colours(files::load(folder / "b.tif"), inks, two_steps);
        CHECK(files::load(folder / "b.tif").parts[0].pixels.profile != nullptr);
    }
}

TEST_CASE("a JPEG of CMYK becomes sRGB: reversed if Adobe's segment specifies it, unchanged otherwise") {
    const files::Folder folder;
    for (const bool adobe : {false, true}) {
        CAPTURE(adobe);
        for (const Colour& colour : inks) {
            const files::JpegMaker maker{{1, 1}, 4, 1, 1, false, 0, adobe, 100};
            const std::string made = files::jpeg_of(maker, [&](int, int, int c) {
                const int ink = colour.samples[std::size_t(c)];
                return adobe ? 255 - ink : ink;
            });
            files::write_all(folder / "a.jpg", files::jpeg_with_profile(made, tagged::press()));
            check_colours(read_as_rgb(folder / "a.jpg"), {colour}, 2 * two_steps);
            CHECK_FALSE(loses_by_writing(read_as_rgb(folder / "a.jpg"), folder / "b.jpg", {}));
            write_image_file(read_as_rgb(folder / "a.jpg"), folder / "b.jpg", {.overwrite = true});
            check_colours(files::load(folder / "b.jpg"), {colour}, 3 * two_steps);
        }
    }
}

TEST_CASE("CMYK without a profile or with a wrong one, and Lab, are refused with a remedy") {
    const files::Folder folder;
    const auto has = [](const std::string& reason, const std::string& part) {
        return reason.find(part) != std::string::npos;
    };
    files::write_all(folder / "inks.tif", files::tiff_file(5, 1, 4, 8, separated, samples_of(inks, 8, 4)));
    CHECK(has_message(files::read_error(folder / "inks.tif"), messages::cmyk_image));
    files::write_all(folder / "lab.tif", files::tiff_file(5, 1, 3, 8, cielab, samples_of(inks, 8, 3)));
    CHECK(has_message(files::read_error(folder / "lab.tif"), messages::lab_image));
    CHECK(has_message(files::refusal([&] { read_as_rgb(folder / "lab.tif"); }), messages::lab_image));
    CHECK(has_message(files::refusal([&] { read_as_rgb(folder / "inks.tif"); }), messages::cmyk_no_profile));
    files::write_all(folder / "other.tif",
                     files::tiff_file(5, 1, 4, 8, separated, samples_of(inks, 8, 4),
                                      {files::bytes_tag(tag_icc, tagged::named("Adobe RGB").bytes)}));
    CHECK(has(files::refusal([&] { read_as_rgb(folder / "other.tif"); }), words(messages::profile_not_inks)));
}

TEST_CASE("a damaged TIFF of CMYK gives the same error as one of RGB") {
    const files::Folder folder;
    const std::string rows(40 * 30 * 4, '\x51'), packed = Deflater().stream(rows);
    std::string turned = packed;
    turned.back() = char(turned.back() ^ 1); // its checksum
    constexpr int rgb = 2, deflated = 8;
    const auto error_of = [&](int photometric, const std::string& samples, std::vector<files::RawTag> more) {
        if (photometric == separated) more.push_back(files::bytes_tag(tag_icc, tagged::press()));
        const int channels = photometric == separated ? 4 : 3;
        files::write_all(folder / "a.tif", files::tiff_file(channels == 4 ? 40 : 160, channels == 4 ? 30 : 10,
                                                            channels, 8, photometric, samples, more));
        const std::string by_check = files::refusal([&] {
            ReadOptions options;
            options.to_rgb = true;
            Decoder(folder / "a.tif", options).check();
        });
        const std::string by_reading = files::refusal([&] { read_as_rgb(folder / "a.tif"); });
        CHECK(by_check == by_reading);
        return by_reading;
    };
    for (const int photometric : {rgb, separated}) {
        CAPTURE(photometric);
        const files::RawTag zip = files::short_tag(259, deflated);
        CHECK(error_of(photometric, packed, {zip}).empty());
        CHECK(has_message(error_of(photometric, turned, {zip}), messages::tiff_strip_checksum, "strip", 1));
        CHECK(error_of(photometric, packed, {zip, {279, 4, 1, files::little(packed.size() / 2, 4)}})
                  .find("truncated or damaged") != std::string::npos);
        CHECK(error_of(photometric, rows, {}).empty());
        CHECK(error_of(photometric, rows, {{273, 4, 1, files::little(1 << 20, 4)}})
                  .find("truncated or damaged") != std::string::npos);
    }
}

TEST_CASE(
    "data of a TIFF of CMYK in addition to its inks is left out with a warning, and refused if the loss is for good") {
    const files::Folder folder;
    const std::string five(5 * 5, '\x40');
    for (const int bits : {8, 16}) {
        files::write_all(
            folder / "spot.tif",
            files::tiff_file(5, 1, 5, bits, separated, bits == 8 ? five : five + five,
                             {files::bytes_tag(tag_icc, tagged::press()), files::short_tag(338, 2)}));
        const ImageFile file = read_as_rgb(folder / "spot.tif");
        CHECK(file.parts[0].pixels.alpha == Alpha::none);
        REQUIRE(file.warnings.size() == 2);
        CHECK(is_message(file.warnings[1], messages::print_channels_lost, 1));
        ReadOptions replaced;
        replaced.to_rgb = replaced.replaced = true;
        CHECK(prints(files::refusal([&] { Decoder(folder / "spot.tif", replaced); }),
                     line(messages::lost_for_good)));
    }
}

TEST_CASE("CMYK in separate planes is read like interleaved CMYK") {
    const files::Folder folder;
    for (const int bits : {8, 16}) {
        CAPTURE(bits);
        const std::string together = samples_of(inks, bits, 4);
        const auto bytes = std::size_t(bits / 8);
        std::string apart, places, sizes;
        for (std::size_t c = 0; c < 4; ++c) {
            places += files::little(8 + apart.size(), 4), sizes += files::little(5 * bytes, 4);
            for (std::size_t x = 0; x < 5; ++x) apart += together.substr((4 * x + c) * bytes, bytes);
        }
        files::write_all(folder / "a.tif", files::tiff_file(5, 1, 4, bits, separated, apart,
                                                            {files::bytes_tag(tag_icc, tagged::press()),
                                                             files::short_tag(284, 2),
                                                             {273, 4, 4, places},
                                                             {279, 4, 4, sizes}}));
        check_colours(read_as_rgb(folder / "a.tif"), inks, two_steps);
    }
}

TEST_CASE("several pages of CMYK are refused, with a remedy") {
    const files::Folder folder;
    files::write_all(folder / "a.tif", files::tiff(2, 2, 4, 8, {{262, separated}},
                                                   {std::string(16, 'a'), std::string(16, 'b')}));
    const std::string reason = files::refusal([&] { read_as_rgb(folder / "a.tif"); });
    CHECK(has_message(reason, messages::print_pages));
    CHECK(has_message(files::read_error(folder / "a.tif"), messages::cmyk_image));
}

TEST_CASE("a large image of CMYK is read with heartbeats, in bands as in memory") {
    const files::Folder folder;
    std::string samples;
    for (std::uint32_t i = 0; i < 50 * 600 * 4; ++i) samples += char(files::noise(i));
    files::write_all(folder / "a.tif", files::tiff_file(50, 600, 4, 8, separated, samples,
                                                        {files::bytes_tag(tag_icc, tagged::press()),
                                                         files::short_tag(278, 600)}));
    std::atomic<std::uint64_t> beats = 0;
    count_heartbeats(&beats);
    const ImageFile whole = read_as_rgb(folder / "a.tif");
    count_heartbeats(nullptr);
    CHECK(beats >= 600);
    ReadOptions options;
    options.to_rgb = true;
    const ImageFile bands = Decoder(folder / "a.tif", options)
                                .read(std::make_shared<Scratch>(Scratch{folder.path, 4000, 1 << 20}));
    CHECK(bands.parts[0].pixels.bytes.scratch);
    CHECK(files::same_pixels(whole, bands));
}

TEST_CASE("other images are the same with --cmyk rgb") {
    const files::Folder folder;
    for (const char* name : {"a.tif", "a.png", "a.jpg"}) {
        write_image_file(files::picture({16, 9}, PixelType::u8, 3, Alpha::none), folder / name, {});
        CHECK(files::same_pixels(read_as_rgb(folder / name), files::load(folder / name)));
    }
}
