// Passes of a plan are told apart by their kernels, which the timing log adds them up by; and their rates.
#include "app/batch/record.h"
#include "filters/eaw/plan.h"
#include "model/tables.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <map>

using namespace atrous;

namespace {

/// What a pass is for, by what it reads and writes.
Stage expected_stage(const Plan& plan, const Pass& pass) {
    const auto has = [](const std::vector<int>& list, int buffer) {
        return std::ranges::count(list, buffer) > 0;
    };
    if (pass.reads.empty()) return Stage::setup;
    if (has(pass.writes, plan.result)) return Stage::leave;
    if (has(pass.reads, plan.source)) return Stage::enter;
    const bool down = pass.file.find("decompose") != std::string::npos;
    return down ? Stage::level : Stage::synthesis;
}

} // namespace

TEST_CASE("passes are told apart by their kernels: of every schedule, form and synthesis") {
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
                    CAPTURE(pass.kernel);
                    CHECK(stage_of(pass.kernel) == expected_stage(plan, pass));
                    CHECK((stage_of(pass.kernel) == Stage::setup) == (pass.kernel == "layout_tables"));
                    ++counts[stage_of(pass.kernel)];
                }
                CHECK(counts[Stage::enter] == 1);
                CHECK(counts[Stage::level] == wanted.levels);
                CHECK((counts[Stage::synthesis] > 0) == synthesis.stores_details);
                CHECK(counts[Stage::leave] == 1);
            }
}

TEST_CASE("rates of a pass: pixels and counted bytes per time") {
    const PassTime pass{"eaw_decompose", 0, 2.0, 4'000'000, 6'000'000};
    CHECK(mpixel_per_s(pass) == doctest::Approx(3000));
    CHECK(gb_per_s(pass) == doctest::Approx(2));
}
