// Draws line charts of values per level.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// A line: its values from level 0 on, and its text in the legend.
struct ChartSeries {
    std::string name, note{};
    std::vector<double> values;
};

struct Chart {
    std::string title, subtitle, y_axis, note_head{}; ///< note_head: over the notes of the legend
    int levels = 1;
    std::vector<ChartSeries> series;   ///< the first is drawn strongest
    double most = 0;                   ///< end of the axis; 0 = fitted to the values
    std::vector<ChartSeries> floors{}; ///< lower bounds, drawn in grey
};

/// Charts one below the other as an SVG file, or smaller ones in columns.
std::string charts_svg(const std::string& title, const std::vector<Chart>& charts, std::size_t columns = 1);

} // namespace atrous
