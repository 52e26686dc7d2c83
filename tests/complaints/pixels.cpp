// What users complained about in other tools: pixels that are wrong, images of odd sizes and types.
#include "base/error.h"
#include "cli/preset.h"
#include "complaints/fixture.h"
#include "engine/enhance/eaw_filter.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace atrous;
using namespace atrous::test;

namespace {

EawSettings preset_in(const std::string& preset, const std::string& space) {
    EawSettings s;
    s.space = named(space);
    apply_preset(load_preset(preset), space, s);
    if (find_row(spaces(), space, "space").chroma == 0) s.chroma = {{1}}, s.chroma_threshold = {{0}};
    return s;
}

bool same_bytes(const Pixels& a, const Pixels& b) {
    return a.byte_count() == b.byte_count() &&
           std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

} // namespace

TEST_CASE("NaN output, black squares") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& space : spaces()) {
        CAPTURE(space.name);
        Pixels picture = make_pixels({64, 48}, PixelType::f32);
        const auto at = [](int x, int y) { return (std::size_t(y) * 64 + std::size_t(x)) * 3; };
        set_sample(picture, at(10, 10), std::nan(""));
        set_sample(picture, at(11, 10) + 1, std::numeric_limits<double>::infinity());
        set_sample(picture, at(12, 11) + 2, -std::numeric_limits<double>::infinity());
        set_sample(picture, at(40, 30), 1e30);
        set_sample(picture, at(41, 30) + 1, -1e30);
        FilterReport report;
        const Pixels out = run(*e, preset_in("denoise-sharpen", space.name), picture, &report);
        CHECK(report.replaced == 3);
        CHECK(all_finite(out));
    }
}

TEST_CASE("squares from regions, at any size and grid") {
    Engine* e = engine();
    if (!e) return;
    std::uint32_t seed = 5;
    const auto upto = [&](int n) {
        seed = seed * 1664525u + 1013904223u;
        return 1 + int(seed >> 12) % n;
    };
    for (int i = 0; i < 10; ++i) {
        const Size size{upto(300), upto(200)};
        const Pixels picture = make_pixels(size, PixelType::u16);
        EawSettings s = busy_settings("lab");
        s.levels = upto(5);
        const EawResolved resolved = resolve(s, picture, traits(*e));
        const Regions grid = region_grid(size, eaw_reach(resolved, picture.type), upto(6), upto(6));
        CAPTURE(to_string(size));
        CAPTURE(grid.count());
        Pixels out = copy_of(picture);
        run_in_regions(*e, resolved, grid, picture, out);
        CHECK(same_bytes(out, run(*e, s, picture)));
    }
}

TEST_CASE("squares from tiles, at any size and work-group") {
    Engine* e = engine();
    if (!e) return;
    std::uint32_t seed = 1;
    for (int i = 0; i < 8; ++i) {
        seed = seed * 1664525u + 1013904223u;
        const Size size{1 + int(seed >> 8) % 180, 1 + int(seed >> 16) % 140};
        CAPTURE(to_string(size));
        const Pixels picture = make_pixels(size, PixelType::u16);
        EawSettings s = busy_settings("lab");
        s.how.form = named("direct");
        const Pixels whole = run(*e, s, picture);
        s.how.form = named("tile");
        for (const auto& [width, height] : {std::pair{8, 8}, {16, 8}, {16, 16}}) {
            s.how.group = {width, height};
            CHECK(largest_difference(run(*e, s, picture), whole, 1) <= 1.01 / 65535);
        }
    }
}

TEST_CASE("memory grows with levels") {
    const Pixels picture = make_pixels({300, 200}, PixelType::u8);
    const std::size_t plane = 300 * 200 * sizeof(float);
    std::size_t before = 0;
    for (int levels = 1; levels <= most_levels; ++levels) {
        EawSettings s = preset_in("denoise-sharpen", "lab");
        s.levels = levels;
        const std::size_t bytes = eaw_plan(resolve(s, picture, {}), picture, {}).bytes();
        if (levels > 2) CHECK(double(bytes) < 1.1 * double(before));
        CHECK(bytes < 6 * 3 * plane); // five stacks of three planes, and what lies beside them
        before = bytes;
    }
}

