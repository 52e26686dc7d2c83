// Line charts of values per level.
#pragma once
#include "base/svg.h"
#include <string>
#include <vector>

namespace atrous {

/// A line: its values from level 0 on, and what the legend says at its end.
struct ChartSeries {
    std::string name, note{};
    std::vector<double> values;
};

struct Chart {
    std::string title, subtitle, y_axis, note_head{}; ///< note_head: over the notes of the legend
    int levels = 1;
    std::vector<ChartSeries> series; ///< the first is drawn strongest
    double most = 0;                 ///< where the axis ends; 0 = as the values ask for
};

/// Its height with its legend, in pixels; all charts are as wide.
double chart_height(const Chart& chart);
/// Draws the chart from `top` pixels down.
void draw_chart(Svg& svg, const Chart& chart, double top);

/// Charts one below the other as an SVG file.
std::string charts_svg(const std::string& title, const std::vector<Chart>& charts);

} // namespace atrous
