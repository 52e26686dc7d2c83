// Tests the numbers of gain maps: read from every kind of block, written again, and refused where they cannot be applied.
#include "formats/write/gain_map.h"
#include "formats/jpeg/messages.h"
#include "metadata/gain_map.h"
#include "support/files/io_files.h"
#include "support/files/ultra_hdr.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// Numbers of a range, from a seed.
GainMapNumbers some_numbers(std::uint32_t seed, int channels) {
    const auto number = [&](double least, double most) {
        seed = files::noise(seed);
        return least + (most - least) * double(seed % 4096) / 4096;
    };
    GainMapNumbers numbers{.base_headroom = number(0, 1), .headroom = number(1, 6)};
    for (std::size_t c = 0; c < 3; ++c)
        numbers.curves[c] =
            c < std::size_t(channels)
                ? GainCurve{number(-2, 0), number(0.5, 6), number(0.5, 2), number(0, 0.1), number(0, 0.1)}
                : numbers.curves[0];
    return numbers;
}

void check_same(const GainMapNumbers& found, const GainMapNumbers& expected) {
    CHECK(found.unusable == "");
    CHECK(found.headroom == doctest::Approx(expected.headroom).epsilon(1e-5));
    CHECK(found.base_headroom == doctest::Approx(expected.base_headroom).epsilon(1e-5));
    for (std::size_t c = 0; c < 3; ++c)
        for (double GainCurve::*const member : {&GainCurve::least, &GainCurve::most, &GainCurve::gamma,
                                                &GainCurve::offset_sdr, &GainCurve::offset_hdr})
            CHECK(found.curves[c].*member ==
                  doctest::Approx(expected.curves[c].*member).epsilon(1e-5).scale(1));
}

std::string reason_of(const std::vector<MetadataBlock>& blocks, const std::string& exif = {}) {
    const auto numbers = gain_map_numbers(blocks, exif);
    return numbers ? numbers->unusable : "none";
}

const std::vector<MetadataBlock> apple_block = {
    {0xE1, std::string(xmp_magic) +
               "<x xmlns:HDRGainMap=\"http://ns.apple.com/HDRGainMap/1.0/\" HDRGainMap:Version=\"65536\"/>"}};

} // namespace

TEST_CASE("numbers of a new map are read again from each of its blocks, of one channel and of three") {
    for (std::uint32_t seed = 1; seed < 40; ++seed)
        for (const int channels : {1, 3}) {
            const GainMapNumbers numbers = some_numbers(seed, channels);
            const std::vector<MetadataBlock> blocks = gain_map_blocks(numbers, channels);
            REQUIRE(blocks.size() == 2);
            for (const MetadataBlock& block : blocks) {
                const auto found = gain_map_numbers({block}, {});
                REQUIRE(found);
                check_same(*found, numbers);
                CHECK(found->kind == (&block == &blocks[0] ? GainMapKind::ultra_hdr : GainMapKind::iso));
            }
        }
}

TEST_CASE("ranges that grew are read again from both blocks, and nothing else changes") {
    for (const int channels : {1, 3}) {
        const GainMapNumbers before = some_numbers(7, channels);
        GainMapNumbers numbers = before;
        for (std::size_t c = 0; c < 3; ++c) numbers.widen(channels == 1 ? 0 : c, -0.25, 1.5);
        if (channels == 1) numbers.curves.fill(numbers.curves[0]);
        std::vector<MetadataBlock> blocks = gain_map_blocks(before, channels);
        put_gain_ranges(blocks, numbers);
        for (const MetadataBlock& block : blocks) check_same(*gain_map_numbers({block}, {}), numbers);
    }
}

TEST_CASE("the sample of a gain has this gain, for every kind and curve, also outside of the range") {
    for (std::uint32_t seed = 1; seed < 20; ++seed)
        for (const GainMapKind kind : {GainMapKind::ultra_hdr, GainMapKind::iso, GainMapKind::apple}) {
            GainMapNumbers numbers = some_numbers(seed, 3);
            numbers.kind = kind;
            for (std::size_t c = 0; c < 3; ++c)
                for (double sample = kind == GainMapKind::apple ? 0 : -0.5; sample <= 1.25; sample += 0.125)
                    CHECK(numbers.sample(c, numbers.gain(c, sample)) ==
                          doctest::Approx(sample).epsilon(1e-6).scale(1));
        }
}

