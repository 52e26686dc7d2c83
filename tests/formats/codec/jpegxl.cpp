// Tests JPEG XL through libjxl: exact samples, colours, orientation, animations. djxl compares if it is installed.
#include "base/error.h"
#include "colour/profile.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/dispatch/capabilities.h"
#include "formats/jpegxl/jpegxl_file.h"
#include "formats/jpegxl/messages.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "support/files/heif_file.h"
#include "support/files/io_files.h"
#include "support/files/jxl_file.h"
#include "support/files/tagged.h"
#include "support/files/webp_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>

using namespace atrous;

namespace {

const WriteOptions lossless{.overwrite = true, .compression = "lossless"};

/// Sets the bits of float samples, whatever numbers they are.
template <class Sample>
ImageFile with_bits(Size size, PixelType type, const std::vector<Sample>& bits) {
    ImageFile file = files::picture(size, type, 1, Alpha::none);
    REQUIRE(file.parts[0].pixels.byte_count() == bits.size() * sizeof(Sample));
    std::memcpy(file.parts[0].pixels.bytes.data.get(), bits.data(), file.parts[0].pixels.byte_count());
    return file;
}

int orientation_of_part(const ImageFile& file) {
    return file.parts[0].pass_through->spec.get_int_attribute("Orientation", 1);
}

JxlColorEncoding colours_of(int primaries, int transfer) {
    return encoding_of(CodePoints{primaries, transfer}, false);
}

/// The root of the mean squared difference of two images of the same shape.
double rms_difference(const ImageFile& a, const ImageFile& b) {
    const Pixels &one = a.parts[0].pixels, &other = b.parts[0].pixels;
    REQUIRE(one.byte_count() == other.byte_count());
    const std::size_t count = one.byte_count() / sample_bytes(one.type);
    double squares = 0;
    for (std::size_t i = 0; i < count; ++i)
        squares += std::pow(tagged::sample(one, i) - tagged::sample(other, i), 2);
    return std::sqrt(squares / double(count));
}

std::string warnings_of(const Messages& warnings) {
    std::string all;
    for (const Message& warning : warnings) all += warning.text + "\n";
    return all;
}

} // namespace

TEST_CASE("a lossless JPEG XL returns each sample, in any size, type, and number of channels") {
    const files::Folder folder;
    for (const Size size : {Size{1, 1}, Size{1, 300}, Size{77, 43}})
        for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
            for (const int colours : {1, 3})
                for (const Alpha alpha : {Alpha::none, Alpha::straight}) {
                    CAPTURE(size.width);
                    CAPTURE(int(type));
                    CAPTURE(colours);
                    CAPTURE(int(alpha));
                    const ImageFile file = files::picture(size, type, colours, alpha);
                    CHECK(write_image_file(file, folder / "a.jxl", lossless).empty());
                    const ImageFile read = files::load(folder / "a.jxl");
                    CHECK(read.warnings.empty());
                    CHECK(read.format == "jpegxl");
                    CHECK(read.parts[0].pixels.alpha == alpha);
                    CHECK(files::same_pixels(read, file));
                    CHECK_FALSE(loses_by_writing(read, "b.jxl", {}));
                    CHECK(compression_of(read, "b.jxl", {}) == "lossless");
                }
}

TEST_CASE(
    "lossless floats keep all bits; half floats that are not finite become 32-bit floats, with a warning") {
    const files::Folder folder;
    std::vector<std::uint32_t> floats;
    for (std::uint32_t i = 0; i < 4096; ++i) floats.push_back(files::noise(i));
    floats[0] = 0x7F800000, floats[1] = 0xFF800000, floats[2] = 0x7FC00001, floats[3] = 1,
    floats[4] = 0x80000000;
    const ImageFile exact = with_bits({64, 64}, PixelType::f32, floats);
    CHECK(write_image_file(exact, folder / "f.jxl", lossless).empty());
    CHECK(files::same_pixels(files::load(folder / "f.jxl"), exact));
    for (const bool finite : {true, false}) {
        std::vector<std::uint16_t> halves;
        for (int i = 0; i < 65536; ++i)
            halves.push_back(std::uint16_t((i & 0x7C00) == 0x7C00 && finite ? 0 : i));
        const ImageFile file = with_bits({256, 256}, PixelType::f16, halves);
        const Messages warnings = write_image_file(file, folder / "h.jxl", lossless);
        CHECK(has_message(warnings_of(warnings), messages::jxl_half) == !finite);
        const ImageFile read = files::load(folder / "h.jxl");
        CHECK(read.parts[0].pixels.type == (finite ? PixelType::f16 : PixelType::f32));
        if (finite) CHECK(files::same_pixels(read, file));
        std::vector<float> floats_of(halves.size());
        OIIO::convert_pixel_values(OIIO::TypeHalf, halves.data(), OIIO::TypeFloat, floats_of.data(), 65536);
        const auto* const samples = reinterpret_cast<const float*>(read.parts[0].pixels.bytes.data.get());
        if (!finite) CHECK(std::memcmp(samples, floats_of.data(), 4 * floats_of.size()) == 0);
    }
}

