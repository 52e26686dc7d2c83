// PSD, which is read alone: the merged picture; made byte by byte.
#include "base/error.h"
#include "formats/psd/psd_merged.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/files/tiff_file.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

std::string number(std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += char(value >> 8 * (bytes - 1 - i) & 255);
    return text;
}

/// The merged picture of a file with these layers, or none: planes of big-endian samples.
std::string psd(int width, int height, int channels, int mode, int bits, const std::string& planes,
                const std::string& layers = {}) {
    return "8BPS" + number(1, 2) + std::string(6, '\0') + number(channels, 2) + number(height, 4) +
           number(width, 4) + number(bits, 2) + number(mode, 2) + std::string(8, '\0') +
           number(std::uint32_t(layers.size()), 4) + layers + std::string(2, '\0') + planes;
}

/// Two layers whose channels are zipped, which OpenImageIO does not read; `count` is -2 where the merged picture has transparency.
std::string zipped_layers(int width, int height, int count) {
    const std::string zipped = number(2, 2) + std::string("not even zlib's");
    const std::string record = std::string(8, '\0') + number(height, 4) + number(width, 4) + number(1, 2) +
                               number(0, 2) + number(std::uint32_t(zipped.size()), 4) + "8BIMnorm" +
                               std::string("\xff\0\0\0", 4) + number(12, 4) + std::string(12, '\0');
    std::string info = number(std::uint32_t(count), 2) + record + record + zipped + zipped;
    info += std::string(info.size() % 2, '\0');
    return number(std::uint32_t(info.size()), 4) + info + std::string(4, '\0');
}

/// A PSD of CMYK with a profile, and its inks, of 255.
struct InksOfPsd {
    int bits = 8, channels = 4;
    bool packs = false, large = false; ///< by PackBits; a PSB
};
constexpr Size inks_size{5, 3};
int ink(int x, int y, int c) { return c == 3 ? 40 * y : 60 * x; }

std::string cmyk_psd(const InksOfPsd& made) {
    std::string planes, lengths;
    for (int c = 0; c < made.channels; ++c)
        for (int y = 0; y < inks_size.height; ++y) {
            std::string row;
            for (int x = 0; x < inks_size.width; ++x)
                row += number(std::uint32_t(255 - ink(x, y, c)) * (made.bits == 16 ? 257 : 1), made.bits / 8);
            if (made.packs && c == 3) // bytes that are one
                row = {char(1 - int(row.size())), row[0]};
            else if (made.packs) // nothing, a byte, the others
                row = std::string{'\x80', '\0', row[0]} + char(row.size() - 2) + row.substr(1);
            if (made.packs) lengths += number(std::uint32_t(row.size()), made.large ? 4 : 2);
            planes += row;
        }
    const std::string icc = tagged::press();
    const std::string resource =
        "8BIM" + number(1039, 2) + number(0, 2) + number(std::uint32_t(icc.size()), 4) + icc;
    std::string file = psd(inks_size.width, inks_size.height, made.channels, 4, made.bits, "");
    file[5] = made.large ? '\2' : '\1';
    file.replace(30, 4, number(std::uint32_t(resource.size()), 4) + resource);
    file.insert(file.size() - 2, made.large ? 4 : 0, '\0'); // of the layers' length
    file.back() = made.packs ? '\1' : '\0';
    return file + lengths + planes;
}

} // namespace

