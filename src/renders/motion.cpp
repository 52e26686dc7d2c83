// Converts motion by one formula for all conventions. Cameras are in homogeneous coordinates. The mapping
// from NDC to pixels is fitted, so that only differences of NDC are taken from matrices.
#include "renders/motion.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace atrous {

std::array<double, 2> motion_in_pixels(const MotionConvention& convention, std::array<double, 2> stored,
                                       Size size, double alpha) {
    using enum MotionConvention::Unit;
    if (convention.premultiplied && alpha == 0) return {0, 0};
    const double divisor = convention.premultiplied ? alpha : 1;
    const double extent[] = {double(size.width), double(size.height)};
    std::array<double, 2> way{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const double unit = convention.unit == px   ? 1
                            : convention.unit == uv ? extent[axis]
                                                    : extent[axis] / 2;
        const bool turned = convention.from_other != (axis == 1 && convention.up);
        way[axis] =
            (stored[axis] / divisor - convention.centre) * convention.scale * unit * (turned ? -1 : 1);
    }
    return way;
}

void motion_to_pixels(std::vector<float>& planes, const MotionConvention& convention, Size size,
                      const std::vector<float>& alpha) {
    const std::size_t pixels = planes.size() / 2;
    for (std::size_t i = 0; i < pixels; ++i) {
        const auto way =
            motion_in_pixels(convention, {planes[i], planes[pixels + i]}, size, alpha.empty() ? 1 : alpha[i]);
        planes[i] = float(way[0]);
        planes[pixels + i] = float(way[1]);
    }
}

bool vectors_centred(std::span<const float> stored) {
    if (stored.empty()) return false;
    double sum = 0;
    for (const float v : stored) {
        if (!(v >= 0 && v <= 1)) return false;
        sum += double(v);
    }
    // Around 0.5, or at rest there: an image of fractions has vectors around 0.
    const double mean = sum / double(stored.size());
    const auto near = std::ranges::count_if(stored, [](float v) { return v > .25F && v < .75F; });
    return std::abs(mean - .5) < .2 && double(near) >= .5 * double(stored.size());
}

namespace {

constexpr std::size_t min_points = 64, max_points = 20'000;
constexpr double max_residual = 2; ///< pixels (points as halves are not exact)

using Vec = std::array<double, 3>;

Matrix4 transposed(const Matrix4& m) {
    Matrix4 out;
    for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 4; ++c) out[4 * r + c] = m[4 * c + r];
    return out;
}

CameraMatrices transposed(const CameraMatrices& camera) {
    CameraMatrices out{transposed(camera.to_ndc)};
    if (camera.to_camera) out.to_camera = transposed(*camera.to_camera);
    return out;
}

Matrix4 product(const Matrix4& a, const Matrix4& b) {
    Matrix4 out{};
    for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 4; ++c)
            for (std::size_t k = 0; k < 4; ++k) out[4 * r + c] += a[4 * r + k] * b[4 * k + c];
    return out;
}

/// x and y of a point after the matrix and its division, not finite in the plane of the camera.
std::array<double, 2> projected(const Matrix4& m, const Vec& p) {
    std::array<double, 4> h;
    for (std::size_t r = 0; r < 4; ++r)
        h[r] = m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3];
    constexpr double none = std::numeric_limits<double>::infinity();
    if (!(std::abs(h[3]) > 1e-12)) return {none, none};
    return {h[0] / h[3], h[1] / h[3]};
}

double w_of(const Matrix4& m, const Vec& p) { return m[12] * p[0] + m[13] * p[1] + m[14] * p[2] + m[15]; }

/// The point of pixel i, or nothing if all three are 0 or one is not finite.
std::optional<Vec> point_at(std::span<const float> points, std::size_t i) {
    const std::size_t pixels = points.size() / 3;
    const Vec p{double(points[i]), double(points[pixels + i]), double(points[2 * pixels + i])};
    const bool finite = std::ranges::all_of(p, [](double v) { return std::isfinite(v); });
    return finite && p != Vec{} ? std::optional(p) : std::nullopt;
}

/// A line through pairs of numbers.
struct Line {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;

    void add(double of, double is) {
        n += 1;
        x += of;
        y += is;
        xx += of * of;
        xy += of * is;
        yy += is * is;
    }
    double slope() const { return (n * xy - x * y) / (n * xx - x * x); }
    /// The sum of squared distances from it.
    double squares() const {
        const double vx = xx - x * x / n, vxy = xy - x * y / n, vy = yy - y * y / n;
        return std::max(0.0, vx > 0 ? vy - vxy * vxy / vx : vy);
    }
};

