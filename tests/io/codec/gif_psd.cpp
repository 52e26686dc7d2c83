// GIF and PSD, which are read alone: every frame, the merged picture; made byte by byte.
#include "base/error.h"
#include "io/check/check.h"
#include "io/codec/read/psd_merged.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/files/tiff_file.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

std::string number(std::uint32_t value, int bytes, bool big) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += char(value >> 8 * (big ? bytes - 1 - i : i) & 255);
    return text;
}

constexpr std::size_t head_bytes = 13 + 3 * 256; ///< of a GIF, with its palette

/// Codes of 9 bits; the table is cleared before they would get longer.
std::string gif_codes(const std::string& indices) {
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    const auto put = [&](std::uint32_t code) {
        bits |= code << count;
        for (count += 9; count >= 8; count -= 8, bits >>= 8) bytes += char(bits & 255);
    };
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (i % 200 == 0) put(256);
        put(static_cast<unsigned char>(indices[i]));
    }
    put(257);
    if (count > 0) bytes += char(bits & 255);
    return bytes;
}

/// Frames of palette indices; entry i of the palette is (i, 255 - i, i / 2).
std::string gif(int width, int height, const std::vector<std::string>& frames) {
    std::string file =
        "GIF89a" + number(width, 2, false) + number(height, 2, false) + "\xf7" + std::string(2, '\0');
    for (int i = 0; i < 256; ++i) file += {char(i), char(255 - i), char(i / 2)};
    for (const std::string& frame : frames) {
        file += std::string("\x21\xf9\x04\0\x0a\0\0\0", 8); // shown for a tenth of a second
        file += "," + std::string(4, '\0') + number(width, 2, false) + number(height, 2, false) +
                std::string(1, '\0');
        file += '\x08';
        const std::string codes = gif_codes(frame);
        for (std::size_t at = 0; at < codes.size(); at += 255) {
            const std::string block = codes.substr(at, 255);
            file += char(block.size()) + block;
        }
        file += '\0';
    }
    return file + ";";
}

/// The merged picture of a file with these layers, or none: planes of big-endian samples.
std::string psd(int width, int height, int channels, int mode, int bits, const std::string& planes,
                const std::string& layers = {}) {
    return "8BPS" + number(1, 2, true) + std::string(6, '\0') + number(channels, 2, true) +
           number(height, 4, true) + number(width, 4, true) + number(bits, 2, true) + number(mode, 2, true) +
           std::string(8, '\0') + number(std::uint32_t(layers.size()), 4, true) + layers +
           std::string(2, '\0') + planes;
}

/// Two layers whose channels are zipped, which OpenImageIO does not read; `count` is -2 where the merged picture has transparency.
std::string zipped_layers(int width, int height, int count) {
    const std::string zipped = number(2, 2, true) + std::string("not even zlib's");
    const std::string record = std::string(8, '\0') + number(height, 4, true) + number(width, 4, true) +
                               number(1, 2, true) + number(0, 2, true) +
                               number(std::uint32_t(zipped.size()), 4, true) + "8BIMnorm" +
                               std::string("\xff\0\0\0", 4) + number(12, 4, true) + std::string(12, '\0');
    std::string info = number(std::uint32_t(count), 2, true) + record + record + zipped + zipped;
    info += std::string(info.size() % 2, '\0');
    return number(std::uint32_t(info.size()), 4, true) + info + std::string(4, '\0');
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
                row += number(std::uint32_t(255 - ink(x, y, c)) * (made.bits == 16 ? 257 : 1), made.bits / 8,
                              true);
            if (made.packs && c == 3) // bytes that are one
                row = {char(1 - int(row.size())), row[0]};
            else if (made.packs) // nothing, a byte, the others
                row = std::string{'\x80', '\0', row[0]} + char(row.size() - 2) + row.substr(1);
            if (made.packs) lengths += number(std::uint32_t(row.size()), made.large ? 4 : 2, true);
            planes += row;
        }
    const std::string icc = tagged::press();
    const std::string resource = "8BIM" + number(1039, 2, true) + number(0, 2, true) +
                                 number(std::uint32_t(icc.size()), 4, true) + icc;
    std::string file = psd(inks_size.width, inks_size.height, made.channels, 4, made.bits, "");
    file[5] = made.large ? '\2' : '\1';
    file.replace(30, 4, number(std::uint32_t(resource.size()), 4, true) + resource);
    file.insert(file.size() - 2, made.large ? 4 : 0, '\0'); // of the layers' length
    file.back() = made.packs ? '\1' : '\0';
    return file + lengths + planes;
}

} // namespace

