// Makes images of their display windows, for formats whose readers ignore data windows: black or transparent
// outside of the data window, and cut at its edges (Technical Introduction to OpenEXR, "Display Window and
// Data Window").
#include "base/error.h"
#include "formats/dispatch/capabilities.h"
#include "formats/write/encoding.h"
#include "formats/write/resize.h"
#include <algorithm>

namespace atrous {
namespace {

/// The pixels of a display window along an axis by their numbers in the data window, or -1 outside of it.
std::vector<int> shown_pixels(int display, int length, int data, int size) {
    std::vector<int> all(std::size_t(length), -1);
    const std::int64_t first = std::int64_t(display) - data;
    for (std::int64_t n = std::max<std::int64_t>(first, 0); n < std::min<std::int64_t>(first + length, size);
         ++n)
        all[std::size_t(n - first)] = int(n);
    return all;
}

Pixels shown(const Pixels& p, const PartScale& scale, const ImageWindow& at) {
    if (p.size.pixels() == 0) return {};
    Bytes bytes = nearest_pixels(p.bytes, p.pixel_bytes(), p.size.width, scale);
    return {
        at.display,       p.type,    p.colours,    p.alpha,     p.transfer,
        std::move(bytes), p.profile, at.display_x, at.display_y}; // so that a crop is dithered as the whole is
}

} // namespace

bool becomes_display(const Part& part, const std::filesystem::path& to) {
    return part.pass_through && shows_display(part.pass_through->format, to) && is_windowed(part_place(part));
}

std::optional<Part> display_part(const Part& part, const Target& target, const std::filesystem::path& path) {
    const std::filesystem::path& name = target.options.named(path);
    if (!becomes_display(part, name)) return {};
    const ImageWindow at = part_place(part);
    if (const Message reason = size_refusal(name, at.display); !reason.empty())
        throw file_error(reason.about(path.string()));
    PartScale scale{};
    scale.columns = shown_pixels(at.display_x, at.display.width, at.x, at.size.width);
    scale.rows = shown_pixels(at.display_y, at.display.height, at.y, at.size.height);
    scale.place.size = scale.place.display = at.display;
    scale.place.orientation = at.orientation;
    const PassThrough& old = *part.pass_through;
    const bool all = target.format.any_channels || old.native.size == 0;
    Part made{part.name, shown(part.pixels, scale, at), part.pass_through, part.channels, {}, part.written,
              part.notes};
    for (const Picture& picture : part.more)
        if (all) made.more.push_back({picture.channels, shown(picture.pixels, scale, at)});
    if (!all) made.pass_through = std::make_shared<PassThrough>(PassThrough{old.spec, old.format, {}});
    resize_part(made, scale, {});
    if (!all) made.pass_through->native = Bytes(std::span(old.native.data.get(), old.native.size));
    return made;
}

} // namespace atrous
