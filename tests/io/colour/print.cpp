// Pictures of CMYK and Lab as sRGB (--cmyk rgb): colours whose result is known, made byte by byte.
#include "io/metadata/libjpeg.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/files/tiff_file.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// sRGB's sample of a colour that the press says is that much of white.
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
constexpr int separated = 5, cielab = 8, icclab = 9, tag_icc = 34675;
constexpr double two_steps = 2.0 / 255; // 9 nodes of a table for a curve

} // namespace

TEST_CASE("a TIFF of CMYK, of 8 and 16 bits, becomes sRGB by its profile, and says so") {
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
        CHECK(file.warnings[0].find("is converted from CMYK to sRGB") != std::string::npos);
        CHECK(write_image_file(file, folder / "b.tif", {.overwrite = true}).empty());
        check_colours(files::load(folder / "b.tif"), inks, two_steps);
        CHECK(files::load(folder / "b.tif").parts[0].pixels.profile != nullptr);
    }
}

TEST_CASE("a JPEG of CMYK becomes sRGB: reversed where Adobe's segment says so, as it is elsewhere") {
    const files::Folder folder;
    for (const bool adobe : {false, true}) {
        CAPTURE(adobe);
        for (const Colour& colour : inks) {
            JpegJump jump;
            jpeg_compress_struct info{};
            info.err = silent_errors(jump);
            REQUIRE(setjmp(jump.back) == 0);
            jpeg_create_compress(&info);
            unsigned char* bytes = nullptr;
            unsigned long count = 0;
            jpeg_mem_dest(&info, &bytes, &count);
            info.image_width = info.image_height = 1;
            info.input_components = 4;
            info.in_color_space = JCS_CMYK;
            jpeg_set_defaults(&info);
            jpeg_set_quality(&info, 100, TRUE);
            info.write_Adobe_marker = adobe ? TRUE : FALSE;
            jpeg_start_compress(&info, TRUE);
            JSAMPLE row[4];
            for (std::size_t c = 0; c < 4; ++c)
                row[c] = JSAMPLE(adobe ? 255 - colour.samples[c] : colour.samples[c]);
            JSAMPROW at = row;
            jpeg_write_scanlines(&info, &at, 1);
            jpeg_finish_compress(&info);
            jpeg_destroy_compress(&info);
            const std::string made(reinterpret_cast<const char*>(bytes), count);
            std::free(bytes);
            files::write_all(folder / "a.jpg", files::jpeg_with_profile(made, tagged::press()));
            check_colours(read_as_rgb(folder / "a.jpg"), {colour}, 2 * two_steps);
            CHECK_FALSE(loses_by_writing(read_as_rgb(folder / "a.jpg"), folder / "b.jpg", {}));
            write_image_file(read_as_rgb(folder / "a.jpg"), folder / "b.jpg", {.overwrite = true});
            check_colours(files::load(folder / "b.jpg"), {colour}, 3 * two_steps);
        }
    }
}

TEST_CASE("a TIFF of Lab, signed or not, of 8 and 16 bits, becomes sRGB") {
    const files::Folder folder;
    // L* 53.585 is sRGB's 128.
    const std::vector<Colour> icc{{{255, 128, 128, 0}, {1, 1, 1}},
                                  {{0, 128, 128, 0}, {0, 0, 0}},
                                  {{137, 128, 128, 0}, {.502, .502, .502}}};
    std::vector<Colour> cie = icc;
    for (Colour& colour : cie) colour.samples[1] = colour.samples[2] = 0;
    files::write_all(folder / "icc.tif", files::tiff_file(3, 1, 3, 8, icclab, samples_of(icc, 8, 3)));
    files::write_all(folder / "cie.tif", files::tiff_file(3, 1, 3, 8, cielab, samples_of(cie, 8, 3)));
    files::write_all(folder / "cie16.tif", files::tiff_file(3, 1, 3, 16, cielab, samples_of(cie, 16, 3)));
    for (const char* name : {"icc.tif", "cie.tif", "cie16.tif"}) {
        CAPTURE(name);
        check_colours(read_as_rgb(folder / name), icc, 1.5 / 255);
    }
}

TEST_CASE(
    "refused: CMYK and Lab where nothing is said, with what to say; CMYK without a profile, or with another's") {
    const files::Folder folder;
    const auto has = [](const std::string& why, const char* part) {
        return why.find(part) != std::string::npos;
    };
    files::write_all(folder / "inks.tif", files::tiff_file(5, 1, 4, 8, separated, samples_of(inks, 8, 4)));
    files::write_all(folder / "lab.tif", files::tiff_file(5, 1, 3, 8, cielab, samples_of(inks, 8, 3)));
    CHECK(has(files::read_error(folder / "inks.tif"),
              "is a CMYK image; --cmyk rgb converts it to RGB by its profile"));
    CHECK(has(files::read_error(folder / "lab.tif"), "is a CIELAB image; --cmyk rgb converts it to RGB"));
    CHECK(
        has(files::refusal([&] { read_as_rgb(folder / "inks.tif"); }), "is a CMYK image without a profile"));
    files::write_all(folder / "other.tif",
                     files::tiff_file(5, 1, 4, 8, separated, samples_of(inks, 8, 4),
                                      {files::bytes_tag(tag_icc, tagged::named("Adobe RGB").bytes)}));
    CHECK(has(files::refusal([&] { read_as_rgb(folder / "other.tif"); }),
              "its colour profile is none of four inks"));
}

TEST_CASE("other pictures are the same with --cmyk rgb") {
    const files::Folder folder;
    for (const char* name : {"a.tif", "a.png", "a.jpg"}) {
        write_image_file(files::picture({16, 9}, PixelType::u8, 3, Alpha::none), folder / name, {});
        CHECK(files::same_pixels(read_as_rgb(folder / name), files::load(folder / name)));
    }
}
