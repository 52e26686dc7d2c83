// Tests bank pattern tiles: the theorem (every translate of a window holds each bank once), queries, covers,
// reshapes.
#include "banks/tile.h"
#include "banks/devices.h"
#include "banks/messages.h"
#include "support/messages.h"
#include <doctest/doctest.h>
#include <numeric>
#include <set>

namespace atrous {
namespace {

/// Bank of element (x, y) by the paper's formula.
int bank_of(const BankTile& t, int x, int y) { return x % t.d + t.d * ((x / t.d + t.cycles * y) % t.n); }

/// The worst degree of a d x n window over all its positions. store.pitch x rows cells, element banks c.
int worst_window(const TileStore& store, Size window, int rows, int c) {
    const BankMapping mapping{"", 4, 4, 4, c};
    int worst = 0;
    std::vector<std::int64_t> elements;
    for (int y0 = 0; y0 + window.height <= rows; ++y0)
        for (int x0 = 0; x0 + window.width <= store.pitch; ++x0) {
            elements.clear();
            for (int y = 0; y < window.height; ++y)
                for (int x = 0; x < window.width; ++x) elements.push_back(tile_cell(store, x0 + x, y0 + y));
            worst = std::max(worst, conflict_degree(mapping, elements));
        }
    return worst;
}

std::vector<int> widths() {
    std::vector<int> all(71);
    std::iota(all.begin(), all.end(), 2);
    all.insert(all.end(), {96, 100, 128, 130, 200});
    return all;
}

} // namespace

TEST_CASE("a bank pattern tile is free wherever it is placed, and its bank formula is right") {
    for (const int c : {4, 8, 16, 32, 64, 12})
        for (int width = 1; width <= 200; ++width) {
            const auto t = bank_tile(width, c);
            REQUIRE(t.d * t.n == c);
            REQUIRE(worst_window({TILE_PLAIN, width, t.d, t.n, t.inverse, 0}, {t.d, t.n}, t.n + 3, c) == 1);
            for (int y = 0; y < t.n; ++y)
                for (int x = 0; x < width; ++x) REQUIRE(bank_of(t, x, y) == (y * width + x) % c);
        }
}

TEST_CASE("row and column queries name the bank they ask for") {
    for (const int c : {8, 16, 32, 64})
        for (int width = 1; width <= 300; ++width) {
            const auto t = bank_tile(width, c);
            CHECK((t.row_query[1] * width + t.d) == t.row_query[0] * c);
            CHECK((t.column_query[1] * width - t.d) == t.column_query[0] * c);
            CHECK(t.row_query[1] < t.n);
            CHECK((t.n == 1 || t.inverse * t.cycles % t.n == 1));
        }
}

TEST_CASE("normalised tiles are alike, and sorting a column puts its banks in order") {
    for (const int c : {8, 16, 32})
        for (int width = 2; width <= 100; ++width) {
            const auto t = bank_tile(width, c);
            for (int y = 0; y < t.n; ++y)
                for (int x = 0; x < width; ++x) {
                    const int tile = x / t.d, n = t.n;
                    REQUIRE(bank_of(t, x, (y + (n - t.inverse) * tile) % n) == bank_of(t, x % t.d, y));
                    REQUIRE(bank_of(t, x, (t.inverse * (y + n * width - tile)) % n) == x % t.d + t.d * y);
                }
        }
}

TEST_CASE("reshaped windows are free wherever they are placed, and the store is a bijection") {
    for (const int c : {8, 16, 32})
        for (const int width : widths())
            for (const auto& r : reshapes(bank_tile(width, c))) {
                const int period = r.store.n << (r.kind == TILE_TALL ? r.a : 0);
                const int rows = (std::max(period, r.window.height) + 2 + r.height_multiple) /
                                 r.height_multiple * r.height_multiple;
                REQUIRE(r.window.width * r.window.height == c);
                REQUIRE(worst_window(r.store, r.window, rows, c) == 1);
                std::set<int> cells;
                for (int y = 0; y < rows; ++y)
                    for (int x = 0; x < width; ++x) cells.insert(tile_cell(r.store, x, y));
                REQUIRE(int(cells.size()) == width * rows);
                REQUIRE(*cells.rbegin() == width * rows - 1);
            }
}

TEST_CASE("sub-word windows by rule are free, and one column or row more is not by accident in the rule") {
    for (const int bytes : {1, 2})
        for (const int banks : {16, 32, 64})
            for (int width = 1; width <= 200; ++width)
                CHECK(subword_degree(width, banks, 4, bytes, subword_window(width, banks, 4, bytes)) == 1);
    CHECK(subword_degree(129, 32, 4, 1, {1, 4}) == 4); // rows 0 to 3 share bank 0
}

TEST_CASE("elements that do not divide the banks are refused") {
    CHECK(element_banks(32, 4, 16) == 8);
    CHECK(is_message(thrown_by([] { element_banks(32, 4, 12); }), messages::element_bits, 96, 1024, 32));
}

} // namespace atrous
