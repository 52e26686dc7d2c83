// Tests --pilot: finding and reading another denoiser's frames, and the refusal of images that are no pilots.
#include "batch/plan/messages.h"
#include "denoise/shot.h"
#include "engine/messages.h"
#include "renders/pilot_match.h"
#include "support/messages.h"
#include "support/paths.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace denoise_test;

namespace {

using Planes = std::vector<float>;
using enum PilotFlaw;

constexpr Size size{96, 64};

Look large() {
    Look look{size};
    look.samples = "4";
    return look;
}

/// A pilot's file: R, G, B of floats in a data window.
std::string pilot_exr(const Planes& planes, Size of = size, int left = 0, Size display = {},
                      std::vector<files::ExrPart::Attribute> attributes = {}) {
    files::ExrPart part{"", {}};
    part.x = left;
    part.width = of.width, part.height = of.height;
    part.display_width = display.width > 0 ? display.width : of.width;
    part.display_height = display.height > 0 ? display.height : of.height;
    part.attributes = std::move(attributes);
    const auto pixels = std::size_t(of.pixels());
    for (const auto& [name, c] : {std::pair{"B", 2}, {"G", 1}, {"R", 0}}) {
        const auto from = planes.begin() + std::ptrdiff_t(std::size_t(c) * pixels);
        part.channels.push_back({name, files::ExrType::single, 1, {from, from + std::ptrdiff_t(pixels)}});
    }
    return files::exr({part});
}

template <class Change>
Planes changed(Planes planes, const Change& change) {
    for (float& v : planes) v = change(v);
    return planes;
}

/// The image moved to the right, whose first column repeats.
Planes shifted(const Planes& planes, int columns) {
    Planes result = planes;
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const int x = int(i) % size.width;
        result[i] = planes[i - std::size_t(std::min(x, columns))];
    }
    return result;
}

/// A shot with pilots without noise, in "pilot/".
struct Piloted : Shot {
    explicit Piloted(int last, const Look& look = large()) : Shot(last, look) {
        for (int n = 1; n <= last; ++n) put(n, truth(n, size));
    }
    void put(int frame, const Planes& planes) const {
        spill(path / "pilot" / name_of(frame), pilot_exr(planes));
    }
    /// Checks that this file as the pilot of frame 1 fails it with the message.
    /// `by_header`: also in a dry run, which reads no samples.
    void refuses(const std::string& file, const Message& reason, bool by_header = false) const {
        CAPTURE(reason.id);
        spill(path / "wrong.exr", file);
        const std::string run = "--temporal none --pilot wrong.exr in/s.0001.exr -o refused.exr";
        expect(denoise(*this, run), 1, {"in/s.0001.exr: wrong.exr: ", reason});
        CHECK_FALSE(has("refused.exr"));
        const Ran dry = denoise(*this, run + " -n");
        CHECK(dry.code == int(by_header));
        CHECK(prints(dry, reason) == by_header);
    }
};

Planes beauty_of(const fs::path& file) {
    const ImageFile image = files::load(file);
    const std::vector<std::string>& names = channel_names(image.parts.front());
    std::vector<int> channels;
    for (const std::string component : {"R", "G", "B"})
        for (const std::string& name : {component, "ViewLayer.Combined." + component})
            if (const auto at = std::ranges::find(names, name); at != names.end())
                channels.push_back(int(at - names.begin()));
    REQUIRE(channels.size() == 3);
    return channel_planes(image.parts.front(), channels);
}

/// Frame 5 of the sample room with 2 samples per pixel.
Planes room(int frame = 5) {
    return beauty_of(fs::path(source_dir()) /
                     ("data/samples/room/room.000" + std::to_string(frame) + ".exr"));
}
/// What Open Image Denoise 2.5.1 makes of it (quality high, guides filtered first).
Planes room_pilot() { return beauty_of(fs::path(source_dir()) / "tests/denoise/room-oidn.exr"); }
constexpr Size room_size{160, 120};

PilotFlaw flaw_in_room(const Planes& pilot) { return match_pilot(room_size, room(), pilot).flaw; }

float to_srgb(float v) { return v <= .0031308F ? 12.92F * v : 1.055F * std::pow(v, 1 / 2.4F) - .055F; }

} // namespace

TEST_CASE("the pilot of a real denoiser has no flaw, and neither has a render with many samples") {
    CHECK(flaw_in_room(room_pilot()) == none);
    CHECK(flaw_in_room(beauty_of(fs::path(source_dir()) / "tests/denoise/room-truth.exr")) == none);
    for (const std::string name : {"hall", "street", "meadow"})
        for (const std::string samples : {"32", "128"})
            for (const std::string frame : {"2", "3"}) {
                CAPTURE(name);
                CAPTURE(samples);
                const fs::path scene = fs::path(source_dir()) / "tests/denoise/scenes" / name;
                const std::string file = name + ".000" + frame + ".exr";
                CHECK(
                    match_pilot({80, 48}, beauty_of(scene / samples / file), beauty_of(scene / "refA" / file))
                        .flaw == none);
            }
}

