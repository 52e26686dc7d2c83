// Tests vectors found for patterns with known motion, constant images and noise, then for shots without vectors.
#include "engine/denoise/motion_match.h"
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "engine/denoise/neighbours.h"
#include "support/messages.h"
#include <cmath>
#include <limits>

using namespace denoise_test;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

struct Way {
    double x, y;
};

/// Value of a lattice point, 0 to 1.
double lattice(int i, int j) {
    return double(files::noise(files::noise(std::uint32_t(i + 5000)) + std::uint32_t(j + 5000)) & 0xffff) /
           65535;
}

/// A smooth pattern without period, between the points of a lattice of spacing `wide`.
double blobs(double u, double v, double wide) {
    const double x = std::floor(u / wide), y = std::floor(v / wide);
    const auto smooth = [](double t) { return t * t * (3 - 2 * t); };
    const double s = smooth(u / wide - x), t = smooth(v / wide - y);
    const int i = int(x), j = int(y);
    return (1 - t) * ((1 - s) * lattice(i, j) + s * lattice(i + 1, j)) +
           t * ((1 - s) * lattice(i, j + 1) + s * lattice(i + 1, j + 1));
}

double tile(double u, double v) { return .4 * blobs(u, v, 5) + .4 * blobs(u + 99, v + 77, 23); }

/// A far pattern that moves by `far` per frame, and a square before it by `near`.
RenderPlanes planes(Size size, int frame, Way far, Way near, bool square) {
    RenderPlanes picture{};
    picture.size = size;
    const auto pixels = std::size_t(size.pixels());
    picture.albedo.resize(3 * pixels);
    picture.normal.resize(3 * pixels);
    picture.depth.assign(pixels, 10);
    picture.beauty.assign(3 * pixels, .5F);
    for (std::size_t i = 0; i < pixels; ++i) {
        const double x = double(i % std::size_t(size.width)), y = double(i / std::size_t(size.width));
        const double nx = x - near.x * frame, ny = y - near.y * frame;
        const bool is_near = square && nx >= 30 && nx < 62 && ny >= 20 && ny < 50;
        const double a = is_near ? 1 - tile(1.3 * nx, 1.7 * ny) : tile(x - far.x * frame, y - far.y * frame);
        for (std::size_t k = 0; k < 3; ++k) picture.albedo[k * pixels + i] = float(a);
        picture.normal[2 * pixels + i] = 1;
        if (is_near) picture.depth[i] = 4;
    }
    return picture;
}

/// Share of pixels in a rectangle whose vectors are within a quarter of a pixel of the expected ones.
double share_right(const std::vector<float>& vectors, Size size, Rect in, Way should) {
    double right = 0;
    const auto pixels = std::size_t(size.pixels());
    for (int y = in.y; y < in.y + in.height; ++y)
        for (int x = in.x; x < in.x + in.width; ++x) {
            const std::size_t i = std::size_t(y * size.width + x);
            right += std::hypot(double(vectors[i]) - should.x, double(vectors[pixels + i]) - should.y) < .25;
        }
    return right / double(in.size().pixels());
}

double share_known(const std::vector<float>& vectors) {
    return double(std::ranges::count_if(vectors, [](float v) { return std::isfinite(v); })) /
           double(vectors.size());
}

std::vector<float> found_between(const RenderPlanes& from, const RenderPlanes& to) {
    return matched_motion(motion_guides(from), motion_guides(to));
}

constexpr Size odd{121, 87};

} // namespace

TEST_CASE("a pattern that moves by whole pixels and by parts of them is found, both ways") {
    for (const Way way : {Way{0, 0}, {1, -2}, {7, 3}, {.5, .25}, {-2.3, 1.6}, {13, -9}}) {
        CAPTURE(way.x);
        CAPTURE(way.y);
        const RenderPlanes one = planes(odd, 0, way, {}, false), two = planes(odd, 1, way, {}, false);
        const Rect inner{20, 16, 80, 55};
        CHECK(share_right(found_between(one, two), odd, inner, way) > .95);
        CHECK(share_right(found_between(two, one), odd, inner, {-way.x, -way.y}) > .95);
    }
}

TEST_CASE("frames that are the same have no motion anywhere") {
    const RenderPlanes one = planes(odd, 0, {}, {}, true);
    for (const float v : found_between(one, one)) CHECK(v == 0);
}

TEST_CASE("two planes that move differently are distinguished, and covered pixels have no vectors") {
    const Way far{-2, 0}, near{5, 2};
    const auto vectors = found_between(planes(odd, 0, far, near, true), planes(odd, 1, far, near, true));
    CHECK(share_right(vectors, odd, {34, 24, 24, 22}, near) > .93);
    CHECK(share_right(vectors, odd, {74, 20, 36, 50}, far) > .97);
    CHECK(share_right(vectors, odd, {63, 26, 3, 20}, far) < .3); // the square is there in the next frame
}

