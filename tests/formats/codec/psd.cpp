// Tests reading of PSD, made byte by byte: the merged image. atrous does not write PSD.
#include "base/error.h"
#include "formats/psd/messages.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// The merged image of a file with these layers, or none: planes of big-endian samples.
std::string psd(int width, int height, int channels, int mode, int bits, const std::string& planes,
                const std::string& layers = {}) {
    return "8BPS" + number_bytes(1, 2) + std::string(6, '\0') + number_bytes(channels, 2) +
           number_bytes(height, 4) + number_bytes(width, 4) + number_bytes(bits, 2) + number_bytes(mode, 2) +
           std::string(8, '\0') + number_bytes(std::uint32_t(layers.size()), 4) + layers +
           std::string(2, '\0') + planes;
}

/// Two layers. OpenImageIO does not read zipped ones. `count` is -2 if the merged image has transparency.
std::string two_layers(int width, int height, int count, bool zip = false) {
    const std::string zipped = zip ? number_bytes(2, 2) + "not even zlib's"
                                   : number_bytes(0, 2) + std::string(std::size_t(width * height), 'x');
    const std::string record = std::string(8, '\0') + number_bytes(height, 4) + number_bytes(width, 4) +
                               number_bytes(1, 2) + number_bytes(0, 2) +
                               number_bytes(std::uint32_t(zipped.size()), 4) + "8BIMnorm" +
                               std::string("\xff\0\0\0", 4) + number_bytes(12, 4) + std::string(12, '\0');
    std::string info = number_bytes(std::uint32_t(count), 2) + record + record + zipped + zipped;
    info += std::string(info.size() % 2, '\0');
    return number_bytes(std::uint32_t(info.size()), 4) + info + std::string(4, '\0');
}

} // namespace

TEST_CASE("a PSD: the merged image, of 8 and 16 bits, grey and colours") {
    const files::Folder folder;
    const struct { int channels, mode, bits; } rows[] = {{3, 3, 8}, {1, 1, 8}, {3, 3, 16}};
    for (const auto& [channels, mode, bits] : rows) {
        CAPTURE(channels);
        CAPTURE(bits);
        std::string planes;
        for (int i = 0; i < 40 * 30 * channels * bits / 8; ++i)
            planes += char(files::noise(std::uint32_t(i)));
        files::write_all(folder / "a.psd", psd(40, 30, channels, mode, bits, planes));
        CHECK_FALSE(can_write("a.psd"));
        const ImageFile file = files::load(folder / "a.psd");
        REQUIRE(file.parts.size() == 1);
        const Pixels& pixels = file.parts[0].pixels;
        REQUIRE(pixels.size == Size{40, 30});
        REQUIRE(pixels.colours == channels);
        REQUIRE(sample_bytes(pixels.type) == std::size_t(bits / 8));
        int wrong = 0;
        for (int c = 0; c < channels; ++c)
            for (int i = 0; i < 40 * 30; ++i) {
                const std::byte* at = pixels.bytes.data.get() + std::size_t(i) * pixels.pixel_bytes() +
                                      std::size_t(c * bits / 8);
                const char* own = &planes[std::size_t((c * 40 * 30 + i) * bits / 8)];
                wrong += bits == 8 ? at[0] != std::byte(own[0])
                                   : at[0] != std::byte(own[1]) || at[1] != std::byte(own[0]);
            }
        CHECK(wrong == 0);
    }
}

TEST_CASE("a PSD with layers: the merged image, with its transparency if there is one, and a warning") {
    const files::Folder folder;
    const std::string planes = std::string(48, '\x50') + std::string(48, '\x60') + std::string(48, '\x70'),
                      opaque(48, '\xff');
    files::write_all(folder / "a.psd", psd(8, 6, 3, 3, 8, planes, two_layers(8, 6, 2)));
    const ImageFile file = files::load(folder / "a.psd");
    const Pixels& pixels = file.parts[0].pixels;
    REQUIRE(pixels.size == Size{8, 6});
    CHECK(pixels.alpha == Alpha::none);
    CHECK(pixels.at(3, 2)[0] == std::byte(0x50));
    CHECK(pixels.at(7, 5)[2] == std::byte(0x70));
    REQUIRE(file.warnings.size() == 1);
    CHECK(is_message(file.warnings[0], messages::psd_layers));
    CHECK(file.warnings[0].frequency == Frequency::once);
    files::write_all(folder / "b.psd", psd(8, 6, 4, 3, 8, planes + opaque, two_layers(8, 6, -2)));
    const ImageFile clear = files::load(folder / "b.psd");
    CHECK(clear.parts[0].pixels.alpha == Alpha::straight);
    CHECK(clear.parts[0].pixels.at(3, 2)[1] == std::byte(0x60));
    files::write_all(folder / "c.psd", psd(8, 6, 4, 3, 8, planes + opaque, two_layers(8, 6, 2)));
    const ImageFile selection = files::load(folder / "c.psd");
    CHECK(selection.parts[0].pixels.alpha == Alpha::none);
    REQUIRE(selection.warnings.size() == 2);
    CHECK(is_message(selection.warnings[1], messages::psd_channels));
    files::write_all(folder / "d.psd", psd(8, 6, 3, 3, 8, planes, two_layers(8, 6, 2, true)));
    if (OIIO_VERSION < 20500) // newer ones read the merged image, whatever the layers are
        CHECK(files::read_error(folder / "d.psd").find("save it as RGB without layers") != std::string::npos);
    else
        CHECK(files::load(folder / "d.psd").parts[0].pixels.at(7, 5)[2] == std::byte(0x70));
}

TEST_CASE("a PSD of CMYK, and cut ones, are refused") {
    const files::Folder folder;
    for (const auto& [mode, colours] :
         {std::pair(4, "CMYK"), std::pair(9, "Lab"), std::pair(7, "multichannel"), std::pair(2, "indexed")}) {
        files::write_all(folder / "other.psd", psd(8, 8, 4, mode, 8, std::string(256, 'a')));
        CHECK(files::read_error(folder / "other.psd").find(words(messages::psd_colours, colours)) !=
              std::string::npos);
    }
    const std::string lying = psd(8, 8, 3, 3, 8, std::string(192, 'a'));
    for (const std::size_t at : {26, 30, 34}) { // lengths of sections
        std::string file = lying;
        file[at] = '\x7f';
        files::write_all(folder / "lying.psd", file);
        CHECK(files::read_error(folder / "lying.psd").find("is truncated or damaged: its ") !=
              std::string::npos);
    }
    const std::string whole = psd(40, 30, 3, 3, 8, std::string(3600, 'a'));
    for (const double share : {0.1, 0.5, 0.9}) {
        CAPTURE(share);
        files::write_all(folder / "cut.psd", whole.substr(0, std::size_t(share * double(whole.size()))));
        CHECK_FALSE(files::read_error(folder / "cut.psd").empty());
    }
}
