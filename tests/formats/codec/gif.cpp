// Tests reading of GIF, made byte by byte: every frame, and refusals. atrous does not write GIF.
#include "base/error.h"
#include "formats/dispatch/codecs.h"
#include "formats/gif/messages.h"
#include "support/files/io_files.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

constexpr std::size_t head_bytes = 13 + 3 * 256; ///< of a GIF, with its palette

/// Codes of 9 bits. The table is cleared before they would get longer.
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

/// Frames of palette indices. Entry i of the palette is (i, 255 - i, i / 2).
std::string gif(int width, int height, const std::vector<std::string>& frames) {
    std::string file = "GIF89a" + files::little(std::uint64_t(width), 2) +
                       files::little(std::uint64_t(height), 2) + "\xf7" + std::string(2, '\0');
    for (int i = 0; i < 256; ++i) file += {char(i), char(255 - i), char(i / 2)};
    for (const std::string& frame : frames) {
        file += std::string("\x21\xf9\x04\0\x0a\0\0\0", 8); // shown for a tenth of a second
        file += "," + std::string(4, '\0') + files::little(std::uint64_t(width), 2) +
                files::little(std::uint64_t(height), 2) + std::string(1, '\0');
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
    int frames_of_a_tenth = 0; // of a second: 100 ms, 12 bytes after the head of their chunk
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

TEST_CASE("a cut animation is refused if frames are lost; the blocks of real files are read") {
    const files::Folder folder;
    std::string whole = gif(4, 2, {std::string(8, '\1'), std::string(8, '\2'), std::string(8, '\3')});
    const std::size_t frame = (whole.size() - 1 - head_bytes) / 3, behind = whole.size() - 1;
    for (std::size_t length = 6; length < whole.size(); ++length) {
        CAPTURE(length);
        const bool ends_with_frame = length > head_bytes && (length - head_bytes) % frame == 0;
        CHECK(codec_named("gif").reader.check(FileView::of(whole.substr(0, length))).empty() ==
              ends_with_frame);
    }
    files::write_all(folder / "cut.gif", whole.substr(0, head_bytes + 2 * frame + 12));
    const std::string reason = files::read_error(folder / "cut.gif");
    CHECK(reason.find("truncated or damaged") != std::string::npos);
    CHECK(has_message(reason, messages::gif_cut, anything, anything, 2));
    CHECK_FALSE(codec_named("gif")
                    .reader.check(FileView::of(whole.substr(0, behind) + std::string(8, '\0') + "x;"))
                    .empty());
    // A comment, a table of the frame's own instead of the second frame's, and data after the end.
    std::string own_table = whole.substr(head_bytes + frame, frame);
    own_table[8 + 9] = char(0x87);
    own_table.insert(8 + 10, std::string(3 * 256, '\5'));
    whole.replace(head_bytes + frame, frame, std::string("\x21\xfe\2hi\0", 6) + own_table);
    for (const std::string& end :
         {std::string(";"), std::string(), std::string(3, '\0'), std::string(";more")}) {
        files::write_all(folder / "a.gif", whole.substr(0, whole.size() - 1) + end);
        CHECK(files::load(folder / "a.gif").parts.size() == 3);
    }
}

TEST_CASE(
    "an animation with a frame that is taken back (disposal 3) is refused, unless it is the last frame") {
    const files::Folder folder;
    const std::string whole = gif(4, 2, {std::string(8, '\1'), std::string(8, '\2'), std::string(8, '\3')});
    const std::size_t frame = (whole.size() - 1 - head_bytes) / 3;
    for (int disposal = 0; disposal < 8; ++disposal)
        for (std::size_t of = 0; of < 3; ++of) {
            CAPTURE(disposal);
            CAPTURE(of);
            std::string file = whole;
            file[head_bytes + of * frame + 3] = char(disposal << 2 | 1); // and a colour that is transparent
            const Message reason = codec_named("gif").reader.check(FileView::of(file));
            CHECK(reason.empty() == (disposal != 3 || of == 2));
            if (reason.empty()) continue;
            CHECK(reason == message(messages::gif_disposal, of + 1));
            CHECK(reason.text.find("convert in.gif -coalesce out.gif") != std::string::npos);
            files::write_all(folder / "a.gif", file);
            CHECK(files::read_error(folder / "a.gif").find("disposal") != std::string::npos);
        }
}

TEST_CASE("a GIF that is cut in its only frame is refused") {
    const files::Folder folder;
    const std::string whole = gif(40, 30, {std::string(1200, '\x05')});
    for (const double share : {0.1, 0.5, 0.9}) {
        CAPTURE(share);
        files::write_all(folder / "cut.gif", whole.substr(0, std::size_t(share * double(whole.size()))));
        CHECK_FALSE(files::read_error(folder / "cut.gif").empty());
    }
}
