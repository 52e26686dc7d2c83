// EXIF data as one block of bytes (a TIFF structure, Exif 2.3 section 4.5), changed in place: maker notes
// hold offsets into the block that only their maker knows, so nothing in it may move.
#pragma once
#include "base/size.h"
#include "image/place.h"
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace atrous {

// pixel_tags.cpp: numbers that count pixels, one table for EXIF and XMP

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

// Photoshop's image resources: a block of bytes in JPEG, TIFF and PSD files that holds IPTC data among others

/// What leads the block in a JPEG.
constexpr std::string_view photoshop_magic("Photoshop 3.0\0", 14);

/// Which resources show the old picture, and which hold IPTC data and their checksum.
constexpr std::array<int, 2> photoshop_thumbnails{1033, 1036}, photoshop_iptc{1028, 1061};

/// Takes the resources of these numbers out. A block that is damaged stays as it is from there on. Says
/// whether there was one.
bool remove_resources(std::string& block, const std::array<int, 2>& numbers);
/// Divides the resolution (resource 1005, pixels per inch), where there is one, by these factors across and down.
void scale_resolution(std::string& block, const std::array<double, 2>& factor);

/// What leads the block in a JPEG.
constexpr std::string_view exif_magic("Exif\0\0", 6);

/// Has `change` change the block behind what leads it, where the bytes begin with that; it says whether it did, and so does this.
template <class Change>
bool change_behind(std::string& bytes, std::string_view magic, Change change) {
    if (!bytes.starts_with(magic)) return false;
    std::string block = bytes.substr(magic.size());
    if (!change(block)) return false;
    bytes.replace(magic.size(), std::string::npos, block);
    return true;
}

/// Takes the thumbnail, which shows the old picture, out of the block: its directory is unlinked and its
/// bytes become 0, or are cut off where they end the block. A block that is damaged there stays as it is.
/// Says whether there was one.
bool remove_thumbnail(std::string& block);

/// Puts a thumbnail, a JPEG, behind the block, which has none, and its directory. Nothing where the block is damaged or would
/// be longer than a JPEG's segment holds. Says whether it is there.
bool add_thumbnail(std::string& block, const std::string& jpeg);

/// How the camera was held (1 to 8), 1 where the block does not say.
int orientation_of(const std::string& block);
/// Makes it say that the camera was held upright, where it says something: for pixels that were turned.
void say_upright(std::string& block);
bool has_maker_note(const std::string& block);
/// Whether its colours are Adobe RGB as DCF 2.0 says it: ColorSpace is "uncalibrated", and the index of the
/// interoperability directory "R03".
bool says_adobe_rgb(const std::string& block);
/// Makes it say sRGB, where it says something: for pixels that became that, as those of RAW files do.
void say_srgb(std::string& block);
/// Makes it say that the colours are others than sRGB, where it says something: a profile tells which.
void say_uncalibrated(std::string& block);
/// Pixels per unit, which is 2 (inch), 3 (centimetre) or 1 (none: a ratio).
struct Resolution {
    double x, y;
    int unit;
};
/// Nothing where the block does not say.
std::optional<Resolution> resolution_of(const std::string& block);

/// Makes the block's numbers those of the new picture, by pixel_tags(); GeoTIFF's tags, too.
void move_exif(std::string& block, const PixelMove& move);
/// Whether it says where on Earth the pixels are (OGC 19-008, GeoTIFF).
bool is_georeferenced(const std::string& block);

/// A block that says how the camera was held (1 to 8) and nothing else.
std::string orientation_block(int orientation);

/// Whether a value describes how a file stores its picture, and must not go to another file. `group`: Exiv2's name of the directory
/// ("Image" is the first one of a TIFF structure).
bool describes_storage(std::string_view group, std::uint16_t tag);

} // namespace atrous