TEST_CASE(
    "a pilot of 8 bits, with another curve or exposure, mirrored, of another scene or the render itself has its flaw") {
    const Planes pilot = room_pilot();
    CHECK(flaw_in_room(room()) == same);
    CHECK(flaw_in_room(changed(room(), [](float v) { return v * 1.0004F; })) == same);
    CHECK(flaw_in_room(changed(
              pilot, [](float v) { return std::round(255 * to_srgb(std::min(v, 1.F))) / 255; })) == rounded);
    CHECK(flaw_in_room(changed(pilot, [](float v) { return to_srgb(std::max(v, 0.F)); })) == encoded);
    CHECK(flaw_in_room(changed(pilot, [](float v) { return std::pow(std::max(v, 0.F), 2.2F); })) == encoded);
    for (const float stops : {-3.F, -.2F, .2F, 3.F}) {
        const PilotMatch match =
            match_pilot(room_size, room(), changed(pilot, [&](float v) { return v * std::exp2(stops); }));
        CHECK(match.flaw == exposed);
        CHECK(std::abs(match.gain - double(stops)) < .03);
    }
    Planes mirrored = pilot, upside = pilot;
    for (auto row = mirrored.begin(); row != mirrored.end(); row += room_size.width)
        std::reverse(row, row + room_size.width);
    for (auto plane = upside.begin(); plane != upside.end(); plane += room_size.pixels())
        for (int y = 0; y < room_size.height / 2; ++y)
            std::swap_ranges(plane + y * room_size.width, plane + (y + 1) * room_size.width,
                             plane + (room_size.height - 1 - y) * room_size.width);
    CHECK(flaw_in_room(mirrored) == foreign);
    CHECK(flaw_in_room(upside) == foreign);
}

TEST_CASE("the pilot of the previous or the next frame is a warning") {
    CHECK(match_pilot(room_size, room(4), room_pilot()).flaw == PilotFlaw::moved);
    CHECK(match_pilot(room_size, room(6), room_pilot()).flaw == PilotFlaw::moved);
    if (!has_device()) return;
    const Folder folder;
    fs::copy_file(fs::path(source_dir()) / "data/samples/room/room.0004.exr", folder.path / "a.exr");
    fs::copy_file(fs::path(source_dir()) / "tests/denoise/room-oidn.exr", folder.path / "b.exr");
    expect(denoise(folder, "--temporal none --pilot b.exr a.exr -o out.exr"), 0,
           {line(messages::pilot_moved)});
}

TEST_CASE("a pilot with one object painted over, of a black frame or of a tiny one has no flaw") {
    Planes painted = room_pilot();
    for (std::size_t i = 0; i < painted.size(); ++i)
        if (const std::size_t x = i % 160, y = i / 160 % 120; x >= 40 && x < 70 && y >= 30 && y < 60)
            painted[i] = .5F;
    CHECK(flaw_in_room(painted) == none);
    const Planes black(3 * 160 * 120, 0.F);
    CHECK(match_pilot(room_size, black, black).flaw == none);
    for (const Size tiny : {Size{1, 1}, Size{7, 9}, Size{31, 8}, Size{1000, 1}}) {
        Planes a(3 * std::size_t(tiny.pixels()), .5F), b = a;
        b.front() = .7F;
        CHECK(match_pilot(tiny, a, b).flaw == none);
    }
}

TEST_CASE("pilots are files of a folder, of a pattern, or one file; roles, log and metadata name them") {
    if (!has_device()) return;
    const Piloted shot(2);
    check(denoise(shot, "--pilot pilot/ --log l.jsonl in/ -o a/"), 0, {"pilot: RGB of pilot/"});
    denoise_well(shot, "--pilot 'pilot/s.####.exr' in/s.####.exr -o b/");
    for (int n = 1; n <= 2; ++n)
        CHECK((slurp(shot.path / "a" / name_of(n)) == slurp(shot.path / "b" / name_of(n))));
    denoise_well(shot, "--temporal none --pilot pilot/s.0002.exr in/s.0002.exr -o c.exr");
    const std::string log = slurp(shot.path / "l.jsonl");
    CHECK(log.find(R"("from":["pilot=pilot/"])") != std::string::npos);
    CHECK(log.find(R"("pilot":"RGB of pilot/s.0002.exr")") != std::string::npos);
    CHECK(parts_of(shot, "c.exr").front().attributes.at("atrous:settings") ==
          "string:--from pilot=s.0002.exr --temporal none");
}

