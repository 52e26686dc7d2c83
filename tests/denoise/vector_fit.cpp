// Tests the comparison of vectors with albedo: it separates noise from wrong places, and results are never worse than single
// frames.
#include "engine/denoise/vector_fit.h"
#include "denoise/shot.h"
#include <cmath>

using namespace denoise_test;

namespace {

constexpr Size size{72, 60};

/// A pattern that a camera passes by (1.5, 0.5) pixels a frame, `noise` of the albedo, and vectors times `x`, `y`.
Render picture_of(int frame, double noise, float x, float y) {
    Render render{};
    RenderPlanes& picture = render.planes;
    picture.size = size;
    const auto pixels = std::size_t(size.pixels());
    picture.albedo.resize(3 * pixels);
    picture.previous.resize(2 * pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        const double u = double(i % 72) + 1.5 * frame, v = double(i / 72) + 0.5 * frame;
        const double random =
            double(files::noise(std::uint32_t(std::size_t(frame) * pixels + i)) & 0xffff) / 65535 - .5;
        const double tile = .5 + .15 * std::sin(.5 * u) * std::sin(.4 * v) + noise * random;
        for (std::size_t k = 0; k < 3; ++k) picture.albedo[k * pixels + i] = float(tile);
        picture.previous[i] = 1.5F * x;
        picture.previous[pixels + i] = 0.5F * y;
    }
    for (const float v : picture.previous) picture.next.push_back(-v);
    return render;
}

double fit_of(double noise, float x, float y) {
    return vector_fit(trace_of(picture_of(1, noise, x, y)), trace_of(picture_of(2, noise, x, y))).fit;
}

/// Error of frame 2 in its window, relative to the error of the single frame.
double worse_by(const Look& look, double light) {
    const Folder folder;
    for (int n = 1; n <= 3; ++n) {
        Look own = look;
        const auto clean = truth(n, look.size);
        own.spoil = [&, n](const std::string& layer, char component, int x, int y, float v) {
            if (layer == "Combined" && component != 'A') {
                const std::size_t plane = std::string("RGB").find(component);
                const float is =
                    clean[plane * std::size_t(look.size.pixels()) + std::size_t(y * look.size.width + x)];
                return is + float(light) * (v - is);
            }
            return look.spoil(layer, component, x, y, v);
        };
        spill(folder.path / "in" / name_of(n), frame_exr(n, own));
    }
    const auto error = [&](const std::string& how) {
        const Ran ran = denoise(
            folder, how + " --existing replace --frames 1-3 --chunk 1/3 in/s.####.exr -o o/s.####.exr");
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        return rms(planes_of(parts_of(folder, "o/s.0002.exr"), "Combined"), truth(2, look.size));
    };
    return error("--temporal window:1") / error("--temporal none");
}

} // namespace

TEST_CASE("vectors fit if the difference is noise, and do not fit if the pattern has moved") {
    for (const double noise : {0., .1, .4}) {
        CAPTURE(noise);
        const double right = fit_of(noise, 1, 1);
        CHECK((noise == 0 || right > .9));
        for (const auto& [x, y] : {std::pair{0.F, 0.F}, {-1.F, -1.F}, {-1.F, 1.F}, {2.F, 1.F}}) {
            CAPTURE(x);
            CAPTURE(y);
            CHECK(fit_of(noise, x, y) < (noise > .2 ? right - .03 : .5));
        }
    }
}

TEST_CASE("if there is nothing to compare, vectors fit: no albedo, no vectors, one value, other sizes") {
    Render one = picture_of(1, 0, 0, 0), two = picture_of(2, 0, 0, 0);
    const AlbedoTrace trace = trace_of(one);
    REQUIRE(vector_fit(trace, trace_of(two)).fit < .5);
    CHECK(vector_fit(trace, {}).fit == 1);
    two.planes.previous.clear();
    two.planes.next.clear();
    CHECK(trace_of(two).grey.empty());
    one.planes.albedo.assign(one.planes.albedo.size(), .5F);
    CHECK(vector_fit(trace_of(one), trace_of(one)).fit == 1);
    one.planes.albedo.clear();
    CHECK(trace_of(one).grey.empty());
}

TEST_CASE(
    "vectors with the other sign, or rows the other way, give a warning; right vectors give none, whatever the noise") {
    const auto better = [](double noise, float x, float y) {
        return vector_fit(trace_of(picture_of(1, noise, x, y)), trace_of(picture_of(2, noise, x, y))).better;
    };
    for (const double noise : {0., .05, .4}) CHECK(better(noise, 1, 1) == BetterReading::none);
    for (const double noise : {0., .05}) {
        CHECK(better(noise, -1, -1) == BetterReading::sign);
        CHECK(better(noise, 1, -1) == BetterReading::rows);
        CHECK(better(noise, -1, 1) == BetterReading::sign_and_rows);
    }
    CHECK(better(0, 4, 4) == BetterReading::no_motion);
    CHECK(vector_fit({}, {}).better == BetterReading::none);
    AlbedoTrace found = trace_of(picture_of(2, 0, -1, -1));
    found.found = true;
    CHECK(vector_fit(trace_of(picture_of(1, 0, -1, -1)), found).better == BetterReading::none);
}

TEST_CASE("own albedo: no share if vectors fit, all of it if they do not, and more the worse they fit") {
    CHECK(own_albedo(1) == 0);
    CHECK(own_albedo(.9) == 0);
    CHECK(own_albedo(.5) == 1);
    CHECK(own_albedo(0) == 1);
    CHECK(own_albedo(.7) > own_albedo(.8));
}

TEST_CASE(
    "wrong vectors, any number of samples: never 0.1 dB below the separate frame; 0.5 dB with hardly any noise") {
    if (!has_device()) return;
    struct Row {
        const char* what;
        float (*spoil)(char component, float v);
    };
    constexpr Row rows[] = {
        {"zeros", [](char, float) { return 0.0F; }},
        {"the wrong way", [](char, float v) { return -v; }},
        {"rows the other way", [](char c, float v) { return c == 'Y' || c == 'W' ? -v : v; }},
    };
    for (const char* samples : {"", "2", "16"})
        for (const double light : {1., .02})
            for (const Row& row : rows) {
                if (light < 1 && *samples) continue; // which makes no difference there
                Look look;
                look.samples = samples;
                look.spoil = [&](const std::string& layer, char c, int, int, float v) {
                    return layer == "Vector" ? row.spoil(c, v) : v;
                };
                CAPTURE(std::string(samples));
                CAPTURE(light);
                CAPTURE(std::string(row.what));
                const double ratio = worse_by(look, light);
                MESSAGE(std::string(samples)
                        << " samples, noise " << light << ", " << std::string(row.what) << ": " << ratio);
                CHECK(ratio < (light == 1 ? 1.0116 : 1.06)); // of hardly any noise
            }
}
