// Tests sidecars as presets: darktable's settings in our units, and their way through the command line.
#include "base/error.h"
#include "cli/messages.h"
#include "cli/setting_rows.h"
#include "commands/enhance/darktable_preset.h"
#include "commands/enhance/messages.h"
#include "commands/enhance/options.h"
#include "filters/eaw/plan.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/sidecar.h"
#include "support/messages.h"
#include <cmath>

using namespace atrous;
using namespace atrous::test;

namespace {

/// darktable 4.2.1's presets from its own data base. "deblur" has strength 2.
struct Row {
    const char* name;
    Controls controls;
};
const Row rows[] = {
    {"coarse",
     {{{0.75f, 0.65f, 0.55f, 0.5f, 0.5f, 0.5f},
       {0.55f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f},
       {0.2f, 0.27f, 0.34f, 0.41f, 0.48f, 0.5f},
       flat(0),
       flat(0)}}},
    {"sharpen", {{ramp([](int k) { return 0.5 + 0.25 * k / 6; }), flat(0.5f), flat(0.5f), flat(0), flat(0)}}},
    {"sharpen-strong",
     {{ramp([](int k) { return 0.5 + 0.5 * k / 6; }), flat(0.5f), flat(0.5f), flat(0), flat(0)}}},
    {"denoise",
     {{flat(0.5f), flat(0.5f), flat(0.5f), ramp([](int k) { return 0.2 * k / 6; }),
       ramp([](int k) { return 0.3 * k / 6; })}}},
    {"denoise-sharpen",
     {{ramp([](int k) { return 0.5 + 0.25 * k / 6; }), flat(0.5f), flat(0.5f),
       ramp([](int k) { return 0.2 * k / 6; }), ramp([](int k) { return 0.3 * k / 6; })}}},
    {"denoise-chroma", {{flat(0.5f), flat(0.5f), flat(0), flat(0), {0, 0, 0, 0, 0.1f, 0.2f}}}},
    {"bloom", {{{0.5f, 0.37f, 0.44f, 0.5f, 0.5f, 0.5f}, flat(0.5f), flat(0), flat(0), flat(0)}}},
    {"clarity", {{flat(0.6f), flat(0.55f), flat(0), flat(0), flat(0)}}},
    {"deblur-fine",
     {{{0.500001f, 0.500032f, 0.500718f, 0.506622f, 0.525121f, 0.539180f},
       flat(0.5f),
       {0.500001f, 0.500032f, 0.500718f, 0.506622f, 0.525121f, 0.539180f},
       {0, 0.000004f, 0.000090f, 0.000828f, 0.003140f, 0.004897f},
       {0, 0.000004f, 0.000090f, 0.000828f, 0.003140f, 0.004897f}}}},
    {"deblur-medium",
     {{{0.501219f, 0.503343f, 0.507924f, 0.519183f, 0.542651f, 0.558770f},
       flat(0.5f),
       {0.501219f, 0.503343f, 0.507924f, 0.519183f, 0.542651f, 0.558770f},
       {0.000152f, 0.000418f, 0.000991f, 0.002398f, 0.005331f, 0.007346f},
       {0.000152f, 0.000418f, 0.000991f, 0.002398f, 0.005331f, 0.007346f}}}},
    {"deblur-large",
     {{{0.506110f, 0.509623f, 0.515553f, 0.527947f, 0.552178f, 0.568565f},
       flat(0.5f),
       {0.506110f, 0.509623f, 0.515553f, 0.527947f, 0.552178f, 0.568565f},
       {0.000764f, 0.001203f, 0.001944f, 0.003493f, 0.006522f, 0.008571f},
       {0.000764f, 0.001203f, 0.001944f, 0.003493f, 0.006522f, 0.008571f}}}},
};

DarktableEqualizer equalizer_of(const Controls& y, float mix = 1) {
    DarktableEqualizer out;
    for (auto& curve : out.x) curve = ramp([](int k) { return k / 5.0; });
    out.y = y;
    out.mix = mix;
    return out;
}

EawSettings resolved(const Preset& preset, Size size) {
    Pixels image;
    image.size = size;
    EawSettings settings;
    apply_preset(preset, "lab", settings);
    return resolve(settings, image, {}).asked;
}

EawSettings resolved(const Controls& y, float mix = 1) {
    return resolved(darktable_preset(equalizer_of(y, mix), "test"), {6000, 4000});
}

} // namespace

