// Features that are noisy within objects: averages over motion blur, depth of field or volumes at few samples.
#include "app/probe/check_rows.h"
#include "base/text.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous {
namespace {

constexpr float most_depth = 1e9F; ///< beyond it is sky
constexpr double noisy = .08;      ///< share of the pixels; of white noise 2 in 5 are such

/// What of a pixel is looked at: a plane, and how far it has to be from its neighbours to count.
struct Plane {
    const char* name;
    const char* option;
    const std::vector<float> Look::*planes;
    std::size_t index;
    float step;
    bool relative; ///< to the sample
};
constexpr std::array looked_at{Plane{"depth", "--depth NAME|none", &Look::depth, 0, .01F, true},
                               Plane{"normal", "--normal NAME|none", &Look::normal, 0, .05F, false},
                               Plane{"normal", "--normal NAME|none", &Look::normal, 1, .05F, false},
                               Plane{"normal", "--normal NAME|none", &Look::normal, 2, .05F, false}};

/// Pixels that are above all four of their neighbours, or below, by a step: rare on surfaces, however they are shaped.
double share_of_peaks(const Look& look, const Plane& plane) {
    const float* samples = (look.*plane.planes).data() + plane.index * look.pixels();
    const auto row = std::size_t(look.size.width);
    std::size_t peaks = 0, all = 0;
    for (std::size_t y = 1; y + 1 < std::size_t(look.size.height); ++y)
        for (std::size_t x = 1; x + 1 < row; ++x) {
            const float* at = samples + y * row + x;
            const std::array around{at[-1], at[1], at[-std::ptrdiff_t(row)], at[row]};
            const float least = std::ranges::min(around), most = std::ranges::max(around);
            if (!(std::abs(*at) < most_depth) || !(most < most_depth)) continue;
            const float step = plane.step * (plane.relative ? std::abs(*at) : 1);
            peaks += *at > most + step || *at < least - step;
            ++all;
        }
    return all < 64 ? 0 : double(peaks) / double(all);
}

} // namespace

void check_noise(const Look& look, Findings& findings) {
    const Plane* worst = nullptr;
    double most = noisy;
    for (const Plane& plane : looked_at) {
        if ((look.*plane.planes).empty()) continue;
        const double share = share_of_peaks(look, plane);
        if (share <= most) continue;
        most = share;
        worst = &plane;
    }
    if (worst)
        findings.push_back(
            {"features-noisy",
             std::string(worst->name) + " is noisy within objects (" + significant(100 * most, 2) +
                 " % of its pixels stand out from all their neighbours): motion blur, depth of field "
                 "or volumes at few samples; features of a render without them guide better",
             worst->option});
}

} // namespace atrous