TEST_CASE("chunks with pilots have the bytes of one run") {
    if (!has_device()) return;
    const Piloted shot(3);
    const std::string options = "--temporal window:1 --pilot pilot/s.####.exr in/s.####.exr -o ";
    denoise_well(shot, options + "whole/");
    for (const char* part : {" --chunk 0/2", " --chunk 1/2"})
        check(denoise(shot, options + "parts/" + part), 0, {});
    check_same_frames(shot, "whole", "parts", 1, 3);
}

TEST_CASE("a layer of the render itself is the pilot, or of a file with several the named one") {
    if (!has_device()) return;
    Look look = large();
    look.spoil = [](const std::string& layer, char component, int x, int y, float sample) {
        const std::size_t at = std::string("RGB").find(component);
        static const Planes clean = truth(1, size);
        return layer == "Combined_fill"
                   ? clean[at * std::size_t(size.pixels()) + std::size_t(y * size.width + x)]
                   : sample;
    };
    const Shot shot(1, look);
    const std::string run = "--temporal none in/s.0001.exr -o ";
    check(denoise(shot, run + "a.exr --role pilot=*.Combined_fill"), 0, {"pilot: ViewLayer.Combined_fill"});
    check(denoise(shot, run + "b.exr --pilot in/s.0001.exr --role pilot=*.Combined_fill"), 0,
          {"pilot: ViewLayer.Combined_fill of in/s.0001.exr"});
    CHECK(planes_of(parts_of(shot, "a.exr"), "Combined") == planes_of(parts_of(shot, "b.exr"), "Combined"));
    expect(denoise(shot, run + "c.exr --pilot in/s.0001.exr --role pilot=Nowhere"), 1,
           {line(messages::from_no_layer, "in/s.0001.exr")});
}

TEST_CASE("layers of light in a pilot's file are ignored, and the render's lights add up to the beauty") {
    if (!has_device()) return;
    const Piloted shot(1);
    Look rich = large(); // the same beauty, but other lights
    rich.spoil = [](const std::string& layer, char component, int x, int y, float sample) {
        const std::size_t at = std::string("RGB").find(component);
        static const Planes clean = truth(1, size);
        return layer == "Combined" && at < 3
                   ? clean[at * std::size_t(size.pixels()) + std::size_t(y * size.width + x)]
               : layer.starts_with("Combined_") ? 3 * sample
                                                : sample;
    };
    spill(shot.path / "rich.exr", frame_exr(1, rich));
    const std::string run = "--temporal none --light *.Combined_fill,*.Combined_key,*.Emit in/s.0001.exr -o ";
    denoise_well(shot, run + "a.exr --pilot pilot/s.0001.exr");
    denoise_well(shot, run + "b.exr --pilot rich.exr");
    const auto a = parts_of(shot, "a.exr"), b = parts_of(shot, "b.exr");
    for (const char* layer : {"Combined", "Combined_fill", "Combined_key", "Emit"})
        CHECK(planes_of(a, layer) == planes_of(b, layer));
    CHECK(rms(sum_of_lights(b), planes_of(b, "Combined")) < 1e-4);
}

TEST_CASE("a missing pilot is a warning, and a frame without any pilot is refused before any work") {
    if (!has_device()) return;
    const Piloted shot(3);
    fs::remove(shot.path / "pilot" / name_of(2));
    expect(denoise(shot, "--pilot pilot/ in/ -o out/"), 0,
           {message(messages::pilot_missing, "--pilot pilot/", 1, 3, "pilot/s.0002.exr")});
    for (int n = 1; n <= 3; ++n) CHECK(shot.has("out/" + name_of(n)));
    expect(denoise(shot, "--pilot nowhere/s.####.exr in/ -o none/"), 2,
           {line(messages::from_missing, "--pilot nowhere/s.####.exr", "3", "3")});
    CHECK_FALSE(shot.has("none"));
}

TEST_CASE("a pilot that is newer than the result makes --existing newer filter its frame again") {
    if (!has_device()) return;
    const Piloted shot(1);
    const std::string run = "--temporal none --existing newer --pilot pilot/ in/ -o out/";
    denoise_well(shot, run);
    const fs::path out = shot.path / "out" / name_of(1);
    const auto old = fs::last_write_time(out) - std::chrono::hours(2);
    fs::last_write_time(shot.path / "in" / name_of(1), old);
    fs::last_write_time(shot.path / "pilot" / name_of(1), old);
    fs::last_write_time(out, old + std::chrono::hours(1));
    denoise_well(shot, run);
    CHECK(fs::last_write_time(out) == old + std::chrono::hours(1));
    shot.put(1, truth(1, size));
    denoise_well(shot, run);
    CHECK(fs::last_write_time(out) > old + std::chrono::hours(1));
}

