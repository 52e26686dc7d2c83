// Tests the stages of passes, by which the timing log adds them up, their moved bytes, and their rates.
#include "batch/log/record.h"
#include "filters/eaw/plan.h"
#include "graph/tables.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <map>

using namespace atrous;

namespace {

/// Stage of a pass, derived from its reads and writes.
Stage expected_stage(const Plan& plan, const Pass& pass) {
    const auto has = [](const std::vector<int>& list, int buffer) {
        return std::ranges::count(list, buffer) > 0;
    };
    if (pass.reads.empty()) return Stage::setup;
    if (has(pass.writes, plan.output("image"))) return Stage::leave;
    if (has(pass.reads, plan.input("image"))) return Stage::enter;
    return pass.level >= 0 ? Stage::level : Stage::upward;
}

/// Bytes of all buffers of a pass.
std::size_t moved_at_most(const Plan& plan, const Pass& pass) {
    std::size_t sum = 0;
    for (const auto& list : {pass.reads, pass.writes})
        for (const int buffer : list) sum += plan.buffers[std::size_t(buffer)].bytes;
    return sum;
}

} // namespace

TEST_CASE("passes name their purpose and traffic: of every schedule, form and synthesis") {
    Pixels pixels;
    pixels.size = {100, 70};
    for (const auto& schedule : schedules())
        for (const auto& form : forms())
            for (const auto& synthesis : syntheses()) {
                EawSettings wanted;
                wanted.levels = 4;
                wanted.how.schedule = &schedule;
                wanted.how.form = &form;
                wanted.how.synthesis = &synthesis;
                const Plan plan = eaw_plan(resolve(wanted, pixels, {}), pixels, {});
                std::map<Stage, int> counts;
                for (const auto& pass : plan.passes) {
                    CAPTURE(name_of(pass));
                    CHECK(pass.stage == expected_stage(plan, pass));
                    CHECK((pass.stage == Stage::setup) == (name_of(pass) == "layout_tables"));
                    CHECK(pass.moves.bytes() > 0);
                    CHECK(pass.moves.bytes() <= moved_at_most(plan, pass));
                    ++counts[pass.stage];
                }
                CHECK(counts[Stage::enter] == 1);
                CHECK(counts[Stage::level] == wanted.levels);
                CHECK((counts[Stage::upward] > 0) == synthesis.stores_details);
                CHECK(counts[Stage::leave] == 1);
            }
}

TEST_CASE("rates of a pass: pixels and counted bytes per time") {
    const PassTime pass{"eaw_decompose", Stage::level, 0, 2.0, 4'000'000, 6'000'000};
    CHECK(mpixel_per_s(pass) == doctest::Approx(3000));
    CHECK(gb_per_s(pass) == doctest::Approx(2));
}

TEST_CASE("the bytes of a pass follow from the planes that it moves") {
    const Traffic moves{3, 6, 2, 1000, 400, 7};
    CHECK(moves.bytes() == 9 * 2 * 1000 + 400 + 7);
    Pixels pixels;
    pixels.size = {100, 70};
    pixels.alpha = Alpha::straight;
    EawSettings settings;
    settings.levels = 3;
    const Plan plan = eaw_plan(resolve(settings, pixels, {}), pixels, {});
    const std::uint64_t plane = 4 * 100 * 70, file = pixels.byte_count();
    const std::uint64_t levels[] = {9 * plane, 12 * plane, 9 * plane}; // fused: coarse and delta, in and out
    for (const auto& pass : plan.passes) {
        CAPTURE(name_of(pass));
        if (pass.stage == Stage::enter) CHECK(pass.moves.bytes() == file + 3 * plane);
        if (pass.stage == Stage::leave) CHECK(pass.moves.bytes() == 2 * file + 3 * plane);
        if (pass.stage == Stage::level) CHECK(pass.moves.bytes() == levels[pass.level]);
    }
}

TEST_CASE("an upward pass over coarse images moves 3 L + 2 stacks, and thresholds that are found 4 L") {
    Pixels pixels;
    pixels.size = {100, 70};
    const std::uint64_t stack = 3 * 4 * 100 * 70; // of lab
    for (const int levels : {1, 2, 5, 10})
        for (const auto& synthesis : syntheses()) {
            if (!synthesis.stores_details) continue;
            for (const Denoising& denoising : denoisings()) {
                if (denoising.runs_first) continue; // runs in an earlier plan
                EawSettings settings;
                settings.levels = levels;
                settings.denoise = &denoising;
                settings.how.synthesis = &synthesis;
                const Plan plan = eaw_plan(resolve(settings, pixels, {}), pixels, {});
                std::uint64_t moved = 0;
                for (const auto& pass : plan.passes)
                    if (pass.stage == Stage::level || pass.stage == Stage::upward)
                        moved += pass.moves.bytes();
                CAPTURE(levels);
                CAPTURE(denoising.name);
                CHECK(moved / stack ==
                      std::uint64_t(denoising.finds_thresholds ? 4 * levels : 3 * levels + 2));
                CHECK(moved % stack == 0);
            }
        }
}
