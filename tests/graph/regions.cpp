// Tests regions of an image: the kept parts are the image, computed parts cover every overlap, and the
// planned grid computes least.
#include "graph/regions.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <vector>

using namespace atrous;

namespace {

bool holds(const Rect& outer, const Rect& inner) {
    return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
           inner.y + inner.height <= outer.y + outer.height;
}

/// `inner` with `overlap` pixels on each side, clipped to the image.
Rect grown(const Rect& inner, int overlap, Size image) {
    const int left = std::max(inner.x - overlap, 0), top = std::max(inner.y - overlap, 0);
    return {left, top, std::min(inner.x + inner.width + overlap, image.width) - left,
            std::min(inner.y + inner.height + overlap, image.height) - top};
}

void check_grid(const Regions& grid) {
    CAPTURE(to_string(grid.image));
    CAPTURE(grid.overlap);
    CAPTURE(grid.columns);
    CAPTURE(grid.rows);
    std::vector<int> kept(std::size_t(grid.image.pixels()));
    const Rect whole{0, 0, grid.image.width, grid.image.height};
    CHECK(grid.count() == std::size_t(grid.columns) * std::size_t(grid.rows));
    for (const auto& [inner, outer] : grid.list) {
        REQUIRE(inner.size().pixels() > 0);
        REQUIRE(holds(whole, outer));
        CHECK(outer.size() == grid.outer);
        CHECK(holds(outer, grown(inner, grid.overlap, grid.image)));
        for (int y = inner.y; y < inner.y + inner.height; ++y)
            for (int x = inner.x; x < inner.x + inner.width; ++x)
                ++kept[std::size_t(y) * std::size_t(grid.image.width) + std::size_t(x)];
    }
    CHECK(std::ranges::count(kept, 1) == std::ptrdiff_t(kept.size()));
    CHECK(grid.extra() >= 0);
}

std::int64_t computed(const Regions& grid) { return std::int64_t(grid.count()) * grid.outer.pixels(); }

} // namespace

TEST_CASE("regions keep every pixel once and compute all pixels that it depends on, at every small size") {
    for (int width = 1; width <= 13; ++width)
        for (int height = 1; height <= 6; ++height)
            for (const int overlap : {0, 1, 2, 5, 14})
                for (const int columns : {1, 2, 3, 5, 20})
                    for (const int rows : {1, 2, 7})
                        check_grid(region_grid({width, height}, overlap, columns, rows));
}

TEST_CASE("regions keep every pixel once and compute all pixels that it depends on, at random sizes") {
    std::mt19937 random(11);
    const auto upto = [&](int n) { return 1 + int(random() % unsigned(n)); };
    for (int i = 0; i < 300; ++i)
        check_grid(region_grid({upto(400), upto(300)}, upto(40) - 1, upto(12), upto(12)));
}

TEST_CASE("an axis without room for overlaps stays whole") {
    const Regions grid = region_grid({100, 5000}, 50, 4, 4);
    CHECK(grid.columns == 1);
    CHECK(grid.rows == 4);
    CHECK(grid.outer.width == 100);
}

TEST_CASE("there are no regions if the least one does not fit, and one if the image just fits") {
    for (const Size image : {Size{6000, 4000}, Size{301, 20000}, Size{64, 64}, Size{1, 1}}) {
        const Size least = min_region(image, 126);
        CAPTURE(to_string(least));
        CHECK(plan_regions(image, 126, [&](Size s) { return s.pixels() <= least.pixels(); }));
        CHECK_FALSE(plan_regions(image, 126, [&](Size s) { return s.pixels() < least.pixels(); }));
    }
}

TEST_CASE("the regions planned compute fewest pixels of all grids that fit") {
    std::mt19937 random(5);
    const auto upto = [&](int n) { return 1 + int(random() % unsigned(n)); };
    for (int i = 0; i < 60; ++i) {
        const Size image{500 + upto(3000), 500 + upto(3000)};
        const int overlap = upto(60);
        const Size least = min_region(image, overlap);
        const std::int64_t most = least.pixels() + std::int64_t(random()) % image.pixels();
        const int widest = i % 3 == 0 ? least.width + upto(image.width) : image.width; // as in a buffer
        const auto fits = [&](Size s) { return s.pixels() <= most && s.width <= widest; };
        const auto planned = plan_regions(image, overlap, fits);
        REQUIRE(planned);
        CHECK(fits(planned->outer));
        for (int rows = 1; rows <= 12; ++rows)
            for (int columns = 1; columns <= 12; ++columns) {
                const Regions other = region_grid(image, overlap, columns, rows);
                if (!fits(other.outer)) continue;
                CHECK(computed(*planned) <= computed(other));
                if (computed(*planned) == computed(other)) CHECK(planned->count() <= other.count());
            }
    }
}
