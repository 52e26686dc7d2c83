// Tests warnings of wrong layers on scenes of data/make_scenes: layers with another purpose, and layers of another image.
#include "renders/guide_match.h"
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "support/messages.h"
#include "support/paths.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace denoise_test;

namespace {

using Planes = std::vector<float>;

struct Scene {
    Size size{};
    Planes beauty{}, albedo{}, normal{}, depth{};

    std::vector<GuideFlaw> flaws() const { return guide_flaws(size, beauty, {albedo, normal, depth}); }
};

Planes layer_of(const ImageFile& file, const std::string& layer, const std::string& components) {
    const std::vector<std::string>& names = channel_names(file.parts.front());
    std::vector<int> channels;
    for (const char component : components) {
        const auto found = std::ranges::find(names, "ViewLayer." + layer + "." + component);
        CAPTURE(layer);
        REQUIRE(found != names.end());
        channels.push_back(int(found - names.begin()));
    }
    return channel_planes(file.parts.front(), channels);
}

Scene read_scene(const fs::path& path) {
    const ImageFile file = files::load(path);
    return {data_size(file.parts.front()), layer_of(file, "Combined", "RGB"),
            layer_of(file, "Denoising Albedo", "RGB"), layer_of(file, "Normal", "XYZ"),
            layer_of(file, "Depth", "Z")};
}

fs::path scene_path(const std::string& name, const std::string& samples, int frame) {
    return fs::path(source_dir()) / "tests/denoise/scenes" / name / samples /
           (name + ".000" + std::to_string(frame) + ".exr");
}

/// Planes whose pixel (x, y) is the one of planes at from(x, y).
template <class From>
Planes moved(const Planes& planes, Size size, const From& from) {
    Planes result(planes.size());
    const auto pixels = std::size_t(size.pixels());
    for (std::size_t first = 0; first < planes.size(); first += pixels)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const auto [u, v] = from(x, y);
                result[first + std::size_t(y * size.width + x)] =
                    planes[first + std::size_t(v * size.width + u)];
            }
    return result;
}

enum class Move { across, down, turn, away };

Planes moved(const Planes& planes, Size size, Move how) {
    return moved(planes, size, [&](int x, int y) {
        const int across = size.width - 1 - x, down = size.height - 1 - y;
        switch (how) {
        case Move::across:
            return std::pair{across, y};
        case Move::down:
            return std::pair{x, down};
        case Move::turn:
            return std::pair{across, down};
        case Move::away:
            break;
        }
        return std::pair{(x + size.width - 6) % size.width, (y + size.height - 5) % size.height};
    });
}

/// Multiplies by random numbers with a mean of 1, as few samples make it.
Planes noisy(Planes planes, float strength, std::uint32_t seed) {
    for (std::size_t i = 0; i < planes.size(); ++i)
        planes[i] *=
            1 + strength * (float(files::noise(std::uint32_t(i) + seed * 7'000'003U) & 0xffffU) / 32768 - 1);
    return planes;
}

struct Name {
    std::string scene, samples;
};
const Name scenes[] = {{"hall", "32"},    {"hall", "128"},  {"street", "32"},
                       {"street", "128"}, {"meadow", "32"}, {"meadow", "128"}};

/// Checks that nothing about a scene is suspicious, with these planes as the other half.
void check_fine(const Scene& scene, const Planes& half) {
    CHECK(scene.flaws().empty());
    CHECK_FALSE(vector_look(scene.albedo).is_no_colour());
    CHECK_FALSE(vector_look(scene.normal).is_no_direction());
    CHECK_FALSE(match_halves(scene.size, scene.beauty, half).is_unlike());
}

} // namespace

