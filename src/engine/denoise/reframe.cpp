// Copies planes by rows, in the coordinates of the whole image.
#include "engine/denoise/reframe.h"
#include <algorithm>

namespace atrous {
bool is_same_place(const ImageWindow& a, const ImageWindow& b) {
    return a.x == b.x && a.y == b.y && a.size == b.size;
}

std::vector<float> reframed(std::vector<float> planes, const ImageWindow& from, const ImageWindow& to) {
    if (is_same_place(from, to)) return planes;
    const auto before = std::size_t(from.size.pixels()), after = std::size_t(to.size.pixels());
    std::vector<float> result(planes.size() / before * after);
    const int left = std::max(from.x, to.x), right = std::min(from.x + from.size.width, to.x + to.size.width);
    const int top = std::max(from.y, to.y), end = std::min(from.y + from.size.height, to.y + to.size.height);
    const auto at = [](const ImageWindow& place, int x, int y) {
        return std::size_t(y - place.y) * std::size_t(place.size.width) + std::size_t(x - place.x);
    };
    for (std::size_t plane = 0; plane * before < planes.size(); ++plane)
        for (int y = top; y < end && left < right; ++y)
            std::copy_n(planes.data() + plane * before + at(from, left, y), right - left,
                        result.data() + plane * after + at(to, left, y));
    return result;
}

std::vector<float> columns_of(const std::vector<float>& planes, int width, int first, int count) {
    std::vector<float> result;
    const std::size_t rows = planes.size() / std::size_t(width);
    result.reserve(rows * std::size_t(count));
    for (std::size_t row = 0; row < rows; ++row)
        for (int x = first; x < first + count; ++x)
            result.push_back(planes[row * std::size_t(width) + std::size_t((x % width + width) % width)]);
    return result;
}

} // namespace atrous
