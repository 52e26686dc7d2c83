// What a damaged file loses: said, or an error where it would be lost for good, since the result replaces the file.
#pragma once
#include "io/codec/read/open_file.h"

namespace atrous {

/// Finds what is left out beside the pictures (OpenFile::damage), and warns of it.
void note_damage(OpenFile& open);

/// Warns of what is damaged in the metadata that were read.
/// Of JPEG and PNG metadata go byte for byte into files of their kind, with what Exiv2 does not like of them. Of BigTIFF and of
/// some HEIF it knows nothing.
void note_metadata(const OpenFile& open, ImageFile& file);

} // namespace atrous