TEST_CASE("layers of rendered scenes cause no warning, and neither do layers of the next frame") {
    for (const auto& [name, samples] : scenes)
        for (int frame = 1; frame <= 2; ++frame) {
            CAPTURE(name);
            CAPTURE(samples);
            const Scene scene = read_scene(scene_path(name, samples, frame)),
                        next = read_scene(scene_path(name, samples, frame + 1));
            check_fine(scene, read_scene(scene_path(name, samples == "32" ? "128" : "32", frame)).beauty);
            check_fine({scene.size, scene.beauty, next.albedo, next.normal, next.depth}, next.beauty);
            for (const float strength : {.5F, 1.F}) {
                Scene few = scene;
                few.beauty = noisy(scene.beauty, strength, 1);
                check_fine(few, noisy(scene.beauty, strength, 2));
            }
        }
    for (const int frame : {4, 5, 6}) {
        const Scene room = read_scene(fs::path(source_dir()) /
                                      ("data/samples/room/room.000" + std::to_string(frame) + ".exr"));
        check_fine(room, noisy(room.beauty, .5F, 3));
    }
}

TEST_CASE("an image that shows nothing of its guides, or is small, black or no number, causes no warning") {
    const Scene scene = read_scene(scene_path("hall", "128", 2));
    const auto pixels = std::size_t(scene.size.pixels());
    for (const float strength : {0.F, .1F, 1.F}) {
        Scene fog = scene;
        for (std::size_t i = 0; i < 3 * pixels; ++i)
            fog.beauty[i] = .5F + .3F * float(i % pixels) / float(pixels) + .02F * scene.albedo[i];
        const Planes other = noisy(fog.beauty, strength, 5);
        fog.beauty = noisy(fog.beauty, strength, 4);
        check_fine(fog, other);
    }
    for (const float value : {0.F, 1.F, std::numeric_limits<float>::quiet_NaN()}) {
        const Planes flat(3 * pixels, value);
        check_fine({scene.size, flat, scene.albedo, scene.normal, scene.depth}, flat);
        check_fine({scene.size, flat, Planes(3 * pixels, .8F), {}, Planes(pixels, value)}, flat);
    }
    for (const Size size :
         {Size{1, 1}, Size{2, 3}, Size{23, 24}, Size{1000, 1}, Size{1, 1000}, Size{24, 25}}) {
        const auto n = std::size_t(size.pixels());
        Planes light(3 * n, .5F), normal(3 * n, 0.F);
        for (std::size_t i = 0; i < n; ++i) normal[i] = i % 2 ? 1.F : -1.F;
        light = noisy(light, .5F, 6);
        check_fine({size, light, Planes(3 * n, .5F), normal, Planes(n, 3.F)}, noisy(light, .5F, 7));
    }
}

TEST_CASE(
    "colours above 1 or slightly below 0, and normals that are averaged or face the camera, cause no warning") {
    const Scene scene = read_scene(scene_path("meadow", "32", 2));
    Planes lamps = scene.albedo, lobes = scene.albedo, averaged = scene.normal, facing = scene.normal,
           encoded = scene.normal, blurred = scene.normal;
    const auto pixels = std::size_t(scene.size.pixels());
    for (std::size_t i = 0; i < lamps.size(); ++i) {
        if (i % pixels % 9 == 0) lamps[i] *= 40;
        lobes[i] = std::max(lobes[i] - .1F, -.04F);
        averaged[i] *= .3F;
        encoded[i] = encoded[i] / 2 + .5F;
        blurred[i] = .3F * blurred[i] + .5F;
    }
    for (std::size_t i = 2 * pixels; i < facing.size(); ++i) facing[i] = std::abs(facing[i]);
    for (const Planes& planes : {lamps, lobes}) CHECK_FALSE(vector_look(planes).is_no_colour());
    for (const Planes& planes : {averaged, facing, encoded, blurred})
        CHECK_FALSE(vector_look(planes).is_no_direction());
    CHECK(vector_look(encoded).is_encoded());
    for (const Planes& planes : {lamps, scene.normal, facing, blurred})
        CHECK_FALSE(vector_look(planes).is_encoded());
}

TEST_CASE("layers of other roles are found in each scene") {
    for (const auto& [name, samples] : scenes) {
        CAPTURE(name);
        const Scene scene = read_scene(scene_path(name, samples, 2));
        CHECK(vector_look(scene.normal).is_no_colour());
        for (const Planes& planes : {scene.albedo, scene.beauty})
            CHECK(vector_look(planes).is_no_direction());
        Planes positions = scene.normal;
        for (float& v : positions) v = 4 * v + 1;
        CHECK(vector_look(positions).is_no_colour());
        CHECK(vector_look(positions).is_no_direction());
    }
}

