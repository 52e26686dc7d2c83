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
              "albedo has 3 samples that are NaN or infinite, which mislead the filter",
              "albedo has only samples that are NaN or infinite, so it does not guide the filter"},
          Row{&RenderPlanes::emission,
              "emission has 3 samples that are NaN or infinite, which are estimated from neighbouring pixels",
              "emission has only samples that are NaN or infinite, so it counts as none"},
          Row{&RenderPlanes::variance,
              "variance has 3 samples that are NaN or infinite, where nothing counts as noise",
              "variance has only samples that are NaN or infinite, so nothing counts as noise"},
          Row{&RenderPlanes::previous, "",
              "motion has only samples that are NaN or infinite, so it does not guide the filter"}})
        for (const float bad : {nan, infinite}) {
            CHECK(said_of(row.planes, bad, 3) == row.some);
            CHECK(said_of(row.planes, bad, 8) == row.all);
        }
}

TEST_CASE("depth that is infinite is the sky's; depth that is NaN is said to be that alone") {
    CHECK(said_of(&RenderPlanes::depth, infinite, 8).empty());
    CHECK(said_of(&RenderPlanes::depth, nan, 3) ==
          "depth has 3 samples that are NaN, which mislead the filter");
    CHECK(said_of(&RenderPlanes::depth, nan, 8) ==
          "depth has only samples that are NaN, so it does not guide the filter");
}
