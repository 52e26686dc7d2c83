// What users of other tools complained about: healthy files whose colours, pages or profiles come out wrong, and damage that passes.
#include "support/app_run.h"
#include "support/files/io_files.h"
#include "support/files/jpeg_file.h"
#include "support/files/png_file.h"
#include "support/files/tagged.h"
#include "support/files/tiff_file.h"
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

/// Samples of a grey picture, 8 x 1, of so many bits, and what they are as a negative; `alpha`: with a constant one behind each.
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

/// A picture of one grey in a second page, behind another one.
std::string two_pages(const std::vector<RawTag>& first, const std::vector<RawTag>& second, int small_page) {
    const int size[2] = {small_page == 0 ? 2 : 8, small_page == 1 ? 2 : 8};
    const auto samples = [&](int page) {
        return std::string(std::size_t(size[page] * size[page]), page == small_page ? '\x0a' : '\x64');
    };
    std::string file = tiff_file(size[0], size[0], 1, 8, 1, samples(0), first);
    const auto number = [&](std::size_t at, int bytes) {
        std::uint64_t value = 0;
        for (int i = bytes; i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(file[at + std::size_t(i)]);
        return std::size_t(value);
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

std::string plain_jpeg(int colours = 3, bool arithmetic = false) {
    files::JpegMaker maker;
    maker.colours = colours;
    maker.arithmetic = arithmetic;
    return files::jpeg_of(maker,
                          [](int x, int y, int c) { return 40.0 + 2 * x + y + (x * y + 20 * c) % 50; });
}

/// A JPEG with segments of a profile: number and count of each, and its bytes.
struct ProfileSegment {
    int number, count;
    std::string bytes;
};
std::string with_profiles(const std::string& jpeg, const std::vector<ProfileSegment>& segments) {
    std::string all;
    for (const ProfileSegment& part : segments) {
        const std::string body =
            std::string("ICC_PROFILE\0", 12) + char(part.number) + char(part.count) + part.bytes;
        all += "\xff\xe2" + files::big(std::uint32_t(body.size() + 2), 2) + body;
    }
    return jpeg.substr(0, 2) + all + jpeg.substr(2);
}

const std::string neutral = "enhance --preset neutral --no-log ";

} // namespace

TEST_CASE("a TIFF whose zero is white is no negative, whatever its bits, and keeps its alpha") {
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
    const Ran ran = folder.run(neutral + "in -o out/");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const std::string name = (folder.path / "out" / row.name).string();
        CHECK((samples_in(name + "-white.tif") == samples_in(name + "-black.tif")));
    }
    REQUIRE(folder.run(neutral + "in --in-place").code == 0);
    CHECK(
        (samples_in(folder.path / "in" / "16-white.tif") == samples_in(folder.path / "in" / "16-black.tif")));
    spill(folder.path / "c.tif",
          tiff_file(8, 1, 2, 16, 0, grey_samples(16, false, true, true), {short_tag(338, 1)}));
    check(folder.run(neutral + "c.tif -o c.png"), 1, {"WhiteIsZero TIFF with associated alpha"});
}

TEST_CASE("a palette of bytes in 16-bit words has its colours") {
    const Folder folder;
    for (const int times : {1, 257}) {
        std::string words, samples;
        for (int i = 0; i < 768; ++i)
            words += little(std::uint64_t((i < 256 ? i : 767 - i) % 256 * times), 2);
        for (int i = 0; i < 64; ++i) samples += char(i * 4);
        for (const bool big : {false, true})
            spill(folder.path / "in" / (std::to_string(times) + (big ? "b.tif" : ".tif")),
                  tiff_file(8, 8, 1, 8, 3, samples, {{320, 3, 768, words}}, big));
    }
    const Ran ran = folder.run(neutral + "in -o '{dir}/../out/{stem}.png'");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    CHECK_FALSE(ran.says("palette"));
    const std::string expected = samples_in(folder.path / "out" / "257.png");
    CHECK(expected.find_first_not_of('\0') != std::string::npos);
    for (const char* name : {"1.png", "1b.png", "257b.png"})
        CHECK((samples_in(folder.path / "out" / name) == expected));
}

TEST_CASE("a thumbnail or a level of a pyramid is not taken for the picture, wherever it stands") {
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
        check(folder.run("scale --no-log --size 4x4 " + name + " -o " + row.name + ".png"), 0,
              {"1 of its 2 pages are smaller copies"});
        CHECK((samples_in(folder.path / (std::string(row.name) + ".png")) == std::string(16, '\x64')));
        REQUIRE(folder.run(neutral + name + " -o out/" + name).code == 0);
        CHECK(files::load(folder.path / "out" / name).parts.size() == 1);
        check(folder.run(neutral + "--in-place " + name), 1, {"smaller copies", "for good"});
    }
    spill(folder.path / "d.tif", two_pages({reduced}, {reduced}, 0));
    CHECK_FALSE(folder.run(neutral + "d.tif -o out/d.tif").says("smaller copies"));
    CHECK(files::load(folder.path / "out" / "d.tif").parts.size() == 2);
}