TEST_CASE("a GIF: all of its frames with their palette's colours, as pages of a TIFF") {
    const files::Folder folder;
    std::vector<std::string> frames(3, std::string(40 * 30, '\0'));
    for (std::size_t f = 0; f < 3; ++f)
        for (std::size_t i = 0; i < frames[f].size(); ++i)
            frames[f][i] = char(files::noise(std::uint32_t(7 * i + f)));
    files::write_all(folder / "a.gif", gif(40, 30, frames));
    CHECK(can_read("a.gif"));
    CHECK_FALSE(can_write("a.gif"));
    ImageFile file = files::load(folder / "a.gif");
    REQUIRE(file.parts.size() == 3);
    files::resave(folder / "a.gif", folder / "a.tif");
    files::resave(folder / "a.gif", folder / "a.webp");
    const std::string moving = files::read_all(folder / "a.webp");
    int frames_of_a_tenth = 0; // of a second: 100 ms, 12 bytes behind the head of their chunk
    for (std::size_t at = moving.find("ANMF"); at != std::string::npos; at = moving.find("ANMF", at + 1))
        frames_of_a_tenth += moving.compare(at + 8 + 12, 3, std::string("\x64\0\0", 3)) == 0;
    CHECK(frames_of_a_tenth == 3);
    const std::size_t shown = moving.find("ANIM") + 8 + 4; // a GIF that does not say how often is shown once
    CHECK(moving.substr(shown, 2) == std::string("\x01\0", 2));
    const ImageFile pages = files::load(folder / "a.tif");
    REQUIRE(pages.parts.size() == 3);
    int wrong = 0;
    for (std::size_t f = 0; f < 3; ++f)
        for (const ImageFile* of : {const_cast<const ImageFile*>(&file), &pages}) {
            const Pixels& pixels = of->parts[f].pixels;
            REQUIRE(pixels.size == Size{40, 30});
            REQUIRE(pixels.colours == 3);
            for (std::size_t i = 0; i < frames[f].size(); ++i) {
                const std::byte* at = pixels.bytes.data.get() + i * pixels.pixel_bytes();
                const int index = static_cast<unsigned char>(frames[f][i]);
                wrong += at[0] != std::byte(index) || at[1] != std::byte(255 - index) ||
                         at[2] != std::byte(index / 2);
            }
        }
    CHECK(wrong == 0);
}

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
    const std::string block = "8BIMLMsk" + number(0xffffffff, 4, true) + number(0xfffffff0, 4, true);
    const std::string layers = std::string(8 + 4, '\0') + block.substr(0, 13);
    std::string file = psd(8, 6, 3, 3, 8, std::string(144, '\x50'));
    file[5] = 2; // a PSB
    constexpr std::size_t length_at = 26 + 4 + 4;
    file.replace(length_at, 4,
                 number(0, 4, true) + number(std::uint32_t(layers.size()), 4, true) + layers +
                     block.substr(13));
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

TEST_CASE(
    "refused: an animation that is cut, where it lost the frames behind; what real files have is read") {
    const files::Folder folder;
    std::string whole = gif(4, 2, {std::string(8, '\1'), std::string(8, '\2'), std::string(8, '\3')});
    const std::size_t frame = (whole.size() - 1 - head_bytes) / 3, behind = whole.size() - 1;
    for (std::size_t length = 6; length < whole.size(); ++length) {
        CAPTURE(length);
        const bool ends_with_frame = length > head_bytes && (length - head_bytes) % frame == 0;
        CHECK(check_gif(FileView::of(whole.substr(0, length))).empty() == ends_with_frame);
    }
    files::write_all(folder / "cut.gif", whole.substr(0, head_bytes + 2 * frame + 12));
    const std::string why = files::read_error(folder / "cut.gif");
    CHECK(why.find("truncated or damaged") != std::string::npos);
    CHECK(why.find("behind 2 whole frames") != std::string::npos);
    CHECK_FALSE(check_gif(FileView::of(whole.substr(0, behind) + std::string(8, '\0') + "x;")).empty());
    // A comment, a table of the frame's own in place of the second frame's, and what lies behind the end.
    std::string own_table = whole.substr(head_bytes + frame, frame);
    own_table[8 + 9] = char(0x80);
    own_table.insert(8 + 10, "\1\2\3\4\5\6");
    whole.replace(head_bytes + frame, frame, std::string("\x21\xfe\2hi\0", 6) + own_table);
    for (const std::string& end :
         {std::string(";"), std::string(), std::string(3, '\0'), std::string(";more")}) {
        files::write_all(folder / "a.gif", whole.substr(0, whole.size() - 1) + end);
        CHECK(files::load(folder / "a.gif").parts.size() == 3);
    }
}

TEST_CASE("refused: an animation with a frame that is taken back (disposal 3), unless it is the last one") {
    const files::Folder folder;
    const std::string whole = gif(4, 2, {std::string(8, '\1'), std::string(8, '\2'), std::string(8, '\3')});
    const std::size_t frame = (whole.size() - 1 - head_bytes) / 3;
    for (int disposal = 0; disposal < 8; ++disposal)
        for (std::size_t of = 0; of < 3; ++of) {
            CAPTURE(disposal);
            CAPTURE(of);
            std::string file = whole;
            file[head_bytes + of * frame + 3] = char(disposal << 2 | 1); // and a colour that is transparent
            const std::string why = check_gif(FileView::of(file));
            CHECK(why.empty() == (disposal != 3 || of == 2));
            if (why.empty()) continue;
            CHECK(why.find("its frame " + std::to_string(of + 1) + " is taken back") != std::string::npos);
            CHECK(why.find("convert in.gif -coalesce out.gif") != std::string::npos);
            files::write_all(folder / "a.gif", file);
            CHECK(files::read_error(folder / "a.gif").find("disposal") != std::string::npos);
        }
}

TEST_CASE("refused: a PSD of CMYK, and cut GIFs and PSDs") {
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
    const std::string whole = gif(40, 30, {std::string(1200, '\x05')}),
                      other = psd(40, 30, 3, 3, 8, std::string(3600, 'a'));
    for (const double share : {0.1, 0.5, 0.9}) {
        CAPTURE(share);
        files::write_all(folder / "cut.gif", whole.substr(0, std::size_t(share * double(whole.size()))));
        CHECK_FALSE(files::read_error(folder / "cut.gif").empty());
        files::write_all(folder / "cut.psd", other.substr(0, std::size_t(share * double(other.size()))));
        CHECK_FALSE(files::read_error(folder / "cut.psd").empty());
    }
}
