// A text table for people: aligned columns, numbers to the right.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// A table whose first row is the head. Cells that look like numbers are aligned to the right.
struct Table {
    std::vector<std::vector<std::string>> rows;
    void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
    /// Lines that end with '\n', columns two blanks apart, each line led by `indent`.
    std::string text(const std::string& indent = "") const;
};

} // namespace atrous