TEST_CASE("our presets are darktable's: the same numbers per level at every size") {
    for (const Size size : {Size{6000, 4000}, Size{1365, 1024}, Size{512, 600}, Size{200, 300}})
        for (const auto& [name, controls] : rows) {
            CAPTURE(name);
            const auto ours = resolved(load_preset(std::string("darktable/") + name), size);
            const auto theirs = resolved(darktable_preset(equalizer_of(controls), "test"), size);
            REQUIRE(ours.levels == theirs.levels);
            for (int level = 0; level < ours.levels; ++level) {
                CAPTURE(level);
                CHECK(ours.luma.at(level) == doctest::Approx(theirs.luma.at(level)).epsilon(1e-3));
                CHECK(ours.chroma.at(level) == doctest::Approx(theirs.chroma.at(level)).epsilon(1e-3));
                CHECK(ours.edges.at(level) == doctest::Approx(theirs.edges.at(level)).epsilon(1e-3));
                CHECK(std::abs(ours.luma_threshold.at(level) - theirs.luma_threshold.at(level)) < 2e-4);
                CHECK(std::abs(ours.chroma_threshold.at(level) - theirs.chroma_threshold.at(level)) < 2e-4);
            }
        }
}

TEST_CASE("darktable's mix: 0 is neutral, -1 inverts, 2 doubles and stops at darktable's ends") {
    Controls y{flat(0.6f), flat(0.5f), flat(0.5f), flat(0.1f), flat(0)};
    CHECK(resolved(y, 0).luma.at(3) == doctest::Approx(1));
    CHECK(resolved(y, 0).luma_threshold.at(0) == 0);
    CHECK(resolved(y, -1).luma.at(3) == doctest::Approx(0.64).epsilon(1e-5));
    CHECK(resolved(y, 2).luma.at(3) == doctest::Approx(1.96).epsilon(1e-5));
    CHECK(resolved(y, 2).luma_threshold.at(0) == doctest::Approx(2 * std::exp2(-7 / 16.0)).epsilon(1e-5));
    y[0] = flat(0.9f);
    CHECK(resolved(y, 2).luma.at(3) == doctest::Approx(4));
}

TEST_CASE("at 1, where darktable stops a curve, ours stops as well") {
    const auto settings =
        resolved(Controls{{{0, 0.5f, 1, 1, 0.2f, 0}, flat(0.5f), {0.9f, 1, 1, 0, 0, 0}, flat(0), flat(0)}});
    for (int level = 0; level < 8; ++level) {
        CHECK(settings.luma.at(level) <= 4 + 1e-9);
        CHECK((settings.edges.at(level) == 0 || settings.edges.at(level) > 14.9));
    }
}

TEST_CASE("damaged curves are refused") {
    DarktableEqualizer broken = equalizer_of({flat(0.5f), flat(0.5f), flat(0.5f), flat(0), flat(0)});
    broken.y[2][1] = std::nanf("");
    CHECK(is_message(thrown_by([&] { darktable_preset(broken, "a.xmp"); }), messages::equalizer_number,
                     "a.xmp", "--edges"));
    broken.y[2][1] = 0.5f;
    broken.x[0][2] = broken.x[0][1];
    CHECK_THROWS_AS(darktable_preset(broken, "a.xmp"), Error);
}