TEST_CASE("a TIFF whose compression is not there is not called damaged") {
    const Folder folder;
    for (const auto& [number, name] : {std::pair{34712, "JPEG 2000 (34712)"},
                                       {50002, "JPEG XL (50002)"},
                                       {33003, "JPEG 2000 (33003)"},
                                       {12345, "compression (12345)"}}) {
        spill(folder.path / "a.tif", tiff_file(8, 1, 1, 8, 1, std::string(8, 'x'), {short_tag(259, number)}));
        const Ran ran = folder.run(neutral + "a.tif -o b.tif");
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
        const char* warning = nullptr;
    };
    const std::array<float, 8> ap1{0.713F, 0.293F, 0.165F, 0.83F, 0.128F, 0.044F, 0.32168F, 0.33767F};
    const std::array<int, 3> srgb{170, 89, 89}, acescg{205, 70, 86};
    const char* unusable = "its attribute chromaticities has primaries that do not make its white";
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
        {"log", {text("oiio:ColorSpace", "ACEScct")}, srgb, "its colour space 'ACEScct' is not known"}};
    for (const Row& row : rows)
        spill(folder.path / "in" / (std::string(row.name) + ".exr"), red_exr(row.attributes));
    const Ran ran = folder.run(neutral + "--depth uint8 in -o '{dir}/../out/{stem}.png'");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const std::string samples = samples_in(folder.path / "out" / (std::string(row.name) + ".png"));
        REQUIRE(samples.size() >= 3);
        for (std::size_t i = 0; i < 3; ++i)
            CHECK(std::abs(int(static_cast<unsigned char>(samples[i])) - row.expected[i]) <= 1);
        if (row.warning) CHECK(ran.says(std::string(row.name) + ".exr: " + row.warning));
    }
    const std::string own = samples_in(folder.path / "in" / "ap1.exr");
    for (const std::string arguments : {"-o a.exr", "-o a.tif", "--output-profile acescg -o b.tif"}) {
        CAPTURE(arguments);
        REQUIRE(folder.run(neutral + "in/ap1.exr " + arguments).code == 0);
        CHECK((samples_in(folder.path / arguments.substr(arguments.size() - 5)) == own));
    }
    CHECK(slurp(folder.path / "a.exr").find(chromaticities(ap1).value) != std::string::npos);
    CHECK(tagged::profile_in(folder.path / "a.exr").empty());
    CHECK(tagged::profile_in(folder.path / "a.tif").find("acsp") == 36);
    REQUIRE(folder.run(neutral + "--depth uint8 --assume-profile linear in/ap1.exr -o c.png").code == 0);
    CHECK((samples_in(folder.path / "c.png") == samples_in(folder.path / "out" / "none.png")));
}

TEST_CASE("a PNG is made where libpng refuses the profile, in sRGB if the profile can be used") {
    const Folder folder;
    const std::string p3 = tagged::named("Display P3").bytes;
    const auto changed = [&](std::size_t at, const std::string& bytes) {
        return std::string(p3).replace(at, bytes.size(), bytes);
    };
    struct Row {
        const char *name, *reason;
        std::string profile;
        int colours = 3;
        bool used = true;
    };
    const Row rows[] = {{"illuminant", "illuminant", changed(79, "\x2e")},
                        {"intent", "rendering intent", changed(67, "\x09")},
                        {"trailing", "length", p3 + "abcd"},
                        {"grey", "colours", p3, 1},
                        {"class", "class", changed(12, "abst"), 3, false},
                        {"space", "connection space", changed(20, std::string(4, '\0')), 3, false},
                        {"signature", "signature", changed(36, "acsq"), 3, false},
                        {"short", "table of tags", p3.substr(0, 100), 3, false}};
    for (const Row& row : rows)
        spill(folder.path / "in" / (std::string(row.name) + ".jpg"),
              with_profiles(plain_jpeg(row.colours), {{1, 1, row.profile}}));
    const Ran ran = folder.run(neutral + "in -o '{dir}/../out/{stem}.png'");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    CHECK_FALSE(ran.says("libpng error"));
    CHECK(folder.run(neutral + "--output-profile srgb in -o '{dir}/../srgb/{stem}.png'").code == 0);
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const std::string name = std::string(row.name) + ".png";
        CHECK(ran.says(name + ": libpng refuses its ICC profile for its " + row.reason + "; it was left out" +
                       (row.used ? ", and colours were converted to sRGB" : "\n")));
        CHECK(tagged::profile_in(folder.path / "out" / name).empty());
        const std::string own = samples_in(folder.path / "out" / name),
                          srgb = samples_in(folder.path / "srgb" / name);
        const auto is_near = [](char a, char b) {
            return std::abs(int(static_cast<unsigned char>(a)) - int(static_cast<unsigned char>(b))) <= 1;
        };
        CHECK(std::ranges::equal(own, srgb, is_near)); // rounded by another way
        if (row.colours == 3) CHECK((own == samples_in(folder.path / "out" / "class.png")) == !row.used);
    }
}

