// Facts of a JPEG file other than its pixels: its encoding, and its marker segments, byte for byte.
#pragma once
#include "formats/common/check.h"
#include "metadata/metadata.h"
#include <filesystem>
#include <optional>

namespace atrous {

/// Named by its marker: APPn (0xE0 + n) or a comment (0xFE). Without marker and length.
using JpegSegment = MetadataBlock;

/// Factors by which a decoder can reduce an image, the largest first.
constexpr int jpeg_reductions[] = {8, 4, 2};

struct JpegHeader {
    Size size;
    int quality = 0;         ///< 1 to 100, libjpeg's scale (the nearest one for tables of the file's own)
    std::string subsampling; ///< "4:4:4", "4:2:2", "4:2:0", "4:1:1" (empty: grey, or another one)
    bool progressive = false;
    bool several_scans = false;        ///< its decoder holds the whole image
    std::vector<JpegSegment> segments; ///< in the file's order
};

/// Reads only the header. Nothing if the file has no sound JPEG header.
std::optional<JpegHeader> read_jpeg_header(const std::filesystem::path& path);

/// The quality (1 to 100) whose tables are nearest by least squares. `tables`: 64 quanta each in natural
/// order, first the luminance's, then the chrominance's (if there is one).
int nearest_quality(const std::vector<std::vector<int>>& tables);

/// The density in a JFIF segment (ITU-T T.871, 10.1): pixels per inch (unit 1) or centimetre (2), or only a ratio (0).
struct JfifDensity {
    int unit = 0, across = 1, down = 1;
    /// Width of a pixel by its height. Photoshop, Nuke, and OpenImageIO after them, take it the other way round. The standard
    /// defines "width : height pixel aspect ratio" as the vertical density divided by the horizontal one.
    double aspect() const { return double(down) / across; }
};
/// The density of the first such segment, or nothing if there is none, or if it is 0.
std::optional<JfifDensity> jfif_density(const std::vector<JpegSegment>& segments);
/// Puts it into that segment, or into a new one in front of the others.
void set_jfif_density(std::vector<JpegSegment>& segments, const JfifDensity& density);
/// The density of so many pixels per unit across, in whole numbers of this aspect ratio, or only a ratio if they would have another
/// one.
JfifDensity density_of(double aspect, double across, int unit);

/// True if a segment describes the old file, not the new one: profile (the codec writes it), colour
/// transform, and the directory of further images after the first.
bool belongs_to_old_file(const JpegSegment& segment);

/// Removes content credentials (C2PA 2.2, A.3.1: boxes in APP11). Returns true if there were any.
bool remove_credentials(std::vector<JpegSegment>& segments);

/// True if the format does not hold it: more than 65533 bytes.
bool is_too_long(const JpegSegment& segment);
/// `jpeg` with its own APPn and comment segments replaced by `segments`. Segments of belongs_to_old_file
/// stay. Returns nothing when `jpeg` is no JPEG or a segment is too long.
std::optional<std::string> jpeg_with_segments(std::string_view jpeg,
                                              const std::vector<JpegSegment>& segments);

/// `jpeg` with more segments, after the ones that have to come first.
std::string jpeg_with_more(std::string jpeg, const std::vector<JpegSegment>& segments);

/// True if there are segments that hold none of the metadata in Metadata, and belong to the image.
bool has_more_segments(const std::vector<JpegSegment>& segments);

/// SOI, the segments, EOI: enough for readers of metadata.
std::string jpeg_of_segments(const std::vector<JpegSegment>& segments);

// jpeg_check.cpp: checks of the segments before libjpeg reads them

Message check_jpeg(const FileView& file);
/// Profile and metadata are announced.
Damage damage_in_jpeg(const FileView& file);
/// The profile, if it has all its parts, or the length in its header, otherwise empty.
std::string profile_of_jpeg(const FileView& file);
/// Memory for an image in several scans (progressive, or a scan with some of the components), which is decoded when it is opened.
std::uint64_t jpeg_opening_bytes(const FileView& file);

} // namespace atrous
