// What a JPEG file says beside its pixels: how it was encoded, and its marker segments, byte for byte.
#pragma once
#include "formats/common/check.h"
#include "formats/common/metadata.h"
#include <filesystem>
#include <optional>

namespace atrous {

/// How many times smaller a decoder can make one; largest first.
constexpr int jpeg_reductions[] = {8, 4, 2};

struct JpegHeader {
    int quality = 0;         ///< 1 to 100, libjpeg's scale; the nearest one if the file has tables of its own
    std::string subsampling; ///< "4:4:4", "4:2:2", "4:2:0", "4:1:1"; empty: grey, or another one
    bool progressive = false;
    bool several_scans = false;        ///< its decoder holds the whole picture
    std::vector<JpegSegment> segments; ///< in the file's order
};

/// Reads only the header. Nothing where the file has no sound JPEG header.
std::optional<JpegHeader> read_jpeg_header(const std::filesystem::path& path);

/// The quality (1 to 100) whose tables are nearest by least squares. `tables`: 64 quanta each in natural
/// order; the first is the luminance's, the second (if there is one) the chrominance's.
int nearest_quality(const std::vector<std::vector<int>>& tables);

/// What a JFIF segment says of the picture on paper (ITU-T T.871, 10.1): pixels per inch (unit 1) or centimetre (2), or a ratio
/// alone (0).
struct JfifDensity {
    int unit = 0, across = 1, down = 1;
    /// Width of a pixel by its height. Photoshop, Nuke, and OpenImageIO after them, take it the other way round; the standard says
    /// "width : height pixel aspect ratio" is the vertical density by the horizontal one.
    double aspect() const { return double(down) / across; }
};
/// That of the first such segment; nothing where there is none, or where it says 0.
std::optional<JfifDensity> jfif_density(const std::vector<JpegSegment>& segments);
/// Puts it into that segment, or into a new one in front of the others.
void set_jfif_density(std::vector<JpegSegment>& segments, const JfifDensity& density);
/// So many pixels per unit across, as whole numbers of this aspect ratio; a ratio alone where they would be another one.
JfifDensity density_of(double aspect, double across, int unit);

/// A segment that describes what this file was, not what is resaved: profile (the codec writes it), colour
/// transform, and the directory of further pictures behind the first.
bool belongs_to_old_file(const JpegSegment& segment);

/// `jpeg` with its own APPn and comment segments replaced by `segments`; what belongs_to_old_file stays.
/// Returns nothing when `jpeg` is no JPEG or a segment is longer than the format allows (65533 bytes).
std::optional<std::string> jpeg_with_segments(std::string_view jpeg,
                                              const std::vector<JpegSegment>& segments);

/// SOI, the segments, EOI: enough for readers of metadata.
std::string jpeg_of_segments(const std::vector<JpegSegment>& segments);

// jpeg_check.cpp: checks of the segments before libjpeg reads them

Message check_jpeg(const FileView& file);
/// Profile and metadata are announced.
Damage damage_in_jpeg(const FileView& file);
/// The profile, whose parts are all there, or together have the length that it tells; else empty.
std::string profile_of_jpeg(const FileView& file);
/// Of a picture in several scans (progressive, or a scan of fewer components than there are), which is decoded when it is opened.
std::uint64_t jpeg_opening_bytes(const FileView& file);

} // namespace atrous
