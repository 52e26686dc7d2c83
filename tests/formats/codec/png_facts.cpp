// Facts of a PNG about its image are kept without additions, and the image has colours that it names otherwise than by a
// profile.
#include "base/error.h"
#include "colour/messages.h"
#include "formats/common/messages.h"
#include "formats/png/messages.h"
#include "formats/png/png.h"
#include "support/files/io_files.h"
#include "support/files/png_file.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>

using namespace atrous;
using files::big;
using files::Chunk;

namespace {

const Chunk gamma_22{"gAMA", big(45455)}, linear{"gAMA", big(100000)},
    named_srgb{"sRGB", std::string(1, '\0')}, time_of_2020{"tIME", big(2020, 2) + "\1\2\3\4\5"};
Chunk primaries(const std::vector<std::uint32_t>& numbers) {
    Chunk chunk{"cHRM", ""};
    for (const std::uint32_t number : numbers) chunk.data += big(number);
    return chunk;
}
const Chunk of_p3 = primaries({31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000});
const Chunk of_srgb = primaries({31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000});
Chunk cicp(int primaries, int transfer, int matrix = 0, int full = 1) {
    return {"cICP", {char(primaries), char(transfer), char(matrix), char(full)}};
}

struct Resaved {
    std::vector<Chunk> chunks;
    std::vector<std::string> names;
    Messages warnings;
    ImageFile read;
    std::string data(const std::string& name) const {
        const auto found = std::ranges::find(chunks, name, &Chunk::name);
        return found == chunks.end() ? "none" : found->data;
    }
};
Resaved resaved(const files::Folder& folder, const files::PngLayout& layout, WriteOptions options = {}) {
    options.overwrite = true;
    files::write_all(folder / "in.png", files::png(layout));
    Resaved result;
    result.read = files::load(folder / "in.png");
    result.warnings = write_image_file(result.read, folder / "out.png", options);
    const std::string bytes = files::read_all(folder / "out.png");
    result.chunks = files::chunks_of(bytes);
    result.names = files::chunk_names(bytes);
    return result;
}

const Profile* profile_in(const ImageFile& file) { return file.parts[0].pixels.profile.get(); }

} // namespace

TEST_CASE("a clean PNG gains no chunk: of every colour type and depth, by either writer") {
    const files::Folder folder;
    const std::vector<std::string> clean{"IHDR", "IDAT", "IEND"};
    for (const int type : {0, 2, 3, 4, 6})
        for (const int depth : {8, 16})
            for (const char* compression : {"", "zip:9"}) {
                if (type == 3 && depth == 16) continue;
                CAPTURE(type);
                CAPTURE(depth);
                const Resaved out = resaved(folder, {type, depth}, {.compression = compression});
                CHECK(out.names == clean);
                CHECK(out.warnings.empty());
            }
}

TEST_CASE("colours, background and time of a PNG stay byte for byte") {
    const files::Folder folder;
    const Chunk background{"bKGD", big(1, 2) + big(2, 2) + big(3, 2)};
    const std::vector<std::vector<Chunk>> rows = {{named_srgb},      {gamma_22},
                                                  {linear},          {of_srgb, gamma_22},
                                                  {of_p3, gamma_22}, {named_srgb, gamma_22, of_srgb},
                                                  {cicp(12, 13)},    {cicp(1, 13), gamma_22},
                                                  {background},      {time_of_2020}};
    for (const int depth : {8, 16})
        for (const auto& chunks : rows) {
            CAPTURE(chunks[0].name);
            const Resaved out = resaved(folder, {2, depth, chunks});
            CHECK(out.chunks.size() == chunks.size() + 3);
            for (const Chunk& chunk : chunks) CHECK(out.data(chunk.name) == chunk.data);
            CHECK(out.warnings.empty());
        }
    CHECK(resaved(folder, {2, 8, {}, {}, {time_of_2020}}).data("tIME") == time_of_2020.data); // behind
    CHECK(resaved(folder, {3, 8, {}, {{"bKGD", "\2"}}}).data("bKGD") ==
          big(0x70, 2) + big(0x80, 2) + big(0x90, 2)); // the palette's third colour
    CHECK(resaved(folder, {0, 8, {{"bKGD", big(200, 2)}}}, {.depth = PixelType::u16}).data("bKGD") ==
          big(200 * 257, 2));
}