TEST_CASE(
    "a lower quality takes fewer bytes; 100 is lossless; floats lose nothing unless a quality is given") {
    const files::Folder folder;
    const ImageFile file = files::picture({96, 64}, PixelType::u8, 3, [](int x, int y, int c) {
        return 0.5 + 0.3 * std::sin(x * (0.2 + c / 10.0)) * std::cos(y * 0.3) + (x * y % 7) / 50.0;
    });
    std::uintmax_t before = 0;
    for (const int quality : {1, 20, 50, 80, 95, 100}) {
        CAPTURE(quality);
        write_image_file(file, folder / "q.jxl", {.overwrite = true, .quality = quality});
        const std::uintmax_t now = std::filesystem::file_size(folder / "q.jxl");
        CHECK(now > before);
        before = now;
        CHECK(files::same_pixels(files::load(folder / "q.jxl"), file) == (quality == 100));
        CHECK(loses_by_writing(files::load(folder / "q.jxl"), "b.jxl", {}) == (quality < 100));
    }
    CHECK(compression_of(file, "b.jxl", {}) == "jxl:95");
    CHECK(compression_of(file, "b.jxl", {.compression = "jxl:40"}) == "jxl:40");
    write_image_file(file, folder / "a.jxl", {});
    const ImageFile read = files::load(folder / "a.jxl");
    CHECK(rms_difference(read, file) < 0.04);
    CHECK(loses_by_writing(read, "b.jxl", {}));
    const ImageFile floats = files::picture({30, 20}, PixelType::f16, 3, Alpha::straight);
    write_image_file(floats, folder / "f.jxl", {.overwrite = true});
    CHECK(files::same_pixels(files::load(folder / "f.jxl"), floats));
    CHECK(compression_of(floats, "b.jxl", {.quality = 90}) == "jxl:90");
}

TEST_CASE("floats that are not finite are clamped before they are coded with loss, with a warning") {
    const files::Folder folder;
    constexpr float infinite = std::numeric_limits<float>::infinity();
    std::vector<std::uint32_t> bits(4096);
    const std::vector<float> special{infinite, -infinite, std::nanf(""), 1e30F};
    for (std::size_t i = 0; i < bits.size(); ++i) {
        const float value = i < special.size() ? special[i] : 0.5F;
        std::memcpy(&bits[i], &value, sizeof value);
    }
    const ImageFile file = with_bits({64, 64}, PixelType::f32, bits);
    const Messages warnings = write_image_file(file, folder / "a.jxl", {.quality = 90});
    CHECK(has_message(warnings_of(warnings), messages::jxl_range, 4, 65504));
    const ImageFile read = files::load(folder / "a.jxl");
    const auto* const samples = reinterpret_cast<const float*>(read.parts[0].pixels.bytes.data.get());
    for (int i = 0; i < 4096; ++i) REQUIRE(std::isfinite(samples[i]));
}

TEST_CASE("an ICC profile stays byte for byte without loss; with loss the colours are those of the profile") {
    const files::Folder folder;
    for (const char* const name : {"Display P3", "Adobe RGB"})
        for (const bool keeps : {true, false}) {
            CAPTURE(name);
            CAPTURE(keeps);
            const std::string& icc = tagged::named(name).bytes;
            const Pixels pixels = tagged::picture({64, 64}, PixelType::u8, 3, [](int x, int y, int c) {
                return c == 0 ? x / 64.0 : c == 1 ? y / 64.0 : 0.4;
            });
            tagged::write(folder / "a.png", pixels, icc);
            const ImageFile file = files::load(folder / "a.png");
            CHECK(write_image_file(file, folder / "a.jxl", keeps ? lossless : WriteOptions{.overwrite = true})
                      .empty());
            const ImageFile read = files::load(folder / "a.jxl");
            CHECK(read.warnings.empty());
            const std::string own(profile_in(read.parts[0].pass_through->spec));
            if (keeps) CHECK(own == icc);
            CHECK(rms_difference(read, file) <= (keeps ? 0 : 0.015));
            CHECK(write_image_file(read, folder / "b.jxl", lossless).empty());
            CHECK(files::same_pixels(files::load(folder / "b.jxl"), read));
        }
}

