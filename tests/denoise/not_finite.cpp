// Tests warnings about roles with NaN or infinite samples, by their effect in the filter.
#include "engine/denoise/render.h"
#include "engine/messages.h"
#include "support/messages.h"
#include <doctest/doctest.h>
#include <limits>

using namespace atrous;

namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN(),
                infinite = std::numeric_limits<float>::infinity();

/// Warning about a role of 4x2 pixels whose first `count` samples are `bad`.
Message said_of(std::vector<float> RenderPlanes::*planes, float bad, std::size_t count) {
    Render render{};
    render.planes.size = {4, 2};
    std::vector<float>& samples = render.planes.*planes;
    samples.assign(8, .5F);
    std::fill_n(samples.begin(), count, bad);
    find_flat_roles(render);
    return render.notes.not_finite.empty() ? Message{} : render.notes.not_finite.front().text;
}

} // namespace

TEST_CASE(
    "guides mislead by samples that are not finite; emission and variance, which guide nothing, do not") {
    struct Row {
        std::vector<float> RenderPlanes::*planes;
        const char* role;
        bool some = true; ///< a few samples are reported, too
    };
    const auto is = [](const Message& said, const char* role, const char* count, const char* what) {
        return is_message(said, messages::guide_not_finite, role, count, what, anything);
    };
    for (const Row& row :
         {Row{&RenderPlanes::albedo, "albedo"}, Row{&RenderPlanes::emission, "emission"},
          Row{&RenderPlanes::variance, "variance"}, Row{&RenderPlanes::previous, "motion", false}})
        for (const float bad : {nan, infinite}) {
            const Message few = said_of(row.planes, bad, 3), all = said_of(row.planes, bad, 8);
            CHECK((row.some ? is(few, row.role, "3", "NaN or infinite") : few.empty()));
            CHECK(is(all, row.role, "only", "NaN or infinite"));
            CHECK_FALSE(
                (few.values.size() > 3 && few.values[3] == all.values[3])); // the consequence is another one
        }
}

TEST_CASE("depth that is infinite is the sky's; depth that is NaN is said to be that alone") {
    CHECK(said_of(&RenderPlanes::depth, infinite, 8).empty());
    CHECK(is_message(said_of(&RenderPlanes::depth, nan, 3), messages::guide_not_finite, "depth", "3", "NaN",
                     anything));
    CHECK(is_message(said_of(&RenderPlanes::depth, nan, 8), messages::guide_not_finite, "depth", "only",
                     "NaN", anything));
}
