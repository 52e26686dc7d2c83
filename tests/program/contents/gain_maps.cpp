// Tests gain maps of Ultra HDR files through the program: a bright display shows the result like the old file,
// cropped or scaled as light.
#include "batch/pipeline/messages.h"
#include "cli/messages.h"
#include "formats/jpeg/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "formats/write/output_file.h"
#include "support/files/io_files.h"
#include "support/files/phone_file.h"
#include "support/files/ultra_hdr.h"
#include "support/messages.h"
#include <cmath>
#include <cstdlib>

using namespace atrous;

namespace {

constexpr Size whole{480, 320};
constexpr double least_psnr = 40; // dB, of the issue

/// "a.jpg", such a file, and its contents by a reader.
struct HdrFolder : Folder {
    files::HdrFile before;
    explicit HdrFolder(const files::UltraHdr& how = {}, Size size = whole) {
        spill(path / "a.jpg", files::ultra_hdr(files::scene(size), how));
        before = files::read_hdr(slurp(path / "a.jpg"));
        CHECK(before.problem.empty());
    }
    Ran done(const std::string& arguments) const {
        const Ran ran = run_here(*this, arguments + " --existing replace a.jpg -o b.jpg");
        check(ran, 0, {});
        return ran;
    }
    files::HdrFile result() const { return files::read_hdr(slurp(path / "b.jpg")); }
};

bool has_gain_map(const std::string& bytes) {
    return bytes.find("hdrgm") != std::string::npos || bytes.find("21496") != std::string::npos ||
           bytes.find("MPF") != std::string::npos;
}

/// Smaller maps have finer details, of which quality 95 keeps enough.
void check_map(const files::HdrFile& found, const HdrFolder& folder, Size map, int min_quality = 0) {
    CHECK(found.problem == "");
    CHECK(to_string(found.map) == to_string(map));
    CHECK(found.map_colours == folder.before.map_colours);
    CHECK(found.map_quality == std::max(folder.before.map_quality, min_quality));
    CHECK(found.map_progressive == folder.before.map_progressive);
}

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

namespace {

/// The mean difference of light, as a share of the mean light: of the luminance if `grey`.
double light_error(const files::Light& light, const files::Light& expected, bool grey) {
    REQUIRE(light.values.size() == expected.values.size());
    double differences = 0, all = 0;
    for (std::size_t i = 0; i < light.values.size(); i += 3) {
        const auto at = [&](const files::Light& of, std::size_t c) { return std::max(double(of.values[i + c]), 0.0); };
        const auto luminance = [&](const files::Light& of) { return 0.2126 * at(of, 0) + 0.7152 * at(of, 1) + 0.0722 * at(of, 2); };
        for (std::size_t c = 0; c < 3; ++c) {
            differences += std::abs(grey ? luminance(light) - luminance(expected) : at(light, c) - at(expected, c));
            all += grey ? luminance(expected) : at(expected, c);
        }
    }
    return differences / all;
}

/// The light of "h.exr", the HDR rendition, after a command.
files::Light filtered(const HdrFolder& folder, const std::string& command) {
    const files::Light& before = folder.before.hdr;
    ImageFile file = files::picture(before.size, PixelType::f32, 3, [&](int x, int y, int c) { return double(before.at(x, y)[c]); });
    write_image_file(file, folder.path / "h.exr", {.overwrite = true});
    check(run_here(folder, command + " --space ictcp --existing replace h.exr -o i.exr"), 0, {});
    const ImageFile made = files::load(folder.path / "i.exr");
    const auto* values = reinterpret_cast<const float*>(made.parts.front().pixels.bytes.data.get());
    return {before.size, {values, values + before.values.size()}};
}

} // namespace

TEST_CASE("the new map and image are within 1 % of the HDR rendition that is filtered itself, in every size, with and without guards") {
    if (!has_device()) return;
    for (const int times : {1, 2, 4})
        for (const int colours : {1, 3}) {
            const HdrFolder folder({.times = times, .map_colours = colours});
            for (const char* settings : {"--preset neutral --levels 5 --luma 1.5", "--preset neutral --levels 5 --luma 1.5 --protect-tones 1",
                                         "--preset neutral --levels 5 --luma 1.2", "--levels 5"}) {
                CAPTURE(times);
                CAPTURE(colours);
                CAPTURE(settings);
                const std::string command = std::string("enhance --log none ") + settings;
                const Ran ran = folder.done(command + " --quality 100");
                CHECK_FALSE(prints(ran, line(messages::appended_lost)));
                const files::HdrFile found = folder.result();
                CHECK(to_string(found.map) == to_string(folder.before.map));
                CHECK(found.map_colours == folder.before.map_colours);
                const double error = light_error(found.hdr, filtered(folder, command), colours == 1);
                MESSAGE(times << " " << colours << " " << settings << ": " << error);
                CHECK(error <= 0.01);
            }
        }
}

TEST_CASE("the image is the same with a map and without, and neutral settings keep the bytes of the map") {
    if (!has_device()) return;
    const HdrFolder folder;
    const std::string whole_file = slurp(folder.path / "a.jpg");
    folder.done("enhance --log none");
    const std::string with_map = slurp(folder.path / "b.jpg");
    folder.done("enhance --log none --gain-map drop");
    const std::string without = slurp(folder.path / "b.jpg");
    spill(folder.path / "with.jpg", with_map.substr(0, files::mpf_pictures(with_map).at(0).size));
    CHECK(files::same_pixels(files::load(folder.path / "with.jpg"), files::load(folder.path / "b.jpg")));
    CHECK_FALSE(has_gain_map(without));
    folder.done("enhance --log none --preset neutral --quality 90");
    CHECK(slurp(folder.path / "b.jpg").ends_with(whole_file.substr(files::mpf_pictures(whole_file).at(1).at)));
}

TEST_CASE("a crop and a size have the map of their own part of the filtered renditions") {
    if (!has_device()) return;
    const HdrFolder folder;
    const std::string settings = "enhance --log none --preset neutral --levels 3 --luma 1.5 --quality 100";
    const files::Light whole_light = filtered(folder, settings);
    folder.done(settings + " --crop 240x160+80+40");
    CHECK(light_error(folder.result().hdr, files::part_of(whole_light, 80, 40, {240, 160}), true) < 0.015);
    folder.done(settings + " --size 240x160 --sharpen-output 0");
    check_map(folder.result(), folder, {60, 40}, 98);
    CHECK(light_error(folder.result().hdr, files::shrunk(whole_light, 2), true) < 0.02);
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
    };
    for (
        const Row& row :
        {Row{with_map(bytes.substr(0, bytes.size() / 2)), "truncated or damaged"},
         Row{with_map(huge), "65535x65535"},
         Row{with_map(wide), words(messages::gain_map_size, "512x80", "480x320")},
         Row{with_map(
                 "\xff\xd8\xff\xe1 and no picture, but hdr-gain-map words: http://ns.adobe.com/hdr-gain-map/"),
             "gain map (cannot follow"},
         Row{whole_file.substr(0, map.at), "that the file does not have"},
         Row{whole_file.substr(0, map.at + 10), "that the file does not have"}}) {
        CAPTURE(row.says);
        spill(folder.path / "a.jpg", row.file);
        const Ran ran = folder.done("scale --log none --factor 4");
        CAPTURE(ran.err);
        CHECK(ran.says(row.says));
        CHECK(ran.says(words(messages::appended_lost)));
        CHECK_FALSE(ran.says("/proc/"));
        CHECK_FALSE(has_gain_map(slurp(folder.path / "b.jpg")));
        CHECK(to_string(size_of(folder.path / "b.jpg")) == "120x80");
    }
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
