// Tests JPEG XL through libjxl: exact samples, colours, metadata, orientation, animations, damage. djxl and
// jxlinfo compare where they are installed.
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
#include "support/files/tagged.h"
#include "support/files/webp_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <jxl/encode.h>
#include <limits>

using namespace atrous;

namespace {

const WriteOptions lossless{.overwrite = true, .compression = "lossless"};

std::string box(const std::string& name, const std::string& body) {
    return number_bytes(8 + body.size(), 4) + name + body;
}

/// The file as a container with these boxes before and after the image.
std::string with_boxes(const std::string& codestream, const std::string& before, const std::string& after) {
    REQUIRE(codestream.starts_with("\xff\x0a"));
    return std::string("\0\0\0\x0cJXL \r\n\x87\n", 12) + box("ftyp", std::string("jxl \0\0\0\0jxl ", 12)) +
           before + box("jxlc", codestream) + after;
}

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

/// A file that libjxl's encoder writes.
std::string file_of(JxlEncoder* encoder) {
    JxlEncoderCloseInput(encoder);
    std::string file(1'000'000, '\0');
    auto* next = reinterpret_cast<std::uint8_t*>(file.data());
    std::size_t left = file.size();
    REQUIRE(JxlEncoderProcessOutput(encoder, &next, &left) == JXL_ENC_SUCCESS);
    file.resize(file.size() - left);
    return file;
}

const std::uint8_t* bytes_of(const std::string& text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

void require(JxlEncoderStatus done) { REQUIRE(done == JXL_ENC_SUCCESS); }

/// 16 x 8 pixels, one sample of each extra channel, and XMP in a box that is compressed.
std::string encoded(const JxlColorEncoding& colours, const std::vector<JxlExtraChannelType>& extra = {},
                    const std::string& xmp = "") {
    const Held<JxlEncoder, JxlEncoderDestroy> encoder(JxlEncoderCreate(nullptr));
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = 16, info.ysize = 8, info.bits_per_sample = 8, info.uses_original_profile = JXL_TRUE;
    info.num_extra_channels = std::uint32_t(extra.size());
    require(JxlEncoderSetBasicInfo(encoder.get(), &info));
    if (!extra.empty()) require(JxlEncoderSetCodestreamLevel(encoder.get(), 10));
    require(JxlEncoderSetColorEncoding(encoder.get(), &colours));
    std::uint32_t index = 0;
    for (const JxlExtraChannelType type : extra) {
        JxlExtraChannelInfo channel;
        JxlEncoderInitExtraChannelInfo(type, &channel);
        channel.bits_per_sample = 8;
        require(JxlEncoderSetExtraChannelInfo(encoder.get(), index++, &channel));
    }
    if (!xmp.empty()) {
        require(JxlEncoderUseBoxes(encoder.get()));
        require(JxlEncoderAddBox(encoder.get(), "xml ", bytes_of(xmp), xmp.size(), JXL_TRUE));
        JxlEncoderCloseBoxes(encoder.get());
    }
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
    require(JxlEncoderSetFrameLossless(settings, JXL_TRUE));
    const JxlPixelFormat rgb{3, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0},
        one{1, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    const std::vector<std::uint8_t> samples(std::size_t(3 * 16 * 8), 100);
    require(JxlEncoderAddImageFrame(settings, &rgb, samples.data(), samples.size()));
    for (index = 0; index < extra.size(); ++index)
        require(JxlEncoderSetExtraChannelBuffer(settings, &one, samples.data(), 16 * 8, index));
    return file_of(encoder.get());
}

/// A JPEG that libjxl makes smaller, and can restore.
std::string recompressed(const std::string& jpeg) {
    const Held<JxlEncoder, JxlEncoderDestroy> encoder(JxlEncoderCreate(nullptr));
    require(JxlEncoderStoreJPEGMetadata(encoder.get(), JXL_TRUE));
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
    require(JxlEncoderAddJPEGFrame(settings, bytes_of(jpeg), jpeg.size()));
    return file_of(encoder.get());
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
    "colours that libjxl names by numbers are kept so: P3, linear light, BT.2020; PQ and HLG are refused") {
    const files::Folder folder;
    for (const auto& [primaries, transfer] : {std::pair(1, 13), {12, 13}, {1, 8}, {12, 8}, {9, 8}, {9, 1}}) {
        CAPTURE(primaries);
        CAPTURE(transfer);
        files::write_all(folder / "a.jxl", encoded(colours_of(primaries, transfer)));
        const ImageFile read = files::load(folder / "a.jxl");
        CHECK((read.parts[0].pixels.profile == nullptr) == (primaries == 1 && transfer == 13));
        CHECK(write_image_file(read, folder / "b.jxl", lossless).empty());
        const JxlFile again(folder / "b.jxl");
        REQUIRE(again.encoding);
        CHECK(points_of(*again.encoding) == CodePoints{primaries, transfer});
    }
    for (const int transfer : {16, 18}) {
        files::write_all(folder / "a.jxl", encoded(colours_of(9, transfer)));
        CHECK(files::read_error(folder / "a.jxl").find(transfer == 16 ? "PQ" : "HLG") != std::string::npos);
    }
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

TEST_CASE("EXIF of another orientation, or of none, gets the one of the header, and nothing else changes") {
    const files::Folder folder;
    const ImageFile plain = files::picture({24, 16}, PixelType::u8, 3, Alpha::none);
    ImageFile turned = files::picture({24, 16}, PixelType::u8, 3, Alpha::none);
    write_image_file(turned, folder / "p.tif", {});
    turned = files::load(folder / "p.tif");
    turned.parts[0].pass_through->spec["Orientation"] = 6;
    write_image_file(turned, folder / "turned.jxl", {.strip = true, .compression = "lossless"});
    const std::string codestream = files::read_all(folder / "turned.jxl");
    const std::string make("MM\0*\0\0\0\x08\0\1\1\x0f\0\2\0\0\0\6\0\0\0\x1a\0\0\0\0Maker\0", 32);
    for (const std::string& exif : {make, orientation_block(3)}) {
        files::write_all(folder / "a.jxl",
                         with_boxes(codestream, box("Exif", std::string(4, '\0') + exif), ""));
        const ImageFile read = files::load(folder / "a.jxl");
        CHECK(read.warnings.empty());
        CHECK(orientation_of(read.metadata->exif) == 6);
        CHECK(has_tag(read.metadata->exif, 0x10f) == (exif == make));
        write_image_file(read, folder / "a.jpg", {.overwrite = true});
        const ImageFile jpeg = files::load(folder / "a.jpg");
        CHECK(orientation_of_part(jpeg) == 6);
        if (exif == make && has_metadata_library())
            CHECK(jpeg.parts[0].pass_through->spec.get_string_attribute("Make") == "Maker");
    }
}

TEST_CASE("EXIF and XMP are kept, wherever their boxes lie; other boxes are left out with a warning") {
    const files::Folder folder;
    write_image_file(files::picture({24, 16}, PixelType::u8, 3, Alpha::none), folder / "p.jxl", lossless);
    const std::string codestream = files::read_all(folder / "p.jxl");
    const std::string exif("II*\0\x08\0\0\0\x01\0\x0f\x01\2\0\6\0\0\0\x1a\0\0\0\0\0\0\0Maker\0", 32);
    const std::string xmp = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>";
    const std::string boxes = box("Exif", std::string(4, '\0') + exif) + box("xml ", xmp);
    for (const bool behind : {false, true}) {
        files::write_all(folder / "a.jxl", with_boxes(codestream, behind ? "" : boxes, behind ? boxes : ""));
        const ImageFile read = files::load(folder / "a.jxl");
        CHECK(read.warnings.empty());
        CHECK(read.metadata->exif == exif);
        CHECK(read.metadata->xmp == xmp);
        CHECK(write_image_file(read, folder / "b.jxl", {.overwrite = true}).empty());
        const ImageFile again = files::load(folder / "b.jxl");
        CHECK(again.metadata->exif == exif);
        CHECK(again.metadata->xmp == xmp);
        WriteOptions strip = lossless;
        strip.strip = true;
        write_image_file(read, folder / "c.jxl", strip);
        CHECK(files::read_all(folder / "c.jxl") == codestream);
    }
    files::write_all(folder / "o.jxl", with_boxes(codestream, box("abcd", "data"), ""));
    const ImageFile other = files::load(folder / "o.jxl");
    CHECK(has_message(warnings_of(other.warnings), messages::jxl_box, "abcd"));
    CHECK(prints(files::refusal([&] { Decoder(folder / "o.jxl", {.replaced = true}); }),
                 line(messages::lost_for_good)));
    files::write_all(folder / "c.jxl", with_boxes(codestream, box("jumb", "jumdc2pa"), ""));
    CHECK(has_message(warnings_of(files::load(folder / "c.jxl").warnings), messages::credentials));
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

TEST_CASE("a file of very many boxes gives as many warnings as a person reads") {
    const files::Folder folder;
    write_image_file(files::picture({8, 8}, PixelType::u8, 3, Alpha::none), folder / "a.jxl", {});
    std::string boxes;
    for (int i = 0; i < 1000; ++i) boxes += box("abcd", "");
    files::write_all(folder / "b.jxl", with_boxes(files::read_all(folder / "a.jxl"), boxes, ""));
    CHECK(files::load(folder / "b.jxl").warnings.size() <= 21);
}

TEST_CASE("compressed boxes are read, and a JPEG that was recompressed is read as pixels, with a warning") {
    const files::Folder folder;
    std::string xmp = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">";
    for (int i = 0; i < 20'000; ++i) xmp += "<!-- a comment -->";
    xmp += "</x:xmpmeta>";
    files::write_all(folder / "a.jxl", encoded(colours_of(1, 13), {}, xmp));
    CHECK(files::read_all(folder / "a.jxl").find("brobxml ") != std::string::npos);
    CHECK(files::load(folder / "a.jxl").metadata->xmp == xmp);
    const ImageFile file =
        files::picture({48, 32}, PixelType::u8, 3, [](int x, int y, int) { return (x + y) / 80.0; });
    write_image_file(file, folder / "a.jpg", {});
    files::write_all(folder / "j.jxl", recompressed(files::read_all(folder / "a.jpg")));
    const ImageFile read = files::load(folder / "j.jxl"), jpeg = files::load(folder / "a.jpg");
    CHECK(has_message(warnings_of(read.warnings), messages::jxl_jpeg));
    CHECK(read.left_out == read.warnings);
    CHECK(loses_by_writing(read, "b.jxl", {}));
    for (std::size_t i = 0; i < 48 * 32 * 3; ++i)
        REQUIRE(std::abs(tagged::sample(read.parts[0].pixels, i) - tagged::sample(jpeg.parts[0].pixels, i)) <
                0.03);
}

TEST_CASE("channels other than colours and alpha are left out with a warning, and CMYK is refused") {
    const files::Folder folder;
    files::write_all(folder / "d.jxl", encoded(colours_of(1, 13), {JXL_CHANNEL_ALPHA, JXL_CHANNEL_DEPTH}));
    const ImageFile read = files::load(folder / "d.jxl");
    CHECK(read.parts[0].pixels.channels() == 4);
    CHECK(has_message(warnings_of(read.warnings), messages::print_channels_lost, 1));
    files::write_all(folder / "k.jxl", encoded(colours_of(1, 13), {JXL_CHANNEL_BLACK}));
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

TEST_CASE(
    "a cut JPEG XL is refused, and changed bits give an error or an image, never the end of the process") {
    const files::Folder folder;
    for (const bool keeps : {true, false}) {
        const ImageFile file = files::picture({90, 70}, PixelType::u8, 3, Alpha::straight);
        write_image_file(file, folder / "a.jxl", keeps ? lossless : WriteOptions{.overwrite = true});
        const std::string whole = files::read_all(folder / "a.jxl");
        for (std::size_t i = 0; i < 20; ++i) {
            CAPTURE(i);
            files::write_all(folder / "cut.jxl", whole.substr(0, 1 + whole.size() * i / 20));
            CHECK(files::read_error(folder / "cut.jxl") != "");
        }
        for (std::uint32_t i = 0; i < 200; ++i) {
            std::string bytes = whole;
            const std::size_t reach = i % 2 ? std::min<std::size_t>(bytes.size(), 64) : bytes.size();
            bytes[files::noise(i) % reach] ^= char(1 << files::noise(1000 + i) % 8);
            files::write_all(folder / "bad.jxl", bytes);
            const std::string reason = files::refusal([&] { files::load(folder / "bad.jxl"); });
            CHECK(reason.find("internal") == std::string::npos);
        }
    }
}

TEST_CASE("a header of a huge image is refused before memory is taken for it") {
    const files::Folder folder;
    const std::string head("\xff\x0a\xfe\xff\xff\xff\x7f\xff\xff\xff", 10); // sides of 30 bits
    files::write_all(folder / "a.jxl", head + std::string(100, '\x55'));
    CHECK(files::refusal([&] { Decoder(folder / "a.jxl", {.max_opening = std::uint64_t(1) << 30}); }) != "");
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
