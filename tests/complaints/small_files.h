// Makes files for the tests of small formats byte by byte, and runs the program on them.
#pragma once
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include <algorithm>

namespace atrous::test {

using files::little;
using namespace std::string_literals;

constexpr const char* plain_run = "enhance --preset neutral --log none ";
constexpr int side = 8, area = side * side;

using atrous::number_bytes;

/// Returns a byte for each pixel: 0 to 3 in turn, and `last` for the last pixel.
inline std::string indices(int last) {
    std::string bytes;
    for (int i = 0; i < area; ++i) bytes += char(i % 4);
    bytes.back() = char(last);
    return bytes;
}

/// Colours of a palette: i, 100 + i, 200 + i. Blue, green and red in a Targa.
inline std::string palette(int colours) {
    std::string bytes;
    for (int i = 0; i < colours; ++i) bytes += {char(i), char(100 + i), char(200 + i)};
    return bytes;
}

struct TargaFile {
    int kind = 1, bits = 8, first = 0, colours = 4, layout = 0x20;
    std::string samples = indices(3);
};

inline std::string targa_bytes(const TargaFile& file) {
    return ""s + char(0) + char(file.kind % 8 == 1) + char(file.kind) + little(std::uint64_t(file.first), 2) +
           little(std::uint64_t(file.colours), 2) + char(24) + std::string(4, '\0') + little(side, 2) +
           little(side, 2) + char(file.bits) + char(file.layout) + palette(file.colours) + file.samples;
}

/// Codes of 9 bits for a frame of 8 x 8. `local`: the frame has its own palette.
inline std::string gif_bytes(int colours_log2, const std::string& pixels, bool local = false) {
    const std::string table = palette(1 << colours_log2);
    const char flags = char(0x80 | (colours_log2 - 1));
    std::string file =
        "GIF89a" + little(side, 2) + little(side, 2) + (local ? '\0' : flags) + std::string(2, '\0');
    if (!local) file += table;
    file += ","s + std::string(4, '\0') + little(side, 2) + little(side, 2) + (local ? flags : '\0');
    if (local) file += table;
    std::uint32_t bits = 0;
    int count = 0;
    std::string codes;
    const auto put = [&](std::uint32_t code) {
        bits |= code << count;
        for (count += 9; count >= 8; count -= 8, bits >>= 8) codes += char(bits & 255);
    };
    put(256);
    for (const char pixel : pixels) put(static_cast<unsigned char>(pixel));
    put(257);
    codes += char(bits & 255);
    return file + '\x08' + char(codes.size()) + codes + '\0' + ';';
}

struct BmpFile {
    int bits = 32, compression = 0, header = 40;
    std::uint32_t masks[4] = {0xff0000, 0xff00, 0xff, 0};
    std::string pixel{10, 20, 30, 0};
};

inline std::string bmp_bytes(const BmpFile& file) {
    const bool masked = file.compression == 3 || file.header > 40;
    const int begin = 14 + std::max(file.header, masked ? 52 : 40);
    std::string head = little(std::uint64_t(file.header), 4) + little(side, 4) + little(side, 4) +
                       little(1, 2) + little(std::uint64_t(file.bits), 2) +
                       little(std::uint64_t(file.compression), 4) + std::string(20, '\0');
    for (int i = 0; masked && i < (file.header > 40 ? 4 : 3); ++i) head += little(file.masks[i], 4);
    head.resize(std::size_t(begin - 14), '\0');
    std::string all = "BM" + little(0, 4) + little(0, 4) + little(std::uint64_t(begin), 4) + head;
    for (int i = 0; i < area; ++i) all += file.pixel;
    return all;
}

struct DpxFile {
    int bits = 10, packing = 1, encoding = 0, transfer = 0, orientation = 0;
};

/// RGB of 8 x 8 in big-endian words of 4 bytes (10 bits, packing 1 and 2), 16 bits, or bytes.
inline std::string dpx_bytes(const DpxFile& file) {
    std::string all(2048, '\0');
    const auto put = [&](std::size_t at, std::uint64_t value, int bytes) {
        all.replace(at, std::size_t(bytes), number_bytes(value, bytes));
    };
    const std::string samples(std::size_t(area * (file.bits == 8 ? 3 : file.bits == 10 ? 4 : 6)), '\x40');
    put(0, 0x53445058, 4), put(4, 2048, 4), put(8, 0x56312e30, 4), put(16, 2048 + samples.size(), 4);
    put(24, 1664, 4), put(28, 384, 4), put(768, std::uint64_t(file.orientation), 2), put(770, 1, 2),
        put(772, side, 4), put(776, side, 4);
    put(800, 50, 1), put(801, std::uint64_t(file.transfer), 1), put(803, std::uint64_t(file.bits), 1);
    put(804, std::uint64_t(file.packing), 2), put(806, std::uint64_t(file.encoding), 2), put(808, 2048, 4);
    return all + samples;
}

/// A Radiance file of 8 x 8 whose pixels are brighter towards their row's end. `head`: more lines.
inline std::string hdr_bytes(const std::string& head, const std::string& order = "-Y 8 +X 8") {
    std::string all = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n" + head + "\n" + order + "\n";
    for (int i = 0; i < area; ++i) all += {char(i % side * 16), char(i / side * 16), 1, char(129)};
    return all;
}

/// A file, its bytes, and part of the message that refuses it.
struct RefusedFile {
    const char* name;
    std::string bytes;
    Message message;
};

/// Runs the program on all files, and checks that it refuses each by name and writes none.
inline void check_refused(const std::vector<RefusedFile>& rows) {
    const Folder folder;
    std::string names;
    for (const RefusedFile& row : rows) {
        spill(folder.path / row.name, row.bytes);
        names += row.name + " "s;
    }
    folder.image("sound.png");
    const Ran ran = run_here(folder, plain_run + "-v "s + names + "sound.png -o o/");
    CHECK(ran.code == 1);
    CHECK(folder.list("o") == "sound.png");
    for (const RefusedFile& row : rows) {
        CAPTURE(std::string(row.name));
        const auto at = ran.err.find(row.name + ": "s);
        REQUIRE(at != std::string::npos);
        const std::string line = ran.err.substr(at, ran.err.find('\n', at) - at);
        CAPTURE(line);
        CHECK(prints(line, row.message));
    }
}

/// The samples of the PNG that the program makes of these bytes. Last argument: the program's messages.
inline std::string png_of(const Folder& folder, const std::string& name, const std::string& bytes,
                          Ran* said = nullptr) {
    spill(folder.path / name, bytes);
    const Ran ran = run_here(folder, plain_run + name + " -o " + name + ".png --existing replace");
    CAPTURE(ran.err);
    CHECK(ran.code == 0);
    if (said) *said = ran;
    return samples_in(folder.path / (name + ".png"));
}

} // namespace atrous::test
