// Tests PQ and HLG in every format that keeps them: codes, code points, bits, ranges and light levels come back.
#include "formats/common/messages.h"
#include "formats/dispatch/capabilities.h"
#include "formats/heif/messages.h"
#include "formats/png/messages.h"
#include "support/files/hdr_png.h"
#include "support/files/heif_file.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;
using namespace files;

namespace {

constexpr CodePoints all_points[] = {{9, 16}, {12, 16}, {1, 16}, {9, 18}, {12, 18}, {1, 18}};

CodePoints points_of(const ImageFile& file) {
    return pixels_of(file).profile ? pixels_of(file).profile->points : CodePoints{};
}
/// A slow slope in each channel, of these colours.
ImageFile slope(const CodePoints& points, PixelType type, int colours, Alpha alpha = Alpha::none,
                Size size = {33, 17}) {
    ImageFile file = files::picture(
        size, type, colours, [](int x, int y, int c) { return 0.3 + 0.012 * x + 0.01 * y - 0.02 * c; },
        alpha);
    file.parts[0].pixels.profile = hdr_profile(points, colours);
    file.parts[0].pixels.transfer = file.parts[0].pixels.profile->transfer;
    return file;
}

double largest_step(const ImageFile& a, const ImageFile& b) {
    const Pixels &p = pixels_of(a), &q = pixels_of(b);
    const int channels = p.channels(), own = q.channels();
    double most = 0;
    for (std::size_t i = 0; i < std::size_t(p.size.pixels()); ++i)
        for (int c = 0; c < own; ++c) {
            const std::size_t from =
                i * std::size_t(channels) + std::size_t(p.colours == 1 && q.colours == 3 ? c < 3 ? 0 : 1 : c);
            most = std::max(most, std::abs(tagged::sample(p, from) -
                                           tagged::sample(q, i * std::size_t(own) + std::size_t(c))));
        }
    return most;
}

/// What a nclx box has: primaries, transfer, matrix, full range.
std::vector<int> nclx_in(const std::string& file) {
    const std::size_t at = file.find("colrnclx") + 8;
    REQUIRE(at > 8);
    return {file[at + 1], file[at + 3], file[at + 5], (file[at + 6] & 0x80) != 0};
}

std::string refusal_of_png(const files::Folder& folder, const std::vector<Chunk>& chunks) {
    files::write_all(folder / "in.png", files::png({2, 16, chunks}));
    return files::read_error(folder / "in.png");
}

} // namespace

TEST_CASE(
    "PQ and HLG keep every code and their code points in lossless files, of all primaries, types and alphas") {
    const files::Folder folder;
    for (const std::string name : {"a.png", "a.tif", "a.jxl"})
        for (const CodePoints& points : all_points)
            for (const PixelType type : {PixelType::u8, PixelType::u16})
                for (const int colours : {1, 3})
                    for (const Alpha alpha : {Alpha::none, Alpha::straight}) {
                        CAPTURE(name);
                        CAPTURE(points.primaries);
                        CAPTURE(points.transfer);
                        CAPTURE(colours);
                        WriteOptions options{.overwrite = true};
                        if (name == "a.jxl") options.compression = "lossless";
                        const ImageFile file = slope(points, type, colours, alpha);
                        CHECK(write_image_file(file, folder / name, options).empty());
                        const ImageFile read = files::load(folder / name);
                        CHECK(read.warnings.empty());
                        CHECK(files::same_pixels(file, read));
                        CHECK(points_of(read).transfer == points.transfer);
                        const bool loses_primaries = colours == 1 && name != "a.png";
                        CHECK(points_of(read).primaries == (loses_primaries ? 9 : points.primaries));
                        const std::string again = "b" + name.substr(1);
                        CHECK(write_image_file(read, folder / again, {.overwrite = true}).empty());
                        CHECK(files::same_pixels(file, files::load(folder / again)));
                        CHECK(points_of(files::load(folder / again)) == points_of(read));
                    }
}