TEST_CASE("results of CPUs and GPUs differ visibly") {
    if (!engine()) return;
    const Pixels picture = make_pixels({240, 160}, PixelType::u16);
    for (const char* preset : {"local-contrast", "denoise-sharpen", "coarse"}) {
        CAPTURE(preset);
        EawSettings s = preset_in(preset, "lab");
        s.how.form = named("vector");
        const Pixels reference = run(*engine(), s, picture);
        int devices = 0;
        for (const auto& device : list_devices()) {
            CAPTURE(device.name);
            Engine other(device);
            for (const char* form : {"vector", "direct", "tile"}) { // those of CPUs and those of GPUs
                CAPTURE(form);
                s.how.form = named(form);
                CHECK(largest_difference(run(other, s, picture), reference, 1) <= 1.01 / 65535);
            }
            ++devices;
        }
        if (devices == 1) MESSAGE("there is one OpenCL device; forms are compared on it alone");
    }
}

TEST_CASE("borders change with everything off") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& border : borders())
        for (const auto& space : spaces())
            for (const auto type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
                CAPTURE(border.name);
                CAPTURE(space.name);
                EawSettings s = preset_in("neutral", space.name);
                s.border = &border;
                const Pixels picture = make_pixels({61, 37}, type), out = run(*e, s, picture);
                if (is_float(type))
                    CHECK(largest_difference(out, picture, 1) <= 1e-6);
                else
                    CHECK(same_bytes(out, picture));
            }
}

TEST_CASE("completely overexposed or constant images") {
    Engine* e = engine();
    if (!e) return;
    for (const char* preset : {"local-contrast", "denoise", "sharpen-strong"})
        for (const bool denoise : {false, true})
            for (const double value : {0.0, 0.5, 1.0})
                for (const auto type : {PixelType::u8, PixelType::u16}) {
                    CAPTURE(preset);
                    CAPTURE(denoise);
                    CAPTURE(value);
                    Pixels picture = make_pixels({64, 48}, type);
                    for (std::size_t i = 0; i < 64 * 48 * 3; ++i) set_sample(picture, i, value);
                    EawSettings s = preset_in(preset, "lab");
                    if (denoise) s.denoise = named("bayes");
                    CHECK(same_bytes(run(*e, s, picture), picture));
                }
}

TEST_CASE("tiny and thin images") {
    Engine* e = engine();
    if (!e) return;
    for (const Size size :
         {Size{1, 1}, Size{1, 2}, Size{2, 1}, Size{1, 333}, Size{333, 1}, Size{7, 5}, Size{3, 20000}})
        for (const auto& preset : preset_names()) {
            if (size.height > 1000 && preset != "local-contrast" && preset != "denoise") continue;
            CAPTURE(to_string(size));
            CAPTURE(preset);
            const Pixels picture = make_pixels(size, PixelType::f32);
            const Pixels out = run(*e, preset_in(preset, "log"), picture);
            CHECK(all_finite(out));
            if (size.pixels() == 1) CHECK(largest_difference(out, picture, 1) < 1e-6);
        }
}

