// Display windows of OpenEXR as pictures of other formats, and light that their alpha hides.
#include "formats/common/messages.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace atrous;
using files::ExrPart;
using files::ExrType;

namespace {

Messages resaved(const std::filesystem::path& from, const std::filesystem::path& to) {
    return write_image_file(files::load(from), to, {.overwrite = true});
}

} // namespace

TEST_CASE(
    "the image of an EXR is its display window: other formats get it as from a data window of that size") {
    const files::Folder folder;
    const std::vector<files::ExrChannel> coloured{{"B"}, {"G"}, {"R"}}, clear{{"A"}, {"B"}, {"G"}, {"R"}},
        deep{{"B"}, {"G"}, {"R"}, {"Z", ExrType::single}, {"light.B"}, {"light.G"}, {"light.R"}};
    struct Window {
        int x, y, width, height;
        bool cut;
    };
    constexpr Window windows[] = {{5, 3, 6, 4, false},  {-3, -2, 26, 14, true}, {15, -2, 10, 9, true},
                                  {4, 3, 1, 1, false},  {40, 30, 5, 5, true},   {-9, 2, 9, 4, true},
                                  {0, 0, 20, 5, false}, {2, 2, 20, 10, true}};
    for (const Window& window : windows)
        for (const auto* channels : {&coloured, &clear, &deep}) {
            CAPTURE(window.x);
            CAPTURE(window.width);
            CAPTURE(channels->size());
            ExrPart part{"", *channels, window.x, window.y, window.width, window.height, 20, 10};
            const auto sample = [](const std::string& channel, int x, int y) {
                return channel == "A" ? 1 : float((x * 7 + y * 13 + channel.back()) % 32) / 32;
            };
            part.sample = [&](const std::string& channel, int x, int y) {
                return sample(channel, window.x + x, window.y + y);
            };
            ExrPart whole{"", *channels, 0, 0, 20, 10, 20, 10};
            whole.sample = [&](const std::string& channel, int x, int y) {
                const bool inside = x >= window.x && x < window.x + window.width && y >= window.y &&
                                    y < window.y + window.height;
                return inside ? sample(channel, x, y) : 0;
            };
            files::write_all(folder / "part.exr", files::exr({part}));
            files::write_all(folder / "whole.exr", files::exr({whole}));
            for (const std::string ending :
                 {"jpg", "png", "webp", "tif", "bmp", "tga", "hdr", "ppm", "dpx"}) {
                CAPTURE(ending);
                const auto path = folder / ("part." + ending);
                const Messages warnings = resaved(folder / "part.exr", path);
                const Messages plain = resaved(folder / "whole.exr", folder / ("whole." + ending));
                CHECK(files::load(path).parts[0].pixels.size == Size{20, 10});
                if (ending != "dpx")
                    CHECK(files::read_all(path) == files::read_all(folder / ("whole." + ending)));
                CHECK(warnings.size() == plain.size() + 1);
                CHECK(std::ranges::any_of(warnings, [&](const Message& w) {
                    return is_message(w, messages::display_written, anything, "20x10", 0, 0,
                                      to_string(Size{window.width, window.height}), window.x, window.y,
                                      window.cut ? "reaches out of it and is cut" : "lies in it");
                }));
            }
        }
}

TEST_CASE("pages of a TIFF are the display windows of an EXR's parts, also of parts without colour") {
    const files::Folder folder;
    const ExrPart colour{"a", {{"B"}, {"G"}, {"R"}}, 3, 2, 5, 4, 12, 9},
        depth{"b", {{"Z", ExrType::single}}, -2, 5, 6, 8, 12, 9};
    files::write_all(folder / "a.exr", files::exr({colour, depth}));
    resaved(folder / "a.exr", folder / "a.tif");
    const ImageFile from = files::load(folder / "a.exr"), file = files::load(folder / "a.tif");
    REQUIRE(file.parts.size() == 2);
    for (const Part& part : file.parts) CHECK(data_size(part) == Size{12, 9});
    const std::vector<float> was = channel_planes(from.parts[1], {0}),
                             now = channel_planes(file.parts[1], {0});
    for (int y = 0; y < 9; ++y)
        for (int x = 0; x < 12; ++x)
            CHECK(now[std::size_t(y * 12 + x)] ==
                  (x < 4 && y >= 5 ? was[std::size_t((y - 5) * 6 + x + 2)] : 0));
}

TEST_CASE("an image too large for the format is refused by its display window, before it is made") {
    const files::Folder folder;
    files::write_all(folder / "a.exr", files::exr({{"", {{"B"}, {"G"}, {"R"}}, 3, 2, 1, 1, 65535, 65535}}));
    for (const std::string ending : {"jpg", "webp"})
        CHECK(has_message(files::refusal([&] { resaved(folder / "a.exr", folder / ("a." + ending)); }),
                          messages::format_size, ending == "jpg" ? "JPEG" : "WebP", anything, anything,
                          "65535x65535"));
}

TEST_CASE("light that straight alpha hides is named: all of it, or the number of pixels") {
    const files::Folder folder;
    for (const int covered : {0, 1, 4}) {
        ExrPart part{"", {{"A"}, {"B"}, {"G"}, {"R"}}, 0, 0, 4, 4, 4, 4};
        part.sample = [&](const std::string& channel, int x, int y) { // column 3 is darker than 8 bits show
            return channel == "A" ? float(y < covered) : x == 3 ? .001F : x == 2 && channel != "R" ? 0 : .5F;
        };
        files::write_all(folder / "a.exr", files::exr({part}));
        for (const std::string ending : {"png", "webp", "tga", "tif", "exr", "jpg"}) {
            CAPTURE(covered);
            CAPTURE(ending);
            const Messages warnings = resaved(folder / "a.exr", folder / ("b." + ending));
            const bool straight = ending == "png" || ending == "webp" || ending == "tga";
            const auto count = [&](const MessageRow& row, const std::vector<std::string>& values) {
                return std::ranges::count_if(warnings,
                                             [&](const Message& w) { return is_message(w, row, values); });
            };
            CHECK(count(messages::all_transparent, {}) == (straight && covered == 0));
            CHECK(count(messages::light_hidden, {"9", "16", anything}) == (straight && covered == 1));
        }
    }
}