TEST_CASE(
    "colours that libjxl names by numbers are kept so: P3, linear light, BT.2020, PQ and HLG; PQ of other primaries is refused") {
    const files::Folder folder;
    for (const auto& [primaries, transfer] :
         {std::pair(1, 13), {12, 13}, {1, 8}, {12, 8}, {9, 8}, {9, 1}, {9, 16}, {12, 18}}) {
        CAPTURE(primaries);
        CAPTURE(transfer);
        files::write_all(folder / "a.jxl", files::jxl_of(colours_of(primaries, transfer)));
        const ImageFile read = files::load(folder / "a.jxl");
        CHECK((read.parts[0].pixels.profile == nullptr) == (primaries == 1 && transfer == 13));
        CHECK(write_image_file(read, folder / "b.jxl", lossless).empty());
        const JxlFile again(folder / "b.jxl");
        REQUIRE(again.encoding);
        CHECK(points_of(*again.encoding) == CodePoints{primaries, transfer});
    }
    JxlColorEncoding other = colours_of(9, 16);
    other.white_point = JXL_WHITE_POINT_E;
    files::write_all(folder / "a.jxl", files::jxl_of(other));
    CHECK(has_message(files::read_error(folder / "a.jxl"), messages::dynamic_range, "PQ", 0));
    const ImageFile light = files::picture({20, 10}, PixelType::f32, 3, Alpha::none);
    write_image_file(light, folder / "l.jxl", lossless);
    CHECK(points_of(*JxlFile(folder / "l.jxl").encoding) == CodePoints{1, 8});
    CHECK(files::load(folder / "l.jxl").parts[0].pixels.profile == nullptr);
}

TEST_CASE("the orientation of a JPEG XL is that of its header, once, and EXIF follows it") {
    const files::Folder folder;
    const ImageFile plain = files::picture({24, 16}, PixelType::u8, 3, Alpha::none);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        CAPTURE(orientation);
        ImageFile file = files::picture({24, 16}, PixelType::u8, 3, Alpha::none);
        write_image_file(file, folder / "p.tif", {.overwrite = true});
        file = files::load(folder / "p.tif");
        file.parts[0].pass_through->spec["Orientation"] = orientation;
        write_image_file(file, folder / "a.jxl", lossless);
        CHECK(int(JxlFile(folder / "a.jxl").info.orientation) == orientation);
        const ImageFile read = files::load(folder / "a.jxl");
        CHECK(orientation_of_part(read) == orientation);
        CHECK(files::same_pixels(read, plain));
        CHECK(orientation_of(read.metadata->exif) == orientation);
        for (const char* const name : {"b.jpg", "b.png", "b.tif", "b.jxl"}) {
            CAPTURE(name);
            write_image_file(read, folder / name, {.overwrite = true});
            CHECK(orientation_of_part(files::load(folder / name)) == orientation);
        }
    }
}

TEST_CASE("associated alpha is read as straight alpha, with a warning") {
    const files::Folder folder;
    // By libjxl 0.11: 0.7 cannot write it. (50, 100, 128, 128), (255, 0, 10, 255), black, (20, 40, 60, 64).
    files::write_all(folder / "a.jxl",
                     files::from_hex("ff0a000006800150020810100088004b188b15525c564f362f4215"
                                     "5e9008828d0bc80060f237e2becf663515d904345400"));
    const ImageFile read = files::load(folder / "a.jxl");
    CHECK(has_message(warnings_of(read.warnings), messages::alpha_steps));
    CHECK(read.parts[0].pixels.alpha == Alpha::straight);
    const int expected[] = {100, 199, 255, 128, 255, 0, 10, 255, 0, 0, 0, 0, 80, 159, 239, 64};
    for (std::size_t i = 0; i < 16; ++i)
        CHECK(std::abs(255 * tagged::sample(read.parts[0].pixels, i) - expected[i]) <= 1);
}

TEST_CASE("associated light of pixels with alpha 0 is left out with a warning, and never becomes huge") {
    const files::Folder folder;
    // By libjxl 0.11: 16x8 floats of 0.5 with alpha 0, associated.
    files::write_all(
        folder / "a.jxl",
        files::from_hex(
            "0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c20000000096a786c6c0a000000"
            "516a786c63ff0ac1c90939088a160108101000e4004b12c5820552a073c618ec89313206133963ff15004c8b"
            "0000000e00804b5c0050150000c0f34300001000aa5e2d03000038000082e7024055"));
    const ImageFile read = files::load(folder / "a.jxl");
    CHECK(has_message(warnings_of(read.warnings), messages::jxl_glows));
    for (std::size_t i = 0; i < std::size_t(16 * 8 * 4); ++i)
        CHECK(tagged::sample(read.parts[0].pixels, i) == 0);
}

