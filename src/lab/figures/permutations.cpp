// Draws figure 6: the places of the pixels of an axis after every level. The paper's table comes from its text; numbers
// that were split there are joined, and missing rows are not compared.
#include "atrous/layout.h"
#include "base/error.h"
#include "base/svg.h"
#include "lab/figures/figure.h"
#include "lab/messages.h"
#include <algorithm>

namespace atrous {
namespace {

using namespace kernels;

constexpr int max_positions = 64;

/// A part of the figure, and its rows in the paper for 16 pixels. Missing ones are empty.
struct Part {
    const char* name;
    const char* order;
    bool mirror;
    const char* paper[4];
};
constexpr Part parts[] = {
    {"a",
     "ascending",
     true,
     {"0 2 4 6 8 10 12 14 15 13 11 9 7 5 3 1", "0 4 8 12 15 11 7 3 2 6 10 14 13 9 5 1",
      "0 8 15 7 2 10 13 5 4 12 11 3 6 14 9 1", "0 15 2 13 4 11 6 9 8 7 10 5 12 3 14 1"}},
    {"b",
     "ascending",
     false,
     {"0 2 4 6 8 10 12 14 1 3 5 7 9 11 13 15", "0 4 8 12 1 5 9 13 2 6 10 14 3 7 11 15",
      "0 8 1 9 2 10 3 11 4 12 5 13 6 14 7 15", "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"}},
    {"c",
     "subdivision",
     true,
     {"0 2 4 6 8 10 12 14 15 13 11 9 7 5 3 1", "0 4 8 12 14 10 6 2 1 5 9 13 15 11 7 3",
      "0 8 12 4 2 10 14 6 1 9 13 5 3 11 15 7", ""}},
    {"d",
     "subdivision",
     false,
     {"0 2 4 6 8 10 12 14 1 3 5 7 9 11 13 15", "0 4 8 12 2 6 10 14 1 5 9 13 3 7 11 15",
      "0 8 4 12 2 10 6 14 1 9 5 13 3 11 7 15", ""}},
};

struct Cell {
    int pixel, sign, subimage;
};
using Cells = std::vector<Cell>;

Cells places_of(const Layout& layout) {
    Cells row;
    for (int p = 0; p < layout.n; ++p) {
        const int pixel = layout_pixel(layout, p);
        row.push_back({pixel, layout_sign(layout, p), pixel & ((1 << layout.k) - 1)});
    }
    return row;
}

std::string numbers_of(const Cells& row) {
    std::string text;
    for (const Cell& cell : row) text += (text.empty() ? "" : " ") + std::to_string(cell.pixel);
    return text;
}

std::string title_of(const Part& part) {
    return std::string("(") + part.name + ") " + part.order +
           (part.mirror ? " order with mirroring" : " order without mirroring");
}

struct Permutations {
    int n, levels;
    std::vector<std::vector<Cells>> rows; ///< per part and level
};

constexpr double cell_width = 30, cell_height = 24, part_gap = 46, margin = 70;

void draw_row(Svg& svg, const Cells& row, double x, double y) {
    for (const Cell& cell : row) {
        svg.rect(x, y, cell_width, cell_height, {cell.sign < 0 ? "#c9c9c9" : "#f4f4f4", "#ffffff", 1, ""});
        const bool first = cell.pixel == cell.subimage; // represents its subimage
        svg.text(x + cell_width / 2, y + 16, std::to_string(cell.pixel),
                 {12, SvgAnchor::middle, first ? "#007a3d" : "#1a1a1a", first});
        x += cell_width;
    }
    x -= cell_width * double(row.size());
    for (std::size_t i = 1; i < row.size(); ++i) // boundaries of subimages
        if (row[i].subimage != row[i - 1].subimage)
            svg.line(x + cell_width * double(i), y, x + cell_width * double(i), y + cell_height,
                     {"", "#0072b2", 2, ""});
}

std::string svg_of(const Permutations& p) {
    const double part_height = cell_height * (p.levels + 1) + part_gap;
    Svg svg(margin + cell_width * p.n + 20, 64 + part_height * double(std::size(parts)),
            "Permutations of " + std::to_string(p.n) + " pixels");
    svg.text(16, 28, "Pixels at each position after every level, " + std::to_string(p.n) + " pixels",
             {16, SvgAnchor::start, "#1a1a1a", true});
    svg.text(16, 46, "green: a subimage's first pixel; dark: it runs backwards; blue: where subimages meet",
             {12, SvgAnchor::start, "#555555"});
    double y = 64;
    const Cells input = places_of({LAYOUT_ORIGINAL, false, p.n, 0});
    for (std::size_t i = 0; i < std::size(parts); ++i) {
        svg.text(16, y + 18, title_of(parts[i]), {13, SvgAnchor::start, "#1a1a1a", true});
        double at = y + 26;
        svg.text(16, at + 16, "input", {12});
        draw_row(svg, input, margin, at);
        for (int l = 0; l < p.levels; ++l) {
            at += cell_height;
            svg.text(16, at + 16, "l = " + std::to_string(l), {12});
            draw_row(svg, p.rows[i][std::size_t(l)], margin, at);
        }
        y += part_height;
    }
    return svg.text();
}

Json data_of(const Permutations& p) {
    Json::Array list;
    for (std::size_t i = 0; i < std::size(parts); ++i)
        for (int l = 0; l < p.levels; ++l) {
            const Cells& row = p.rows[i][std::size_t(l)];
            list.push_back(
                Json::Object{{"part", parts[i].name},
                             {"order", parts[i].order},
                             {"mirror", parts[i].mirror},
                             {"level", l},
                             {"pixel_at", array_of(row, [](const Cell& cell) { return cell.pixel; })},
                             {"sign", array_of(row, [](const Cell& cell) { return cell.sign; })}});
        }
    return list;
}

std::string text_of(const Permutations& p) {
    std::string text;
    for (std::size_t i = 0; i < std::size(parts); ++i) {
        Table table;
        std::vector<std::string> head{"position"};
        for (int x = 0; x < p.n; ++x) head.push_back(std::to_string(x));
        table.add(head);
        for (int l = 0; l < p.levels; ++l) {
            std::vector<std::string> cells{"l = " + std::to_string(l)};
            for (const Cell& cell : p.rows[i][std::size_t(l)]) cells.push_back(std::to_string(cell.pixel));
            table.add(cells);
        }
        text += title_of(parts[i]) + "\n" + table.text() + "\n";
    }
    return text;
}

std::vector<PaperClaim> claims_of(const Permutations& p) {
    std::vector<PaperClaim> claims;
    for (std::size_t i = 0; i < std::size(parts); ++i)
        for (int l = 0; l < std::min(p.levels, 4); ++l) {
            const std::string stated = parts[i].paper[l], ours = numbers_of(p.rows[i][std::size_t(l)]);
            claims.push_back({std::string("(") + parts[i].name + "), l = " + std::to_string(l),
                              stated.empty() ? "not in the text" : stated,
                              {ours == stated ? "the same" : ours}});
        }
    return claims;
}

} // namespace

FigureResult permutations_figure(const FigureInput& input) {
    Permutations p{input.options.size.width, input.options.settings.levels, {}};
    if (input.options.size.height != 1 || p.n > max_positions)
        throw usage_error(messages::figure_axis, to_string(input.options.size), max_positions);
    for (const Part& part : parts) {
        auto& rows = p.rows.emplace_back();
        for (int l = 0; l < p.levels; ++l)
            rows.push_back(
                places_of({find_row(orders(), part.order, "--order").layout, part.mirror, p.n, l + 1}));
    }
    FigureResult figure{text_of(p), data_of(p), svg_of(p), {"of our layout"}, {}};
    if (p.n == 16)
        figure.claims = claims_of(p);
    else
        figure.notes = {"The paper's example has 16 pixels: --size 16x1."};
    return figure;
}

} // namespace atrous
