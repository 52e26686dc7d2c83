// Tests that the result by regions equals the result of the whole, bit for bit, for single frames and windows, in
// every schedule.
#include "base/error.h"
#include "engine/messages.h"
#include "support/messages.h"
#include "svgf/shot.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;
using namespace svgf_shot;

namespace {

/// The result of the frame in the middle, prepared and filtered within limits.
SvgfPicture run_within(Engine& engine, const SvgfSettings& settings, const Shot& shot,
                       const MemoryLimits& limits, const DeviceTraits& traits,
                       std::vector<std::uint32_t>* replaced = nullptr) {
    const SvgfResolved resolved = resolve(settings, traits);
    SvgfDevice device(engine);
    device.plans = SvgfPlans(traits);
    std::vector<std::optional<SvgfFrame>> frames;
    std::vector<SvgfFrame*> window;
    for (const auto& samples : shot.frames) {
        frames.emplace_back();
        if (samples) frames.back() = prepare_frame(device, resolved, samples->planes(), limits);
        if (samples && replaced) replaced->push_back(frames.back()->replaced);
    }
    for (auto& frame : frames) window.push_back(frame ? &*frame : nullptr);
    return filter_frame(device, resolved, window, limits);
}

/// Limits of nine tenths of the memory for the whole.
MemoryLimits tight(Engine& engine, const SvgfSettings& settings, const Shot& shot) {
    const DeviceTraits device = test::traits(engine);
    const Samples& frame = *shot.frames[shot.frames.size() / 2];
    const Plan plan = svgf_filter_plan(resolve(settings, device), frame.size, roles_of(frame.planes()),
                                       {settings.reach, settings.reach}, device);
    return MemoryLimits::of(plan.bytes() * 9 / 10);
}

/// Checks that both ways give the same bits, with at least two regions.
void check_same(Engine& engine, const SvgfSettings& settings, const Shot& shot, const DeviceTraits& traits) {
    std::vector<std::uint32_t> replaced, replaced_in_regions;
    const SvgfPicture whole = run_within(engine, settings, shot, {}, traits, &replaced);
    const SvgfPicture parts =
        run_within(engine, settings, shot, tight(engine, settings, shot), traits, &replaced_in_regions);
    CHECK(whole.regions.count() == 0);
    CHECK(parts.regions.count() >= 2);
    std::size_t different = 0;
    REQUIRE(parts.planes.size() == whole.planes.size());
    for (std::size_t i = 0; i < whole.planes.size(); ++i) different += parts.planes[i] != whole.planes[i];
    CHECK(different == 0);
    CHECK(parts.counts == whole.counts);
    CHECK(replaced_in_regions == replaced);
}

void check_same(Engine& engine, const SvgfSettings& settings, const Shot& shot) {
    check_same(engine, settings, shot, test::traits(engine));
}

/// A shot with a sample that is not finite, so that it is counted once.
Shot shot_of(Size size, int reach, const Extras& extras = {}) {
    Shot shot = make_shot(size, reach, extras);
    for (auto& frame : shot.frames)
        for (std::size_t i = 7; i < frame->beauty.size(); i += 1003) frame->beauty[i] = NAN;
    return shot;
}

constexpr Size tall{24, 480}, wide{480, 24};

} // namespace

TEST_CASE("regions have the bits of the whole in the kernels of GPUs as well") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    settings.levels = 3;
    settings.how.form = &find_row(forms(), "tile", "form");
    check_same(*e, settings, shot_of(tall, 1), as_gpu(test::traits(*e)));
}

TEST_CASE("regions have the bits of the whole with filtered guides as well") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    settings.levels = 3;
    settings.prefilter = &prefilters().back();
    check_same(*e, settings, shot_of(tall, 1));
    check_same(*e, settings, shot_of(wide, 1));
}

TEST_CASE("regions of a single frame have the bits of the whole, in every way to compute it") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 0;
    settings.levels = 3;
    for (const auto& way : ways(settings)) {
        CAPTURE(name_of(way));
        check_same(*e, way, shot_of(tall, 0));
    }
    check_same(*e, settings, shot_of(wide, 0));
}

TEST_CASE("regions of a window have the bits of the whole, in every way to compute it") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    settings.levels = 3;
    for (const auto& way : ways(settings)) {
        CAPTURE(name_of(way));
        check_same(*e, way, shot_of(tall, 1));
    }
    check_same(*e, settings, shot_of(wide, 1));
}

TEST_CASE("regions have the bits of the whole with vectors in one direction, holes and all roles") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    settings.levels = 3;
    Shot shot = shot_of(tall, 1);
    for (auto& frame : shot.frames) frame->next.clear();
    check_same(*e, settings, shot);
    shot = shot_of(wide, 1, {.emission = true, .variance = true, .glow = true, .lights = 2});
    check_same(*e, settings, shot);
    shot.frames[0].reset();
    const SvgfPicture whole = run_within(*e, settings, shot, {}, test::traits(*e)),
                      parts = run_within(*e, settings, shot, tight(*e, settings, shot), test::traits(*e));
    CHECK(parts.planes == whole.planes);
}

TEST_CASE("regions have the bits of the whole with pilots as well, of a frame and in a window") {
    Engine* e = test::engine();
    if (!e) return;
    for (const int reach : {0, 1}) {
        SvgfSettings settings;
        settings.reach = reach;
        settings.levels = 3;
        Shot shot = shot_of({24, 960}, reach, {.emission = true, .lights = 2, .pilot = true});
        for (auto& frame : shot.frames)
            for (std::size_t i = 5; i < frame->pilot.size(); i += 997) frame->pilot[i] = NAN;
        check_same(*e, settings, shot);
    }
}

TEST_CASE("vectors determine the overlap of regions; vectors that lead out of the image do not") {
    Samples frame = make_frame({40, 30}, 0);
    CHECK(largest_motion(frame.planes()) == 8);
    frame.at(frame.next, 0, 3, 3) = 20.5f;
    CHECK(largest_motion(frame.planes()) == 24);
    frame.at(frame.next, 0, 3, 3) = 100;
    frame.at(frame.previous, 1, 5, 5) = NAN;
    CHECK(largest_motion(frame.planes()) == 8);
}

TEST_CASE("if no region of a window fits, it is refused with both sizes and a way to need less") {
    Engine* e = test::engine();
    if (!e) return;
    MemoryLimits none = MemoryLimits::of(100 << 10);
    SvgfSettings settings;
    const Shot shot = make_shot({40, 30}, 2);
    const Message refusal = thrown_by([&] { run_within(*e, settings, shot, none, test::traits(*e)); });
    CHECK(is_message(refusal, messages::window_memory, 5, anything));
    CHECK(refusal.values[1].find("100 KiB") != std::string::npos);
}
