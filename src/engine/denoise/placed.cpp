// Planes are copied by rows, in the coordinates of the whole picture.
#include "engine/denoise/placed.h"
#include <algorithm>

namespace atrous {
namespace {

std::string layers_text(const SvgfRoles& roles) {
    return std::to_string(roles.lights) + " lights" + (roles.emission ? ", emission" : "") +
           (roles.variance ? ", variance" : "");
}

bool has_same_layers(const SvgfRoles& a, const SvgfRoles& b) {
    return a.lights == b.lights && a.emission == b.emission && a.variance == b.variance;
}

/// Gives all planes of a picture another size.
template <class Change>
RenderPicture changed(const RenderPicture& picture, Size size, const Change& change) {
    RenderPicture result = picture;
    for (std::vector<float> RenderPicture::*planes :
         {&RenderPicture::beauty, &RenderPicture::albedo, &RenderPicture::normal, &RenderPicture::depth,
          &RenderPicture::previous, &RenderPicture::next, &RenderPicture::emission, &RenderPicture::variance,
          &RenderPicture::light_planes, &RenderPicture::coverage})
        result.*planes = change(picture.*planes);
    result.size = size;
    return result;
}

} // namespace

bool is_same_place(const PartPlace& a, const PartPlace& b) {
    return a.x == b.x && a.y == b.y && a.size == b.size;
}

std::string unlike(const PictureShape& here, const PictureShape& beside) {
    if (here.place.display != beside.place.display)
        return "has " + to_string(beside.place.display) + " pixels, this one " +
               to_string(here.place.display);
    if (!has_same_layers(here.roles, beside.roles))
        return "has " + layers_text(beside.roles) + ", this one " + layers_text(here.roles);
    return "";
}

std::vector<float> moved(const std::vector<float>& planes, const PartPlace& from, const PartPlace& to) {
    const auto before = std::size_t(from.size.pixels()), after = std::size_t(to.size.pixels());
    std::vector<float> result(planes.size() / before * after);
    const int left = std::max(from.x, to.x), right = std::min(from.x + from.size.width, to.x + to.size.width);
    const int top = std::max(from.y, to.y), end = std::min(from.y + from.size.height, to.y + to.size.height);
    const auto at = [](const PartPlace& place, int x, int y) {
        return std::size_t(y - place.y) * std::size_t(place.size.width) + std::size_t(x - place.x);
    };
    for (std::size_t plane = 0; plane * before < planes.size(); ++plane)
        for (int y = top; y < end && left < right; ++y)
            std::copy_n(planes.data() + plane * before + at(from, left, y), right - left,
                        result.data() + plane * after + at(to, left, y));
    return result;
}

RenderPicture placed(const RenderPicture& picture, const PartPlace& from, const PartPlace& to) {
    return changed(picture, to.size,
                   [&](const std::vector<float>& planes) { return moved(planes, from, to); });
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

RenderPicture wrapped(const RenderPicture& picture, int beside) {
    if (beside == 0) return picture;
    const Size size{picture.size.width + 2 * beside, picture.size.height};
    return changed(picture, size, [&](const std::vector<float>& planes) {
        return columns_of(planes, picture.size.width, -beside, size.width);
    });
}

} // namespace atrous
