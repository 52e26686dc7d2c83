// Which metadata count pixels, and what turning, cutting and scaling a picture do to each: one table for EXIF and XMP.
#pragma once
#include "base/size.h"
#include "image/turn.h"
#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace atrous {

/// How a new picture is made of an old one, which is turned first, then cut, then scaled. Pairs are across and down.
struct PixelMove {
    Size old, size;                         ///< the old one before it is turned
    std::array<double, 2> from{0, 0};       ///< where the new picture begins in the turned one
    std::array<double, 2> factor{1, 1};     ///< turned pixels per new one
    std::array<double, 2> density = factor; ///< the same, before sizes became whole numbers
    Turn turn{};
};

enum class PixelKind {
    picture,    ///< the size of the picture
    frame,      ///< the same, in the pixels of a picture that may have been scaled since
    length,     ///< in pixels
    offset,     ///< where the picture begins in a larger one
    resolution, ///< pixels per length
    corner,     ///< left, top, and width, height, if there are any
    centre,     ///< x, y of the middle, and the same
    edges       ///< left, top, right, bottom
};
enum class ExifDirectory { none, first, camera, interoperability };

struct PixelTags {
    const char* address; ///< XMP namespace; empty: not in XMP
    const char* scope;   ///< the elements in which alone they are, see xmp_element(); empty: anywhere
    std::array<const char*, 4> names; ///< one for each number; of an area also one for all, which are a list
    PixelKind kind;
    bool normalised = false; ///< to the picture's size
    ExifDirectory directory = ExifDirectory::none;
    std::array<std::uint16_t, 2> tags{}; ///< one for each number, or one for all
};
std::span<const PixelTags> pixel_tags();

/// What the numbers become; nothing if they are an area outside of the new picture.
using PixelNumbers = std::array<double, 4>;
std::optional<PixelNumbers> moved(const PixelTags& tags, PixelNumbers numbers, const PixelMove& move);

} // namespace atrous
