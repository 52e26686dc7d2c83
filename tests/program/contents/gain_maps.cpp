// Tests gain maps of Ultra HDR files through the program: a bright display shows the result like the old file,
// cropped or scaled as light.
#include "batch/pipeline/messages.h"
#include "cli/messages.h"
#include "formats/common/messages.h"
#include "formats/jpeg/messages.h"
#include "support/called.h"
#include "support/files/phone_file.h"
#include "support/hdr_folder.h"
#include "support/messages.h"
#include <cmath>
#include <cstdlib>

using namespace atrous;
using hdr_maps::check_map;
using hdr_maps::has_gain_map;
using hdr_maps::HdrFolder;
using hdr_maps::whole;

namespace {

constexpr double least_psnr = 40; // dB, of the issue

/// The stored samples of a file's map.
Pixels stored_map(const Folder& folder, const std::string& file) {
    const std::string bytes = slurp(folder.path / file);
    spill(folder.path / "map.jpg", bytes.substr(files::mpf_pictures(bytes).at(1).at));
    return pixels_in(folder.path / "map.jpg");
}

/// PSNR of a map against means of boxes of the old one's stored samples, dB.
double stored_psnr(const Pixels& map, const Pixels& old, int times) {
    const auto channels = std::size_t(map.channels());
    const auto at = [&](const Pixels& of, int x, int y, std::size_t c) {
        return double(std::to_integer<int>(
            of.bytes.data
                .get()[(std::size_t(y) * std::size_t(of.size.width) + std::size_t(x)) * channels + c]));
    };
    double squares = 0;
    for (int y = 0; y < map.size.height; ++y)
        for (int x = 0; x < map.size.width; ++x)
            for (std::size_t c = 0; c < channels; ++c) {
                double sum = 0;
                for (int i = 0; i < times * times; ++i)
                    sum += at(old, x * times + i % times, y * times + i / times, c);
                squares += std::pow(at(map, x, y, c) - sum / (times * times), 2);
            }
    return 10 * std::log10(255. * 255 * double(map.size.pixels()) * double(channels) / squares);
}

/// Grey and coloured maps of several sizes, both kinds of scans, XMP of both forms, turned images.
const std::vector<files::UltraHdr> kinds = {{},
                                            {.times = 1, .map_colours = 3, .progressive = true},
                                            {.times = 2, .orientation = 6, .elements = true},
                                            {.map_colours = 3, .progressive = true, .orientation = 3}};

} // namespace

TEST_CASE(
    "scale takes the gain map along: its size by the same factor, the light of the old file made smaller") {
    if (!has_device()) return;
    for (const files::UltraHdr& how : kinds) {
        CAPTURE(how.times);
        CAPTURE(how.orientation);
        const HdrFolder folder(how);
        const Ran ran = folder.done("scale --log log --factor 4");
        CHECK_FALSE(prints(ran, line(messages::appended_lost)));
        const files::HdrFile found = folder.result();
        check_map(found, folder, {120 / how.times, 80 / how.times}, 95);
        CHECK(stored_psnr(stored_map(folder, "b.jpg"), stored_map(folder, "a.jpg"), 4) >= least_psnr);
        CHECK(files::psnr(found.hdr, files::shrunk(folder.before.hdr, 4)) >= least_psnr);
        const auto images = images_in(folder.path / "log");
        const Json* const map = images.back().find("gain_map");
        REQUIRE(map);
        CHECK(*map->find("made")->boolean());
    }
    if (!std::getenv("ATROUS_EXHAUSTIVE")) return;
    const HdrFolder large({}, {4000, 3000}); // 12 megapixels
    large.done("scale --log none --factor 4");
    check_map(large.result(), large, {250, 188}, 95);
    const double found = files::psnr(large.result().hdr, files::shrunk(large.before.hdr, 4));
    MESSAGE("12 megapixels: " << found << " dB");
    CHECK(found >= least_psnr);
}