TEST_CASE(
    "a grey image with a profile of RGB is written in the colours of files without a profile, with a warning") {
    const files::Folder folder;
    ImageFile file = files::picture({8, 8}, PixelType::u8, 1, Alpha::none);
    write_image_file(file, folder / "grey.png", {});
    ImageFile grey = files::load(folder / "grey.png");
    put_profile(grey.parts[0].pass_through->spec, srgb_profile_bytes());
    const Messages warnings = write_image_file(grey, folder / "a.jxl", {});
    CHECK(std::ranges::any_of(warnings,
                              [](const Message& w) { return w.id == messages::profile_left_out.id; }));
    CHECK(files::load(folder / "a.jxl").parts[0].pixels.colours == 1);
}

TEST_CASE("channels other than colours and alpha are left out with a warning, and CMYK is refused") {
    const files::Folder folder;
    files::write_all(folder / "d.jxl",
                     files::jxl_of(colours_of(1, 13), {JXL_CHANNEL_ALPHA, JXL_CHANNEL_DEPTH}));
    const ImageFile read = files::load(folder / "d.jxl");
    CHECK(read.parts[0].pixels.channels() == 4);
    CHECK(has_message(warnings_of(read.warnings), messages::print_channels_lost, 1));
    files::write_all(folder / "k.jxl", files::jxl_of(colours_of(1, 13), {JXL_CHANNEL_BLACK}));
    CHECK(has_message(files::read_error(folder / "k.jxl"), messages::cmyk_samples, "JPEG XL"));
}

TEST_CASE("frames of an animation are read, and written with their times, as JPEG XL and as WebP") {
    const files::Folder folder;
    files::write_all(
        folder / "a.webp",
        files::animation(40, 24, 3, {{0, 40, 40, 51, 255}, {10, 20, 70, 204, 255}, {20, 20, 1000, 102, 0}}));
    const ImageFile file = files::load(folder / "a.webp");
    CHECK(write_image_file(file, folder / "a.jxl", lossless).empty());
    const ImageFile read = files::load(folder / "a.jxl");
    REQUIRE(read.parts.size() == 3);
    CHECK(files::same_pixels(read, file));
    CHECK(JxlFile(folder / "a.jxl").durations == std::vector<int>{40, 70, 1000});
    Decoder(folder / "a.jxl").check();
    CHECK(write_image_file(read, folder / "b.jxl", {}).empty());
    CHECK(files::same_pixels(files::load(folder / "b.jxl"), file));
    CHECK(write_image_file(read, folder / "b.webp", lossless).empty());
    CHECK(files::times_of(files::read_all(folder / "b.webp")) == files::WebpTimes{{40, 70, 1000}, 3});
}

TEST_CASE("10 and 12 bits stay as many from JPEG XL to JPEG XL") {
    const files::Folder folder;
    const ImageFile file =
        files::picture({20, 10}, PixelType::u16, 3, [](int x, int, int) { return x / 1023.0; });
    write_image_file(file, folder / "p.jxl", lossless);
    ImageFile read = files::load(folder / "p.jxl");
    read.parts[0].pass_through->spec["jpegxl:bits"] = 10;
    write_image_file(read, folder / "a.jxl", lossless);
    CHECK(JxlFile(folder / "a.jxl").info.bits_per_sample == 10);
    const ImageFile ten = files::load(folder / "a.jxl");
    for (std::size_t i = 0; i < 600; ++i)
        REQUIRE(std::abs(tagged::sample(ten.parts[0].pixels, i) - double(i / 3 % 20) / 1023) < 1e-5);
    write_image_file(ten, folder / "b.jxl", lossless);
    CHECK(files::same_pixels(files::load(folder / "b.jxl"), ten));
}

TEST_CASE("djxl reads what is written, and the samples of what it reads are the same") {
    if (std::system("command -v djxl >/dev/null") != 0) return test::skip("djxl is not installed");
    const files::Folder folder;
    for (const PixelType type : {PixelType::u8, PixelType::u16}) {
        const ImageFile file = files::picture({77, 43}, type, 3, Alpha::none);
        write_image_file(file, folder / "a.jxl", lossless);
        write_image_file(file, folder / "q.jxl", {.overwrite = true, .quality = 80});
        for (const std::string name : {"a", "q"}) {
            const std::string path = (folder / name).string();
            REQUIRE(std::system(("djxl '" + path + ".jxl' '" + path + ".ppm' >/dev/null 2>&1").c_str()) == 0);
            CHECK(files::same_pixels(files::load(folder / (name + ".ppm")),
                                     files::load(folder / (name + ".jxl"))));
        }
    }
}