/// Returns the matrix from points as they are stored to NDC.
std::optional<Matrix4> matrix_of(const CameraMatrices& camera, bool of_camera) {
    if (!of_camera) return camera.to_ndc;
    const auto back = camera.to_camera ? inverse(*camera.to_camera) : std::nullopt;
    return back ? std::optional(product(camera.to_ndc, *back)) : std::nullopt;
}

std::optional<PointView> fitted(std::span<const float> points, Size size, PointView view) {
    const auto matrix = matrix_of(view.camera, view.of_camera);
    if (!matrix) return {};
    const std::size_t pixels = points.size() / 3;
    std::size_t step = std::max<std::size_t>(1, pixels / max_points);
    while (std::gcd(step, std::size_t(size.width)) > 1) ++step; // or only a few columns would be seen
    std::array<Line, 2> lines;
    for (std::size_t i = 0; i < pixels; i += step) {
        const auto p = point_at(points, i);
        if (!p) continue;
        const auto ndc = projected(*matrix, *p);
        if (!std::isfinite(ndc[0] + ndc[1])) return {};
        lines[0].add(ndc[0], double(i % std::size_t(size.width)));
        lines[1].add(ndc[1], double(i / std::size_t(size.width)));
    }
    if (lines[0].n < min_points) return {};
    view.scale = {lines[0].slope(), lines[1].slope()};
    view.residual = std::sqrt((lines[0].squares() + lines[1].squares()) / lines[0].n);
    const bool fits = std::isfinite(view.scale[0] + view.scale[1]) && view.residual <= max_residual;
    return fits ? std::optional(view) : std::nullopt;
}

} // namespace

std::optional<Matrix4> matrix_in(const std::string& text) {
    Matrix4 matrix;
    const char *at = text.data(), *const end = at + text.size();
    for (double& value : matrix) {
        while (at != end && (*at == ' ' || *at == ',')) ++at;
        const auto read = std::from_chars(at, end, value);
        if (read.ec != std::errc() || !std::isfinite(value)) return {};
        at = read.ptr;
    }
    return at == end ? std::optional(matrix) : std::nullopt;
}

std::optional<Matrix4> inverse(const Matrix4& matrix) {
    Matrix4 left = matrix, right{};
    for (std::size_t i = 0; i < 4; ++i) right[5 * i] = 1;
    for (std::size_t column = 0; column < 4; ++column) {
        std::size_t pivot = column;
        for (std::size_t r = column; r < 4; ++r)
            if (std::abs(left[4 * r + column]) > std::abs(left[4 * pivot + column])) pivot = r;
        if (!(std::abs(left[4 * pivot + column]) > 1e-12)) return {};
        for (std::size_t c = 0; c < 4; ++c) {
            std::swap(left[4 * pivot + c], left[4 * column + c]);
            std::swap(right[4 * pivot + c], right[4 * column + c]);
        }
        const double scale = 1 / left[5 * column];
        for (std::size_t c = 0; c < 4; ++c) left[4 * column + c] *= scale, right[4 * column + c] *= scale;
        for (std::size_t r = 0; r < 4; ++r) {
            const double factor = left[4 * r + column];
            if (r == column || factor == 0) continue;
            for (std::size_t c = 0; c < 4; ++c) {
                left[4 * r + c] -= factor * left[4 * column + c];
                right[4 * r + c] -= factor * right[4 * column + c];
            }
        }
    }
    return right;
}

CameraMatrices PointView::stored() const { return turned ? transposed(camera) : camera; }

std::optional<PointView> point_view(std::span<const float> points, Size size, const CameraMatrices& camera) {
    std::optional<PointView> best;
    constexpr double clear = .01; // pixels: if depth is even, readings are alike, and the first one counts
    for (const bool turned : {false, true})
        for (const bool of_camera : {true, false}) {
            const auto view = fitted(
                points, size, {turned ? transposed(camera) : camera, turned, of_camera, {}, max_residual});
            if (view && (!best || view->residual < best->residual - clear)) best = view;
        }
    return best;
}

std::vector<float> motion_between(std::span<const float> points, const PointView& here,
                                  const CameraMatrices& there) {
    const CameraMatrices other = here.turned ? transposed(there) : there;
    const Matrix4 now = *matrix_of(here.camera, here.of_camera);
    const Matrix4 then =
        here.of_camera ? product(other.to_ndc, *inverse(*here.camera.to_camera)) : other.to_ndc;
    const std::size_t pixels = points.size() / 3;
    std::vector<float> motion(2 * pixels, std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < pixels; ++i) {
        const auto p = point_at(points, i);
        if (!p || w_of(then, *p) * w_of(now, *p) <= 0) continue;
        const auto from = projected(now, *p), to = projected(then, *p);
        for (std::size_t axis = 0; axis < 2; ++axis)
            motion[axis * pixels + i] = float((to[axis] - from[axis]) * here.scale[axis]);
    }
    return motion;
}

} // namespace atrous
