// Tests warnings of light and colours that an output clips: counted, in every format, without false alarms.
#include "formats/common/convert.h"
#include "formats/common/messages.h"
#include "support/files/hdr_output.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;
using hdr_output::as, hdr_output::count_of, hdr_output::of;

namespace {

/// Greys of 64 x 48 pixels from 0 to `peak`, the last one.
Pixels light_to(double peak) {
    return tagged::picture({64, 48}, PixelType::f32, 3, [&](int x, int y, int) {
        return peak * std::pow((x + 64.0 * y) / (64 * 48 - 1), 4);
    });
}

const Message* one_of(const Messages& messages, const MessageRow& row) {
    const auto found = std::ranges::find(messages, std::string(row.id), &Message::id);
    return found == messages.end() ? nullptr : &*found;
}
} // namespace

TEST_CASE(
    "light above white that standard range clips is counted, in every format, and only if the file read has it") {
    files::Folder folder;
    for (const double peak : {0.9, 1.0, 1.5, 30.0})
        for (const PixelType type : {PixelType::f16, PixelType::f32}) {
            const Pixels light = converted(light_to(peak), type, {}, Alpha::none);
            write_image_file(of(light.copy()), folder / "a.exr", as(""));
            ImageFile read = files::load(folder / "a.exr");
            int above = 0;
            for (std::size_t i = 0; i < std::size_t(light.size.pixels()); ++i)
                above += std::max({tagged::sample(light, 3 * i), tagged::sample(light, 3 * i + 1),
                                   tagged::sample(light, 3 * i + 2)}) > 1.0001;
            CHECK((above > 0) == (peak > 1));
            for (const char* name : {"a.png", "a.webp", "a.bmp", "a.tga", "a.jp2", "a.avif", "a.jpg"})
                for (const char* profile : {"", "srgb"}) {
                    CAPTURE(name);
                    CAPTURE(peak);
                    WriteOptions options = as(profile);
                    options.gain_maps = GainMaps::drop;
                    const Messages found = write_image_file(read, folder / name, options);
                    const Message* clip = one_of(found, messages::hdr_clipped);
                    REQUIRE(bool(clip) == (above > 0));
                    if (clip)
                        CHECK(is_message(*clip, messages::hdr_clipped, above, 64 * 48, anything,
                                         std::llround(203 * tagged::sample(light, 3 * (64 * 48 - 1))),
                                         anything));
                    // PQ is named with the formats that hold it where this one does not.
                    if (clip)
                        CHECK((clip->values.at(4).find("pq)") != std::string::npos) ==
                              format_by_name(name)->keeps_hdr);
                }
            Pixels& filtered = read.parts[0].pixels;
            for (std::size_t i = 0; i < 300; ++i) tagged::set_sample(filtered, i, 1.2);
            CHECK(count_of(write_image_file(read, folder / "a.png", as("")), messages::hdr_clipped) ==
                  (peak > 1));
        }
}

TEST_CASE(
    "a JPEG's gain map holds light above white up to the top of PQ, which the words about its samples name") {
    files::Folder folder;
    for (const double peak : {40.0, 60.0}) {
        write_image_file(of(light_to(peak)), folder / "a.exr", as(""));
        const Messages found = write_image_file(files::load(folder / "a.exr"), folder / "a.jpg", as(""));
        const Message* depth = one_of(found, messages::depth_lost);
        REQUIRE(depth);
        CHECK(depth->values.at(3).find("gain map") != std::string::npos);
        const Message* clip = one_of(found, messages::hdr_clipped);
        REQUIRE(bool(clip) == (peak > 50));
        if (clip) CHECK(clip->values.at(2) == "a gain map");
    }
}

TEST_CASE(
    "colours outside of an output are a warning if more than a few pixels have them, whatever the way there") {
    files::Folder folder;
    const auto light = [](const std::array<double, 3>& colour, int pixels) {
        return tagged::picture({64, 48}, PixelType::f32, 3, [&](int x, int y, int c) {
            return x + 64 * y < pixels ? colour[std::size_t(c)] : 0.5;
        });
    };
    const std::array<double, 3> green_2020{-0.5876, 1.1329, -0.1006}, red_p3{1.2249, -0.0421, -0.0196},
        srgb{1, 0, 0.1};
    struct Row {
        std::array<double, 3> colour;
        int pixels;
        const char *by, *to, *profile;
        const char* outside; ///< of this (null: no warning)
    };
    constexpr int all = 64 * 48;
    const Row rows[] = {{green_2020, all, "exr", "png", "", "sRGB"},
                        {green_2020, all, "png", "png", "srgb", "sRGB IEC61966-2.1"},
                        {green_2020, all, "png", "jpg", "", "sRGB"},
                        {green_2020, all, "png", "jpg", "rec2020", nullptr},
                        {green_2020, all, "png", "png", "pq-p3", "P3 PQ"},
                        {green_2020, all, "exr", "avif", "pq-p3", "P3 PQ"},
                        {green_2020, all, "exr", "avif", "pq", nullptr},
                        {green_2020, all, "png", "png", "displayp3", "Display P3"},
                        {green_2020, all, "exr", "hdr", "", "sRGB"},
                        {green_2020, 5, "png", "jpg", "", nullptr},
                        {red_p3, all, "png", "png", "srgb", "sRGB IEC61966-2.1"},
                        {red_p3, all, "png", "png", "pq-p3", nullptr},
                        {srgb, all, "png", "jpg", "", nullptr},
                        {srgb, all, "exr", "webp", "", nullptr},
                        {srgb, all, "exr", "hdr", "", nullptr}};
    for (const Row& row : rows) {
        const std::string from = std::string("a.") + row.by, to = std::string("b.") + row.to;
        CAPTURE(from);
        CAPTURE(to);
        CAPTURE(row.profile);
        write_image_file(of(light(row.colour, row.pixels)), folder / from, as(row.by[0] == 'p' ? "pq" : ""));
        const Messages found = write_image_file(files::load(folder / from), folder / to, as(row.profile));
        const Message* narrow = one_of(found, messages::narrow_colours);
        REQUIRE(bool(narrow) == bool(row.outside));
        if (!narrow) continue;
        CHECK(narrow->values.at(0) == "100");
        CHECK(narrow->values.at(1).find(std::string(row.outside).substr(0, 4)) != std::string::npos);
    }
}

TEST_CASE("8 bits of PQ and HLG are a warning that names a depth, unless the file read has no more") {
    files::Folder folder;
    for (const char* profile : {"pq", "hlg"})
        for (const std::string name : {"b.png", "b.tif", "b.jxl", "b.heic", "b.avif"}) {
            CAPTURE(profile);
            CAPTURE(name);
            write_image_file(of(light_to(2)), folder / "a.png", as(profile));
            const ImageFile deep = files::load(folder / "a.png");
            WriteOptions coarse = as("");
            coarse.depth = PixelType::u8;
            const Messages found = write_image_file(deep, folder / name, coarse);
            const Message* banding = one_of(found, messages::hdr_banding);
            REQUIRE(banding);
            CHECK(banding->values.at(1) == (format_by_name(name)->few_bits ? "uint10" : "uint16"));
            const ImageFile eight = files::load(folder / name);
            CHECK(eight.parts[0].pixels.type == PixelType::u8);
            CHECK(count_of(write_image_file(eight, folder / ("c" + name), coarse), messages::hdr_banding) ==
                  0);
            CHECK(count_of(write_image_file(deep, folder / name, as("")), messages::hdr_banding) == 0);
        }
}
