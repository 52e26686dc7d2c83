// Tests the warning for each flaw, and the option that it names.
#include "commands/probe/messages.h"
#include "probe/fixture.h"
#include "support/messages.h"
#include <cmath>
#include <limits>

using namespace probe_test;

namespace {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

/// True if x, y is one of a few pixels.
bool few(int x, int y) { return x < 3 && y == 0; }

/// Replaces each sample of a layer.
void change(Render& render, const std::string& layer, const std::function<float(float, int, int)>& changed) {
    for (auto& [name, sample] : render.channels)
        if (name.starts_with(layer))
            sample = [=, before = sample](int x, int y) { return changed(before(x, y), x, y); };
}

void remove(Render& render, const std::string& layer) {
    std::erase_if(render.channels, [&](const auto& channel) { return channel.first.starts_with(layer); });
}

/// Alpha of stripes 8 pixels wide with soft edges on either side.
float soft_alpha(int x) {
    return std::array{0.0F, 0.25F, 0.5F, 1.0F, 1.0F, 0.75F, 0.5F, 0.25F}[std::size_t(x % 8)];
}

struct Flaw {
    const char* what;
    const char* warning; ///< null: none
    const char* option;
    void (*put)(Render&);
};

const Flaw flaws[] = {
    {"none", nullptr, "", [](Render&) {}},
    {"vectors that are all zero", "vectors-zero", "--temporal none",
     [](Render& r) { change(r, "V.Vector", [](float, int, int) { return 0.0F; }); }},
    {"vectors multiplied by alpha", "vectors-premultiplied", "--motion-stored premultiplied",
     [](Render& r) {
         change(r, "V.Combined.A", [](float, int x, int) { return soft_alpha(x); });
         change(r, "V.Vector", [](float v, int x, int) { return v * soft_alpha(x); });
     }},
    {"whole vectors beside a soft alpha", nullptr, "",
     [](Render& r) { change(r, "V.Combined.A", [](float, int x, int) { return soft_alpha(x); }); }},
    {"vectors in 0 to 1", "vectors-0-1", "--motion-stored 'centre 0.5, scale S'",
     [](Render& r) { change(r, "V.Vector", [](float v, int, int) { return .5F + v / 64; }); }},
    {"vectors that are not finite", "not-finite-motion", "--role motion=NAME|none",
     [](Render& r) {
         change(r, "V.Vector", [](float v, int x, int y) { return few(x, y) ? nan_value : v; });
     }},
    {"normals encoded as 0 to 1", "normals-encoded", "--role normal=NAME|none",
     [](Render& r) { change(r, "V.Normal", [](float v, int, int) { return .5F + .5F * v; }); }},
    {"normals of another length", "normals-not-unit", "--role normal=NAME|none",
     [](Render& r) { change(r, "V.Normal", [](float v, int, int) { return 1.5F * v; }); }},
    {"normals of the camera", "normals-of-camera", "--role normal=NAME",
     [](Render& r) { change(r, "V.Normal.Z", [](float v, int, int) { return std::abs(v); }); }},
    {"normals of the camera by their name", "normals-of-camera", "--role normal=NAME",
     [](Render& r) {
         for (const char c : {'X', 'Y', 'Z'})
             r.channels[std::string("V.Denoising Normal.") + c] = r.channels[std::string("V.Normal.") + c];
         remove(r, "V.Normal");
     }},
    {"albedo above 1", "albedo-above-1", "--role albedo=NAME",
     [](Render& r) {
         change(r, "V.Denoising Albedo", [](float v, int x, int y) { return few(x, y) ? 100.0F : v; });
     }},
    {"edges of depth that are hard beside soft ones", "depth-unfiltered", "--role depth=NAME",
     [](Render& r) {
         const auto soft = [](int x) {
             return std::array{1.0F, 1.0F, 2.0F, 3.0F, 3.0F, 3.0F, 2.0F, 1.0F}[std::size_t(x % 8)];
         };
         change(r, "V.Depth", [](float, int x, int) { return x % 8 < 3 ? 4.0F : 9.0F; });
         change(r, "V.Denoising Albedo", [=](float, int x, int) { return .2F * soft(x); });
     }},
    {"edges of depth that are soft", nullptr, "",
     [](Render& r) {
         const auto soft = [](int x) {
             return std::array{1.0F, 1.0F, 2.0F, 3.0F, 3.0F, 3.0F, 2.0F, 1.0F}[std::size_t(x % 8)];
         };
         change(r, "V.Depth", [=](float, int x, int) { return 4 * soft(x); });
         change(r, "V.Denoising Albedo", [=](float, int x, int) { return .2F * soft(x); });
     }},
    {"a code for sky that is none to denoise", "sky-code", "--aovs FILE",
     [](Render& r) { change(r, "V.Depth", [](float v, int, int y) { return y < 20 ? 65504.0F : v; }); }},
    {"sky as Cycles has it", nullptr, "",
     [](Render& r) { change(r, "V.Depth", [](float v, int, int y) { return y < 20 ? 1e10F : v; }); }},
    {"sky at infinity", nullptr, "",
     [](Render& r) {
         change(r, "V.Depth",
                [](float v, int, int y) { return y < 20 ? std::numeric_limits<float>::infinity() : v; });
     }},
    {"a beauty with NaN", "not-finite-beauty", "",
     [](Render& r) {
         change(r, "V.Combined.G", [](float v, int x, int y) { return few(x, y) ? nan_value : v; });
     }},
    {"an albedo with NaN", "not-finite-albedo", "--role albedo=none",
     [](Render& r) {
         change(r, "V.Denoising Albedo", [](float v, int x, int y) { return few(x, y) ? nan_value : v; });
     }},
    {"an albedo that is the same everywhere", "constant-albedo", "--role albedo=none",
     [](Render& r) { change(r, "V.Denoising Albedo", [](float, int, int) { return .5F; }); }},
    {"a depth that is the same everywhere", "constant-depth", "--role depth=none",
     [](Render& r) { change(r, "V.Depth", [](float, int, int) { return 7.0F; }); }},
    {"a depth that is noisy within objects", "features-noisy", "--role depth=NAME|none",
     [](Render& r) {
         change(r, "V.Depth", [](float v, int x, int y) {
             return v * (1 + .002F * float((x * 37 + y * 61 + x * y * 13) % 53));
         });
     }},
    {"an albedo that is noisy within objects", "features-noisy", "--role albedo=NAME|none",
     [](Render& r) {
         change(r, "V.Denoising Albedo", [](float v, int x, int y) {
             return .8F * v + .003F * float((x * 37 + y * 61 + x * y * 13) % 53);
         });
     }},
    {"normals that are noisy within objects", "features-noisy", "--role normal=NAME|none",
     [](Render& r) {
         change(r, "V.Normal", [](float v, int x, int y) {
             return v + .004F * float((x * 37 + y * 61 + x * y * 13) % 53 - 26);
         });
     }},
    {"no word of samples", "samples-unknown", "--samples N",
     [](Render& r) {
         r.attributes = {{"cycles.V.render_time", "1"}};
     }},
    {"no depth", "missing-roles", "--role depth=NAME", [](Render& r) { remove(r, "V.Depth"); }},
    {"no vectors", "missing-roles", "--role motion=NAME", [](Render& r) { remove(r, "V.Vector"); }},
};

} // namespace

