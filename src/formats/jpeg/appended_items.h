// What follows the picture of a JPEG, on its way to another one: what stays true of the new picture, with tables that say its new
// places.
#pragma once
#include "formats/common/codec.h"
#include "formats/jpeg/appended.h"

namespace atrous {

/// What is written behind the new picture.
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
/// Puts the items behind a JPEG that is encoded, from their file, piece by piece, and their places into its table. Throws a file
/// error: their file has changed, or a place is beyond the 4 GiB of the table.
void append_items(const AppendedPlan& plan, OutputBytes& bytes);

} // namespace atrous