TEST_CASE("gAMA with cHRM, and cICP, are the image's colours, which other formats get as a profile") {
    const files::Folder folder;
    const Resaved p3 = resaved(folder, {2, 8, {cicp(12, 13)}});
    REQUIRE(profile_in(p3.read));
    CHECK(profile_in(p3.read)->name == "Display P3");
    CHECK(write_image_file(p3.read, folder / "a.tif", {}).empty());
    CHECK_FALSE(tagged::profile_in(folder / "a.tif").empty());
    const Resaved by_gamma = resaved(folder, {2, 8, {gamma_22, of_p3}});
    REQUIRE(profile_in(by_gamma.read));
    for (std::size_t i = 0; i < 9; ++i)
        CHECK(std::abs(profile_in(by_gamma.read)->params.to_srgb[i] -
                       profile_in(p3.read)->params.to_srgb[i]) < 1e-3);
    CHECK(write_image_file(by_gamma.read, folder / "a.jpg", {}).empty());
    CHECK_FALSE(tagged::profile_in(folder / "a.jpg").empty());
    for (const std::vector<Chunk>& plain : {std::vector{gamma_22, of_srgb},
                                            {named_srgb, gamma_22, of_p3},
                                            {cicp(1, 13), gamma_22, of_p3},
                                            {cicp(2, 2)},
                                            {of_p3}})
        CHECK_FALSE(profile_in(resaved(folder, {2, 8, plain}).read));
    CHECK(profile_in(resaved(folder, {2, 8, {cicp(9, 14)}}).read)->name == "Rec. 2020");
    CHECK(profile_in(resaved(folder, {2, 8, {cicp(1, 1)}}).read)->name == "Rec. 709");
}

TEST_CASE(
    "a grey PNG's curve, by cICP or gAMA, is the image's, which other formats get as a profile of greys") {
    const files::Folder folder;
    const auto bt709 = [](double v) { return v < 0.081 ? v / 4.5 : std::pow((v + 0.099) / 1.099, 1 / 0.45); };
    struct Row {
        Chunk chunk;
        std::function<double(double)> light;
    };
    const Row rows[] = {{{"gAMA", big(55556)}, [](double v) { return std::pow(v, 1.8); }},
                        {linear, [](double v) { return v; }},
                        {cicp(2, 8), [](double v) { return v; }},
                        {cicp(77, 1), bt709}}; // greys have no primaries
    for (const int type : {0, 4})
        for (const int depth : {8, 16})
            for (const Row& row : rows) {
                CAPTURE(type);
                CAPTURE(depth);
                CAPTURE(row.chunk.name);
                const Resaved out = resaved(folder, {type, depth, {row.chunk}});
                CHECK(out.names == std::vector<std::string>{"IHDR", row.chunk.name, "IDAT", "IEND"});
                CHECK(out.data(row.chunk.name) == row.chunk.data);
                CHECK(out.read.warnings.empty());
                CHECK(out.warnings.empty());
                REQUIRE(profile_in(out.read));
                CHECK(write_image_file(out.read, folder / "a.tif", {.overwrite = true}).empty());
                CHECK(files::same_pixels(out.read, files::load(folder / "a.tif")));
                const std::string icc = tagged::profile_in(folder / "a.tif"); // LittleCMS's own reading of it
                for (const double v : {0.05, 0.2, 0.5, 0.8, 1.0})
                    for (const double light :
                         tagged::to_light({"", icc, 1, Transfer::formula, 0}, std::vector<double>{v}))
                        CHECK(std::abs(light - row.light(v)) < 2e-3);
            }
    for (const Chunk& plain : {gamma_22, cicp(1, 13), cicp(2, 2)})
        CHECK_FALSE(profile_in(resaved(folder, {0, 8, {plain}}).read));
    CHECK_FALSE(profile_in(resaved(folder, {0, 8, {named_srgb, linear}}).read));
    const Resaved dark = resaved(folder, {0, 8, {{"gAMA", big(1)}}});
    REQUIRE(dark.read.warnings.size() == 1);
    CHECK(is_message(dark.read.warnings[0], messages::impossible_gamma));
}

