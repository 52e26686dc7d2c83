// Tests layouts, steps, signs and tap ranges of every order against permutation.json.
#include "support/vectors.h"
#include "atrous/layout.h"
#include <doctest/doctest.h>
#include <map>

using namespace atrous;
using namespace atrous::kernels;

namespace {

const std::map<std::string, int> orders = {{"asc", LAYOUT_ASCENDING},
                                           {"quad", LAYOUT_SUBDIVISION},
                                           {"gsplit", LAYOUT_SPLIT},
                                           {"vkdt", LAYOUT_KALEIDOSCOPE}};

Layout layout(const Json& row, int n) {
    return {orders.at(string(row, "order")), *row.find("mirror")->boolean(), n, integer(row, "k")};
}

} // namespace

TEST_CASE("permutation.json: one axis") {
    const auto all = vectors("permutation");
    const auto& rows = *all.find("layout_1d")->array();
    CHECK(rows.size() >= 20);
    for (const auto& row : rows) {
        const Layout a = layout(row, integer(row, "n"));
        CAPTURE(row.dump());
        std::vector<int> pixels, steps, signs;
        for (int p = 0; p < a.n; ++p) {
            pixels.push_back(layout_pixel(a, p));
            steps.push_back(layout_step(a, p));
            signs.push_back(layout_sign(a, p));
            CHECK(integers((*row.find("tap_range_r2")->array())[std::size_t(p)]) ==
                  std::vector<int>{-layout_taps_below(a, p, 2), layout_taps_above(a, p, 2)});
        }
        CHECK(pixels == integers(*row.find("pixel_at")));
        CHECK(steps == integers(*row.find("step")));
        CHECK(signs == integers(*row.find("sign")));
    }
}

TEST_CASE("permutation.json: two axes are the product") {
    const auto all = vectors("permutation");
    for (const auto& row : *all.find("layout_2d")->array()) {
        const int width = integer(row, "width"), height = integer(row, "height");
        const Layout x = layout(row, width), y = layout(row, height);
        std::vector<int> pixels;
        for (int j = 0; j < height; ++j)
            for (int i = 0; i < width; ++i) pixels.push_back(layout_pixel(y, j) * width + layout_pixel(x, i));
        CHECK(pixels == integers(*row.find("pixel_at")));
    }
}
