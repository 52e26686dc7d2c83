// Makes images after the image of a JPEG again: converts a gain map to an image of its own, and back to a JPEG; draws previews.
#pragma once
#include "formats/common/hdr_rendition.h"
#include "formats/common/image_file.h"
#include "formats/common/write_options.h"
#include "formats/jpeg/appended.h"

namespace atrous {

/// The gain map. Throws a file error: it is no JPEG that can be read, damaged, or larger than its image.
/// `scratch`: the place of its samples.
ImageFile read_gain_map(const AppendedFile& of, const AppendedItem& item, const ScratchPtr& scratch);

/// A map that can be applied to its image, or the reason why not.
struct UsableGainMap {
    std::size_t item; ///< of AppendedFile::found
    ImageFile file{}; ///< of the map
    GainMap map{};
    std::string reason{};
    Message damage{}; ///< also the reason
};
/// The first map of a JPEG that was read, or nothing if there is none.
std::optional<UsableGainMap> usable_gain_map(const ImageFile& file);

/// Replaces the image of a file by its HDR rendition and takes the map out. Returns the reason why the map cannot be applied, or nothing
/// if there is none.
std::optional<std::string> put_hdr_rendition(ImageFile& file);

/// The least quality of a map that was made smaller, and has finer details: with 90, coloured maps of photographs at a quarter have
/// 36 dB to the original. And of one that was fitted, whose steps are errors of light.
constexpr int smaller_map_quality = 95, fitted_map_quality = 98;
/// Encodes the map with its subsampling, scans, segments (hdrgm, ISO 21496-1) and quality, or the `least` one (0: any). Throws a file
/// error if it cannot be encoded.
std::string gain_map_jpeg(const ImageFile& map, int least);
/// Makes it the bytes of an item, or sets the reason why it cannot be encoded, as the image is worth more than its map.
void make_gain_map(const ImageFile& map, int least, AppendedItem& item);

/// Makes the gain map of a file that is no JPEG data after the image of one, as which it follows the image.
void append_gain_map(ImageFile& file);
/// A new map of an image with light above white, which the JPEG shows with a tone curve or clipped. Null if there is no such light,
/// or --gain-map drop.
std::shared_ptr<const AppendedFile> new_gain_map(const Part& part, const Target& target);

/// Draws each preview of the old image from the new one, which it fits into the same box, with the preview's quality and segments.
/// A preview that is damaged, or not smaller than the new image, is not made.
std::shared_ptr<const AppendedFile> with_new_previews(std::shared_ptr<const AppendedFile> of,
                                                      const Pixels& pixels);

} // namespace atrous
