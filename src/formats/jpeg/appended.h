// Data that follow the first picture of a JPEG in its file: further pictures (MPF), gain maps, videos of motion photos. Only the
// place of each item is kept, its bytes stay in the file.
#pragma once
#include "files/file_view.h"
#include "formats/common/image_file.h"
#include "formats/jpeg/jpeg.h"
#include "image/pixels.h"
#include <memory>
#include <vector>

namespace atrous {

enum class AppendedKind {
    gain_map, ///< what brighter displays multiply the picture by, as a JPEG: hdrgm, ISO 21496-1, Apple's
    preview,  ///< "large thumbnail" of the MPF: the picture, smaller
    picture,  ///< another one: a view beside it, a depth map
    video,    ///< of a motion photo
    maker,    ///< Samsung's own directory, with which the file ends; may hold a video, too
    unknown,  ///< named by no table
};

struct AppendedItem {
    AppendedKind kind;
    std::uint64_t at = 0, size = 0; ///< bytes of the file
    std::uint64_t padding = 0;      ///< bytes in front of them that XMP counts
    std::optional<std::size_t> mpf_entry = {}, xmp_item = {};
    /// `size` new bytes, in place of those of the file: a gain map that followed its picture.
    std::shared_ptr<const std::string> made = nullptr;
    std::string refused = {}; ///< why it could not follow; empty: it could
    std::uint64_t begin() const { return at - padding; }
    std::uint64_t end() const { return at + size; }
};

struct Appended {
    std::filesystem::path path;
    std::shared_ptr<const FileView> file; ///< stays open, as another file may get its name
    std::vector<AppendedItem> items;      ///< in the file's order; none lies in another one
    std::string mpf;                      ///< the segment's body; empty: there is none, or a damaged one
    std::size_t missing = 0;              ///< what tables name that is not there or lies in another one
};

/// What follows, by the tables of MPF and XMP in these segments and by what lies there. Tables that are damaged or lie only
/// leave items out. Nothing where nothing follows and nothing is announced. Throws a file error: the file cannot be opened.
std::optional<Appended> find_appended(const std::filesystem::path& path,
                                      const std::vector<JpegSegment>& segments);

/// Whether the segment says of its file that it has a gain map (ISO 21496-1); the picture's XMP may say it, too.
bool announces_gain_map(const JpegSegment& segment);

// appended_file.cpp: which part of the picture is shown now, and whether its light has changed

/// An axis of a picture: the pixels from `from` on along it, which may begin and end within pixels, as so many new ones.
struct ShownAxis {
    double from = 0, length = 0;
    int pixels = 0;
};

struct AppendedFile {
    Appended found;
    Size size; ///< of the picture that was read
    std::vector<double>
        light{}; ///< cell_light() of the picture, where there is a gain map that is still to be compared
    double light_change = 0;                        ///< that was found before `light` was taken
    ShownAxis x{0, double(size.width), size.width}; ///< what of the picture that was read is the picture now
    ShownAxis y{0, double(size.height), size.height};
    bool moved = false;    ///< cropped or scaled,
    bool followed = false; ///< and its gain maps are made anew, or say why not
    Size shown() const { return {x.pixels, y.pixels}; }
};

/// The file's picture becomes that part of what it is now, in so many pixels; for what follows it, if anything does. Light is
/// compared with that of `now` from here on; null: no more.
void note_moved(ImageFile& file, const ShownAxis& x, const ShownAxis& y, const Pixels* now = nullptr);
/// Compares the light of the file's picture with that of before; nothing where no gain map follows.
void note_light(ImageFile& file);

/// Cells along each axis in which a gain map's picture may not change.
constexpr int light_cells = 16;
/// What the mean light of a cell may change by, of itself and of 1/64: the light that gain maps add to black before they multiply
/// (hdrgm:OffsetSDR).
constexpr double most_light_change = 0.1;
/// Mean light (0 to 1, by sRGB's curve) of each colour in each cell, row by row.
std::vector<double> cell_light(const Pixels& pixels);
/// The largest change of a cell's mean light, in a colour, as a share of itself and 1/64. Infinite where the colours are others.
double light_change(const std::vector<double>& before, const std::vector<double>& after);

} // namespace atrous