TEST_CASE("a pilot whose name has the number of another frame is named in a warning") {
    if (!has_device()) return;
    const Piloted shot(2);
    expect(denoise(shot, "-n --temporal none -o out/ --pilot pilot/s.0001.exr in/s.0002.exr"), 0,
           {message(messages::pilot_of_other_frame, "pilot/s.0001.exr", 1, "in/s.0002.exr", 2)});
}

TEST_CASE(
    "a pilot of another size or window is refused, and a larger one or one without the display window is not") {
    if (!has_device()) return;
    const Piloted shot(1);
    shot.refuses(pilot_exr(Planes(3 * 48 * 32, .5F), {48, 32}),
                 message(messages::pilot_window, "48x32", 0, 0, "96x64", 0, 0), true);
    shot.refuses(pilot_exr(Planes(3 * 90 * 64, .5F), {90, 64}, 6, size),
                 message(messages::pilot_window, "90x64", 6, 0, "96x64", 0, 0), true);
    Look cropped{{88, 64}, 4};
    cropped.display = size;
    spill(shot.path / "in" / name_of(1), frame_exr(1, cropped));
    const Planes whole = truth(1, size);
    Planes own(3 * 88 * 64);
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = whole[i / 88 * 96 + 4 + i % 88];
    spill(shot.path / "whole.exr", pilot_exr(whole));
    spill(shot.path / "own.exr", pilot_exr(own, {88, 64}));
    for (const std::string file : {"whole", "own"})
        for (const std::string way : {"-n ", ""})
            denoise_well(shot, way + "--temporal none --pilot " + file + ".exr in/s.0001.exr -o " + file +
                                   "-out.exr");
    CHECK(planes_of(parts_of(shot, "whole-out.exr"), "Combined") ==
          planes_of(parts_of(shot, "own-out.exr"), "Combined"));
}

TEST_CASE(
    "pilots of other images are refused with numbers: the render, another exposure, curve, scene or frame") {
    if (!has_device()) return;
    const Piloted shot(1);
    const Planes right = truth(1, size);
    shot.refuses(pilot_exr(planes_of(parts_of(shot, "in/s.0001.exr"), "Combined")),
                 message(messages::pilot_same));
    shot.refuses(pilot_exr(changed(right, [](float v) { return 2 * v; })),
                 line(messages::pilot_exposed, "2.0", "1.0"));
    shot.refuses(pilot_exr(changed(right, to_srgb)), line(messages::pilot_encoded));
    shot.refuses(pilot_exr(changed(right, [](float v) { return std::round(v * 255) / 255; })),
                 line(messages::pilot_rounded));
    shot.refuses(pilot_exr({right.rbegin(), right.rend()}), line(messages::pilot_foreign));
    shot.refuses(pilot_exr(shifted(right, 12)), line(messages::pilot_other_frame));
    files::ExrPart grey{"", {{"Y", files::ExrType::single}}};
    grey.width = grey.display_width = size.width;
    grey.height = grey.display_height = size.height;
    shot.refuses(files::exr({grey}), line(messages::pilot_colours), true);
}

TEST_CASE("a pilot that is NaN is refused, and single damaged samples and our own result are warnings") {
    if (!has_device()) return;
    const Piloted shot(1);
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    Planes pilot = truth(1, size);
    pilot[7] = pilot[100] = nan;
    const auto warns = [&](const std::string& file, const Message& warning) {
        spill(shot.path / "odd.exr", file);
        expect(denoise(shot, "--temporal none --existing replace --pilot odd.exr in/s.0001.exr -o out.exr"),
               0, {warning});
        for (const float v : planes_of(parts_of(shot, "out.exr"), "Combined")) CHECK(std::isfinite(v));
    };
    warns(pilot_exr(pilot), message(messages::pilot_not_finite, 2));
    pilot[300] = -50, pilot[301] = 1e11F, pilot[302] = -1e-3F; // the last one as some filters make it
    warns(pilot_exr(pilot), message(messages::pilot_not_finite, 4));
    warns(pilot_exr(truth(1, size), size, 0, {}, {{"atrous:version", "string", "1"}}),
          message(messages::pilot_own));
    shot.refuses(pilot_exr(Planes(pilot.size(), nan)),
                 message(messages::pilot_broken, pilot.size(), pilot.size()));
    Look look = large();
    look.bad = 3;
    check(denoise(Piloted(1, look), "--temporal none --pilot pilot/ in/ -o out/"), 0, {});
}
