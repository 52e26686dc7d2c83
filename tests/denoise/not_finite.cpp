// Tests warnings about roles with NaN or infinite samples, by their effect in the filter.
#include "engine/denoise/render.h"
#include <doctest/doctest.h>
#include <limits>

using namespace atrous;

namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN(),
                infinite = std::numeric_limits<float>::infinity();

/// Warning about a role of 4x2 pixels whose first `count` samples are `bad`.
std::string said_of(std::vector<float> RenderPlanes::*planes, float bad, std::size_t count) {
    Render render{};
    render.planes.size = {4, 2};
    std::vector<float>& samples = render.planes.*planes;
    samples.assign(8, .5F);
    std::fill_n(samples.begin(), count, bad);
    find_flat_roles(render);
    return render.notes.not_finite.empty() ? "" : render.notes.not_finite.front().text();
}

} // namespace

TEST_CASE(
    "guides mislead by samples that are not finite; emission and variance, which guide nothing, do not") {
    struct Row {
        std::vector<float> RenderPlanes::*planes;
        const char *some, *all;
    };
    for (const Row& row :
         {Row{&RenderPlanes::albedo,
              "albedo has 3 samples that are NaN or infinite, and guides wrongly there",
              "albedo has only samples that are NaN or infinite, and guides nothing"},
          Row{&RenderPlanes::emission,
              "emission has 3 samples that are NaN or infinite, and is guessed there from the pixels beside",
              "emission has only samples that are NaN or infinite, and counts as none"},
          Row{&RenderPlanes::variance,
              "variance has 3 samples that are NaN or infinite, and says there that nothing is noise",
              "variance has only samples that are NaN or infinite, and says that nothing is noise"},
          Row{&RenderPlanes::previous, "",
              "motion has only samples that are NaN or infinite, and guides nothing"}})
        for (const float bad : {nan, infinite}) {
            CHECK(said_of(row.planes, bad, 3) == row.some);
            CHECK(said_of(row.planes, bad, 8) == row.all);
        }
}

TEST_CASE("depth that is infinite is the sky's; depth that is NaN is said to be that alone") {
    CHECK(said_of(&RenderPlanes::depth, infinite, 8).empty());
    CHECK(said_of(&RenderPlanes::depth, nan, 3) ==
          "depth has 3 samples that are NaN, and guides wrongly there");
    CHECK(said_of(&RenderPlanes::depth, nan, 8) == "depth has only samples that are NaN, and guides nothing");
}
