// Finds misleading guides: depth with codes for sky, or with edges that were not filtered like the image's.
// Normals are checked by the statistics of their lengths and directions. Also finds features that are noisy
// within objects, which averages over motion blur, depth of field or volumes at few samples cause.
#include "base/text.h"
#include "commands/probe/findings.h"
#include "commands/probe/messages.h"
#include "renders/guide_match.h"
#include "renders/render_noise.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous {
namespace {

constexpr float known_sky = 1e9F; ///< as render frames are read: at least this, or at most 0

bool is_sky(float z) { return !std::isfinite(z) || z <= 0 || z >= known_sky; }

/// Finds a value far beyond all others that many pixels share: 65504 of halves, 10000 of a far plane.
void check_sky(const Look& look, Findings& findings) {
    std::size_t sky = 0;
    float most = 0, next = 0;
    for (const float z : look.depth) {
        sky += is_sky(z);
        if (!is_sky(z)) most = std::max(most, z);
    }
    std::size_t share = 0;
    for (const float z : look.depth) {
        if (is_sky(z)) continue;
        share += z == most;
        if (z != most) next = std::max(next, z);
    }
    const bool many = share >= 16 && double(share) >= .001 * double(look.pixels());
    if (sky + share < look.pixels() && many && next > 0 && most >= 3 * next)
        findings.push_back({"sky-code",
                            message(messages::sky_code, exact(double(most)), share, significant(double(next)),
                                    exact(double(most))),
                            "--aovs FILE"});
}

/// Counts of steps from x - 1 to x + 1 by more than half: all of them, and steps with the middle pixel in
/// between.
struct Steps {
    std::size_t all = 0, between = 0;
};

template <class Value>
Steps steps_of(Size size, Value value) {
    Steps steps;
    for (int y = 0; y < size.height; ++y)
        for (int x = 1; x + 1 < size.width; ++x) {
            const double a = value(x - 1, y), m = value(x, y), b = value(x + 1, y);
            if (!(std::isfinite(a) && std::isfinite(b) && std::isfinite(m))) continue;
            if (a <= 0 || b <= 0 || std::max(a, b) < 1.5 * std::min(a, b) ||
                std::max(a, b) >= double(known_sky))
                continue;
            ++steps.all;
            const double part = (m - a) / (b - a);
            steps.between += part > .1 && part < .9;
        }
    return steps;
}

/// Finds depth whose edges have no pixels in between, while edges of the albedo or the image have.
void check_filtered(const Look& look, Findings& findings) {
    constexpr std::size_t least = 64;
    const auto at = [&](int x, int y) {
        return std::size_t(y) * std::size_t(look.size.width) + std::size_t(x);
    };
    const Steps depth = steps_of(look.size, [&](int x, int y) { return double(look.depth[at(x, y)]); });
    const std::size_t n = look.pixels();
    const auto& guide = look.albedo.empty() ? look.beauty : look.albedo;
    const Steps colour = steps_of(look.size, [&](int x, int y) {
        return double(guide[at(x, y)]) + (guide.size() > n ? double(guide[n + at(x, y)]) : 0) + 1e-3;
    });
    const auto share = [](const Steps& s) { return double(s.between) / double(s.all); };
    if (depth.all < least || colour.all < least || share(depth) > .1 || share(colour) < .25) return;
    findings.push_back({"depth-unfiltered",
                        message(messages::depth_unfiltered, look.depth_layer,
                                significant(100 * share(depth), 2), significant(100 * share(colour), 2)),
                        "--role depth=NAME"});
}

/// A guide to check, and the distance at which a sample differs from its neighbours.
struct NoisyGuide {
    const char* name;
    const char* option;
    const std::vector<float> Look::*planes;
    PeakStep step;
    const char* reason;
};
constexpr const char* averages =
    "motion blur, depth of field or volumes at few samples; features of a render "
    "without them guide better";
constexpr std::array noisy_guides{
    NoisyGuide{"albedo", "--role albedo=NAME|none", &Look::albedo, albedo_step,
               "the image is divided by it, so its noise returns; an albedo with more samples, or from a "
               "denoiser's features, is better; ignore this for a texture that is so fine"},
    NoisyGuide{"depth", "--role depth=NAME|none", &Look::depth, depth_step, averages},
    NoisyGuide{"normal", "--role normal=NAME|none", &Look::normal, normal_step, averages}};

} // namespace

void check_depth(const Look& look, Findings& findings) {
    if (look.depth.empty()) return;
    check_sky(look, findings);
    check_filtered(look, findings);
}

void check_normals(const Look& look, Findings& findings) {
    const VectorLook normals = vector_look(look.normal);
    if (normals.length == 0) return;
    if (normals.is_encoded()) {
        findings.push_back(
            {"normals-encoded", message(messages::normals_encoded_0_1), "--role normal=NAME|none"});
        return;
    }
    if (std::abs(normals.length - 1) > .05)
        findings.push_back({"normals-not-unit",
                            message(messages::normals_not_unit, significant(normals.length)),
                            "--role normal=NAME|none"});
    const bool seem = normals.facing >= .999 && normals.varied;
    if (look.camera_normals || seem)
        findings.push_back(
            {"normals-of-camera",
             message(messages::normals_of_camera,
                     look.camera_normals ? "by the AOV table" : "none points away from the camera"),
             "--role normal=NAME"});
}

void check_noise(const Look& look, Findings& findings) {
    const NoisyGuide* worst = nullptr;
    double most = max_peaks;
    for (const NoisyGuide& guide : noisy_guides) {
        const double share = share_of_peaks(look.*guide.planes, look.size, guide.step);
        if (share <= most) continue;
        most = share;
        worst = &guide;
    }
    if (worst)
        findings.push_back(
            {"features-noisy",
             message(messages::features_noisy, worst->name, significant(100 * most, 2), worst->reason),
             worst->option});
}

} // namespace atrous