TEST_CASE("a JPEG keeps its profile if its parts are there twice, or numbered in another way") {
    const Folder folder;
    const std::string p3 = tagged::named("Display P3").bytes;
    const std::string a = p3.substr(0, 200), b = p3.substr(200, 100), c = p3.substr(300);
    const std::vector<std::vector<ProfileSegment>> rows{{{1, 1, p3}, {1, 1, p3}},
                                                        {{1, 1, a}, {1, 1, b}, {1, 1, c}},
                                                        {{0, 3, a}, {1, 3, b}, {2, 3, c}},
                                                        {{1, 2, a}, {2, 2, b + c}, {1, 2, a}, {2, 2, b + c}}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        CAPTURE(i);
        spill(folder.path / "a.jpg", with_profiles(plain_jpeg(), rows[i]));
        for (const std::string out : {"b.jpg", "b.png", "b.tif"}) {
            const Ran ran = folder.run("scale --no-log --factor 2 --overwrite a.jpg -o " + out);
            CHECK(ran.code == 0);
            CHECK(ran.err.empty());
            CHECK((tagged::profile_in(folder.path / out) == p3));
        }
    }
    spill(folder.path / "a.jpg", with_profiles(plain_jpeg(), {{1, 3, a}, {3, 3, c}}));
    check(folder.run(neutral + "--overwrite a.jpg -o b.jpg"), 0, {"is not complete: 2 of 3 parts"});
}

TEST_CASE("transparency and colours behind a PNG's picture do not vanish silently") {
    const Folder folder;
    const files::Chunk transparent{"tRNS", std::string(6, '\0')}, gamma{"gAMA", files::big(100000)};
    spill(folder.path / "a.png", files::png({.behind = {transparent}}));
    check(folder.run(neutral + "a.png -o o.png"), 1, {"its chunk tRNS stands behind its picture"});
    spill(folder.path / "b.png", files::png({.type = 3, .before = {{"tRNS", std::string(4, '\0')}}}));
    check(folder.run(neutral + "b.png -o o.png"), 1, {"its chunk tRNS stands before its palette"});
    spill(folder.path / "c.png", files::png({.behind = {gamma}}));
    check(folder.run(neutral + "c.png -o o.png"), 0,
          {"its chunk gAMA (the gamma) stands behind its picture"});
    check(folder.run(neutral + "c.png --in-place"), 1, {"its chunk gAMA"});
    spill(folder.path / "d.png", files::png({.type = 3, .between = {{"tRNS", std::string(4, '\0')}}}));
    CHECK(folder.run(neutral + "d.png -o p.png").err.empty());
}

TEST_CASE("what libjpeg finds behind the last row of a JPEG is told of") {
    const Folder folder;
    const std::string jpeg = plain_jpeg(), coded = plain_jpeg(3, true);
    const auto middle = [&](const std::string& bytes) {
        const std::size_t scan = coded.find("\xff\xda");
        return std::string(coded).replace((scan + coded.size()) / 2, bytes.size(), bytes);
    };
    spill(folder.path / "left.jpg", std::string(jpeg).insert(jpeg.size() - 2, 60, '\x55'));
    spill(folder.path / "app.jpg", middle("\xff\xe5"));
    spill(folder.path / "dnl.jpg", middle("\xff\xdc"));
    spill(folder.path / "restart.jpg", middle("\xff\xd3"));
    for (const char* name : {"left.jpg", "app.jpg", "dnl.jpg", "restart.jpg"}) {
        CAPTURE(name);
        for (const char* command :
             {"enhance --preset neutral", "scale --factor 2", "scale --fast --factor 2"})
            check(folder.run(std::string(command) + " --no-log --overwrite " + name + " -o o.png"), 0,
                  {"may be damaged"});
        check(folder.run(neutral + "--in-place " + name), 1, {"may be damaged", "for good"});
    }
    for (const char* marker : {"\xff\xd8", "\xff\xc0", "\xff\x02"}) {
        spill(folder.path / "bad.jpg", middle(marker));
        check(folder.run(neutral + "--overwrite bad.jpg -o o.png"), 1, {"truncated or damaged"});
    }
    spill(folder.path / "good.jpg", coded);
    CHECK(folder.run(neutral + "--overwrite good.jpg -o o.png").err.empty());
}
