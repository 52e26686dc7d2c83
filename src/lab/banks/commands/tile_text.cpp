// Prints the report of `atrous banks tile` as text: each step of the method with its numbers, then the numbered grid.
#include "base/size.h"
#include "base/text.h"
#include "lab/banks/commands/commands.h"

namespace atrous {
namespace {

constexpr int columns = max_columns;
constexpr std::size_t label_width = 14;

std::string text(int value) { return std::to_string(value); }
std::string shape(int d, int n) { return to_string(Size{d, n}); }

std::string item(const std::string& label, const std::string& sentence) {
    return labelled(label, sentence, label_width);
}

std::string head(const TileReport& r) {
    const auto& d = r.device;
    std::string out = r.group ? "Work-group " + to_string(*r.group) + ", radius " + text(r.radius) +
                                    ": a tile of " + shape(r.width, r.rows()) + " elements"
                              : "Rows of " + text(r.width) + " elements";
    out += " of " + text(r.element_bits) + " bits in local memory.\n";
    if (d.banks == 0) return out + "Device " + d.name + ": " + d.what + ".\n\n";
    out += r.device_name.empty() ? "Local memory: " : "Device " + d.what + ": ";
    out += text(d.banks) + " banks of " + text(d.bank_bytes * 8) + " bits, sub-groups of " +
           text(d.subgroup) + " lanes, " + text(int(device_phases(d, r.element_bits).front().size())) +
           " served together";
    return out + ".\n" + (r.device_name.empty() ? "" : labelled("", "(" + d.source + ")", 0)) + "\n";
}

std::string tile_items(const BankTile& t) {
    std::string out;
    out += item("gcd test",
                "d = gcd(" + text(t.width) + ", " + text(t.c) + ") = " + text(t.d) +
                    ": going down a column, the first bank returns after n = " + text(t.c) + " / " +
                    text(t.d) + " = " + text(t.n) + (t.n == 1 ? " row (" : " rows (") + text(t.cycles) +
                    (t.cycles == 1 ? " round through the banks)." : " rounds through the banks)."));
    out += item("bank pattern", "the " + shape(t.width, t.n) + " rows below; they repeat downwards.");
    out += item("tile",
                "any " + shape(t.d, t.n) + " elements, wherever they are placed, lie in " + text(t.c) +
                    " distinct banks: a bank pattern tile of d x n. Work-items of that shape read any tap "
                    "without conflicts.");
    if (t.n > 1) {
        out += item("row query", "column " + text(t.d) + " holds bank 0 in row " + text(t.row_query[1]) +
                                     " (after " + text(t.row_query[0]) +
                                     " rounds): each tile is the one to its left, shifted by " +
                                     text(t.row_query[1]) + " rows.");
        out +=
            item("column query", "column 0 holds bank " + text(t.d) + " in row " + text(t.column_query[1]) +
                                     " (after " + text(t.column_query[0]) + " rounds).");
        out += item("normalise", "row (y - " + text(t.inverse) + " X) mod " + text(t.n) +
                                     " makes all tiles alike (X = tile column); row " + text(t.inverse) +
                                     " (y - X) mod " + text(t.n) + " also sorts each column's banks.");
    }
    std::vector<std::string> shapes;
    for (const auto& r : reshapes(t))
        shapes.push_back(to_string(r.window) + " (" + reshape_name(r.kind) + ", a " + text(r.a) + ")");
    return out + item("reshapes", shapes.empty()
                                      ? "none"
                                      : "a swizzled store makes these free instead: " + joined(shapes) + ".");
}

std::string cover_item(const TileReport& r) {
    const auto& t = *r.tile;
    const auto group = *r.group;
    if (covers(t.d, t.n, group))
        return item("cover", shape(group.width / t.d, group.height / t.n) + " tiles of " + shape(t.d, t.n) +
                                 " fill the work-group exactly.");
    std::string out = "tiles of " + shape(t.d, t.n) + " do not fill " + to_string(group) + ".";
    const auto widen = widening(t, group);
    const auto pitch = covering_pitch(t, group);
    if (widen) out += " Widened to " + to_string(widen->window) + " they do.";
    if (pitch) {
        const int d = bank_tile(*pitch, t.c).d;
        out += " Pitch " + text(*pitch) + " has tiles of " + shape(d, t.c / d) + ", which do.";
    }
    return item("cover", widen || pitch
                             ? out
                             : out + " No widening and no pitch up to " + text(t.width + t.c) + " does.");
}

std::string group_items(const TileReport& r) {
    std::string out = r.tile ? cover_item(r) : "";
    const int rows_degree = r.choices.front().degree;
    std::string padding = "lanes in rows are " + degree_words(rows_degree) + " at pitch " + text(r.width);
    if (r.padded_pitch && *r.padded_pitch > r.width)
        padding += "; padded to " + text(*r.padded_pitch) + " they would be free, for " +
                   text((*r.padded_pitch - r.width) * r.rows() * r.elem_bytes()) + " more bytes (+" +
                   text((*r.padded_pitch - r.width) * 100 / r.width) + " %)";
    else if (!r.padded_pitch)
        padding += "; no padding makes them free";
    out += item("row padding", padding + ".");
    out += item("use", "map '" + r.best->name + "': " + r.best->reason + ".");
    Table table;
    table.add({"map", "degree", "pitch", "more bytes"});
    for (const auto& c : r.choices) {
        auto name = c.name;
        if (c.map.order == TILE_ORDER_BANKS || c.map.order == TILE_ORDER_ROTATED) {
            name += ' ';
            name += shape(c.map.d, c.map.n);
        }
        table.add({name, text(c.degree), text(c.store.pitch), std::to_string(c.extra_bytes)});
    }
    out += '\n';
    return out + table.text("  ");
}

/// Banks as numbers, with '|' between tiles and a blank line between bank patterns.
std::string grid(const TileReport& r) {
    const auto& t = *r.tile;
    const TileStore plain{TILE_PLAIN, t.width, t.d, t.n, t.inverse, 0};
    const auto& store = r.only ? r.only->store : plain;
    const int d = r.only ? r.only->window.width : t.d, n = r.only ? r.only->window.height : t.n;
    const int period = store.n << (store.swizzle == TILE_TALL ? store.a : 0);
    const int rows = r.height > 0 ? r.height : period;
    const int digits = int(text(t.c - 1).size()) + 1;
    int shown = 0, used = 2;
    while (shown < t.width && used + digits + 2 <= columns) used += digits + (++shown % d == 0 ? 2 : 0);
    std::string out =
        std::string("\nBanks of the ") + (r.only ? reshape_name(r.only->kind) + " reshape" : "bank pattern") +
        (shown < t.width ? " (the first " + text(shown) + " of " + text(t.width) + " columns)" : "") +
        ", '|' between tiles:\n";
    for (int y = 0; y < rows; ++y) {
        if (y > 0 && y % n == 0) out += "\n";
        std::string line = "  ";
        for (int x = 0; x < shown; ++x) {
            const auto bank = text(tile_cell(store, x, y) % t.c);
            line += (x > 0 && x % d == 0 ? " |" : "") + std::string(std::size_t(digits) - bank.size(), ' ') +
                    bank;
        }
        out += line + "\n";
    }
    return out;
}

std::string subword_items(const TileReport& r) {
    const int words = r.width * r.elem_bytes() / r.device.bank_bytes;
    const bool aligned = r.width * r.elem_bytes() % r.device.bank_bytes == 0;
    return item("sub-words",
                "elements are narrower than a bank's word, so the tile theorem does not hold; a window that "
                "may start anywhere must count the words that it touches.") +
           item("window", to_string(r.window) + " elements, at any alignment: " +
                              degree_words(subword_degree(r.width, r.device.banks, r.device.bank_bytes,
                                                          r.elem_bytes(), r.window)) +
                              (aligned ? " (rows of " + text(words) + " words)."
                                       : " (rows are no whole number of words: pad the pitch)."));
}

} // namespace

std::string tile_text(const TileReport& r) {
    std::string out = head(r);
    if (r.tile) out += tile_items(*r.tile);
    if (!r.tile && r.device.banks > 0) out += subword_items(r);
    if (r.group) out += group_items(r);
    return r.tile ? out + grid(r) : out;
}

} // namespace atrous
