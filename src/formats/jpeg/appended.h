// What follows the first picture of a JPEG in its file: further pictures (MPF), gain maps, videos of motion photos. Only where
// each of them lies is kept, the bytes stay in the file.
#pragma once
#include "files/file_view.h"
#include "formats/jpeg/jpeg.h"
#include <memory>

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

} // namespace atrous