TEST_CASE(
    "PQ and HLG keep their code points and bits in HEIC, AVIF and lossy JPEG XL, also of odd sizes and of grey") {
    const files::Folder folder;
    struct Row {
        std::string name;
        int bits, kept; ///< requested, and written
        double most;    ///< difference
    };
    for (const CodePoints& points : all_points)
        for (const auto& [name, bits, kept, most] :
             {Row{"a.heic", 0, 10, 0.02}, Row{"b.heic", 12, 12, 0.02}, Row{"a.avif", 0, 12, 0.02},
              Row{"b.avif", 10, 10, 0.02}, Row{"a.jxl", 0, 16, 0.02}, Row{"b.jxl", 10, 10, 0.02},
              Row{"c.jxl", 12, 12, 0.02}})
            for (const int colours : {1, 3}) {
                CAPTURE(name);
                CAPTURE(points.primaries);
                CAPTURE(points.transfer);
                CAPTURE(colours);
                WriteOptions options{.overwrite = true, .bits = bits};
                if (bits > 0) options.depth = PixelType::u16;
                const ImageFile file = slope(points, PixelType::u16, colours);
                write_image_file(file, folder / name, options);
                const ImageFile read = files::load(folder / name);
                CHECK(points_of(read).transfer == points.transfer);
                if (colours == 3) CHECK(points_of(read).primaries == points.primaries);
                CHECK(largest_step(file, read) < most);
                CHECK(spec_of(read).get_int_attribute(read.format + ":bits", 16) == kept);
                write_image_file(read, folder / ("again" + name), {.overwrite = true});
                const ImageFile again = files::load(folder / ("again" + name));
                CHECK(points_of(again) == points_of(read));
                CHECK(spec_of(again).get_int_attribute(read.format + ":bits", 16) == kept);
            }
}

TEST_CASE("unchanged codes of 10 and 12 bits of PQ and HLG stay exactly, though others are dithered") {
    const files::Folder folder;
    for (const CodePoints& points : all_points)
        for (const int bits : {10, 12}) {
            const WriteOptions options{
                .overwrite = true, .compression = "lossless", .depth = PixelType::u16, .bits = bits};
            write_image_file(slope(points, PixelType::u16, 3), folder / "a.jxl", options);
            const ImageFile first = files::load(folder / "a.jxl");
            CHECK(write_image_file(first, folder / "b.jxl", {.overwrite = true}).empty());
            CHECK(files::same_pixels(first, files::load(folder / "b.jxl")));
        }
}

TEST_CASE(
    "a PNG of PQ has a cICP chunk and no profile, a TIFF a profile with the tag cicp, which goes back to cICP") {
    const files::Folder folder;
    write_image_file(slope({9, 16}, PixelType::u16, 3), folder / "a.png", {});
    CHECK(files::chunk_names(files::read_all(folder / "a.png")) ==
          std::vector<std::string>{"IHDR", "cICP", "IDAT", "IEND"});
    write_image_file(read_png(folder, {cicp({9, 16}), clli(100, 10)}), folder / "level.png",
                     {.strip = true, .compression = "zip:9"}); // by libpng alone
    CHECK(data_of(files::read_all(folder / "level.png"), "cICP") == cicp({9, 16}).data);
    CHECK(data_of(files::read_all(folder / "level.png"), "cLLI") == clli(100, 10).data);
    CHECK(files::resave(folder / "a.png", folder / "a.tif").empty());
    const std::string icc = tagged::profile_in(folder / "a.tif");
    CHECK(icc.find("cicp") != std::string::npos);
    CHECK(files::resave(folder / "a.tif", folder / "b.tif").empty());
    CHECK(tagged::profile_in(folder / "b.tif") == icc);
    CHECK(files::resave(folder / "b.tif", folder / "b.png").empty());
    CHECK(data_of(files::read_all(folder / "b.png"), "cICP") == cicp({9, 16}).data);
    CHECK(files::same_pixels(files::load(folder / "a.png"), files::load(folder / "b.png")));
}

