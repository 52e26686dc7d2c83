// A loop over pixels with their four neighbours.
#include "renders/guide_noise.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous {
namespace {

constexpr float most_depth = 1e9F; ///< beyond it is sky

double share_of_plane(const float* samples, Size size, const PeakStep& peak) {
    const auto row = std::ptrdiff_t(size.width);
    std::size_t peaks = 0, all = 0;
    for (std::ptrdiff_t y = 1; y + 1 < size.height; ++y)
        for (std::ptrdiff_t x = 1; x + 1 < row; ++x) {
            const float* at = samples + y * row + x;
            const std::array around{at[-1], at[1], at[-row], at[row]};
            const float least = std::ranges::min(around), most = std::ranges::max(around);
            if (!(std::abs(*at) < most_depth) || !(most < most_depth)) continue;
            const float step = peak.step * (peak.relative ? std::abs(*at) : 1);
            peaks += *at > most + step || *at < least - step;
            ++all;
        }
    return all < 64 ? 0 : double(peaks) / double(all);
}

} // namespace

double share_of_peaks(std::span<const float> planes, Size size, const PeakStep& step) {
    double most = 0;
    const auto pixels = std::size_t(size.pixels());
    for (std::size_t from = 0; from < planes.size(); from += pixels)
        most = std::max(most, share_of_plane(planes.data() + from, size, step));
    return most;
}

} // namespace atrous
