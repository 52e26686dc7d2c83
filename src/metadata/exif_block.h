// EXIF data as one block of bytes (a TIFF structure, Exif 2.3 section 4.5), changed in place. Maker notes
// hold offsets into the block that only their maker can find, so nothing in it may move.
#pragma once
#include "base/size.h"
#include "image/place.h"
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace atrous {

// exif_pixels.cpp: numbers that count pixels, one table for EXIF and XMP

/// The steps from an old image to a new one: it is turned first, then cut, then scaled. Pairs are across and down.
struct PixelMove {
    Size old, size;                         ///< the old one before it is turned
    std::array<double, 2> from{0, 0};       ///< beginning of the new image in the turned one
    std::array<double, 2> factor{1, 1};     ///< turned pixels per new one
    std::array<double, 2> density = factor; ///< the same, before sizes became whole numbers
    OrientationTransform turn{};
};

enum class PixelKind {
    picture,    ///< the size of the image
    frame,      ///< the same, in the pixels of an image that may have been scaled since
    length,     ///< in pixels
    offset,     ///< beginning of the image in a larger one
    resolution, ///< pixels per length of a print: only its ratio across and down follows the pixels
    sensor,     ///< pixels per length of the sensor
    corner,     ///< left, top, and width, height, if there are any
    centre,     ///< x, y of the middle, and the same
    edges       ///< left, top, right, bottom
};
enum class ExifDirectory { none, first, camera, interoperability };

struct PixelTags {
    const char* address;              ///< XMP namespace (empty: not in XMP)
    const char* scope;                ///< the elements that contain them, see xmp_element() (empty: anywhere)
    std::array<const char*, 4> names; ///< one for each number, for an area also one for all, which are a list
    PixelKind kind;
    bool normalised = false; ///< to the image's size
    ExifDirectory directory = ExifDirectory::none;
    std::array<std::uint16_t, 2> tags{}; ///< one for each number, or one for all
};
std::span<const PixelTags> pixel_tags();

/// The new numbers, or nothing for an area outside of the new image.
using PixelNumbers = std::array<double, 4>;
std::optional<PixelNumbers> moved(const PixelTags& tags, PixelNumbers numbers, const PixelMove& move);

// Photoshop's image resources: a block of bytes in JPEG, TIFF and PSD files that holds IPTC data among others

/// Magic of the block in a JPEG.
constexpr std::string_view photoshop_magic("Photoshop 3.0\0", 14);

/// The resources that show the old image, and the resources that hold IPTC data and their checksum.
constexpr std::array<int, 2> photoshop_thumbnails{1033, 1036}, photoshop_iptc{1028, 1061};

/// Takes the resources of these numbers out. A damaged block stays unchanged from the damage on. Returns true
/// if there was one.
bool remove_resources(std::string& block, const std::array<int, 2>& numbers);
/// Replaces the resolution (resource 1005, pixels per inch across and down), if there is one, by changed(old).
void change_resolution(std::string& block,
                       const std::function<std::array<double, 2>(std::array<double, 2>)>& changed);

/// Magic of the block in a JPEG, and name of a chunk that is one.
constexpr std::string_view exif_magic("Exif\0\0", 6), exif_name("eXIf");

/// Calls `change` for the block after this magic, if the bytes begin with it. Both return true if the block was changed.
template <class Change>
bool change_behind(std::string& bytes, std::string_view magic, Change change) {
    if (!bytes.starts_with(magic)) return false;
    std::string block = bytes.substr(magic.size());
    if (!change(block)) return false;
    bytes.replace(magic.size(), std::string::npos, block);
    return true;
}

/// Takes the thumbnail, which shows the old image, out of the block: its directory is unlinked and its bytes
/// become 0, or are cut off where they end the block. A block that is damaged there stays unchanged. Returns
/// true if there was one.
bool remove_thumbnail(std::string& block);

/// Appends a thumbnail, a JPEG, with its directory to the block, which has none, unless the block is damaged
/// or would be longer than a JPEG's segment. Returns true if it was appended.
bool add_thumbnail(std::string& block, const std::string& jpeg);

/// Empties a block whose first directory is damaged, and returns the reason. Empties one without entries, and returns
/// nothing.
std::string drop_damaged_exif(std::string& block);
/// The orientation of the camera (1 to 8), 1 by default.
int orientation_of(const std::string& block);
/// Sets an existing orientation to upright, for pixels that were turned.
void mark_upright(std::string& block);
bool has_maker_note(const std::string& block);
/// Apple's maker notes 33 and 48, of which the headroom of a gain map follows, or nothing if one is absent.
std::optional<std::pair<double, double>> apple_maker_notes(const std::string& block);
/// True if its colours are Adobe RGB as in DCF 2.0: ColorSpace is "uncalibrated", and the index of the
/// interoperability directory "R03".
bool says_adobe_rgb(const std::string& block);
/// Sets an existing colour space to sRGB, for pixels that were converted, for example of RAW files.
void mark_srgb(std::string& block);
/// Sets an existing colour space to "uncalibrated", for colours that a profile specifies.
void mark_uncalibrated(std::string& block);
/// Pixels per unit, which is 2 (inch), 3 (centimetre) or 1 (none: a ratio).
struct Resolution {
    double x, y;
    int unit;
};
/// The resolution, or nothing if the block has none.
std::optional<Resolution> resolution_of(const std::string& block);
/// Sets an existing resolution.
void set_resolution(std::string& block, const Resolution& resolution);

/// Adapts the block's numbers to the new image, by pixel_tags(), and GeoTIFF's tags, too.
void move_exif(std::string& block, const PixelMove& move);
/// Tags of GDAL (metadata as XML, and the value of missing samples), of a description, and of directories of
/// EXIF and GPS.
constexpr std::uint16_t gdal_metadata = 42112, gdal_nodata = 42113, image_description = 270,
                        camera_directory = 0x8769, gps_directory = 0x8825;
/// True if the first directory has the tag.
bool has_tag(const std::string& block, std::uint16_t tag);
/// Sets an existing text of the first directory, or removes it if `text` is empty. Nothing else moves.
void set_text(std::string& block, std::uint16_t tag, const std::string& text);
/// Overwrites statistics of samples in GDAL's metadata by blanks.
void blank_statistics(std::string& block);
/// True if it specifies places on Earth (OGC 19-008, GeoTIFF).
bool is_georeferenced(const std::string& block);

/// A block with only the orientation of the camera (1 to 8).
std::string orientation_block(int orientation);
/// A block with only a resolution.
std::string resolution_block(const Resolution& resolution);

/// True if a value describes how a file stores its image, and must not go to another file. `group`: Exiv2's
/// name of the directory ("Image" is the first one of a TIFF structure).
bool describes_storage(std::string_view group, std::uint16_t tag);

} // namespace atrous