TEST_CASE("Apple's headroom follows from maker notes 33 and 48") {
    struct Row {
        double brightness, gain, stops;
    };
    for (const Row& row : {Row{0.5, 0, 1.8}, Row{0.5, 0.01, 1.6}, Row{0.5, 1, 1.5}, Row{1, 0, 3},
                           Row{1, 0.01, 2.3}, Row{2, 1, 2}, Row{0.5, 100, 0}}) {
        const auto numbers = gain_map_numbers(apple_block, files::apple_exif(row.brightness, row.gain));
        REQUIRE(numbers);
        CHECK(numbers->kind == GainMapKind::apple);
        CHECK(numbers->headroom == doctest::Approx(row.stops).epsilon(1e-6));
        CHECK(numbers->gain(0, 0) == 0);
        CHECK(numbers->gain(0, 1) == doctest::Approx(row.stops).epsilon(1e-6));
    }
}

TEST_CASE("a map of Apple without both maker notes is unusable") {
    CHECK(reason_of(apple_block) == "its headroom is unknown (maker notes 33 and 48)");
    CHECK(reason_of(apple_block, files::apple_exif(1, 1, false)) ==
          "its headroom is unknown (maker notes 33 and 48)");
    const std::string whole = files::apple_exif(1, 1);
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes)
        CHECK(reason_of(apple_block, whole.substr(0, bytes)) != "");
}

TEST_CASE(
    "a map whose image is the HDR rendition is unusable, and hdrgm does not count in the place of ISO 21496-1") {
    std::vector<MetadataBlock> blocks = gain_map_blocks(some_numbers(3, 1), 1);
    const std::string hdr_base = "its image is the HDR rendition";
    std::string& iso = blocks[1].body;
    const std::size_t flags = iso_gain_map.size() + 4;
    iso[flags] = char(iso[flags] | 4);
    CHECK(reason_of(blocks) == hdr_base);
    GainMapNumbers reversed = some_numbers(3, 1);
    std::swap(reversed.base_headroom, reversed.headroom);
    CHECK(reason_of({gain_map_blocks(reversed, 1)[1]}) == hdr_base);
    std::string& packet = blocks[0].body;
    packet.replace(packet.find("\"False\""), 7, "\"True\"");
    CHECK(reason_of({blocks[0]}) == hdr_base);
}

TEST_CASE("cut, later and senseless numbers are unusable") {
    const std::vector<MetadataBlock> blocks = gain_map_blocks(some_numbers(5, 3), 3);
    const std::string whole = blocks[1].body;
    for (std::size_t bytes = iso_gain_map.size(); bytes < whole.size(); ++bytes)
        CHECK(reason_of({{0xE2, whole.substr(0, bytes)}, blocks[0]}) != "");
    std::string later = whole, endless = whole;
    later[iso_gain_map.size() + 1] = 1;
    CHECK(reason_of({{0xE2, later}}) == "it needs a later version of ISO 21496-1");
    for (std::size_t at = iso_gain_map.size() + 5; at < whole.size(); ++at) {
        endless = whole;
        endless.replace(at / 4 * 4, 4, std::string(4, '\0'));
        const auto numbers = gain_map_numbers({{0xE2, endless}}, {});
        REQUIRE(numbers);
        if (numbers->unusable.empty()) CHECK(std::isfinite(numbers->gain(0, 0.5)));
    }
    for (const char* const senseless : {"1e9 ", "abc ", "nan "}) {
        std::string packet = blocks[0].body;
        packet.replace(packet.find("<hdrgm:GainMapMax><rdf:Seq><rdf:li>") + 35, 1, senseless);
        CHECK(reason_of({{0xE1, packet}}) == "its numbers are out of range");
    }
    CHECK(reason_of({{0xE1, std::string(xmp_magic) + "<x/>"}}) == "none");
}

TEST_CASE("a map that cannot be encoded gets the reason, and its image is written") {
    constexpr int too_wide = 65501; // for a JPEG
    ImageFile file = files::picture({too_wide - 1, 1}, PixelType::u8, 3, [](int, int, int) { return 0.5; });
    auto map = std::make_shared<GainMap>();
    map->samples = {{too_wide, 1}, PixelType::u8, 1, Alpha::none, Transfer::linear, Bytes(too_wide)};
    file.gain_map = map;
    append_gain_map(file);
    REQUIRE(file.appended);
    CHECK(file.appended->found.items.at(0).refused != "");
    const files::Folder folder;
    const auto warnings = write_image_file(file, folder / "a.jpg", {.overwrite = true});
    REQUIRE(warnings.size() == 1);
    CHECK(warnings.front().id == messages::appended_lost.id);
    CHECK(files::load(folder / "a.jpg").appended == nullptr);
}
