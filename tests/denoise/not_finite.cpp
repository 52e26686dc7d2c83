// Tests warnings about roles with NaN or infinite samples, by their effect in the filter.
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "engine/denoise/render.h"
#include "engine/messages.h"
#include "support/messages.h"
#include <doctest/doctest.h>
#include <limits>

using namespace denoise_test;

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

/// The first plane of light of 8x8 pixels of .5, whose first `count` samples are `bad`, when it is preprocessed.
std::vector<float> preprocessed(float bad, std::size_t count, float brightest) {
    Render render{};
    render.planes.size = {8, 8};
    render.planes.beauty.assign(3 * 64, .5F);
    render.planes.beauty[63] = brightest;
    render.planes.beauty[62] = 3e38F;
    std::fill_n(render.planes.beauty.begin(), count, bad);
    preprocess({}, render);
    return {render.planes.beauty.begin(), render.planes.beauty.begin() + 64};
}

} // namespace

TEST_CASE(
    "a sun of infinite samples, or of samples beyond any light, gets the brightest light, not a sample of 3e38") {
    for (const float sun : {infinite, 3e38F, 1e20F, -infinite, -1e20F}) {
        CAPTURE(sun);
        const std::vector<float> light = preprocessed(sun, 3, 7);
        for (std::size_t i = 0; i < 3; ++i) CHECK(light[i] == (sun > 0 ? 7 : .5F));
    }
    CHECK(preprocessed(2e9F, 3, 7)[1] == 2e9F);
}

TEST_CASE("a sample a hundred times below the brightest light is no light; lobes of filters are") {
    CHECK(preprocessed(-1e6F, 1, 7)[0] == -infinite); // which the filter replaces
    CHECK(preprocessed(-701, 1, 7)[0] == -infinite);
    for (const float lobe : {-.5F, -7.F, -699.F}) CHECK(preprocessed(lobe, 1, 7)[0] == lobe);
    Render black{};
    black.planes.size = {8, 8};
    black.planes.beauty.assign(3 * 64, 0);
    black.planes.beauty[63] = -3e38F;
    preprocess({}, black);
    CHECK(black.planes.beauty[63] == -infinite);
}

TEST_CASE("one sample of -1e6, 1e12 or -3e38 is counted and does not reach other pixels") {
    if (!has_device()) return;
    const Shot clean(1);
    denoise_well(clean, "in/s.0001.exr -o b.exr");
    const std::vector<float> wanted = planes_of(parts_of(clean, "b.exr"), "Combined");
    for (const float bad : {-1e6F, -1e9F, -3e38F, 1e12F}) {
        CAPTURE(bad);
        Look look;
        look.spoil = [&](const std::string& layer, char component, int x, int y, float sample) {
            return layer == "Combined" && component == 'G' && x == 20 && y == 20 ? bad : sample;
        };
        const Shot spoilt(1, look);
        expect(denoise(spoilt, "in/s.0001.exr -o b.exr"), 0,
               {message(messages::light_replaced, "in/s.0001.exr", 1, "")});
        const std::vector<float> found = planes_of(parts_of(spoilt, "b.exr"), "Combined");
        float most = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const int x = int(i % 48), y = int(i / 48 % 40);
            if (std::abs(x - 20) > 3 || std::abs(y - 20) > 3)
                most = std::max(most, std::abs(found[i] - wanted[i]));
        }
        CHECK(most < .02F);
    }
}

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

TEST_CASE("infinite depth is sky; a warning about NaN in depth names only NaN") {
    CHECK(said_of(&RenderPlanes::depth, infinite, 8).empty());
    CHECK(is_message(said_of(&RenderPlanes::depth, nan, 3), messages::guide_not_finite, "depth", "3", "NaN",
                     anything));
    CHECK(is_message(said_of(&RenderPlanes::depth, nan, 8), messages::guide_not_finite, "depth", "only",
                     "NaN", anything));
}
