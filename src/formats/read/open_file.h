// How a file is read: opened, and then part by part.
#pragma once
#include "formats/common/reader.h"

namespace atrous {

/// Opens a file, finds its parts and says what of them is to be read: `path`, `format` and `options` are there. Throws a file error.
void open_parts(OpenFile& open);

/// Reads a part to its end, its samples into the scratch file where there is a place for one. Throws a file error when it is
/// truncated or damaged.
Part read_part(OpenFile& open, int index);
/// The same without samples: what the file says of the part and its picture.
Part describe_part(OpenFile& open, int index);
/// Its samples alone, as read_rows() does.
void read_samples(OpenFile& open, int index, Bytes& to);

} // namespace atrous