TEST_CASE("a PSD: the merged picture, of 8 and 16 bits, grey and colours") {
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

TEST_CASE(
    "a PSD with zipped layers: the merged picture, with its transparency where there is one, and a word") {
    const files::Folder folder;
    const std::string planes = std::string(48, '\x50') + std::string(48, '\x60') + std::string(48, '\x70'),
                      opaque(48, '\xff');
    files::write_all(folder / "a.psd", psd(8, 6, 3, 3, 8, planes, zipped_layers(8, 6, 2)));
    const ImageFile file = files::load(folder / "a.psd");
    const Pixels& pixels = file.parts[0].pixels;
    REQUIRE(pixels.size == Size{8, 6});
    CHECK(pixels.alpha == Alpha::none);
    CHECK(pixels.at(3, 2)[0] == std::byte(0x50));
    CHECK(pixels.at(7, 5)[2] == std::byte(0x70));
    REQUIRE(file.warnings.size() == 1);
    CHECK(file.warnings[0].ends_with(
        "its layers are flattened: the picture that they make is read (said once)"));
    files::write_all(folder / "b.psd", psd(8, 6, 4, 3, 8, planes + opaque, zipped_layers(8, 6, -2)));
    const ImageFile clear = files::load(folder / "b.psd");
    CHECK(clear.parts[0].pixels.alpha == Alpha::straight);
    CHECK(clear.parts[0].pixels.at(3, 2)[1] == std::byte(0x60));
    files::write_all(folder / "c.psd", psd(8, 6, 4, 3, 8, planes + opaque, zipped_layers(8, 6, 2)));
    const ImageFile selection = files::load(folder / "c.psd");
    CHECK(selection.parts[0].pixels.alpha == Alpha::none);
    REQUIRE(selection.warnings.size() == 2);
    CHECK(selection.warnings[1].find("no saved selections") != std::string::npos);
}

TEST_CASE("blocks behind a PSB's layers that end beyond them, by a length that wraps, end the search") {
    const files::Folder folder;
    // No layers, no mask; a block that begins 13 bytes before the end and says that it goes back to where it began.
    const std::string block = "8BIMLMsk" + number(0xffffffff, 4) + number(0xfffffff0, 4);
    const std::string layers = std::string(8 + 4, '\0') + block.substr(0, 13);
    std::string file = psd(8, 6, 3, 3, 8, std::string(144, '\x50'));
    file[5] = 2; // a PSB
    constexpr std::size_t length_at = 26 + 4 + 4;
    file.replace(length_at, 4,
                 number(0, 4) + number(std::uint32_t(layers.size()), 4) + layers + block.substr(13));
    files::write_all(folder / "a.psb", file);
    CHECK(MergedPsd(folder / "a.psb").layers() == 0);
}

TEST_CASE(
    "a PSD of CMYK becomes sRGB by its profile, of 8 and 16 bits, packed or not; without a word it is refused") {
    const files::Folder folder;
    ReadOptions options;
    options.to_rgb = true;
    for (const InksOfPsd& row :
         {InksOfPsd{}, {16}, {8, 5}, {8, 4, true}, {16, 5, true}, {8, 4, false, true}, {16, 5, true, true}}) {
        CAPTURE(row.bits);
        CAPTURE(row.channels);
        CAPTURE(row.packs);
        CAPTURE(row.large);
        const std::string file = cmyk_psd(row);
        files::write_all(folder / "a.psd", file);
        std::string samples;
        for (int y = 0; y < inks_size.height; ++y)
            for (int x = 0; x < inks_size.width; ++x)
                for (int c = 0; c < 4; ++c)
                    samples +=
                        files::little(std::uint64_t(ink(x, y, c)) * (row.bits == 16 ? 257 : 1), row.bits / 8);
        files::write_all(folder / "a.tif",
                         files::tiff_file(inks_size.width, inks_size.height, 4, row.bits, 5, samples,
                                          {files::bytes_tag(34675, tagged::press())}));
        const ImageFile read = Decoder(folder / "a.psd", options).read();
        CHECK(files::same_pixels(read, Decoder(folder / "a.tif", options).read()));
        CHECK_NOTHROW(Decoder(folder / "a.psd", options).check());
        CHECK(read.parts[0].pixels.profile != nullptr);
        REQUIRE(read.warnings.size() == (row.channels == 4 ? 1U : 2U));
        CHECK(read.warnings.back().find("is converted from CMYK to sRGB") != std::string::npos);
        if (row.channels == 5)
            CHECK(read.warnings[0].find("neither transparency nor saved selections") != std::string::npos);
        CHECK(files::read_error(folder / "a.psd")
                  .find("is a CMYK image; --cmyk rgb converts it to RGB by its profile") !=
              std::string::npos);
        if (row.channels > 4) continue;
        files::write_all(folder / "cut.psd", file.substr(0, file.size() - 1));
        for (const bool whole : {false, true})
            CHECK(files::refusal([&] {
                      Decoder cut(folder / "cut.psd", options);
                      whole ? void(cut.read()) : cut.check();
                  }).find("truncated or damaged") != std::string::npos);
    }
}

TEST_CASE("refused: a PSD of CMYK, and cut ones") {
    const files::Folder folder;
    for (const auto& [mode, colours] :
         {std::pair(4, "CMYK"), std::pair(9, "Lab"), std::pair(7, "multichannel"), std::pair(2, "indexed")}) {
        files::write_all(folder / "other.psd", psd(8, 8, 4, mode, 8, std::string(256, 'a')));
        CHECK(files::read_error(folder / "other.psd").find(colours) != std::string::npos);
    }
    const std::string lying = psd(8, 8, 3, 3, 8, std::string(192, 'a'));
    for (const std::size_t at : {26, 30, 34}) { // lengths of sections
        std::string file = lying;
        file[at] = '\x7f';
        files::write_all(folder / "lying.psd", file);
        CHECK(files::read_error(folder / "lying.psd").find("are said to take") != std::string::npos);
    }
    const std::string whole = psd(40, 30, 3, 3, 8, std::string(3600, 'a'));
    for (const double share : {0.1, 0.5, 0.9}) {
        CAPTURE(share);
        files::write_all(folder / "cut.psd", whole.substr(0, std::size_t(share * double(whole.size()))));
        CHECK_FALSE(files::read_error(folder / "cut.psd").empty());
    }
}
