// Implements the arithmetic of bank pattern tiles. Deviations from the paper: equation (1)'s coefficients are exchanged
// there (n = c / d rows, s / d cycles); row queries have +gcd, column queries -gcd on the right; four columns, not
// rows, form a tile (supplementary, figure 1); elements under a word need the sub-word rule, the supplementary's
// correction of their width is wrong.
#include "banks/tile.h"
#include "banks/devices.h"
#include "banks/messages.h"
#include "base/error.h"
#include <algorithm>
#include <numeric>

namespace atrous {
namespace {

int inverse_modulo(int value, int n) {
    for (int candidate = 1; candidate < n; ++candidate)
        if (std::int64_t(candidate) * value % n == 1) return candidate;
    return 0;
}

} // namespace

int element_banks(int banks, int bank_bytes, int element_bytes) {
    const int bytes = banks * bank_bytes;
    if (bytes % element_bytes == 0) return bytes / element_bytes;
    throw usage_error(messages::element_bits, element_bytes * 8, bytes * 8, banks);
}

BankTile bank_tile(int width, int c) {
    BankTile t;
    t.width = width;
    t.c = c;
    t.d = std::gcd(width, c);
    t.n = c / t.d;
    t.cycles = width / t.d;
    t.inverse = inverse_modulo(t.cycles % t.n, t.n);
    const int row = (t.n - t.inverse) % t.n;
    t.row_query[0] = (row * width + t.d) / c;
    t.row_query[1] = row;
    t.column_query[0] = (t.inverse * width - t.d) / c;
    t.column_query[1] = t.inverse;
    return t;
}

bool covers(int d, int n, Size group) { return group.width % d == 0 && group.height % n == 0; }

std::optional<Reshape> reshape(const BankTile& t, int kind, int a) {
    if (a < 0 || a > 20) return std::nullopt;
    const int part = 1 << a;
    if ((kind == TILE_WIDE ? t.n : t.d) % part) return std::nullopt;
    Reshape r;
    r.kind = kind;
    r.a = a;
    r.window = kind == TILE_WIDE ? Size{t.d * part, t.n / part} : Size{t.d / part, t.n * part};
    r.store = {a == 0 ? int(TILE_PLAIN) : kind, t.width, t.d, t.n, t.inverse, a};
    r.height_multiple = a > 0 && kind == TILE_WIDE ? t.n : 1;
    return r;
}

std::vector<Reshape> reshapes(const BankTile& t) {
    std::vector<Reshape> all;
    for (const int kind : {int(TILE_WIDE), int(TILE_TALL)})
        for (int a = 1; const auto next = reshape(t, kind, a); ++a)
            if (next->window.width <= t.width) all.push_back(*next);
    return all;
}

std::optional<Reshape> widening(const BankTile& t, Size group) {
    for (int a = 1; const auto next = reshape(t, TILE_WIDE, a); ++a)
        if (covers(next->window.width, next->window.height, group)) return next;
    return std::nullopt;
}

std::optional<int> covering_pitch(const BankTile& t, Size group) {
    for (int pitch = t.width; pitch <= t.width + t.c; ++pitch) {
        const int d = std::gcd(pitch, t.c);
        if (covers(d, t.c / d, group)) return pitch;
    }
    return std::nullopt;
}

std::string reshape_name(int kind) { return kind == TILE_WIDE ? "wide" : "tall"; }

TileMap tile_order(const BankTile& t, Size group, int order) {
    return {order, group.width, group.height, t.d, t.n, t.inverse};
}

int subword_degree(int width, int banks, int bank_bytes, int element_bytes, Size window) {
    const BankMapping mapping{"", element_bytes, bank_bytes, bank_bytes, banks};
    int worst = 0;
    for (int start = 0; start < std::max(1, bank_bytes / element_bytes); ++start) {
        std::vector<std::int64_t> elements;
        for (int y = 0; y < window.height; ++y)
            for (int x = 0; x < window.width; ++x) elements.push_back(start + std::int64_t(y) * width + x);
        worst = std::max(worst, conflict_degree(mapping, elements));
    }
    return worst;
}

Size subword_window(int width, int banks, int bank_bytes, int element_bytes) {
    const int bytes = width * element_bytes;
    if (bytes % bank_bytes) return {1, 1};
    const int g = std::gcd(bytes / bank_bytes, banks);
    Size window{1, banks / g};
    const auto words = [&](int w) {
        return (w * element_bytes + bank_bytes - 2 * element_bytes) / bank_bytes + 1;
    };
    while (window.width < width && words(window.width + 1) <= g) ++window.width;
    return window;
}

} // namespace atrous
