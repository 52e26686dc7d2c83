// Normals by the statistics of their lengths and directions.
#include "app/probe/check_rows.h"
#include "base/median.h"
#include "base/text.h"
#include "io/aov/encoding.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous {
namespace {

constexpr std::size_t least_normals = 64;

/// What all normals that are not 0 have in common.
struct Normals {
    std::size_t count = 0, facing = 0; ///< facing: z of at least 0, or rounding's worth less
    double length = 0;                 ///< the median
    bool varied = false;
};

Normals measure_normals(const Look& look) {
    Normals found;
    std::vector<double> lengths;
    const std::size_t n = look.pixels();
    std::array<bool, 2> left{}, right{};
    for (std::size_t i = 0; i < n; ++i) {
        const std::array<double, 3> v{double(look.normal[i]), double(look.normal[n + i]),
                                      double(look.normal[2 * n + i])};
        const double length = std::hypot(v[0], v[1], v[2]);
        if (!(length > 1e-3) || !std::isfinite(length)) continue;
        lengths.push_back(length);
        found.facing += v[2] >= -.05 * length;
        for (std::size_t axis = 0; axis < 2; ++axis) {
            left[axis] |= v[axis] < -.2 * length;
            right[axis] |= v[axis] > .2 * length;
        }
    }
    found.count = lengths.size();
    if (found.count == 0) return found;
    found.length = upper_median(std::move(lengths));
    found.varied = left[0] && right[0] && left[1] && right[1];
    return found;
}

} // namespace

void check_normals(const Look& look, Findings& findings) {
    if (look.normal.empty()) return;
    const Normals normals = measure_normals(look);
    if (normals.count < least_normals) return;
    if (normals_encoded(look.normal)) {
        findings.push_back(
            {"normals-encoded",
             "normals are encoded as 0 to 1 (2 n - 1 has length 1, n has not), which bends them; render signed ones, name another layer, or leave them out",
             "--normal NAME|none"});
        return;
    }
    if (std::abs(normals.length - 1) > .05)
        findings.push_back({"normals-not-unit",
                            "normals have a length of " + significant(normals.length) +
                                " in the median; denoise takes their direction alone: are they normals?",
                            "--normal NAME|none"});
    const bool seem = double(normals.facing) >= .999 * double(normals.count) && normals.varied;
    if (look.camera_normals || seem)
        findings.push_back({"normals-of-camera",
                            std::string("normals are those of the camera (") +
                                (look.camera_normals ? "the table says so" : "none points away from it") +
                                "), which turn with it from frame to frame; those of the world are better",
                            "--normal NAME"});
}

} // namespace atrous
