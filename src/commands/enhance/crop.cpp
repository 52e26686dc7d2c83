// Crops images and returns the region that must be computed for the crop.
#include "commands/enhance/crop.h"
#include "base/error.h"
#include "commands/enhance/messages.h"
#include "commands/enhance/noise.h"
#include "engine/region_runs.h"
#include "formats/dispatch/capabilities.h"
#include "formats/jpeg/appended.h"
#include "formats/write/resize.h"
#include "image/place.h"
#include <algorithm>
#include <numeric>

namespace atrous {

namespace {

/// The rectangle of an image of that size, as it lies in the file.
Rect turned_back(const Crop& crop, const OrientationTransform& turn, Size stored) {
    Rect rect = turn.swapped ? Rect{crop.y, crop.x, crop.size.height, crop.size.width}
                             : Rect{crop.x, crop.y, crop.size.width, crop.size.height};
    if (turn.mirrored_x) rect.x = stored.width - rect.x - rect.width;
    if (turn.mirrored_y) rect.y = stored.height - rect.y - rect.height;
    return rect;
}

/// The way back.
Crop seen(const Rect& rect, const OrientationTransform& turn, Size stored) {
    const int x = turn.mirrored_x ? stored.width - rect.x - rect.width : rect.x;
    const int y = turn.mirrored_y ? stored.height - rect.y - rect.height : rect.y;
    return turn.swapped ? Crop{{rect.height, rect.width}, y, x} : Crop{rect.size(), x, y};
}

/// The pixels of both.
Rect common(const Rect& all, const Rect& part) {
    const auto end = [](int at, int length) { return std::int64_t(at) + length; };
    const int x = std::max(all.x, part.x), y = std::max(all.y, part.y);
    const auto width = std::min(end(all.x, all.width), end(part.x, part.width)) - x,
               height = std::min(end(all.y, all.height), end(part.y, part.height)) - y;
    return width > 0 && height > 0 ? Rect{x, y, int(width), int(height)} : Rect{};
}

bool holds(const Rect& all, const Rect& part) { return common(all, part) == part; }

/// Returns a part's pixels in its display window, or in the image itself if the format has no windows.
Rect pixels_in_display(const ImageWindow& place, bool windows) {
    if (!windows) return {0, 0, place.size.width, place.size.height};
    return {place.x - place.display_x, place.y - place.display_y, place.size.width, place.size.height};
}

/// Extends `at` and `length` by the pixels that a filter reaches, within n.
void grow(int& at, int& length, int reach, int n) {
    const int end = int(std::min<std::int64_t>(std::int64_t(at) + length + reach, n));
    at = std::max(at - reach, 0);
    length = end - at;
}

std::vector<int> run_from(int first, int count) {
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

/// Returns the new header of the part. A display window stays, so that the crop can be put back into its
/// place, unless the crop is to be one.
PartScale scale_of(const ImageWindow& place, const Rect& rect, const Crop& crop, bool windows) {
    PartScale scale{place,      1,      1,     run_from(rect.x, rect.width), run_from(rect.y, rect.height),
                    place.size, rect.x, rect.y};
    scale.place.size = rect.size();
    scale.place.wraps = place.wraps && rect.width == place.size.width;
    if (windows) {
        scale.place.x += rect.x;
        scale.place.y += rect.y;
    } else {
        scale.place.display = rect.size();
    }
    if (windows && crop.fills) {
        const Rect shown = turned_back(crop, orientation_transform(place.orientation), place.display);
        scale.place.display = shown.size();
        scale.place.display_x += shown.x;
        scale.place.display_y += shown.y;
    }
    return scale;
}

/// Makes the data after the image of a JPEG follow the crop. Gain maps are then compared with the light of
/// the crop.
void note_cropped(ImageFile& file, const Rect& rect) {
    if (!file.appended) return;
    const auto axis = [](int from, int count) { return ShownAxis{double(from), double(count), count}; };
    const Pixels& whole = file.parts.front().pixels;
    const Pixels cropped = whole.bytes.size > 0 ? cut(whole, rect) : Pixels{}; // or only its header is read
    note_moved(file, axis(rect.x, rect.width), axis(rect.y, rect.height),
               whole.bytes.size > 0 ? &cropped : nullptr);
}

} // namespace

Rect cropped_pixels(const Crop& crop, const ImageWindow& place, const std::string& format) {
    const bool windows = has_windows(format);
    const Size display = windows ? place.display : place.size;
    const OrientationTransform turn = orientation_transform(place.orientation);
    Rect rect = turned_back(crop, turn, display);
    const Rect all = pixels_in_display(place, windows);
    const Rect both = common(all, rect);
    if (crop.fills && both != Rect{} && holds({0, 0, display.width, display.height}, rect)) rect = both;
    if (!holds(all, rect))
        throw file_error(messages::crop_outside, to_string(crop), to_string(seen(all, turn, display)),
                         place.orientation == 1 ? "" : " as it is seen, turned");
    rect.x -= all.x;
    rect.y -= all.y;
    return rect;
}

ImageWindow cropped_place(const Crop& crop, const ImageWindow& place, const std::string& format) {
    return scale_of(place, cropped_pixels(crop, place, format), crop, has_windows(format)).place;
}

CropWindow crop_window(const Rect& crop, const EawResolved& settings, const Pixels& pixels, bool wraps) {
    const bool whole = eaw_needs_whole(settings);
    CropWindow window{whole ? Rect{0, 0, pixels.size.width, pixels.size.height} : crop, {}};
    const int reach = eaw_reach(settings, pixels.type) + denoise_reach(settings, pixels.type);
    if (!whole) grow(window.outer.y, window.outer.height, reach, pixels.size.height);
    if (wraps) {
        window.outer.x -= reach;
        window.outer.width += 2 * reach;
    } else if (!whole) {
        grow(window.outer.x, window.outer.width, reach, pixels.size.width);
    }
    window.inner = {crop.x - window.outer.x, crop.y - window.outer.y, crop.width, crop.height};
    return window;
}

std::vector<Rect> crop_parts(ImageFile& file, const Crop& crop) {
    std::vector<Rect> rects;
    for (std::size_t i = 0; i < file.parts.size(); ++i) {
        Part& part = file.parts[i];
        const ImageWindow place = part_place(part);
        const std::string name = part.name.empty() ? "part " + std::to_string(i) : "part '" + part.name + "'";
        rects.push_back(file.parts.size() == 1
                            ? cropped_pixels(crop, place, file.format)
                            : with_context(name, [&] { return cropped_pixels(crop, place, file.format); }));
        const PartScale scale = scale_of(place, rects.back(), crop, has_windows(file.format));
        resize_part(part, scale, {});
        if (i > 0) continue;
        resize_metadata(file, scale);
        note_cropped(file, rects.back());
    }
    return rects;
}

} // namespace atrous
