// Computes structural similarity (Wang, Bovik, Sheikh, Simoncelli 2004, eq. 13) with a separable window, a row
// at a time.
#include "image/metrics.h"
#include <array>

namespace atrous {
namespace {

constexpr double window_sigma = 1.5;
constexpr int window_reach = 5; ///< 3.5 sigma, rounded
constexpr double mean_constant = 0.01 * 0.01, spread_constant = 0.03 * 0.03;

using Window = std::array<double, 2 * window_reach + 1>;

Window gaussian() {
    Window window{};
    double sum = 0;
    for (int i = -window_reach; i <= window_reach; ++i)
        sum += window[std::size_t(i + window_reach)] = std::exp(-i * i / (2 * window_sigma * window_sigma));
    for (double& weight : window) weight /= sum;
    return window;
}

/// Mirrored at both ends of 0 .. n-1, which are repeated: -1 is 0, n is n-1.
std::size_t mirrored(int i, int n) {
    const int period = 2 * n, at = ((i % period) + period) % period;
    return std::size_t(at < n ? at : period - 1 - at);
}

/// On the scale, and NaN if either plane is not finite.
std::vector<float> toned(const std::vector<float>& plane, const std::vector<float>& other,
                         const PsnrScale& scale) {
    std::vector<float> out(plane.size());
    for (std::size_t i = 0; i < plane.size(); ++i)
        out[i] =
            std::isfinite(plane[i]) && std::isfinite(other[i]) ? float(scale(plane[i])) : float(Scores::none);
    return out;
}

/// Windowed means of x, y, x², y², xy.
using Moments = std::array<double, 5>;

void add(Moments& to, const Moments& moments, double weight) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += weight * moments[i];
}

double similarity(const Moments& m) {
    const double xx = m[2] - m[0] * m[0], yy = m[3] - m[1] * m[1], xy = m[4] - m[0] * m[1];
    return (2 * m[0] * m[1] + mean_constant) * (2 * xy + spread_constant) /
           ((m[0] * m[0] + m[1] * m[1] + mean_constant) * (xx + yy + spread_constant));
}

/// Sums the similarities of one channel.
struct Channel {
    Size size;
    std::vector<float> x, y;
    double sum = 0;
    std::int64_t count = 0;

    /// The window's vertical half over all columns of a row.
    void columns(int row, const Window& window, std::vector<Moments>& out) const {
        out.assign(std::size_t(size.width), {});
        for (int d = -window_reach; d <= window_reach; ++d) {
            const std::size_t from = mirrored(row + d, size.height) * std::size_t(size.width);
            for (std::size_t i = 0; i < out.size(); ++i) {
                const double a = double(x[from + i]), b = double(y[from + i]);
                add(out[i], {a, b, a * a, b * b, a * b}, window[std::size_t(d + window_reach)]);
            }
        }
    }
    void add_row(const std::vector<Moments>& row, const Window& window) {
        for (int i = 0; i < size.width; ++i) {
            Moments moments{};
            for (int d = -window_reach; d <= window_reach; ++d)
                add(moments, row[mirrored(i + d, size.width)], window[std::size_t(d + window_reach)]);
            const double value = similarity(moments);
            if (std::isnan(value)) continue;
            sum += value;
            ++count;
        }
    }
};

} // namespace

double ssim(const Planar& a, const Planar& b, const PsnrScale& scale) {
    const PsnrScale own = scale.of_structure();
    const Window window = gaussian();
    std::vector<Moments> row;
    double sum = 0;
    std::int64_t count = 0;
    for (std::size_t c = 0; c < a.planes.size(); ++c) {
        Channel channel{a.size, toned(a.planes[c], b.planes[c], own), toned(b.planes[c], a.planes[c], own)};
        for (int y = 0; y < a.size.height; ++y) {
            channel.columns(y, window, row);
            channel.add_row(row, window);
        }
        sum += channel.sum;
        count += channel.count;
    }
    return count > 0 ? sum / double(count) : Scores::none;
}

} // namespace atrous
