// Turns statistics of a pilot into errors and warnings.
#include "engine/denoise/pilot_check.h"
#include "base/error.h"
#include "engine/finite_samples.h"
#include "engine/messages.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// Single ones get the value of a neighbour.
void replace_bad(std::vector<float>& planes, Size size) {
    fill_areas(planes, size);
    for (std::size_t i = 0; i < planes.size(); ++i) {
        if (std::isfinite(planes[i])) continue;
        const auto pixel = std::int64_t(i) % size.pixels();
        float* const plane = planes.data() + (std::int64_t(i) - pixel);
        planes[i] = 0;
        any_neighbour(size, pixel, [&](std::int64_t at) {
            if (std::isfinite(plane[at])) planes[i] = plane[at];
            return std::isfinite(plane[at]);
        });
    }
}

} // namespace

void check_pilot_window(const ImageWindow& pilot, const ImageWindow& image) {
    const bool in_image = pilot.display == image.display;
    const bool covers = pilot.x <= image.x && pilot.y <= image.y &&
                        pilot.x + pilot.size.width >= image.x + image.size.width &&
                        pilot.y + pilot.size.height >= image.y + image.size.height;
    if (in_image ? covers : pilot.size == image.size) return;
    throw file_error(messages::pilot_window, to_string(pilot.size), pilot.x, pilot.y, to_string(image.size),
                     image.x, image.y);
}

void check_pilot(Render& render) {
    std::vector<float>& pilot = render.planes.pilot;
    const std::vector<float>& beauty = render.planes.beauty;
    if (std::ranges::equal(pilot, beauty)) throw file_error(messages::pilot_same);
    const auto bad = std::ranges::count_if(pilot, [](float v) { return !std::isfinite(v); });
    if (bad == 0) return;
    render.notes.pilot.push_back(message(messages::pilot_not_finite, bad));
    replace_bad(pilot, render.planes.size);
}

} // namespace atrous
