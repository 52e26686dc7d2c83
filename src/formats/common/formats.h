// The table of file formats: facts about each one, which need no library. Each folder formats/NAME has its row in format.cpp. Facts of
// OpenImageIO 2.4.7 are found by writing and reading back, since its own `supports` promises more than it keeps (PNG floats, WebP
// origins).
#pragma once
#include "files/file_view.h"
#include "formats/common/list.h"
#include "image/pixels.h"
#include <optional>
#include <span>
#include <string_view>

namespace atrous {

/// A format's storage of alpha.
enum class AlphaRule { none, straight, associated, either };

/// The place of EXIF data in a file.
enum class ExifPlace { none, segment, png_chunk, riff_chunk, tags, items };

/// The light of PQ and HLG that a format holds: nothing, of PQ the brightest pixel, or the light of the content and of the display.
enum class LightLevels { none, pq_peak, all };

/// A compression as --compression and OpenImageIO name it.
struct CompressionRow {
    const char* name;
    double least = 0, most = 0; ///< of the level (both 0: none)
    bool loses = false;
};

template <PixelType... types>
inline constexpr PixelType type_list[] = {types...};

/// A hook that is null: the format does not have this.
struct Format {
    const char* name;           ///< OpenImageIO's name
    const char* extensions;     ///< of its files, as OpenImageIO lists them, the usual one first
    const char* only_read = ""; ///< the one of these that cannot be written
    /// First bytes of its files, if these do not have only names. '?' matches any byte.
    std::string_view signatures[9] = {};
    std::span<const PixelType> types = {}; ///< types that can be written (none: the format is only read)
    AlphaRule alpha = AlphaRule::none;
    bool any_channels = false; ///< more than colour and alpha
    bool grey = true;          ///< one colour channel
    bool grey_alpha = true;    ///< grey with alpha
    bool own_types = false;    ///< each channel may have its own type
    bool parts = false;        ///< several images
    bool frames = false;       ///< several images as long as they are an animation
    bool windows = false;      ///< data window apart from the display window
    bool offset = false;       ///< an origin (oFFs), though no display window
    bool profile = false;      ///< ICC
    bool keeps_hdr = false;    ///< integer samples by PQ or HLG
    LightLevels light_levels = LightLevels::none;
    bool negative = true;  ///< floats below 0: colours outside of sRGB
    bool few_bits = false; ///< samples of 10 and 12 bits
    bool exif = false;
    bool orientation = false;
    bool aspect = false;     ///< how wide a pixel is by its height
    bool resolution = false; ///< of prints
    ExifPlace place =
        ExifPlace::none;    ///< metadata follow after encoding, see metadata.h (`items`: while it is encoded)
    bool iptc = false;      ///< ... IPTC, too
    bool comment = false;   ///< ... and a comment
    bool thumbnail = false; ///< EXIF data have a thumbnail (thumbnails of a TIFF are pages)
    bool turned = false;    ///< its reader turns the image upright
    bool reads_metadata = false;       ///< though it writes none
    bool bands = false;                ///< read and written row by row, not as a whole
    int min_side = 1;                  ///< of an image that its library writes,
    int max_side = longest_file_side;  ///< and the most
    const char* deflate = nullptr;     ///< OpenImageIO's attribute for zlib's level
    const char* subsampling = nullptr; ///< ... for how finely chroma is sampled
    const char* title = nullptr;       ///< name for users, of HEIF files that are no AVIFs
    std::span<const CompressionRow> compressions = {};
    const char* compression = nullptr; ///< default if the source specifies none: quality 95 if lossy
    const char* avif = nullptr;        ///< the same of files that end in .avif
    const char* texts = "";            ///< attributes that its header has for texts, separated by commas
    /// Its own attributes about storage (empty: all), separated by commas. Others are facts that only it holds.
    std::string_view storage = "";

    /// True if a file is AV1 in the boxes of a HEIF, or nothing if it does not show its coding.
    std::optional<bool> (*has_av1)(const FileView&) = nullptr;
    /// The usual extension of outputs for a file of a format that is only read (null: tif).
    const char* (*written_as)(const FileView&) = nullptr;
    const Format* other = nullptr;               ///< a format whose files may begin like files of this one,
    bool (*is_other)(const FileView&) = nullptr; ///< and true for such a file

    /// True if its usual compression has a quality.
    bool has_quality() const {
        return compression && std::string_view(compression).find(':') < std::string_view::npos;
    }
    bool has_subsampling() const { return subsampling; }
    bool has_hdr() const { return keeps_hdr; }
    /// Its name in messages, of files that are AVIFs or not.
    const char* shown(bool is_avif) const { return is_avif ? "AVIF" : title; }
};

#define ATROUS_DECLARE_FORMAT(name) extern const Format name##_format;
ATROUS_FORMATS(ATROUS_DECLARE_FORMAT)
#undef ATROUS_DECLARE_FORMAT

std::span<const std::reference_wrapper<const Format>> formats();
/// Null when there is none.
const Format* format_named(std::string_view name);
/// The format that the first bytes of a file show, or null.
const Format* format_of_bytes(std::string_view head);
/// The type that loses least of `type` in this format.
PixelType closest_type(const Format& format, PixelType type);

} // namespace atrous
