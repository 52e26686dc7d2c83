// Tests motion from positions and matrices: a camera that moves and turns before a still scene.
#include "renders/motion.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace atrous;

namespace {

constexpr Size size{40, 24};

Matrix4 product(const Matrix4& a, const Matrix4& b) {
    Matrix4 out{};
    for (std::size_t i = 0; i < 16; ++i)
        for (std::size_t k = 0; k < 4; ++k) out[i] += a[i / 4 * 4 + k] * b[4 * k + i % 4];
    return out;
}

Matrix4 transposed(Matrix4 m) {
    for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = r + 1; c < 4; ++c) std::swap(m[4 * r + c], m[4 * c + r]);
    return m;
}

/// A camera that looks along z, turned by `angle` about y, at x.
Matrix4 camera_at(double x, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    const Matrix4 turn{c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1};
    return product(turn, {1, 0, 0, -x, 0, 1, 0, 0.5, 0, 0, 1, 0, 0, 0, 0, 1});
}
/// NDC in pbrt's form: .5 + x / z, up, in units of the shorter side.
Matrix4 ndc_of(const Matrix4& camera) {
    return product({1, 0, 0.5, 0, 0, 1, 0.5, 0, 0, 0, 1, -0.1, 0, 0, 1, 0}, camera);
}

/// Depth of the scene at a pixel, along z of the camera. Some columns are nearer.
double depth_of(int x, int y) { return 4 + (x < 15 ? -1.5 : 0.02 * y); }
std::array<double, 3> in_camera(int x, int y) {
    const double z = depth_of(x, y), side = 24;
    return {(x - 19.5) / side * z, -(y - 11.5) / side * z, z};
}

std::array<double, 3> times(const Matrix4& m, const std::array<double, 3>& p) {
    std::array<double, 3> out{};
    for (std::size_t r = 0; r < 3; ++r)
        out[r] = m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3];
    return out;
}

std::vector<float> points_of(const Matrix4& camera, bool of_camera) {
    const auto pixels = std::size_t(size.pixels());
    const Matrix4 back = *inverse(camera);
    std::vector<float> points(3 * pixels);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const auto own = in_camera(x, y), p = of_camera ? own : times(back, own);
            for (std::size_t k = 0; k < 3; ++k)
                points[k * pixels + std::size_t(y * size.width + x)] = float(p[k]);
        }
    return points;
}

/// Position of a pixel's point in another camera's image, minus the pixel.
std::array<double, 2> true_motion(int x, int y, const Matrix4& here, const Matrix4& there) {
    const auto p = times(there, times(*inverse(here), in_camera(x, y)));
    return {19.5 + 24 * p[0] / p[2] - x, 11.5 - 24 * p[1] / p[2] - y};
}

CameraMatrices stored(const Matrix4& camera, bool rows) {
    return {rows ? transposed(ndc_of(camera)) : ndc_of(camera), rows ? transposed(camera) : camera};
}

} // namespace

TEST_CASE("motion of what stands still: points of world and camera, matrices for rows and for columns") {
    const Matrix4 here = camera_at(0.3, 0.1), there = camera_at(0.0, 0.16);
    for (const bool of_camera : {false, true})
        for (const bool rows : {false, true}) {
            CAPTURE(of_camera);
            CAPTURE(rows);
            std::vector<float> points = points_of(here, of_camera);
            const std::size_t pixels = points.size() / 3;
            for (std::size_t k = 0; k < 3; ++k) points[k * pixels + 7] = 0; // nothing there
            const auto view = point_view(points, size, stored(here, rows));
            REQUIRE(view);
            CHECK(view->residual < 1e-3);
            CHECK(view->of_camera == of_camera);
            const auto motion = motion_between(points, *view, stored(there, rows));
            double worst = 0, largest = 0;
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x) {
                    const auto i = std::size_t(y * size.width + x);
                    if (i == 7) continue;
                    const auto is = true_motion(x, y, here, there);
                    for (std::size_t axis = 0; axis < 2; ++axis) {
                        worst = std::max(worst, std::abs(double(motion[axis * pixels + i]) - is[axis]));
                        largest = std::max(largest, std::abs(is[axis]));
                    }
                }
            CHECK(worst < 1e-3);
            CHECK(largest > 1);
            CHECK(std::isinf(motion[7]));
        }
}

TEST_CASE("a point that the other camera does not have in front leads nowhere") {
    const Matrix4 here = camera_at(0, 0), there = camera_at(0, 3.1);
    const auto points = points_of(here, false);
    const auto view = point_view(points, size, stored(here, false));
    REQUIRE(view);
    CHECK(std::ranges::all_of(motion_between(points, *view, stored(there, false)),
                              [](float v) { return std::isinf(v); }));
}

TEST_CASE("points that are elsewhere than the matrices have them, too few, or not finite: no view") {
    const Matrix4 here = camera_at(0.3, 0.1);
    const auto points = points_of(here, false);
    CHECK(point_view(points, size, {ndc_of(here), {}}));
    CHECK_FALSE(point_view(points, size, {ndc_of(camera_at(0.3, 1.2)), {}}));
    CHECK_FALSE(point_view(points, size, {Matrix4{}, {}}));
    std::vector<float> few(points.size());
    for (std::size_t i = 0; i < 63; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            few[k * points.size() / 3 + i] = points[k * points.size() / 3 + i];
    CHECK_FALSE(point_view(few, size, {ndc_of(here), {}}));
    const std::vector<float> bad(points.size(), std::numeric_limits<float>::quiet_NaN());
    CHECK_FALSE(point_view(bad, size, {ndc_of(here), {}}));
    const Matrix4 turned = camera_at(0.3, 0.8); // without the camera's matrix, its points are no world's
    CHECK(point_view(points_of(turned, true), size, stored(turned, false)));
    CHECK_FALSE(point_view(points_of(turned, true), size, {ndc_of(turned), {}}));
}

TEST_CASE("matrices as text: sixteen numbers, nothing else") {
    CHECK(matrix_in("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1.5e-3"));
    CHECK((*matrix_in("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -1.5e-3"))[15] == -1.5e-3);
    for (const char* text : {"", "1, 2", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", "a",
                             "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 inf"})
        CHECK_FALSE(matrix_in(text));
    CHECK_FALSE(inverse(Matrix4{}));
    const Matrix4 m = camera_at(2, 1), one = product(m, *inverse(m));
    for (std::size_t i = 0; i < 16; ++i) CHECK(one[i] == doctest::Approx(i % 5 == 0 ? 1 : 0));
}
