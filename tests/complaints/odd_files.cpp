// What users of other tools complained about: TIFFs and OpenEXRs whose colours or pages come out wrong.
#include "colour/messages.h"
#include "formats/common/messages.h"
#include "formats/tiff/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include <algorithm>
#include <array>
#include <cstring>

using namespace atrous;
using files::little;
using files::RawTag;
using files::short_tag;
using files::tiff_file;

namespace {

std::string bytes_of_float(float value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

/// Samples of a grey image, 8 x 1, of `bits` bits each. `negative`: inverted. `alpha`: each followed by a constant one.
std::string grey_samples(int bits, bool floats, bool negative, bool alpha) {
    std::string bytes;
    std::uint64_t packed = 0;
    int filled = 0;
    const std::uint64_t most = bits < 64 ? (std::uint64_t(1) << bits) - 1 : 0;
    const auto put = [&](std::uint64_t value) {
        if (bits % 8 == 0) {
            bytes += little(value, bits / 8);
            return;
        }
        packed = packed << bits | value, filled += bits; // packed from the highest bit on
        for (; filled >= 8; filled -= 8) bytes += char(packed >> (filled - 8) & 255);
    };
    for (std::uint64_t i = 0; i < 8; ++i) {
        const float light = float(i) / 8;
        const std::uint64_t value = most / 9 * i + i;
        if (floats)
            bytes += bytes_of_float(negative ? 1 - light : light);
        else
            put(negative ? most - value : value);
        if (alpha && floats) bytes += bytes_of_float(0.75F);
        if (alpha && !floats) put(most / 4 * 3);
    }
    return bytes;
}

/// An image of one grey in a second page, after another image.
std::string two_pages(const std::vector<RawTag>& first, const std::vector<RawTag>& second, int small_page) {
    const int size[2] = {small_page == 0 ? 2 : 8, small_page == 1 ? 2 : 8};
    const auto samples = [&](int page) {
        return std::string(std::size_t(size[page] * size[page]), page == small_page ? '\x0a' : '\x64');
    };
    std::string file = tiff_file(size[0], size[0], 1, 8, 1, samples(0), first);
    const auto number = [&](std::size_t at, int bytes) {
        return std::size_t(number_in(file, at, bytes, false));
    };
    const std::size_t own = number(4, 4), next = own + 2 + 12 * number(own, 2), at = file.size();
    file += samples(1);
    const int side = size[1];
    std::vector<RawTag> tags{
        short_tag(256, side), short_tag(257, side), short_tag(258, 8),
        short_tag(259, 1),    short_tag(262, 1),    {273, 4, 1, little(at, 4)},
        short_tag(277, 1),    short_tag(278, side), {279, 4, 1, little(std::uint64_t(side * side), 4)}};
    tags.insert(tags.end(), second.begin(), second.end());
    file.replace(next, 4, little(file.size(), 4));
    return file + files::directory(tags, file.size(), false);
}

/// An OpenEXR of 8 x 8 pixels of .4, .1, .1, with these attributes.
std::string red_exr(const std::vector<files::ExrPart::Attribute>& attributes) {
    files::ExrPart part;
    part.channels = {
        {"B", files::ExrType::single}, {"G", files::ExrType::single}, {"R", files::ExrType::single}};
    part.width = part.height = part.display_width = part.display_height = 8;
    part.attributes = attributes;
    part.sample = [](const std::string& channel, int, int) { return channel == "R" ? 0.4F : 0.1F; };
    return files::exr({part});
}

files::ExrPart::Attribute chromaticities(const std::array<float, 8>& numbers) {
    std::string bytes;
    for (const float number : numbers) bytes += bytes_of_float(number);
    return {"chromaticities", "chromaticities", bytes};
}

const std::string odd_neutral = "enhance --preset neutral --log none ";

} // namespace

TEST_CASE("a TIFF whose zero is white is not read as a negative, for all bits, and keeps its alpha") {
    const Folder folder;
    struct Row {
        const char* name;
        int bits;
        bool floats, alpha, big;
    };
    const Row rows[] = {{"8", 8, false, false, false},   {"10", 10, false, false, false},
                        {"12", 12, false, false, false}, {"16", 16, false, false, false},
                        {"32", 32, false, false, false}, {"float", 32, true, false, false},
                        {"8a", 8, false, true, false},   {"16a", 16, false, true, false},
                        {"fa", 32, true, true, false},   {"16b", 16, false, false, true}};
    for (const Row& row : rows)
        for (const bool white : {true, false}) {
            std::vector<RawTag> more{short_tag(339, row.floats ? 3 : 1)};
            if (row.alpha)
                more = {{339, 3, 2, little(row.floats ? 3 : 1, 2) + little(row.floats ? 3 : 1, 2)},
                        short_tag(338, 2)};
            spill(folder.path / "in" / (std::string(row.name) + (white ? "-white.tif" : "-black.tif")),
                  tiff_file(8, 1, row.alpha ? 2 : 1, row.bits, white ? 0 : 1,
                            grey_samples(row.bits, row.floats, white, row.alpha), more, row.big));
        }
    const Ran ran = run_here(folder, odd_neutral + "in -o out/");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const std::string name = (folder.path / "out" / row.name).string();
        CHECK((samples_in(name + "-white.tif") == samples_in(name + "-black.tif")));
    }
    REQUIRE(run_here(folder, odd_neutral + "in --in-place").code == 0);
    CHECK(
        (samples_in(folder.path / "in" / "16-white.tif") == samples_in(folder.path / "in" / "16-black.tif")));
    spill(folder.path / "c.tif",
          tiff_file(8, 1, 2, 16, 0, grey_samples(16, false, true, true), {short_tag(338, 1)}));
    expect(run_here(folder, odd_neutral + "c.tif -o c.png"), 1, {line(messages::tiff_white_zero)});
}

