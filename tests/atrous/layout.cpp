// Tests the permutations of kernels/atrous/layout.h, the same text that the kernels compile: bijections,
// inverses, steps and tap ranges for every length and level.
#include "atrous/layout.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <initializer_list>
#include <string>
#include <vector>

using namespace atrous::kernels;

namespace {

constexpr int orders[] = {LAYOUT_ORIGINAL, LAYOUT_SPLIT, LAYOUT_ASCENDING, LAYOUT_SUBDIVISION,
                          LAYOUT_KALEIDOSCOPE};

// Calls check(layout) for every order, mirror, length 1 to `longest` and level 0 to 8.
template <class Check>
void for_all(int longest, Check check) {
    for (const int order : orders)
        for (const int mirror : {0, 1})
            for (int n = 1; n <= longest; ++n)
                for (int k = 0; k <= 8; ++k) check(Layout{order, mirror, n, k});
}

std::string name(const Layout& a) {
    return "order " + std::to_string(a.order) + " mirror " + std::to_string(a.mirror) + " n " +
           std::to_string(a.n) + " k " + std::to_string(a.k);
}

} // namespace

TEST_CASE(
    "every layout is a bijection, and position inverts pixel, for lengths 1 to 1030 and levels 0 to 8") {
    for_all(1030, [](const Layout& a) {
        bool right = true;
        for (int p = 0; p < a.n; ++p) {
            const int x = layout_pixel(a, p);
            right = right && x >= 0 && x < a.n && layout_position(a, x) == p;
        }
        if (!right) FAIL(name(a)); // an inverse on all of 0..n-1 proves both directions
    });
}

TEST_CASE("a step moves every pixel to its place in the next layout") {
    for_all(300, [](const Layout& a) {
        Layout next = a;
        ++next.k;
        for (int p = 0; p < a.n; ++p)
            if (layout_step(a, p) != layout_position(next, layout_pixel(a, p))) FAIL(name(a) << " p " << p);
    });
}

TEST_CASE("runs are the subimages, in the order of positions, and cells keep positions modulo 4") {
    for_all(300, [](const Layout& a) {
        const bool whole = a.order == LAYOUT_ORIGINAL || a.mirror; // whose taps cross subimages
        int run = 0;
        for (int p = 0; p < a.n; ++p) {
            const auto subimage = [&](int at) { return layout_pixel(a, at) % (1 << a.k); };
            run += !whole && p > 0 && subimage(p) != subimage(p - 1);
            if (layout_run(a, p) != run || layout_cell(a, p) != p + 4 * run) FAIL(name(a) << " p " << p);
        }
    });
}

TEST_CASE("neighbours of a subimage are neighbours in the layout, in the direction of the sign") {
    for_all(200, [](const Layout& a) {
        if (a.order == LAYOUT_ORIGINAL) return;
        for (int x = 0; x + (1 << a.k) < a.n; ++x) {
            const int p = layout_position(a, x), q = layout_position(a, x + (1 << a.k));
            if (q - p != layout_sign(a, p) || layout_sign(a, p) != layout_sign(a, q))
                FAIL(name(a) << " x " << x);
        }
    });
}

TEST_CASE("the taps below and above are the taps inside the image") {
    for_all(130, [](const Layout& a) {
        if (a.order == LAYOUT_ORIGINAL) return;
        for (int radius = 1; radius <= 3; ++radius)
            for (int p = 0; p < a.n; ++p)
                for (int d = -radius; d <= radius; ++d) {
                    const int x = layout_pixel(a, p) + layout_sign(a, p) * d * (1 << a.k);
                    const bool inside = x >= 0 && x < a.n;
                    const bool valid =
                        -layout_taps_below(a, p, radius) <= d && d <= layout_taps_above(a, p, radius);
                    if (inside != valid) FAIL(name(a) << " p " << p << " d " << d);
                    if (inside && layout_pixel(a, p + d) != x) FAIL(name(a) << " p " << p << " d " << d);
                }
    });
}

TEST_CASE("figure 6 of the schedule paper: 16 pixels") {
    struct Row {
        int order, mirror, k;
        std::vector<int> pixels;
    };
    const std::vector<Row> rows = {
        {LAYOUT_ASCENDING, 1, 1, {0, 2, 4, 6, 8, 10, 12, 14, 15, 13, 11, 9, 7, 5, 3, 1}},
        {LAYOUT_ASCENDING, 1, 2, {0, 4, 8, 12, 15, 11, 7, 3, 2, 6, 10, 14, 13, 9, 5, 1}},
        {LAYOUT_ASCENDING, 1, 3, {0, 8, 15, 7, 2, 10, 13, 5, 4, 12, 11, 3, 6, 14, 9, 1}},
        {LAYOUT_ASCENDING, 1, 4, {0, 15, 2, 13, 4, 11, 6, 9, 8, 7, 10, 5, 12, 3, 14, 1}},
        {LAYOUT_ASCENDING, 0, 1, {0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15}},
        {LAYOUT_ASCENDING, 0, 2, {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}},
        {LAYOUT_ASCENDING, 0, 3, {0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15}},
        {LAYOUT_ASCENDING, 0, 4, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
        {LAYOUT_SUBDIVISION, 1, 2, {0, 4, 8, 12, 14, 10, 6, 2, 1, 5, 9, 13, 15, 11, 7, 3}},
        {LAYOUT_SUBDIVISION, 1, 3, {0, 8, 12, 4, 2, 10, 14, 6, 1, 9, 13, 5, 3, 11, 15, 7}},
        {LAYOUT_SUBDIVISION, 0, 2, {0, 4, 8, 12, 2, 6, 10, 14, 1, 5, 9, 13, 3, 7, 11, 15}},
        {LAYOUT_SUBDIVISION, 0, 3, {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}},
        {LAYOUT_SUBDIVISION, 0, 4, {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}},
    };
    for (const auto& row : rows) {
        std::vector<int> pixels;
        for (int p = 0; p < 16; ++p) pixels.push_back(layout_pixel({row.order, row.mirror, 16, row.k}, p));
        CAPTURE(row.order);
        CAPTURE(row.k);
        CHECK(pixels == row.pixels);
    }
}

TEST_CASE("split and ascending agree when n is a multiple of 2^k, and differ for n = 5") {
    for (int k = 0; k <= 8; ++k)
        for (int p = 0; p < (3 << k); ++p)
            REQUIRE(layout_pixel({LAYOUT_SPLIT, 0, 3 << k, k}, p) ==
                    layout_pixel({LAYOUT_ASCENDING, 0, 3 << k, k}, p));
    std::vector<int> split, ascending;
    for (int p = 0; p < 5; ++p) {
        split.push_back(layout_pixel({LAYOUT_SPLIT, 0, 5, 2}, p));
        ascending.push_back(layout_pixel({LAYOUT_ASCENDING, 0, 5, 2}, p));
    }
    CHECK(split == std::vector<int>{0, 4, 3, 2, 1});
    CHECK(ascending == std::vector<int>{0, 4, 1, 2, 3});
}
