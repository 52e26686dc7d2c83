// Carries the data after the image of a JPEG to another JPEG: the items that stay true for the new image, with tables of their
// new places.
#pragma once
#include "formats/common/codec.h"
#include "formats/jpeg/appended.h"

namespace atrous {

/// The data to write after the new image.
struct AppendedPlan {
    std::shared_ptr<const AppendedFile> from = nullptr;
    std::vector<const AppendedItem*> items = {};
    std::optional<GainMapNote> gain_map = {}; ///< where one stays
    /// First characters of the names of attributes that announce such data. OpenImageIO makes them of the XMP that it
    /// reads.
    std::vector<std::string> announcing = {};
    Message left_out = {};          ///< a warning of omitted data, or empty
    std::string lost_for_good = {}; ///< images, gain maps and data of an unknown kind that no option gives up
    bool has_gain_map = false;      ///< of an input, and the format holds none: losses() names it
};
/// Removes the attributes that announce omitted data, if the attributes are written and not the XMP.
void keep_announced(const AppendedPlan& plan, OIIO::ImageSpec& spec);
/// Selects the data after the old image of a file (null: none) that follow a part. Also removes omitted data from the metadata
/// that announce them, and puts in the table for the rest, with places that append_items() corrects.
AppendedPlan appended_to_write(const ImageFile& file, const std::shared_ptr<const AppendedFile>& old,
                               const Part& part, const Target& target, Metadata& metadata);
/// Appends the items to an encoded JPEG, from their file, piece by piece, and their places into its table. Throws a file
/// error: their file has changed, or a place is beyond the 4 GiB of the table.
void append_items(const AppendedPlan& plan, OutputBytes& bytes);

} // namespace atrous