TEST_CASE("a palette of bytes in 16-bit words is refused, since OpenImageIO shows it almost black") {
    const Folder folder;
    std::string samples;
    for (int i = 0; i < 64; ++i) samples += char(i * 4);
    for (const int times : {0, 1, 257}) {
        std::string words;
        for (int i = 0; i < 768; ++i)
            words += little(std::uint64_t((i < 256 ? i : 767 - i) % 256 * times), 2);
        for (const bool big : {false, true}) {
            spill(folder.path / "a.tif", tiff_file(8, 8, 1, 8, 3, samples, {{320, 3, 768, words}}, big));
            const Ran ran = run_here(folder, odd_neutral + "a.tif -o a.png --existing replace");
            CHECK(ran.code == (times == 1 ? 1 : 0));
            CHECK(prints(ran, line(messages::tiff_old_palette)) == (times == 1));
        }
    }
}

TEST_CASE("a thumbnail or a level of a pyramid is not read as the image, wherever it is in the file") {
    const Folder folder;
    struct Row {
        const char* name;
        std::vector<RawTag> first, second;
        int small_page;
    };
    const RawTag reduced{254, 4, 1, little(1, 4)}, old = short_tag(255, 2);
    for (const Row& row : {Row{"a", {reduced}, {}, 0}, Row{"b", {old}, {}, 0}, Row{"c", {}, {reduced}, 1}}) {
        CAPTURE(row.name);
        const std::string name = std::string(row.name) + ".tif";
        spill(folder.path / name, two_pages(row.first, row.second, row.small_page));
        expect(run_here(folder, "scale --log none --size 4x4 " + name + " -o " + row.name + ".png"), 0,
               {words(messages::tiff_copies, 1, 2)});
        CHECK((samples_in(folder.path / (std::string(row.name) + ".png")) == std::string(16, '\x64')));
        REQUIRE(run_here(folder, odd_neutral + name + " -o out/" + name).code == 0);
        CHECK(files::load(folder.path / "out" / name).parts.size() == 1);
        expect(run_here(folder, odd_neutral + "--in-place " + name), 1,
               {words(messages::tiff_copies, 1, 2), line(messages::lost_for_good)});
    }
    spill(folder.path / "d.tif", two_pages({reduced}, {reduced}, 0));
    CHECK_FALSE(prints(run_here(folder, odd_neutral + "d.tif -o out/d.tif"), line(messages::tiff_copies)));
    CHECK(files::load(folder.path / "out" / "d.tif").parts.size() == 2);
}

TEST_CASE("a TIFF whose compression is not there is not called damaged") {
    const Folder folder;
    for (const auto& [number, name] : {std::pair{34712, "JPEG 2000 (34712)"},
                                       {50002, "JPEG XL (50002)"},
                                       {33003, "JPEG 2000 (33003)"},
                                       {12345, "compression (12345)"}}) {
        spill(folder.path / "a.tif", tiff_file(8, 1, 1, 8, 1, std::string(8, 'x'), {short_tag(259, number)}));
        const Ran ran = run_here(folder, odd_neutral + "a.tif -o b.tif");
        check(ran, 1, {name, "is not supported"});
        CHECK_FALSE(ran.says("damaged"));
    }
}

