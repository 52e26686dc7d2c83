// Tests the check of kernels: its filter on the host against the reference, and its verdicts about kernels
// that are right and wrong.
#include "engine/messages.h"
#include "filters/eaw/plan.h"
#include "filters/framelet/plan.h"
#include "support/checked_engine.h"
#include "support/edited_kernels.h"
#include "support/messages.h"
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

void verdict(Engine& e, const EawSettings& settings, const Pixels& pixels) {
    const EawResolved resolved = resolve(settings, pixels, traits(e));
    check_eaw(e, resolved, pixels, eaw_plan(resolved, pixels, traits(e)), pixels.size);
}

EawSettings few_levels(const char* space, const char* border) {
    EawSettings s = busy_settings(space);
    s.border = named(border);
    s.levels = 3;
    return s;
}

double largest_of(const std::vector<std::array<float, 3>>& a, const reference::Image& b) {
    REQUIRE(3 * a.size() == b.values.size());
    double most = 0;
    for (std::size_t i = 0; i < b.values.size(); ++i)
        most = std::max(most, std::abs(double(a[i / 3][i % 3]) - b.values[i]));
    return most;
}

} // namespace

TEST_CASE("the host's filter for checks gives the reference, in every space, with every border") {
    if (!engine()) return;
    for (const Space& space : spaces())
        for (const BorderRule& border : borders())
            for (const int radius : {1, 2}) {
                EawSettings s = few_levels(space.name, border.name);
                CAPTURE(std::string(space.name));
                CAPTURE(border.name);
                CAPTURE(radius);
                s.radius = radius;
                s.kernel = named(radius == 1 ? "box" : "b3");
                s.shrink = named(radius == 1 ? "soft" : "unbiased");
                s.how.schedule = named("dilated"); // in which border mirror is exact
                const Pixels input = make_pixels({61, 43}, PixelType::f32);
                const EawResolved settings = resolve(s, input, traits(*engine()));
                const auto reference = reference::eaw(to_reference(input), to_reference(settings, input));
                const double bound =
                    std::string(space.name) == "ictcp" ? 2e-5 : 5e-6; // its inverse matrix has sums of 12
                CHECK(largest_of(eaw_on_host(settings, input), reference.back()) < bound);
            }
}

TEST_CASE("kernels of every form, border, synthesis and type are right") {
    if (!engine()) return;
    struct {
        const char *space, *border;
        PixelType type;
        int colours;
        Alpha alpha;
    } const rows[] = {{"lab", "drop", PixelType::u8, 3, Alpha::none},
                      {"log", "clamp", PixelType::f32, 3, Alpha::associated},
                      {"linear", "mirror", PixelType::f16, 1, Alpha::straight},
                      {"rgb", "reflect", PixelType::u16, 3, Alpha::none}};
    for (const auto& row : rows)
        for (const EawSettings& way : ways_in_pairs(few_levels(row.space, row.border), 0)) {
            CAPTURE(name_of(way));
            const auto e = unknown_engine(); // of its own: many ways have the same kernels, with one verdict
            CHECK_NOTHROW(verdict(*e, way, make_pixels({640, 480}, row.type, row.colours, row.alpha)));
        }
}

TEST_CASE("kernels of the noise filter are right, and wrong ones are found") {
    const auto e = unknown_engine();
    if (!e) return;
    for (const char* form : {"direct", "vector"})
        for (const PixelType type : {PixelType::u8, PixelType::f32}) {
            CAPTURE(form);
            const Pixels pixels = make_pixels({640, 480}, type);
            FrameletSettings s;
            s.how.form = named(form);
            const FrameletResolved resolved = resolve(s, traits(*e));
            const Plan plan = framelet_plan(resolved, pixels, no_noise(3), traits(*e));
            CHECK_NOTHROW(check_framelets(*e, resolved, pixels, plan));
        }
    const EditedKernels edited({{"framelet/mix.cl", "decoded(after) - decoded(before)", "(vf)(0.25f)"}});
    const auto other = unknown_engine();
    const Pixels pixels = make_pixels({320, 240}, PixelType::f32);
    const FrameletResolved resolved = resolve(FrameletSettings{}, traits(*other));
    const Plan plan = framelet_plan(resolved, pixels, no_noise(3), traits(*other));
    CHECK(thrown_by([&] { check_framelets(*other, resolved, pixels, plan); }).id ==
          std::string(messages::kernel_wrong.id));
}

TEST_CASE("kernels of settings with macros of their own are right") {
    const auto e = unknown_engine();
    if (!e) return;
    const Pixels pixels = make_pixels({320, 240}, PixelType::u8);
    const auto right = [&](const char* what, auto change) {
        CAPTURE(what);
        EawSettings s = few_levels("lab", "clamp");
        change(s);
        CHECK_NOTHROW(verdict(*e, s, pixels));
    };
    right("protected ends", [](EawSettings& s) { s.protect_tones = 1, s.protect_blacks = 0.5; });
    right("limits",
          [](EawSettings& s) { s.limit = 5, s.protect_shadows = 20, s.shrink = named("unbiased"); });
    right("delta", [](EawSettings& s) { s.shows_delta = true; });
    right("no edges", [](EawSettings& s) { s.edges = {{0, 30}}; });
    right("halves", [](EawSettings& s) { s.how.storage = named("half"); });
    right("bayes", [](EawSettings& s) {
        s.luma_threshold = s.chroma_threshold = {{0}};
        s.denoise = named("bayes");
    });
    right("search", [](EawSettings& s) { s.search_edges = true; });
    right("guarded noise", [](EawSettings& s) {
        s.luma_threshold = s.chroma_threshold = {{0}};
        s.noise_guard = 1;
        s.noise.white = 100;
        s.noise.levels.resize(2);
        for (auto& level : s.noise.levels)
            for (GuardedNoise::Group& group : level) group.variance.fill(4), group.most = 4;
    });
}