TEST_CASE("--crop and --size of enhance change the gain map alike, also if parts of its pixels are cut") {
    if (!has_device()) return;
    for (const files::UltraHdr& how : kinds) {
        CAPTURE(how.times);
        CAPTURE(how.orientation);
        const HdrFolder folder(how);
        const bool turned = how.orientation == 6;
        const Size part{turned ? 150 : 203, turned ? 203 : 150}; // as displayed
        const Ran ran =
            folder.done("enhance --log none --preset neutral --crop " + to_string(part) + "+37+61");
        CHECK_FALSE(prints(ran, line(messages::appended_lost)));
        const files::HdrFile found = folder.result();
        const auto in_map = [&](int n) { return int(std::lround(double(n) / how.times)); };
        check_map(found, folder, {in_map(203), in_map(150)});
        // 6: viewers show the stored right column as the bottom row. 3: half a turn.
        const int x = turned ? 61 : how.orientation == 3 ? whole.width - 37 - 203 : 37;
        const int y = turned ? whole.height - 37 - 150 : how.orientation == 3 ? whole.height - 61 - 150 : 61;
        CHECK(files::psnr(found.hdr, files::part_of(folder.before.hdr, x, y, {203, 150})) >= least_psnr);
    }
    const HdrFolder folder;
    folder.done("enhance --log none --preset neutral --crop 240x160+120+80 --size 120x120");
    const files::Light part = files::part_of(folder.before.hdr, 120, 80, {240, 160});
    check_map(folder.result(), folder, {30, 20}, 95);
    CHECK(files::psnr(folder.result().hdr, files::shrunk(part, 2)) >= least_psnr);
}

TEST_CASE(
    "an image that is enlarged has its former gain map, byte for byte; the video stays after a new gain map") {
    if (!has_device()) return;
    const HdrFolder folder({.video = files::video_of(500)});
    const std::string before = slurp(folder.path / "a.jpg");
    const auto map = files::mpf_pictures(before)[1];
    folder.done("scale --log none --size 600x600 --upscale");
    CHECK(slurp(folder.path / "b.jpg").ends_with(before.substr(map.at)));
    CHECK(folder.result().problem == "");
    folder.done("scale --log none --factor 2");
    CHECK(slurp(folder.path / "b.jpg").ends_with("\xff\xd9" + files::video_of(500)));
    check_map(folder.result(), folder, {60, 40}, 95);
}

TEST_CASE(
    "a map that cannot be applied keeps its ratio with --gain-map keep, and the log names the change; auto and drop print the reason") {
    if (!has_device()) return;
    const HdrFolder folder;
    std::string bytes = slurp(folder.path / "a.jpg");
    const std::string iso("urn:iso:std:iso:ts:21496:-1\0", 28);
    const std::size_t flags = bytes.find(iso, files::mpf_pictures(bytes).at(1).at) + iso.size() + 4;
    bytes[flags] = char(bytes[flags] | 4); // the image is the HDR rendition
    spill(folder.path / "a.jpg", bytes);
    CHECK(prints(folder.done("enhance --log none"), line(messages::gain_map_unusable, "HDR rendition")));
    const std::string strong = "enhance --log log --levels 5 --luma 3 --gain-map ";
    CHECK(prints(folder.done(strong + "keep -v"), line(messages::gain_map_kept)));
    const files::HdrFile found = folder.result();
    check_map(found, folder, {120, 80});
    files::Light expected =
        found.sdr; // times the old ratio, with the offset that all gain maps of these files have
    for (std::size_t i = 0; i < expected.values.size(); ++i)
        expected.values[i] = (expected.values[i] + 1 / 64.0F) * (folder.before.hdr.values[i] + 1 / 64.0F) /
                                 (folder.before.sdr.values[i] + 1 / 64.0F) -
                             1 / 64.0F;
    CHECK(files::psnr(found.hdr, expected) >= 60); // of floats
    CHECK(files::psnr(found.sdr, folder.before.sdr) < 30);
    CHECK(images_in(folder.path / "log").back().find("gain_map")->find("light_change")->number(0) > 0.1);
    CHECK(prints(folder.done(strong + "auto"), line(messages::appended_lost, "gain map", "10 %")));
    CHECK_FALSE(has_gain_map(slurp(folder.path / "b.jpg")));
    CHECK_FALSE(images_in(folder.path / "log").back().find("gain_map"));
    folder.done(strong + "keep --size 240x240");
    check_map(folder.result(), folder, {60, 40}, 95);
    CHECK(prints(folder.done(strong + "auto --size 240x240"),
                 line(messages::appended_lost, "gain map", "10 %")));
    CHECK(prints(folder.done(strong + "auto --crop 240x160+0+0"),
                 line(messages::appended_lost, "gain map", "10 %")));
    CHECK_FALSE(has_gain_map(slurp(folder.path / "b.jpg")));
    CHECK(prints(folder.done("enhance --log none --preset neutral --crop 240x160+0+0 --gain-map drop"),
                 line(messages::appended_lost, "gain map", "--gain-map drop")));
    const Ran dropped =
        run_here(folder, "enhance --log none --preset neutral --gain-map drop a.jpg -o d.png");
    CHECK(prints(dropped, line(messages::appended_lost, "gain map (--gain-map drop)")));
    CHECK(dropped.err.find("cannot hold") == std::string::npos);
    CHECK_FALSE(has_gain_map(slurp(folder.path / "b.jpg")));
    expect(run_here(folder, "enhance --gain-map always a.jpg -o c.jpg"), 2,
           {line(messages::value_unknown, "--gain-map", "'always'", "keep, auto or drop")});
}

