// Lays out a text table; hides column widths and alignment. Widths count UTF-8 code points.
#include "base/table.h"
#include "base/text.h"
#include <algorithm>

namespace atrous {
namespace {

std::size_t width_of(const std::string& cell) {
    return std::size_t(std::ranges::count_if(cell, [](char c) { return (c & 0xC0) != 0x80; }));
}

bool is_number(const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("0123456789.,-+ex%") == std::string::npos &&
           cell.find_first_of("0123456789") != std::string::npos;
}

} // namespace

std::string Table::text(const std::string& indent) const {
    std::vector<std::vector<std::string>> shown = rows;
    for (auto& row : shown)
        for (std::string& cell : row) cell = one_line(cell); // a file's name may hold anything
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t r = 0; r < shown.size(); ++r) {
        widths.resize(std::max(widths.size(), shown[r].size()));
        right.resize(widths.size(), true);
        for (std::size_t c = 0; c < shown[r].size(); ++c) {
            widths[c] = std::max(widths[c], width_of(shown[r][c]));
            if (r > 0 && !shown[r][c].empty() && !is_number(shown[r][c])) right[c] = false;
        }
    }
    std::string out;
    for (const auto& row : shown) {
        std::string line = indent;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string gap(widths[c] - width_of(row[c]), ' ');
            line += (c ? "  " : "") + (right[c] ? gap + row[c] : row[c] + gap);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    }
    return out;
}

} // namespace atrous
