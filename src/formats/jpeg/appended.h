// Data that follow the first image of a JPEG in its file: further images (MPF), gain maps, videos of motion photos. Only the
// place of each item is kept, its bytes stay in the file.
#pragma once
#include "files/file_view.h"
#include "formats/common/image_file.h"
#include "formats/jpeg/jpeg.h"
#include "image/pixels.h"
#include "metadata/gain_map.h"
#include <algorithm>
#include <memory>
#include <vector>

namespace atrous {

enum class AppendedKind {
    gain_map, ///< factors for brighter displays, as a JPEG: hdrgm, ISO 21496-1, Apple's
    preview,  ///< "large thumbnail" of the MPF: the image, smaller
    picture,  ///< another image: a second view, a depth map
    video,    ///< of a motion photo
    maker,    ///< Samsung's own directory, with which the file ends, maybe with a video
    unknown,  ///< named by no table
};

struct AppendedItem {
    AppendedKind kind;
    std::uint64_t at = 0, size = 0; ///< bytes of the file
    std::uint64_t padding = 0;      ///< bytes in front of them that XMP counts
    std::optional<std::size_t> mpf_entry = {}, xmp_item = {};
    /// `size` new bytes instead of the file's: a gain map that followed its image.
    std::shared_ptr<const std::string> made = nullptr;
    std::string refused = {}; ///< reason if it could not follow, otherwise empty
    std::uint64_t begin() const { return at - padding; }
    std::uint64_t end() const { return at + size; }
};

struct Appended {
    std::filesystem::path path;
    std::shared_ptr<const FileView> file; ///< stays open, as another file may get its name
    std::vector<AppendedItem> items;      ///< in the file's order, and none lies in another one
    std::string mpf;                      ///< the segment's body (empty: none, or a damaged one)
    std::size_t missing = 0;     ///< number of items in the tables that do not exist or lie in another item
    bool lacks_gain_map = false; ///< a gain map is announced and does not exist

    /// The first gain map, or null.
    const AppendedItem* gain_map() const {
        const auto found = std::ranges::find(items, AppendedKind::gain_map, &AppendedItem::kind);
        return found == items.end() ? nullptr : &*found;
    }
};

/// Finds the data after the image, by the tables of MPF and XMP in these segments and by the bytes there. Damaged or wrong tables
/// only leave items out. Returns nothing if no data follow and none are announced. Throws a file error: the file cannot be opened.
std::optional<Appended> find_appended(const std::filesystem::path& path,
                                      const std::vector<JpegSegment>& segments);

/// The EXIF block in a JPEG's segments, or empty.
std::string exif_in(const std::vector<JpegSegment>& segments);
/// Facts of the file's first gain map by its header. Nothing if there is none, or it has no header. `segments`: of the image.
std::optional<GainMapFacts> gain_map_facts(const Appended& found, const std::vector<JpegSegment>& segments);

/// True if the image is itself a gain map, as a file of its own.
bool is_map_file(const std::vector<JpegSegment>& segments);
/// True if the segment announces a gain map (ISO 21496-1). The image's XMP may announce it, too.
bool announces_gain_map(const JpegSegment& segment);

// appended_file.cpp: the part of the image that is shown now, and changes of its light

/// An axis of an image: the pixels from `from` on along it, which may begin and end within pixels, as so many new ones.
struct ShownAxis {
    double from = 0, length = 0;
    int pixels = 0;
};

struct AppendedFile {
    Appended found;
    Size size; ///< of the image that was read
    std::vector<double>
        light{}; ///< cell_light() of the image, if there is a gain map that is still to be compared
    double light_change = 0;                        ///< that was found before `light` was taken
    ShownAxis x{0, double(size.width), size.width}; ///< part of the image that was read which is shown now
    ShownAxis y{0, double(size.height), size.height};
    bool moved = false;    ///< cropped or scaled,
    bool followed = false; ///< and its gain maps are made again, or hold the reason why not
    bool filtered =
        false; ///< the first gain map is made of the filtered image and its filtered HDR rendition
    bool of_output = false; ///< its gain map was made of the samples to write
    Size shown() const { return {x.pixels, y.pixels}; }
};

/// Notes that the file's image is reduced to this part of its current area, in so many pixels, if data follow
/// it. From here on light is compared with the light of `now`, if there is one.
void note_moved(ImageFile& file, const ShownAxis& x, const ShownAxis& y, const Pixels* now = nullptr);
/// Compares the light of the file's image with its earlier light, if a gain map follows.
void note_light(ImageFile& file);

/// Cells along each axis in which a gain map's image may not change.
constexpr int light_cells = 16;
/// Largest change of a cell's mean light, as a share of it and 1/64, the light that gain maps add to black before they multiply
/// (hdrgm:OffsetSDR).
constexpr double max_light_change = 0.1;
/// Mean light (0 to 1, by sRGB's curve) of each colour in each cell, row by row.
std::vector<double> cell_light(const Pixels& pixels);
/// The largest change of a cell's mean light, in a colour, as a share of itself and 1/64. Infinite if the colours are others.
double light_change(const std::vector<double>& before, const std::vector<double>& after);

} // namespace atrous
