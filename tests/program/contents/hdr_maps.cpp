// Tests that a gain map follows its filtered image: the light of both is the filtered HDR rendition.
#include "commands/compare/messages.h"
#include "formats/common/messages.h"
#include "formats/jpeg/messages.h"
#include "formats/write/output_file.h"
#include "support/files/io_files.h"
#include "support/files/phone_file.h"
#include "support/hdr_folder.h"
#include "support/messages.h"
#include <cmath>

using namespace atrous;
using namespace hdr_maps;

namespace {

/// The mean difference of light, as a share of the mean light: of the luminance if `grey`.
double light_error(const files::Light& light, const files::Light& expected, bool grey) {
    REQUIRE(light.values.size() == expected.values.size());
    double differences = 0, all = 0;
    for (std::size_t i = 0; i < light.values.size(); i += 3) {
        const auto at = [&](const files::Light& of, std::size_t c) {
            return std::max(double(of.values[i + c]), 0.0);
        };
        const auto luminance = [&](const files::Light& of) {
            return 0.2126 * at(of, 0) + 0.7152 * at(of, 1) + 0.0722 * at(of, 2);
        };
        for (std::size_t c = 0; c < 3; ++c) {
            differences +=
                std::abs(grey ? luminance(light) - luminance(expected) : at(light, c) - at(expected, c));
            all += grey ? luminance(expected) : at(expected, c);
        }
    }
    return differences / all;
}

/// The light of "h.exr", the HDR rendition, after a command.
files::Light filtered(const HdrFolder& folder, const std::string& command) {
    const files::Light& before = folder.before.hdr;
    ImageFile file = files::picture(before.size, PixelType::f32, 3,
                                    [&](int x, int y, int c) { return double(before.at(x, y)[c]); });
    write_image_file(file, folder.path / "h.exr", {.overwrite = true});
    check(run_here(folder, command + " --space ictcp --existing replace h.exr -o i.exr"), 0, {});
    const ImageFile made = files::load(folder.path / "i.exr");
    const auto* values = reinterpret_cast<const float*>(made.parts.front().pixels.bytes.data.get());
    return {before.size, {values, values + before.values.size()}};
}

} // namespace

TEST_CASE(
    "the new map and image are within 1 % of the HDR rendition that is filtered itself, in every size, with and without guards") {
    if (!has_device()) return;
    for (const int times : {1, 2, 4})
        for (const int colours : {1, 3}) {
            const HdrFolder folder({.times = times, .map_colours = colours});
            for (const char* settings : {"--preset neutral --levels 5 --luma 1.5",
                                         "--preset neutral --levels 5 --luma 1.5 --protect-clipping 1",
                                         "--preset neutral --levels 5 --luma 2",
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
    CHECK(
        slurp(folder.path / "b.jpg").ends_with(whole_file.substr(files::mpf_pictures(whole_file).at(1).at)));
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
    "a gain map into PQ is the HDR rendition, filtered; other files name the ways that keep it; -n and probe show it") {
    if (!has_device()) return;
    const HdrFolder folder;
    const std::string settings = "enhance --log none --preset neutral --levels 3 --luma 1.5";
    const files::Light expected = filtered(folder, settings);
    check(run_here(folder, settings + " --output-profile pq a.jpg -o b.avif"), 0, {});
    check(run_here(folder, settings + " --output-profile pq --depth uint16 a.jpg -o c.png"), 0, {});
    check(run_here(folder, "enhance --log none --preset neutral --existing replace c.png -o i.exr"), 0, {});
    const ImageFile made = files::load(folder.path / "i.exr");
    const auto* values = reinterpret_cast<const float*>(made.parts.front().pixels.bytes.data.get());
    CHECK(light_error({whole, {values, values + expected.values.size()}}, expected, false) < 0.005);
    const Ran lost = run_here(folder, settings + " a.jpg -o d.png");
    CHECK(prints(lost, line(messages::gain_map_lost, "PNG", "PQ (--output-profile pq)")));
    CHECK_FALSE(prints(lost, line(messages::appended_lost)));
    const char* const text = "gain map (ISO 21496-1, 120x80, 1 channel, up to 3.0 stops above white)";
    const Ran dry = run_here(folder, settings + " -n a.jpg -o e.jpg");
    CHECK((dry.out + dry.err).find(text) != std::string::npos);
    const Ran probe = run_here(folder, "probe a.jpg");
    CHECK((probe.out + probe.err).find(text) != std::string::npos);
    const Ran same = run_here(folder, "compare --hdr --min-psnr 45 a.jpg h.exr");
    CHECK(same.code == 0);
    CHECK_FALSE(prints(same, line(messages::gain_map_ignored)));
    CHECK(prints(run_here(folder, "compare a.jpg a.jpg"), line(messages::gain_map_ignored, "a.jpg")));
}

TEST_CASE("--noise FILE is for the image and its HDR rendition: a clean one guards neither") {
    if (!has_device()) return;
    const HdrFolder folder;
    files::Light noisy = files::scene(whole);
    std::uint32_t seed = 1;
    for (float& v : noisy.values) v *= 0.9F + 0.2F * float((seed = files::noise(seed)) % 1024) / 1024;
    spill(folder.path / "a.jpg", files::ultra_hdr(noisy, {}));
    ImageFile clean = files::picture({160, 120}, PixelType::u8, 3, [](int, int, int) { return 0.5; });
    write_image_file(clean, folder.path / "clean.png", {.overwrite = true});
    const std::string settings = "enhance --log none --preset neutral --levels 3 --luma 1.5 --noise-guard ";
    const auto result = [&](const std::string& guard) {
        folder.done(settings + guard);
        return slurp(folder.path / "b.jpg");
    };
    const std::string unguarded = result("0");
    CHECK(result("1") != unguarded);
    CHECK(result("1 --noise clean.png") == unguarded);
    CHECK(result("1 --noise a.jpg") != unguarded);
}

TEST_CASE("of several gain maps the first one is made again, and the others are left out with a warning") {
    if (!has_device()) return;
    const HdrFolder folder;
    const std::string image = files::plain_jpeg({96, 64}),
                      map = files::gain_map_of(files::plain_jpeg({24, 16}, 1));
    spill(folder.path / "a.jpg", files::phone_file(image, {.gain_map = map, .view = map}));
    for (const char* more : {"", " --crop 48x32+8+8"}) {
        const Ran ran = folder.done(std::string("enhance --log none --preset neutral --luma 1.5") + more);
        CHECK(prints(ran, line(messages::appended_lost, "gain map")));
        CHECK(files::mpf_pictures(slurp(folder.path / "b.jpg")).size() == 2);
    }
}