TEST_CASE(
    "a colour PNG's gAMA without cHRM is a curve with the primaries of sRGB, as in browsers, and loses no sample") {
    const files::Folder folder;
    for (const auto& [gamma, exponent] : {std::pair(55556U, 1.8), {100000U, 1.0}, {50000U, 2.0}})
        for (const int type : {2, 3, 6})
            for (const int depth : {8, 16}) {
                if (type == 3 && depth == 16) continue;
                CAPTURE(gamma);
                CAPTURE(type);
                CAPTURE(depth);
                const Resaved out = resaved(folder, {type, depth, {{"gAMA", big(gamma)}}});
                CHECK(out.data("gAMA") == big(gamma));
                CHECK(out.warnings.empty());
                CHECK(files::same_pixels(out.read, files::load(folder / "out.png")));
                REQUIRE(profile_in(out.read));
                CHECK_FALSE(profile_in(out.read)->own_primaries);
                CHECK(write_image_file(out.read, folder / "a.tif", {.overwrite = true}).empty());
                CHECK(files::same_pixels(out.read, files::load(folder / "a.tif")));
                const std::string icc = tagged::profile_in(folder / "a.tif"); // LittleCMS's own reading of it
                for (const double v : {0.05, 0.2, 0.5, 0.8, 1.0})
                    for (const double light :
                         tagged::to_light({"", icc, 3, Transfer::formula, 0}, std::vector<double>{v, v, v}))
                        CHECK(std::abs(light - std::pow(v, exponent)) < 2e-3);
            }
    for (const std::vector<Chunk>& srgb : {std::vector{gamma_22}, {named_srgb, linear}})
        CHECK_FALSE(profile_in(resaved(folder, {2, 8, srgb}).read));
    const Resaved dark = resaved(folder, {2, 8, {{"gAMA", big(1)}}});
    REQUIRE(dark.read.warnings.size() == 1);
    CHECK(is_message(dark.read.warnings[0], messages::impossible_gamma));
}

TEST_CASE("greys with a curve of their own become sRGB in formats with colours only, with a warning") {
    const files::Folder folder;
    files::write_all(folder / "a.png", files::png({0, 8, {linear}}));
    const ImageFile grey = files::load(folder / "a.png");
    const auto mean = [](const ImageFile& file, auto curve) {
        const Pixels& pixels = file.parts[0].pixels;
        const auto count = std::size_t(pixels.size.pixels()) * std::size_t(pixels.colours);
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += curve(tagged::sample(pixels, i));
        return sum / double(count);
    };
    const double wanted = mean(
        grey, [](double v) { return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055; });
    for (const char* name : {"a.webp", "a.heic", "a.avif"}) {
        CAPTURE(name);
        const auto warnings = write_image_file(grey, folder / name, {});
        REQUIRE(warnings.size() == 1);
        CHECK(warnings[0].text.find("the colours are converted to sRGB") != std::string::npos);
        const ImageFile read = files::load(folder / name);
        CHECK_FALSE(profile_in(read));
        CHECK(read.warnings.empty());
        CHECK(std::abs(mean(read, [](double v) { return v; }) - wanted) < 0.01);
    }
}

