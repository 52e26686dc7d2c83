// Compares metrics of two frames with a second implementation of their formulas, and with motion of known result.
#include "image/metrics.h"
#include "image/naive.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

Motion still(Size size) {
    const std::vector<float> zero(std::size_t(size.pixels()));
    return {size, zero, zero};
}

/// Motion by which every pixel was at (dx, dy) from its place.
Motion shift(Size size, float dx, float dy) {
    Motion motion = still(size);
    std::ranges::fill(motion.dx, dx);
    std::ranges::fill(motion.dy, dy);
    return motion;
}

/// A plane whose curve is a ramp of 0.1 + 0.005 x + 0.003 y.
Planar ramp(Size size, double from_x, double from_y) {
    Planar made{size, {"Y"}, {{}}};
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const double curve = 0.1 + 0.005 * (x + from_x) + 0.003 * (y + from_y);
            made.planes[0].push_back(float(curve / (1 - curve)));
        }
    return made;
}

Planar plus(Planar picture, float offset) {
    for (auto& plane : picture.planes)
        for (float& sample : plane) sample += offset;
    return picture;
}

double naive_flicker(const FramePair& x, const FramePair& r, const Motion& motion) {
    const Size size = x.now.size;
    double sum = 0, count = 0;
    for (std::size_t c = 0; c < x.now.planes.size(); ++c)
        for (int row = 8; row < size.height - 8; ++row)
            for (int column = 8; column < size.width - 24; ++column) {
                const auto i = std::size_t(row * size.width + column);
                const auto change = [&](const FramePair& p) {
                    return naive::curve(double(p.now.planes[c][i])) -
                           naive::sampled(p.before.planes[c], size, column + double(motion.dx[i]),
                                          row + double(motion.dy[i]));
                };
                sum += std::pow(change(x) - change(r), 2), count += 1;
            }
    return sum / count;
}

} // namespace

TEST_CASE("flicker and changes equal their formulas") {
    for (const Size size : {Size{33, 17}, Size{45, 25}})
        for (const int channels : {1, 3}) {
            const Planar a0 = naive::picture(size, channels, 1), a1 = naive::picture(size, channels, 2);
            const Planar b0 = naive::picture(size, channels, 3), b1 = naive::picture(size, channels, 4);
            Motion motion = still(size);
            const Planar vectors = naive::picture(size, 2, 5); // up to 200 pixels: out of the image, too
            motion.dx = vectors.planes[0];
            motion.dy = vectors.planes[1];
            CHECK(flicker_error({a0, a1}, {b0, b1}, motion) ==
                  doctest::Approx(naive_flicker({a0, a1}, {b0, b1}, motion)).epsilon(1e-9));
            double sum = 0, count = 0;
            for (std::size_t c = 0; c < a0.planes.size(); ++c)
                for (std::size_t i = 0; i < a0.planes[c].size(); ++i) {
                    const auto of = [&](const Planar& p) { return naive::curve(double(p.planes[c][i])); };
                    sum += std::pow((of(a1) - of(a0)) - (of(b1) - of(b0)), 2), count += 1;
                }
            CHECK(change_error({a0, a1}, {b0, b1}, {}) == doctest::Approx(sum / count).epsilon(1e-9));
        }
}

TEST_CASE(
    "content that moves along the vectors does not flicker, also by parts of a pixel and in every direction") {
    const Size size{60, 40};
    for (const auto& [dx, dy] : {std::pair{0.0F, 0.0F}, {3.0F, 0.0F}, {-2.5F, 1.25F}, {0.0F, -4.5F}}) {
        CAPTURE(dx);
        CAPTURE(dy);
        const Planar before = ramp(size, 0, 0), now = ramp(size, double(dx), double(dy));
        const Motion right = shift(size, dx, dy);
        CHECK(flicker_error({before, now}, {before, now}, right) == 0);
        const Planar flat = naive::constant(size, 0);
        CHECK(flicker_error({before, now}, {flat, flat}, right) < 1e-13);
        if (dx == 0 && dy == 0) continue;
        CHECK(flicker_error({before, now}, {flat, flat}, shift(size, -dx, -dy)) ==
              doctest::Approx(std::pow(0.01 * double(dx) + 0.006 * double(dy), 2)).epsilon(1e-4));
    }
}

TEST_CASE("an offset that comes and goes flickers by its size, one that stays does not") {
    const Size size{50, 30};
    const Planar black = naive::constant(size, 0), lit = plus(black, 1);
    CHECK(flicker_error({black, lit}, {black, black}, still(size)) == doctest::Approx(0.25));
    CHECK(flicker_error({lit, lit}, {black, black}, still(size)) == 0);
    CHECK(change_error({black, lit}, {black, black}, {}) == doctest::Approx(0.25));
    CHECK(change_error({black, lit}, {black, black}, {true, 1}) == doctest::Approx(1));
    CHECK(change_error({lit, lit}, {black, black}, {}) == 0);
}

TEST_CASE("8 pixels of border are left out of flicker, 24 at the right") {
    const Size size{40, 20};
    const Planar black = naive::constant(size, 0);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            Planar now = black;
            now.planes[0][std::size_t(y * size.width + x)] = 1;
            const bool inside = x >= 8 && x < 16 && y >= 8 && y < 12;
            CHECK((flicker_error({black, now}, {black, black}, still(size)) > 0) == inside);
        }
}

TEST_CASE("vectors and samples that are not finite are left out of flicker") {
    const Size size{50, 30};
    const Planar black = naive::constant(size, 0);
    Planar now = black;
    const std::size_t hot = 10 * 50 + 10, other = 12 * 50 + 12;
    now.planes[0][hot] = 1;
    now.planes[0][other] = std::numeric_limits<float>::infinity();
    CHECK(flicker_error({black, now}, {black, black}, still(size)) > 0);
    Motion motion = still(size);
    motion.dy[hot] = std::numeric_limits<float>::quiet_NaN();
    CHECK(flicker_error({black, now}, {black, black}, motion) == 0);
}

TEST_CASE("images that consist of borders have no flicker, but changes") {
    for (const Size size : {Size{32, 40}, Size{50, 16}, Size{1, 1}}) {
        const Planar black = naive::constant(size, 0), lit = plus(black, 1);
        CHECK(std::isnan(flicker_error({black, lit}, {black, black}, still(size))));
        CHECK(change_error({black, lit}, {black, black}, {}) > 0);
    }
}
