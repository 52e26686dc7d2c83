// Metrics of two frames, one after the other: what changes that should not.
#include "image/metrics.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int border = 8;        ///< left out, since vectors lead out of the picture there
constexpr int right_border = 24; ///< ... more where a camera moves to the left

/// A mean of squares; NaN of none.
struct MeanSquare {
    double sum = 0;
    std::int64_t count = 0;
    void add(double value) {
        if (!std::isfinite(value)) return;
        sum += value * value;
        ++count;
    }
    double value() const { return count > 0 ? sum / double(count) : Scores::none; }
};

/// The sample on the scale; NaN where it is not finite.
double scaled(float sample, const PsnrScale& scale) {
    return std::isfinite(sample) ? scale(double(sample)) : Scores::none;
}

/// Where four samples are mixed: two columns and two rows, and how far the place lies from the first ones.
struct Place {
    int x0, x1, y0, y1;
    double right, down;
};
/// The nearest place in the picture.
Place place_at(double x, double y, Size size) {
    x = std::clamp(x, 0.0, size.width - 1.0);
    y = std::clamp(y, 0.0, size.height - 1.0);
    const int x0 = int(x), y0 = int(y);
    return {x0, std::min(x0 + 1, size.width - 1), y0, std::min(y0 + 1, size.height - 1), x - x0, y - y0};
}

/// Bilinear, of x / (1 + x).
double mixed_at(const std::vector<float>& plane, const Place& at, int width) {
    const auto sample = [&](int x, int y) {
        return scaled(plane[std::size_t(y) * std::size_t(width) + std::size_t(x)], {});
    };
    return std::lerp(std::lerp(sample(at.x0, at.y0), sample(at.x1, at.y0), at.right),
                     std::lerp(sample(at.x0, at.y1), sample(at.x1, at.y1), at.right), at.down);
}

} // namespace

double change_error(const FramePair& x, const FramePair& r, const PsnrScale& scale) {
    MeanSquare mean;
    const auto change = [&](const FramePair& pair, std::size_t channel, std::size_t i) {
        return scaled(pair.now.planes[channel][i], scale) - scaled(pair.before.planes[channel][i], scale);
    };
    for (std::size_t c = 0; c < x.now.planes.size(); ++c)
        for (std::size_t i = 0; i < x.now.planes[c].size(); ++i) mean.add(change(x, c, i) - change(r, c, i));
    return mean.value();
}

double flicker_error(const FramePair& x, const FramePair& r, const Motion& motion) {
    const Size size = x.now.size;
    MeanSquare mean;
    for (int row = border; row < size.height - border; ++row)
        for (int column = border; column < size.width - right_border; ++column) {
            const std::size_t i = std::size_t(row) * std::size_t(size.width) + std::size_t(column);
            const double dx = double(motion.dx[i]), dy = double(motion.dy[i]);
            if (!std::isfinite(dx) || !std::isfinite(dy)) continue;
            const Place from = place_at(column + dx, row + dy, size);
            const auto change = [&](const FramePair& pair, std::size_t c) {
                return scaled(pair.now.planes[c][i], {}) - mixed_at(pair.before.planes[c], from, size.width);
            };
            for (std::size_t c = 0; c < x.now.planes.size(); ++c) mean.add(change(x, c) - change(r, c));
        }
    return mean.value();
}

} // namespace atrous
