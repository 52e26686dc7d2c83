// Tests alpha of 0: such pixels get no light, light without alpha is not mixed, and filtered alpha keeps 0 and 1.
#include "engine/denoise/coverage.h"
#include "denoise/shot.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace denoise_test;

namespace {

constexpr Size size{24, 18};
constexpr const char* all_lights = "--light *.Combined_fill,*.Combined_key,*.Emit ";

enum class At { empty, glow, edge, solid };

/// Kinds of columns from the left: empty with a square of light only, a noisy edge, solid.
At at(int x, int y) {
    if (x >= 2 && x < 6 && y >= 9 && y < 13) return At::glow;
    if (x < 9) return At::empty;
    return x < 13 ? At::edge : At::solid;
}

bool is_light(const std::string& layer) {
    return layer == "Combined" || std::ranges::count(light_names(), layer) > 0;
}

/// Light times alpha, without light elsewhere, except 3 with noise in the fill of glows.
struct Scene {
    float covered = 1, ///< factor of the light of covered pixels
        glow = 1;      ///< factor of the light of glows
    float alpha_of_solid = 1, alpha_of_empty = 0, alpha_of_edge = .5F;

    float alpha(int x, int y) const {
        const At here = at(x, y);
        return here == At::solid ? alpha_of_solid : here == At::edge ? alpha_of_edge : alpha_of_empty;
    }
    float light(const std::string& layer, int x, int y, float sample) const {
        const At here = at(x, y);
        if (here == At::empty) return 0;
        if (here != At::glow) return covered * sample * alpha(x, y);
        const bool has = layer == "Combined" || layer == "Combined_fill";
        return has ? glow * (2 + float((5 * x + 3 * y) % 4) / 2) : 0;
    }
    Look look() const {
        Look look{size};
        look.spoil = [scene = *this](const std::string& layer, char component, int x, int y, float sample) {
            if (layer == "Combined" && component == 'A') return scene.alpha(x, y);
            if (is_light(layer)) return scene.light(layer, x, y, sample);
            if (layer == "Denoising Albedo") return .5F;
            return layer == "Depth" && at(x, y) != At::solid ? 1e10F : sample; // of one sample: edges are sky
        };
        return look;
    }
};

/// Frame 2 of three, denoised.
std::vector<ExrPartBytes> result_of(const Look& look, const std::string& options = "") {
    const Shot shot(3, look);
    check(denoise(shot, all_lights + options + " in/ -o out/"), 0, {});
    return parts_of(shot, "out/s.0002.exr");
}

std::vector<float> beauty_of(const Scene& scene, const std::string& options = "") {
    return planes_of(result_of(scene.look(), options), "Combined");
}

std::vector<float> alpha_of(const std::vector<ExrPartBytes>& parts) {
    return parts.front().floats("ViewLayer.Combined.A");
}

/// Values of the first plane at pixels of a kind.
std::vector<float> of(At kind, const std::vector<float>& planes) {
    std::vector<float> some;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            if (at(x, y) == kind) some.push_back(planes[std::size_t(y * size.width + x)]);
    return some;
}

double mean(const std::vector<float>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

bool are_all(const std::vector<float>& values, float value) {
    return std::ranges::all_of(values, [&](float v) { return v == value; });
}

} // namespace

TEST_CASE("if alpha is 0 and the file has no light there, no layer gets light, in no mode of the filter") {
    if (!has_device()) return;
    for (const char* options :
         {"", "--temporal recursive", "--temporal none --filter eaw", "--strength 0.5"}) {
        CAPTURE(std::string(options));
        const auto parts = result_of(Scene{}.look(), options);
        for (const char* layer : {"Combined", "Combined_fill", "Combined_key", "Emit"})
            CHECK(are_all(of(At::empty, planes_of(parts, layer)), 0));
        CHECK(are_all(of(At::empty, alpha_of(parts)), 0));
    }
}

TEST_CASE("a sample that is no number brings no light to pixels with alpha 0") {
    if (!has_device()) return;
    Look look = Scene{}.look();
    look.spoil = [spoil = look.spoil](const std::string& layer, char c, int x, int y, float sample) {
        return layer == "Combined" && c == 'G' && x == 8 && y == 3 ? NAN : spoil(layer, c, x, y, sample);
    };
    CHECK(are_all(of(At::empty, planes_of(result_of(look), "Combined")), 0));
}

TEST_CASE("light without alpha loses noise, but nothing else, and takes nothing from what alpha covers") {
    if (!has_device()) return;
    const auto before = planes_of(parts_of(Shot(2, Scene{}.look()), "in/s.0002.exr"), "Combined");
    const auto glow = of(At::glow, before), after = of(At::glow, beauty_of({}));
    CHECK(mean(after) == doctest::Approx(mean(glow)).epsilon(.02));
    const auto spread = [](const std::vector<float>& v) {
        const auto [least, most] = std::ranges::minmax(v);
        return most - least;
    };
    CHECK(spread(after) < .5F * spread(glow));
    // Neighbours change the reach of weights, as noise does, but give no light.
    CHECK(mean(of(At::glow, beauty_of({.covered = 1e4F}))) == doctest::Approx(mean(glow)).epsilon(.02));
    const auto usual = beauty_of({}), bright = beauty_of({.glow = 1e4F});
    for (const At kind : {At::edge, At::solid})
        CHECK(mean(of(kind, bright)) == doctest::Approx(mean(of(kind, usual))).epsilon(.002));
    CHECK(are_all(of(At::glow, beauty_of({.glow = 0})), 0));
}

TEST_CASE("an alpha that is 0 everywhere has no effect") {
    if (!has_device()) return;
    Scene none{.alpha_of_solid = 0, .alpha_of_edge = 0};
    Look look = none.look(), whole = look;
    look.spoil = [](const std::string&, char c, int, int, float sample) { return c == 'A' ? 0 : sample; };
    whole.spoil = [](const std::string&, char c, int, int, float sample) { return c == 'A' ? 1 : sample; };
    CHECK(planes_of(result_of(look), "Combined") == planes_of(result_of(whole), "Combined"));
}

TEST_CASE("an albedo of whole surfaces and an albedo that is multiplied by alpha give the same image") {
    if (!has_device()) return;
    const Look whole = Scene{}.look();
    Look multiplied = whole;
    multiplied.spoil = [spoil = whole.spoil](const std::string& layer, char c, int x, int y, float sample) {
        const float share = layer == "Denoising Albedo" ? Scene{}.alpha(x, y) : 1;
        return share * spoil(layer, c, x, y, sample);
    };
    const auto expected = planes_of(result_of(multiplied), "Combined");
    CHECK(rms(planes_of(result_of(whole), "Combined"), expected) < 1e-6);
}

TEST_CASE("an albedo of whole surfaces is multiplied by alpha, but not under a sky of light without alpha") {
    const std::vector<float> alpha{0, 0, 0, .5F, 1, 1};
    for (const float sky : {0.0F, 1.0F})
        for (const float edge : {.2F, .4F}) { // a share of the adjacent surface, and the whole
            Render render{};
            RenderPlanes& picture = render.planes;
            picture.size = {6, 1};
            for (int c = 0; c < 3; ++c) {
                picture.beauty.insert(picture.beauty.end(), {sky, sky, sky, 1, 1, 1});
                picture.albedo.insert(picture.albedo.end(), {.3F, .3F, .3F, edge, .4F, .4F});
            }
            find_coverage(render, alpha, false);
            cover_albedo(render, alpha);
            const bool multiplied = sky == 0 && edge == .4F;
            CHECK(picture.albedo[3] == (multiplied ? .2F : edge));
            CHECK(picture.albedo[0] == (sky > 0 ? 1 : multiplied ? 0 : .3F));
            CHECK(picture.albedo[4] == .4F);
        }
}

TEST_CASE("--alpha filter: pixels in empty or solid surroundings keep alpha and light; edges lose noise") {
    if (!has_device()) return;
    Look look = Scene{}.look();
    look.spoil = [spoil = look.spoil](const std::string& layer, char c, int x, int y, float sample) {
        if (layer == "Combined" && c == 'A' && at(x, y) == At::edge) return (7 * x + 5 * y) % 3 ? 1.0F : 0.0F;
        if (is_light(layer) && at(x, y) == At::solid) return 1.0F;
        return spoil(layer, c, x, y, sample);
    };
    const auto parts = result_of(look, "--alpha filter");
    const auto alpha = alpha_of(parts), light = planes_of(parts, "Combined");
    const auto edge = of(At::edge, alpha);
    CHECK(std::ranges::count(edge, 0.0F) + std::ranges::count(edge, 1.0F) < std::ptrdiff_t(edge.size()) / 4);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const auto i = std::size_t(y * size.width + x);
            CAPTURE(x);
            CAPTURE(y);
            if (x < 8) CHECK(alpha[i] == 0);
            if (x < 8 && at(x, y) == At::empty) CHECK(light[i] == 0);
            if (x >= 14) CHECK(alpha[i] == 1);
            if (x >= 14) CHECK(light[i] == doctest::Approx(1).epsilon(.1));
        }
}