TEST_CASE(
    "a gain map that is cut off, no image or larger than its image is refused with a message, and the image is written") {
    if (!has_device()) return;
    const HdrFolder folder;
    const std::string whole_file = slurp(folder.path / "a.jpg");
    const auto map = files::mpf_pictures(whole_file)[1];
    const auto with_map = [&](const std::string& bytes) {
        std::string file = whole_file.substr(0, map.at) + bytes;
        file.resize(whole_file.size(), '\0'); // tables keep the old size
        return file;
    };
    const std::string bytes = whole_file.substr(map.at);
    std::string huge = bytes, wide = bytes; // data of the frame header: length, precision, height, width
    const std::size_t frame = bytes.find("\xff\xc0");
    REQUIRE(frame != std::string::npos);
    huge.replace(frame + 5, 4, "\xff\xff\xff\xff");
    wide.replace(frame + 7, 2, std::string("\x02\x00", 2));
    struct Row {
        std::string file;
        std::string says;
        bool is_cut = false;
    };
    for (
        const Row& row :
        {Row{with_map(bytes.substr(0, bytes.size() / 2)), "truncated or damaged"},
         Row{with_map(huge), "65535x65535"},
         Row{with_map(wide), words(messages::gain_map_size, "512x80", "480x320")},
         Row{with_map(
                 "\xff\xd8\xff\xe1 and no picture, but hdr-gain-map words: http://ns.adobe.com/hdr-gain-map/"),
             "gain map (cannot follow"},
         Row{whole_file.substr(0, map.at), "that the file does not have", true},
         Row{whole_file.substr(0, map.at + 10), "that the file does not have", true}}) {
        CAPTURE(row.says);
        spill(folder.path / "a.jpg", row.file);
        for (const auto& [command, size] :
             {std::pair{"scale --log none --factor 4", "120x80"},
              std::pair{"enhance --log none --levels 2 --luma 1.5", "480x320"}}) {
            CAPTURE(command);
            const Ran ran = folder.done(command);
            CAPTURE(ran.err);
            CHECK(ran.says(row.says));
            CHECK(ran.says(words(messages::appended_lost)));
            CHECK(ran.says(words(messages::gain_map_damaged)) == row.is_cut);
            CHECK_FALSE(ran.says("/proc/"));
            CHECK_FALSE(has_gain_map(slurp(folder.path / "b.jpg")));
            CHECK(to_string(size_of(folder.path / "b.jpg")) == size);
        }
    }
}

TEST_CASE(
    "a gain map that is a file of its own is an ordinary image that announces no map, and keeps its numbers") {
    if (!has_device()) return;
    const HdrFolder folder;
    const std::string bytes = slurp(folder.path / "a.jpg");
    spill(folder.path / "a.jpg", bytes.substr(files::mpf_pictures(bytes)[1].at));
    const Ran ran = folder.done("enhance --log none --levels 2");
    CHECK_FALSE(ran.says(words(messages::gain_map_damaged)));
    CHECK_FALSE(ran.says(words(messages::appended_lost)));
    CHECK(slurp(folder.path / "b.jpg").find("GainMapMax") != std::string::npos);
}

TEST_CASE("of more than four gain maps the rest is left out, with a message") {
    if (!has_device()) return;
    const HdrFolder folder;
    const std::string bytes = slurp(folder.path / "a.jpg");
    files::Phone phone;
    phone.gain_map = phone.view = bytes.substr(files::mpf_pictures(bytes)[1].at);
    phone.views = 5;
    spill(folder.path / "a.jpg", files::phone_file(files::plain_jpeg(whole), phone));
    CHECK(prints(folder.done("scale --log none --factor 4"), line(messages::appended_lost, "2 x gain map")));
    CHECK(files::mpf_pictures(slurp(folder.path / "b.jpg")).size() == 5);
}