TEST_CASE(
    "a HEIC and an AVIF keep the range and the matrix of PQ and HLG; new ones of BT.2020 have its matrix") {
    const files::Folder folder;
    for (const int matrix : {1, 6, 9})
        for (const bool full : {false, true})
            for (const std::string to : {"b.avif", "b.heic"}) {
                std::string file = files::avif_of_10_bits(9, 18);
                const std::size_t at = file.find("colrnclx") + 8;
                file[at + 5] = char(matrix), file[at + 6] = char(full ? 0x80 : 0);
                files::write_all(folder / "a.avif", file);
                const ImageFile read = files::load(folder / "a.avif");
                write_image_file(read, folder / to, {.overwrite = true});
                CHECK(nclx_in(files::read_all(folder / to)) == std::vector<int>{9, 18, matrix, full});
                CHECK(largest_step(read, files::load(folder / to)) < 0.01);
            }
    write_image_file(slope({9, 16}, PixelType::u16, 3), folder / "c.avif", {});
    CHECK(nclx_in(files::read_all(folder / "c.avif")) == std::vector<int>{9, 16, 9, 1});
    write_image_file(slope({12, 16}, PixelType::u16, 3), folder / "c.heic", {});
    CHECK(nclx_in(files::read_all(folder / "c.heic")) == std::vector<int>{12, 16, 6, 1});
}

TEST_CASE(
    "code points of other primaries or of a smaller range are refused, and any with a matrix that libheif lacks") {
    const files::Folder folder;
    CHECK(has_message(refusal_of_png(folder, {cicp({5, 16})}), messages::dynamic_range, "PQ", 5));
    CHECK(has_message(refusal_of_png(folder, {cicp({9, 18}, 0)}), messages::cicp_hdr_range));
    for (const int matrix : {1, 9, 14})
        for (const char range : {char(0), char(1)})
            CHECK(has_message(refusal_of_png(folder, {{"cICP", {9, 16, char(matrix), range}}}),
                              messages::cicp_hdr_matrix, matrix));
    for (const int transfer : {13, 16, 18})
        for (const int matrix : {10, 11, 13, 14}) {
            std::string file = files::avif_of_10_bits(9, transfer);
            file[file.find("colrnclx") + 13] = char(matrix);
            files::write_all(folder / "a.avif", file);
            CHECK(has_message(files::read_error(folder / "a.avif"), messages::heif_matrix, matrix));
        }
    // YCgCo is the same for grey; before 1.23, libheif clips it.
    std::string ycgco = files::avif_of_10_bits(9, 16);
    files::write_all(folder / "b.avif", ycgco);
    ycgco[ycgco.find("colrnclx") + 13] = 8;
    files::write_all(folder / "a.avif", ycgco);
    const std::string refused = files::refusal(
        [&] { CHECK(files::same_pixels(files::load(folder / "a.avif"), files::load(folder / "b.avif"))); });
    CHECK((refused.empty() || has_message(refused, messages::heif_matrix, 8)));
    const ImageFile cut = read_png(folder, {{"cICP", {9, 16, 0}}});
    REQUIRE(cut.warnings.size() == 1);
    CHECK(is_message(cut.warnings[0], messages::png_chunk_lost, "cICP", anything, anything));
}

TEST_CASE("--depth uint10 and uint12 are for HEIC, AVIF and JPEG XL") {
    for (const int bits : {10, 12}) {
        for (const char* name : {"a.heic", "a.avif", "a.jxl"})
            CHECK(depth_refusal(name, PixelType::u16, bits).empty());
        for (const char* name : {"a.png", "a.tif", "a.jpg", "a.exr"})
            CHECK_FALSE(depth_refusal(name, PixelType::u16, bits).empty());
    }
}
