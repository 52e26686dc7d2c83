// Metadata of BigTIFFs, which Exiv2 0.27 does not know: their tags go to it, and come from it, as a TIFF that has nothing else.
#pragma once
#include "files/file_view.h"
#include "files/output_bytes.h"
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// Whether these are the first bytes of one.
bool is_big_tiff(std::string_view head);

/// A TIFF without a picture, to be filled with metadata.
std::string bare_tiff();

/// What of a BigTIFF becomes a TIFF without a picture.
struct BigTiffTags {
    std::string tiff{}; ///< empty of any other file
    std::vector<std::string>
        left_out{}; ///< what it cannot have, in sentences: maker notes, which hold places in the file
};
/// The tags of its first page that are no facts of its samples, with those of EXIF and GPS below.
BigTiffTags tags_of_big_tiff(const FileView& file);

/// Puts the tags of a TIFF, but those that are there already, into the first page of a little-endian BigTIFF, whose directory moves to
/// the end.
void put_into_big_tiff(OutputBytes& bytes, const std::string& tiff);

} // namespace atrous
