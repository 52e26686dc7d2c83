// Windows of scaled images: the display window keeps its corner, the data window its place in it.
#include "engine/scaling/request.h"
#include "base/error.h"
#include "base/text.h"
#include "engine/check/kernel_check.h"
#include "engine/messages.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr double max_enlarged =
    16; ///< times: kernels hold as many old pixels per new one as enlarged pixels need

/// The display window, or the data window if a file has none.
Size shown(const ImageWindow& place) { return place.display.pixels() > 0 ? place.display : place.size; }

int scaled(double value, double factor) { return int(std::floor(value / factor + 0.5)); }

/// Old pixels per new one.
struct Factors {
    double x, y;             ///< so that the display window becomes whole pixels
    double named_x, named_y; ///< without regard to that
};

Factors factors_of(const ScaleRequest& request, const ImageWindow& place) {
    if (!request.box) {
        const double x = request.factor.width, y = request.factor.height;
        return {x, y, x, y};
    }
    Size box = *request.box;
    if (place.orientation >= 5) std::swap(box.width, box.height); // viewers turn it on its side
    const Size from = request.fits_pixels ? place.size : shown(place);
    double factor = std::max(double(from.width) / box.width, double(from.height) / box.height);
    if (factor < 1 && !request.enlarges) factor = 1;
    if (factor < 1 / max_enlarged)
        throw file_error(messages::size_enlarges, to_string(*request.box), decimal(1 / factor),
                         decimal(max_enlarged));
    const auto whole = [&](int n) { return double(n) / std::max(1, scaled(n, factor)); };
    return {whole(from.width), whole(from.height), factor, factor};
}

/// The axis as it lies in pixels of which each is `times` of the file.
ScaleAxis decoded_axis(const ScaleAxis& axis, int times) {
    return {reduced(axis.in, times), axis.out, axis.factor / times, axis.origin / times};
}

/// For each new pixel, the old pixel that contains its middle.
std::vector<int> nearest_pixels(const ScaleAxis& axis) {
    std::vector<int> old;
    for (int i = 0; i < axis.out; ++i)
        old.push_back(std::clamp(int(std::floor(axis.centre(i) + 0.5)), 0, axis.in - 1));
    return old;
}

} // namespace

int reduction_for(const ScaleRequest& request, const ImageWindow& place, std::span<const int> possible) {
    constexpr double min_left = 2;
    const Factors factor = factors_of(request, place);
    for (const int times : possible)
        if (std::min(factor.x, factor.y) >= min_left * times) return times;
    return 1;
}

PartGeometry geometry_of(const ScaleRequest& request, const ImageWindow& place) {
    const Factors factor = factors_of(request, place);
    const PlacedAxis x = placed_axis(place.size.width, factor.x, place.x - place.display_x);
    const PlacedAxis y = placed_axis(place.size.height, factor.y, place.y - place.display_y);
    const ScaleGeometry decoded{decoded_axis(x.axis, place.reduced), decoded_axis(y.axis, place.reduced)};
    PartGeometry of{decoded,
                    {place, factor.named_x, factor.named_y, nearest_pixels(decoded.x),
                     nearest_pixels(decoded.y), place.size}};
    ImageWindow& to = of.scale.place;
    to.reduced = 1;
    const Size from = shown(place);
    to.size = of.geometry.out();
    to.display_x = scaled(place.display_x, factor.x), to.display_y = scaled(place.display_y, factor.y);
    to.display = {std::max(1, scaled(from.width, factor.x)), std::max(1, scaled(from.height, factor.y))};
    to.x = to.display_x + x.place, to.y = to.display_y + y.place;
    if (place.display == place.size && place.x == place.display_x && place.y == place.display_y)
        to.display = to.size;
    return of;
}

std::string factor_text(const PartGeometry& of) {
    const std::string x = decimal(of.scale.factor_x), y = decimal(of.scale.factor_y);
    return x == y ? x : x + "x" + y;
}

ScaleFilter::ScaleFilter(const ScaleResolved& settings, const ScaleGeometry& geometry,
                         const DeviceTraits& device)
    : settings_(settings), geometry_(geometry), device_(device) {
    light = true;
    to = geometry.out();
}

FilterRegions ScaleFilter::fit(const Pixels& pixels, const MemoryLimits& limits) const {
    return scale_regions(settings_, pixels, geometry_, device_, limits);
}

void ScaleFilter::begin(FilterStart& start) const {
    check_scale(start.engine, settings_, geometry_, start.input, start.fitted.plan);
}

std::optional<PlannedRegion> ScaleFilter::plan_region(const Pixels& input, const Region& region) const {
    return PlannedRegion{scale_plan(settings_, input, geometry_, region.inner, device_),
                         scale_source(settings_, geometry_, region.inner),
                         scale_own_source(settings_, geometry_, region.inner)};
}

} // namespace atrous