TEST_CASE("few or many levels with every option") {
    Engine* e = engine();
    if (!e) return;
    const Pixels picture = make_pixels({53, 38}, PixelType::f32);
    using Change = void (*)(EawSettings&);
    const Change changes[] = {
        [](EawSettings&) {},
        [](EawSettings& s) { s.denoise = named("bayes"); },
        [](EawSettings& s) {
            s.denoise = named("bayes"), s.noise_model = named("halving"), s.shrink = named("unbiased");
        },
        [](EawSettings& s) { s.limit = 2, s.protect_shadows = 15; },
        [](EawSettings& s) { s.radius = 1, s.border = named("clamp"); },
        [](EawSettings& s) { s.border = named("mirror"), s.how.order = named("kaleidoscope"); },
        [](EawSettings& s) { s.how.schedule = named("dilated"), s.how.synthesis = named("stored"); },
        [](EawSettings& s) { s.how.storage = named("half"); },
        [](EawSettings& s) { s.edges = {{0}}, s.amount = -2; },
        [](EawSettings& s) { s.luma = {{10}}, s.chroma = {{0}}; },
    };
    for (int levels = 1; levels <= most_levels; ++levels)
        for (std::size_t i = 0; i < std::size(changes); ++i)
            for (const char* preset : {"local-contrast", "denoise-sharpen"}) {
                CAPTURE(levels);
                CAPTURE(i);
                EawSettings s = preset_in(preset, "lab");
                s.levels = levels;
                changes[i](s);
                const Pixels out = run(*e, s, picture);
                CHECK(all_finite(out));
                CHECK(mean_change(out, picture) > 1e-5);
            }
}

TEST_CASE("stripes in images that are not square") {
    Engine* e = engine();
    if (!e) return;
    const Pixels wide = make_pixels({301, 40}, PixelType::f32, 1);
    const auto turned = [](const Pixels& p) {
        Pixels out = make_pixels({p.size.height, p.size.width}, p.type, 1);
        for (int y = 0; y < p.size.height; ++y)
            for (int x = 0; x < p.size.width; ++x)
                set_sample(out, std::size_t(x) * std::size_t(p.size.height) + std::size_t(y),
                           sample(p, std::size_t(y) * std::size_t(p.size.width) + std::size_t(x)));
        return out;
    };
    for (const auto& preset : preset_names()) {
        CAPTURE(preset);
        const EawSettings s = preset_in(preset, "log");
        CHECK(largest_difference(turned(run(*e, s, wide)), run(*e, s, turned(wide)), 1) < 2e-5);
    }
}

TEST_CASE("of 200 runs some end before the device has, or differ") {
    Engine* e = engine();
    if (!e) return;
    const Pixels picture = make_pixels({131, 77}, PixelType::u16);
    EawSettings plain, searched, measured;
    plain.luma = searched.luma = {{1.5}};
    searched.search_edges = true;
    measured.denoise = named("bayes");
    for (EawSettings& s : {std::ref(plain), std::ref(searched), std::ref(measured)}) {
        s.levels = 4;
        const Pixels first = run(*e, s, picture);
        CHECK_FALSE(same_bytes(first, picture));
        int others = 0;
        for (int i = 0; i < (&s == &plain ? 200 : 20); ++i) others += !same_bytes(run(*e, s, picture), first);
        CHECK(others == 0);
    }
}

TEST_CASE("8 bits, 16 bits and floats of one scene differ") {
    Engine* e = engine();
    if (!e) return;
    const Size size{90, 70};
    const Pixels eight = make_pixels(size, PixelType::u8);
    Pixels sixteen = make_pixels(size, PixelType::u16), floats = make_pixels(size, PixelType::f32);
    const auto decoded = [](double v) {
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    const auto encoded = [](double v) {
        return v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
    };
    for (std::size_t i = 0; i < 90 * 70 * 3; ++i) {
        set_sample(sixteen, i, sample(eight, i));
        set_sample(floats, i, decoded(sample(eight, i)));
    }
    for (const char* preset : {"local-contrast", "clarity", "denoise"}) {
        CAPTURE(preset);
        EawSettings s = preset_in(preset, "lab");
        s.protect_tones = s.protect_blacks = 0; // of integers alone: floats have no end
        const Pixels a = run(*e, s, eight), b = run(*e, s, sixteen), c = run(*e, s, floats);
        for (std::size_t i = 0; i < 90 * 70 * 3; ++i) {
            const double fine =
                std::clamp(encoded(sample(c, i)), 0.0, 1.0); // clamped where integers are encoded
            REQUIRE(std::abs(sample(a, i) - fine) <= 0.51 / 255);
            REQUIRE(std::abs(sample(b, i) - fine) <= 0.6 / 65535 + 2e-5);
        }
    }
}
