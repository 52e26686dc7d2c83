// Tests that an image computed in regions equals the image computed whole, bit for bit: every schedule, form
// and border, every setting that reads neighbours, thresholds found from all regions together. Rounding may
// differ if segments are mirrored (kaleidoscope: the size decides in which direction a pixel's taps are
// added) and if thresholds are sums over regions.
#include "base/error.h"
#include "engine/enhance/eaw_filter.h"
#include "filters/atrous/messages.h"
#include "support/gpu_fixture.h"
#include "support/messages.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>
#include <random>

using namespace atrous;
using namespace atrous::test;

namespace {

struct Both {
    Pixels whole, regions;
    FilterReport of_whole, of_regions;
};

/// Runs settings on the whole image and on a grid of regions. `less`: omitted overlap.
Both run_both(Engine& e, const EawSettings& settings, const Pixels& input, int columns, int rows,
              int less = 0) {
    const EawResolved resolved = resolve(settings, input, traits(e));
    Both both{input.copy(), input.copy(), {}, {}};
    const auto at = [&](int c, int r) {
        return region_grid(input.size, eaw_reach(resolved, input.type) - less, c, r);
    };
    both.of_whole = run_in_regions(e, resolved, at(1, 1), input, both.whole);
    both.of_regions = run_in_regions(e, resolved, at(columns, rows), input, both.regions);
    return both;
}

/// Number of samples that differ.
std::size_t different(const Pixels& a, const Pixels& b) {
    const std::size_t bytes = sample_bytes(a.type);
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.byte_count(); i += bytes)
        count += std::memcmp(a.bytes.data.get() + i, b.bytes.data.get() + i, bytes) != 0;
    return count;
}

void check_same(const Both& both, const EawSettings& s) {
    if (is_named(s.how.order, "kaleidoscope") || !both.of_whole.found.empty())
        CHECK(largest_difference(both.whole, both.regions, 1) <=
              (is_float(both.whole.type) ? 2e-6 : 1.01 / 65535));
    else
        CHECK(different(both.whole, both.regions) == 0);
    CHECK(both.of_whole.replaced == both.of_regions.replaced);
    REQUIRE(both.of_whole.found.size() == both.of_regions.found.size());
    for (std::size_t i = 0; i < both.of_whole.found.size(); ++i)
        CHECK(both.of_regions.found[i] == doctest::Approx(both.of_whole.found[i]).epsilon(1e-5));
}

EawSettings few_levels(const std::string& space, int levels) {
    EawSettings s = busy_settings(space);
    s.levels = levels;
    return s;
}

} // namespace

TEST_CASE("regions give the whole image in every schedule, order, form, synthesis and exact border") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({97, 61}, PixelType::f32);
    int turn = 0;
    for (const auto& border : borders())
        for (const int radius : {1, 2}) {
            EawSettings settings = few_levels("lab", radius == 2 ? 3 : 4);
            settings.border = &border;
            settings.radius = radius;
            for (const auto& way : ways_in_pairs(settings, turn++)) {
                if (!border.exact && way.how.schedule->permutes) continue;
                CAPTURE(name_of(way));
                check_same(run_both(*e, way, input, 3, 2), way);
            }
        }
}

namespace {

/// Choices that kernels are compiled for. Compiling takes longer than running them.
struct Compiled {
    const char *form, *border, *storage, *space;
    PixelType type;
    int colours;
    Alpha alpha;
    double protect_shadows, limit;
};

constexpr Alpha none = Alpha::none, straight = Alpha::straight, associated = Alpha::associated;
constexpr PixelType u8 = PixelType::u8, u16 = PixelType::u16, f16 = PixelType::f16, f32 = PixelType::f32;

/// Every value occurs with every form.
const std::vector<Compiled> compiled = {
    {"direct", "drop", "float", "lab", u8, 3, straight, 0, 0.2},
    {"vector", "drop", "float", "rgb", u16, 3, associated, 0.1, 0},
    {"tile", "drop", "half", "lab", f16, 1, none, 0.1, 0.2},
    {"direct", "clamp", "half", "rgb", f16, 3, associated, 0.1, 0},
    {"vector", "clamp", "half", "lab", f32, 3, straight, 0, 0.2},
    {"tile", "clamp", "float", "rgb", u8, 3, associated, 0, 0.2},
    {"direct", "clamp", "float", "lab", u16, 1, straight, 0.1, 0.2},
    {"vector", "clamp", "float", "rgb", f16, 1, none, 0.1, 0.2},
    {"tile", "clamp", "half", "rgb", u16, 3, straight, 0.1, 0},
    {"vector", "drop", "half", "rgb", u8, 1, associated, 0, 0.2},
    {"tile", "drop", "float", "lab", f32, 3, none, 0, 0},
    {"direct", "drop", "half", "rgb", f32, 3, none, 0, 0},
};

} // namespace