TEST_CASE("of noise that has nothing to do with each other nothing is claimed") {
    const auto noisy = [](std::uint32_t seed) {
        RenderPlanes picture{};
        picture.size = odd;
        std::uint32_t n = seed * 1'000'003;
        const auto fill = [&](std::vector<float>& planes, std::size_t count, float least, float most) {
            planes.resize(count * std::size_t(odd.pixels()));
            for (float& v : planes) v = least + (most - least) * float(files::noise(++n) & 0xffff) / 65535;
        };
        fill(picture.albedo, 3, 0, 1);
        fill(picture.normal, 3, -1, 1);
        fill(picture.depth, 1, 1, 20);
        fill(picture.beauty, 3, 0, 2);
        return picture;
    };
    const auto vectors = found_between(noisy(1), noisy(2));
    MESSAGE("known: " << share_known(vectors));
    CHECK(share_known(vectors) < .05);
}

TEST_CASE(
    "images of one pixel, of a row, of sky and of samples that are no numbers have vectors that are finite or none") {
    for (const Size size : {Size{1, 1}, {1, 9}, {17, 1}, {3, 2}, {33, 40}})
        for (const float bad : {0.0F, not_a_number, infinite, -infinite, 1e30F}) {
            RenderPlanes one = planes(size, 0, {1, 0}, {}, false), two = planes(size, 1, {1, 0}, {}, false);
            for (auto* planes : {&two.albedo, &two.normal, &two.depth, &two.beauty})
                for (std::size_t i = 0; i < planes->size(); i += 3) (*planes)[i] = bad;
            const auto vectors = found_between(one, two);
            CHECK(vectors.size() == 2 * std::size_t(size.pixels()));
            for (const float v : vectors) CHECK_FALSE(std::isinf(v));
        }
    CHECK(found_between(planes({8, 8}, 0, {}, {}, false), planes({9, 8}, 0, {}, {}, false)).empty());
}

namespace {

/// Error of frame 3 of a shot.
double error_of(const Shot& shot, Size size, const std::string& how) {
    const Ran ran = denoise(shot, how + " --existing replace --frames 1-5 in/s.####.exr -o o/s.####.exr");
    CAPTURE(ran.err);
    CHECK(ran.code == 0);
    return rms(planes_of(parts_of(shot, "o/s.0003.exr"), "Combined"), truth(3, size));
}

} // namespace

TEST_CASE("a shot without vectors, or with vectors of zeros, is better than its separate frames") {
    if (!has_device()) return;
    Look without{{96, 80}}, zero{{96, 80}};
    without.without = {"Vector"};
    zero.zero = {"Vector"};
    for (const Look& look : {without, zero}) {
        const Shot shot(5, look);
        const double found = error_of(shot, look.size, ""),
                     alone = error_of(shot, look.size, "--temporal none");
        MESSAGE("found " << found << ", alone " << alone);
        CHECK(found < .9 * alone);
    }
}

TEST_CASE("found vectors: chunks, jobs and a history give the bytes of one run") {
    if (!has_device()) return;
    Look look{{96, 80}};
    look.without = {"Vector"};
    const Shot shot(6, look);
    const std::string frames = " --frames 1-6 in/s.####.exr -o ";
    expect(denoise(shot, "-j 1" + frames + "whole/s.####.exr"), 0, {line(messages::motion_missing)});
    for (int i = 0; i < 3; ++i)
        check(denoise(shot, "-j 2 --chunk " + std::to_string(i) + "/3" + frames + "chunks/s.####.exr"), 0,
              {});
    check_same_frames(shot, "whole", "chunks", 1, 6);
    check(denoise(shot, "--temporal recursive" + frames + "history/s.####.exr"), 0, {});
}

TEST_CASE(
    "a frame whose vectors are found counts its own albedo, and so does the first one, which is led to by them") {
    const auto picture = [](bool is_found) {
        const SvgfResolved settings = resolve(SvgfSettings{}, DeviceTraits{});
        return PreparedPicture{{}, settings, {}, {}, AlbedoTrace{.found = is_found}};
    };
    PreparedPicture own = picture(false), found = picture(true);
    Neighbours neighbours{};
    const auto follows = [&](std::vector<PreparedPicture*> pictures) {
        neighbours.pictures = std::move(pictures);
        return follows_estimated(neighbours);
    };
    CHECK(follows({nullptr, &own, &found}));
    CHECK(follows({&own, &found, nullptr}));
    CHECK_FALSE(follows({nullptr, &found, &own, &own, &found})); // these lead beyond the neighbours
    CHECK_FALSE(follows({&own, &own, nullptr}));
    CHECK_FALSE(follows({&own}));
}