TEST_CASE("--alpha filter: emission, which is not filtered, is unchanged in pixels whose alpha stays 1") {
    if (!has_device()) return;
    constexpr float emission = 8, light = 1;
    Look look = Scene{}.look();
    look.spoil = [spoil = look.spoil](const std::string& layer, char c, int x, int y, float sample) {
        const bool solid = at(x, y) == At::solid;
        if (layer == "Combined" && c == 'A' && at(x, y) == At::edge) return (7 * x + 5 * y) % 3 ? 1.0F : 0.0F;
        if (layer == "Emit") return solid ? emission : 0;
        if (layer == "Combined" && c != 'A' && solid) return emission + light;
        return spoil(layer, c, x, y, sample);
    };
    const Shot shot(1, look);
    check(denoise(shot, "--temporal none --role emission=*.Emit --alpha filter in/s.0001.exr -o b.exr"), 0,
          {});
    const auto beauty = planes_of(parts_of(shot, "b.exr"), "Combined");
    for (int y = 0; y < size.height; ++y)
        for (int x = 14; x < size.width; ++x) {
            CAPTURE(x);
            CAPTURE(y);
            CHECK(beauty[std::size_t(y * size.width + x)] == doctest::Approx(emission + light).epsilon(.02));
        }
}

TEST_CASE(
    "edges that are sky by depth, but not by normals, get the depth of their neighbours; sky and partly covered pixels do not") {
    RenderPlanes picture{};
    picture.size = {4, 3};
    constexpr float sky = 1e10F;
    picture.depth = {2, sky, sky, sky, 4, sky, sky, sky, NAN, sky, sky, sky};
    picture.normal.assign(36, 0);
    const auto kept = picture.depth;
    const auto same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    cover_depth(picture, {});
    CHECK(std::ranges::equal(picture.depth, kept, same)); // without normals
    for (const std::size_t i : {0, 1, 3, 5}) picture.normal[24 + i] = .3F;
    std::vector<float> alpha(12, 1);
    alpha[1] = .5F;
    RenderPlanes covered = picture;
    cover_depth(covered, alpha);
    CHECK(covered.depth[1] == sky);
    CHECK(covered.depth[5] == 3);
    cover_depth(picture, {});
    CHECK(picture.depth[1] == 3);
    CHECK(picture.depth[5] == 3);
    for (const std::size_t i : {0, 2, 3, 4, 6, 7, 9})
        CHECK(picture.depth[i] == kept[i]); // 3: no adjacent surface
    CHECK(std::isnan(picture.depth[8]));
}