TEST_CASE("cICP counts before a profile, and both stay; another profile takes the place of all") {
    const files::Folder folder;
    const Resaved plain = resaved(folder, {});
    const auto p3 = output_colours("displayp3", Intent::relative, "--output-profile");
    write_image_file(plain.read, folder / "p3.png", {.colours = p3});
    const auto chunks = files::chunks_of(files::read_all(folder / "p3.png"));
    const Chunk icc = *std::ranges::find(chunks, "iCCP", &Chunk::name);
    const Resaved both = resaved(folder, {2, 8, {cicp(9, 14), icc}});
    CHECK(profile_in(both.read)->name == "Rec. 2020");
    CHECK(both.data("cICP") == cicp(9, 14).data);
    CHECK(both.data("iCCP") == icc.data);
    CHECK(both.chunks.size() == 5);
    const Chunk background{"bKGD", big(1, 2) + big(2, 2) + big(3, 2)};
    const Resaved other = resaved(folder, {2, 8, {cicp(9, 14), background}}, {.colours = p3});
    CHECK(other.names == std::vector<std::string>{"IHDR", "iCCP", "IDAT", "IEND"});
    REQUIRE(other.warnings.size() == 1);
    CHECK(other.warnings[0].text.find("bKGD") != std::string::npos);
}

TEST_CASE("--strip leaves the colours of a PNG, and neither background nor time") {
    const files::Folder folder;
    const Chunk background{"bKGD", big(1, 2) + big(2, 2) + big(3, 2)};
    const Resaved out = resaved(folder, {2, 8, {cicp(12, 13), background, time_of_2020}}, {.strip = true});
    CHECK(out.names == std::vector<std::string>{"IHDR", "cICP", "IDAT", "IEND"});
}

TEST_CASE("a background goes into a header with a depth that no PNG has") {
    const std::string magic("\x89PNG\r\n\x1a\n"),
        header("\0\0\0\x0dIHDR\0\0\0\1\0\0\0\1\x38\0\0\0\0....", 25);
    CHECK(with_png_facts(magic + header, {{"bKGD", "\x12\x34"}}).find("bKGD\x12\x34") != std::string::npos);
}

TEST_CASE("unknown colours of a PNG give a warning, and stay") {
    const files::Folder folder;
    for (const Chunk& chunk : {cicp(10, 13), cicp(1, 10), cicp(1, 13, 9), cicp(1, 13, 0, 0)}) {
        const Resaved out = resaved(folder, {2, 8, {chunk}});
        REQUIRE(out.read.warnings.size() == 1);
        CHECK((out.read.warnings[0].id == messages::unknown_code_points.id ||
               is_message(out.read.warnings[0], messages::cicp_range) ||
               is_message(out.read.warnings[0], messages::cicp_matrix, 9)));
        CHECK(out.data("cICP") == chunk.data);
    }
    const Chunk one_point = primaries({31270, 32900, 30000, 30000, 30000, 30000, 30000, 30000});
    CHECK(resaved(folder, {2, 8, {gamma_22, one_point}}).read.warnings.size() == 1);
}

TEST_CASE("unread chunks of a PNG give a warning, and are not lost for good") {
    const files::Folder folder;
    ReadOptions replaced;
    replaced.replaced = true;
    const auto read = [&](const Chunk& chunk) {
        files::write_all(folder / "a.png", files::png({2, 8, {chunk}}));
        return files::load(folder / "a.png").warnings;
    };
    const auto refused = [&] { return files::refusal([&] { Decoder(folder / "a.png", replaced).read(); }); };
    for (const char* name : {"sCAL", "pCAL", "sTER", "mDCV", "cLLI"}) {
        CAPTURE(name);
        const auto warnings = read({name, "some"});
        REQUIRE(warnings.size() == 1);
        CHECK(is_message(warnings[0], messages::png_chunk_unread, name, anything));
        CHECK(has_message(refused(), messages::lost_for_good,
                          warnings[0].text.substr(warnings[0].text.find("chunk"))));
    }
    const auto own = read({"maKe", "anything"});
    REQUIRE(own.size() == 1);
    CHECK(is_message(own[0], messages::png_chunk_unknown, "maKe"));
    CHECK(own[0].frequency == Frequency::once_per_value);
    CHECK(prints(refused(), line(messages::lost_for_good, "maKe")));
    for (const Chunk& chunk :
         {Chunk{"sBIT", "\5\6\5"}, Chunk{"iDOT", "a hint"}, Chunk{"sPLT", std::string("a\0\x08", 3)}}) {
        CHECK(read(chunk).empty());
        CHECK(refused().empty());
    }
}