TEST_CASE("guides that are mirrored or moved are found in each scene, with the way back") {
    const std::pair<Move, const char*> rows[] = {{Move::across, "mirrored left to right"},
                                                 {Move::down, "upside down"},
                                                 {Move::turn, "turned by 180 degrees"},
                                                 {Move::away, "about -6 pixels to the right and -5 down"}};
    for (const auto& [name, samples] : scenes)
        for (const auto& [move, where] : rows) {
            CAPTURE(name);
            CAPTURE(where);
            const Scene scene = read_scene(scene_path(name, samples, 2));
            Scene wrong = scene;
            wrong.albedo = moved(scene.albedo, scene.size, move);
            for (const bool all : {false, true}) {
                if (all) wrong.normal = moved(scene.normal, scene.size, move);
                if (all) wrong.depth = moved(scene.depth, scene.size, move);
                const std::vector<GuideFlaw> flaws = wrong.flaws();
                REQUIRE_FALSE(flaws.empty());
                CHECK(flaws.front().guides == "albedo");
                CHECK(flaws.front().where == where);
                CHECK(flaws.front().better > flaws.front().agreement + .15);
            }
            if (move != Move::away)
                CHECK(match_halves(scene.size, scene.beauty, moved(scene.beauty, scene.size, move))
                          .is_unlike());
        }
}

TEST_CASE("guides and halves of another scene are found") {
    for (const auto& [name, samples] : scenes)
        for (const auto& [other, same] : scenes) {
            if (other == name || same != samples) continue;
            CAPTURE(name);
            CAPTURE(other);
            const Scene scene = read_scene(scene_path(name, samples, 2)),
                        wrong = read_scene(scene_path(other, samples, 2));
            CHECK(match_halves(scene.size, scene.beauty, wrong.beauty).is_unlike());
            if (name != "hall" && other != "hall") continue; // guides of both others have one horizon
            CHECK_FALSE(
                Scene{scene.size, scene.beauty, wrong.albedo, wrong.normal, wrong.depth}.flaws().empty());
            Scene one = scene;
            one.albedo = wrong.albedo;
            CHECK_FALSE(one.flaws().empty());
        }
}

TEST_CASE("denoise prints each of these warnings once, and none for a shot as it should be") {
    if (!has_device()) return;
    Look look{{64, 48}};
    const Shot shot(2, look);
    look.seed = 1;
    spill(shot.path / "half.exr", frame_exr(1, look));
    look.spoil = [](const std::string& layer, char component, int x, int, float v) {
        return layer == "Combined" && component != 'A' ? v * (x < 32 ? .2F : 3.F) : v;
    };
    spill(shot.path / "wrong.exr", frame_exr(1, look));
    struct Row {
        std::string options;
        const MessageRow* warning;
    };
    const std::string one = "--temporal none in/s.0001.exr -o o.exr ";
    for (const Row& row : {Row{"in/ -o a/ --role 'albedo=*Normal'", &messages::albedo_unlike},
                           Row{"in/ -o a/ --role 'normal=*Denoising Albedo'", &messages::normal_unlike},
                           Row{one + "--half wrong.exr", &messages::half_unlike},
                           Row{one + "--half half.exr", nullptr}, Row{"in/ -o b/", nullptr}}) {
        const Ran ran = denoise(shot, row.options + " --existing replace");
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        for (const MessageRow* any :
             {&messages::albedo_unlike, &messages::normal_unlike, &messages::half_unlike,
              &messages::guide_misplaced, &messages::guide_foreign})
            CHECK(count_messages(ran.err, *any, std::vector<std::string>(any->values(), anything)) ==
                  (any == row.warning));
    }
    const auto from = [](const std::string& role, const std::string& scene) {
        return "--from '" + role + "=" + scene_path(scene, "32", 2).string() + "' ";
    };
    const std::string hall =
        "--temporal none '" + scene_path("hall", "32", 2).string() + "' -o h.exr --existing replace ";
    expect(denoise(shot, hall + from("albedo", "street")), 0, {line(messages::guide_foreign, "albedo")});
    CHECK_FALSE(prints(denoise(shot, hall + from("albedo", "hall")), line(messages::guide_foreign)));
}
