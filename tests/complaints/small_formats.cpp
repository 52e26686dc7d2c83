// Tests that files of small formats with damage or with excessive memory needs are refused by name.
#include "complaints/small_files.h"
#include "files/file_view.h"
#include "formats/common/messages.h"
#include "formats/dpx/messages.h"
#include "formats/gif/messages.h"
#include "formats/jpeg2000/messages.h"
#include "formats/png/messages.h"
#include "formats/pnm/messages.h"
#include "formats/tiff/messages.h"
#include "support/files/io_files.h"
#include "support/files/webp_file.h"
#include "support/messages.h"

using namespace atrous;
using namespace atrous::test;

TEST_CASE(
    "pixels that may have no colour in the palette are refused: no memory of the program becomes pixels") {
    if (!has_device()) return;
    check_refused({{"global.gif", gif_bytes(2, indices(4)), words(messages::gif_palette, 1, 8, 4)},
                   {"local.gif", gif_bytes(2, indices(4), true), words(messages::gif_palette, 1, 8, 4)},
                   {"palette.tga", targa_bytes({}), words(messages::sample_storage, 8, 1)},
                   {"runs.tga", targa_bytes({.kind = 9, .samples = "\xbf\x03"s}),
                    words(messages::sample_storage, 8, 1)}});
}

TEST_CASE("a GIF whose codes give fewer pixels than its frame has is refused") {
    if (!has_device()) return;
    check_refused(
        {{"fewer.gif", gif_bytes(8, indices(3).substr(1)), "Image EOF detected before image complete"}});
}

TEST_CASE("components of a JPEG 2000 that the library reads beyond their end are refused") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.jp2", 40, 40);
    const std::string jp2 = slurp(folder.path / "a.jp2");
    const std::size_t begin = *find_codestream(FileView::of(jp2));
    const std::size_t space = jp2.find("colr") + 4 + 3;
    const auto changed = [&](std::size_t at, int value) {
        std::string bytes = jp2;
        bytes[at] = char(value);
        return bytes;
    };
    check_refused({{"across.jp2", changed(begin + 42 + 1, 127), words(messages::jp2_component, 1, 127, 40)},
                   {"down.jp2", changed(begin + 42 + 5, 3), words(messages::jp2_component, 2, 3, 40)},
                   {"signed.jp2", changed(begin + 42, 0x87), words(messages::jp2_component, 1)},
                   {"cmyk.jp2", changed(space + 3, 12), words(messages::jp2_space, 12)}});
}

TEST_CASE("a DPX that lacks the end of its image is refused in each packing of samples") {
    if (!has_device()) return;
    std::vector<RefusedFile> rows;
    std::vector<std::string> names;
    for (const int bits : {8, 10, 12, 16})
        for (const int packing : {0, 1, 2})
            names.push_back(std::to_string(bits) + "-" + std::to_string(packing) + ".dpx");
    for (const std::string& name : names) {
        const int bits = std::stoi(name), packing = name[name.size() - 5] - '0';
        std::string bytes = dpx_bytes({.bits = bits, .packing = packing});
        const std::size_t row = std::size_t(side * 3 * bits) / 8; // of samples without gaps between them
        if (packing == 0) bytes.resize(2048 + row * side);
        rows.push_back({name.c_str(), bytes.substr(0, bytes.size() - 1), words(messages::dpx_cut, 8, 8)});
    }
    rows.push_back({"runs.dpx", dpx_bytes({.encoding = 1}), words(messages::dpx_runs)});
    std::string turned = dpx_bytes({.bits = 8, .packing = 0, .orientation = 5});
    turned[779] = 7; // rows
    rows.push_back({"turned.dpx", turned, words(messages::dpx_turned, 6)});
    check_refused(rows);
}

TEST_CASE("a PNM whose largest sample is invalid, or that lacks a sample, is refused") {
    if (!has_device()) return;
    check_refused({{"zero.ppm", "P6 1 1 0\nabc", words(messages::pnm_header_damaged)},
                   {"wide.ppm", "P6 1 1 65536\nabcdef", words(messages::pnm_header_damaged)},
                   {"zero-text.pgm", "P2 1 1 0\n7\n", words(messages::pnm_header_damaged)},
                   {"few-text.pgm", "P2 2 1 100\n1\n", line(messages::samples_damaged)},
                   {"palette.tif", files::tiff(8, 8, 1, 8, {{262, 3}, {320, 7}}, {indices(3)}),
                    words(messages::tiff_palette_size, 1, 1)}});
}

TEST_CASE("any number of zeros after an image is no chunk of it") {
    const std::string webp = files::encoded(files::filled(area, 9, 255), side, side, 0);
    std::string longer = webp + std::string(100'000, '\0'); // its head may count them, too
    longer.replace(4, 4, little(longer.size() - 8, 4));
    for (const std::string& bytes : {webp, webp + std::string(100'000, '\0'), longer}) {
        int chunks = 0;
        walk_riff(FileView::of(bytes),
                  [&](const std::string&, std::uint64_t, std::uint64_t) { return ++chunks > 0; });
        CHECK(chunks == 1);
    }
    if (!has_device()) return;
    const Folder folder;
    CHECK(png_of(folder, "a.webp", longer) == png_of(folder, "b.webp", webp));
    folder.image("a.png", side, side);
    const std::string png = slurp(folder.path / "a.png"), zeros(2'000'000, '\0');
    std::string gif = gif_bytes(8, indices(3));
    gif.pop_back();
    check_refused({{"zeros.gif", gif + zeros, words(messages::gif_cut)},
                   {"unended.png", png.substr(0, png.size() - 12) + zeros,
                    line(messages::png_chunk_damaged, "has a wrong checksum")}});
}