TEST_CASE("each flaw has exactly one warning, which names the option that resolves it") {
    const Folder folder;
    for (const Flaw& flaw : flaws) {
        CAPTURE(std::string(flaw.what));
        Render render = sound();
        flaw.put(render);
        spill(folder.path / "a.exr", render.exr());
        const Json json = probed(folder, "a.exr");
        const std::set<std::string> expected =
            flaw.warning ? std::set<std::string>{flaw.warning} : std::set<std::string>{};
        CAPTURE(at(json, "shots.warnings").dump());
        CHECK(warnings_of(json) == expected);
        if (flaw.warning) CHECK(option_of(json, flaw.warning) == flaw.option);
    }
}

TEST_CASE("warnings on stderr count their samples") {
    const Folder folder;
    Render render = sound();
    change(render, "V.Combined.G", [](float v, int x, int y) { return few(x, y) ? nan_value : v; });
    spill(folder.path / "a.exr", render.exr());
    const Ran ran = run(folder, "a.exr");
    CHECK(ran.code == 0);
    CHECK(has_message(ran.err, messages::probe_not_finite, "beauty", 3, 0, anything));
}

TEST_CASE("an image that is encoded for display gives one note, and no hints for renders") {
    const Folder folder;
    folder.image("a.png");
    CHECK(warnings_of(probed(folder, "a.png")) == std::set<std::string>{"display-encoded"});
    CHECK(run(folder, "a.png").err.find("warning") == std::string::npos);
}

TEST_CASE("positions and a camera's matrix count as vectors, positions without a matrix do not") {
    for (const bool matrix : {true, false}) {
        const Folder folder;
        Render render;
        const auto some = [](int x, int y) { return .2F + .002F * float((x * 7 + y * 5) % 90); };
        for (const char* name :
             {"R", "G", "B", "Albedo.R", "Albedo.G", "Albedo.B", "Ns.X", "Ns.Y", "Ns.Z", "P.X", "P.Y", "P.Z"})
            render.channels[name] = some;
        render.attributes = {{"samplesPerPixel", "4"}};
        if (matrix) render.attributes.emplace_back("worldToNDC", "1");
        spill(folder.path / "a.exr", render.exr());
        CHECK(warnings_of(probed(folder, "--json a.exr")).contains("missing-roles") == !matrix);
    }
}