TEST_CASE("an OpenEXR has the colours that its chromaticities or its colour space name") {
    const Folder folder;
    struct Row {
        const char* name;
        std::vector<files::ExrPart::Attribute> attributes;
        std::array<int, 3> expected;
        std::string warning{};
    };
    const std::array<float, 8> ap1{0.713F, 0.293F, 0.165F, 0.83F, 0.128F, 0.044F, 0.32168F, 0.33767F};
    const std::array<int, 3> srgb{170, 89, 89}, acescg{205, 70, 86};
    const std::string unusable = words(messages::impossible_white);
    const auto text = [](const char* name, const char* value) {
        return files::ExrPart::Attribute{name, "string", value};
    };
    const Row rows[] = {
        {"none", {}, srgb},
        {"ap1", {chromaticities(ap1)}, acescg},
        {"ap0",
         {chromaticities({0.7347F, 0.2653F, 0, 1, 0.0001F, -0.077F, 0.32168F, 0.33767F})},
         {239, 35, 87}},
        {"p3", {chromaticities({0.68F, 0.32F, 0.265F, 0.69F, 0.15F, 0.06F, 0.3127F, 0.329F})}, {182, 83, 86}},
        {"dci", {chromaticities({0.68F, 0.32F, 0.265F, 0.69F, 0.15F, 0.06F, 0.314F, 0.351F})}, {179, 83, 87}},
        {"2020",
         {chromaticities({0.708F, 0.292F, 0.17F, 0.797F, 0.131F, 0.046F, 0.3127F, 0.329F})},
         {203, 71, 87}},
        {"709", {chromaticities({0.64F, 0.33F, 0.3F, 0.6F, 0.15F, 0.06F, 0.3127F, 0.329F})}, srgb},
        {"space", {text("oiio:ColorSpace", "ACES - ACEScg")}, acescg},
        {"id", {text("colorInteropID", "lin_ap1_scene")}, acescg},
        {"encoded", {text("oiio:ColorSpace", "sRGB")}, {102, 26, 26}},
        {"zero", {chromaticities({})}, srgb, unusable},
        {"outside", {chromaticities({0.64F, 0.33F, 0.3F, 0.6F, 0.15F, 0.06F, 0.9F, 0.05F})}, srgb, unusable},
        {"type", {text("chromaticities", "ACEScg")}, srgb, unusable},
        {"log", {text("oiio:ColorSpace", "ACEScct")}, srgb, words(messages::unknown_space, "ACEScct")}};
    for (const Row& row : rows)
        spill(folder.path / "in" / (std::string(row.name) + ".exr"), red_exr(row.attributes));
    const Ran ran = run_here(folder, odd_neutral + "--depth uint8 in -o '{dir}/../out/{stem}.png'");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const std::string samples = samples_in(folder.path / "out" / (std::string(row.name) + ".png"));
        REQUIRE(samples.size() >= 3);
        for (std::size_t i = 0; i < 3; ++i)
            CHECK(std::abs(int(static_cast<unsigned char>(samples[i])) - row.expected[i]) <= 1);
        if (!row.warning.empty()) CHECK(ran.says(std::string(row.name) + ".exr: " + row.warning));
    }
    const std::string own = samples_in(folder.path / "in" / "ap1.exr");
    for (const std::string arguments : {"-o a.exr", "-o a.tif", "--output-profile acescg -o b.tif"}) {
        CAPTURE(arguments);
        REQUIRE(run_here(folder, odd_neutral + "in/ap1.exr " + arguments).code == 0);
        CHECK((samples_in(folder.path / arguments.substr(arguments.size() - 5)) == own));
    }
    CHECK(slurp(folder.path / "a.exr").find(chromaticities(ap1).value) != std::string::npos);
    CHECK(tagged::profile_in(folder.path / "a.exr").empty());
    CHECK(tagged::profile_in(folder.path / "a.tif").find("acsp") == 36);
    REQUIRE(
        run_here(folder, odd_neutral + "--depth uint8 --assume-profile linear in/ap1.exr -o c.png").code ==
        0);
    CHECK((samples_in(folder.path / "c.png") == samples_in(folder.path / "out" / "none.png")));
}