TEST_CASE("--preset FILE.xmp: the same pixels as the preset; its dump, too; --space log is refused") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 120, 90);
    spill(folder.path / "a.xmp", sidecar(history_entry(equalizer_hex(rows[7].controls))));
    REQUIRE(run_here(folder, "enhance --preset a.xmp a.ppm -o x.ppm").code == 0);
    REQUIRE(run_here(folder, "enhance --preset clarity --protect-clipping ,0 --border clamp a.ppm -o y.ppm")
                .code == 0);
    CHECK(slurp(folder.path / "x.ppm") == slurp(folder.path / "y.ppm"));
    REQUIRE(folder.shell("atrous enhance --preset a.xmp --luma 2 --dump-preset >d.preset").code == 0);
    REQUIRE(run_here(folder, "enhance --preset d.preset a.ppm -o p.ppm").code == 0);
    REQUIRE(run_here(folder, "enhance --preset a.xmp --luma 2 a.ppm -o q.ppm").code == 0);
    CHECK(slurp(folder.path / "p.ppm") == slurp(folder.path / "q.ppm"));
    expect(run_here(folder, "enhance --preset a.xmp --space log a.ppm -o z.ppm"), 2,
           {line(messages::sidecar_space, "log")});
    expect(run_here(folder, "enhance --preset no.xmp a.ppm -o z.ppm"), 2,
           {line(messages::preset_unreadable, "--preset", "no.xmp")});
}

TEST_CASE("--preset sidecar: each photograph starts from its own sidecar, if that has an active equalizer") {
    if (!has_device()) return;
    const Folder folder;
    const auto made = [](float luma, const char* state) {
        const Controls controls{flat(luma), flat(0.5f), flat(0), flat(0), flat(0)};
        return sidecar(
            history_entry(equalizer_hex(controls), 0, std::string("darktable:enabled=\"") + state + "\""));
    };
    const std::string strong = made(0.9f, "1"), weak = made(0.55f, "1");
    for (const char* name : {"own", "duplicate", "both", "none", "other", "off"})
        folder.ppm(std::string("in/") + name + ".ppm", 64, 48);
    spill(folder.path / "in/own.ppm.xmp", strong);
    spill(folder.path / "in/duplicate_03.ppm.xmp", weak);
    spill(folder.path / "in/both.ppm.xmp", weak);
    spill(folder.path / "in/both_01.ppm.xmp", strong);
    spill(folder.path / "in/other.ppm.xmp", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>");
    spill(folder.path / "in/off.ppm.xmp", made(0.9f, "0"));
    spill(folder.path / "in/other_01.xmp", strong); // no darktable's name
    spill(folder.path / "strong.xmp", strong);
    spill(folder.path / "weak.xmp", weak);
    const std::string options = "enhance -v --levels 2 --existing replace in -o ";
    for (const std::string given : {"", " --preset sharpen"}) {
        CAPTURE(given);
        expect(run_here(folder, options + "auto/ --preset sidecar" + given), 0,
               {message(messages::sidecar_used, "in/own.ppm", "in/own.ppm.xmp"),
                message(messages::sidecar_absent, "in/none.ppm")});
        REQUIRE(run_here(folder, options + "strong/ --preset strong.xmp").code == 0);
        REQUIRE(run_here(folder, options + "weak/ --preset weak.xmp").code == 0);
        REQUIRE(run_here(folder, options + "given/" + given).code == 0);
        const std::pair<const char*, const char*> rows[] = {{"own", "strong"},  {"duplicate", "weak"},
                                                            {"both", "weak"},   {"none", "given"},
                                                            {"other", "given"}, {"off", "given"}};
        for (const auto& [name, as] : rows) {
            CAPTURE(name);
            const std::string file = std::string(name) + ".ppm";
            CHECK(slurp(folder.path / "auto" / file) == slurp(folder.path / as / file));
        }
    }
    int logged = 0;
    for (const Json& image : images_in(folder.path / "auto/atrous-timings.jsonl"))
        logged += image.find("settings")->array()->front().find("sidecar") != nullptr;
    CHECK(logged == 2 * 3);
}

TEST_CASE("--preset sidecar: a damaged sidecar fails only its photograph; --space log is refused") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    spill(folder.path / "in/a.ppm.xmp", "<x:xmpmeta");
    check(run_here(folder, "enhance --log none --preset sidecar in -o out"), 1, {"in/a.ppm.xmp: "});
    CHECK_FALSE(folder.has("out/a.ppm"));
    CHECK(folder.has("out/b.ppm"));
    expect(run_here(folder, "enhance --preset sidecar --space log in -o x"), 2,
           {line(messages::sidecar_space, "log")});
}
