// Makes the scene, and finds JSON values by paths.
#include "probe/fixture.h"
#include "cli/tables.h"
#include "support/called.h"
#include <cmath>

namespace probe_test {
namespace {

/// Position of the image in a frame.
std::array<double, 2> place(int frame, bool even) {
    const double n = frame, way = even ? 4 * n : n * n + n; // steps of 4, or 2, 4, 6, ..
    return {way, .5 * way};
}

} // namespace

std::string Render::exr() const {
    std::vector<std::string> names;
    for (const auto& [name, sample] : channels) names.push_back(name);
    return test::exr_of(
        size, names, [&](int x, int y, const std::string& name) { return channels.at(name)(x, y); }, 0,
        attributes);
}

void Render::set(const std::string& layer, const std::string& components,
                 const std::function<float(int, int, int)>& sample) {
    for (std::size_t i = 0; i < components.size(); ++i)
        channels[(layer.empty() ? "" : layer + ".") + components[i]] = [=](int x, int y) {
            return sample(x, y, int(i));
        };
}

Moves moves_of(int frame, bool even) {
    const auto here = place(frame, even), before = place(frame - 1, even), after = place(frame + 1, even);
    return {{before[0] - here[0], before[1] - here[1]}, {after[0] - here[0], after[1] - here[1]}};
}

double texture(int frame, double x, double y, int plane, bool even) {
    const auto at = place(frame, even);
    const double u = x - at[0], v = y - at[1], p = plane;
    return .5 + .13 * std::sin(.31 * u + .17 * v + p) + .12 * std::sin(.23 * v - .11 * u + 2 * p) +
           .1 * std::sin(.37 * v + .05 * u);
}

Render sound(int frame, bool even) {
    Render render{{}, {{"cycles.V.samples", "16"}}};
    const Moves moves = moves_of(frame, even);
    render.set("V.Combined", "RGB",
               [=](int x, int y, int c) { return float(2 * texture(frame, x, y, c, even)); });
    render.set("V.Combined", "A", [](int, int, int) { return 1.0F; });
    render.set("V.Denoising Albedo", "RGB",
               [=](int x, int y, int c) { return float(texture(frame, x, y, c, even)); });
    render.set("V.Normal", "XYZ", [=](int x, int y, int c) { // all around
        const double a = .1 * x, b = .09 * y;
        const double n[] = {std::cos(a) * std::cos(b), std::sin(a) * std::cos(b), std::sin(b)};
        return float(n[c]);
    });
    render.set("V.Depth", "Z", [](int x, int y, int) { return float(5 + .01 * x + .02 * y); });
    render.set("V.Vector", "XYZW", [=](int, int, int c) {
        const double v[] = {moves.previous[0], -moves.previous[1], -moves.next[0], moves.next[1]};
        return float(v[c]);
    });
    return render;
}

Ran run(const Folder& folder, const std::string& arguments) { return called(run_probe, folder, arguments); }

Json probed(const Folder& folder, const std::string& arguments, int code) {
    const Ran ran = run(folder, "--json " + arguments);
    CAPTURE(ran.err);
    CHECK(ran.code == code);
    return parse_json(ran.out, "probe");
}

std::string text_at(const Json& json, const std::string& path) {
    const std::string* text = at(json, path).string();
    return text ? *text : "";
}

std::set<std::string> warnings_of(const Json& json) {
    std::set<std::string> names;
    for (const Json& warning : *at(json, "shots.warnings").array()) names.insert(text_at(warning, "what"));
    return names;
}

std::string option_of(const Json& json, const std::string& what) {
    for (const Json& warning : *at(json, "shots.warnings").array())
        if (text_at(warning, "what") == what) return text_at(warning, "option");
    return "";
}

} // namespace probe_test
