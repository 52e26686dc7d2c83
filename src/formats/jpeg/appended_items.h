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
    /// With what the names of attributes begin that announce such things: OpenImageIO makes them of the XMP that it reads.
    std::vector<std::string> announcing = {};
};
/// Takes the attributes out that announce what is left out, where they are what is written and not the XMP.
void keep_announced(const AppendedPlan& plan, OIIO::ImageSpec& spec);
/// Takes what is left out also out of the metadata that announce it, with one warning, and puts the table for the rest in, with
/// places that append_items() mends.
AppendedPlan appended_to_write(const ImageFile& file, const Part& part, const Target& target,
                               Metadata& metadata, Messages& warnings);
/// Appends the items to an encoded JPEG, from their file, piece by piece, and their places into its table. Throws a file
/// error: their file has changed, or a place is beyond the 4 GiB of the table.
void append_items(const AppendedPlan& plan, OutputBytes& bytes);

} // namespace atrous
