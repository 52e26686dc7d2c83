// Tests `atrous bench --layout`: the worked permutations, and the claims of the schedule paper's figure 8.
#include "atrous/layout.h"
#include "base/json.h"
#include "lab/bench/offline/footprint.h"
#include "support/app_run.h"
#include "support/vectors.h"
#include <cmath>
#include <numeric>

using namespace atrous;

namespace {

const std::vector<double> box{0.2, 0.2, 0.2}, b3{0.375, 0.25, 0.0625};

// Names of orders in the vectors.
std::string order_name(const std::string& name) {
    return name == "asc"      ? "ascending"
           : name == "quad"   ? "subdivision"
           : name == "gsplit" ? "split"
                              : "kaleidoscope";
}

std::string request(const Json& c) {
    const bool mirror = *c.find("mirror")->boolean();
    return "--order " + order_name(*c.find("order")->string()) + (mirror ? " --mirror" : "");
}

} // namespace

TEST_CASE("--layout prints every worked permutation") {
    const Folder folder;
    const Json all = vectors("permutation");
    int cases = 0;
    for (const auto& c : *all.find("layout_1d")->array()) {
        const std::string arguments = "bench --layout " + std::to_string(*c.find("n")->integer()) + "," +
                                      std::to_string(*c.find("k")->integer()) + " " + request(c);
        CAPTURE(arguments);
        const auto ran = folder.run(arguments);
        REQUIRE(ran.code == 0);
        const Json got = parse_json(ran.out, "layout");
        for (const char* field : {"pixel_at", "step", "sign", "tap_range_r2"}) {
            CAPTURE(field);
            const Json* expected = c.find(field);
            REQUIRE(expected);
            CHECK(got.find(field)->dump() == expected->dump());
        }
        CHECK(got.find("tap_range_r1")->array()->size() == got.find("pixel_at")->array()->size());
        ++cases;
    }
    CHECK(cases > 20);
    for (const auto& c : *all.find("layout_2d")->array()) {
        const std::string arguments = "bench --layout " + std::to_string(*c.find("width")->integer()) + "x" +
                                      std::to_string(*c.find("height")->integer()) + "," +
                                      std::to_string(*c.find("k")->integer()) + " " + request(c);
        CAPTURE(arguments);
        CHECK(parse_json(folder.run(arguments).out, "layout").find("pixel_at")->dump() ==
              c.find("pixel_at")->dump());
    }
}

TEST_CASE("footprints sum to 1, wherever the pixel lies and however many levels") {
    for (const auto& at : footprint_cases())
        for (const int n : {1, 2, 5, 16, 31, 32})
            for (int centre = 0; centre < n; ++centre)
                for (int levels = 1; levels <= 4; ++levels) {
                    const auto w = axis_footprint(at, n, centre, levels, b3);
                    CHECK(std::accumulate(w.begin(), w.end(), 0.0) == doctest::Approx(1).epsilon(1e-12));
                }
}

TEST_CASE("far from borders all cases agree with the baseline") {
    const auto baseline = axis_footprint(footprint_cases()[0], 256, 128, 3, b3);
    for (const auto& at : footprint_cases()) {
        CAPTURE(at.name);
        const auto w = axis_footprint(at, 256, 128, 3, b3);
        for (std::size_t i = 0; i < w.size(); ++i) CHECK(w[i] == doctest::Approx(baseline[i]).epsilon(1e-12));
    }
}

TEST_CASE("mirror: all taps lie within the footprint, rounded up to the dilation; none on the far side") {
    for (const auto& at : footprint_cases()) {
        if (at.border != 2 || at.naive) continue;
        for (const int n : {32, 33, 47, 64})
            for (int levels = 1; levels <= 4; ++levels)
                for (int centre = 0; centre < n; ++centre) {
                    const auto w = axis_footprint(at, n, centre, levels, box);
                    const int support = 2 * ((1 << levels) - 1);
                    const int slack =
                        levels == 1 ? 2 : 2 << (levels - 1); // tiles of the coarsest level, on both sides
                    for (int x = 0; x < n; ++x)
                        if (std::abs(x - centre) > support + slack && w[std::size_t(x)] != 0)
                            FAIL(at.name << " n " << n << " levels " << levels << " centre " << centre
                                         << " reaches " << x);
                }
    }
}

TEST_CASE("figure 8 has the whole image's weights") {
    const Folder folder;
    const auto ran = folder.run("bench --figure 8 --json - --kernel b3 --size 24x20 --centre 3,18");
    check(ran, 0, {});
    const Json report = parse_json(ran.out, "figure 8");
    for (const auto& f : *report.find("data")->array()) {
        double sum = 0;
        for (const auto& weight : *f.find("weights")->array()) sum += weight.number(0);
        CHECK(f.find("weights")->array()->size() == 24 * 20);
        CHECK(sum == doctest::Approx(1).epsilon(1e-9));
    }
}

TEST_CASE("layouts and footprints that do not exist are refused") {
    const Folder folder;
    const std::pair<const char*, const char*> wrong[] = {
        {"--layout 16", "--layout: invalid value '16'"},
        {"--layout 16,99", "0 to 15"},
        {"--layout 0,1", "--layout"},
        {"--layout 16,1 --order diagonal", "--order"},
        {"--figure 8 --centre 40,2", "lies outside"},
        {"--figure 8 --centre middle", "--centre: invalid value 'middle'"},
        {"--figure 8 --size 5000x5000", "--size"}};
    for (const auto& [arguments, says] : wrong) {
        CAPTURE(arguments);
        const auto ran = folder.run(std::string("bench ") + arguments);
        expect(ran, 2, {says});
        CHECK(ran.out.empty());
    }
}