TEST_CASE(
    "--alpha filter: noisy alpha is smoothed at 4 samples, given back more and more, and kept from 32 samples on") {
    if (!has_device()) return;
    const auto noisy = [](int x, int y) {
        return .5F + .4F * (float(files::noise(std::uint32_t(x + 64 * y)) & 0xffU) / 127.5F - 1);
    };
    Look look = Scene{}.look();
    look.spoil = [before = look.spoil, noisy](const std::string& layer, char component, int x, int y,
                                              float sample) {
        const float value = before(layer, component, x, y, sample);
        const bool covers = (layer == "Combined" || is_light(layer)) && at(x, y) == At::edge;
        return covers ? value * 2 * noisy(x, y) : value; // Scene has .5 there
    };
    std::vector<float> stored;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            if (at(x, y) == At::edge) stored.push_back(noisy(x, y));
    const auto filtered = [&](const std::string& samples) {
        return of(At::edge, alpha_of(result_of(look, "--alpha filter --samples " + samples)));
    };
    const std::vector<float> half(stored.size(), .5F);
    const std::vector<float> few = filtered("4");
    CHECK(rms(few, half) < .85 * rms(stored, half));
    double before = rms(few, stored);
    for (const char* samples : {"8", "16", "32"}) {
        CAPTURE(std::string(samples));
        const double now = rms(filtered(samples), stored);
        CHECK(now < .9 * before);
        before = now;
    }
    CHECK(before < 1e-6);
    CHECK(rms(filtered("128"), stored) < 1e-6);
}