TEST_CASE(
    "rounding on all levels is no fault, in any space, of floats and halves, with sRGB's curve, a plain power, PQ and HLG") {
    if (!engine()) return;
    Pixels srgb = make_pixels({640, 480}, PixelType::u16), power = srgb.copy();
    const auto profile = std::make_shared<Profile>(); // its slope at black is infinite
    for (int c = 0; c < 3; ++c) {
        profile->params.decode[c].g = 2.2F, profile->params.decode[c].a = 1;
        profile->params.encode[c].g = 1 / 2.2F, profile->params.encode[c].a = 1;
    }
    power.transfer = profile->transfer = Transfer::formula;
    power.profile = profile;
    Pixels pq = make_hdr(srgb.size, PixelType::u16, 16), hlg = make_hdr(srgb.size, PixelType::u16, 18);
    // Each pair of values occurs, and with ATROUS_EXHAUSTIVE each combination.
    for (const Pixels* pixels : {&srgb, &power, &pq, &hlg})
        for (const Space& space : spaces())
            for (const char* storage : {"float", "half"})
                for (const bool has_edges : {true, false}) {
                    const std::size_t turn = std::size_t(&space - spaces().data()) + (pixels == &power) +
                                             (std::string(storage) == "half") + has_edges;
                    if (turn % 2 == 1 && !std::getenv("ATROUS_EXHAUSTIVE")) continue;
                    CAPTURE(int(pixels->transfer));
                    CAPTURE(std::string(space.name));
                    CAPTURE(storage);
                    CAPTURE(has_edges);
                    EawSettings s = few_levels(space.name, "drop");
                    s.levels = max_levels;
                    s.how.storage = named(storage);
                    if (!has_edges) s.edges = {{0}};
                    const auto e = unknown_engine();
                    CHECK_NOTHROW(verdict(*e, s, *pixels));
                }
}

TEST_CASE("a curve of PQ or HLG, HLG's system gamma and a space that are wrong by one percent are found") {
    if (!engine()) return;
    const KernelEdit edits[] = {
        {"pixel/hdr.h", "#define PQ_M2 78.84375f", "#define PQ_M2 79.6f"},
        {"pixel/hdr.h", "#define HLG_A 0.17883277f", "#define HLG_A 0.1806f"},
        {"pixel/samples.h", "if (SYSTEM_GAMMA) hlg_to_scene(value, COLOURS, t->profile->luma);",
         "if (SYSTEM_GAMMA) { hlg_to_scene(value, COLOURS, t->profile->luma); value[0] *= 1.01f; }"},
        {"pixel/colour.h", "c[0] = 0.5f * (l + m);", "c[0] = 0.505f * (l + m);"}};
    for (const KernelEdit& edit : edits) {
        CAPTURE(edit.to);
        const EditedKernels edited({edit});
        const auto e = unknown_engine();
        EawSettings s = few_levels("ictcp", "drop");
        s.how.form = named("vector");
        const bool pq = edit.to.find("PQ") != std::string::npos;
        const Pixels pixels = make_hdr({320, 240}, PixelType::u16, pq ? 16 : 18);
        const Message found = thrown_by([&] { verdict(*e, s, pixels); }, Exit::no_device);
        CHECK(found.id == std::string(messages::kernel_wrong.id));
    }
}

// Wrong tables of positions would crash this process.
TEST_CASE("each kernel that computes wrong values or NaN is found") {
    if (!engine()) return;
    for (const char* value : {"0.7f", "NAN"})
        for (const std::vector<KernelEdit>& edits :
             {std::vector<KernelEdit>{{"pixel/pixel.cl", "out.v = value[c];",
                                       "out.v = row.y == 9 ? (vf)(" + std::string(value) + ") : value[c];"}},
              wrong_levels(value),
              std::vector<KernelEdit>{
                  {"pixel/pixel.cl", "value[c] += added[c].v;",
                   "value[c] = y == 9 ? (vf)(" + std::string(value) + ") : value[c] + added[c].v;"}}}) {
            const bool is_nan = std::string(value) == "NAN";
            const Pixels pixels = make_pixels({320, 240}, is_nan ? PixelType::f32 : PixelType::u8);
            CAPTURE(edits.front().to);
            const EditedKernels edited(edits);
            const auto e = unknown_engine();
            EawSettings s = few_levels("lab", "drop");
            s.how.form = named("vector");
            const Message found = thrown_by([&] { verdict(*e, s, pixels); }, Exit::no_device);
            CHECK(found.id == std::string(messages::kernel_wrong.id));
            CHECK(has_text(found.text, is_nan ? "not finite" : "differs from the host by"));
            CHECK(thrown_by([&] { verdict(*e, s, pixels); }) == found); // the verdict stays
        }
}
