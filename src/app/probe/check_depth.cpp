// Depth: codes for sky, and whether edges were filtered as the picture was.
#include "app/probe/check_rows.h"
#include "base/text.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr float known_sky = 1e9F; ///< as render frames are read: at least this, or at most 0

bool is_sky(float z) { return !std::isfinite(z) || z <= 0 || z >= known_sky; }

/// A value far behind all others that many pixels share: 65504 of halves, 10000 of a far plane.
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
        findings.push_back(
            {"sky-code",
             "depth is exactly " + exact(double(most)) + " in " + std::to_string(share) +
                 " pixels, far behind all others (" + significant(double(next)) +
                 "): a code for sky? denoise knows infinity, 0, and 1e9 and more; a table of your own says "
                 "'sky " +
                 exact(double(most)) + "'",
             "--aovs FILE"});
}

/// Of the steps from x - 1 to x + 1 by more than half: those, and those whose middle lies between.
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

/// Edges of depth have no pixels in between, those of the albedo or the picture have.
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
                        "depth (" + look.depth_layer + ") has hard edges (" +
                            significant(100 * share(depth), 2) +
                            " % of the pixels at edges lie between both sides), the picture has not (" +
                            significant(100 * share(colour), 2) +
                            " %); a depth that is filtered like the picture keeps edges better",
                        "--depth NAME"});
}

} // namespace

void check_depth(const Look& look, Findings& findings) {
    if (look.depth.empty()) return;
    check_sky(look, findings);
    check_filtered(look, findings);
}

} // namespace atrous
