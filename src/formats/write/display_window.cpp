// Makes images of their display windows, for formats whose readers ignore data windows: black or transparent outside of the data
// window, and cut at its edges (Technical Introduction to OpenEXR, "Display Window and Data Window").
#include "formats/common/library.h"
#include "formats/write/encoding.h"
#include <algorithm>
#include <cstring>

namespace atrous {
namespace {

/// Samples of `pixel` bytes a pixel.
Bytes padded(const Bytes& from, std::size_t pixel, const ImageWindow& place) {
    const std::int64_t dx = std::int64_t(place.x) - place.display_x,
                       dy = std::int64_t(place.y) - place.display_y;
    const std::int64_t left = std::max<std::int64_t>(dx, 0),
                       right = std::min<std::int64_t>(dx + place.size.width, place.display.width);
    Bytes to(std::size_t(place.display.pixels()) * pixel, from.scratch);
    by_bands(place.display.height, {&to}, [&](int first, int behind) {
        for (int y = first; y < behind && left < right; ++y)
            if (y >= dy && y < dy + place.size.height)
                std::memcpy(to.data.get() + std::size_t(y * std::int64_t(place.display.width) + left) * pixel,
                            from.data.get() + std::size_t((y - dy) * place.size.width + left - dx) * pixel,
                            std::size_t(right - left) * pixel);
        from.let_go();
    });
    return to;
}

Pixels padded(const Pixels& p, const ImageWindow& place) {
    if (p.size.pixels() == 0) return {};
    return {place.display,   p.type, p.colours, p.alpha, p.transfer, padded(p.bytes, p.pixel_bytes(), place),
            p.profile,
            place.display_x, // so that a crop is dithered as the whole is
            place.display_y};
}

} // namespace

Part display_part(const Part& part, const Format& format) {
    ImageWindow place = part_place(part);
    const PassThrough& old = *part.pass_through;
    const bool all = format.any_channels && old.native.size > 0;
    const std::size_t pixel = channel_offsets(channel_types(old.spec)).back();
    Part made{part.name, padded(part.pixels, place), nullptr, part.channels, {}, part.written, part.notes};
    for (const Picture& picture : part.more)
        if (all) made.more.push_back({picture.channels, padded(picture.pixels, place)});
    made.pass_through = std::make_shared<PassThrough>(PassThrough{
        old.spec, old.format,
        all ? padded(old.native, pixel, place) : Bytes(std::span(old.native.data.get(), old.native.size))});
    place.x = place.y = place.display_x = place.display_y = 0;
    place.size = place.display;
    set_place(made.pass_through->spec, place);
    for (const char* names : {"Exif:Pixel[XY]Dimension", "GPano:.*Pixels"})
        made.pass_through->spec.erase_attribute(names);
    return made;
}

} // namespace atrous
