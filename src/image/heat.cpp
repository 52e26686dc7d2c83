// Colours by the logarithm of a difference, and the legend.
#include "image/heat.h"
#include "image/digits.h"
#include <algorithm>
#include <array>
#include <span>

namespace atrous {
namespace {

using Colour = std::array<double, 3>;

/// From black over violet, red and orange to a light yellow: brighter is more, for all kinds of sight.
constexpr Colour colours[] = {{0, 0, 4},     {31, 12, 72},   {85, 15, 109},  {136, 34, 106}, {186, 54, 85},
                              {227, 89, 51}, {249, 140, 10}, {249, 201, 50}, {252, 255, 164}};
constexpr Colour unknown{128, 128, 128}, ground{0, 0, 0}, ink{255, 255, 255};

struct Mark {
    double difference;
    const char* text;
};
constexpr Mark marks[] = {{1e-5, "1e-5"}, {1e-4, "1e-4"}, {1e-3, "0.001"},
                          {1e-2, "0.01"}, {1e-1, "0.1"},  {1, "1"}};
constexpr int label_dots = 5 * digit_step + 4; ///< of the longest label, with what parts it from the next
constexpr int least_dots = int(std::size(marks)) * label_dots; ///< of the legend
constexpr int margin = 4, bar_dots = 6;

/// 0 at heat_least, 1 at heat_most.
double share_of(double difference) {
    return std::log(difference / heat_least) / std::log(heat_most / heat_least);
}

Colour colour_at(double share) {
    const double at = std::clamp(share, 0.0, 1.0) * (std::size(colours) - 1);
    const auto first = std::min(std::size_t(at), std::size(colours) - 2);
    Colour mixed{};
    for (std::size_t c = 0; c < mixed.size(); ++c)
        mixed[c] = std::lerp(colours[first][c], colours[first + 1][c], at - double(first));
    return mixed;
}

/// The largest difference of a pixel's channels, relative to the peak; NaN where none can be compared.
double difference_at(const Planar& a, const Planar& b, const PsnrScale& scale, std::size_t pixel) {
    double largest = Scores::none;
    for (std::size_t c = 0; c < a.planes.size(); ++c) {
        const auto x = double(a.planes[c][pixel]), r = double(b.planes[c][pixel]);
        if (!std::isfinite(x) || !std::isfinite(r)) continue;
        largest = std::fmax(largest, std::abs(scale(x) - scale(r)) / scale.peak);
    }
    return largest;
}

Colour heat_of(double difference) {
    return std::isnan(difference)    ? unknown
           : difference < heat_least ? ground
                                     : colour_at(share_of(difference));
}

void put(Pixels& pixels, int x, int y, const Colour& colour) {
    if (x < 0 || y < 0 || x >= pixels.size.width || y >= pixels.size.height) return;
    for (std::size_t c = 0; c < colour.size(); ++c) pixels.at(x, y)[c] = std::byte(std::lround(colour[c]));
}

/// A label whose middle is at x, moved into the picture.
void put_label(Pixels& pixels, const std::string& text, int x, int y, int scale) {
    const int width = (int(text.size()) * digit_step - 1) * scale;
    const int left = std::clamp(x - width / 2, 0, std::max(pixels.size.width - width, 0));
    draw_digits(text, [&](int dx, int dy) {
        for (int i = 0; i < scale * scale; ++i)
            put(pixels, left + dx * scale + i % scale, y + dy * scale + i / scale, ink);
    });
}

void put_legend(Pixels& pixels, int top, const HeatLayout& layout) {
    for (int y = 0; y < layout.bar_height; ++y)
        for (int x = 0; x < layout.bar_width; ++x)
            put(pixels, layout.bar_left + x, top + layout.bar_top + y,
                colour_at(double(x) / (layout.bar_width - 1)));
    for (const Mark& mark : marks) {
        const int x = layout.bar_left + int(std::lround(share_of(mark.difference) * (layout.bar_width - 1)));
        for (int y = 0; y < layout.text_scale; ++y)
            put(pixels, x, top + layout.bar_top + layout.bar_height + y, ink);
        put_label(pixels, mark.text, x, top + layout.text_top, layout.text_scale);
    }
}

} // namespace

HeatLayout heat_layout(int picture_width) {
    HeatLayout layout;
    const int scale = layout.text_scale = std::max(1, picture_width / (2 * least_dots));
    layout.width = std::max(picture_width, least_dots * scale);
    layout.bar_left = margin * scale;
    layout.bar_width = layout.width - 2 * layout.bar_left;
    layout.bar_top = margin * scale;
    layout.bar_height = bar_dots * scale;
    layout.text_top = layout.bar_top + layout.bar_height + 3 * scale;
    layout.legend = layout.text_top + (digit_height + margin) * scale;
    return layout;
}

Pixels heat_picture(const Planar& a, const Planar& b, const PsnrScale& scale) {
    const HeatLayout layout = heat_layout(a.size.width);
    Pixels pixels;
    pixels.size = {layout.width, a.size.height + layout.legend};
    pixels.bytes = Bytes(pixels.byte_count());
    std::fill_n(pixels.bytes.data.get(), pixels.bytes.size, std::byte{0});
    for (int y = 0; y < a.size.height; ++y)
        for (int x = 0; x < a.size.width; ++x) {
            const std::size_t i = std::size_t(y) * std::size_t(a.size.width) + std::size_t(x);
            put(pixels, x, y, heat_of(difference_at(a, b, scale, i)));
        }
    put_legend(pixels, a.size.height, layout);
    return pixels;
}

} // namespace atrous
