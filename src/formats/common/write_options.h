// Settings for writing a file: the options, and the facts of its format and name.
#pragma once
#include "colour/profile.h"
#include "formats/common/formats.h"
#include "image/pixels.h"
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace atrous {

/// Handling of a JPEG's gain map: `fitting` keeps it if the image has about its old light, `keep` keeps it if it can follow.
enum class GainMaps { fitting, keep, drop };
/// A gain map that stays after the image of a JPEG.
struct GainMapNote {
    double light_change = 0; ///< the largest of a cell of the image, as a share, see light_change()
    bool made = false;       ///< again, in another size
};

struct WriteOptions {
    bool overwrite = false;
    int quality = 0; ///< 1 to 100 for formats that lose (0: the input's in the same format, otherwise 95)
    std::string subsampling =
        {};                ///< of chroma: "4:4:4", "4:2:2" or "4:2:0" (empty: the input's, or the format's)
    bool replaces = false; ///< replaces the file that was read, for good: lost metadata are an error
    bool strip = false;    ///< leave out all metadata but profile, orientation and resolution
    double resolution = 0; ///< of prints, pixels per inch (0: the input's)
    std::string compression = {}; ///< of formats that have it, see check_compression() (empty: own or zip)
    std::string backup = {};      ///< suffix of the backup of a file that is replaced (empty: no backup)
    std::optional<PixelType> depth = {}; ///< of the samples of images (none: their own, or the nearest one)
    int bits = 0; ///< of a sample of 16-bit type: 10 or 12 (0: the input's, or as many as the format holds)
    bool dither = true; ///< if more bits become 8
    std::shared_ptr<const OutputColours> colours =
        nullptr; ///< that images are converted to (null: their own)
    GainMaps gain_maps = GainMaps::keep;
    std::filesystem::path as = {}; ///< a name that specifies the format (empty: the file's own name)

    /// The name that specifies the format of a file.
    const std::filesystem::path& named(const std::filesystem::path& path) const {
        return as.empty() ? path : as;
    }
};

/// True if an output of this format can have a gain map, of its input or of light above white: it is a JPEG.
inline bool holds_gain_map(const WriteOptions& options, std::string_view format) {
    return format == "jpeg" && !options.strip && options.gain_maps != GainMaps::drop;
}

/// Format and options of a file to write.
struct Target {
    const Format& format;
    const WriteOptions& options;
    bool avif = false;            ///< the file's name ends so
    bool metadata_follow = false; ///< they are put in after encoding

    /// The format in messages.
    const char* shown_name() const { return format.shown(avif); }
    /// True if an output loses the gain map of its input to the format, and not on request or because it has the light itself.
    bool lacks_gain_map() const {
        return std::string_view(format.name) != "jpeg" && !options.strip &&
               options.gain_maps != GainMaps::drop && !(options.colours && is_hdr(*options.colours));
    }
};

} // namespace atrous
