// The table of file formats and their abilities, which reading, writing and warnings share. Uses no library.
#pragma once
#include "files/file_view.h"
#include "image/pixels.h"
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

/// A format's storage of alpha.
enum class AlphaRule { none, straight, associated, either };

/// The place of EXIF data in a file.
enum class ExifPlace { none, segment, png_chunk, riff_chunk, tags, items };

struct Format {
    const char* name;                  ///< OpenImageIO's name
    const char* extensions;            ///< of its files, as OpenImageIO lists them, the usual one first
    std::vector<PixelType> types = {}; ///< types that can be written (empty: the format is only read)
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
    const char* compression = nullptr; ///< default if the source specifies none: quality 95 if lossy
    const char* avif = nullptr;        ///< the same of files that end in .avif
    const char* texts = "";            ///< attributes that its header has for texts, separated by commas
};

const std::vector<Format>& formats();
/// Null when there is none.
const Format* format_named(std::string_view name);
/// The format that the first bytes of a file show, or null.
const Format* format_of_bytes(std::string_view head);
/// The type that loses least of `type` in this format.
PixelType closest_type(const Format& format, PixelType type);

} // namespace atrous
