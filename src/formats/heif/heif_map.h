// The gain map of a HEIC or AVIF: Apple's auxiliary image.
#pragma once
#include "formats/common/hdr_rendition.h"
#include "formats/heif/heif_colours.h"
#include <memory>

namespace atrous {

struct HeifMap {
    Held<heif_image_handle, heif_image_handle_release> handle;
    GainMapFacts facts; ///< by its header
};
/// The gain map that belongs to an image of this size and with this EXIF block, or nothing. One that cannot be applied goes to
/// `unread`.
std::optional<HeifMap> heif_map(const heif_image_handle* image, Size size, const std::string& exif,
                                Messages& unread);
/// Its samples, or null and the problem if it cannot be decoded.
std::shared_ptr<const GainMap> read_heif_map(const HeifMap& map, std::string& problem);

} // namespace atrous
