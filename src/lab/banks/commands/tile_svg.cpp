// Draws the image of `atrous banks tile`: the tile in local memory with banks as colours and numbers (schedule paper,
// figures 1(d) and 7). Heavy lines: one bank pattern tile; dashed: the work-group's pixels inside the halo.
#include "base/svg.h"
#include "lab/banks/commands/commands.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr double cell = 26, left = 44, top = 74;
constexpr int drawn_columns = 72, drawn_rows = 72; // larger tiles are cut

const char* const ink = "#1a1a1a";
const char* const faint = "#8a8a8a";

/// Columns of a tile share a hue and its rows differ in lightness, so that a tile holds every colour once.
std::string bank_colour(const BankTile& t, int bank) {
    const double hue = 360.0 * (bank % t.d) / t.d + 25;
    const double light = 0.62 + 0.3 * (bank / t.d) / std::max(1, t.n - 1);
    return hsl_colour(t.d == 1 ? 360.0 * bank / t.c : hue, 0.62, t.d == 1 ? 0.75 : light);
}

struct Picture {
    const TileReport& r;
    TileStore store;
    Size window; ///< elements that a sub-group reads at once
    int columns, rows;

    bool fits() const { return r.group && covers(window.width, window.height, *r.group); }
    double x(int column) const { return left + column * cell; }
    double y(int row) const { return top + row * cell; }
};

Picture make_picture(const TileReport& r) {
    const auto& t = *r.tile;
    Picture p{r, {TILE_PLAIN, t.width, t.d, t.n, t.inverse, 0}, {t.d, t.n}, 0, 0};
    if (r.only) {
        p.store = r.only->store;
        p.window = r.only->window;
    }
    p.columns = std::min(t.width, drawn_columns);
    p.rows = std::min(r.only && r.height > 0 ? r.height : std::max(r.rows(), p.window.height), drawn_rows);
    return p;
}

void draw_cells(Svg& svg, const Picture& p) {
    const auto& t = *p.r.tile;
    for (int y = 0; y < p.rows; ++y)
        for (int x = 0; x < p.columns; ++x) {
            const int bank = tile_cell(p.store, x, y) % t.c;
            svg.rect(p.x(x), p.y(y), cell, cell, {bank_colour(t, bank), "#ffffff", 1, ""});
            svg.text(p.x(x) + cell / 2, p.y(y) + cell / 2 + 4, std::to_string(bank),
                     {11, SvgAnchor::middle, ink});
        }
    for (int x = 0; x<p.columns; x += p.columns> 24 ? 4 : 1)
        svg.text(p.x(x) + cell / 2, top - 8, std::to_string(x), {10, SvgAnchor::middle, faint});
    for (int y = 0; y < p.rows; ++y)
        svg.text(left - 8, p.y(y) + cell / 2 + 4, std::to_string(y), {10, SvgAnchor::end, faint});
}

/// Outlines of the sub-groups' tiles: at the first tap (top left) if they fill the work-group; otherwise the pattern.
void draw_tiles(Svg& svg, const Picture& p) {
    const bool fits = p.fits();
    const int width = fits ? p.r.group->width : p.columns, height = fits ? p.r.group->height : p.rows;
    const int shift = fits ? p.r.radius : 0; // the centre tap
    for (int y = 0; y + p.window.height <= height; y += p.window.height)
        for (int x = 0; x + p.window.width <= width; x += p.window.width) {
            if (x + shift + p.window.width > p.columns || y + shift + p.window.height > p.rows) continue;
            svg.rect(p.x(x + shift), p.y(y + shift), p.window.width * cell, p.window.height * cell,
                     {"", ink, x == 0 && y == 0 ? 4.0 : 1.6, ""});
        }
    if (p.r.group && p.r.radius > 0 && p.r.width <= p.columns && p.r.rows() <= p.rows)
        svg.rect(p.x(0), p.y(0), p.r.width * cell, p.r.rows() * cell, {"", "#b3261e", 2, "6 4"});
}

void draw_legend(Svg& svg, const Picture& p, double y) {
    const auto& t = *p.r.tile;
    const std::string window = to_string(p.window);
    svg.text(left, y, "Banks: the elements of one tile, " + std::to_string(t.c) + " banks, each once", {13});
    const int per_row = std::max(1, std::min(t.c, int(p.columns)));
    for (int bank = 0; bank < t.c; ++bank) {
        const double x = left + bank % per_row * cell, row = y + 10 + bank / per_row * (cell - 4);
        svg.rect(x, row, cell - 2, cell - 6, {bank_colour(t, bank), "", 0, ""});
        svg.text(x + cell / 2 - 1, row + 14, std::to_string(bank), {10, SvgAnchor::middle, ink});
    }
    const double below = y + 10 + ((t.c - 1) / per_row + 1) * (cell - 4) + 14;
    svg.rect(left, below - 11, 22, 14, {"", ink, 3, ""});
    svg.text(left + 32, below,
             "a sub-group's " + window + " tile: moved to any tap it still holds each bank once", {12});
    if (!p.r.group || p.r.radius == 0) return;
    svg.line(left, below + 18, left + 22, below + 18, {"", "#b3261e", 2, "6 4"});
    svg.text(left + 32, below + 22,
             "the tile in local memory, with a halo of " + std::to_string(p.r.radius) +
                 (p.fits() ? "; outlines: the work-group" : "; tiles do not fill the work-group"),
             {12});
}

} // namespace

std::string tile_svg(const TileReport& r) {
    if (!r.tile) {
        Svg svg(560, 60, "No bank pattern tile");
        svg.text(16, 36, "No bank pattern tile: elements under a bank's word, or no banks at all.", {13});
        return svg.text();
    }
    const auto p = make_picture(r);
    const auto& t = *r.tile;
    const int legend_rows = (t.c - 1) / std::max(1, std::min(t.c, p.columns)) + 1;
    const std::string title =
        "Pitch " + std::to_string(t.width) + ", " + std::to_string(t.c) +
        " element banks: bank pattern tile " + to_string(Size{t.d, t.n}) +
        (r.only ? ", " + reshape_name(r.only->kind) + " reshape " + to_string(p.window) : "");
    const double width = std::max({left + p.columns * cell + 24, left + 11.0 * double(title.size()), 620.0});
    const double height = top + p.rows * cell + 34 + legend_rows * (cell - 4) + 70;
    Svg svg(width, height, title);
    svg.text(left, 28, title, {17, SvgAnchor::start, ink, true});
    svg.text(left, 48,
             "gcd(" + std::to_string(t.width) + ", " + std::to_string(t.c) + ") = " + std::to_string(t.d) +
                 " columns wide, " + std::to_string(t.c) + " / " + std::to_string(t.d) + " = " +
                 std::to_string(t.n) + " rows high; the pattern repeats every " + std::to_string(t.n) +
                 " rows",
             {12, SvgAnchor::start, "#444444"});
    draw_cells(svg, p);
    draw_tiles(svg, p);
    draw_legend(svg, p, top + p.rows * cell + 30);
    return svg.text();
}

} // namespace atrous
