// Makes renders of a small scene, right or with one flaw, and runs `probe` on them.
#pragma once
#include "base/json.h"
#include "support/app_run.h"
#include "support/files/exr_file.h"
#include "support/json_at.h"
#include <array>
#include <map>
#include <set>

namespace probe_test {

using namespace atrous;

constexpr Size size{96, 64};

/// Channels by their names, each a function of x and y.
struct Render {
    std::map<std::string, std::function<float(int, int)>> channels;
    test::Attributes attributes{};

    std::string exr() const;
    /// The same function for "LAYER.A", "LAYER.B", .. of {"AB"}, which also gets the place of the component.
    void set(const std::string& layer, const std::string& components,
             const std::function<float(int, int, int)>& sample);
};

/// Motion of frame n. The image moves by two pixels more in every frame (accelerated), or by the same distance
/// (even). Positions of a pixel's content in the previous and the next frame, minus the pixel, in pixels, rows down.
struct Moves {
    std::array<double, 2> previous, next;
};
Moves moves_of(int frame, bool even = false);
/// A smooth pattern without period, 0.15 to 0.85, moved to its place in that frame.
double texture(int frame, double x, double y, int plane, bool even = false);

/// A frame as Cycles writes it, without flaws.
Render sound(int frame = 2, bool even = false);

/// Runs `atrous probe ARGUMENTS` in the folder, in this process.
Ran run(const Folder& folder, const std::string& arguments);
/// Its JSON. Checks the exit code.
Json probed(const Folder& folder, const std::string& arguments, int code = 0);

std::string text_at(const Json& json, const std::string& path);
/// Names of the warnings of the first shot.
std::set<std::string> warnings_of(const Json& json);
/// The option that a warning names. Empty if there is no such warning.
std::string option_of(const Json& json, const std::string& what);

} // namespace probe_test