TEST_CASE("regions give the whole image at random sizes, grids, types and spaces") {
    Engine* e = engine();
    if (!e) return;
    std::mt19937 random(23);
    const auto upto = [&](int n) { return 1 + int(random() % unsigned(n)); };
    for (int i = 0; i < 36; ++i) {
        const Compiled& row = compiled[std::size_t(i) % compiled.size()];
        const Size size{upto(150), upto(120)};
        const Pixels input = make_pixels(size, row.type, row.colours, row.alpha);
        EawSettings settings = few_levels(row.space, upto(4));
        settings.border = named(row.border);
        settings.how.form = named(row.form);
        settings.how.order = &orders()[random() % 4];
        settings.how.storage = named(row.storage);
        settings.protect_shadows = row.protect_shadows;
        settings.limit = row.limit;
        // With as many regions as pixels, each has one pixel.
        const int columns = upto(i % 4 ? 5 : 200), rows = i % 4 ? upto(5) : 1;
        CAPTURE(name_of(settings));
        CAPTURE(to_string(size));
        CAPTURE(columns);
        CAPTURE(rows);
        check_same(run_both(*e, settings, input, columns, rows), settings);
    }
}

TEST_CASE("regions give the whole image with searched edges") {
    Engine* e = engine();
    if (!e) return;
    for (const int radius : {1, 2})
        for (const char* form : {"direct", "vector"})
            for (const char* border : {"drop", "clamp"}) {
                EawSettings settings = few_levels("lab", 2);
                settings.edges = {};
                settings.search_edges = true;
                settings.radius = radius;
                settings.how.form = named(form);
                settings.border = named(border);
                CAPTURE(name_of(settings));
                check_same(run_both(*e, settings, make_pixels({139, 83}, PixelType::f32), 3, 2), settings);
            }
}

TEST_CASE("the overlap of regions is exactly the reach of the filter") {
    Engine* e = engine();
    if (!e) return;
    // Two halves of an even width have exactly the overlap in common.
    const Pixels floats = make_pixels({180, 40}, PixelType::f32),
                 integers = make_pixels({180, 40}, PixelType::u16);
    for (const int radius : {1, 2})
        for (const bool search : {false, true}) {
            EawSettings settings = few_levels("lab", search ? 1 : 3); // the search smooths far pixels away
            settings.radius = radius;
            settings.edges = {};
            settings.search_edges = search;
            settings.luma = {{3}};
            CAPTURE(name_of(settings));
            CAPTURE(search);
            const EawResolved resolved = resolve(settings, integers, traits(*e));
            if (!search) CHECK(eaw_reach(resolved, PixelType::u16) == radius * ((1 << settings.levels) - 1));
            check_same(run_both(*e, settings, integers, 2, 1), settings);
            check_same(run_both(*e, settings, floats, 2, 1, 1),
                       settings); // one pixel is for repairs
            const Both less = run_both(*e, settings, floats, 2, 1, 2);
            CHECK(different(less.whole, less.regions) > 0);
        }
}

TEST_CASE("samples that are not finite count once, and are repaired alike in every region") {
    Engine* e = engine();
    if (!e) return;
    const Size size{120, 75};
    for (const PixelType type : {PixelType::f16, PixelType::f32}) {
        Pixels input = make_pixels(size, type);
        std::mt19937 random(3);
        std::size_t put = 0;
        for (std::size_t i = 0; i < std::size_t(size.pixels()) * 3; ++i)
            if (random() % 7 == 0) {
                set_sample(input, i, random() % 2 ? std::nan("") : std::numeric_limits<double>::infinity());
                ++put;
            }
        const EawSettings settings = few_levels("log", 3);
        const Both both = run_both(*e, settings, input, 4, 3);
        check_same(both, settings);
        CHECK(both.of_regions.replaced == put);
        CHECK(different(both.whole, run_both(*e, settings, input, 4, 3, 2).regions) > 0);
    }
}

TEST_CASE("denoise bayes finds the thresholds of the whole image in regions") {
    Engine* e = engine();
    if (!e) return;
    std::mt19937 random(31);
    const auto upto = [&](int n) { return 1 + int(random() % unsigned(n)); };
    int turn = 0;
    for (const auto& order : orders())
        for (const auto& form : forms())
            for (const char* synthesis : {"stored", "gather"}) {
                EawSettings settings;
                settings.levels = 1 + int(random() % 4);
                settings.denoise = named("bayes");
                settings.luma = {{1.4, 1.1, 0.8}};
                settings.shrink = named(++turn % 3 ? "soft" : "unbiased");
                settings.how.order = &order;
                settings.how.form = &form;
                settings.how.synthesis = named(synthesis);
                const PixelType type = random() % 2 ? PixelType::u8 : PixelType::f32;
                const Pixels input = make_pixels({60 + upto(90), 50 + upto(70)}, type, turn % 5 ? 3 : 1);
                CAPTURE(name_of(settings));
                CAPTURE(to_string(input.size));
                const Both both = run_both(*e, settings, input, upto(4), 1 + upto(2));
                CHECK(both.of_whole.found.size() > 0);
                check_same(both, settings);
            }
}

TEST_CASE("times, bytes and pixels of a kernel are sums over all regions") {
    Engine* e = engine();
    if (!e) return;
    const Both both = run_both(*e, few_levels("rgb", 3), make_pixels({90, 60}, PixelType::u8), 2, 2);
    const Regions grid = region_grid({90, 60}, 14, 2, 2);
    REQUIRE(both.of_regions.times.passes.size() == both.of_whole.times.passes.size());
    for (std::size_t i = 0; i < both.of_whole.times.passes.size(); ++i) {
        CHECK(both.of_regions.times.passes[i].name == both.of_whole.times.passes[i].name);
        CHECK(both.of_regions.times.passes[i].level == both.of_whole.times.passes[i].level);
        CHECK(double(both.of_regions.times.passes[i].pixels) ==
              doctest::Approx(double(both.of_whole.times.passes[i].pixels) * (1 + grid.extra())));
    }
}

TEST_CASE("plans of regions fit the memory that is allowed, whole images that fit stay whole") {
    Pixels pixels;
    pixels.size = {6000, 4000};
    const EawResolved settings = resolve({}, pixels, {});
    const std::uint64_t whole = eaw_plan(settings, pixels, {}).bytes();
    for (const std::uint64_t part : {1, 2, 3, 5, 8}) {
        const auto [regions, plan] = eaw_regions(settings, pixels, {}, MemoryLimits::of(whole / part));
        CAPTURE(part);
        CHECK((regions.count() == 1) == (part == 1));
        CHECK(plan.bytes() <= whole / part);
    }
    const MemoryLimits buffer{.largest_buffer = 100 << 20};
    const auto [regions, plan] = eaw_regions(settings, pixels, {}, buffer);
    CHECK(regions.count() > 1);
    for (const auto& b : plan.buffers) CHECK(b.bytes <= buffer.largest_buffer);
    const MemoryLimits none{.whole = 0, .region = 0};
    CHECK(eaw_regions(settings, pixels, {}, none).regions.count() == 1); // limits are preferences
}

TEST_CASE("border mirror of a permuted schedule in regions is refused") {
    Pixels pixels;
    pixels.size = {6000, 4000};
    EawSettings settings;
    settings.border = named("mirror");
    const MemoryLimits limits = MemoryLimits::of(500 << 20);
    const Message refusal = thrown_by([&] { eaw_regions(resolve(settings, pixels, {}), pixels, {}, limits); },
                                      Exit::out_of_memory);
    CHECK(is_message(refusal, messages::image_whole, "6000x4000", anything, anything));
    CHECK(refusal.values.back().starts_with("--border mirror"));
    settings.how.schedule = named("dilated");
    CHECK(eaw_regions(resolve(settings, pixels, {}), pixels, {}, limits).regions.count() > 1);
}
